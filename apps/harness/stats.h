// SPDX-License-Identifier: MIT
/*
 * Statistics of repeated measurements, in integers: values are hundredths of a unit.
 */
#pragma once

#include "mm/types.h"

struct stats {
	uint64_t min, median, mean, sd, p99, p999, max;
	uint64_t low, high; /* half of the values lie between: the quartiles */
};

/*
 * Sorts values[0..nr) and fills *stats. The median of an even number is the mean of the middle two;
 * sd is that of a sample (divided by nr - 1), 0 for one value; p99 is the smallest value that 99 %
 * do not exceed, p999 the same for 99.9 %. nr is 1 to 4096; values below 2^51.
 */
void stats_compute(struct stats *stats, uint64_t *values, uint32_t nr);

/* Integer square root, rounded down. */
uint64_t stats_sqrt(uint64_t x);
