// SPDX-License-Identifier: MIT
/*
 * Page tables as data: four levels of x86-64 entries with leaves of 4 KiB, 2 MiB and 1 GiB. No
 * privileged instruction, so it runs anywhere. The caller locks.
 *
 * The calls of mm/port.h's section on page tables are these, with the same names but for the
 * prefix; what they promise stands there. A struct port_pt is a struct pagetable.
 */
#pragma once

#include "mm/port.h"

/* What a leaf allows: enum port_prot and one more. Only code of ring 0 is meant. */
enum pt_prot {
	PT_READ = PORT_PROT_READ,
	PT_WRITE = PORT_PROT_WRITE,
	PT_EXEC = PORT_PROT_EXEC,
	PT_NONE = PORT_PROT_NONE,
	PT_CACHE_WC = PORT_PROT_WC,
	PT_CACHE_UC = PORT_PROT_UC,
	PT_GLOBAL = 1 << 5, /* survives a write to CR3 */
};

/* Which canonical halves a set of tables may map. */
enum pt_halves { PT_BOTH_HALVES, PT_LOW_HALF, PT_HIGH_HALF };

/* More single pages to flush than this, and everything is flushed. */
#define PT_FLUSH_PAGES 32u

/* A set of tables, and how to reach, get and flush them. Zero bits: the meaning in brackets. */
struct pagetable {
	phys_addr_t root; /* the top table */
	uint64_t offset;  /* from a table's physical address to where it can be reached */
	phys_addr_t (*alloc_table)(void *arg);		 /* a zeroed page, or 0 */
	void (*free_table)(void *arg, phys_addr_t phys); /* of alloc_table */
	void *arg;					 /* for these two */
	/* Make the CPUs forget pages[0..nr), or everything if nr is above PT_FLUSH_PAGES; and in
	 * both cases where the tables lay. [there is no CPU] */
	void (*flush)(struct pagetable *pt, const uint64_t *pages, unsigned nr);
	/* Entry `index` of the top table is new. [nobody asks] */
	void (*top_changed)(struct pagetable *pt, unsigned index);
	enum pt_halves halves; /* that may be mapped */
	unsigned always;       /* or'ed into each prot: PT_GLOBAL or 0 */
	bool gb_pages;	       /* may leaves be 1 GiB? */
	bool keep_top;	       /* entries of the top table stay: others have copied them */

	/* Kept by the functions below. */
	uint64_t leaf;	      /* an entry that allows reading, without its address */
	phys_addr_t unlinked; /* tables to free after the flush, chained by their first words */
	unsigned nr_pages;    /* to be flushed; above PT_FLUSH_PAGES: everything */
	uint64_t pages[PT_FLUSH_PAGES];
	struct port_pt_stats stats;
	struct pagetable *next;		/* the owner's, for a list */
	uint64_t cpus[MM_NR_CPUS / 64]; /* the owner's: which are in it; atomic */
};

struct pt_leaf {
	uint64_t virt; /* of its first byte, canonical */
	phys_addr_t phys;
	uint64_t len;  /* PAGE_SIZE, PMD_SIZE or PUD_SIZE */
	unsigned prot; /* enum pt_prot */
};

static inline struct pagetable *pt_of_port(struct port_pt *pt)
{
	return (struct pagetable *)pt;
}

static inline struct port_pt *pt_to_port(struct pagetable *pt)
{
	return (struct port_pt *)pt;
}

/*
 * Has the CPU NX? It is taken to have it where pt_init() comes first. Without it prot means and
 * reads the same, and the CPU does not enforce PT_EXEC. While nothing is mapped.
 */
void pt_set_nx(struct pagetable *pt, bool nx);

/* Get the top table, with nothing mapped. The fields above the line are set before. 0 or -ENOMEM.
 */
int pt_init(struct pagetable *pt);

/*
 * A new set of tables for the low half, kept in a page of its own: root, ops and PT_LOW_HALF are
 * set, the rest is zero. NULL: no pages.
 */
struct pagetable *pt_create(const struct port_pt_ops *ops, void *arg);

/* Free what pt_create() got, and all tables of the low half. No CPU uses them. */
void pt_destroy(struct pagetable *pt);

int pt_map_leaves(struct pagetable *pt, uint64_t virt, phys_addr_t phys, uint64_t len,
		  unsigned prot, uint64_t max_leaf);
int pt_map_pfns(struct pagetable *pt, uint64_t virt, const pfn_t *pfns, uint64_t nr, unsigned prot);

bool pt_slot(const struct pagetable *pt, uint64_t virt, struct port_pt_slot *slot);
void pt_fill(struct pagetable *pt, const struct port_pt_slot *slot, phys_addr_t phys,
	     unsigned prot);

/* With the largest leaves that fit. */
static inline int pt_map_run(struct pagetable *pt, uint64_t virt, phys_addr_t phys, uint64_t len,
			     unsigned prot)
{
	return pt_map_leaves(pt, virt, phys, len, prot, PUD_SIZE);
}

int64_t pt_unmap(struct pagetable *pt, uint64_t virt, uint64_t len,
		 void (*fn)(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len), void *arg);
int pt_protect(struct pagetable *pt, uint64_t virt, uint64_t len, unsigned prot);
int pt_remap(struct pagetable *pt, uint64_t virt, phys_addr_t phys, uint64_t leaf, unsigned prot);
void pt_flush(struct pagetable *pt);

/* The leaf that maps virt. False if none does. */
bool pt_lookup(const struct pagetable *pt, uint64_t virt, struct pt_leaf *leaf);

bool pt_next(const struct pagetable *pt, uint64_t virt, uint64_t end, struct port_pt_run *run);

/* Call fn for each leaf, in the order of unsigned virtual addresses, until it returns false. */
void pt_walk(const struct pagetable *pt, bool (*fn)(const struct pt_leaf *leaf, void *arg),
	     void *arg);

/* Pages that the tables take, the top one included, by looking. */
uint64_t pt_count_tables(const struct pagetable *pt);

uint64_t pt_tables_needed(const struct pagetable *pt, uint64_t virt, uint64_t len, uint64_t leaf);

/* What is wrong with the tables' bookkeeping, or NULL: counts of entries, empty tables, stats. */
const char *pt_check(const struct pagetable *pt);
