// SPDX-License-Identifier: MIT
/*
 * Starting the other CPUs.
 */
#pragma once

#include "mm/types.h"

/*
 * Read from the firmware's tables which CPUs there are. After acpi_init(), before memory is set up,
 * which must know how many there can be.
 */
void cpus_find(void);

/* CPUs that could come online: this one and those found, as the options allow. */
unsigned cpus_possible(void);

/*
 * A page of low memory that the startup code may have; RAM says the map ram[0..nr). 0: there is
 * none.
 */
phys_addr_t ap_page_find(const struct mem_range *ram, uint32_t nr);

/*
 * Start them, one after the other, through that page. A CPU that does not answer in AP_ANSWER_MS is
 * reported and left out. `alloc` gives zeroed memory, on whole pages with unmapped ones on both
 * sides, for stacks, or NULL; `free` takes it back. After clock_init(); prints the line `cpus:
 * ...`.
 */
void cpus_start(phys_addr_t page, void *(*alloc)(size_t len), void (*free)(const void *memory));

enum { AP_ANSWER_MS = 150 };
