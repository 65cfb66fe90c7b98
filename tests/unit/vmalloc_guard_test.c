// SPDX-License-Identifier: MIT
/* Debug aid of areas: bytes behind the size, addresses behind the area, whose an address is. */
#include "mm/vmalloc.h"
#include "tests/harness/test.h"
#include "tests/harness/vm_fixture.h"

enum { ORDER = 11, SIZE = 5000, LEN = 2 * PAGE_SIZE };

static struct vm_fixture f;
static struct vmap_space vs;

static bool setup(void)
{
	if (!vm_make(&f, ORDER))
		return false;
	vmap_space_init(&vs, f.node.p, f.pt, VM_START, VM_END, true);
	return true;
}

static void teardown(void)
{
	vmap_space_destroy(&vs);
	vm_drop(&f);
}

static char *get(size_t size)
{
	return vmap_space_alloc(&vs, size, 0, (const void *)0x1234);
}

static void give(void *address)
{
	vmap_space_free(&vs, address, NULL);
}

static uint8_t *byte(const char *address)
{
	return (uint8_t *)vm_word(&f, address);
}

TEST(any_byte_behind_the_size_is_found_when_the_area_is_freed)
{
	static const unsigned places[] = {SIZE, SIZE + 1, LEN - 1};

	if (!setup())
		return;
	vmap_space_guard(&vs);
	for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
		char text[] = "byte 5000 of an area of 5000 bytes was written to";
		const char *said;
		char *p = get(SIZE);

		CHECK(p);
		for (unsigned at = SIZE; at < LEN; at++)
			CHECK_EQ(*byte(p + at), VMALLOC_FILL);
		*byte(p + places[i]) = VMALLOC_FILL + 1;
		said = test_expect_panic(give, p);
		text[5] = (char)('0' + places[i] / 1000);
		text[6] = (char)('0' + places[i] / 100 % 10);
		text[7] = (char)('0' + places[i] / 10 % 10);
		text[8] = (char)('0' + places[i] % 10);
		CHECK(said && test_contains(said, text));
		vs.lock = (struct port_lock){0};
		vs.busy = 0;
		*byte(p + places[i]) = VMALLOC_FILL;
		/* The sums went down before the bytes were looked at. */
		vs.stats = (struct vmalloc_stats){.nr_areas = 1,
						  .len = LEN,
						  .waste = LEN - SIZE,
						  .rounded_waste = LEN - SIZE};
		give(p);
	}
	CHECK_EQ(vs.stats.nr_areas, 0);
	teardown();
}

TEST(bytes_up_to_the_size_are_the_callers)
{
	static const size_t sizes[] = {1, SIZE, LEN - 1, LEN, 2 * PMD_SIZE - 100, 2 * PMD_SIZE};

	if (!setup())
		return;
	vmap_space_guard(&vs);
	for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
		char *p = get(sizes[i]);

		CHECK(p);
		*byte(p) = *byte(p + sizes[i] - 1) = 0x17;
		if (sizes[i] % PAGE_SIZE)
			CHECK_EQ(*byte(p + sizes[i]), VMALLOC_FILL);
		give(p);
	}
	teardown();
}

TEST(areas_made_before_are_not_compared)
{
	char *before, *after;

	if (!setup())
		return;
	before = get(SIZE);
	CHECK(before);
	vmap_space_guard(&vs);
	*byte(before + SIZE) = 1;
	after = get(SIZE);
	CHECK(after);
	give(before);
	give(after);
	teardown();
}

TEST(a_map_of_the_callers_pages_is_left_as_it_is)
{
	struct page *page;
	char *p;

	if (!setup())
		return;
	vmap_space_guard(&vs);
	page = pgdat_alloc(f.node.p, __GFP_ZERO, 0);
	p = vmap_space_map(&vs, &page, 1, PORT_PROT_WRITE, NULL);
	CHECK(p);
	for (unsigned i = 0; i < PAGE_SIZE; i++)
		CHECK_EQ(*byte(p + i), 0);
	vmap_space_unmap(&vs, p, NULL);
	pgdat_free(f.node.p, page, 0);
	teardown();
}

TEST(addresses_behind_an_area_fault_and_name_it)
{
	struct vmalloc_place place;
	char *first, *second;

	if (!setup())
		return;
	vmap_space_guard(&vs);
	first = get(SIZE);
	second = get(PAGE_SIZE);
	CHECK(first && second);
	CHECK_EQ(second - first, LEN + VMALLOC_GUARD_LEN);
	for (uint64_t at = LEN; at < LEN + VMALLOC_GUARD_LEN; at += PAGE_SIZE) {
		CHECK(!vm_word(&f, first + at));
		CHECK(vmap_space_place(&vs, (uintptr_t)first + at, &place));
		CHECK_EQ(place.start, (uintptr_t)first);
		CHECK_EQ(place.size, SIZE);
		CHECK(place.caller == (const void *)0x1234);
	}
	CHECK(vmap_space_place(&vs, (uintptr_t)second, &place));
	CHECK_EQ(place.size, PAGE_SIZE);
	CHECK(!vmap_space_place(&vs, (uintptr_t)first - 1, &place));
	CHECK(!vmap_space_place(&vs, (uintptr_t)second + PAGE_SIZE + VMALLOC_GUARD_LEN, &place));
	vmap_space_check(&vs);
	give(first);
	CHECK(vmap_space_place(&vs, (uintptr_t)first, &place));
	CHECK_EQ(place.size, 0);
	vmap_space_purge(&vs);
	CHECK(!vmap_space_place(&vs, (uintptr_t)first, &place));
	give(second);
	teardown();
}

TEST(the_guard_counts_in_what_can_be)
{
	char *p;

	if (!setup())
		return;
	vmap_space_guard(&vs);
	vs.areas.end = VM_START + VMALLOC_GUARD_LEN + 4 * PAGE_SIZE;
	CHECK(!get(4 * PAGE_SIZE + 1));
	p = get(4 * PAGE_SIZE);
	CHECK(p == (char *)VM_START);
	give(p);
	teardown();
}
