// SPDX-License-Identifier: MIT
/*
 * Backing: frames and leaves for a stretch of a space in which nothing is mapped. Frames come out
 * of a promise (pgdat_reserve()), which shrinks with them, and tables are there or promised, so it
 * cannot fail. The caller locks the space. Private to mm/.
 */
#pragma once

#include "mm/page_alloc.h"

struct backing {
	struct pg_data *pgdat;
	struct port_pt *pt;
	uint64_t at, end; /* what is left */
	unsigned prot;	  /* enum port_prot */
	bool huge;	  /* 2 MiB leaves where they fit */
	const char *from; /* what goes to `at`, of the direct map; NULL: zeroes */
};

/* Each step once for as much of the stretch as memory allows: largest blocks first. */
void back_range(struct backing *b);

/* Each step for each page. */
void back_pages(struct backing *b);

/* With these frames, consecutive from pfn on. */
void back_frames(struct backing *b, pfn_t pfn, uint64_t nr);
