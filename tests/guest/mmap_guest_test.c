// SPDX-License-Identifier: MIT
/* Address spaces on the machine: real faults, real protection, nothing stale in the TLB. */
#include "kernel/panic.h"
#include "kernel/x86/exceptions.h"
#include "tests/guest/space.h"
#include "tests/harness/test.h"

enum { SOME = 40, HUGE_SIZE = 4 << 20 };

#define ANON (MAP_ANON | MAP_PRIVATE)
#define RW   (PROT_READ | PROT_WRITE)

static struct vspace vs;

static void call_it(void *arg)
{
	((void (*)(void))arg)();
}

static uint64_t word(uint64_t addr)
{
	return *(volatile uint64_t *)addr;
}

TEST(a_touch_takes_a_fault_where_the_policy_says_so)
{
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		uint64_t at;

		if (!space_enter(&vs, policy))
			return;
		CHECK_EQ(mm_mmap(&vs, 0, SOME * PAGE_SIZE, RW, ANON, &at), 0);
		for (uint64_t i = 0; i < SOME; i++) {
			CHECK_EQ(word(at + i * PAGE_SIZE), 0);
			*(volatile uint64_t *)(at + i * PAGE_SIZE) = i;
		}
		for (uint64_t i = 0; i < SOME; i++)
			CHECK_EQ(word(at + i * PAGE_SIZE), i);
		CHECK_EQ(vs.nr_faults, policy >= MM_DEMAND ? SOME : 0);
		CHECK_EQ(mm_munmap(&vs, at, SOME * PAGE_SIZE), 0);
		CHECK(faults(load_it, at));
		space_leave(&vs);
	}
}

TEST(protection_holds_at_once)
{
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		uint64_t at;

		if (!space_enter(&vs, policy))
			return;
		CHECK_EQ(mm_mmap(&vs, 0, 3 * PAGE_SIZE, RW, ANON, &at), 0);
		store_it((void *)at);
		CHECK_EQ(mm_mprotect(&vs, at, PAGE_SIZE, PROT_READ), 0);
		CHECK(faults(store_it, at));
		CHECK_EQ(word(at), 1);
		CHECK(call_faults(at, true));
		CHECK_EQ(mm_mprotect(&vs, at, PAGE_SIZE, PROT_NONE), 0);
		CHECK(faults(load_it, at));
		CHECK_EQ(mm_mprotect(&vs, at, PAGE_SIZE, RW | PROT_EXEC), 0);
		CHECK_EQ(word(at), 1);
		*(volatile uint8_t *)at = 0xc3; /* ret */
		call_it((void *)at);
		CHECK(faults(load_it, at + 3 * PAGE_SIZE));
		space_leave(&vs);
	}
}

TEST(a_huge_leaf_with_a_hole_is_still_right)
{
	uint64_t at;

	if (!space_enter(&vs, MM_RANGE))
		return;
	if (mm_mmap(&vs, 0, HUGE_SIZE, RW, ANON, &at)) {
		space_leave(&vs);
		test_skip("no 4 MiB are free");
		return;
	}
	for (uint64_t a = at; a < at + HUGE_SIZE; a += PAGE_SIZE)
		*(volatile uint64_t *)a = a;
	CHECK_EQ(mm_munmap(&vs, at + 7 * PAGE_SIZE, PAGE_SIZE), 0);
	CHECK_EQ(mm_mprotect(&vs, at + 600 * PAGE_SIZE, PAGE_SIZE, PROT_READ), 0);
	CHECK(faults(load_it, at + 7 * PAGE_SIZE));
	CHECK(faults(store_it, at + 600 * PAGE_SIZE));
	for (uint64_t a = at; a < at + HUGE_SIZE; a += PAGE_SIZE)
		CHECK(a == at + 7 * PAGE_SIZE || word(a) == a);
	space_leave(&vs);
}

TEST(each_space_has_memory_of_its_own)
{
	struct vspace other;
	const uint64_t at = 1ul << 32;
	uint64_t got;

	if (!space_enter(&vs, MM_DEMAND))
		return;
	CHECK_EQ(vspace_init(&other, node_data(NUMA_NO_NODE), MM_RANGE, true), 0);
	CHECK_EQ(mm_mmap(&vs, at, PAGE_SIZE, RW, ANON | MAP_FIXED, &got), 0);
	CHECK_EQ(mm_mmap(&other, at, PAGE_SIZE, RW, ANON | MAP_FIXED, &got), 0);
	*(volatile uint64_t *)at = 11;
	vspace_activate(&other);
	CHECK_EQ(word(at), 0);
	*(volatile uint64_t *)at = 22;
	vspace_activate(&vs);
	CHECK_EQ(word(at), 11);
	vspace_destroy(&other);
	CHECK_EQ(word(at), 11);
	space_leave(&vs);
	CHECK(faults(load_it, at));
}
