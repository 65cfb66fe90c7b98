// SPDX-License-Identifier: MIT
/*
 * The PC's clocks, for kernel/time_logic.h.
 */
#pragma once

#include "kernel/time_logic.h"

/* Find HPET and PM timer by the ACPI tables, start what must be started, fill *hw. */
void clock_hw_init(struct clock_hw *hw);

/* Put back what clock_hw_init() changed. */
void clock_hw_done(void);
