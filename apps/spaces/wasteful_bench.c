// SPDX-License-Identifier: MIT
/*
 * Where backing everything at mmap loses: a program that asks for 1 GiB, or half of what is free,
 * and uses 1 MiB of it.
 */
#include "apps/mmbench/claim.h"
#include "apps/mmbench/space.h"

enum { USED = 1 << 20 };

static const struct bench_variant policies[] = {
	{"policy=range", MM_RANGE, false},
	{"policy=superlock", MM_SUPERLOCK, false},
	{"policy=demand", MM_DEMAND, false},
	{"policy=overcommit", MM_OVERCOMMIT, false},
};

static uint64_t asked; /* bytes; the same for all policies of a run */

static void program_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t expected = (row_policy(v) >= MM_DEMAND ? USED : asked) / PAGE_SIZE;
	uint64_t used;
	char *start;

	bench_begin(s);
	start = env_space_map(asked, false);
	used = (uintptr_t)start + asked / 2;
	if (start)
		space_touch(used, USED);
	bench_end(s, 1, 0);
	if (!start)
		s->failure = "the memory could not be mapped";
	else if (!space_touched(used, USED))
		s->failure = "a page does not hold what was stored";
	else if (env_space_pages() != ~0ull && env_space_pages() != expected)
		s->failure = "not as many pages are mapped as the policy should";
}

static void wasteful_run(const struct bench_variant *v, struct bench_sample *s)
{
	pool_settle();
	if (!env_space_begin(row_policy(v))) {
		s->failure = "a space could not be had";
		return;
	}
	program_run(v, s);
	env_space_end();
}

static const char *wasteful_setup(void)
{
	uint64_t half = nr_free_pages() / 2 * PAGE_SIZE;

	asked = half < PUD_SIZE ? ALIGN_DOWN(half, PMD_SIZE) : PUD_SIZE;
	env_print("# Wasteful: asks for %llu MiB, uses %d\n", (unsigned long long)asked >> 20,
		  USED >> 20);
	return pool_fresh_setup();
}

static const char *wasteful_unavailable(const struct bench_variant *v)
{
	if (nr_free_pages() < 16 * USED / PAGE_SIZE)
		return "too little memory";
	return env_space_unavailable(row_policy(v));
}

static void wasteful_summary(void)
{
	env_print("#\n# A program that asks for %llu MiB and uses %d\n",
		  (unsigned long long)asked >> 20, USED >> 20);
	claim_rows("Q7", "asking for much and using little is dearer under range than on demand",
		   "Wasteful/policy=demand", "Wasteful/policy=range");
	claim_rows("Q7", "but cheaper under range than a page at a time", "Wasteful/policy=range",
		   "Wasteful/policy=superlock");
}

static const struct bench_group group_wasteful = {"wasteful", wasteful_setup, pool_fresh_teardown,
						  wasteful_summary};

BENCH(wasteful) = {
	.name = "Wasteful",
	.operation = "the program: mapping 1 GiB, or half of what is free, and using 1 MiB",
	.baseline = "policy=demand: only what is used is backed",
	.group = &group_wasteful,
	.variants = policies,
	.nr_variants = ARRAY_SIZE(policies),
	.passes = 1,
	.run = wasteful_run,
	.unavailable = wasteful_unavailable};
