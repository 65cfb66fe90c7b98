// SPDX-License-Identifier: MIT
/*
 * What the benchmarks on several CPUs share.
 */
#pragma once

#include "apps/harness/bench.h"

/* A figure's worth of one operation on 1, 2, 4 ... CPUs: "# ... cost, speed-up, locks, waits". */
void scale_table(const char *title, const char *const rows[], unsigned nr_rows);

/*
 * Claim Q6 for a row: on all CPUs an operation costs each of them less than twice what it costs one
 * alone. Nothing is said where one CPU runs.
 */
void scale_claim(const char *what, const char *row);
