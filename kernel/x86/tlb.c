// SPDX-License-Identifier: MIT
#include "kernel/x86/tlb.h"

#include "kernel/x86/ipi.h"
#include "kernel/x86/paging.h"

static struct cpu_set *users_of(struct pagetable *pt)
{
	_Static_assert(sizeof(struct cpu_set) == sizeof(pt->cpus), "the set of its CPUs");
	return (struct cpu_set *)pt->cpus;
}

void tlb_activate(struct pagetable *pt)
{
	struct cpu *me = this_cpu();
	struct pagetable *before = me->space;
	bool is_kernel = pt == paging_kernel_tables();

	if (tlb_is_active(pt))
		return;
	/* In the set before a translation can be remembered, out of it when none can any more. */
	if (!is_kernel)
		cpu_set_add(users_of(pt), me->index);
	write_cr3(pt->root);
	me->space = is_kernel ? NULL : pt;
	if (before)
		cpu_set_remove(users_of(before), me->index);
}

bool tlb_is_active(const struct pagetable *pt)
{
	return read_cr3() == pt->root;
}

bool tlb_is_used(struct pagetable *pt)
{
	return !cpu_set_empty(users_of(pt));
}

void tlb_flush_here(const uint64_t *pages, unsigned nr, bool global)
{
	if (nr <= PT_FLUSH_PAGES) {
		for (unsigned i = 0; i < nr; i++)
			tlb_flush_page((const void *)pages[i]);
	} else if (global) {
		tlb_flush_all();
	} else {
		tlb_flush_low();
	}
}

void tlb_forget(struct pagetable *pt, uint64_t virt, uint64_t len)
{
	uint64_t pages[PT_FLUSH_PAGES];
	unsigned nr = 0;

	for (; len && nr < PT_FLUSH_PAGES; len -= PAGE_SIZE, virt += PAGE_SIZE)
		pages[nr++] = virt;
	if (pt->always & PT_GLOBAL || tlb_is_active(pt))
		tlb_flush_here(pages, len ? PT_FLUSH_PAGES + 1 : nr, pt->always & PT_GLOBAL);
}

void tlb_flush_tables(struct pagetable *pt, const uint64_t *pages, unsigned nr)
{
	bool global = pt->always & PT_GLOBAL;

	if (global || tlb_is_active(pt))
		tlb_flush_here(pages, nr, global);
	if (cpus_online() == 1)
		return;
	/* The changed tables are seen before the set is looked at. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	ipi_flush(global ? NULL : users_of(pt), pages, nr, global);
}
