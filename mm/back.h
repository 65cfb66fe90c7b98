// SPDX-License-Identifier: MIT
/*
 * Backing: frames and leaves for a stretch of a space in which nothing is mapped. Frames come out
 * of a promise (pgdat_reserve()), which shrinks with them, and tables are there or promised, so it
 * cannot fail. Private to mm/.
 *
 * Frames are taken, filled and only then mapped, some blocks at a time, and only to map them takes
 * the lock of the tables. So the stretch is the caller's alone (range_claim.h), or all that has the
 * tables is.
 */
#pragma once

#include "mm/page_alloc.h"

struct backing {
	struct pg_data *pgdat;
	struct port_pt *pt;
	struct port_lock *lock; /* taken to map; NULL: nobody else has the tables */
	uint64_t at, end;	/* what is left */
	unsigned prot;		/* enum port_prot */
	bool huge;		/* 2 MiB leaves where they fit */
	const char *from;	/* what goes to `at`, of the direct map; NULL: zeroes */
};

/* Each step once for as much of the stretch as memory allows: largest blocks first. */
void back_range(struct backing *b);

/* Each step for each page. */
void back_pages(struct backing *b);

/* Zero len bytes of RAM at phys, or copy them from there. */
static inline void frames_fill(phys_addr_t phys, uint64_t len, const char *from)
{
	if (from)
		__builtin_memcpy(port_phys_to_virt(phys), from, len);
	else
		port_zero(port_phys_to_virt(phys), len);
}

/* Map filled frames, consecutive from pfn on. */
void back_frames(struct backing *b, pfn_t pfn, uint64_t nr);
