// SPDX-License-Identifier: MIT
/* A space that the CPU runs in, and accesses in it that may fault. */
#pragma once

#include "mm/mmap.h"

/* Make a space of the machine's memory, huge leaves allowed, and go to it. False, with the test
 * failed, if there is no memory. */
bool space_enter(struct vspace *vs, enum mm_policy policy);

/* Check it, leave it and end it. */
void space_leave(struct vspace *vs);

/* What to call with an address. */
void load_it(void *arg);
void store_it(void *arg);

/*
 * Does a call of addr fault there, with the error code of an execution? What is mapped can be
 * executed where the CPU has no NX: then that is not tried, and taken as so.
 */
bool call_faults(uint64_t addr, bool mapped);

/* Does the access end in a page fault that nobody resolves, at that very address? */
bool faults(void (*access)(void *arg), uint64_t addr);
