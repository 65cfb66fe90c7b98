// SPDX-License-Identifier: MIT
/* Statistics in integers, against values worked out by hand. */
#include "apps/harness/stats.h"
#include "tests/harness/test.h"

static struct stats s;

#define STATS_ARE(min_, median_, mean_, sd_, p99_, max_)                                           \
	do {                                                                                       \
		CHECK_EQ(s.min, min_);                                                             \
		CHECK_EQ(s.median, median_);                                                       \
		CHECK_EQ(s.mean, mean_);                                                           \
		CHECK_EQ(s.sd, sd_);                                                               \
		CHECK_EQ(s.p99, p99_);                                                             \
		CHECK_EQ(s.max, max_);                                                             \
	} while (0)

TEST(one_value_is_all_of_them)
{
	uint64_t values[] = {700};

	stats_compute(&s, values, 1);
	STATS_ARE(700, 700, 700, 0, 700, 700);
}

/* sd of a sample: sqrt((50^2 + 50^2) / 1) = 70.7 */
TEST(two_values)
{
	uint64_t values[] = {300, 200};

	stats_compute(&s, values, 2);
	STATS_ARE(200, 250, 250, 70, 300, 300);
	CHECK(values[0] == 200 && values[1] == 300);
}

/* 2 4 4 4 5 5 7 9 in hundredths: mean 5, squares sum to 32, sd sqrt(32/7) = 2.138 */
TEST(eight_values_of_a_textbook)
{
	uint64_t values[] = {900, 200, 400, 500, 400, 700, 400, 500};

	stats_compute(&s, values, 8);
	STATS_ARE(200, 450, 500, 213, 900, 900);
}

/* 1..10: variance of a sample 82.5 / 9 */
TEST(ten_values_have_two_in_the_middle)
{
	uint64_t values[10];

	for (uint32_t i = 0; i < 10; i++)
		values[i] = 100 * ((i * 7) % 10 + 1);
	stats_compute(&s, values, 10);
	STATS_ARE(100, 550, 550, 302, 1000, 1000);
}

/* Of 100 values 99 % are 99, of 101 they are 100: one and one more may exceed p99. */
TEST(p99_is_the_smallest_that_99_percent_do_not_exceed)
{
	uint64_t values[101];

	for (uint32_t i = 0; i < 100; i++)
		values[i] = (i * 37 % 100) + 1;
	stats_compute(&s, values, 100);
	CHECK_EQ(s.p99, 99);
	CHECK_EQ(s.max, 100);
	for (uint32_t i = 0; i < 101; i++)
		values[i] = (i * 37 % 101) + 1;
	stats_compute(&s, values, 101);
	/* Variance of 1..n is n(n + 1)/12: 858.5, its root 29.3. */
	STATS_ARE(1, 51, 51, 29, 100, 101);
}

TEST(equal_values_have_no_deviation)
{
	uint64_t values[1000];

	for (uint32_t i = 0; i < 1000; i++)
		values[i] = 0x7fffffff;
	stats_compute(&s, values, 1000);
	STATS_ARE(0x7fffffff, 0x7fffffff, 0x7fffffff, 0, 0x7fffffff, 0x7fffffff);
}

/* 10^12 and 3 * 10^12: the deviation is sqrt(2) * 10^12, to 26 bits. */
TEST(large_values_do_not_overflow)
{
	uint64_t values[] = {3000000000000, 1000000000000};

	stats_compute(&s, values, 2);
	CHECK_EQ(s.mean, 2000000000000);
	CHECK(s.sd > 1414213000000 && s.sd < 1414214000000);
}

/* The mean is rounded to nearest: 0, 0, 1 is 0; 0, 1, 1 is 1. */
TEST(the_mean_is_rounded)
{
	uint64_t low[] = {0, 1, 0}, high[] = {1, 0, 1};

	stats_compute(&s, low, 3);
	CHECK_EQ(s.mean, 0);
	stats_compute(&s, high, 3);
	CHECK_EQ(s.mean, 1);
}

TEST(sorts_whatever_the_order)
{
	static uint64_t values[300];
	uint64_t seed = test_seed();
	uint64_t sum = 0, after = 0;

	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < 300; i++)
			sum += values[i] = test_random(&seed) % 1000;
		stats_compute(&s, values, 300);
		for (int i = 0; i < 300; i++) {
			CHECK(!i || values[i - 1] <= values[i]);
			after += values[i];
		}
		CHECK_EQ(after, sum);
		CHECK_EQ(s.min, values[0]);
		CHECK_EQ(s.max, values[299]);
		CHECK_EQ(s.median, (values[149] + values[150]) / 2);
		CHECK_EQ(s.p99, values[296]);
	}
}

TEST(square_roots_are_rounded_down)
{
	CHECK_EQ(stats_sqrt(0), 0);
	CHECK_EQ(stats_sqrt(1), 1);
	CHECK_EQ(stats_sqrt(3), 1);
	CHECK_EQ(stats_sqrt(4), 2);
	CHECK_EQ(stats_sqrt(99), 9);
	CHECK_EQ(stats_sqrt(100), 10);
	CHECK_EQ(stats_sqrt(~0ull), 0xffffffff);
	CHECK_EQ(stats_sqrt(0xfffffffe00000001), 0xffffffff);
	CHECK_EQ(stats_sqrt(0xfffffffe00000000), 0xfffffffe);
}

TEST(square_roots_of_many_numbers_are_roots)
{
	uint64_t seed = test_seed();

	for (int i = 0; i < 2000; i++) {
		uint64_t x = test_random(&seed) >> (i % 64);
		uint64_t root = stats_sqrt(x);

		CHECK(root * root <= x);
		CHECK(root == 0xffffffff || (root + 1) * (root + 1) > x);
	}
}
