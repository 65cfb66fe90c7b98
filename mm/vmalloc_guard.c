// SPDX-License-Identifier: MIT
/*
 * Debug aid of vmalloc: more addresses that fault behind each area, bytes behind the size that was
 * asked for, and what a faulting address is to the areas (vmap_space_guard(), vmap_space_place()).
 */
#include "mm/vmalloc_int.h"

/* What of the last page was not asked for: its start, and how long. */
static uint8_t *slack(struct vmap_space *vs, const struct vm_area *area, uint64_t *len)
{
	uint64_t end = area_start(area) + area->size;
	phys_addr_t phys;

	*len = area->len - area->size;
	if (!*len)
		return NULL;
	if (!port_pt_lookup(vs->pt, end, &phys, NULL, NULL))
		port_panic("vmalloc: a hole in an area");
	return port_phys_to_virt(phys);
}

void vmap_slack_fill(struct vmap_space *vs, const struct vm_area *area)
{
	uint64_t len;
	uint8_t *at = slack(vs, area, &len);

	if (at)
		__builtin_memset(at, VMALLOC_FILL, len);
}

void vmap_slack_verify(struct vmap_space *vs, const struct vm_area *area)
{
	uint64_t len;
	const uint8_t *at = slack(vs, area, &len);
	char symbol[80];

	for (uint64_t i = 0; i < len; i++) {
		if (at[i] == VMALLOC_FILL)
			continue;
		port_symbol(area->caller, symbol, sizeof(symbol));
		port_panic("vmalloc: byte %llu of an area of %llu bytes was written to; allocated "
			   "at %s",
			   (unsigned long long)(area->size + i), (unsigned long long)area->size,
			   symbol);
	}
}

void vmap_space_guard(struct vmap_space *vs)
{
	port_lock(&vs->lock);
	vs->guarded = true;
	vs->guard_len = VMALLOC_GUARD_LEN;
	port_unlock(&vs->lock);
}

bool vmap_space_place(struct vmap_space *vs, uint64_t address, struct vmalloc_place *place)
{
	struct range *range = range_at(&vs->areas, address);
	const struct vm_area *area = range ? container_of(range, struct vm_area, range) : NULL;

	if (!area)
		return false;
	*place = (struct vmalloc_place){range->start, area->len ? area->size : 0, area->caller};
	return true;
}
