// SPDX-License-Identifier: MIT
/*
 * ScalePacketForward: as many routers as CPUs, each with a card and a ring of its own, one table of
 * routes and one allocator for all. What a packet costs each of them.
 */
#include "apps/mmbench/pool.h"
#include "apps/mmbench/scale.h"
#include "apps/packet/router.h"
#include "apps/packet/supply.h"

enum { PACKETS = 4096, BATCH = 64 };

static struct route_table table;
static struct traffic *traffic;
static struct router *routers;
static size_t routers_len;

static void drop(void)
{
	supply_routes_drop(&table, ENV_LEAF_HUGE);
	traffic = supply_traffic_drop(traffic);
	if (routers)
		env_free(routers, routers_len);
	routers = NULL;
}

static bool make(void)
{
	routers_len = env_nr_cpus() * sizeof(routers[0]);
	routers = env_alloc(routers_len);
	traffic = supply_traffic(0);
	return supply_routes(&table, ENV_LEAF_HUGE) && traffic && routers;
}

static const char *setup(void)
{
	const char *why = make() ? pool_fresh_setup() : "no memory for the routers";

	if (why)
		drop();
	return why;
}

static void teardown(void)
{
	pool_fresh_teardown();
	drop();
}

static void route(struct bench_share *share, unsigned cpu)
{
	struct router *r = &routers[cpu];
	struct bench_sample *s = &share->sample;

	router_begin(r, &table, traffic, REFILL_BULK, BATCH, s);
	bench_share_count(share);
	for (uint32_t i = 0; i < PACKETS && !s->failure; i += BATCH)
		router_batch(r, BATCH, s);
	bench_share_counted(share);
	router_end(r, PACKETS, s);
}

static void route_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t free_before;

	(void)v;
	pool_settle();
	free_before = nr_free_pages();
	bench_on_cpus(s, route);
	pool_settle();
	if (!s->failure && nr_free_pages() != free_before)
		s->failure = "buffers are lost, or there are too many";
}

static const char *unavailable(const struct bench_variant *v)
{
	(void)v;
	return nr_free_pages() < 2 * ROUTE_TABLE_LEN / PAGE_SIZE ? "too little memory" : NULL;
}

static void summary(void)
{
	static const char *const rows[] = {"ScalePacketForward/alloc=bulk/batch=64"};

	scale_table("Packets", rows, ARRAY_SIZE(rows));
	scale_claim("forwarding a packet", rows[0]);
}

static const struct bench_group group_scale_packet = {"scale packet", setup, teardown, summary};

static const struct bench_variant rows[] = {{"alloc=bulk/batch=64", BATCH, false}};

BENCH(scale_packet) = {.name = "ScalePacketForward",
		       .operation = "one packet forwarded, and its page replaced, on each CPU",
		       .baseline = "the same on one CPU",
		       .group = &group_scale_packet,
		       .variants = rows,
		       .nr_variants = ARRAY_SIZE(rows),
		       .scales = true,
		       .passes = 1,
		       .run = route_run,
		       .unavailable = unavailable};
