// SPDX-License-Identifier: MIT
#include "kernel/x86/reset.h"

#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/string.h"
#include "kernel/x86/acpi.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/power_logic.h"

#define PORT_RESET_CONTROL 0xcf9 /* PCI chipsets: bit 1 kind, bit 2 do it */
#define PORT_KBC_COMMAND   0x64
#define KBC_INPUT_FULL	   0x02
#define KBC_PULSE_RESET	   0xfe
#define PORT_PCI_ADDRESS   0xcf8
#define PORT_PCI_DATA	   0xcfc

/* PM1 control (ACPI 6.5, table 4.19) and sleep control (table 4.20). */
#define PM1_SCI_EN	0x0001 /* ACPI mode */
#define PM1_SLP_TYP	0x1c00
#define PM1_SLP_SHIFT	10
#define PM1_SLP_EN	0x2000
#define SLEEP_SLP_SHIFT 2
#define SLEEP_SLP_EN	0x20

/* Port reads, about a microsecond each. */
#define PAUSE_READS  50000
#define SECOND_READS 1000000

enum { MAX_SSDTS = 64 };

static struct acpi_power power;
static struct acpi_s5 s5;
static bool has_s5;
static volatile void *reset_window, *sleep_window; /* of registers in memory */

static void pause_reads(unsigned nr)
{
	for (unsigned i = 0; i < nr; i++)
		in8(0x80);
}

/* --- Finding out ----------------------------------------------------------------------------- */

static void s5_find(const struct acpi_table *fadt)
{
	struct acpi_table aml;

	if (acpi_dsdt(fadt) && !acpi_at(acpi_dsdt(fadt), "DSDT", &aml))
		has_s5 = acpi_s5_find(&aml, &s5);
	for (unsigned i = 0; !has_s5 && i < MAX_SSDTS && !acpi_look("SSDT", i, &aml); i++)
		has_s5 = acpi_s5_find(&aml, &s5);
}

void power_init(void)
{
	struct acpi_table fadt;

	if (acpi_look("FACP", 0, &fadt))
		return;
	acpi_power(&fadt, &power);
	s5_find(&fadt);
	if (power.reset.addr && power.reset.space == ACPI_MEMORY)
		reset_window = paging_map_device(power.reset.addr, 1, CACHE_UC);
	if (power.sleep.addr && power.sleep.space == ACPI_MEMORY)
		sleep_window = paging_map_device(power.sleep.addr, 1, CACHE_UC);
	printk("acpi: power off %s, reset register %s", power_can_off() ? "by \\_S5" : "impossible",
	       !power.reset.addr		  ? "absent"
	       : power.reset.space == ACPI_IO	  ? "at a port"
	       : power.reset.space == ACPI_MEMORY ? "in memory"
						  : "in PCI configuration space");
	if (cmdline_value("end") && !strcmp(cmdline_value("end"), "poweroff") && !power_can_off())
		printk("acpi: end=poweroff cannot be done here, the machine will halt");
}

bool power_can_off(void)
{
	return has_s5 && ((power.pm1a.addr && power.pm1a.space == ACPI_IO) || power.sleep.addr);
}

/* --- Off ------------------------------------------------------------------------------------- */

/* A byte to a register; PCI configuration space through the ports, on bus 0. */
static void register_write8(const struct acpi_register *reg, volatile void *window, uint8_t value)
{
	uint32_t offset;

	switch (reg->space) {
	case ACPI_IO:
		out8((uint16_t)reg->addr, value);
		break;
	case ACPI_MEMORY:
		if (window)
			*(volatile uint8_t *)window = value;
		break;
	case ACPI_PCI_CONFIG:
		offset = reg->addr & 0xff;
		out32(PORT_PCI_ADDRESS, 1u << 31 | (uint32_t)(reg->addr >> 32 & 0x1f) << 11 |
						(uint32_t)(reg->addr >> 16 & 7) << 8 |
						(offset & 0xfc));
		out8((uint16_t)(PORT_PCI_DATA + (offset & 3)), value);
		break;
	}
}

/* Firmware that still is in its own mode has to be asked for ACPI's first. */
static void acpi_mode(void)
{
	uint16_t port = (uint16_t)power.pm1a.addr;

	if ((in16(port) & PM1_SCI_EN) || !power.smi_command || !power.acpi_enable)
		return;
	out8(power.smi_command, power.acpi_enable);
	for (unsigned i = 0; i < SECOND_READS && !(in16(port) & PM1_SCI_EN); i++)
		in8(0x80);
}

static void pm1_write(const struct acpi_register *reg, uint8_t type, uint16_t enable)
{
	uint16_t port = (uint16_t)reg->addr;
	uint16_t value;

	if (!reg->addr || reg->space != ACPI_IO)
		return;
	value = (uint16_t)((in16(port) & ~(PM1_SLP_TYP | PM1_SLP_EN)) | type << PM1_SLP_SHIFT);
	out16(port, value | enable);
}

void power_off(void)
{
	if (!power_can_off())
		return;
	write_back_caches();
	if (power.sleep.addr) {
		register_write8(&power.sleep, sleep_window,
				(uint8_t)(s5.type_a << SLEEP_SLP_SHIFT | SLEEP_SLP_EN));
	} else {
		acpi_mode();
		/* Both know the state before either is told to go there. */
		pm1_write(&power.pm1a, s5.type_a, 0);
		pm1_write(&power.pm1b, s5.type_b, 0);
		pm1_write(&power.pm1a, s5.type_a, PM1_SLP_EN);
		pm1_write(&power.pm1b, s5.type_b, PM1_SLP_EN);
	}
	pause_reads(SECOND_READS);
}

/* --- On again -------------------------------------------------------------------------------- */

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
	if (power.reset.addr) {
		register_write8(&power.reset, reset_window, power.reset_value);
		pause_reads(PAUSE_READS);
	}
	out8(PORT_RESET_CONTROL, 0x02);
	out8(PORT_RESET_CONTROL, 0x06);
	pause_reads(PAUSE_READS);
	for (int i = 0; i < PAUSE_READS && (in8(PORT_KBC_COMMAND) & KBC_INPUT_FULL); i++)
		;
	out8(PORT_KBC_COMMAND, KBC_PULSE_RESET);
	pause_reads(PAUSE_READS);
	triple_fault();
}
