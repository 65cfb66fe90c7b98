// SPDX-License-Identifier: MIT
/*
 * Spaces as mm/ sees them, through seam 1, with tables from the live allocator.
 */
#include "mm/page_alloc.h"
#include "tests/harness/test.h"

#define BASE 0x0000123440000000ul /* 1 GiB aligned */

struct source {
	uint64_t nr_used, nr_allowed;
};

static phys_addr_t table_alloc(void *arg)
{
	struct source *source = arg;
	struct page *page =
		source->nr_used < source->nr_allowed ? alloc_page(GFP_KERNEL | __GFP_ZERO) : NULL;

	if (!page)
		return 0;
	source->nr_used++;
	return page_to_pfn(page) << PAGE_SHIFT;
}

static void table_free(void *arg, phys_addr_t phys)
{
	struct source *source = arg;

	source->nr_used--;
	__free_pages(pfn_to_page(phys >> PAGE_SHIFT), 0);
}

static const struct port_pt_ops ops = {table_alloc, table_free};

TEST(a_space_takes_and_gives_back_its_tables)
{
	struct source source = {0, PORT_PT_CREATE_TABLES + 3};
	struct port_pt_stats stats;
	struct port_pt *pt = port_pt_create(&ops, &source);
	phys_addr_t phys;
	uint64_t leaf;
	unsigned prot;

	CHECK(pt);
	CHECK_EQ(source.nr_used, PORT_PT_CREATE_TABLES);
	CHECK_EQ(port_pt_tables_needed(pt, BASE, 4 * PAGE_SIZE, PAGE_SIZE), 3);
	CHECK_EQ(port_pt_map_run(pt, BASE, 0x5000, 4 * PAGE_SIZE, PORT_PROT_WRITE, PUD_SIZE), 0);
	CHECK_EQ(source.nr_used, PORT_PT_CREATE_TABLES + 3);
	CHECK(port_pt_lookup(pt, BASE + 0x1234, &phys, &leaf, &prot));
	CHECK_EQ(phys, 0x6234);
	CHECK_EQ(leaf, PAGE_SIZE);
	CHECK_EQ(prot, PORT_PROT_WRITE);
	CHECK(port_pt_lookup(pt, BASE, NULL, NULL, NULL));
	CHECK(!port_pt_lookup(pt, BASE + 0x4000, NULL, NULL, NULL));
	CHECK(!port_pt_flush_pending(pt));
	CHECK_EQ(port_pt_unmap(pt, BASE, PUD_SIZE, NULL, NULL), 4);
	CHECK(port_pt_flush_pending(pt));
	CHECK_EQ(source.nr_used, PORT_PT_CREATE_TABLES + 3);
	port_pt_flush(pt);
	CHECK(!port_pt_flush_pending(pt));
	CHECK_EQ(source.nr_used, PORT_PT_CREATE_TABLES);
	port_pt_stats(pt, &stats);
	CHECK_EQ(stats.nr_tables, 1);
	CHECK_EQ(stats.nr_flushes, 1);
	CHECK_EQ(stats.nr_flushed, 4);
	port_pt_destroy(pt);
	CHECK_EQ(source.nr_used, 0);
}

TEST(destroying_a_space_frees_what_is_left)
{
	struct source source = {0, 100};
	struct port_pt *pt = port_pt_create(&ops, &source);
	uint64_t half = 1ul << 47;

	CHECK(pt);
	CHECK_EQ(port_pt_map_run(pt, BASE, 0, PMD_SIZE, PORT_PROT_READ, PAGE_SIZE), 0);
	CHECK_EQ(port_pt_map_run(pt, 0, 0, PAGE_SIZE, PORT_PROT_READ, PAGE_SIZE), 0);
	CHECK_EQ(port_pt_map_run(pt, half - PUD_SIZE, 0, PUD_SIZE, PORT_PROT_READ, PMD_SIZE), 0);
	CHECK_EQ(port_pt_unmap(pt, half - PUD_SIZE, PUD_SIZE, NULL, NULL), 512 * 512);
	port_pt_destroy(pt);
	CHECK_EQ(source.nr_used, 0);
}

TEST(a_space_without_pages_is_none)
{
	for (unsigned nr = 0; nr < PORT_PT_CREATE_TABLES; nr++) {
		struct source source = {0, nr};

		CHECK(!port_pt_create(&ops, &source));
		CHECK_EQ(source.nr_used, 0);
	}
}

TEST(a_space_has_the_low_half_only)
{
	struct source source = {0, 100};
	struct port_pt *pt = port_pt_create(&ops, &source);

	CHECK(pt);
	CHECK_EQ(port_pt_map_run(pt, 1ul << 47, 0, PAGE_SIZE, PORT_PROT_READ, PAGE_SIZE), -EINVAL);
	CHECK_EQ(port_pt_map_run(pt, -PAGE_SIZE, 0, PAGE_SIZE, PORT_PROT_READ, PAGE_SIZE), -EINVAL);
	CHECK_EQ(port_pt_unmap(pt, -PAGE_SIZE, PAGE_SIZE, NULL, NULL), -EINVAL);
	CHECK(!port_pt_lookup(pt, -PAGE_SIZE, NULL, NULL, NULL));
	CHECK_EQ(port_pt_map_run(port_kernel_pt(), 0, 0, PAGE_SIZE, PORT_PROT_READ, PAGE_SIZE),
		 -EINVAL);
	port_pt_destroy(pt);
	CHECK_EQ(source.nr_used, 0);
}

static void destroy(void *pt)
{
	port_pt_destroy(pt);
}

TEST(an_active_space_is_not_destroyed)
{
	struct source source = {0, 100};
	struct port_pt *pt = port_pt_create(&ops, &source);

	CHECK(pt);
	port_pt_activate(pt);
	CHECK(test_expect_panic(destroy, pt));
	port_pt_activate(port_kernel_pt());
	port_pt_destroy(pt);
	CHECK_EQ(source.nr_used, 0);
}
