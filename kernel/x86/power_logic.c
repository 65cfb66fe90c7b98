// SPDX-License-Identifier: MIT
#include "kernel/x86/power_logic.h"

/* Offsets in the FADT (ACPI 6.5, table 5.9), bytes. */
enum {
	FADT_DSDT = 40,
	FADT_SMI_CMD = 48,
	FADT_ACPI_ENABLE = 52,
	FADT_PM1A_CNT = 64,
	FADT_PM1B_CNT = 68,
	FADT_FLAGS = 112,
	FADT_RESET_REG = 116,
	FADT_RESET_VALUE = 128,
	FADT_X_DSDT = 140,
	FADT_X_PM1A_CNT = 172,
	FADT_X_PM1B_CNT = 184,
	FADT_SLEEP_CONTROL = 244,

	GAS_LEN = 12,
	GAS_SPACE = 0,
	GAS_WIDTH = 1,
	GAS_ADDRESS = 4,
};

#define FLAG_RESET_REG	(1u << 10)
#define FLAG_HW_REDUCED (1u << 20)

/* AML (ACPI 6.5, 20.2). */
enum {
	AML_ZERO = 0x00,
	AML_ONE = 0x01,
	AML_NAME = 0x08,
	AML_BYTE = 0x0a,
	AML_WORD = 0x0b,
	AML_DWORD = 0x0c,
	AML_PACKAGE = 0x12,
	AML_ROOT = '\\',
	SLP_TYP_MOST = 7,
};

static bool reachable(const struct acpi_register *reg, unsigned bytes)
{
	if (!reg->addr)
		return false;
	switch (reg->space) {
	case ACPI_MEMORY:
		return reg->addr <= UINT64_MAX - bytes;
	case ACPI_IO:
		return reg->addr <= 0x10000 - bytes;
	case ACPI_PCI_CONFIG: /* bus 0: device in bits 32 to 47, function 16 to 31, offset below */
		return reg->addr >> 32 < 32 && (reg->addr >> 16 & 0xffff) < 8 &&
		       (reg->addr & 0xffff) < 256;
	default:
		return false;
	}
}

/* The generic address at `at`, if the table is long enough. */
static struct acpi_register read_gas(const struct acpi_table *fadt, uint32_t at, unsigned bytes)
{
	struct acpi_register reg = {0};

	if (fadt->len < at + GAS_LEN)
		return reg;
	reg.space = fadt->data[at + GAS_SPACE];
	reg.width = fadt->data[at + GAS_WIDTH];
	reg.addr = acpi_load64(fadt->data + at + GAS_ADDRESS);
	return reachable(&reg, bytes) ? reg : (struct acpi_register){0};
}

/* A PM1 control register: the newer field if it says something, else the port. */
static struct acpi_register read_pm1(const struct acpi_table *fadt, uint32_t old, uint32_t new)
{
	struct acpi_register reg = read_gas(fadt, new, 2);

	if (reg.addr || fadt->len < old + 4)
		return reg;
	reg = (struct acpi_register){
		.addr = acpi_load32(fadt->data + old), .space = ACPI_IO, .width = 16};
	return reachable(&reg, 2) ? reg : (struct acpi_register){0};
}

void acpi_power(const struct acpi_table *fadt, struct acpi_power *power)
{
	uint32_t flags, smi;

	*power = (struct acpi_power){0};
	if (fadt->len < FADT_FLAGS + 4)
		return;
	flags = acpi_load32(fadt->data + FADT_FLAGS);
	if ((flags & FLAG_RESET_REG) && fadt->len > FADT_RESET_VALUE) {
		power->reset = read_gas(fadt, FADT_RESET_REG, 1);
		power->reset_value = fadt->data[FADT_RESET_VALUE];
	}
	if (flags & FLAG_HW_REDUCED) {
		power->sleep = read_gas(fadt, FADT_SLEEP_CONTROL, 1);
		return;
	}
	power->pm1a = read_pm1(fadt, FADT_PM1A_CNT, FADT_X_PM1A_CNT);
	power->pm1b = read_pm1(fadt, FADT_PM1B_CNT, FADT_X_PM1B_CNT);
	smi = acpi_load32(fadt->data + FADT_SMI_CMD);
	if (smi <= UINT16_MAX) {
		power->smi_command = (uint16_t)smi;
		power->acpi_enable = fadt->data[FADT_ACPI_ENABLE];
	}
}

phys_addr_t acpi_dsdt(const struct acpi_table *fadt)
{
	phys_addr_t phys = 0;

	if (fadt->len >= FADT_X_DSDT + 8)
		phys = acpi_load64(fadt->data + FADT_X_DSDT);
	if (!phys && fadt->len >= FADT_DSDT + 4)
		phys = acpi_load32(fadt->data + FADT_DSDT);
	return phys;
}

/* Bytes of a package's length field: the top bits of its first byte count those behind it. */
static uint32_t length_field(uint8_t first)
{
	return 1u + (first >> 6);
}

/* The number at data[*at] and *at moved behind it. False: there is none, or more than SLP_TYP
 * holds.
 */
static bool read_number(const struct acpi_table *aml, uint32_t *at, uint8_t *value)
{
	static const uint8_t bytes[] = {[AML_BYTE] = 1, [AML_WORD] = 2, [AML_DWORD] = 4};
	uint8_t op;
	uint32_t nr;

	if (*at >= aml->len)
		return false;
	op = aml->data[(*at)++];
	if (op == AML_ZERO || op == AML_ONE) {
		*value = op;
		return true;
	}
	nr = op < sizeof(bytes) ? bytes[op] : 0;
	if (!nr || aml->len - *at < nr)
		return false;
	*value = aml->data[*at];
	for (uint32_t i = 1; i < nr; i++)
		if (aml->data[*at + i])
			return false;
	*at += nr;
	return *value <= SLP_TYP_MOST;
}

/* The package that a name object has, behind the name. */
static bool read_package(const struct acpi_table *aml, uint32_t at, struct acpi_s5 *s5)
{
	uint8_t nr;

	if (aml->len - at < 4 || aml->data[at++] != AML_PACKAGE)
		return false;
	at += length_field(aml->data[at]);
	if (at >= aml->len)
		return false;
	nr = aml->data[at++];
	if (!nr || !read_number(aml, &at, &s5->type_a))
		return false;
	s5->type_b = s5->type_a;
	return nr == 1 || read_number(aml, &at, &s5->type_b);
}

bool acpi_s5_find(const struct acpi_table *aml, struct acpi_s5 *s5)
{
	enum { HEADER_LEN = 36, NAME_LEN = 4 };

	for (uint32_t at = HEADER_LEN + 1; at + NAME_LEN < aml->len; at++) {
		const uint8_t *name = aml->data + at;
		bool defined =
			name[-1] == AML_NAME ||
			(name[-1] == AML_ROOT && at > HEADER_LEN + 1 && name[-2] == AML_NAME);

		if (defined && !__builtin_memcmp(name, "_S5_", NAME_LEN) &&
		    read_package(aml, at + NAME_LEN, s5))
			return true;
	}
	return false;
}
