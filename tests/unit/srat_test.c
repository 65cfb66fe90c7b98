// SPDX-License-Identifier: MIT
/*
 * kernel/x86/srat_logic.c: SRAT and SLIT.
 */
#include "kernel/x86/srat_logic.h"
#include "tests/harness/test.h"
#include "tests/unit/acpi_build.h"

static struct srat srat;
static struct slit slit;
static const char *why;

static int parse(void)
{
	struct acpi_table table = build_end();

	why = NULL;
	return srat_parse(&table, &srat, &why);
}

TEST(domains_of_cpus_have_32_bits)
{
	uint32_t pxm = 0;

	build_srat(3);
	build_srat_cpu(0, 1, BUILD_ENABLED);
	build_srat_cpu(8, 0x12345678, BUILD_ENABLED);
	build_at(build_len() - 8)[0] = 0xee; /* the SAPIC's byte is none of the domain */
	build_srat_x2apic(300, 0x87654321, BUILD_ENABLED);
	build_srat_cpu(9, 1, 0);
	CHECK_EQ(parse(), 0);
	CHECK_EQ(srat.nr_cpus, 3);
	CHECK_EQ(srat.nr_disabled, 1);
	CHECK_EQ(srat.nr_entries, 4);
	CHECK_EQ(srat_cpu_domain(&srat, 0, &pxm), 0);
	CHECK_EQ(pxm, 1);
	CHECK_EQ(srat_cpu_domain(&srat, 8, &pxm), 0);
	CHECK_EQ(pxm, 0x12345678);
	CHECK_EQ(srat_cpu_domain(&srat, 300, &pxm), 0);
	CHECK_EQ(pxm, 0x87654321);
	CHECK_EQ(srat_cpu_domain(&srat, 9, &pxm), -ENOENT);
	CHECK_EQ(pxm, 0x87654321);
}

TEST(domains_of_revision_1_have_8_bits)
{
	build_srat(1);
	build_srat_cpu(0, 0xabcdef02, BUILD_ENABLED);
	build_srat_mem(0, 0x1000, 0xffffff03, BUILD_ENABLED);
	CHECK_EQ(parse(), 0);
	CHECK_EQ(srat.cpu[0].pxm, 2);
	CHECK_EQ(srat.mem[0].pxm, 3);
	build_at(8)[0] = 2;
	CHECK_EQ(parse(), 0);
	CHECK_EQ(srat.cpu[0].pxm, 0xabcdef02);
	CHECK_EQ(srat.mem[0].pxm, 0xffffff03);
}

TEST(memory_has_its_range_and_flags)
{
	build_srat(3);
	build_srat_mem(0x100000000, 0x4c0000000, 0x80000001, BUILD_ENABLED | BUILD_HOTPLUG);
	build_srat_mem(0, 0x40000000, 0, BUILD_ENABLED);
	build_srat_mem(0x5000000000, 0x5000000001, 2, BUILD_ENABLED | BUILD_NONVOLATILE);
	build_srat_mem(0x6000000000, 0x7000000000, 2, BUILD_HOTPLUG); /* not enabled */
	CHECK_EQ(parse(), 0);
	CHECK_EQ(srat.nr_mem, 3);
	CHECK_EQ(srat.nr_disabled, 1);
	CHECK_EQ(srat.mem[0].start, 0x100000000);
	CHECK_EQ(srat.mem[0].end, 0x4c0000000);
	CHECK_EQ(srat.mem[0].pxm, 0x80000001);
	CHECK(srat.mem[0].hotplug && !srat.mem[0].nonvolatile);
	CHECK(!srat.mem[1].hotplug && !srat.mem[1].nonvolatile);
	CHECK(!srat.mem[2].hotplug && srat.mem[2].nonvolatile);
	CHECK_EQ(srat.mem[2].end, 0x5000000001);
}

TEST(memory_that_is_empty_or_wraps_is_counted)
{
	build_srat(3);
	build_srat_mem(0x1000, 0x1000, 0, BUILD_ENABLED);
	build_srat_mem(0xfffffffffffff000, 0x1000, 0, BUILD_ENABLED);
	build_srat_mem(0xfffffffffffff000, 0, 0, BUILD_ENABLED); /* up to 2^64 */
	build_srat_mem(0x1000, 0xffffffffffffffff, 0, BUILD_ENABLED);
	CHECK_EQ(parse(), 0);
	CHECK_EQ(srat.nr_ignored, 3);
	CHECK_EQ(srat.nr_mem, 1);
	CHECK_EQ(srat.nr_entries, 4);
}

TEST(the_first_domain_of_a_cpu_counts)
{
	build_srat(3);
	build_srat_cpu(5, 1, BUILD_ENABLED);
	build_srat_x2apic(5, 1, BUILD_ENABLED);
	build_srat_x2apic(5, 2, BUILD_ENABLED);
	build_srat_cpu(6, 2, 0);
	build_srat_cpu(6, 3, BUILD_ENABLED);
	CHECK_EQ(parse(), 0);
	CHECK_EQ(srat.nr_cpus, 2);
	CHECK_EQ(srat.cpu[0].pxm, 1);
	CHECK_EQ(srat.cpu[1].pxm, 3);
	CHECK_EQ(srat.nr_duplicate, 2);
	CHECK_EQ(srat.nr_conflicts, 1);
}

TEST(what_does_not_fit_is_counted)
{
	build_srat(3);
	for (uint32_t i = 0; i < SRAT_MAX_CPUS + 3; i++)
		build_srat_cpu((uint8_t)i, 0, BUILD_ENABLED);
	CHECK_EQ(parse(), 0);
	CHECK_EQ(srat.nr_cpus, 256);
	CHECK_EQ(srat.nr_duplicate, SRAT_MAX_CPUS + 3 - 256);
	build_srat(3);
	for (uint32_t i = 0; i < SRAT_MAX_CPUS + 3; i++)
		build_srat_x2apic(i, 0, BUILD_ENABLED);
	CHECK_EQ(parse(), 0);
	CHECK_EQ(srat.nr_cpus, SRAT_MAX_CPUS);
	CHECK_EQ(srat.nr_dropped, 3);
}

TEST(memory_beyond_the_room_is_counted)
{
	build_srat(3);
	for (uint64_t i = 0; i < SRAT_MAX_MEM + 5; i++)
		build_srat_mem(i * 0x1000, (i + 1) * 0x1000, 0, BUILD_ENABLED);
	CHECK_EQ(parse(), 0);
	CHECK_EQ(srat.nr_mem, SRAT_MAX_MEM);
	CHECK_EQ(srat.nr_dropped, 5);
	CHECK_EQ(srat.good_len, build_len());
}

TEST(other_initiators_are_skipped)
{
	uint8_t *entry;

	build_srat(3);
	entry = build_add(18); /* GICC */
	entry[0] = 3;
	entry[1] = 18;
	build_set32(entry + 10, 1);
	entry = build_add(32); /* a generic initiator */
	entry[0] = 5;
	entry[1] = 32;
	build_set32(entry + 24, 1);
	build_srat_cpu(1, 1, BUILD_ENABLED);
	CHECK_EQ(parse(), 0);
	CHECK_EQ(srat.nr_cpus, 1);
	CHECK_EQ(srat.nr_entries, 1);
}

TEST(a_broken_srat_is_good_up_to_there)
{
	static const struct {
		uint8_t type, len;
		const char *why;
	} broken[] = {{0, 0, "no length"},     {0, 1, "no length"},	{0, 15, "shorter than"},
		      {1, 39, "shorter than"}, {2, 23, "shorter than"}, {0, 17 + 40, "leads out"},
		      {9, 255, "leads out"}};
	struct acpi_table table;
	uint8_t *entry;

	build_srat(3);
	build_srat_cpu(1, 1, BUILD_ENABLED);
	entry = build_at(build_len());
	build_srat_cpu(2, 1, BUILD_ENABLED);
	build_srat_mem(0, 0x1000, 1, BUILD_ENABLED);
	for (size_t i = 0; i < ARRAY_SIZE(broken); i++) {
		entry[0] = broken[i].type;
		entry[1] = broken[i].len;
		CHECK_EQ(parse(), -EINVAL);
		CHECK(test_contains(why, broken[i].why));
		CHECK_EQ(srat.nr_cpus, 1);
		CHECK_EQ(srat.good_len, 64);
	}
	for (uint32_t len = 0; len < 48; len++) {
		table = build_end_raw(len);
		CHECK_EQ(srat_parse(&table, &srat, &why), -EINVAL);
		CHECK_EQ(srat.good_len, 0);
	}
	table = build_end_raw(48);
	CHECK_EQ(srat_parse(&table, &srat, &why), 0);
	CHECK_EQ(srat.nr_entries, 0);
}

static int parse_slit(uint64_t nr, const uint8_t *distances, uint32_t nr_distances)
{
	struct acpi_table table;

	build_slit(nr, distances, nr_distances);
	table = build_end();
	why = NULL;
	return slit_parse(&table, &slit, &why);
}

TEST(distances_are_read_row_by_row)
{
	static const uint8_t distances[] = {10, 16, 255, 17, 10, 10, 21, 22, 10, 99};

	CHECK_EQ(parse_slit(3, distances, 9), 0);
	CHECK_EQ(slit.nr, 3);
	CHECK_EQ(slit_distance(&slit, 0, 1), 16);
	CHECK_EQ(slit_distance(&slit, 1, 0), 17);
	CHECK_EQ(slit_distance(&slit, 0, 2), 255);
	CHECK_EQ(slit_distance(&slit, 2, 2), 10);
	/* Domains that it does not know. */
	CHECK_EQ(slit_distance(&slit, 3, 0), 20);
	CHECK_EQ(slit_distance(&slit, 0, 0xffffffff), 20);
	CHECK_EQ(slit_distance(&slit, 7, 7), 10);
	/* Bytes behind the matrix do no harm. */
	CHECK_EQ(parse_slit(3, distances, 10), 0);
}

TEST(a_wrong_slit_says_nothing)
{
	static const uint64_t sizes[] = {0,	     4,		 1025,	     1ull << 16,
					 1ull << 31, 1ull << 32, 1ull << 63, UINT64_MAX};
	uint8_t distances[] = {10, 20, 20, 20, 10, 20, 20, 20, 10};
	struct acpi_table table;

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		CHECK_EQ(parse_slit(sizes[i], distances, 9), -EINVAL);
		CHECK(test_contains(why, "shorter than its matrix"));
		CHECK_EQ(slit.nr, 0);
	}
	CHECK_EQ(parse_slit(3, distances, 8), -EINVAL);
	for (size_t i = 0; i < ARRAY_SIZE(distances); i++) {
		uint8_t was = distances[i];

		distances[i] = 9;
		CHECK_EQ(parse_slit(3, distances, 9), -EINVAL);
		CHECK(test_contains(why, "distances"));
		distances[i] = i % 4 == 0 ? 11 : 10;
		CHECK_EQ(parse_slit(3, distances, 9), i % 4 == 0 ? -EINVAL : 0);
		distances[i] = was;
	}
	CHECK_EQ(parse_slit(3, distances, 9), 0);
	for (uint32_t len = 0; len < 53; len++) {
		table = build_end_raw(len);
		CHECK_EQ(slit_parse(&table, &slit, &why), -EINVAL);
	}
	/* Without one: 10 and 20. */
	CHECK_EQ(slit_distance(&slit, 1, 1), 10);
	CHECK_EQ(slit_distance(&slit, 0, 1), 20);
}
