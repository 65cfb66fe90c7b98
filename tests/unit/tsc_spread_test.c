// SPDX-License-Identifier: MIT
#include "kernel/tsc_spread_logic.h"
#include "tests/harness/test.h"

#define START 0xffffffffffffff00ull /* the TSC of this CPU; it wraps on the way */

/*
 * `rounds` of a CPU whose TSC is ahead by `offset`, each way of the question and of the answer
 * taking 20 to 120 ticks.
 */
static struct tsc_bracket measure(int64_t offset, unsigned rounds)
{
	struct tsc_bracket b = tsc_bracket_begin();
	uint64_t now = START, seed = test_seed();

	while (rounds--) {
		uint64_t there = now + 20 + test_random(&seed) % 101;
		uint64_t after = there + 20 + test_random(&seed) % 101;

		tsc_bracket_add(&b, now, there + (uint64_t)offset, after);
		now = after + 5;
	}
	return b;
}

TEST(a_bracket_holds_the_offset_and_becomes_narrow)
{
	static const int64_t offsets[] = {0, 1, -1, 1000, -1000, 1ll << 62, -(1ll << 62)};

	for (unsigned i = 0; i < ARRAY_SIZE(offsets); i++) {
		struct tsc_bracket one = measure(offsets[i], 1), many = measure(offsets[i], 100);

		CHECK(one.low <= offsets[i] && offsets[i] <= one.high);
		CHECK(many.low <= offsets[i] && offsets[i] <= many.high);
		CHECK(many.low >= one.low && many.high <= one.high);
		CHECK(many.high - many.low >= 40 && many.high - many.low <= 60);
	}
}

static struct tsc_spread spread_of(const int64_t *offsets, unsigned nr)
{
	struct tsc_spread s = tsc_spread_begin();

	for (unsigned i = 0; i < nr; i++)
		tsc_spread_add(&s, measure(offsets[i], 100));
	return s;
}

TEST(a_spread_is_that_of_the_first_and_the_last)
{
	static const int64_t none[] = {0, 0, 0}, ahead[] = {500, 900}, behind[] = {-700},
			     both[] = {500, -300, 20};
	static const struct {
		const int64_t *offsets;
		unsigned nr;
		uint64_t spread;
	} cases[] = {{none, 3, 0}, {ahead, 2, 900}, {behind, 1, 700}, {both, 3, 800}, {none, 0, 0}};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		struct tsc_spread s = spread_of(cases[i].offsets, cases[i].nr);

		CHECK_EQ(s.nr_cpus, cases[i].nr + 1);
		CHECK_EQ(s.nr_unsteady, 0);
		CHECK(tsc_spread_least(&s) <= cases[i].spread);
		CHECK(tsc_spread_least(&s) + 100 >= cases[i].spread);
		CHECK(tsc_spread_most(&s) >= cases[i].spread);
		CHECK(tsc_spread_most(&s) <= cases[i].spread + 100);
	}
}

TEST(a_tsc_that_jumps_is_told)
{
	struct tsc_bracket b = measure(0, 10);
	struct tsc_spread s = tsc_spread_begin();

	tsc_bracket_add(&b, START, START + 5000, START + 100);
	tsc_spread_add(&s, b);
	CHECK_EQ(s.nr_unsteady, 1);
	CHECK(tsc_spread_most(&s) >= 4900);
}
