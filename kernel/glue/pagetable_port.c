// SPDX-License-Identifier: MIT
/*
 * Seam 1 on the machine: spaces. Each has a top table of its own, whose high half is a copy of the
 * kernel's: the tables below are shared. An entry that is new there is copied to all.
 */
#include "kernel/panic.h"
#include "kernel/smp.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/tlb.h"
#include "mm/port.h"

enum { HALF_ENTRIES = 256 };

static struct port_lock spaces_lock; /* the list, and the high halves */
static struct pagetable *spaces;

static uint64_t *top_table(const struct pagetable *pt)
{
	return port_phys_to_virt(pt->root);
}

static void copy_entry(struct pagetable *kernel, unsigned index)
{
	port_lock(&spaces_lock);
	for (struct pagetable *pt = spaces; pt; pt = pt->next)
		top_table(pt)[index] = top_table(kernel)[index];
	port_unlock(&spaces_lock);
}

struct port_pt *port_kernel_pt(void)
{
	return pt_to_port(paging_kernel_tables());
}

struct port_pt *port_pt_create(const struct port_pt_ops *ops, void *arg)
{
	struct pagetable *kernel = paging_kernel_tables();
	struct pagetable *pt = pt_create(ops, arg);

	if (!pt)
		return NULL;
	pt->gb_pages = kernel->gb_pages;
	pt->flush = tlb_flush_tables;
	pt_set_nx(pt, paging_nx() != NX_NONE);
	port_lock(&spaces_lock);
	kernel->top_changed = copy_entry;
	__builtin_memcpy(top_table(pt) + HALF_ENTRIES, top_table(kernel) + HALF_ENTRIES,
			 HALF_ENTRIES * sizeof(uint64_t));
	pt->next = spaces;
	spaces = pt;
	port_unlock(&spaces_lock);
	return pt_to_port(pt);
}

void port_pt_destroy(struct port_pt *port)
{
	struct pagetable *pt = pt_of_port(port);
	struct pagetable **link = &spaces;

	if (tlb_is_used(pt))
		panic("page tables: an active space is destroyed");
	port_lock(&spaces_lock);
	while (*link != pt)
		link = &(*link)->next;
	*link = pt->next;
	port_unlock(&spaces_lock);
	pt_destroy(pt);
}

void port_pt_forget(struct port_pt *port, uint64_t virt, uint64_t len)
{
	struct pagetable *pt = pt_of_port(port);

	if (smp_nr_cpus() == 1)
		pt_flush(pt);
	else
		tlb_forget(pt, virt, len);
}

void port_pt_activate(struct port_pt *port)
{
	tlb_activate(pt_of_port(port));
}
