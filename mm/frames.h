// SPDX-License-Identifier: MIT
/*
 * Frames that have been unmapped and wait for the flush before they can be freed: runs, strung
 * together through their own records. Private to mm/.
 */
#pragma once

#include "mm/page_alloc_int.h"

struct frame_list {
	struct pg_data *pgdat;
	struct page *first;
};

/* What port_pt_unmap() calls for each run: `arg` is the list. */
void frames_gather(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len);

/* Free them all; the list is empty then. */
void frames_free(struct frame_list *list);
