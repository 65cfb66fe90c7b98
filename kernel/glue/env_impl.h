// SPDX-License-Identifier: MIT
/* Seam 2 on the machine, inline half. */
#pragma once

#include "kernel/x86/cpu.h"

/* One form for every CPU: RDTSCP saves nothing over RDTSC between fences, and qemu64 lacks it. */
static inline uint64_t env_clock_begin(void)
{
	return rdtsc_ordered();
}

static inline uint64_t env_clock_end(void)
{
	return rdtsc_ordered();
}

static inline void env_relax(void)
{
	cpu_relax();
}
