// SPDX-License-Identifier: MIT
/*
 * RpcReceive: a server of remote procedure calls, as Sun RPC does it, keeps an array of 256 pages
 * to receive into. Each request takes as many as it needs off the front, and the array is filled up
 * again for the next: slots at the front are NULL, those behind still have their page.
 *
 * Requests take 1 to 256 pages, uniformly. What is timed is filling up, for each page filled, and
 * apart from that giving back the pages of the request.
 */
#include "apps/mmbench/claim.h"
#include "apps/mmbench/pool.h"

enum { SLOTS = 256, REQUESTS = 256, SEED = 20210225 };

enum { SINGLE, BULK };

static const struct bench_variant ways[] = {{"alloc=single", SINGLE, false},
					    {"alloc=bulk", BULK, false}};

static struct page *slots[SLOTS];
static struct page *taken[SLOTS];

static uint32_t request_pages(uint64_t *random)
{
	*random = *random * 6364136223846793005ull + 1442695040888963407ull;
	return 1 + (uint32_t)(*random >> 33) % SLOTS;
}

/* As it was done before Linux 5.13: look for the empty slots, and get a page for each. */
static bool fill_single(void)
{
	for (unsigned i = 0; i < SLOTS; i++)
		if (!slots[i] && !(slots[i] = alloc_page(GFP_KERNEL)))
			return false;
	return true;
}

static bool fill(const struct bench_variant *v)
{
	if (v->value == SINGLE)
		return fill_single();
	return alloc_pages_bulk_array(GFP_KERNEL, SLOTS, slots) == SLOTS;
}

static void give(const struct bench_variant *v, uint32_t nr)
{
	if (v->value == BULK) {
		free_pages_bulk(nr, taken);
		return;
	}
	for (uint32_t i = 0; i < nr; i++)
		__free_pages(taken[i], 0);
}

/* Take the first nr pages; the others stay where they are. */
static void request_take(uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		taken[i] = slots[i];
		slots[i] = NULL;
	}
}

static uint64_t give_time(const struct bench_variant *v, uint32_t nr, const struct bench_sample *s)
{
	uint64_t begin = env_clock_begin(), ticks;

	give(v, nr);
	ticks = env_clock_end() - begin;
	return ticks > s->clock_cost ? ticks - s->clock_cost : 0;
}

static void receive_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t random = SEED, given = 0, free_before, nr_pages = 0;

	pool_settle();
	free_before = nr_free_pages();
	if (!fill(v))
		s->failure = "memory has run out";
	for (unsigned i = 0; i < REQUESTS && !s->failure; i++) {
		uint32_t nr = request_pages(&random);

		request_take(nr);
		given += give_time(v, nr, s);
		nr_pages += nr;
		bench_begin(s);
		if (!fill(v))
			s->failure = "memory has run out";
		bench_end(s, nr, 0);
		if (!s->failure && !pool_verify(slots, SLOTS, 0))
			s->failure = "the array does not hold that many different pages";
	}
	free_pages_bulk(SLOTS, slots);
	pool_settle();
	if (!s->failure && nr_free_pages() != free_before)
		s->failure = "not as many pages are free as before";
	bench_say(s, "free-cycles/op", nr_pages ? given * 1000 / nr_pages : 0);
}

static void receive_summary(void)
{
	env_print("#\n# Requests of 1 to %d pages, uniformly, seed %d\n", SLOTS, SEED);
	claim_rows("L2", "filling up the array of an RPC server is cheaper in bulk than one by one",
		   "RpcReceive/alloc=bulk", "RpcReceive/alloc=single");
}

static const struct bench_group group_rpc = {"rpc", pool_fresh_setup, pool_fresh_teardown,
					     receive_summary};

BENCH(rpc_receive) = {.name = "RpcReceive",
		      .operation = "one page that fills an empty slot of a server's array",
		      .baseline = "alloc=single: alloc_page() for each empty slot",
		      .group = &group_rpc,
		      .variants = ways,
		      .nr_variants = ARRAY_SIZE(ways),
		      .passes = 1,
		      .run = receive_run};
