// SPDX-License-Identifier: MIT
#include "tests/harness/vm_fixture.h"

#include "tests/harness/test.h"

static phys_addr_t table_alloc(void *arg)
{
	struct vm_fixture *f = arg;
	struct page *page;

	if (f->tables_left != ~0ull && !f->tables_left--) {
		f->tables_left = 0;
		return 0;
	}
	page = alloc_page(__GFP_ZERO);
	if (!page)
		return 0;
	f->nr_tables++;
	return page_to_pfn(page) << PAGE_SHIFT;
}

static void table_free(void *arg, phys_addr_t phys)
{
	struct vm_fixture *f = arg;

	f->nr_tables--;
	__free_pages(pfn_to_page(phys >> PAGE_SHIFT), 0);
}

static const struct port_pt_ops table_ops = {table_alloc, table_free};

bool vm_make(struct vm_fixture *f, unsigned order)
{
	*f = (struct vm_fixture){.order = order, .tables_left = ~0ull};
	f->lent = alloc_pages(__GFP_NOWARN, order);
	if (!f->lent) {
		test_skip("no block of order %u is free", order);
		return false;
	}
	f->start_pfn = page_to_pfn(f->lent);
	f->nr_pages = 1ull << order;
	f->pt = port_pt_create(&table_ops, f);
	if (!f->pt) {
		test_fail(__FILE__, __LINE__, "no memory for a space");
		__free_pages(f->lent, order);
		return false;
	}
	if (!node_make(&f->node, f->start_pfn, f->start_pfn + f->nr_pages)) {
		port_pt_destroy(f->pt);
		__free_pages(f->lent, order);
		return false;
	}
	node_add(&f->node, f->start_pfn, f->start_pfn + f->nr_pages);
	return true;
}

void vm_drop(struct vm_fixture *f)
{
	uint64_t nr_free;

	pgdat_drain(f->node.p);
	pgdat_check(f->node.p);
	nr_free = pgdat_nr_free(f->node.p);
	port_pt_flush(f->pt);
	if (nr_free != f->nr_pages)
		test_fail(__FILE__, __LINE__, "%llu of %llu pages are free at the end",
			  (unsigned long long)nr_free, (unsigned long long)f->nr_pages);
	if (f->nr_tables != PORT_PT_CREATE_TABLES)
		test_fail(__FILE__, __LINE__, "%llu tables are left",
			  (unsigned long long)f->nr_tables);
	port_pt_destroy(f->pt);
	if (f->nr_tables)
		test_fail(__FILE__, __LINE__, "%llu tables are lost",
			  (unsigned long long)f->nr_tables);
	__free_pages(f->lent, f->order);
}

bool vm_make_space(struct vm_fixture *f, unsigned order, struct vspace *vs, enum mm_policy policy,
		   bool huge)
{
	if (!vm_make(f, order))
		return false;
	if (!vspace_init(vs, f->node.p, policy, huge))
		return true;
	test_fail(__FILE__, __LINE__, "no memory for a space");
	vm_drop(f);
	return false;
}

void vm_drop_space(struct vm_fixture *f, struct vspace *vs)
{
	vspace_check(vs);
	vspace_destroy(vs);
	CHECK_EQ(f->node.p->nr_reserved, 0);
	vm_drop(f);
}

uint64_t *vm_word(struct vm_fixture *f, const void *address)
{
	phys_addr_t phys;

	if (!port_pt_lookup(f->pt, (uintptr_t)address, &phys, NULL, NULL))
		return NULL;
	return port_phys_to_virt(phys);
}

uint64_t vm_leaf(struct vm_fixture *f, const void *address)
{
	uint64_t leaf;

	return port_pt_lookup(f->pt, (uintptr_t)address, NULL, &leaf, NULL) ? leaf : 0;
}
