// SPDX-License-Identifier: MIT
/*
 * Tables of ACPI made by tests, one at a time. A finished table ends where the memory that it
 * stands in ends, so that the address sanitizer sees a read beyond it.
 */
#pragma once

#include "kernel/x86/acpi_logic.h"

#define BUILD_MAX_LEN 24576u /* bytes of a table */

/* Begin a table; its first head_len bytes are its header and zeroes. */
void build_begin(const char *signature, uint8_t revision, uint32_t head_len);

/* Bytes of the table begun; they may be changed until build_end(). */
uint8_t *build_at(uint32_t offset);

/* Add `len` zeroes and return them; panics beyond BUILD_MAX_LEN. */
uint8_t *build_add(uint32_t len);

void build_set32(uint8_t *at, uint32_t v);
void build_set64(uint8_t *at, uint64_t v);

/* Bytes so far. */
uint32_t build_len(void);

/* Forget what is behind the first len bytes. */
void build_cut(uint32_t len);

/* The table as it stands now, with its length and checksum; or its first len bytes as they are. */
struct acpi_table build_end(void);
struct acpi_table build_end_raw(uint32_t len);

/* Entries of an MADT (ACPI 6.5, 5.2.12) and what comes before them. */
void build_madt(void);
void build_lapic(uint8_t apic_id, uint8_t uid, uint32_t flags);
void build_x2apic(uint32_t apic_id, uint32_t uid, uint32_t flags);

/* Entries of an SRAT (5.2.16). */
enum { BUILD_ENABLED = 1, BUILD_HOTPLUG = 2, BUILD_NONVOLATILE = 4 };
void build_srat(uint8_t revision);
void build_srat_cpu(uint8_t apic_id, uint32_t pxm, uint32_t flags);
void build_srat_x2apic(uint32_t apic_id, uint32_t pxm, uint32_t flags);
void build_srat_mem(uint64_t start, uint64_t end, uint32_t pxm, uint32_t flags);

/* An SLIT of nr domains, `distances` row by row (5.2.17). */
void build_slit(uint64_t nr, const uint8_t *distances, uint32_t nr_distances);
