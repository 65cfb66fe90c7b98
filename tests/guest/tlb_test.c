// SPDX-License-Identifier: MIT
/*
 * Mappings as the CPU sees them: made, changed and taken away through seam 1, in the kernel's space
 * and in others, with real faults. Each address is used before it changes, so that the CPU has it.
 */
#include "kernel/panic.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/tlb.h"
#include "mm/page_alloc.h"
#include "tests/guest/space.h"
#include "tests/harness/test.h"

/* In the vmalloc window, far from where it begins; entries of the top table of their own. */
#define BASE  0xffffe00000000000ul
#define BASE2 0xffffe10000000000ul
#define LOW   0x0000005000000000ul

#define MANY_PAGES (2 * PT_FLUSH_PAGES)

static void read_byte(void *addr)
{
	*(volatile uint8_t *)addr;
}

static void write_byte(void *addr)
{
	*(volatile uint8_t *)addr = 0x77;
}

static void call(void *addr)
{
	((void (*)(void))addr)();
}

/* The error code of the page fault that fn(addr) raises there; -1: none, -2: something else. */
static int fault_of(void (*fn)(void *), uint64_t addr)
{
	struct exc_frame frame;
	int vector = exc_catch(fn, (void *)addr, &frame);

	if (vector < 0)
		return -1;
	return vector == EXC_PF && frame.cr2 == addr ? (int)frame.error : -2;
}

static volatile uint32_t *word_at(uint64_t virt)
{
	return (volatile uint32_t *)virt;
}

/* Frames, each page beginning with its number. */
struct frames {
	struct page *page;
	unsigned order;
	phys_addr_t phys;
};

static bool frames_get(struct frames *f, unsigned order)
{
	f->order = order;
	f->page = alloc_pages(GFP_KERNEL, order);
	if (!f->page) {
		test_fail(__FILE__, __LINE__, "no block of order %u", order);
		return false;
	}
	f->phys = page_to_pfn(f->page) << PAGE_SHIFT;
	for (uint32_t i = 0; i < 1u << order; i++)
		*(uint32_t *)port_phys_to_virt(f->phys + i * PAGE_SIZE) = i;
	return true;
}

static void frames_put(struct frames *f)
{
	__free_pages(f->page, f->order);
}

/* Does each of nr pages at virt begin with its number, counted from `first`? */
static bool pages_count_up(uint64_t virt, uint32_t first, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++)
		if (*word_at(virt + i * PAGE_SIZE) != first + i)
			return false;
	return true;
}

static bool all_fault(void (*fn)(void *), uint64_t virt, uint32_t nr, int error)
{
	for (uint32_t i = 0; i < nr; i++)
		if (fault_of(fn, virt + i * PAGE_SIZE) != error)
			return false;
	return true;
}

static int kernel_map(uint64_t virt, phys_addr_t phys, uint64_t len, unsigned prot)
{
	return port_pt_map_run(port_kernel_pt(), virt, phys, len, prot, PUD_SIZE);
}

static int64_t kernel_unmap(uint64_t virt, uint64_t len)
{
	int64_t nr = port_pt_unmap(port_kernel_pt(), virt, len, NULL, NULL);

	port_pt_flush(port_kernel_pt());
	return nr;
}

static int kernel_protect(uint64_t virt, uint64_t len, unsigned prot)
{
	int err = port_pt_protect(port_kernel_pt(), virt, len, prot);

	port_pt_flush(port_kernel_pt());
	return err;
}

TEST(a_page_comes_changes_and_goes)
{
	struct frames f;

	CHECK_EQ(fault_of(read_byte, BASE), 0);
	CHECK_EQ(fault_of(write_byte, BASE), PF_WRITE);
	if (!frames_get(&f, 1))
		return;
	CHECK_EQ(kernel_map(BASE, f.phys, 2 * PAGE_SIZE, PORT_PROT_WRITE), 0);
	CHECK(pages_count_up(BASE, 0, 2));
	*word_at(BASE + PAGE_SIZE) = 12345;
	CHECK_EQ(*(uint32_t *)port_phys_to_virt(f.phys + PAGE_SIZE), 12345);
	CHECK(call_faults(BASE, true));

	CHECK_EQ(kernel_protect(BASE, PAGE_SIZE, PORT_PROT_READ), 0);
	CHECK_EQ(fault_of(write_byte, BASE), PF_PRESENT | PF_WRITE);
	CHECK_EQ(fault_of(write_byte, BASE + PAGE_SIZE), -1);
	CHECK_EQ(*word_at(BASE), 0);

	CHECK_EQ(kernel_protect(BASE, PAGE_SIZE, PORT_PROT_NONE), 0);
	CHECK_EQ(fault_of(read_byte, BASE), 0);
	CHECK_EQ(fault_of(write_byte, BASE), PF_WRITE);
	CHECK_EQ(kernel_protect(BASE, PAGE_SIZE, PORT_PROT_WRITE), 0);
	CHECK_EQ(*word_at(BASE), 0);
	CHECK_EQ(fault_of(write_byte, BASE), -1);

	CHECK_EQ(kernel_unmap(BASE, 2 * PAGE_SIZE), 2);
	CHECK(all_fault(read_byte, BASE, 2, 0));
	CHECK_EQ(kernel_map(BASE, f.phys + PAGE_SIZE, PAGE_SIZE, PORT_PROT_READ), 0);
	CHECK_EQ(*(volatile uint8_t *)BASE, 0x77);
	CHECK_EQ(port_pt_remap(port_kernel_pt(), BASE, f.phys, PAGE_SIZE, PORT_PROT_WRITE), 0);
	port_pt_flush(port_kernel_pt());
	*word_at(BASE) = 6;
	CHECK_EQ(*(uint32_t *)port_phys_to_virt(f.phys), 6);
	CHECK_EQ(kernel_unmap(BASE, PAGE_SIZE), 1);
	frames_put(&f);
	CHECK(!pt_check(paging_kernel_tables()));
}

TEST(code_runs_where_it_may)
{
	struct frames f;

	if (!frames_get(&f, 0))
		return;
	*(uint8_t *)port_phys_to_virt(f.phys) = 0xc3; /* ret */
	CHECK_EQ(kernel_map(BASE, f.phys, PAGE_SIZE, PORT_PROT_EXEC), 0);
	CHECK_EQ(fault_of(call, BASE), -1);
	CHECK_EQ(fault_of(write_byte, BASE), PF_PRESENT | PF_WRITE);
	CHECK_EQ(kernel_protect(BASE, PAGE_SIZE, PORT_PROT_READ), 0);
	CHECK(call_faults(BASE, true));
	CHECK_EQ(kernel_unmap(BASE, PAGE_SIZE), 1);
	CHECK(call_faults(BASE, false));
	frames_put(&f);
}

TEST(a_large_leaf_split_is_still_right)
{
	uint64_t hole = BASE + 100 * PAGE_SIZE;
	phys_addr_t phys;
	uint64_t leaf;
	struct frames f;

	if (!frames_get(&f, 9))
		return;
	CHECK_EQ(kernel_map(BASE, f.phys, PMD_SIZE, PORT_PROT_WRITE), 0);
	CHECK(port_pt_lookup(port_kernel_pt(), BASE, &phys, &leaf, NULL));
	CHECK_EQ(leaf, PMD_SIZE);
	CHECK(pages_count_up(BASE, 0, 512));
	CHECK_EQ(kernel_protect(hole + PAGE_SIZE, PAGE_SIZE, PORT_PROT_READ), 0);
	CHECK_EQ(kernel_unmap(hole, PAGE_SIZE), 1);
	CHECK_EQ(fault_of(read_byte, hole), 0);
	CHECK_EQ(fault_of(write_byte, hole + PAGE_SIZE), PF_PRESENT | PF_WRITE);
	CHECK(pages_count_up(BASE, 0, 100));
	CHECK(pages_count_up(hole + PAGE_SIZE, 101, 512 - 101));
	*word_at(hole + 2 * PAGE_SIZE) = 1;
	CHECK_EQ(*(uint32_t *)port_phys_to_virt(f.phys + 102 * PAGE_SIZE), 1);
	CHECK_EQ(kernel_unmap(BASE, PMD_SIZE), 511);
	CHECK(all_fault(read_byte, BASE, 512, 0));
	/* And a leaf again where the table was. */
	CHECK_EQ(kernel_map(BASE, f.phys, PMD_SIZE, PORT_PROT_READ), 0);
	CHECK_EQ(*word_at(hole), 100);
	CHECK_EQ(kernel_unmap(BASE, PMD_SIZE), 512);
	CHECK(all_fault(read_byte, BASE, 512, 0));
	frames_put(&f);
	CHECK(!pt_check(paging_kernel_tables()));
}

TEST(nothing_stale_is_left_below_and_above_the_threshold)
{
	static const uint32_t nrs[] = {1, PT_FLUSH_PAGES - 1, PT_FLUSH_PAGES, PT_FLUSH_PAGES + 1,
				       MANY_PAGES};
	struct port_pt_stats old, new;
	struct frames f;

	if (!frames_get(&f, 6))
		return;
	for (unsigned i = 0; i < ARRAY_SIZE(nrs); i++) {
		uint32_t nr = nrs[i];
		bool singly = nr <= PT_FLUSH_PAGES;

		CHECK_EQ(kernel_map(BASE, f.phys, MANY_PAGES * PAGE_SIZE, PORT_PROT_WRITE), 0);
		CHECK(pages_count_up(BASE, 0, MANY_PAGES));
		port_pt_stats(port_kernel_pt(), &old);
		CHECK_EQ(kernel_protect(BASE, nr * PAGE_SIZE, PORT_PROT_READ), 0);
		port_pt_stats(port_kernel_pt(), &new);
		CHECK_EQ(new.nr_flushes - old.nr_flushes, 1);
		CHECK_EQ(new.nr_flushed - old.nr_flushed, singly ? nr : 0);
		CHECK_EQ(new.nr_flushed_all - old.nr_flushed_all, singly ? 0 : 1);
		CHECK(all_fault(write_byte, BASE, nr, PF_PRESENT | PF_WRITE));
		CHECK(pages_count_up(BASE, 0, MANY_PAGES));
		CHECK_EQ(kernel_unmap(BASE, nr * PAGE_SIZE), nr);
		CHECK(all_fault(read_byte, BASE, nr, 0));
		CHECK(pages_count_up(BASE + nr * PAGE_SIZE, nr, MANY_PAGES - nr));
		kernel_unmap(BASE, MANY_PAGES * PAGE_SIZE);
		CHECK(all_fault(read_byte, BASE, MANY_PAGES, 0));
	}
	frames_put(&f);
}

static phys_addr_t table_alloc(void *arg)
{
	struct page *page = alloc_page(GFP_KERNEL | __GFP_ZERO);

	(void)arg;
	return page ? page_to_pfn(page) << PAGE_SHIFT : 0;
}

static void table_free(void *arg, phys_addr_t phys)
{
	(void)arg;
	__free_pages(pfn_to_page(phys >> PAGE_SHIFT), 0);
}

static const struct port_pt_ops ops = {table_alloc, table_free};

TEST(spaces_differ_below_and_agree_above)
{
	struct port_pt *a = port_pt_create(&ops, NULL);
	struct port_pt *b = port_pt_create(&ops, NULL);
	struct frames f;

	CHECK(a && b);
	if (!frames_get(&f, 2))
		return;
	CHECK_EQ(port_pt_map_run(a, LOW, f.phys, PAGE_SIZE, PORT_PROT_WRITE, PAGE_SIZE), 0);
	CHECK_EQ(port_pt_map_run(b, LOW, f.phys + PAGE_SIZE, PAGE_SIZE, PORT_PROT_READ, PAGE_SIZE),
		 0);
	CHECK_EQ(fault_of(read_byte, LOW), 0);
	port_pt_activate(a);
	CHECK_EQ(*word_at(LOW), 0);
	/* A new entry of the top table reaches every space, the active one too. */
	CHECK_EQ(kernel_map(BASE2, f.phys + 2 * PAGE_SIZE, PAGE_SIZE, PORT_PROT_WRITE), 0);
	CHECK_EQ(*word_at(BASE2), 2);
	port_pt_activate(b);
	CHECK_EQ(*word_at(LOW), 1);
	CHECK_EQ(fault_of(write_byte, LOW), PF_PRESENT | PF_WRITE);
	CHECK_EQ(*word_at(BASE2), 2);
	/* What a space that is not active loses, and what all lose. */
	CHECK_EQ(port_pt_unmap(a, LOW, PAGE_SIZE, NULL, NULL), 1);
	port_pt_flush(a);
	CHECK_EQ(*word_at(LOW), 1);
	CHECK_EQ(kernel_unmap(BASE2, PAGE_SIZE), 1);
	CHECK_EQ(fault_of(read_byte, BASE2), 0);
	port_pt_activate(a);
	CHECK_EQ(fault_of(read_byte, LOW), 0);
	CHECK_EQ(fault_of(read_byte, BASE2), 0);
	port_pt_activate(port_kernel_pt());
	CHECK_EQ(fault_of(read_byte, LOW), 0);
	port_pt_destroy(a);
	port_pt_destroy(b);
	frames_put(&f);
	CHECK(!pt_check(paging_kernel_tables()));
}

TEST(an_active_space_has_nothing_stale)
{
	struct port_pt *a = port_pt_create(&ops, NULL);
	struct frames f;

	CHECK(a);
	if (!frames_get(&f, 6))
		return;
	port_pt_activate(a);
	for (uint32_t nr = 1; nr <= MANY_PAGES; nr += MANY_PAGES - 1) {
		CHECK_EQ(port_pt_map_run(a, LOW, f.phys, MANY_PAGES * PAGE_SIZE, PORT_PROT_WRITE,
					 PMD_SIZE),
			 0);
		CHECK(pages_count_up(LOW, 0, MANY_PAGES));
		CHECK_EQ(port_pt_protect(a, LOW, nr * PAGE_SIZE, PORT_PROT_NONE), 0);
		port_pt_flush(a);
		CHECK(all_fault(read_byte, LOW, nr, 0));
		CHECK_EQ(port_pt_unmap(a, LOW, MANY_PAGES * PAGE_SIZE, NULL, NULL), MANY_PAGES);
		port_pt_flush(a);
		CHECK(all_fault(write_byte, LOW, MANY_PAGES, PF_WRITE));
	}
	port_pt_activate(port_kernel_pt());
	port_pt_destroy(a);
	frames_put(&f);
}
