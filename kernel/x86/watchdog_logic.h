// SPDX-License-Identifier: MIT
/*
 * What a watchdog needs of the chipset: a timer of the HPET and an input of an I/O APIC that it can
 * be led to.
 */
#pragma once

#include "kernel/x86/acpi_logic.h"

/* An I/O APIC out of table "APIC" (ACPI 6.5, 5.2.12.3). */
struct ioapic {
	phys_addr_t phys;
	uint32_t first; /* number of its first input, in all of them */
};

/* Find the one that has input `gsi`, the nearest below it. False: there is none. */
bool ioapic_find(const struct acpi_table *madt, uint32_t gsi, struct ioapic *ioapic);

#define HPET_NO_INPUT (~0u)

/*
 * The input to lead a timer to, of those that `routes`, the upper half of its configuration,
 * allows: one that no ISA device has by default, else one that no timer does. HPET_NO_INPUT: none.
 */
unsigned hpet_input(uint32_t routes);

/*
 * Ticks until the timer is to fire: `seconds`, but no more than a quarter of the counter's turn, so
 * that of 32 bits too what is ahead can be told from what has passed. period_fs: of a tick, in
 * femtoseconds, not 0.
 */
uint64_t hpet_ticks(uint64_t seconds, uint32_t period_fs, bool is_64bit);
