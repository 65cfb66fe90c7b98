// SPDX-License-Identifier: MIT
/*
 * Seam 1 on Linux: spaces. The real tables, over the RAM of port.c; no CPU walks them, so a flush
 * only counts and frees, and a fault is one that a test makes up (host_fault()).
 */
#include "kernel/x86/pagetable.h"
#include "mm/page_alloc.h"
#include "tests/host/host.h"

static struct pagetable kernel;
static const struct pagetable *active = &kernel;
static bool (*fault_handler)(uint64_t addr, enum port_access access);

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

struct port_pt *port_kernel_pt(void)
{
	if (!kernel.root) {
		kernel.alloc_table = table_alloc;
		kernel.free_table = table_free;
		kernel.offset = (uintptr_t)port_phys_to_virt(0);
		kernel.halves = PT_HIGH_HALF;
		kernel.always = PT_GLOBAL;
		kernel.gb_pages = true;
		kernel.keep_top = true;
		if (pt_init(&kernel))
			port_panic("page tables: no memory for the kernel's");
	}
	return pt_to_port(&kernel);
}

struct port_pt *port_pt_create(const struct port_pt_ops *ops, void *arg)
{
	struct pagetable *pt = pt_create(ops, arg);

	if (pt)
		pt->gb_pages = true;
	return pt_to_port(pt);
}

void port_pt_destroy(struct port_pt *pt)
{
	if (active == pt_of_port(pt))
		port_panic("page tables: an active space is destroyed");
	pt_destroy(pt_of_port(pt));
}

void port_pt_forget(struct port_pt *pt, uint64_t virt, uint64_t len)
{
	(void)virt;
	(void)len;
	port_pt_flush(pt);
}

void port_pt_activate(struct port_pt *pt)
{
	active = pt_of_port(pt);
}

void port_faults_nest(bool on)
{
	(void)on;
}

int port_set_fault_handler(bool (*fn)(uint64_t addr, enum port_access access))
{
	fault_handler = fn;
	return -ENOSYS;
}

bool host_fault(uint64_t addr, enum port_access access)
{
	return fault_handler && fault_handler(addr, access);
}
