// SPDX-License-Identifier: MIT
/*
 * Address spaces whose mmap works on ranges and never promises what it cannot give. Meanings as in
 * POSIX and QNX; errors are negative errno, and a call that fails has changed nothing.
 */
#pragma once

#include "mm/range_claim.h"
#include "mm/obj_pool.h"
#include "mm/object.h"
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
	MAP_FIXED = 0x10,   /* at that address, in the place of what is there */
	MAP_ANON = 0x20,    /* zeroed memory */
	MAP_LAZY = 0x80,    /* backed at the fault under every policy; promised all the same */
	MAP_STACK = 0x1000, /* MAP_LAZY, and the lowest page is a guard that is never backed */
	MAP_PHYS =
		0x10000, /* what is at that physical address; with MAP_ANON: consecutive frames */
};

/* What the flags of a region say besides; not for mm_mmap(). */
enum {
	REGION_LOCKED = 1 << 24, /* mm_mlock() */
	REGION_COW = 1 << 25, /* pages may be shared with clones: mapped without write till then */
	REGION_GUARD = 1 << 26, /* of a stack; never backed, promises nothing */
};

enum { MCL_CURRENT = 1, MCL_FUTURE = 2 };

/* Lowest and highest address of a space; page 0 stays unmapped. */
#define MM_SPACE_START PAGE_SIZE
#define MM_SPACE_END   (1ul << 47)

/* Lock: vspace.lock. */
struct vm_region {
	struct range range;
	unsigned prot;
	unsigned flags;		  /* MAP_* and REGION_* */
	struct mm_object *object; /* NULL: private memory, or a physical address */
	uint64_t offset; /* of the first byte in the object; MAP_PHYS: its frame's address */
};

struct vspace_stats {
	uint64_t nr_regions;
	uint64_t nr_mapped;   /* pages mapped */
	uint64_t nr_promised; /* pages promised to regions and not yet theirs; not to objects */
	uint64_t nr_faults;   /* resolved */
	uint64_t nr_tables;   /* page tables in use, and spare ones */
	uint64_t nr_spares;
};

enum fault_result {
	FAULT_RESOLVED,	 /* go on */
	FAULT_NO_REGION, /* nothing is mapped there */
	FAULT_GUARD,	 /* the guard page of a stack: it has overflowed */
	FAULT_PROT,	 /* the region does not allow it */
	FAULT_NO_MEMORY, /* overcommit: there is none */
};

struct vspace;

/*
 * What SIGBUS and SIGSEGV are to a process: a fault of the space that cannot be resolved. True: the
 * access is made again; false: it is an error. Called without a lock; it may touch memory of the
 * space, but a fault of its own that cannot be resolved is an error at once.
 */
typedef bool (*vspace_signal_fn)(struct vspace *vs, uint64_t addr, enum port_access access,
				 enum fault_result result, void *arg);

struct vspace {
	struct pg_data *pgdat;
	struct port_pt *pt;
	enum mm_policy policy;
	bool huge; /* nohugemmap turns it off */
	vspace_signal_fn signal;
	void *signal_arg;

	struct port_lock lock; /* all below */
	bool lock_future;      /* mm_mlockall(MCL_FUTURE) */
	struct range_tree regions;
	struct obj_pool nodes;
	struct table_pool tables; /* that the regions together can need */
	uint64_t nr_mapped, nr_promised, nr_faults;
	uint64_t nr_unmaps;	    /* of port_pt_unmap(): tables may have gone */
	struct range_claims claims; /* what CPUs work on without the lock */
};

/* An empty space. -ENOMEM. */
int vspace_init(struct vspace *vs, struct pg_data *pgdat, enum mm_policy policy, bool huge);

/* Unmap everything and free the space; it must not be active. */
void vspace_destroy(struct vspace *vs);

/*
 * Map len bytes, rounded up to pages, and say where. Without MAP_FIXED `addr` is a hint that is not
 * followed. What is mapped goes by flags and object:
 *
 *   MAP_ANON                     zeroed memory; MAP_SHARED is shared with clones
 *   MAP_ANON | MAP_PHYS          the same, of consecutive frames, backed now
 *   MAP_ANON | MAP_STACK         zeroed memory above a guard page; MAP_PRIVATE
 *   MAP_PHYS                     the physical addresses from offset on; MAP_SHARED
 *   (neither), with an object    its bytes from offset on; MAP_PRIVATE of files only, and what is
 *                                stored is seen in this space alone
 *
 * -EINVAL: len is 0, not exactly one of MAP_SHARED and MAP_PRIVATE, flags or an object that make
 * none of these, an offset or a fixed address that is not of whole pages, page 0. -ENXIO: the
 * object ends before. -ENOMEM: no room, or not enough memory for what the policy backs or promises;
 * what goes at a fixed place is not counted as free yet.
 */
int mm_mmap_object(struct vspace *vs, uint64_t addr, uint64_t len, unsigned prot, unsigned flags,
		   struct mm_object *object, uint64_t offset, uint64_t *result);

/* The same without an object. */
static inline int mm_mmap(struct vspace *vs, uint64_t addr, uint64_t len, unsigned prot,
			  unsigned flags, uint64_t *result)
{
	return mm_mmap_object(vs, addr, len, prot, flags, NULL, 0, result);
}

/*
 * Unmap what is mapped in [addr, addr + len), holes are skipped. -EINVAL: addr is not of whole
 * pages, len is 0 or reaches beyond the space. -ENOMEM: a region would be split and there is no
 * memory to note it.
 */
int mm_munmap(struct vspace *vs, uint64_t addr, uint64_t len);

/*
 * Change what is allowed there; a stack's guard page stays one. -EINVAL as above. -ENOMEM also:
 * part of it is not mapped, or a private mapping of a file becomes writable and its copies cannot
 * be promised.
 */
int mm_mprotect(struct vspace *vs, uint64_t addr, uint64_t len, unsigned prot);

/*
 * Back what was lazy in [addr, addr + len): no access that its protection allows faults there from
 * now on. Guard pages are left out. -EINVAL as above; -ENOMEM: part of it is not mapped, or under
 * overcommit there is no memory.
 */
int mm_mlock(struct vspace *vs, uint64_t addr, uint64_t len);

/* No longer locked; what is backed stays so. -EINVAL, -ENOMEM as above. */
int mm_munlock(struct vspace *vs, uint64_t addr, uint64_t len);

/* MCL_CURRENT: the same for all of the space. MCL_FUTURE: and for what will be mapped. */
int mm_mlockall(struct vspace *vs, unsigned flags);
void mm_munlockall(struct vspace *vs);

/*
 * fork: make `child` a copy of the space with its policy. Shared mappings are shared. Private ones
 * are copied now under range and superlock, and where they are locked; else their pages are shared
 * until one side stores to them, and what that will take is promised. Locks are not inherited.
 * -EINVAL: this CPU's stack lies in the space, and would change under us; that no other CPU's does
 * is the caller's business. -ENOMEM. The parent has not changed then.
 */
int mm_clone(struct vspace *child, struct vspace *parent);

/* A page fault at addr. Only what overcommit did not promise can be FAULT_NO_MEMORY. */
enum fault_result vspace_fault(struct vspace *vs, uint64_t addr, enum port_access access);

/* Whom to ask about faults that cannot be resolved; NULL: each is an error. */
void vspace_set_signal(struct vspace *vs, vspace_signal_fn fn, void *arg);

/*
 * This CPU is in the space from now on, and its page faults there go to it; one that cannot be
 * resolved is put to the space's signal function, or logged with space, region and cause, and is an
 * error. NULL: in none. -ENOSYS: faults do not come to us, but in a space the CPU is (Linux).
 */
int vspace_activate(struct vspace *vs);

/* Can memory of a space be used at its addresses? Not on Linux. */
bool vspace_usable(void);

/* Text for logs: "demand". */
const char *mm_policy_name(enum mm_policy policy);

/* Copy the region that contains addr. False: there is none. */
bool vspace_region(struct vspace *vs, uint64_t addr, struct vm_region *region);

/* Copy the first region that ends behind addr. False: there is none. */
bool vspace_next_region(struct vspace *vs, uint64_t addr, struct vm_region *region);

void vspace_stats(struct vspace *vs, struct vspace_stats *stats);

/* Verify regions, promises and every mapped page. Panics. */
void vspace_check(struct vspace *vs);
