// SPDX-License-Identifier: MIT
/*
 * What must hold of anything read out of tables of ACPI, by other means than the readers have. Each
 * takes the table, what was read, and the error with its reason; NULL, or what is wrong.
 */
#pragma once

#include "kernel/x86/madt_logic.h"
#include "kernel/x86/srat_logic.h"
#include "mm/numa.h"

const char *acpi_check_madt(const struct acpi_table *table, uint32_t max_apic_id,
			    const struct madt *madt, int err, const char *why);
const char *acpi_check_slit(const struct acpi_table *table, const struct slit *slit, int err,
			    const char *why);
const char *acpi_check_srat(const struct acpi_table *table, const struct srat *srat, int err,
			    const char *why);

/* The nodes of this RAM that an SRAT and an SLIT make, as numa_map_build(). */
int acpi_nodes_build(const struct srat *srat, const struct slit *slit, const struct memmap *ram,
		     struct numa_map *numa, const char **why);

/* page: one of each range to be looked at, as a remainder. */
const char *acpi_check_nodes(const struct numa_map *numa, const struct memmap *ram,
			     const struct srat *srat, const struct slit *slit, uint32_t page,
			     int err);
