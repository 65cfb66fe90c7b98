// SPDX-License-Identifier: MIT
/* Seam 2 on Linux, inline half. */
#pragma once

#include "mm/types.h"

/* Order of the fences: Intel SDM vol. 2, RDTSC and RDTSCP. */
static inline uint64_t env_clock_begin(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence; rdtsc" : "=a"(low), "=d"(high)::"memory");
	return (uint64_t)high << 32 | low;
}

static inline uint64_t env_clock_end(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtscp; lfence" : "=a"(low), "=d"(high)::"ecx", "memory");
	return (uint64_t)high << 32 | low;
}

static inline void env_relax(void)
{
	__asm__ volatile("pause");
}
