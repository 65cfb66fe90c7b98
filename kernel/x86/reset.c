// SPDX-License-Identifier: MIT
#include "kernel/x86/cpu.h"
#include "kernel/x86/reset.h"

#define PORT_RESET_CONTROL 0xcf9 /* PCI chipsets: bit 1 kind, bit 2 do it */
#define PORT_KBC_COMMAND   0x64
#define KBC_INPUT_FULL	   0x02
#define KBC_PULSE_RESET	   0xfe

/* Port reads, about a microsecond each. */
#define PAUSE_READS 50000

static void pause_reads(void)
{
	for (int i = 0; i < PAUSE_READS; i++)
		in8(0x80);
}

void triple_fault(void)
{
	static const struct {
		uint16_t limit;
		uint64_t base;
	} __attribute__((packed)) no_idt;

	__asm__ volatile("lidt %0; int3" : : "m"(no_idt));
	cpu_halt();
}

void reset_machine(void)
{
	out8(PORT_RESET_CONTROL, 0x02);
	out8(PORT_RESET_CONTROL, 0x06);
	pause_reads();
	for (int i = 0; i < PAUSE_READS && (in8(PORT_KBC_COMMAND) & KBC_INPUT_FULL); i++)
		;
	out8(PORT_KBC_COMMAND, KBC_PULSE_RESET);
	pause_reads();
	triple_fault();
}
