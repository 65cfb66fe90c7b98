// SPDX-License-Identifier: MIT
/*
 * Finding tables of ACPI and reading the ones that we need. Nothing in them is trusted: signatures,
 * lengths and checksums are verified, and no list is followed beyond its table.
 */
#pragma once

#include "mm/types.h"

struct acpi_reader {
	/* A pointer to `len` bytes of physical memory that stays good, or NULL. */
	const void *(*map)(void *ctx, phys_addr_t phys, size_t len);
	void *ctx;
};

#define ACPI_MAX_TABLE (1u << 20) /* bytes; longer ones count as broken */

struct acpi_table {
	const uint8_t *data; /* with its header of 36 bytes */
	uint32_t len;
};

/* Little-endian loads from any alignment. */
static inline uint32_t acpi_load32(const uint8_t *p)
{
	uint32_t v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint64_t acpi_load64(const uint8_t *p)
{
	uint64_t v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

/* Map the table at phys. 0, -ENOENT: it has another signature; -EINVAL: it is not sound. */
int acpi_map_table(const struct acpi_reader *reader, phys_addr_t phys, const char *signature,
		   struct acpi_table *table);

/*
 * Find table `signature` (four characters), the `nth` that is sound, from 0 on. `rsdp` are
 * `rsdp_len` bytes of the RSDP: 20 lead to the RSDT, 36 to the XSDT if the RSDP is of version 2. 0,
 * or -ENOENT with *why saying what stands in the way, if anything is broken, else "there is no such
 * table".
 */
int acpi_find(const struct acpi_reader *reader, const uint8_t *rsdp, size_t rsdp_len,
	      const char *signature, unsigned nth, struct acpi_table *table, const char **why);

/* Physical address of the HPET's registers out of table "HPET"; 0: none that can be used. */
phys_addr_t acpi_hpet(const struct acpi_table *hpet);

/*
 * I/O port of the PM timer out of table "FACP", and whether it counts 32 bits (else 24). 0: this
 * machine has none, or none on a port.
 */
uint16_t acpi_pm_timer(const struct acpi_table *fadt, bool *is_32bit);

/*
 * The entry at offset *at of a table whose entries begin with a type and a length, a byte each
 * (MADT, SRAT). Returns its length, 2 or more, with *at moved behind it; 0: the table ends at *at;
 * -EINVAL: what is there is no entry, for its length is less than 2 or leads out of the table.
 */
int acpi_next_entry(const struct acpi_table *table, uint32_t *at, const uint8_t **entry);
