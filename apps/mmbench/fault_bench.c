// SPDX-License-Identifier: MIT
/*
 * How long the first touch of a page takes: each by itself, so that the worst is seen. Zeroing is
 * taken off, and what reading the clock costs.
 */
#include "apps/harness/stats.h"
#include "apps/mmbench/space.h"

enum { LATENCY_LEN = 16 << 20, LATENCY_PAGES = LATENCY_LEN / 4096 };

static const struct bench_variant policies[] = {
	{"policy=range", MM_RANGE, false},
	{"policy=superlock", MM_SUPERLOCK, false},
	{"policy=demand", MM_DEMAND, false},
	{"policy=overcommit", MM_OVERCOMMIT, false},
};

static uint64_t latencies[LATENCY_PAGES];

/* All latencies of a run by policy: four buckets to each doubling. */
enum { BUCKETS = 4 * 40 };

static uint32_t counts[NR_POLICIES][BUCKETS];

static unsigned bucket_of(uint64_t ticks)
{
	unsigned doubling = ticks < 4 ? 0 : 61 - (unsigned)__builtin_clzll(ticks);
	unsigned i = 4 * doubling + (unsigned)(ticks >> doubling);

	return i < BUCKETS ? i : BUCKETS - 1;
}

/* The least that bucket i holds. */
static uint64_t bucket_start(unsigned i)
{
	return i < 8 ? i : (4ull + i % 4) << (i / 4 - 1);
}

static uint64_t touch_time(uint64_t at, struct bench_sample *s)
{
	uint64_t zero = env_zero_ticks();
	uint64_t begin = env_clock_begin();
	uint64_t ticks;

	*(volatile uint64_t *)at = at;
	ticks = env_clock_end() - begin;
	ticks -= env_zero_ticks() - zero;
	s->ticks += ticks;
	s->sections++;
	s->ops++;
	return ticks > s->clock_cost ? ticks - s->clock_cost : 0;
}

static void latency_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct vspace *space = space_make(row_policy(v), s);
	uint64_t start;
	struct stats stats;

	if (!space)
		return;
	start = space_map(space, LATENCY_LEN, s);
	if (!s->failure) {
		env_zero_clock(true);
		for (uint32_t i = 0; i < LATENCY_PAGES; i++)
			latencies[i] = touch_time(start + i * PAGE_SIZE, s);
		env_zero_clock(false);
		for (uint32_t i = 0; i < LATENCY_PAGES; i++)
			counts[row_policy(v)][bucket_of(latencies[i])]++;
		stats_compute(&stats, latencies, LATENCY_PAGES);
		bench_say(s, "p50-cycles/op", stats.median * 1000);
		bench_say(s, "p99-cycles/op", stats.p99 * 1000);
		bench_say(s, "max-cycles/op", stats.max * 1000);
		bench_say(s, "faults/op", space->nr_faults * 1000 / LATENCY_PAGES);
		if (!space_touched(start, LATENCY_LEN))
			s->failure = "a page does not hold what was stored";
		if (space->nr_faults != (row_policy(v) >= MM_DEMAND ? LATENCY_PAGES : 0))
			s->failure = "not as many page faults as the policy should take";
	}
	space_drop();
}

static const char *latency_unavailable(const struct bench_variant *v)
{
	(void)v;
	if (nr_free_pages() < 2 * LATENCY_PAGES)
		return "too little memory";
	return space_unavailable();
}

/* "lower count" for each bucket, and the next one's beginning where it is empty. */
static void distribution_print(unsigned policy)
{
	const char *between = ":";
	unsigned last = BUCKETS;

	env_print("# distribution FaultLatency/policy=%s/cpus=1",
		  mm_policy_name((enum mm_policy)policy));
	for (unsigned i = 0; i < BUCKETS; i++) {
		if (!counts[policy][i] && last + 1 != i)
			continue;
		env_print("%s %llu %u", between, (unsigned long long)bucket_start(i),
			  counts[policy][i]);
		between = ",";
		last = counts[policy][i] ? i : last;
	}
	env_print("\n");
}

static void latency_summary(void)
{
	env_print("#\n# First touches by ticks: each number and how many took as long or longer, "
		  "below the next\n");
	for (unsigned policy = 0; policy < NR_POLICIES; policy++)
		distribution_print(policy);
}

static const struct bench_group group_fault = {"mmap fault", pool_fresh_setup, pool_fresh_teardown,
					       latency_summary};

BENCH(fault_latency) = {.name = "FaultLatency",
			.operation = "the first store to a page, without zeroing",
			.baseline = "policy=range: a store that takes no fault",
			.group = &group_fault,
			.variants = policies,
			.nr_variants = ARRAY_SIZE(policies),
			.passes = 1,
			.run = latency_run,
			.unavailable = latency_unavailable};
