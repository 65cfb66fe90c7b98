// SPDX-License-Identifier: MIT
/*
 * kernel/x86/power_logic.c: off and reset out of tables as firmware has them, good and bad.
 */
#include "kernel/x86/power_logic.h"
#include "tests/harness/test.h"
#include "tests/unit/acpi_build.h"

#define FADT_LEN 276u /* revision 6 */

static struct acpi_power power;
static struct acpi_s5 s5;

static void fadt_begin(uint32_t flags)
{
	build_begin("FACP", 6, FADT_LEN);
	build_set32(build_at(112), flags);
}

static void gas(uint32_t at, uint8_t space, uint8_t width, uint64_t addr)
{
	build_at(at)[0] = space;
	build_at(at)[1] = width;
	build_set64(build_at(at + 4), addr);
}

static void read_power(void)
{
	struct acpi_table table = build_end();

	acpi_power(&table, &power);
}

TEST(registers_are_read_from_old_and_new_fields)
{
	fadt_begin(1u << 10);
	build_set32(build_at(64), 0x604);
	build_set32(build_at(68), 0x608);
	build_set32(build_at(48), 0xb2);
	build_at(52)[0] = 0xf1;
	gas(116, ACPI_IO, 8, 0xcf9);
	build_at(128)[0] = 0x0f;
	read_power();
	CHECK(power.pm1a.addr == 0x604 && power.pm1a.space == ACPI_IO);
	CHECK(power.pm1b.addr == 0x608);
	CHECK(power.smi_command == 0xb2 && power.acpi_enable == 0xf1);
	CHECK(power.reset.addr == 0xcf9 && power.reset_value == 0x0f);
	CHECK(!power.sleep.addr);

	fadt_begin(1u << 10);
	build_set32(build_at(64), 0x604);
	gas(172, ACPI_IO, 16, 0x1804);
	gas(116, ACPI_MEMORY, 8, 0xfed00400);
	read_power();
	CHECK(power.pm1a.addr == 0x1804);
	CHECK(power.reset.space == ACPI_MEMORY && power.reset.addr == 0xfed00400);

	fadt_begin(1u << 20); /* reduced hardware */
	build_set32(build_at(64), 0x604);
	gas(244, ACPI_IO, 8, 0x620);
	read_power();
	CHECK(!power.pm1a.addr && power.sleep.addr == 0x620);
	CHECK(!power.reset.addr);
}

TEST(registers_that_cannot_be_count_as_absent)
{
	fadt_begin(1u << 10);
	gas(116, ACPI_IO, 8, 0x10000);
	build_set32(build_at(64), 0xffff);
	build_set32(build_at(48), 0x10000);
	read_power();
	CHECK(!power.reset.addr && !power.pm1a.addr && !power.smi_command);
	fadt_begin(1u << 10);
	gas(116, 7, 8, 0xcf9);
	read_power();
	CHECK(!power.reset.addr);
	fadt_begin(1u << 10);
	gas(116, ACPI_PCI_CONFIG, 8, 0x1f000000dcull);
	read_power();
	CHECK(power.reset.addr);
	gas(116, ACPI_PCI_CONFIG, 8, 0x20000000dcull);
	read_power();
	CHECK(!power.reset.addr);
	fadt_begin(0); /* a register, and no word that it may be used */
	gas(116, ACPI_IO, 8, 0xcf9);
	read_power();
	CHECK(!power.reset.addr);
	build_cut(115);
	read_power();
	CHECK(!power.reset.addr && !power.pm1a.addr);
}

TEST(the_dsdt_is_where_either_field_says)
{
	struct acpi_table table;

	fadt_begin(0);
	build_set32(build_at(40), 0x7fe0000);
	table = build_end();
	CHECK_EQ(acpi_dsdt(&table), 0x7fe0000);
	build_set64(build_at(140), 0x17fe0000ull);
	table = build_end();
	CHECK_EQ(acpi_dsdt(&table), 0x17fe0000ull);
	build_cut(130);
	table = build_end();
	CHECK_EQ(acpi_dsdt(&table), 0x7fe0000);
	build_cut(40);
	table = build_end();
	CHECK_EQ(acpi_dsdt(&table), 0);
}

/* Is \_S5 found in a DSDT with these bytes? */
static bool found(const void *aml, uint32_t len)
{
	struct acpi_table table;

	build_begin("DSDT", 2, 36);
	build_add(3)[0] = 0x5b; /* something before it */
	__builtin_memcpy(build_add(len), aml, len);
	table = build_end();
	s5 = (struct acpi_s5){0xee, 0xee};
	return acpi_s5_find(&table, &s5);
}

#define FOUND(bytes) found(bytes, sizeof(bytes) - 1)

TEST(s5_is_read_in_all_its_forms)
{
	/* QEMU: Name (\_S5, Package (4) {Zero, Zero, Zero, Zero}) */
	CHECK(FOUND("\x08_S5_\x12\x06\x04\x00\x00\x00\x00"));
	CHECK(s5.type_a == 0 && s5.type_b == 0);
	CHECK(FOUND("\x08\\_S5_\x12\x0a\x04\x0a\x07\x0a\x05\x00\x00"));
	CHECK(s5.type_a == 7 && s5.type_b == 5);
	CHECK(FOUND("\x08_S5_\x12\x08\x02\x01\x0b\x02\x00"));
	CHECK(s5.type_a == 1 && s5.type_b == 2);
	CHECK(FOUND("\x08_S5_\x12\x04\x01\x0a\x06"));
	CHECK(s5.type_a == 6 && s5.type_b == 6);
	CHECK(FOUND("\x08_S5_\x12\x47\x00\x01\x0a\x06")); /* a length of two bytes */
	CHECK(s5.type_a == 6);
	/* A use of the name, and then its definition. */
	CHECK(FOUND("\x5c_S5_\x00\x08_S5_\x12\x04\x01\x0a\x03"));
	CHECK(s5.type_a == 3);
}

TEST(what_is_no_s5_is_not_taken_for_one)
{
	CHECK(!FOUND(""));
	CHECK(!FOUND("\x08_S4_\x12\x06\x04\x00\x00\x00\x00"));
	CHECK(!FOUND("_S5_\x12\x06\x04\x00\x00\x00\x00"));
	CHECK(!FOUND("\x08_S5_"));
	CHECK(!FOUND("\x08_S5_\x12"));
	CHECK(!FOUND("\x08_S5_\x12\x06\x00\x00"));
	CHECK(!FOUND("\x08_S5_\x12\xc6\x04\x00"));	   /* the length field goes beyond */
	CHECK(!FOUND("\x08_S5_\x12\x06\x04\x0a\x08\x00")); /* SLP_TYP has three bits */
	CHECK(!FOUND("\x08_S5_\x12\x06\x04\x0b\x01\x01")); /* 0x101 */
	CHECK(!FOUND("\x08_S5_\x12\x06\x04\x0a"));
	CHECK(!FOUND("\x08_S5_\x12\x06\x04\x0d"
		     "1"));			       /* a string */
	CHECK(!FOUND("\x08_S5_\x11\x06\x04\x00\x00")); /* a buffer */
}

TEST(random_aml_is_read_within_its_bounds)
{
	uint64_t random = test_seed();
	static const char seed[] = "\x08_S5_\x12\x0a\x04\x0a\x07\x0a\x05";

	test_note("seed %llu", (unsigned long long)random);
	for (unsigned i = 0; i < 20000; i++) {
		char aml[sizeof(seed)];
		uint32_t len = 1 + (uint32_t)(test_random(&random) % (sizeof(aml) - 1));

		__builtin_memcpy(aml, seed, sizeof(aml));
		for (unsigned k = test_random(&random) % 3; k; k--)
			aml[test_random(&random) % len] = (char)test_random(&random);
		if (found(aml, len) && (s5.type_a > 7 || s5.type_b > 7)) {
			test_fail(__FILE__, __LINE__, "types %u and %u", s5.type_a, s5.type_b);
			return;
		}
	}
}
