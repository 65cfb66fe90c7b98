// SPDX-License-Identifier: MIT
/* The live instances on Linux: the kernel's areas, nodes by number, faults and whom they go to. */
#include <sys/wait.h>
#include <unistd.h>

#include "mm/init.h"
#include "mm/mmap.h"
#include "mm/vmalloc.h"
#include "tests/harness/test.h"
#include "tests/harness/vm_fixture.h"
#include "tests/host/host.h"

#define ANON (MAP_ANON | MAP_PRIVATE)
#define RW   (PROT_READ | PROT_WRITE)

static struct vm_fixture f;
static struct vspace vs;

/* --- vmalloc() ------------------------------------------------------------------------------- */

/* The first word behind an address of an area. */
static uint64_t *word(const void *at)
{
	struct page *page = vmalloc_to_page(at);

	return page ? page_address(page) : NULL;
}

static uint64_t leaf(const void *at)
{
	uint64_t len = 0;

	port_pt_lookup(port_kernel_pt(), (uintptr_t)at, NULL, &len, NULL);
	return len;
}

static unsigned prot(const void *at)
{
	unsigned prot = ~0u;

	port_pt_lookup(port_kernel_pt(), (uintptr_t)at, NULL, NULL, &prot);
	return prot;
}

TEST(areas_come_and_go_with_all_their_memory)
{
	struct vmalloc_stats before, during, after;
	uint64_t nr_free;
	char *area[5];

	vmalloc_purge();
	vmalloc_get_stats(&before);
	nr_free = nr_free_pages();
	area[0] = vmalloc(3 * PAGE_SIZE - 1);
	area[1] = vmalloc(PMD_SIZE);
	area[2] = vmalloc_base(PMD_SIZE);
	area[3] = vmalloc_flags(PAGE_SIZE, VMALLOC_INTERLEAVE | VMALLOC_ZERO);
	area[4] = vmalloc_node(PAGE_SIZE, 0);
	for (unsigned i = 0; i < ARRAY_SIZE(area); i++)
		CHECK(area[i] && word(area[i]));
	CHECK_EQ(leaf(area[0]), PAGE_SIZE);
	CHECK_EQ(leaf(area[1]), PMD_SIZE);
	CHECK_EQ(leaf(area[2]), PAGE_SIZE);
	CHECK(!word(area[0] + 3 * PAGE_SIZE));
	vmalloc_get_stats(&during);
	CHECK_EQ(during.nr_areas - before.nr_areas, 5);
	CHECK_EQ(during.len - before.len, 5 * PAGE_SIZE + 2 * PMD_SIZE);
	CHECK_EQ(during.huge_len - before.huge_len, PMD_SIZE);
	CHECK_EQ(during.waste - before.waste, 1);
	for (unsigned i = 0; i < ARRAY_SIZE(area); i++) {
		vfree(area[i]);
		CHECK(!word(area[i]));
	}
	vmalloc_purge();
	vmalloc_get_stats(&after);
	CHECK_EQ(after.nr_areas, before.nr_areas);
	CHECK_EQ(after.lazy_len, 0);
	CHECK_EQ(after.nr_purges, before.nr_purges + 1);
	/* The pool of areas and the tables keep a few. */
	CHECK(nr_free - nr_free_pages() <= 8);
}

TEST(a_zeroed_area_is_zero_where_it_was_not)
{
	char *dirty = vmalloc(4 * PAGE_SIZE), *clean;

	CHECK(dirty);
	for (unsigned i = 0; i < 4; i++)
		__builtin_memset(word(dirty + i * PAGE_SIZE), 0xa5, PAGE_SIZE);
	vfree(dirty);
	vmalloc_purge();
	clean = vzalloc(4 * PAGE_SIZE);
	CHECK(clean);
	for (unsigned i = 0; i < 4; i++)
		for (unsigned k = 0; k < PAGE_SIZE / sizeof(uint64_t); k++)
			CHECK_EQ(word(clean + i * PAGE_SIZE)[k], 0);
	vfree(clean);
}

/* 1 GiB and a page, out of RAM that the live instance does not have: above 5 GiB. */
TEST(a_gigabyte_is_one_leaf)
{
	const pfn_t start = (5ul << 30) >> PAGE_SHIFT, nr = PUD_SIZE >> PAGE_SHIFT;
	struct node_fixture node;
	struct vmap_space areas;
	uint64_t len = 0;
	struct page *held;
	char *area;

	if (!vm_make(&f, 9) || !node_make(&node, start - CHUNK_PAGES, start + nr + CHUNK_PAGES))
		return;
	node_add(&node, start - CHUNK_PAGES, start + nr + CHUNK_PAGES);
	vmap_space_init(&areas, node.p, f.pt, VM_START, VM_END, true);
	area = vmap_space_alloc(&areas, PUD_SIZE + 1, 0, NULL);
	CHECK(area);
	CHECK(port_pt_lookup(f.pt, (uintptr_t)area, NULL, &len, NULL));
	CHECK_EQ(len, PUD_SIZE);
	CHECK(port_pt_lookup(f.pt, (uintptr_t)area + PUD_SIZE, NULL, &len, NULL));
	CHECK_EQ(len, PAGE_SIZE);
	CHECK(vmap_space_page(&areas, area + PUD_SIZE - 1) == node_page(&node, start + nr - 1));
	CHECK_EQ(areas.stats.huge_len, PUD_SIZE);
	vmap_space_check(&areas);
	vmap_space_free(&areas, area, NULL);
	vmap_space_purge(&areas);
	/* Without such a block: leaves of 2 MiB. */
	held = pgdat_alloc(node.p, GFP_KERNEL, PUD_SHIFT - PAGE_SHIFT);
	CHECK(held == node_page(&node, start));
	pgdat_split(node.p, held, PUD_SHIFT - PAGE_SHIFT);
	pgdat_free_run(node.p, held + 1, nr - 1);
	area = vmap_space_alloc(&areas, PUD_SIZE - PMD_SIZE, 0, NULL);
	CHECK(area);
	CHECK(port_pt_lookup(f.pt, (uintptr_t)area, NULL, &len, NULL));
	CHECK_EQ(len, PMD_SIZE);
	CHECK_EQ(areas.stats.huge_len, PUD_SIZE - PMD_SIZE);
	vmap_space_free(&areas, area, NULL);
	vmap_space_destroy(&areas);
	pgdat_free(node.p, held, 0);
	pgdat_drain(node.p);
	CHECK_EQ(pgdat_nr_free(node.p), nr + 2 * CHUNK_PAGES);
	vm_drop(&f);
}

TEST(nodes_that_are_not_there_are_refused)
{
	struct page *slot = NULL;
	struct page *page;
	char *area = vmalloc_node(PMD_SIZE, NUMA_NO_NODE);

	CHECK(area);
	CHECK_EQ(leaf(area), PMD_SIZE);
	vfree(area);
	CHECK(!vmalloc_node(PAGE_SIZE, nr_nodes()));
	CHECK(!vmalloc_node(PAGE_SIZE, -2));
	CHECK(!alloc_pages_node(nr_nodes(), GFP_KERNEL, 0));
	CHECK_EQ(__alloc_pages_bulk(GFP_KERNEL, nr_nodes(), NULL, 1, NULL, &slot), 0);
	CHECK(!slot);
	CHECK_EQ(numa_node_id(), 0);
	CHECK_EQ(node_distance(0, 0), NUMA_LOCAL);
	page = alloc_pages_node(0, GFP_KERNEL, 0);
	CHECK(page);
	CHECK_EQ(page_to_nid(page), 0);
	CHECK(virt_to_page((char *)page_address(page) + PAGE_SIZE - 1) == page);
	__free_pages(page, 0);
}

TEST(references_splits_and_masks_of_the_live_instance)
{
	const nodemask_t first = {1}, others = {2};
	struct page *slots[3] = {NULL};
	struct page_list list = {0};
	struct page *block;

	CHECK_EQ(__alloc_pages_bulk(GFP_KERNEL, 0, &others, 3, NULL, slots), 0);
	CHECK_EQ(__alloc_pages_bulk(GFP_KERNEL, 0, &others, 3, &list, NULL), 0);
	CHECK_EQ(__alloc_pages_bulk(GFP_KERNEL, 0, &first, 3, NULL, slots), 3);
	get_page(slots[1]);
	CHECK_EQ(page_ref_count(slots[1]), 2);
	put_page(slots[1]);
	CHECK_EQ(page_ref_count(slots[1]), 1);
	free_pages_bulk(3, slots);
	CHECK_EQ(__alloc_pages_bulk(GFP_KERNEL, 0, &first, 2, &list, NULL), 2);
	for (struct page *page; (page = page_list_pop(&list));)
		put_page(page);
	block = alloc_pages(GFP_KERNEL, 2);
	CHECK(block);
	split_page(block, 2);
	for (unsigned i = 0; i < 4; i++)
		__free_pages(block + i, 0);
	mm_check();
}

TEST(pages_of_a_map_stay_the_callers)
{
	struct page *pages[3];
	char *at;

	CHECK_EQ(alloc_pages_bulk_array(GFP_KERNEL, 3,
					(__builtin_memset(pages, 0, sizeof(pages)), pages)),
		 3);
	at = vmap(pages, 3, PORT_PROT_READ);
	CHECK(at);
	for (unsigned i = 0; i < 3; i++)
		CHECK(vmalloc_to_page(at + i * PAGE_SIZE) == pages[i]);
	CHECK_EQ(prot(at), PORT_PROT_READ);
	CHECK_EQ(set_memory_rw(at + PAGE_SIZE, 1), 0);
	CHECK_EQ(prot(at), PORT_PROT_READ);
	CHECK_EQ(prot(at + PAGE_SIZE), PORT_PROT_WRITE);
	CHECK_EQ(set_memory_ro(at, 2), 0);
	CHECK_EQ(prot(at + PAGE_SIZE), PORT_PROT_READ);
	vunmap(at);
	CHECK(!vmalloc_to_page(at));
	vmalloc_purge();
	free_pages_bulk(3, pages);
}

static char lines[4][160];
static unsigned nr_lines;

static void __printf(1, 2) line_keep(const char *fmt, ...)
{
	__builtin_va_list args;

	__builtin_va_start(args, fmt);
	if (nr_lines < ARRAY_SIZE(lines))
		__builtin_vsnprintf(lines[nr_lines], sizeof(lines[0]), fmt, args);
	__builtin_va_end(args);
	nr_lines++;
}

TEST(the_list_of_areas_says_what_each_is)
{
	struct page *page = alloc_page(GFP_KERNEL);
	char *owned, *mapped, *freed;

	CHECK(page);
	freed = vmalloc(PAGE_SIZE);
	owned = vmalloc(PMD_SIZE + 1);
	mapped = vmap(&page, 1, PORT_PROT_WRITE);
	CHECK(freed && owned && mapped);
	vfree(freed);
	nr_lines = 0;
	vmalloc_info(line_keep);
	CHECK_EQ(nr_lines, 2);
	for (unsigned i = 0; i < 2; i++) {
		bool huge = test_contains(lines[i], " vmalloc");

		CHECK(test_contains(lines[i], huge ? " 2097153 " : " 4096 "));
		CHECK(test_contains(lines[i], huge ? "pages=513 vmalloc huge=512\n"
						   : "pages=1 vmap huge=0\n"));
		CHECK(huge || test_contains(lines[i], " vmap"));
	}
	vunmap(mapped);
	vfree(owned);
	vmalloc_purge();
	__free_pages(page, 0);
}

static void guard_live(void)
{
	struct vmalloc_place place;
	char *area;

	vmalloc_guard();
	area = vmalloc(100);
	CHECK(area);
	CHECK_EQ(((uint8_t *)word(area))[100], VMALLOC_FILL);
	CHECK(vmalloc_place((uintptr_t)area + VMALLOC_GUARD_LEN, &place));
	CHECK(place.start == (uintptr_t)area && place.size == 100 && place.caller);
	vfree(area);
	vmalloc_purge();
	CHECK(!vmalloc_place((uintptr_t)area, &place));
}

/* In a process of its own: guards are never turned off. */
TEST(a_guarded_area_is_found_by_its_addresses)
{
	int status = -1;
	pid_t pid = fork();

	if (!pid) {
		guard_live();
		host_exit(test_failed());
	}
	CHECK(pid > 0 && waitpid(pid, &status, 0) == pid);
	CHECK_EQ(status, 0);
}

/* --- Faults ---------------------------------------------------------------------------------- */

struct signal_seen {
	unsigned nr;
	uint64_t addr;
	enum fault_result result;
	bool inner; /* what a fault inside the function came to */
	bool answer;
};

static bool on_signal(struct vspace *space, uint64_t addr, enum port_access access,
		      enum fault_result result, void *arg)
{
	struct signal_seen *seen = arg;

	(void)space;
	(void)access;
	seen->nr++;
	seen->addr = addr;
	seen->result = result;
	seen->inner = host_fault(addr, PORT_STORE);
	return seen->answer;
}

TEST(a_fault_goes_to_the_space_that_the_cpu_is_in)
{
	uint64_t at;

	if (!vm_make_space(&f, 9, &vs, MM_DEMAND, false))
		return;
	CHECK(!vspace_usable());
	CHECK_EQ(mm_mmap(&vs, 0, 2 * PAGE_SIZE, RW, ANON, &at), 0);
	vspace_activate(NULL);
	CHECK(!host_fault(at, PORT_LOAD));
	CHECK_EQ(vs.nr_mapped, 0);
	CHECK_EQ((unsigned)-vspace_activate(&vs), ENOSYS);
	CHECK(host_fault(at, PORT_LOAD));
	CHECK_EQ(vs.nr_mapped, 1);
	CHECK(!host_fault(at + 2 * PAGE_SIZE, PORT_LOAD));
	CHECK(!host_fault(at, PORT_FETCH));
	CHECK_EQ(vs.nr_mapped, 1);
	CHECK_EQ(vs.nr_faults, 1);
	vspace_activate(NULL);
	CHECK(!host_fault(at + PAGE_SIZE, PORT_LOAD));
	CHECK_EQ(vs.nr_mapped, 1);
	vm_drop_space(&f, &vs);
}

TEST(what_a_region_forbids_stays_forbidden_to_every_access)
{
	static const unsigned prots[] = {PROT_NONE, PROT_READ, RW, PROT_EXEC, RW | PROT_EXEC};
	static const bool allowed[][3] = {/* load, store, fetch */
					  {false, false, false},
					  {true, false, false},
					  {true, true, false},
					  {true, false, true},
					  {true, true, true}};
	struct vspace child;
	uint64_t at;

	if (!vm_make_space(&f, 9, &vs, MM_DEMAND, false))
		return;
	vspace_activate(&vs);
	for (unsigned i = 0; i < ARRAY_SIZE(prots); i++) {
		CHECK_EQ(mm_mmap(&vs, 0, PAGE_SIZE, prots[i], ANON, &at), 0);
		CHECK_EQ(host_fault(at, PORT_LOAD), allowed[i][0]);
		CHECK_EQ(host_fault(at, PORT_STORE), allowed[i][1]);
		CHECK_EQ(host_fault(at, PORT_FETCH), allowed[i][2]);
	}
	CHECK_EQ(mm_clone(&child, &vs), 0); /* active, but this stack is elsewhere */
	vspace_activate(NULL);
	vspace_check(&child);
	vspace_destroy(&child);
	vm_drop_space(&f, &vs);
}

TEST(a_signal_function_decides_but_not_about_its_own_faults)
{
	struct signal_seen seen = {.answer = true};
	uint64_t at;

	if (!vm_make_space(&f, 9, &vs, MM_DEMAND, false))
		return;
	CHECK_EQ(mm_mmap(&vs, 0, 2 * PAGE_SIZE, PROT_READ, ANON, &at), 0);
	vspace_set_signal(&vs, on_signal, &seen);
	vspace_activate(&vs);
	CHECK(host_fault(at, PORT_STORE));
	CHECK_EQ(seen.nr, 1);
	CHECK_EQ(seen.addr, at);
	CHECK_EQ(seen.result, FAULT_PROT);
	CHECK(!seen.inner);
	seen.answer = false;
	CHECK(!host_fault(at + 3 * PAGE_SIZE, PORT_LOAD));
	CHECK_EQ(seen.nr, 2);
	CHECK_EQ(seen.result, FAULT_NO_REGION);
	CHECK(host_fault(at, PORT_LOAD));
	CHECK_EQ(seen.nr, 2);
	vspace_set_signal(&vs, NULL, NULL);
	CHECK(!host_fault(at, PORT_STORE));
	CHECK_EQ(seen.nr, 2);
	vspace_activate(NULL);
	vm_drop_space(&f, &vs);
}

TEST(a_space_that_holds_this_stack_is_not_forked)
{
	uint64_t here = ALIGN_DOWN((uintptr_t)__builtin_frame_address(0), PAGE_SIZE);
	const unsigned flags = ANON | MAP_FIXED | MAP_LAZY;
	struct vspace child;
	uint64_t at;

	if (!vm_make_space(&f, 9, &vs, MM_DEMAND, false))
		return;
	CHECK_EQ(mm_mmap(&vs, here - 8 * PAGE_SIZE, 9 * PAGE_SIZE, RW, flags, &at), 0);
	vspace_activate(&vs);
	CHECK_EQ((unsigned)-mm_clone(&child, &vs), EINVAL);
	vspace_activate(NULL);
	CHECK_EQ(mm_clone(&child, &vs), 0);
	CHECK_EQ(child.nr_promised, 9);
	vspace_destroy(&child);
	vm_drop_space(&f, &vs);
}
