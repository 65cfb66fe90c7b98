// SPDX-License-Identifier: MIT
/* kernel/x86/watchdog_logic.c: timers and inputs as chipsets have them. */
#include "kernel/x86/watchdog_logic.h"
#include "tests/harness/test.h"
#include "tests/unit/acpi_build.h"

static void ioapic_add(uint32_t phys, uint32_t first)
{
	uint8_t *entry = build_add(12);

	entry[0] = 1;
	entry[1] = 12;
	build_set32(entry + 4, phys);
	build_set32(entry + 8, first);
}

static bool find(uint32_t gsi, struct ioapic *ioapic)
{
	struct acpi_table table = build_end();

	return ioapic_find(&table, gsi, ioapic);
}

TEST(the_io_apic_of_an_input_is_found)
{
	struct ioapic io;

	build_madt();
	build_lapic(0, 0, 1);
	CHECK(!find(2, &io));
	ioapic_add(0xfec00000, 0);
	ioapic_add(0xfec20000, 48);
	ioapic_add(0xfec10000, 24);
	CHECK(find(2, &io) && io.phys == 0xfec00000 && io.first == 0);
	CHECK(find(23, &io) && io.phys == 0xfec00000);
	CHECK(find(24, &io) && io.phys == 0xfec10000 && io.first == 24);
	CHECK(find(60, &io) && io.phys == 0xfec20000);
	CHECK(!find(48 + 240, &io));
	CHECK(!find(UINT32_MAX, &io));
	build_madt();
	ioapic_add(0xfec00000, 24);
	CHECK(!find(2, &io));
	build_cut(build_len() - 1); /* the entry leads out of the table */
	CHECK(!find(30, &io));
}

TEST(inputs_that_isa_devices_do_not_have_are_preferred)
{
	CHECK_EQ(hpet_input(0x00f00000), 20);
	CHECK_EQ(hpet_input(0x00ff0104), 16);
	CHECK_EQ(hpet_input(0x00000104), 8);
	CHECK_EQ(hpet_input(0x00000004), 2);
	CHECK_EQ(hpet_input(0x80000000), 31);
	CHECK_EQ(hpet_input(0), HPET_NO_INPUT);
}

TEST(seconds_become_ticks_within_what_the_counter_holds)
{
	CHECK_EQ(hpet_ticks(120, 10000000, true), 12000000000ull);
	CHECK_EQ(hpet_ticks(120, 69841279, true), 120 * 14318179ull);
	CHECK_EQ(hpet_ticks(60, 69841279, false), 60 * 14318179ull);
	CHECK_EQ(hpet_ticks(120, 69841279, false), UINT32_MAX / 4);
	CHECK_EQ(hpet_ticks(120, 41666667, false), UINT32_MAX / 4); /* 24 MHz */
	CHECK_EQ(hpet_ticks(86400, 1, true), UINT64_MAX / 4);
}
