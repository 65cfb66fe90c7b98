// SPDX-License-Identifier: MIT
/*
 * What the members of a crew do to a space: accesses as their CPUs would make them, and frames that
 * must not be two pages' at once.
 */
#pragma once

#include "tests/harness/vm_fixture.h"
#include "tests/host/crew.h"

enum { CREW_ORDER = 14 }; /* pages of memory: 2^14, so many that none is ever short */

enum { CREW_WORDS = PAGE_SIZE / sizeof(uint64_t) }; /* of a page */

struct crew_access {
	enum fault_result result; /* FAULT_RESOLVED: it was made, and the rest is valid */
	pfn_t pfn;
	uint64_t first, last; /* words of the page before it */
};

/*
 * A store of `value` to the first and the last word of the page at addr, with as many faults as it
 * takes; or a load. The lock of the space stands for the TLB: no CPU makes an access by an entry
 * that has been flushed.
 */
struct crew_access crew_store(struct vspace *vs, uint64_t addr, uint64_t value);
struct crew_access crew_load(struct vspace *vs, uint64_t addr);

/* Nobody owns any frame of the fixture from now on. */
void frames_forget(void);

/* The frame comes to be `owner`'s, which is not 0. False: it is someone's already. */
bool frame_own(const struct vm_fixture *f, pfn_t pfn, uint32_t owner);

/* It is the owner's no longer; to be called before it can be freed. False: it was not. */
bool frame_disown(const struct vm_fixture *f, pfn_t pfn, uint32_t owner);

/* Own each frame that a private page of the space maps. NULL, or that one is mapped twice. */
const char *frames_own_mapped(const struct vm_fixture *f, struct vspace *vs, uint32_t owner);
