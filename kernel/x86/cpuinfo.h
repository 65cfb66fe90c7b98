// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/x86/cpuid_logic.h"

/* Print what the CPU is, as `key: value` lines of the report's head. After exceptions_init(). */
void cpuinfo_print(void);

/* This CPU's CPUID. */
const struct cpuid_source *cpuinfo_source(void);
