// SPDX-License-Identifier: MIT
/*
 * Requests for pages that fail on purpose, one in turn or at random, in a watched instance; and
 * which calls in the code they came from, for tests/boot/sites.py to hold against all there are.
 */
#pragma once

#include "mm/page_watch.h"

/* The n-th request from now on fails, n from 1, and no other. */
void deny_nth(struct page_watch *w, uint64_t n);

/* Each request from now on fails with a chance of `percent`. */
void deny_some(struct page_watch *w, unsigned percent, uint64_t seed);

/* No request fails any more. Returns how many did, and remembers where the last came from. */
uint64_t deny_end(struct page_watch *w);

/*
 * Print the address of deny_nth() and the return addresses remembered, "# denied at: 0x... 0x...",
 * and forget these.
 */
void deny_note(void);
