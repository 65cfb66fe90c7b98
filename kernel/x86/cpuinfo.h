// SPDX-License-Identifier: MIT
#pragma once

/* Print what the CPU is, as `key: value` lines of the report's head. After exceptions_init(). */
void cpuinfo_print(void);
