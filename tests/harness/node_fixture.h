// SPDX-License-Identifier: MIT
/*
 * A page allocator of a test's own, over page frames that need not exist: contents are never
 * touched.
 */
#pragma once

#include "mm/page_alloc.h"

struct node_fixture {
	struct pg_data *p;
	struct page *records; /* of the first pfn that the instance indexes */
};

/* An instance over [start_pfn, end_pfn), all holes. False, with the test failed, if memory is
 * short. */
bool node_make(struct node_fixture *f, pfn_t start_pfn, pfn_t end_pfn);

/* Pages [start_pfn, end_pfn) become RAM and free. */
void node_add(struct node_fixture *f, pfn_t start_pfn, pfn_t end_pfn);

/* Pages [start_pfn, end_pfn) become RAM that the allocator never gets. */
void node_reserve(struct node_fixture *f, pfn_t start_pfn, pfn_t end_pfn);

/* The record of a page. */
struct page *node_page(const struct node_fixture *f, pfn_t pfn);
