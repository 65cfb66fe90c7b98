// SPDX-License-Identifier: MIT
/*
 * Serial ports as consoles: 16550s at ports, in memory, on PCI cards, and where ACPI's table SPCR
 * says that there is one. Without `console=` COM1 is used, the first PCI one and SPCR's; with it
 * those that it names.
 */
#pragma once

/* COM1, before the command line is known, so that its faults can be told. */
void serial_init(void);

/* After the command line: COM1 at its speed, and the others that need neither PCI nor ACPI. */
void serial_choose(void);

/* After PCI and ACPI: the rest. Says which of those wanted are not there. */
void serial_init_late(void);
