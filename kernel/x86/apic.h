// SPDX-License-Identifier: MIT
/*
 * The local APIC: the sender and receiver of interrupts that each CPU has.
 */
#pragma once

#include "mm/types.h"

/*
 * Choose how to reach it, as firmware left it and `nox2apic` says, and reach it. On the boot CPU,
 * before anything below. False: it has none, or it is switched off.
 */
bool apic_find(void);

/* Let this CPU send and receive; its APIC id becomes known (struct cpu). */
void apic_init_cpu(void);

/* The highest id that can be sent to. */
uint32_t apic_max_id(void);

/* Send to one CPU. 0, -EINVAL: no such id, -ETIMEDOUT: the APIC does not get rid of it. */
int apic_send_nmi(uint32_t id);
int apic_send_fixed(uint32_t id, unsigned vector);

/* INIT and twice STARTUP: the CPU begins in real mode at `page`, below 1 MiB. Takes 10 ms. */
int apic_start_cpu(uint32_t id, phys_addr_t page);

/* Of the interrupt that this CPU handles. */
void apic_end_of_interrupt(void);
