// SPDX-License-Identifier: MIT
/*
 * The live instance of vmalloc: the kernel's own address space, and the functions named as in
 * Linux.
 */
#include "mm/vmalloc.h"

static struct vmap_space kernel_space;

#define CALLER __builtin_return_address(0)

/* The node that this CPU takes from first. */
static int here(void)
{
	return node_data(NUMA_NO_NODE)->nid;
}

void vmalloc_init(struct port_pt *pt, uint64_t start, uint64_t end, bool huge)
{
	vmap_space_init(&kernel_space, node_data(NUMA_NO_NODE), pt, start, end, huge);
}

void *vmalloc(size_t size)
{
	return vmap_space_alloc_node(&kernel_space, size, 0, here(), CALLER);
}

void *vzalloc(size_t size)
{
	return vmap_space_alloc_node(&kernel_space, size, VMALLOC_ZERO, here(), CALLER);
}

void *vmalloc_base(size_t size)
{
	return vmap_space_alloc_node(&kernel_space, size, VMALLOC_BASE, here(), CALLER);
}

void *vmalloc_node(size_t size, int nid)
{
	if (!node_data(nid)) {
		port_log("vmalloc: request for node %d refused", nid);
		return NULL;
	}
	return vmap_space_alloc_node(&kernel_space, size, 0, nid == NUMA_NO_NODE ? here() : nid,
				     CALLER);
}

void *vmalloc_flags(size_t size, unsigned flags)
{
	return vmap_space_alloc_node(&kernel_space, size, flags, here(), CALLER);
}

void vfree(const void *address)
{
	vmap_space_free(&kernel_space, address, CALLER);
}

void *vmap(struct page *const *pages, unsigned nr, unsigned prot)
{
	return vmap_space_map(&kernel_space, pages, nr, prot, CALLER);
}

void vunmap(const void *address)
{
	vmap_space_unmap(&kernel_space, address, CALLER);
}

struct page *vmalloc_to_page(const void *address)
{
	return vmap_space_page(&kernel_space, address);
}

int set_memory_ro(void *address, unsigned nr)
{
	return vmap_space_protect(&kernel_space, address, nr, PORT_PROT_READ);
}

int set_memory_rw(void *address, unsigned nr)
{
	return vmap_space_protect(&kernel_space, address, nr, PORT_PROT_WRITE);
}

void vmalloc_purge(void)
{
	vmap_space_purge(&kernel_space);
}

void vmalloc_guard(void)
{
	vmap_space_guard(&kernel_space);
}

bool vmalloc_place(uint64_t address, struct vmalloc_place *place)
{
	return vmap_space_place(&kernel_space, address, place);
}

void vmalloc_get_stats(struct vmalloc_stats *stats)
{
	port_lock(&kernel_space.lock);
	*stats = kernel_space.stats;
	port_unlock(&kernel_space.lock);
}

void vmalloc_info(void (*print)(const char *fmt, ...))
{
	struct range *r;

	port_lock(&kernel_space.lock);
	for (r = range_from(&kernel_space.areas, 0); r; r = range_next(r)) {
		const struct vm_area *area = container_of(r, struct vm_area, range);
		char symbol[80];

		if (!area->len)
			continue;
		port_symbol(area->caller, symbol, sizeof(symbol));
		print("%#llx-%#llx %llu %s pages=%llu%s huge=%llu\n", (unsigned long long)r->start,
		      (unsigned long long)r->end, (unsigned long long)area->size, symbol,
		      (unsigned long long)area->len >> PAGE_SHIFT,
		      area->owns_frames ? " vmalloc" : " vmap",
		      (unsigned long long)area->huge_len >> PAGE_SHIFT);
	}
	port_unlock(&kernel_space.lock);
}
