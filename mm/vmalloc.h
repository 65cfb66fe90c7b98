// SPDX-License-Identifier: MIT
/*
 * Kernel virtual memory: contiguous addresses over frames that need not be. Functions as in Linux;
 * where ours differ: huge leaves by default from 2 MiB on, and the tail with smaller ones, so that
 * 3 MiB cost 3 MiB.
 *
 * Every 4 KiB behind a huge leaf is an independent page with its own references. vfree() unmaps at
 * once; frames and addresses come back in batches (vmalloc_purge()), and other CPUs may use what
 * they remember of the addresses until then.
 */
#pragma once

#include "mm/obj_pool.h"
#include "mm/range.h"

enum vmalloc_flags {
	VMALLOC_BASE = 1,	/* 4 KiB leaves only */
	VMALLOC_ZERO = 2,	/* zeroed contents */
	VMALLOC_INTERLEAVE = 4, /* 2 MiB, or 64 small pages, from each node with memory in turns */
};

/* Lock: vmap_space.lock. */
struct vm_area {
	struct range range; /* with the guard page behind */
	uint64_t size;	    /* as asked for, bytes */
	uint64_t len;	    /* mapped, bytes: size in whole pages */
	uint64_t huge_len;  /* of that, by leaves of 2 MiB and more */
	bool owns_frames;   /* vmalloc, not vmap */
	bool filled;	    /* with VMALLOC_FILL behind its size */
	const void *caller;
	struct page *frames;  /* after vfree: runs of frames to give back */
	struct vm_area *next; /* after vfree: in vmap_space.lazy */
};

struct vmalloc_stats {
	uint64_t nr_areas, len, huge_len; /* mapped now */
	uint64_t waste;			  /* bytes mapped beyond what was asked for */
	uint64_t rounded_waste; /* the same if areas from 2 MiB on were rounded up to 2 MiB */
	uint64_t lazy_len;	/* freed, not yet given back */
	uint64_t nr_purges;
	uint64_t nr_fallbacks; /* huge leaves that became 512 small ones for want of a free 2 MiB */
};

/* An address space for areas. One for the machine, and one for each test. */
struct vmap_space {
	struct pg_data *pgdat;
	struct port_pt *pt;
	bool huge;	    /* nohugevmalloc turns it off */
	bool guarded;	    /* vmap_space_guard() */
	uint64_t guard_len; /* addresses behind each area that fault */

	struct port_lock lock; /* all below */
	unsigned busy;	       /* the CPU, plus 1, that holds it: no purge from inside; atomic */
	uint32_t turn;	       /* of nodes */
	struct range_tree areas;
	struct obj_pool nodes;
	struct vm_area *lazy;
	uint64_t nr_lazy;
	struct vmalloc_stats stats;
};

/* --- The live instance -------------------------------------------------------------------- */

/*
 * `size` bytes of memory at contiguous addresses, page aligned, 2 MiB (1 GiB) aligned where leaves
 * of that size are used; a page that faults behind it. NULL: size is 0 or no memory or addresses
 * are left.
 */
void *vmalloc(size_t size);
void *vzalloc(size_t size);

/* The same from node `nid` first; an unknown node is refused. NUMA_NO_NODE: this CPU's. */
void *vmalloc_node(size_t size, int nid);

/* The same by flags, enum vmalloc_flags; Linux spreads its large hash tables by VMALLOC_INTERLEAVE.
 */
void *vmalloc_flags(size_t size, unsigned flags);

/* With 4 KiB leaves, for callers that need them. */
void *vmalloc_base(size_t size);

/*
 * Free what vmalloc() and its kin gave; NULL is allowed. Afterwards the addresses fault on this
 * CPU. Panics on an address that is none of theirs.
 */
void vfree(const void *address);

/* Map nr pages of the caller's, writable or not, at contiguous addresses; 4 KiB leaves. NULL as
 * above. */
void *vmap(struct page *const *pages, unsigned nr, unsigned prot);

/* Undo vmap(); the pages stay the caller's. */
void vunmap(const void *address);

/* The page behind an address of an area, also inside a huge leaf. NULL: none is mapped there. */
struct page *vmalloc_to_page(const void *address);

/* Change nr pages of an area; a huge leaf is split as far as needed. 0, -EINVAL or -ENOMEM. */
int set_memory_ro(void *address, unsigned nr);
int set_memory_rw(void *address, unsigned nr);

/* Give all that vfree() left back now. */
void vmalloc_purge(void);

void vmalloc_get_stats(struct vmalloc_stats *stats);

/* One line for each area to `print`, as /proc/vmallocinfo: range, size, caller, pages, huge. */
void vmalloc_info(void (*print)(const char *fmt, ...) __printf(1, 2));

/* vmap_space_guard() and vmap_space_place() of the live instance. */
void vmalloc_guard(void);
struct vmalloc_place;
bool vmalloc_place(uint64_t address, struct vmalloc_place *place);

/* Set up the live instance in [start, end) of the kernel's tables. Once. */
void vmalloc_init(struct port_pt *pt, uint64_t start, uint64_t end, bool huge);

/* --- Any instance ------------------------------------------------------------------------- */

void vmap_space_init(struct vmap_space *vs, struct pg_data *pgdat, struct port_pt *pt,
		     uint64_t start, uint64_t end, bool huge);

/* Purge; all areas are freed. */
void vmap_space_destroy(struct vmap_space *vs);

void *vmap_space_alloc(struct vmap_space *vs, size_t size, unsigned flags, const void *caller);
void *vmap_space_alloc_node(struct vmap_space *vs, size_t size, unsigned flags, int nid,
			    const void *caller);
void vmap_space_free(struct vmap_space *vs, const void *address, const void *caller);
void *vmap_space_map(struct vmap_space *vs, struct page *const *pages, unsigned nr, unsigned prot,
		     const void *caller);
void vmap_space_unmap(struct vmap_space *vs, const void *address, const void *caller);
struct page *vmap_space_page(struct vmap_space *vs, const void *address);
int vmap_space_protect(struct vmap_space *vs, const void *address, unsigned nr, unsigned prot);
void vmap_space_purge(struct vmap_space *vs);

/*
 * Debug aid, for areas made from now on: VMALLOC_GUARD_LEN of addresses behind each that fault, and
 * so before the next, instead of one page; bytes behind the size asked for are filled, and compared
 * when the area is freed.
 */
void vmap_space_guard(struct vmap_space *vs);

enum { VMALLOC_GUARD_LEN = 16 * PAGE_SIZE, VMALLOC_FILL = 0xbb };

/* What an address that faulted is to the areas: in one, or behind one in its guard. */
struct vmalloc_place {
	uint64_t start, size; /* of the area, bytes; size 0: it is freed already */
	const void *caller;
};

/* False: it is none of theirs. Takes no lock, as the fault may have come with it held. */
bool vmap_space_place(struct vmap_space *vs, uint64_t address, struct vmalloc_place *place);

/* Verify: tree, sums, and every page of every area against the tables. Panics. */
void vmap_space_check(struct vmap_space *vs);
