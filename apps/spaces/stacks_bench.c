// SPDX-License-Identifier: MIT
/*
 * Stacks of threads: 256 of 256 KiB, of which each uses two pages. Fully backed, or as MAP_STACK,
 * which is backed at the fault, and promised all the same where the policy promises.
 */
#include "apps/mmbench/claim.h"
#include "apps/mmbench/space.h"

enum { STACKS = 256, STACK_LEN = 256 << 10, USED = 2 * 4096, LAZY = 4 };

#define KIND_ROWS(policy_text, policy)                                                             \
	{"policy=" policy_text "/kind=full", (policy), false},                                     \
	{                                                                                          \
		"policy=" policy_text "/kind=lazy", (policy) | LAZY, false                         \
	}

static const struct bench_variant kinds[] = {
	KIND_ROWS("range", MM_RANGE), KIND_ROWS("superlock", MM_SUPERLOCK),
	KIND_ROWS("demand", MM_DEMAND), KIND_ROWS("overcommit", MM_OVERCOMMIT)};

static char *stacks[STACKS];

static bool is_lazy(const struct bench_variant *v)
{
	return v->value & LAZY;
}

/* The highest pages, as a stack grows down. */
static uint64_t used_start(unsigned i)
{
	return (uintptr_t)stacks[i] + STACK_LEN - USED;
}

static void stacks_make(bool lazy, struct bench_sample *s)
{
	for (unsigned i = 0; i < STACKS; i++) {
		stacks[i] = env_space_map(STACK_LEN, lazy);
		if (!stacks[i]) {
			s->failure = "a stack could not be had";
			return;
		}
		space_touch(used_start(i), USED);
	}
}

static void stacks_run(const struct bench_variant *v, struct bench_sample *s)
{
	bool faults = is_lazy(v) || row_policy(v) >= MM_DEMAND;
	uint64_t expected = STACKS * (faults ? USED : STACK_LEN) / PAGE_SIZE;

	pool_settle();
	if (!env_space_begin(row_policy(v))) {
		s->failure = "a space could not be had";
		return;
	}
	bench_begin(s);
	stacks_make(is_lazy(v), s);
	bench_end(s, STACKS, 0);
	for (unsigned i = 0; i < STACKS && !s->failure; i++)
		if (!space_touched(used_start(i), USED))
			s->failure = "a page does not hold what was stored";
	if (!s->failure && env_space_pages() != ~0ull && env_space_pages() != expected)
		s->failure = "not as many pages are mapped as should be";
	env_space_end();
}

static const char *stacks_unavailable(const struct bench_variant *v)
{
	if (nr_free_pages() < 3ul * STACKS * STACK_LEN / PAGE_SIZE / 2)
		return "too little memory";
	return env_space_unavailable(row_policy(v));
}

static void stacks_summary(void)
{
	env_print("#\n# %d stacks of %d KiB, two pages of each used\n", STACKS, STACK_LEN >> 10);
	claim_rows("Q8", "under range, stacks that are lazy again cost less than fully backed ones",
		   "Stacks/policy=range/kind=lazy", "Stacks/policy=range/kind=full");
}

static const struct bench_group group_stacks = {"stacks", pool_fresh_setup, pool_fresh_teardown,
						stacks_summary};

BENCH(stacks) = {.name = "Stacks",
		 .operation = "one stack of 256 KiB, made, and two pages of it used",
		 .baseline = "kind=full: backed as the policy backs any memory",
		 .group = &group_stacks,
		 .variants = kinds,
		 .nr_variants = ARRAY_SIZE(kinds),
		 .passes = 1,
		 .run = stacks_run,
		 .unavailable = stacks_unavailable};
