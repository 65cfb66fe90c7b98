// SPDX-License-Identifier: MIT
#include "apps/harness/stats.h"

/* 2^12 squares of less fit into 64 bits. */
#define MOST_DEVIATION (1ull << 26)

uint64_t stats_sqrt(uint64_t x)
{
	uint64_t root = 0;

	for (uint64_t bit = 1ull << 31; bit; bit >>= 1)
		if ((root + bit) * (root + bit) <= x)
			root += bit;
	return root;
}

/* Insertion sort: samples are few and come nearly sorted. */
static void sort(uint64_t *values, uint32_t nr)
{
	for (uint32_t i = 1; i < nr; i++) {
		uint64_t value = values[i];
		uint32_t j = i;

		for (; j > 0 && values[j - 1] > value; j--)
			values[j] = values[j - 1];
		values[j] = value;
	}
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* Of sorted values. Large deviations lose their lowest bits, so that their squares can be added. */
static uint64_t deviation(const uint64_t *values, uint32_t nr, uint64_t mean)
{
	uint64_t low = distance(values[0], mean), high = distance(values[nr - 1], mean);
	uint64_t most = low > high ? low : high, squares = 0;
	unsigned shift = 0;

	while (most >> shift >= MOST_DEVIATION)
		shift++;
	for (uint32_t i = 0; i < nr; i++) {
		uint64_t off = distance(values[i], mean) >> shift;

		squares += off * off;
	}
	return nr > 1 ? stats_sqrt(squares / (nr - 1)) << shift : 0;
}

void stats_compute(struct stats *stats, uint64_t *values, uint32_t nr)
{
	uint64_t sum = 0;

	sort(values, nr);
	for (uint32_t i = 0; i < nr; i++)
		sum += values[i];
	stats->mean = (sum + nr / 2) / nr;
	stats->min = values[0];
	stats->max = values[nr - 1];
	stats->median = (values[(nr - 1) / 2] + values[nr / 2]) / 2;
	stats->low = values[(nr - 1) / 4];
	stats->high = values[nr - 1 - (nr - 1) / 4];
	stats->p99 = values[(nr * 99ull + 99) / 100 - 1];
	stats->p999 = values[(nr * 999ull + 999) / 1000 - 1];
	stats->sd = deviation(values, nr, stats->mean);
}
