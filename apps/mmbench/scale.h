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
 * alone; and the locks taken and waited for, which are counts. Nothing is said where one CPU runs;
 * an emulator's ticks are shown, not judged.
 */
void scale_claim(const char *what, const char *row);
