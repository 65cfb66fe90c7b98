// SPDX-License-Identifier: MIT
#include "kernel/x86/spcr_logic.h"

/* Offsets in the table, and what stands there. */
enum {
	SPCR_TYPE = 36,
	SPCR_ADDRESS = 40, /* generic address, 12 bytes */
	SPCR_BAUD = 58,
	SPCR_LEAST_LEN = 80,

	TYPE_16550 = 0,
	TYPE_16450 = 1,	       /* the same registers without a FIFO */
	TYPE_16550_GAS = 0x12, /* the address says how far registers are apart */

	GAS_SPACE = 0,
	GAS_WIDTH = 1,	/* bits of a register */
	GAS_ACCESS = 3, /* 1: bytes, 3: 4 bytes */
	GAS_ADDRESS = 4,
	SPACE_MEMORY = 0,
	SPACE_IO = 1,
};

static unsigned speed(uint8_t code)
{
	switch (code) {
	case 3:
		return 9600;
	case 4:
		return 19200;
	case 6:
		return 57600;
	case 7:
		return 115200;
	default:
		return 0;
	}
}

int acpi_spcr(const struct acpi_table *table, struct acpi_spcr *spcr, const char **why)
{
	const uint8_t *data = table->data;
	const uint8_t *gas = data + SPCR_ADDRESS;

	if (table->len < SPCR_LEAST_LEN) {
		*why = "the table is too short";
		return -ENODEV;
	}
	if (data[SPCR_TYPE] != TYPE_16550 && data[SPCR_TYPE] != TYPE_16450 &&
	    data[SPCR_TYPE] != TYPE_16550_GAS) {
		*why = "the port is no 16550";
		return -ENODEV;
	}
	spcr->addr = acpi_load64(gas + GAS_ADDRESS);
	spcr->is_port = gas[GAS_SPACE] == SPACE_IO;
	spcr->stride = gas[GAS_WIDTH] == 32 || gas[GAS_ACCESS] == 3 ? 4 : 1;
	spcr->baud = speed(data[SPCR_BAUD]);
	if (!spcr->addr) {
		*why = "the firmware has its console switched off";
		return -ENODEV;
	}
	if (gas[GAS_SPACE] != SPACE_IO && gas[GAS_SPACE] != SPACE_MEMORY) {
		*why = "the port is neither at an I/O port nor in memory";
		return -ENODEV;
	}
	if (spcr->is_port && spcr->addr > UINT16_MAX - 7) {
		*why = "the I/O port cannot be";
		return -ENODEV;
	}
	return 0;
}
