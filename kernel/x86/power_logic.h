// SPDX-License-Identifier: MIT
/*
 * How ACPI switches a machine off and restarts it: registers that the FADT names, and the value of
 * the object \_S5 in the DSDT or an SSDT. That is looked for by its name; no AML is interpreted.
 */
#pragma once

#include "kernel/x86/acpi_logic.h"

/* A register (generic address, ACPI 6.5, 5.2.3.2); addr 0: there is none. */
struct acpi_register {
	uint64_t addr;
	uint8_t space; /* enum acpi_space */
	uint8_t width; /* bits; what is written is a byte or, for PM1 control, two */
};

enum acpi_space { ACPI_MEMORY = 0, ACPI_IO = 1, ACPI_PCI_CONFIG = 2 };

struct acpi_power {
	struct acpi_register reset;
	uint8_t reset_value;

	struct acpi_register pm1a, pm1b; /* control registers, 16 bits */
	uint16_t smi_command;		 /* I/O port, 0: ACPI mode needs no asking for */
	uint8_t acpi_enable;		 /* what to write there */
	struct acpi_register sleep;	 /* of machines with reduced hardware, in place of PM1 */
};

/* Values for SLP_TYP that mean off. */
struct acpi_s5 {
	uint8_t type_a, type_b;
};

/* Out of table "FACP". Registers that make no sense count as absent. */
void acpi_power(const struct acpi_table *fadt, struct acpi_power *power);

/* Physical address of the DSDT, 0: none. */
phys_addr_t acpi_dsdt(const struct acpi_table *fadt);

/* Look for \_S5 in a table of AML. False: it is not there, or not a package of numbers. */
bool acpi_s5_find(const struct acpi_table *aml, struct acpi_s5 *s5);
