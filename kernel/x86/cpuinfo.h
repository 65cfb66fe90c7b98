// SPDX-License-Identifier: MIT
#pragma once

/* Print what the CPU is, as `key: value` lines of the report's head. After exceptions_init(). */
void cpuinfo_print(void);

/*
 * System management interrupts since reset (MSR 0x34), on Intel hardware; -1 where they cannot be
 * counted. The difference over a run tells how often the firmware took the machine away.
 */
long cpu_smi_count(void);
