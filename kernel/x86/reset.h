// SPDX-License-Identifier: MIT
/*
 * Off, and on again.
 */
#pragma once

#include <stdbool.h>

/*
 * Find out how, from ACPI's tables, and map what is needed, so that nothing has to be found when
 * something is wrong. After acpi_init(). Without it reset_machine() works too.
 */
void power_init(void);

/* Can the machine be switched off? */
bool power_can_off(void);

/* Switch it off. Returns if it cannot be, or is not within a second. */
void power_off(void);

/* Restart the machine, by whichever way it has. */
void reset_machine(void) __attribute__((noreturn));

/* Shut this CPU down by a fault that has no handler; most machines restart. */
void triple_fault(void) __attribute__((noreturn));
