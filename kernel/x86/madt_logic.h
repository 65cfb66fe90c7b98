// SPDX-License-Identifier: MIT
/*
 * The CPUs that ACPI's table "APIC" (MADT) lists. Firmware lists CPUs that are not there, and some
 * more than once (case O08): what comes out are candidates, each APIC id once. How many CPUs there
 * are is how many answer when started.
 */
#pragma once

#include "kernel/x86/acpi_logic.h"

#define MADT_MAX_CPUS 256

struct madt_cpu {
	uint32_t apic_id;
	uint32_t uid; /* what the rest of ACPI calls it */
};

struct madt {
	uint32_t nr_cpus;
	struct madt_cpu cpu[MADT_MAX_CPUS]; /* in the table's order, no APIC id twice */
	phys_addr_t lapic;		    /* registers of the local APICs */
	uint32_t good_len;		    /* bytes of the table that were read without a fault */

	/* Entries of CPUs, and of these by the first reason that applied; nr_cpus is the rest. */
	uint32_t nr_entries;
	uint32_t nr_disabled;
	uint32_t nr_beyond;    /* id above the highest that can be reached, or no CPU's */
	uint32_t nr_duplicate; /* id that was accepted before */
	uint32_t nr_dropped;   /* no room */

	uint32_t nr_online_capable; /* of the disabled: may be plugged in later */
};

/*
 * Read the CPUs out of table "APIC". Ids above max_apic_id are skipped, and the ids that address
 * all CPUs: 0xff in an entry of a local APIC, 0xffffffff in one of an x2APIC (Intel SDM 3A,
 * 11.6.2.1). 0, or -EINVAL with *why if the table is broken: then *madt holds what came before, and
 * the caller decides what that is worth.
 */
int madt_parse(const struct acpi_table *table, uint32_t max_apic_id, struct madt *madt,
	       const char **why);
