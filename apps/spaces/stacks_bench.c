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

static uint64_t stacks[STACKS];

static bool is_lazy(const struct bench_variant *v)
{
	return v->value & LAZY;
}

/* The highest pages, as a stack grows down. */
static uint64_t used_start(unsigned i)
{
	return stacks[i] + STACK_LEN - USED;
}

static void stacks_make(struct vspace *space, unsigned flags, struct bench_sample *s)
{
	for (unsigned i = 0; i < STACKS; i++) {
		if (mm_mmap(space, 0, STACK_LEN, PROT_READ | PROT_WRITE,
			    MAP_ANON | MAP_PRIVATE | flags, &stacks[i])) {
			s->failure = "a stack could not be had";
			return;
		}
		space_touch(used_start(i), USED);
	}
}

static void stacks_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct vspace *space = space_make(row_policy(v), s);
	bool faults = is_lazy(v) || row_policy(v) >= MM_DEMAND;
	uint64_t pages = faults ? USED : STACK_LEN;

	if (!space)
		return;
	bench_begin(s);
	stacks_make(space, is_lazy(v) ? MAP_STACK : 0, s);
	bench_end(s, STACKS, 0);
	for (unsigned i = 0; i < STACKS && !s->failure; i++)
		if (!space_touched(used_start(i), USED))
			s->failure = "a page does not hold what was stored";
	if (!s->failure && space->nr_mapped != STACKS * pages / PAGE_SIZE)
		s->failure = "not as many pages are mapped as should be";
	space_drop();
}

static const char *stacks_unavailable(const struct bench_variant *v)
{
	(void)v;
	if (nr_free_pages() < 3ul * STACKS * STACK_LEN / PAGE_SIZE / 2)
		return "too little memory";
	return space_unavailable();
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
