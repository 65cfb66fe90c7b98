// SPDX-License-Identifier: MIT
/*
 * Page tables of a test's own: pages from a pool that knows which are in use, and a flush that is
 * only written down.
 */
#pragma once

#include "kernel/x86/pagetable.h"

/* What one pt_flush() asked for. */
struct pt_pool_flush {
	unsigned nr; /* above PT_FLUSH_PAGES: everything; 0: nothing so far */
	uint64_t pages[PT_FLUSH_PAGES];
};

/* Memory for nr tables, until the test ends. False: none. */
bool pt_pool_make(unsigned nr);

/* All pages are free again; begin with fresh tables. */
bool pt_pool_setup(struct pagetable *pt, bool gb_pages);

/* Pages in use. */
unsigned pt_pool_used(void);

/* At most `nr` more from now on. */
void pt_pool_allow(unsigned nr);
void pt_pool_allow_all(void);

/* Remember all pages in use; then: are these still the ones in use, with the same contents? */
void pt_pool_save(void);
bool pt_pool_is_as_saved(void);

/* The last flush, until pt_pool_begin(). */
const struct pt_pool_flush *pt_pool_flushed(void);

/*
 * A call begins. From here to the flush no page may be freed, but for one that is still zero and
 * so was never linked.
 */
void pt_pool_begin(void);

/* A page was freed that must not be, since pt_pool_setup(). */
bool pt_pool_is_wrong(void);
