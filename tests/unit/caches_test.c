// SPDX-License-Identifier: MIT
/*
 * kernel/x86/caches_logic.c: MTRRs as firmware sets them, and as it should not.
 */
#include "kernel/x86/caches_logic.h"
#include "tests/harness/test.h"

#define GIB	(1ul << 30)
#define MIB	(1ul << 20)
#define ON	(1ul << 11)
#define BITS_36 ((1ul << 36) - 1)

/* PHYSMASK of a range of len bytes, a power of two, with 36 bits of address. */
static uint64_t mask_of(uint64_t len)
{
	return (BITS_36 & ~(len - 1)) | ON;
}

static struct cache_state state;

static void state_begin(unsigned def_type)
{
	state = (struct cache_state){.has_mtrrs = true, .def_type = ON | def_type};
}

static void range_add(uint64_t base, uint64_t len, unsigned type)
{
	state.base[state.nr_ranges] = base | type;
	state.mask[state.nr_ranges++] = mask_of(len);
}

/* Is [start, border) of `type`, and what comes then another, or the end? */
static bool piece_is(uint64_t start, uint64_t end, uint64_t border, unsigned want)
{
	unsigned type;
	uint64_t got = caches_type(&state, start, end, &type);

	if (got == border && type == want)
		return true;
	test_note("%#llx is %s up to %#llx", (unsigned long long)start, memory_type_name(type),
		  (unsigned long long)got);
	return false;
}

TEST(ram_beyond_what_the_firmware_covered_is_uncached)
{
	/* 8 GiB, of which the last 256 MiB were forgotten; a hole below 4 GiB. */
	state_begin(MEMORY_UC);
	range_add(0, 4 * GIB, MEMORY_WB);
	range_add(3 * GIB, GIB, MEMORY_UC);
	range_add(4 * GIB, 4 * GIB, MEMORY_WB);
	range_add(8 * GIB, 512 * MIB, MEMORY_WB);
	range_add(8 * GIB + 512 * MIB, 256 * MIB, MEMORY_WB);
	CHECK(piece_is(MIB, 3 * GIB, 3 * GIB, MEMORY_WB));
	CHECK(piece_is(MIB, 9 * GIB, 3 * GIB, MEMORY_WB));
	CHECK(piece_is(3 * GIB, 9 * GIB, 4 * GIB, MEMORY_UC));
	CHECK(piece_is(4 * GIB, 9 * GIB, 8 * GIB + 768 * MIB, MEMORY_WB));
	CHECK(piece_is(8 * GIB + 768 * MIB, 9 * GIB, 9 * GIB, MEMORY_UC));
}

TEST(default_write_back_with_an_uncached_hole)
{
	state_begin(MEMORY_WB);
	range_add(3 * GIB + 512 * MIB, 512 * MIB, MEMORY_UC);
	CHECK(piece_is(MIB, 16 * GIB, 3 * GIB + 512 * MIB, MEMORY_WB));
	CHECK(piece_is(4 * GIB, 16 * GIB, 16 * GIB, MEMORY_WB));
	CHECK(piece_is(3 * GIB + 512 * MIB, 4 * GIB, 4 * GIB, MEMORY_UC));
}

TEST(amd_has_a_default_of_its_own_above_4_gib)
{
	/* 20 GiB as firmware for AMD's sets it up: ranges below 4 GiB only. */
	state_begin(MEMORY_UC);
	range_add(0, 2 * GIB, MEMORY_WB);
	range_add(2 * GIB, GIB, MEMORY_WB);
	state.wb_end = caches_wb_end(0x740000, 21 * GIB);
	CHECK_EQ(state.wb_end, 21 * GIB);
	CHECK(piece_is(MIB, 21 * GIB, 3 * GIB, MEMORY_WB));
	CHECK(piece_is(3 * GIB, 21 * GIB, 4 * GIB, MEMORY_UC));
	CHECK(piece_is(4 * GIB, 21 * GIB, 21 * GIB, MEMORY_WB));
	CHECK(piece_is(4 * GIB, 24 * GIB, 21 * GIB, MEMORY_WB));
	CHECK(piece_is(21 * GIB, 24 * GIB, 24 * GIB, MEMORY_UC));
	range_add(8 * GIB, GIB, MEMORY_UC); /* ranges have precedence */
	CHECK(piece_is(4 * GIB, 21 * GIB, 8 * GIB, MEMORY_WB));
	CHECK(piece_is(8 * GIB, 21 * GIB, 9 * GIB, MEMORY_UC));
	CHECK_EQ(caches_wb_end(0x340000, 21 * GIB), 0); /* not forced */
	CHECK_EQ(caches_wb_end(0x540000, 21 * GIB), 0); /* TOP_MEM2 is not in use */
}

TEST(overlapping_ranges_follow_the_manual)
{
	state_begin(MEMORY_UC);
	range_add(0, GIB, MEMORY_WB);
	range_add(0, 64 * MIB, MEMORY_WT);
	range_add(0, 16 * MIB, MEMORY_WC);
	CHECK(piece_is(MIB, GIB, 16 * MIB, MEMORY_UC)); /* undefined by the manual: the safe one */
	CHECK(piece_is(16 * MIB, GIB, 64 * MIB, MEMORY_WT));
	CHECK(piece_is(64 * MIB, GIB, GIB, MEMORY_WB));
}

TEST(caches_that_are_off_make_all_uncached)
{
	state_begin(MEMORY_WB);
	state.cr0 = 1u << 30;
	CHECK(piece_is(MIB, GIB, GIB, MEMORY_UC));
	state_begin(MEMORY_WB);
	state.def_type &= ~ON;
	CHECK(piece_is(MIB, GIB, GIB, MEMORY_UC));
	state = (struct cache_state){0};
	CHECK(piece_is(MIB, GIB, GIB, MEMORY_WB)); /* a CPU without MTRRs */
}

TEST(masks_with_holes_are_counted_and_left_out)
{
	state_begin(MEMORY_WB);
	state.base[0] = MEMORY_UC;
	state.mask[0] = (BITS_36 & ~(16 * MIB - 1) & ~(256 * MIB)) | ON;
	state.mask[1] = ON; /* no address bit at all */
	state.nr_ranges = 2;
	CHECK_EQ(caches_odd_ranges(&state), 2);
	CHECK(piece_is(MIB, GIB, GIB, MEMORY_WB));
	state.mask[0] = mask_of(16 * MIB);
	CHECK_EQ(caches_odd_ranges(&state), 1);
	CHECK(piece_is(MIB, GIB, 16 * MIB, MEMORY_UC));
}

TEST(cpus_are_alike_by_what_they_use)
{
	struct cache_state other;

	state_begin(MEMORY_UC);
	range_add(0, GIB, MEMORY_WB);
	range_add(GIB, GIB, MEMORY_WB);
	other = state;
	CHECK(caches_alike(&state, &other));
	other.base[1] = 2 * GIB | MEMORY_WB;
	CHECK(!caches_alike(&state, &other));
	other.mask[1] &= ~ON;
	CHECK(!caches_alike(&state, &other));
	state.mask[1] &= ~ON; /* neither uses it */
	CHECK(caches_alike(&state, &other));
	other.def_type = ON | MEMORY_WB;
	CHECK(!caches_alike(&state, &other));
	other = state;
	other.has_mtrrs = false;
	CHECK(!caches_alike(&state, &other));
	CHECK_EQ(memory_type_name(3)[0], 'r');
	CHECK_EQ(memory_type_name(200)[0], 'r');
}
