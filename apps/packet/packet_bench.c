// SPDX-License-Identifier: MIT
/*
 * PacketForward: what a packet costs a router, and how much of that is the page it lies in.
 *
 * A device in memory fills the pages of a receive ring with frames and takes away what is sent on;
 * its work, and the comparison of each frame with what had to become of it, stand outside the
 * figure. With drops=5 one frame in twenty is dropped, and its page comes back before those of the
 * frames ahead of it.
 */
#include "apps/mmbench/claim.h"
#include "apps/mmbench/pool.h"
#include "apps/packet/router.h"
#include "apps/packet/supply.h"

/* A row: batch, way of refilling, leaf of the table, percent dropped. */
#define ROW_VALUE(batch, refill, leaf, drops)                                                      \
	((batch) | (refill) << 12 | (leaf) << 14 | (drops) << 16)

#define ROW(alloc, refill, batch, table, leaf, drops)                                              \
	{                                                                                          \
		"alloc=" alloc "/batch=" #batch "/table=" table "/drops=" #drops,                  \
			ROW_VALUE(batch, refill, leaf, drops), false                               \
	}

#define ROWS(batch, table, leaf, drops)                                                            \
	ROW("single", REFILL_SINGLE, batch, table, leaf, drops),                                   \
		ROW("bulk", REFILL_BULK, batch, table, leaf, drops),                               \
		ROW("recycle", REFILL_RECYCLE, batch, table, leaf, drops)

#define HUGE_ROWS(batch, drops) ROWS(batch, "huge", ENV_LEAF_HUGE, drops)

static const struct bench_variant forwards[] = {
	HUGE_ROWS(1, 0),
	HUGE_ROWS(2, 0),
	HUGE_ROWS(4, 0),
	HUGE_ROWS(8, 0),
	HUGE_ROWS(16, 0),
	HUGE_ROWS(32, 0),
	HUGE_ROWS(64, 0),
	HUGE_ROWS(128, 0),
	HUGE_ROWS(256, 0),
	HUGE_ROWS(512, 0),
	HUGE_ROWS(8, 5),
	HUGE_ROWS(64, 5),
	HUGE_ROWS(512, 5),
	ROWS(64, "base", ENV_LEAF_BASE, 0),
	ROWS(64, "base", ENV_LEAF_BASE, 5),
};

enum { PACKETS = 4096, NR_DROPS = 2 };

static struct route_table tables[2]; /* by enum env_leaf: base, huge */
static struct traffic *traffic[NR_DROPS];
static struct router router;
static uint64_t dropped[NR_FRAME_FAULTS]; /* of the last repetition with drops */

static uint32_t row_batch(const struct bench_variant *v)
{
	return v->value & 0xfff;
}

static enum refill row_refill(const struct bench_variant *v)
{
	return (enum refill)(v->value >> 12 & 3);
}

static enum env_leaf row_leaf(const struct bench_variant *v)
{
	return (enum env_leaf)(v->value >> 14 & 3);
}

static unsigned row_drops(const struct bench_variant *v)
{
	return (unsigned)(v->value >> 16);
}

/* --- One repetition -------------------------------------------------------------------------- */

static void forward_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t free_before;

	pool_settle();
	free_before = nr_free_pages();
	router_begin(&router, &tables[row_leaf(v)], traffic[row_drops(v) != 0], row_refill(v),
		     row_batch(v), s);
	for (uint32_t i = 0; i < PACKETS && !s->failure; i += row_batch(v))
		router_batch(&router, row_batch(v), s);
	if (row_drops(v))
		__builtin_memcpy(dropped, router.forwarder.faults, sizeof(dropped));
	router_end(&router, PACKETS, s);
	pool_settle();
	if (!s->failure && nr_free_pages() != free_before)
		s->failure = "buffers are lost, or there are too many";
	bench_say(s, "alloc-cycles/op", router.alloc * 1000 / PACKETS);
}

/* --- The group ------------------------------------------------------------------------------- */

static void tables_drop(void)
{
	for (unsigned leaf = 0; leaf < ARRAY_SIZE(tables); leaf++)
		supply_routes_drop(&tables[leaf], (enum env_leaf)leaf);
	for (unsigned i = 0; i < NR_DROPS; i++)
		traffic[i] = supply_traffic_drop(traffic[i]);
}

static bool tables_make(void)
{
	for (unsigned leaf = 0; leaf < ARRAY_SIZE(tables); leaf++)
		if (!supply_routes(&tables[leaf], (enum env_leaf)leaf))
			return false;
	for (unsigned i = 0; i < NR_DROPS; i++) {
		traffic[i] = supply_traffic(i ? 5 : 0);
		if (!traffic[i])
			return false;
	}
	return true;
}

/* The tables first: what they leave of chunks that they began is held like all such. */
static const char *packet_setup(void)
{
	const char *why = tables_make() ? pool_fresh_setup() : "no memory for the tables";

	if (why)
		tables_drop();
	else
		env_print("# packets: %d routes, %d frames of 64 to 1518 bytes, seed %d\n",
			  TRAFFIC_ROUTES, TRAFFIC_FRAMES, TRAFFIC_SEED);
	return why;
}

static void packet_teardown(void)
{
	pool_fresh_teardown();
	tables_drop();
}

/* Packets a second at this clock, in thousands, for hundredths of a tick a packet. */
static uint64_t kpps(uint64_t hundredths)
{
	return hundredths ? env_clock_hz() / 10 / hundredths : 0;
}

static void packet_row_print(const char *alloc, unsigned batch, const char *rest)
{
	uint64_t total, share;
	char name[80];

	env_format(name, sizeof(name), "PacketForward/alloc=%s/batch=%u%s", alloc, batch, rest);
	if (!bench_median(name, &total) || !bench_figure_of(name, "alloc-cycles/op", &share))
		return;
	env_print("#   %-8s%8u  %-20s%9llu.%02llu%11llu.%02llu", alloc, batch, rest + 1,
		  (unsigned long long)total / 100, (unsigned long long)total % 100,
		  (unsigned long long)share / 1000, (unsigned long long)share % 1000 / 10);
	if (env_clock_hz())
		env_print("%9llu.%03llu", (unsigned long long)kpps(total) / 1000,
			  (unsigned long long)kpps(total) % 1000);
	env_print("\n");
}

/* How many times dearer is the allocation one by one? */
static void allocation_compare(void)
{
	uint64_t single, bulk;

	if (bench_figure_of("PacketForward/alloc=single/batch=64/table=huge/drops=0",
			    "alloc-cycles/op", &single) &&
	    bench_figure_of("PacketForward/alloc=bulk/batch=64/table=huge/drops=0",
			    "alloc-cycles/op", &bulk) &&
	    bulk)
		env_print("# single/bulk: allocation and freeing of a packet's page, 64 at a time, "
			  "%llu.%02llu times\n",
			  (unsigned long long)(single * 100 / bulk) / 100,
			  (unsigned long long)(single * 100 / bulk) % 100);
}

/* What was dropped, by reason. */
static void dropped_print(void)
{
	const char *between = "";
	unsigned nr = 0;

	if (!dropped[FRAME_GOOD])
		return;
	env_print("# of %d frames with drops=5 %llu were sent on; dropped:\n#   ", PACKETS,
		  (unsigned long long)dropped[FRAME_GOOD]);
	for (unsigned i = FRAME_GOOD + 1; i < NR_FRAME_FAULTS; i++) {
		if (!dropped[i])
			continue;
		env_print("%s%s %llu", between, frame_fault_name((enum frame_fault)i),
			  (unsigned long long)dropped[i]);
		between = ++nr % 5 ? ", " : ",\n#   ";
	}
	env_print("\n");
}

static void packet_summary(void)
{
	static const char *const allocs[] = {"single", "bulk", "recycle"};
	static const unsigned batches[] = {1, 8, 64, 512};

	env_print("#\n# Forwarding a packet: ticks%s%s\n#   %-8s%8s  %-20s%12s%14s%13s\n",
		  env_emulator()[0] ? " under " : "", env_emulator(), "pages", "batch", "",
		  "in all", "for its page", env_clock_hz() ? "Mpps" : "");
	for (unsigned b = 0; b < ARRAY_SIZE(batches); b++)
		for (unsigned a = 0; a < ARRAY_SIZE(allocs); a++)
			packet_row_print(allocs[a], batches[b], "/table=huge/drops=0");
	for (unsigned a = 0; a < ARRAY_SIZE(allocs); a++)
		packet_row_print(allocs[a], 64, "/table=huge/drops=5");
	packet_row_print("bulk", 64, "/table=base/drops=0");
	dropped_print();
	allocation_compare();
	claim_rows("L1", "64 packets at a time cost less with pages in bulk than one by one",
		   "PacketForward/alloc=bulk/batch=64/table=huge/drops=0",
		   "PacketForward/alloc=single/batch=64/table=huge/drops=0");
}

static const char *packet_unavailable(const struct bench_variant *v)
{
	(void)v;
	return nr_free_pages() < 3 * ROUTE_TABLE_LEN / PAGE_SIZE ? "too little memory" : NULL;
}

static const struct bench_group group_packet = {"packet", packet_setup, packet_teardown,
						packet_summary};

BENCH(packet_forward) = {.name = "PacketForward",
			 .operation = "one packet received, checked, routed, sent on, and its page "
				      "replaced",
			 .baseline = "alloc=single; alloc=recycle, which uses its pages again",
			 .group = &group_packet,
			 .variants = forwards,
			 .nr_variants = ARRAY_SIZE(forwards),
			 .passes = 1,
			 .run = forward_run,
			 .unavailable = packet_unavailable};
