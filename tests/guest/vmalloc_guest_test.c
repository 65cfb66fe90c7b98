// SPDX-License-Identifier: MIT
/* vmalloc on the machine: real reads and writes, real faults, nothing stale in the TLB. */
#include "kernel/panic.h"
#include "kernel/x86/exceptions.h"
#include "mm/vmalloc.h"
#include "tests/harness/test.h"

static void load_it(void *arg)
{
	(void)*(volatile uint64_t *)arg;
}

static void store_it(void *arg)
{
	*(volatile uint64_t *)arg = 1;
}

/* Does the access end in a page fault at that address? */
static bool faults(void (*access)(void *arg), void *address)
{
	struct exc_frame frame;

	return exc_catch(access, address, &frame) == EXC_PF && frame.cr2 == (uintptr_t)address;
}

static bool holds(char *address, uint64_t nr_pages, uint64_t stamp)
{
	for (uint64_t i = 0; i < nr_pages; i++)
		*(volatile uint64_t *)(address + i * PAGE_SIZE) = stamp + i;
	for (uint64_t i = 0; i < nr_pages; i++) {
		const char *direct = page_address(vmalloc_to_page(address + i * PAGE_SIZE));

		if (*(volatile uint64_t *)(address + i * PAGE_SIZE) != stamp + i ||
		    *(volatile const uint64_t *)direct != stamp + i)
			return false;
	}
	return true;
}

TEST(what_is_written_is_read_back_through_both_maps)
{
	const size_t sizes[] = {4096, 3 << 20, 8 << 20, (4 << 20) + 4096};

	for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
		char *huge = vmalloc(sizes[i]);
		char *base = vmalloc_base(sizes[i]);

		CHECK(huge && base);
		CHECK(holds(huge, sizes[i] / 4096, 0xa5a50000));
		CHECK(holds(base, sizes[i] / 4096, 0x5a5a0000));
		vfree(huge);
		vfree(base);
	}
	vmalloc_purge();
}

TEST(the_guard_page_and_what_is_freed_fault)
{
	char *p = vmalloc((2 << 20) + 4096);

	CHECK(p);
	CHECK(holds(p, 513, 1));
	CHECK(faults(load_it, p + (2 << 20) + 4096));
	vfree(p);
	for (uint64_t at = 0; at <= 2 << 20; at += 64 * 4096) {
		CHECK(faults(load_it, p + at));
		CHECK(faults(store_it, p + at));
	}
	vmalloc_purge();
	CHECK(faults(load_it, p));
}

TEST(one_page_of_a_huge_leaf_becomes_read_only)
{
	char *p = vmalloc(2 << 20);

	CHECK(p);
	CHECK(holds(p, 512, 3));
	CHECK_EQ(set_memory_ro(p + 16 * 4096, 1), 0);
	CHECK(faults(store_it, p + 16 * 4096));
	CHECK_EQ(exc_catch(load_it, p + 16 * 4096, NULL), -1);
	CHECK_EQ(exc_catch(store_it, p + 15 * 4096, NULL), -1);
	CHECK_EQ(exc_catch(store_it, p + 17 * 4096, NULL), -1);
	CHECK_EQ(set_memory_rw(p + 16 * 4096, 1), 0);
	CHECK(holds(p, 512, 4));
	vfree(p);
	vmalloc_purge();
}

TEST(addresses_come_back_with_other_frames_and_nothing_stale)
{
	for (int round = 0; round < 50; round++) {
		char *p = vmalloc((1 + round % 5) << 20);

		CHECK(p);
		CHECK(holds(p, (1 + round % 5) * 256, (uint64_t)round << 20));
		vfree(p);
		vmalloc_purge();
	}
}

TEST(zeroed_memory_is_zero)
{
	char *p = vmalloc(3 << 20);

	CHECK(p);
	__builtin_memset(p, 0xa5, 3 << 20);
	vfree(p);
	vmalloc_purge();
	p = vzalloc(3 << 20);
	CHECK(p);
	for (uint64_t i = 0; i < 3 << 20; i += 8)
		CHECK_EQ(*(uint64_t *)(p + i), 0);
	vfree(p);
	vmalloc_purge();
}
