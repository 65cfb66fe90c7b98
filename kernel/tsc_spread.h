// SPDX-License-Identifier: MIT
#pragma once

/*
 * Measure how far the TSCs of the CPUs lie apart, and print the line `tsc-spread: ...` of the
 * report's head, if more than one CPU runs. After the CPUs are started, outside of smp_run(). Takes
 * less than 20 ms, and some 100 ms where many CPUs are slow to come; those for which no time is
 * left are counted.
 */
void tsc_spread_print(void);
