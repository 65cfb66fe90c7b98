// SPDX-License-Identifier: MIT
/*
 * Seam 1: all that mm/ asks of whoever runs it. On the machine kernel/glue/ answers, on Linux
 * tests/host/. The inline half is <mm_port_impl.h>, found by include path.
 */
#pragma once

#include "mm/types.h"

/* Most CPUs that per-CPU state is kept for. */
#define MM_NR_CPUS 256

/*
 * The inline half defines:
 *
 *   struct port_lock                          a spin lock; all zero bits is unlocked
 *   void port_lock(struct port_lock *)        spin until it is ours; acquires. Meanwhile
 *                                             port_poll(), so what this CPU alone may touch must be
 *                                             whole before
 *   void port_unlock(struct port_lock *)      releases
 *   void port_stack_ready(void)               4 KiB below are backed: no fault under a lock
 *   unsigned port_cpu(void)                   this CPU, 0 .. MM_NR_CPUS-1; stable until we block
 *   void *port_local(void)                    what port_set_local() gave this CPU, else NULL
 *   void *port_phys_to_virt(phys_addr_t)      direct-map address of RAM
 *   phys_addr_t port_virt_to_phys(const void *)   the inverse, for direct-map addresses only
 *   void *port_page_array(void)               where the record of pfn 0 goes; a window not backed
 * yet
 */
#include <mm_port_impl.h>

/* CPUs that there can be, numbered from 0; does not change. */
unsigned port_nr_cpus(void);

/* Give an online CPU a pointer of its own. */
void port_set_local(unsigned cpu, void *local);

/*
 * Run fn(arg) on `cpu` and wait for it; on this CPU it is a plain call. The CPU does it when it
 * next polls. -ENODEV: no such CPU online. -ETIMEDOUT: it did not poll in time, and fn will not
 * run.
 */
int port_on_cpu(unsigned cpu, void (*fn)(void *arg), void *arg);

/* Do what other CPUs ask of this one. Holding no lock that fn of theirs may want. */
void port_poll(void);

/* port_poll() and a pause: between two looks at what another CPU is to change, with no lock held.
 */
void port_relax(void);

/*
 * Back [virt, virt+len) of the kernel's own space with the RAM at phys, read-write, never
 * executable, with the largest leaves that fit. All three are multiples of PAGE_SIZE. 0, or
 * -ENOMEM when there is no page for a table. Boot time only.
 */
int port_map_run(void *virt, phys_addr_t phys, size_t len);

/*
 * Page tables. A space maps virtual addresses to frames with leaves of PAGE_SIZE, PMD_SIZE and
 * PUD_SIZE. Addresses and lengths are multiples of PAGE_SIZE, lengths are not 0, and a range lies
 * in the space: else -EINVAL. The caller locks: no two calls at once on one space.
 *
 * Nothing here holds or frees frames. Tables hold no empty table: whatever empties one unlinks it.
 *
 * After unmap, protect and remap CPUs may still use what was mapped before, until
 * port_pt_flush(): only then may frames be given away. New mappings need no flush.
 */
struct port_pt;

/* What a mapping allows; all can be read but PORT_PROT_NONE. No execution unless it says so. */
enum port_prot {
	PORT_PROT_READ = 0,
	PORT_PROT_WRITE = 1 << 0,
	PORT_PROT_EXEC = 1 << 1,
	PORT_PROT_NONE = 1 << 2, /* nothing; the frame is remembered, and still unmapped like one */
	PORT_PROT_WC = 1 << 3,	 /* write combining; default write-back */
	PORT_PROT_UC = 1 << 4,	 /* uncached */
};

/* Where the tables of a space come from. */
struct port_pt_ops {
	phys_addr_t (*alloc_table)(void *arg);		 /* a zeroed page of RAM, or 0: none left */
	void (*free_table)(void *arg, phys_addr_t phys); /* contents undefined */
};

struct port_pt_stats {
	uint64_t nr_tables;	 /* linked now, the top one included */
	uint64_t nr_flushes;	 /* port_pt_flush() with something to do */
	uint64_t nr_flushed;	 /* addresses flushed singly */
	uint64_t nr_flushed_all; /* flushes of the whole space */
};

/* The kernel's own space: the high half of every space, with global entries. */
struct port_pt *port_kernel_pt(void);

/*
 * A new space with an empty low half of its own, 0 .. 2^47; its high half is the kernel's. Takes
 * PORT_PT_CREATE_TABLES pages from ops->alloc_table. NULL: none left.
 */
struct port_pt *port_pt_create(const struct port_pt_ops *ops, void *arg);

enum { PORT_PT_CREATE_TABLES = 2 }; /* the top table, and a page for struct port_pt */

/* Free all its tables; what is still mapped is forgotten. It must not be active: panics. */
void port_pt_destroy(struct port_pt *pt);

/* This CPU uses the space from now on; port_kernel_pt() has an empty low half. Linux: remembers. */
void port_pt_activate(struct port_pt *pt);

/*
 * Map [virt, virt + len) to the contiguous frames at phys, each piece with the largest leaf up to
 * max_leaf that lies inside on both sides. On failure nothing has changed: -EEXIST if any of it is
 * mapped, -ENOMEM.
 */
int port_pt_map_run(struct port_pt *pt, uint64_t virt, phys_addr_t phys, uint64_t len,
		    unsigned prot, uint64_t max_leaf);

/*
 * The place of one 4 KiB leaf, found first and filled later, so that a page fault walks the tables
 * once. False: something is mapped there, or a table is missing: port_pt_map_run() will do then.
 * In between nothing may be mapped there, and nothing at all be unmapped.
 */
struct port_pt_slot {
	uint64_t *leaf;
	uint64_t *table; /* that it is in, with its count */
};

bool port_pt_slot(const struct port_pt *pt, uint64_t virt, struct port_pt_slot *slot);
void port_pt_fill(struct port_pt *pt, const struct port_pt_slot *slot, phys_addr_t phys,
		  unsigned prot);

/* Map nr pages from virt on to pfns[0..nr), 4 KiB leaves. Fails like port_pt_map_run(). */
int port_pt_map_pfns(struct port_pt *pt, uint64_t virt, const pfn_t *pfns, uint64_t nr,
		     unsigned prot);

/*
 * Unmap all that is mapped in [virt, virt + len), holes are skipped; a larger leaf that reaches
 * beyond is split first. fn (or NULL) hears of each run that is contiguous on both sides, in
 * ascending order, the longest that can be said; it must not change the space, and may free the
 * frames only after port_pt_flush(). Returns the number of 4 KiB pages unmapped; -ENOMEM if there
 * is no table for a split, and nothing has changed.
 */
int64_t port_pt_unmap(struct port_pt *pt, uint64_t virt, uint64_t len,
		      void (*fn)(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len),
		      void *arg);

/*
 * Change what the mappings in [virt, virt + len) allow; holes are skipped, cache types stay, a leaf
 * that reaches beyond is split first. 0; -ENOMEM, and nothing has changed.
 */
int port_pt_protect(struct port_pt *pt, uint64_t virt, uint64_t len, unsigned prot);

/*
 * Put [phys, phys + leaf) in the place of what is mapped at [virt, virt + leaf), both multiples of
 * leaf, which is a size of leaves: part of a leaf as large, or larger, which is split. 0; -ENOENT
 * if no such leaf is there; -ENOMEM for a split only. Nothing has changed then.
 */
int port_pt_remap(struct port_pt *pt, uint64_t virt, phys_addr_t phys, uint64_t leaf,
		  unsigned prot);

/*
 * Where virt, any byte, is mapped: its own physical address, the length of the leaf, and what it
 * allows. Pointers may be NULL. False, nothing written: not mapped.
 */
bool port_pt_lookup(const struct port_pt *pt, uint64_t virt, phys_addr_t *phys, uint64_t *leaf,
		    unsigned *prot);

/* A piece of a space that leads to consecutive frames and allows the same throughout. */
struct port_pt_run {
	uint64_t virt;
	phys_addr_t phys;
	uint64_t len;
	unsigned prot;
};

/*
 * The first run of what is mapped in [virt, end), cut to it; one that goes on in another table is
 * told table by table. The space may change between calls. False: nothing is mapped there, or it is
 * no range of the space.
 */
bool port_pt_next(const struct port_pt *pt, uint64_t virt, uint64_t end, struct port_pt_run *run);

/*
 * Tables that mapping [virt, virt + len) with leaves of size `leaf` could take, smaller ones at the
 * ends where it is not aligned. Tables there already are not counted. 0 for a range that cannot be.
 */
uint64_t port_pt_tables_needed(const struct port_pt *pt, uint64_t virt, uint64_t len,
			       uint64_t leaf);

/* Make all CPUs forget what has been unmapped or changed; then free the tables unlinked. */
void port_pt_flush(struct port_pt *pt);

/*
 * Make this CPU forget [virt, virt + len), unmapped since the last flush. Other CPUs, and tables
 * unlinked, wait for port_pt_flush() unless it takes no more to do that too.
 */
void port_pt_forget(struct port_pt *pt, uint64_t virt, uint64_t len);

/* What an access that page-faulted was. */
enum port_access { PORT_LOAD, PORT_STORE, PORT_FETCH };

/*
 * Put page faults below 2^47 to fn from now on, on the CPU and the stack where they arise. True:
 * the access is made again; false: the fault is an error, as all are while fn is NULL. -ENOSYS:
 * page faults do not come to us (Linux).
 */
int port_set_fault_handler(bool (*fn)(uint64_t addr, enum port_access access));

/* While on, the handler may itself take a page fault that it resolves; that one may not. */
void port_faults_nest(bool on);

/* Is there something to be flushed? */
bool port_pt_flush_pending(const struct port_pt *pt);

void port_pt_stats(const struct port_pt *pt, struct port_pt_stats *stats);

/* Zero memory of the direct map; whole words. Its time is shown apart in reports. */
void port_zero(void *at, size_t len);

/* One line of log, without the newline. */
void port_log(const char *fmt, ...) __printf(1, 2);

/* Say why and end the run with a failed verdict. Safe with any lock held. */
void port_panic(const char *fmt, ...) __printf(1, 2) __attribute__((noreturn, cold));

/*
 * The return addresses of the calls under way, from that of our caller on outwards, at most max;
 * the rest is NULL. For people: some may be missing.
 */
void port_call_sites(const void **sites, unsigned max);

/* Write the name of the code at `address` to buf ("alloc_page+0x12"), or the address in hex. */
void port_symbol(const void *address, char *buf, size_t len);
