// SPDX-License-Identifier: MIT
/*
 * kernel/x86/acpi_logic.c on tables in a small pretended memory.
 */
#include "kernel/x86/acpi_logic.h"
#include "tests/harness/test.h"

#define MEMORY_LEN  4096
#define MEMORY_PHYS 0x7fe0000ul

enum { RSDT = 0x100, XSDT = 0x200, HPET = 0x300, FADT = 0x400, OTHER = 0x600 };

static uint8_t memory[MEMORY_LEN];
static uint8_t rsdp[36];
static const char *why;

static const void *map(void *ctx, phys_addr_t phys, size_t len)
{
	(void)ctx;
	if (phys < MEMORY_PHYS || phys - MEMORY_PHYS > MEMORY_LEN ||
	    len > MEMORY_LEN - (phys - MEMORY_PHYS))
		return NULL;
	return memory + (phys - MEMORY_PHYS);
}

static const struct acpi_reader reader = {map, NULL};

static void set(uint8_t *at, const void *data, size_t len)
{
	__builtin_memcpy(at, data, len);
}

static void set32(uint8_t *at, uint32_t v)
{
	set(at, &v, 4);
}

static void set64(uint8_t *at, uint64_t v)
{
	set(at, &v, 8);
}

/* Make data[0..len) sum to zero by its byte `at`. */
static void fix_sum(uint8_t *data, size_t len, size_t at)
{
	uint8_t sum = 0;

	data[at] = 0;
	for (size_t i = 0; i < len; i++)
		sum += data[i];
	data[at] = -sum;
}

static void fix_table(size_t at, uint32_t len)
{
	set32(memory + at + 4, len);
	fix_sum(memory + at, len, 9);
}

static void fix_rsdp(void)
{
	fix_sum(rsdp, 20, 8);
	fix_sum(rsdp, 36, 32);
}

static void fill(void)
{
	__builtin_memset(memory, 0, sizeof(memory));
	__builtin_memset(rsdp, 0, sizeof(rsdp));
	set(rsdp, "RSD PTR ", 8);
	rsdp[15] = 2;
	set32(rsdp + 16, MEMORY_PHYS + RSDT);
	set32(rsdp + 20, 36);
	set64(rsdp + 24, MEMORY_PHYS + XSDT);
	fix_rsdp();

	set(memory + RSDT, "RSDT", 4);
	set32(memory + RSDT + 36, MEMORY_PHYS + FADT);
	set32(memory + RSDT + 40, MEMORY_PHYS + HPET);
	fix_table(RSDT, 44);

	set(memory + XSDT, "XSDT", 4);
	set64(memory + XSDT + 36, MEMORY_PHYS + OTHER);
	set64(memory + XSDT + 44, MEMORY_PHYS + FADT);
	set64(memory + XSDT + 52, MEMORY_PHYS + HPET);
	fix_table(XSDT, 60);

	set(memory + OTHER, "SSDT", 4);
	fix_table(OTHER, 36);

	set(memory + HPET, "HPET", 4);
	set64(memory + HPET + 44, 0xfed00000);
	fix_table(HPET, 56);

	set(memory + FADT, "FACP", 4);
	set32(memory + FADT + 76, 0x608);
	memory[FADT + 91] = 4;
	set32(memory + FADT + 112, 1 << 8);
	fix_table(FADT, 244);
}

static int find(const char *signature, struct acpi_table *table)
{
	return acpi_find(&reader, rsdp, sizeof(rsdp), signature, 0, table, &why);
}

TEST(tables_are_found_through_either_root)
{
	struct acpi_table table;

	fill();
	CHECK_EQ(find("HPET", &table), 0);
	CHECK_EQ(table.len, 56);
	CHECK(table.data == memory + HPET);

	/* Version 1 has no XSDT, whatever lies behind it. */
	rsdp[15] = 0;
	fix_rsdp();
	__builtin_memset(memory + XSDT, 0, 60);
	CHECK_EQ(find("HPET", &table), 0);
	CHECK_EQ(acpi_find(&reader, rsdp, 20, "FACP", 0, &table, &why), 0);

	/* A broken XSDT does not hide the RSDT. */
	fill();
	memory[XSDT + 50] ^= 1;
	CHECK_EQ(find("HPET", &table), 0);
}

TEST(what_is_missing_or_broken_is_told_apart)
{
	struct acpi_table table;

	fill();
	CHECK_EQ(find("SRAT", &table), -ENOENT);
	CHECK(test_contains(why, "no such table"));

	memory[HPET + 20] ^= 1;
	CHECK_EQ(find("HPET", &table), -ENOENT);
	CHECK(test_contains(why, "broken"));

	fill();
	rsdp[3] ^= 1;
	CHECK_EQ(find("HPET", &table), -ENOENT);
	fill();
	rsdp[8] ^= 1;
	CHECK_EQ(find("HPET", &table), -ENOENT);
	CHECK_EQ(acpi_find(&reader, rsdp, 0, "HPET", 0, &table, &why), -ENOENT);
	CHECK_EQ(acpi_find(&reader, rsdp, 19, "HPET", 0, &table, &why), -ENOENT);
	fill();
	memory[XSDT] = memory[RSDT] = '?';
	CHECK_EQ(find("HPET", &table), -ENOENT);
	CHECK(test_contains(why, "RSDT"));
}

TEST(lengths_and_addresses_are_bounded)
{
	static const uint32_t lengths[] = {0, 35, 0x100001, 0x7fffffff, 0xffffffff, MEMORY_LEN};
	struct acpi_table table;

	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		fill();
		set32(memory + HPET + 4, lengths[i]);
		CHECK_EQ(find("HPET", &table), -ENOENT);
	}
	fill();
	set64(memory + XSDT + 36, UINT64_MAX - 3);
	set64(memory + XSDT + 44, 0);
	fix_table(XSDT, 60);
	CHECK_EQ(find("HPET", &table), 0);

	/* A last entry that is cut is none. */
	fill();
	fix_table(XSDT, 59);
	CHECK_EQ(find("HPET", &table), -ENOENT);
	CHECK_EQ(find("FACP", &table), 0);
}

TEST(hpet_registers_must_be_memory)
{
	struct acpi_table table;

	fill();
	CHECK_EQ(find("HPET", &table), 0);
	CHECK_EQ(acpi_hpet(&table), 0xfed00000);
	memory[HPET + 40] = 1;
	CHECK_EQ(acpi_hpet(&table), 0);
	memory[HPET + 40] = 0;
	table.len = 51;
	CHECK_EQ(acpi_hpet(&table), 0);
}

TEST(pm_timer_is_where_the_fadt_says)
{
	struct acpi_table table;
	bool is_32bit;

	fill();
	CHECK_EQ(find("FACP", &table), 0);
	CHECK_EQ(acpi_pm_timer(&table, &is_32bit), 0x608);
	CHECK(is_32bit);
	set32(memory + FADT + 112, 0);
	CHECK_EQ(acpi_pm_timer(&table, &is_32bit), 0x608);
	CHECK(!is_32bit);

	/* The extended address wins, if it is a port. */
	memory[FADT + 208] = 1;
	set64(memory + FADT + 212, 0x1808);
	CHECK_EQ(acpi_pm_timer(&table, &is_32bit), 0x1808);
	memory[FADT + 208] = 0;
	CHECK_EQ(acpi_pm_timer(&table, &is_32bit), 0);
	memory[FADT + 208] = 1;
	set64(memory + FADT + 212, 0x100000608);
	CHECK_EQ(acpi_pm_timer(&table, &is_32bit), 0);

	/* An old FADT ends before it. */
	table.len = 116;
	CHECK_EQ(acpi_pm_timer(&table, &is_32bit), 0x608);
	table.len = 115;
	CHECK_EQ(acpi_pm_timer(&table, &is_32bit), 0);
}

TEST(machines_without_a_pm_timer_have_none)
{
	struct acpi_table table;
	bool is_32bit;

	fill();
	CHECK_EQ(find("FACP", &table), 0);
	memory[FADT + 91] = 0;
	CHECK_EQ(acpi_pm_timer(&table, &is_32bit), 0);
	memory[FADT + 91] = 4;
	set32(memory + FADT + 112, 1 << 20);
	CHECK_EQ(acpi_pm_timer(&table, &is_32bit), 0);
	set32(memory + FADT + 112, 0);
	set32(memory + FADT + 76, 0);
	CHECK_EQ(acpi_pm_timer(&table, &is_32bit), 0);
}
