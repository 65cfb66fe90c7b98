// SPDX-License-Identifier: MIT
/*
 * ACPI's table SPCR: the serial port that the firmware itself talks to (Microsoft, Serial Port
 * Console Redirection Table, revisions 1 to 4).
 */
#pragma once

#include "kernel/x86/acpi_logic.h"

struct acpi_spcr {
	bool is_port;	 /* at an I/O port, else in memory */
	uint64_t addr;	 /* of the first register */
	unsigned stride; /* bytes from one register to the next in memory: 1 or 4 */
	unsigned baud;	 /* 0: as the firmware left it */
};

/*
 * Read the table. 0, or -ENODEV with *why: another kind of port than a 16550, or one that cannot be
 * reached.
 */
int acpi_spcr(const struct acpi_table *table, struct acpi_spcr *spcr, const char **why);
