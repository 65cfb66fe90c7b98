// SPDX-License-Identifier: MIT
/*
 * Address spaces whose mmap works on ranges and never promises what it cannot give. Meanings as in
 * POSIX and QNX; errors are negative errno, and a call that fails has changed nothing.
 */
#pragma once

#include "mm/obj_pool.h"
#include "mm/range.h"
#include "mm/table_pool.h"

/* How the memory of a space is backed. */
enum mm_policy {
	MM_RANGE,      /* at mmap, each step once for the range (QNX 8) */
	MM_SUPERLOCK,  /* at mmap, a page at a time (QNX 7 superlocked) */
	MM_DEMAND,     /* promised at mmap, backed at the fault (QNX 7) */
	MM_OVERCOMMIT, /* promised never, backed at the fault (Linux's default) */
	NR_POLICIES,
};

enum { PROT_NONE = 0, PROT_READ = 1, PROT_WRITE = 2, PROT_EXEC = 4 };

enum {
	MAP_SHARED = 1, /* exactly one of these two */
	MAP_PRIVATE = 2,
	MAP_FIXED = 0x10, /* at that address, in the place of what is there */
	MAP_ANON = 0x20,  /* zeroed memory */
	MAP_LAZY = 0x80,  /* backed at the fault under every policy; promised all the same */
};

/* Lowest and highest address of a space; page 0 stays unmapped. */
#define MM_SPACE_START PAGE_SIZE
#define MM_SPACE_END   (1ul << 47)

/* Lock: vspace.lock. */
struct vm_region {
	struct range range;
	unsigned prot;
	unsigned flags; /* MAP_* */
};

struct vspace_stats {
	uint64_t nr_regions;
	uint64_t nr_mapped;   /* pages mapped */
	uint64_t nr_promised; /* pages promised and not yet mapped */
	uint64_t nr_faults;   /* resolved */
	uint64_t nr_tables;   /* page tables in use, and spare ones */
	uint64_t nr_spares;
};

struct vspace {
	struct pg_data *pgdat;
	struct port_pt *pt;
	enum mm_policy policy;
	bool huge; /* nohugemmap turns it off */

	struct port_lock lock; /* all below */
	struct range_tree regions;
	struct obj_pool nodes;
	struct table_pool tables; /* that the regions together can need */
	uint64_t nr_mapped, nr_promised, nr_faults;
};

/* An empty space. -ENOMEM. */
int vspace_init(struct vspace *vs, struct pg_data *pgdat, enum mm_policy policy, bool huge);

/* Unmap everything and free the space; it must not be active. */
void vspace_destroy(struct vspace *vs);

/*
 * Map len bytes, rounded up to pages, of anonymous memory. Without MAP_FIXED `addr` is a hint that
 * is not followed. -EINVAL: len is 0, not exactly one of MAP_SHARED and MAP_PRIVATE, no MAP_ANON,
 * an unknown flag, a fixed address that is not of whole pages or in page 0. -ENOMEM: no room, or
 * not enough memory for what the policy backs or promises.
 */
int mm_mmap(struct vspace *vs, uint64_t addr, uint64_t len, unsigned prot, unsigned flags,
	    uint64_t *result);

/*
 * Unmap what is mapped in [addr, addr + len), holes are skipped. -EINVAL: addr is not of whole
 * pages, len is 0 or reaches beyond the space. -ENOMEM: a region would be split and there is no
 * memory to note it.
 */
int mm_munmap(struct vspace *vs, uint64_t addr, uint64_t len);

/* Change what is allowed there. -EINVAL as above; -ENOMEM also: part of it is not mapped. */
int mm_mprotect(struct vspace *vs, uint64_t addr, uint64_t len, unsigned prot);

enum fault_result {
	FAULT_RESOLVED,	 /* go on */
	FAULT_NO_REGION, /* nothing is mapped there */
	FAULT_PROT,	 /* the region does not allow it */
	FAULT_NO_MEMORY, /* overcommit: there is none */
};

/* A page fault at addr. Under a policy that promises never NO_MEMORY. */
enum fault_result vspace_fault(struct vspace *vs, uint64_t addr, enum port_access access);

/*
 * This CPU is in the space from now on, and its page faults there go to it; one that cannot be
 * resolved is logged with space, region and cause, and is an error. NULL: in none. -ENOSYS: faults
 * do not come to us, but in a space the CPU is (Linux).
 */
int vspace_activate(struct vspace *vs);

/* Can memory of a space be used at its addresses? Not on Linux. */
bool vspace_usable(void);

/* Text for logs: "demand". */
const char *mm_policy_name(enum mm_policy policy);

/* Copy the region that contains addr. False: there is none. */
bool vspace_region(struct vspace *vs, uint64_t addr, struct vm_region *region);

void vspace_stats(struct vspace *vs, struct vspace_stats *stats);

/* Verify regions, promises and every mapped page. Panics. */
void vspace_check(struct vspace *vs);
