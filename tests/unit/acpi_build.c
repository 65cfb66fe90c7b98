// SPDX-License-Identifier: MIT
#include "tests/unit/acpi_build.h"

#include "mm/port.h"

static uint8_t begun[BUILD_MAX_LEN], finished[BUILD_MAX_LEN];
static uint32_t begun_len;

void build_begin(const char *signature, uint8_t revision, uint32_t head_len)
{
	__builtin_memset(begun, 0, head_len);
	__builtin_memcpy(begun, signature, 4);
	begun[8] = revision;
	begun_len = head_len;
}

uint8_t *build_at(uint32_t offset)
{
	return begun + offset;
}

uint8_t *build_add(uint32_t len)
{
	uint8_t *at = begun + begun_len;

	if (len > BUILD_MAX_LEN - begun_len)
		port_panic("a test's table is longer than %u", BUILD_MAX_LEN);
	begun_len += len;
	__builtin_memset(at, 0, len);
	return at;
}

void build_set32(uint8_t *at, uint32_t v)
{
	__builtin_memcpy(at, &v, sizeof(v));
}

void build_set64(uint8_t *at, uint64_t v)
{
	__builtin_memcpy(at, &v, sizeof(v));
}

uint32_t build_len(void)
{
	return begun_len;
}

void build_cut(uint32_t len)
{
	begun_len = len;
}

struct acpi_table build_end_raw(uint32_t len)
{
	uint8_t *data = finished + BUILD_MAX_LEN - len;

	__builtin_memcpy(data, begun, len);
	return (struct acpi_table){data, len};
}

struct acpi_table build_end(void)
{
	uint8_t sum = 0;

	build_set32(begun + 4, begun_len);
	begun[9] = 0;
	for (uint32_t i = 0; i < begun_len; i++)
		sum += begun[i];
	begun[9] = -sum;
	return build_end_raw(begun_len);
}

static uint8_t *add_entry(uint8_t type, uint8_t len)
{
	uint8_t *entry = build_add(len);

	entry[0] = type;
	entry[1] = len;
	return entry;
}

void build_madt(void)
{
	build_begin("APIC", 5, 44);
	build_set32(build_at(36), 0xfee00000);
}

void build_lapic(uint8_t apic_id, uint8_t uid, uint32_t flags)
{
	uint8_t *entry = add_entry(0, 8);

	entry[2] = uid;
	entry[3] = apic_id;
	build_set32(entry + 4, flags);
}

void build_x2apic(uint32_t apic_id, uint32_t uid, uint32_t flags)
{
	uint8_t *entry = add_entry(9, 16);

	build_set32(entry + 4, apic_id);
	build_set32(entry + 8, flags);
	build_set32(entry + 12, uid);
}

void build_srat(uint8_t revision)
{
	build_begin("SRAT", revision, 48);
	build_set32(build_at(36), 1); /* reserved, 1 for compatibility */
}

void build_srat_cpu(uint8_t apic_id, uint32_t pxm, uint32_t flags)
{
	uint8_t *entry = add_entry(0, 16);

	entry[2] = (uint8_t)pxm;
	entry[3] = apic_id;
	build_set32(entry + 4, flags);
	build_set32(entry + 8, pxm & 0xffffff00);
}

void build_srat_x2apic(uint32_t apic_id, uint32_t pxm, uint32_t flags)
{
	uint8_t *entry = add_entry(2, 24);

	build_set32(entry + 4, pxm);
	build_set32(entry + 8, apic_id);
	build_set32(entry + 12, flags);
}

void build_srat_mem(uint64_t start, uint64_t end, uint32_t pxm, uint32_t flags)
{
	uint8_t *entry = add_entry(1, 40);

	build_set32(entry + 2, pxm);
	build_set64(entry + 8, start);
	build_set64(entry + 16, end - start);
	build_set32(entry + 28, flags);
}

void build_slit(uint64_t nr, const uint8_t *distances, uint32_t nr_distances)
{
	build_begin("SLIT", 1, 44);
	build_set64(build_at(36), nr);
	__builtin_memcpy(build_add(nr_distances), distances, nr_distances);
}
