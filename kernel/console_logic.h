// SPDX-License-Identifier: MIT
/*
 * What `console=` can name.
 *
 *	tty0                             the screen
 *	ttyS0 .. ttyS3[,SPEED]           COM1 to COM4
 *	uart,io,PORT[,SPEED]             a 16550 at a port, as Linux's earlycon has it
 *	uart,mmio,ADDRESS[,SPEED]        the same in memory, registers a byte apart
 *	uart,mmio32,ADDRESS[,SPEED]      four bytes apart
 *	pciserial[,BUS:DEVICE.FUNCTION][,SPEED]   class 0700; without numbers the first there is
 *	spcr                             what the ACPI table of that name says
 *
 * `uart8250` is the same as `uart`. SPEED divides 115200, and may have a format such as n8 behind
 *it. COM ports without one get 115200, the others keep what they have.
 */
#pragma once

#include "mm/types.h"

enum console_kind {
	CONSOLE_SCREEN,
	CONSOLE_IO,
	CONSOLE_MMIO8,
	CONSOLE_MMIO32,
	CONSOLE_PCI,
	CONSOLE_SPCR,
};

#define CONSOLE_ANY UINT64_MAX /* of PCI serial ports: the first there is */

struct console_spec {
	enum console_kind kind;
	uint64_t addr; /* port or physical address; bus << 8 | device << 3 | function */
	unsigned baud; /* 0: keep the speed that it has */
	char name[40]; /* as given, without the speed */
};

/* I/O port of COM1 (0) to COM4 (3). */
uint16_t console_com_port(unsigned com);

/* Read the value of `console=`. NULL, or what is wrong with it, as words. */
const char *console_spec_parse(const char *text, struct console_spec *spec);
