// SPDX-License-Identifier: MIT
#include "apps/harness/stats.h"

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

void stats_compute(struct stats *stats, uint64_t *values, uint32_t nr)
{
	uint64_t sum = 0;
	uint64_t squares = 0;

	sort(values, nr);
	for (uint32_t i = 0; i < nr; i++)
		sum += values[i];
	stats->mean = (sum + nr / 2) / nr;
	for (uint32_t i = 0; i < nr; i++) {
		uint64_t mean = stats->mean;
		uint64_t off = values[i] > mean ? values[i] - mean : mean - values[i];

		squares += off * off;
	}
	stats->min = values[0];
	stats->max = values[nr - 1];
	stats->median = (values[(nr - 1) / 2] + values[nr / 2]) / 2;
	stats->p99 = values[(nr * 99ull + 99) / 100 - 1];
	stats->sd = nr > 1 ? stats_sqrt(squares / (nr - 1)) : 0;
}
