// SPDX-License-Identifier: MIT
/* What the runner and the tables share. */
#pragma once

#include "apps/harness/bench.h"

struct bench_row {
	const struct bench *bench;
	const struct bench_variant *variant;
	char name[96]; /* in full, without "Benchmark" */
	unsigned cpus;
	bool selected;
	bool failed;
	uint32_t nr_samples;
	uint64_t *samples;		  /* hundredths of a tick for one operation */
	const char *units[BENCH_FIGURES]; /* of further figures */
	uint64_t *figures[BENCH_FIGURES]; /* their samples, thousandths */
	uint64_t median;		  /* of them, once report_print() has seen them */
};

/*
 * Print the tables of all rows that have samples, then the groups' summaries; sorts the samples.
 * Then calls what bench_at_end() was given.
 */
void report_print(struct bench_row *rows, uint32_t nr_rows);
