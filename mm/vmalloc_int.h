// SPDX-License-Identifier: MIT
/*
 * What the files of vmalloc share. Private to mm/.
 */
#pragma once

#include "mm/vmalloc.h"

static inline uint64_t area_start(const struct vm_area *area)
{
	return area->range.start;
}

/* Fill the bytes of the last page that were not asked for; are they as they were filled? Panics. */
void vmap_slack_fill(struct vmap_space *vs, const struct vm_area *area);
void vmap_slack_verify(struct vmap_space *vs, const struct vm_area *area);
