// SPDX-License-Identifier: MIT
/*
 * PacketForward over the rings of real cards: the router of PacketForward, between what a card has
 * received and what it is to send. It needs two cards cabled to each other; there is a row for each
 * way to get pages, so that the rings' own cost is in all of them alike.
 */
#include "apps/mmbench/claim.h"
#include "apps/mmbench/pool.h"
#include "apps/packet/supply.h"
#include "apps/packet/wire.h"

enum { PACKETS = 4096 };

#define ROW(alloc, refill, batch)                                                                  \
	{                                                                                          \
		"alloc=" alloc "/batch=" #batch "/table=huge/drops=0/ring=wire",                   \
			(batch) | (refill) << 12, false                                            \
	}

#define ROWS(batch)                                                                                \
	ROW("single", REFILL_SINGLE, batch), ROW("bulk", REFILL_BULK, batch),                      \
		ROW("recycle", REFILL_RECYCLE, batch)

static const struct bench_variant forwards[] = {ROWS(8), ROWS(64), ROWS(128)};

static struct wire wire;
static struct route_table table;
static struct traffic *traffic;

static void forward_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint32_t batch = v->value & 0xfff;
	uint64_t free_before;

	pool_settle();
	free_before = nr_free_pages();
	wire_begin(&wire, &table, traffic, (enum refill)(v->value >> 12));
	for (uint32_t i = 0; i < PACKETS && !s->failure; i += batch)
		wire_batch(&wire, batch, s);
	wire_end(&wire, s);
	pool_settle();
	if (!s->failure && nr_free_pages() != free_before)
		s->failure = "buffers are lost, or there are too many";
	bench_say(s, "alloc-cycles/op", wire.alloc * 1000 / PACKETS);
	bench_say(s, "frames/burst", wire.nr_bursts ? PACKETS * 1000 / wire.nr_bursts : 0);
}

static void wire_drop(void)
{
	supply_routes_drop(&table, ENV_LEAF_HUGE);
	traffic = supply_traffic_drop(traffic);
}

static const char *wire_setup(void)
{
	struct env_nic feeder, card;
	const char *why;

	traffic = supply_traffic(0);
	why = supply_routes(&table, ENV_LEAF_HUGE) && traffic ? wire_open(&wire)
							      : "no memory for the tables";
	if (why) {
		wire_drop();
		return why;
	}
	env_nic_info(wire.feeder, &feeder);
	env_nic_info(wire.card, &card);
	env_print("# wire: %s (%s) sends, %s (%s) routes\n", feeder.name, feeder.model, card.name,
		  card.model);
	return NULL;
}

static void wire_teardown(void)
{
	wire_close();
	wire_drop();
}

static void wire_row_print(const char *alloc, unsigned batch)
{
	uint64_t total, share, burst;
	char name[96];

	env_format(name, sizeof(name),
		   "PacketForward/alloc=%s/batch=%u/table=huge/drops=0/ring=wire", alloc, batch);
	if (!bench_median(name, &total) || !bench_figure_of(name, "alloc-cycles/op", &share) ||
	    !bench_figure_of(name, "frames/burst", &burst))
		return;
	env_print("#   %-8s%8u%12llu.%02llu%11llu.%02llu%10llu.%llu\n", alloc, batch,
		  (unsigned long long)total / 100, (unsigned long long)total % 100,
		  (unsigned long long)share / 1000, (unsigned long long)share % 1000 / 10,
		  (unsigned long long)burst / 1000, (unsigned long long)burst % 1000 / 100);
}

static void wire_summary(void)
{
	static const char *const allocs[] = {"single", "bulk", "recycle"};
	static const unsigned batches[] = {8, 64, 128};

	env_print("#\n# Forwarding over the rings of a real card: ticks%s%s\n"
		  "#   %-8s%8s%15s%14s%12s\n",
		  env_emulator()[0] ? " under " : "", env_emulator(), "pages", "batch", "in all",
		  "for its page", "a burst");
	for (unsigned b = 0; b < ARRAY_SIZE(batches); b++)
		for (unsigned a = 0; a < ARRAY_SIZE(allocs); a++)
			wire_row_print(allocs[a], batches[b]);
}

/* Asked for each row; the cards are tried once. */
static const char *wire_unavailable(const struct bench_variant *v)
{
	static const char *why;
	static bool asked;

	(void)v;
	if (nr_free_pages() < 2 * ROUTE_TABLE_LEN / PAGE_SIZE)
		return "too little memory";
	if (!asked) {
		why = wire_open(&wire);
		if (!why)
			wire_close();
	}
	asked = true;
	return why;
}

static const struct bench_group group_wire = {"wire", wire_setup, wire_teardown, wire_summary};

BENCH(packet_forward_wire) = {
	.name = "PacketForward",
	.operation = "one packet out of a real card's ring, checked, routed, into its other ring, "
		     "and its "
		     "page replaced",
	.baseline = "alloc=single; alloc=recycle, which uses its pages again",
	.group = &group_wire,
	.variants = forwards,
	.nr_variants = ARRAY_SIZE(forwards),
	.passes = 1,
	.run = forward_run,
	.unavailable = wire_unavailable,
};
