// SPDX-License-Identifier: MIT
#include "kernel/x86/acpi_logic.h"

/* Bytes, and offsets in them: ACPI 6.5, 5.2. */
enum {
	HEADER_LEN = 36,
	HEADER_LENGTH = 4,

	RSDP_LEN_V1 = 20,
	RSDP_LEN_V2 = 36,
	RSDP_REVISION = 15,
	RSDP_RSDT = 16,
	RSDP_XSDT = 24,

	GAS_LEN = 12, /* space, width, offset, access size: bytes; address: 8 */
	GAS_ADDRESS = 4,
	GAS_SPACE_MEMORY = 0,
	GAS_SPACE_IO = 1,

	HPET_ADDRESS = 40, /* GAS */

	FADT_PM_TMR = 76, /* I/O port, 4 bytes */
	FADT_PM_TMR_LEN = 91,
	FADT_FLAGS = 112,
	FADT_X_PM_TMR = 208, /* GAS */
};

#define FADT_TMR_VAL_EXT (1u << 8)  /* the PM timer has 32 bits */
#define FADT_HW_REDUCED	 (1u << 20) /* no such hardware at all */

static bool sums_to_zero(const uint8_t *data, size_t len)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < len; i++)
		sum += data[i];
	return sum == 0;
}

int acpi_map_table(const struct acpi_reader *reader, phys_addr_t phys, const char *signature,
		   struct acpi_table *table)
{
	const uint8_t *data = reader->map(reader->ctx, phys, HEADER_LEN);
	uint32_t len;

	if (!data)
		return -EINVAL;
	if (__builtin_memcmp(data, signature, 4))
		return -ENOENT;
	len = acpi_load32(data + HEADER_LENGTH);
	if (len < HEADER_LEN || len > ACPI_MAX_TABLE)
		return -EINVAL;
	data = reader->map(reader->ctx, phys, len);
	if (!data || !sums_to_zero(data, len))
		return -EINVAL;
	table->data = data;
	table->len = len;
	return 0;
}

/* The RSDT or XSDT, and how long its entries are. */
static int map_root(const struct acpi_reader *reader, const uint8_t *rsdp, size_t len,
		    struct acpi_table *root, unsigned *entry_len, const char **why)
{
	uint64_t xsdt;

	if (len < RSDP_LEN_V1 || __builtin_memcmp(rsdp, "RSD PTR ", 8) ||
	    !sums_to_zero(rsdp, RSDP_LEN_V1)) {
		*why = "no RSDP, or a broken one";
		return -ENOENT;
	}
	if (len >= RSDP_LEN_V2 && rsdp[RSDP_REVISION] >= 2 && sums_to_zero(rsdp, RSDP_LEN_V2)) {
		xsdt = acpi_load64(rsdp + RSDP_XSDT);
		*entry_len = 8;
		if (xsdt && acpi_map_table(reader, xsdt, "XSDT", root) == 0)
			return 0;
	}
	*entry_len = 4;
	if (acpi_map_table(reader, acpi_load32(rsdp + RSDP_RSDT), "RSDT", root) == 0)
		return 0;
	*why = "neither XSDT nor RSDT is sound";
	return -ENOENT;
}

int acpi_find(const struct acpi_reader *reader, const uint8_t *rsdp, size_t rsdp_len,
	      const char *signature, unsigned nth, struct acpi_table *table, const char **why)
{
	struct acpi_table root;
	unsigned entry_len;
	int err = map_root(reader, rsdp, rsdp_len, &root, &entry_len, why);

	if (err)
		return err;
	*why = "there is no such table";
	for (uint32_t at = HEADER_LEN; root.len - at >= entry_len; at += entry_len) {
		phys_addr_t phys =
			entry_len == 8 ? acpi_load64(root.data + at) : acpi_load32(root.data + at);

		if (!phys)
			continue;
		err = acpi_map_table(reader, phys, signature, table);
		if (!err && !nth--)
			return 0;
		if (err == -EINVAL)
			*why = "a table cannot be reached or is broken";
	}
	return -ENOENT;
}

phys_addr_t acpi_hpet(const struct acpi_table *hpet)
{
	const uint8_t *gas = hpet->data + HPET_ADDRESS;

	if (hpet->len < HPET_ADDRESS + GAS_LEN || gas[0] != GAS_SPACE_MEMORY)
		return 0;
	return acpi_load64(gas + GAS_ADDRESS);
}

uint16_t acpi_pm_timer(const struct acpi_table *fadt, bool *is_32bit)
{
	const uint8_t *data = fadt->data;
	uint64_t port;
	uint32_t flags;

	if (fadt->len < FADT_FLAGS + 4)
		return 0;
	flags = acpi_load32(data + FADT_FLAGS);
	if ((flags & FADT_HW_REDUCED) || data[FADT_PM_TMR_LEN] != 4)
		return 0;
	port = acpi_load32(data + FADT_PM_TMR);
	if (fadt->len >= FADT_X_PM_TMR + GAS_LEN &&
	    acpi_load64(data + FADT_X_PM_TMR + GAS_ADDRESS)) {
		if (data[FADT_X_PM_TMR] != GAS_SPACE_IO)
			return 0;
		port = acpi_load64(data + FADT_X_PM_TMR + GAS_ADDRESS);
	}
	if (port > UINT16_MAX - 3)
		return 0;
	*is_32bit = flags & FADT_TMR_VAL_EXT;
	return (uint16_t)port;
}

int acpi_next_entry(const struct acpi_table *table, uint32_t *at, const uint8_t **entry)
{
	uint32_t left;

	if (*at >= table->len)
		return 0;
	left = table->len - *at;
	*entry = table->data + *at;
	if (left < 2 || (*entry)[1] < 2 || (*entry)[1] > left)
		return -EINVAL;
	*at += (*entry)[1];
	return (*entry)[1];
}
