// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/x86/cpuid_logic.h"

/* Print what the CPU is, as `key: value` lines of the report's head. After exceptions_init(). */
void cpuinfo_print(void);

/*
 * Read an MSR that this CPU or its hypervisor may lack. False: it does. After exceptions_init(), on
 * a CPU that can catch exceptions.
 */
bool try_rdmsr(uint32_t msr, uint64_t *value);

/* This CPU's CPUID. */
const struct cpuid_source *cpuinfo_source(void);
