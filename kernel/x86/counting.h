// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

/* Does the TSC go forward by exactly one an instruction, as under an emulator's instruction count?
 */
bool tsc_counts_instructions(void);

/* Does software, QEMU's TCG, play this CPU, so that ticks are none of a CPU's? */
bool cpu_is_emulated(void);
