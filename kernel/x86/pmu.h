// SPDX-License-Identifier: MIT
/*
 * The CPU's own count of page walks for loads, where it has one that works.
 */
#pragma once

#include "mm/types.h"

/* Look for the counter, see whether it counts, and say so in the head. Once, after the IDT. */
void pmu_init(void);

/* Count from 0 on. False: there is no counter. */
bool pmu_walks_begin(void);

/* Stop; page walks since pmu_walks_begin(), which returned true. */
uint64_t pmu_walks_end(void);
