// SPDX-License-Identifier: MIT
/*
 * Which CPUs and which memory are near each other: ACPI's tables "SRAT", which sorts them into
 * proximity domains, and "SLIT", which says how far the domains are apart.
 *
 * Nothing may be sized from the addresses of an SRAT: it lists room for memory that is not there,
 * up to 2^52 (case O04). Whether ranges of different domains overlap is for numa_map_build() to
 * find (mm/numa.h).
 */
#pragma once

#include "kernel/x86/acpi_logic.h"

#define SRAT_MAX_MEM  512
#define SRAT_MAX_CPUS 512

/* Never empty; as the table gives it, not cut to pages. */
struct srat_mem {
	phys_addr_t start, end;
	uint32_t pxm;
	bool hotplug;	  /* need not be there */
	bool nonvolatile; /* survives power off: no RAM for us */
};

struct srat_cpu {
	uint32_t apic_id;
	uint32_t pxm;
};

struct srat {
	uint32_t nr_mem, nr_cpus;
	struct srat_mem mem[SRAT_MAX_MEM];  /* in the table's order */
	struct srat_cpu cpu[SRAT_MAX_CPUS]; /* in the table's order, no APIC id twice */
	uint32_t good_len;		    /* bytes of the table that were read without a fault */

	/* Entries of CPUs and memory, and of these by reason; nr_mem + nr_cpus is the rest. */
	uint32_t nr_entries;
	uint32_t nr_disabled;
	uint32_t nr_ignored;   /* memory of no length, or whose end wraps */
	uint32_t nr_duplicate; /* CPUs listed before: the first counts */
	uint32_t nr_dropped;   /* no room */

	uint32_t nr_conflicts; /* of the duplicates: another domain than the first time */
};

/*
 * Read table "SRAT". Entries of other kinds (interrupt controllers of Arm, devices) are skipped.
 * 0, or -EINVAL with *why if the table is broken: then *srat holds what came before.
 */
int srat_parse(const struct acpi_table *table, struct srat *srat, const char **why);

/* The domain of a CPU. 0, or -ENOENT: the table does not list it. */
int srat_cpu_domain(const struct srat *srat, uint32_t apic_id, uint32_t *pxm);

#define SLIT_LOCAL  10 /* distance of a domain from itself */
#define SLIT_REMOTE 20 /* from another one, if nothing is known */

struct slit {
	uint64_t nr;	       /* domains 0 .. nr-1 */
	const uint8_t *matrix; /* nr * nr bytes of the table, row by row: from, to */
};

/*
 * Verify table "SLIT": it is as long as it says, all domains are SLIT_LOCAL from themselves and no
 * nearer to others. 0, or -EINVAL with *why and an empty *slit.
 */
int slit_parse(const struct acpi_table *table, struct slit *slit, const char **why);

/* The distance between two domains; SLIT_LOCAL or SLIT_REMOTE if the table leaves one out. */
uint8_t slit_distance(const struct slit *slit, uint32_t from, uint32_t to);
