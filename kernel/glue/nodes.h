// SPDX-License-Identifier: MIT
/*
 * Which memory and which CPUs are near each other, by ACPI's SRAT and SLIT and the option `numa=`.
 */
#pragma once

#include "mm/numa.h"

/* The nodes of all RAM in the map. After acpi_init(). */
struct numa_map *nodes_find(const struct memmap *map);

/* The node of a CPU, by number and APIC id; node 0 if nothing tells. After nodes_find(). */
int nodes_of_cpu(unsigned cpu, uint32_t apic_id);
