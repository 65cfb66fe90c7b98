// SPDX-License-Identifier: MIT
/*
 * Time, from the TSC. Where nothing tells its frequency there are cycles and no nanoseconds.
 */
#pragma once

#include "mm/types.h"

/*
 * Find the TSC's frequency and what reading it costs. After paging_init() and acpi_init(). Takes
 * about 2 ms.
 */
void clock_init(void);

/* Print the line `clock: ...` of the report's head. */
void clock_print(void);

/* Hz, 0 while or if unknown. */
uint64_t clock_tsc_hz(void);

/* Cycles that two ordered reads take one after the other, the least seen. */
uint32_t clock_read_cost(void);

/* The TSC at kernel entry. */
uint64_t boot_entry_tsc(void);

/* Nanoseconds since kernel entry, 0 without a frequency. */
uint64_t clock_ns(void);

/* Cycles as nanoseconds, 0 without a frequency. */
uint64_t clock_cycles_to_ns(uint64_t cycles);

/*
 * For waits with a bound: the TSC in so many microseconds, and whether it has come. Without a
 * frequency a slow clock is assumed, so the wait may be longer, up to ten times.
 */
uint64_t clock_deadline(uint64_t us);
bool clock_passed(uint64_t deadline);

/* Wait at least so long; without a frequency by port reads of about a microsecond. */
void delay_us(uint64_t us);
