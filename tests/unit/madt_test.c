// SPDX-License-Identifier: MIT
/*
 * kernel/x86/madt_logic.c: lists of CPUs as firmware has them, good and bad (case O08).
 */
#include "kernel/x86/madt_logic.h"
#include "tests/harness/test.h"
#include "tests/unit/acpi_build.h"

#define X_MAX  0xfeu	   /* highest id in xAPIC mode */
#define X2_MAX 0xfffffffeu /* in x2APIC mode */

static struct madt madt;
static const char *why;

static int parse(uint32_t max_apic_id)
{
	struct acpi_table table = build_end();

	why = NULL;
	return madt_parse(&table, max_apic_id, &madt, &why);
}

static bool ids_are(const uint32_t *expect, uint32_t nr)
{
	if (madt.nr_cpus != nr) {
		test_fail(__FILE__, __LINE__, "%u CPUs, not %u", madt.nr_cpus, nr);
		return false;
	}
	for (uint32_t i = 0; i < nr; i++) {
		if (madt.cpu[i].apic_id == expect[i])
			continue;
		test_fail(__FILE__, __LINE__, "CPU %u is %#x, not %#x", i, madt.cpu[i].apic_id,
			  expect[i]);
		return false;
	}
	return true;
}

#define IDS_ARE(...)                                                                               \
	do {                                                                                       \
		const uint32_t expect_[] = {__VA_ARGS__};                                          \
		if (!ids_are(expect_, ARRAY_SIZE(expect_)))                                        \
			return;                                                                    \
	} while (0)

/* Case O08; flags of the eight entries that all carry one absurd id. */
static void build_o08(uint32_t flags)
{
	static const uint8_t good[] = {0x00, 0x01, 0x08, 0x09, 0x10, 0x11, 0x18, 0x19,
				       0x20, 0x22, 0x24, 0x26, 0x28, 0x2a, 0x2c, 0x2e};

	build_madt();
	for (uint8_t i = 0; i < ARRAY_SIZE(good); i++)
		build_lapic(good[i], i, 1);
	for (uint32_t uid = 0x10; uid <= 0x17; uid++)
		build_x2apic(0x17161514, uid, flags);
}

TEST(bogus_entries_that_are_disabled_are_no_cpus)
{
	build_o08(0);
	CHECK_EQ(parse(X2_MAX), 0);
	IDS_ARE(0x00, 0x01, 0x08, 0x09, 0x10, 0x11, 0x18, 0x19, 0x20, 0x22, 0x24, 0x26, 0x28, 0x2a,
		0x2c, 0x2e);
	CHECK_EQ(madt.nr_entries, 24);
	CHECK_EQ(madt.nr_disabled, 8);
	CHECK_EQ(madt.nr_duplicate + madt.nr_beyond + madt.nr_dropped, 0);
	CHECK_EQ(madt.cpu[15].uid, 15);
}

TEST(bogus_entries_that_are_enabled_are_out_of_reach)
{
	build_o08(1);
	CHECK_EQ(parse(X_MAX), 0);
	CHECK_EQ(madt.nr_cpus, 16);
	CHECK_EQ(madt.nr_entries, 24);
	CHECK_EQ(madt.nr_beyond, 8);
	CHECK_EQ(madt.nr_disabled + madt.nr_duplicate + madt.nr_dropped, 0);
}

/* Where the id could be a CPU's it is tried once, and does not answer. */
TEST(bogus_entries_within_reach_are_one_candidate)
{
	build_o08(1);
	CHECK_EQ(parse(X2_MAX), 0);
	CHECK_EQ(madt.nr_cpus, 17);
	CHECK_EQ(madt.cpu[16].apic_id, 0x17161514);
	CHECK_EQ(madt.nr_duplicate, 7);
	CHECK_EQ(madt.nr_beyond, 0);
}

TEST(an_id_is_accepted_once_whatever_the_type)
{
	build_madt();
	build_lapic(4, 0, 1);
	build_x2apic(4, 1, 1);
	build_x2apic(6, 2, 1);
	build_lapic(6, 3, 1);
	build_lapic(4, 4, 1);
	build_lapic(2, 5, 0);
	build_lapic(2, 6, 1); /* the disabled one does not count */
	CHECK_EQ(parse(X2_MAX), 0);
	IDS_ARE(4, 6, 2);
	CHECK_EQ(madt.cpu[1].uid, 2);
	CHECK_EQ(madt.cpu[2].uid, 6);
	CHECK_EQ(madt.nr_entries, 7);
	CHECK_EQ(madt.nr_duplicate, 3);
	CHECK_EQ(madt.nr_disabled, 1);
}

TEST(ids_that_mean_all_cpus_are_none)
{
	build_madt();
	build_lapic(0xff, 0, 1);
	build_lapic(0xfe, 1, 1);
	build_x2apic(0xffffffff, 2, 1);
	build_x2apic(0xfffffffe, 3, 1);
	build_x2apic(0xff, 4, 1);
	build_x2apic(300, 5, 1);
	CHECK_EQ(parse(0xffffffff), 0);
	IDS_ARE(0xfe, 0xfffffffe, 0xff, 300);
	CHECK_EQ(madt.nr_beyond, 2);

	CHECK_EQ(parse(X_MAX), 0);
	IDS_ARE(0xfe);
	CHECK_EQ(madt.nr_beyond, 5);
	CHECK_EQ(parse(0), 0);
	CHECK_EQ(madt.nr_cpus, 0);
	CHECK_EQ(madt.nr_beyond, 6);
}

TEST(cpus_that_can_come_later_are_counted)
{
	build_madt();
	build_lapic(0, 0, 1);
	build_lapic(1, 1, 2);
	build_x2apic(2, 2, 2);
	build_x2apic(3, 3, 0);
	build_lapic(4, 4, 3); /* enabled: the other bit means nothing */
	CHECK_EQ(parse(X_MAX), 0);
	IDS_ARE(0, 4);
	CHECK_EQ(madt.nr_disabled, 3);
	CHECK_EQ(madt.nr_online_capable, 2);
}

TEST(more_cpus_than_there_is_room_for_are_counted)
{
	build_madt();
	for (uint32_t i = 0; i < MADT_MAX_CPUS + 7; i++)
		build_x2apic(3 * i, i, 1);
	build_x2apic(9, 0, 1);
	CHECK_EQ(parse(X2_MAX), 0);
	CHECK_EQ(madt.nr_cpus, MADT_MAX_CPUS);
	CHECK_EQ(madt.cpu[MADT_MAX_CPUS - 1].apic_id, 3 * (MADT_MAX_CPUS - 1));
	CHECK_EQ(madt.nr_dropped, 7);
	CHECK_EQ(madt.nr_duplicate, 1);
}

TEST(apic_registers_are_where_the_override_says)
{
	uint8_t *entry;

	build_madt();
	build_lapic(0, 0, 1);
	CHECK_EQ(parse(X_MAX), 0);
	CHECK_EQ(madt.lapic, 0xfee00000);
	entry = build_add(12);
	entry[0] = 5;
	entry[1] = 12;
	build_set64(entry + 4, 0x1fee00000);
	CHECK_EQ(parse(X_MAX), 0);
	CHECK_EQ(madt.lapic, 0x1fee00000);
	entry[1] = 8;
	CHECK_EQ(parse(X_MAX), -EINVAL);
	CHECK_EQ(madt.lapic, 0xfee00000);
}

TEST(an_empty_madt_has_no_cpus)
{
	struct acpi_table table;

	build_madt();
	CHECK_EQ(parse(X_MAX), 0);
	CHECK_EQ(madt.nr_entries, 0);
	CHECK_EQ(madt.good_len, 44);
	for (uint32_t len = 0; len < 44; len++) {
		table = build_end_raw(len);
		CHECK_EQ(madt_parse(&table, X_MAX, &madt, &why), -EINVAL);
		CHECK(test_contains(why, "before its first entry"));
		CHECK_EQ(madt.good_len, 0);
	}
}

TEST(a_broken_entry_ends_the_list_there)
{
	static const uint8_t lengths[] = {0, 1, 2, 7, 25, 255};
	uint8_t *entry;

	build_madt();
	build_lapic(0, 0, 1);
	build_lapic(1, 1, 1);
	entry = build_at(44 + 8);
	build_lapic(2, 2, 1);
	build_lapic(3, 3, 1);
	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		entry[1] = lengths[i];
		CHECK_EQ(parse(X_MAX), -EINVAL);
		CHECK(test_contains(why, lengths[i] == 2 || lengths[i] == 7 ? "shorter than"
									    : "leads out"));
		IDS_ARE(0);
		CHECK_EQ(madt.good_len, 52);
	}
	/* Up to the table's end is within it. */
	entry[1] = 24;
	CHECK_EQ(parse(X_MAX), 0);
	IDS_ARE(0, 1);
	CHECK_EQ(madt.good_len, 76);
}

TEST(entries_of_other_types_are_skipped)
{
	struct acpi_table table;
	uint8_t *entry;

	build_madt();
	entry = build_add(2); /* as short as one can be */
	entry[0] = 0x7f;
	entry[1] = 2;
	entry = build_add(12); /* an I/O APIC */
	entry[0] = 1;
	entry[1] = 12;
	build_lapic(7, 0, 1);
	CHECK_EQ(parse(X_MAX), 0);
	IDS_ARE(7);
	CHECK_EQ(madt.nr_entries, 1);

	/* A byte that is left at the end is no entry. */
	build_add(1);
	CHECK_EQ(parse(X_MAX), -EINVAL);
	IDS_ARE(7);
	table = build_end_raw(build_len() - 2);
	CHECK_EQ(madt_parse(&table, X_MAX, &madt, &why), -EINVAL);
	CHECK_EQ(madt.nr_cpus, 0);
	CHECK_EQ(madt.good_len, 58);
}
