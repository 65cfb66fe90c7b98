// SPDX-License-Identifier: MIT
/*
 * The page allocator's interface: single blocks of 2^order pages, and pages in bulk.
 *
 * The functions named as in Linux work on the live instance. Each has a twin, pgdat_*, that takes
 * the instance; tests build their own.
 */
#pragma once

#include "mm/chunk_set.h"
#include "mm/page.h"
#include "mm/port.h"

#define MAX_PAGE_ORDER	  18 /* 1 GiB */
#define CHUNK_ORDER	  9  /* pages of a chunk: 2^9, 2 MiB */
#define CHUNK_PAGES	  (1u << CHUNK_ORDER)
#define WORD_PAGES	  64u /* pages of one word of a chunk's maps */
#define CHUNK_WORDS	  (CHUNK_PAGES / WORD_PAGES)
#define DMA32_END_PFN	  (1ul << (32 - PAGE_SHIFT)) /* the zone below 4 GiB */
#define NUMA_NO_NODE	  (-1)
#define PCP_MAGAZINE_SIZE 255 /* pages a CPU keeps freed by single frees */
#define PCP_HUGE_SIZE	  8   /* free chunks that it keeps at most */

/* Any other bit is refused: NULL or 0, and one line in the log. */
enum {
	GFP_KERNEL = 0,	    /* any zone, contents undefined */
	__GFP_ZERO = 1,	    /* zeroed contents */
	__GFP_DMA32 = 2,    /* physical address below 4 GiB */
	__GFP_NOWARN = 4,   /* no line in the log on failure */
	__GFP_THISNODE = 8, /* from the preferred node or not at all */
	GFP_ALL_BITS = 0xf,
};

/* A set of nodes, bit i is node i. */
typedef struct {
	uint64_t bits;
} nodemask_t;

enum zone_type { ZONE_DMA32, ZONE_NORMAL, NR_ZONES };

/* Where a chunk stands; also the index of its list in the zone. */
enum {
	LIST_TOP0 = 0, /* + k: partly free, its largest free block has order k, 0..8 */
	LIST_OPEN = 9, /* partly free, orders unknown: single pages come from and go to these */
	NR_CHUNK_LISTS,
	LIST_NONE = 255, /* full, a hole, or whole: then in zone.whole */
};

/* 32 bytes of bookkeeping for 2 MiB. Lock: pg_data.lock. */
struct chunk {
	uint32_t state;	     /* free pages in the map and CHUNK_* flags: page_alloc_int.h */
	uint32_t next, prev; /* circular, by chunk index */
	uint32_t nr_refs;    /* pages with extra references */
	uint64_t
		word_orders; /* byte w, bit k: word w has a free block of order k (sorted chunks) */
	uint16_t nr_blocks;  /* allocated blocks of order 1..8 */
	uint8_t list;	     /* LIST_* */
	uint8_t next_word;   /* where claiming looks first */
	uint16_t claimer; /* of an open chunk: the CPU, plus 1, that claims words here; 0: none */
};

/* Lock: pg_data.lock. Aligned so that indexing it is a shift. */
struct zone {
	uint32_t list_mask;	       /* bit l: list l is not empty */
	uint32_t nr_open;	       /* length of the open list */
	uint32_t head[NR_CHUNK_LISTS]; /* first chunk of each list, valid if its bit is set */
	uint32_t first_chunk;	       /* of the zone; constant */
	uint64_t nr_free;	       /* pages free in maps and whole chunks */
	uint64_t nr_present;	       /* pages ever handed to the allocator */
	struct chunk_set whole;	       /* whole free chunks, counted from first_chunk */
} __attribute__((aligned(128)));

/* Up to 64 free pages taken out of the map at once. */
struct claim {
	uint64_t word;	     /* not yet handed out: bit i is base + i */
	struct page *base;   /* page of bit 0 */
	uint64_t word_index; /* which word of the free map, ~0 none */
};

/*
 * One CPU's pages of one node. Touched by that CPU alone, with plain loads and stores; others read
 * counts, and ask through port_on_cpu(). On cache lines of its own.
 */
struct pcp {
	struct claim claim;
	union {
		struct {
			uint8_t nr_parked; /* pages in the magazine */
			uint8_t aside;	   /* bulk frees go one by one, or by node: pg_data.aside */
			uint8_t owns;	   /* `own` is a chunk */
		};
		uint32_t to_see_to; /* 0: none of these */
	};
	gfp_t slow; /* not 0: to be seen to on every request: what is forced, siblings, `own` */
	uint32_t nr_huge;
	uint32_t nr_askers; /* CPUs that want these pages back now; theirs to change, atomic */

	/* Of the node, here so that the ways without lock read no line that others write. */
	struct pg_data *node;
	struct page *pages;
	uint64_t nr_parkable; /* that of the node, or 0 while somebody asks: a free polls then */
	const uint64_t *free_map, *tail_map;

	uint32_t own; /* CHUNK_OWNED: only this CPU takes pages from it, without lock; CHUNK_NONE */
	uint16_t claimer;			  /* the CPU, plus 1: its mark in chunk.claimer */
	uint32_t chunk[NR_ZONES];		  /* that it claims words of, if marked so */
	uint32_t huge[PCP_HUGE_SIZE];		  /* chunks; last in, first out */
	struct page *magazine[PCP_MAGAZINE_SIZE]; /* last in, first out */
} __attribute__((aligned(128)));

/* Counters, for the report. Lock: pg_data.lock. */
struct page_stats {
	uint64_t nr_drains;  /* shortages that emptied the CPUs' caches */
	uint64_t nr_mute;    /* CPUs that did not answer then: their pages stayed */
	uint64_t nr_failed;  /* requests that ended in NULL or short for want of memory */
	uint64_t nr_refused; /* requests that made no sense */
	uint64_t nr_miss;    /* pages given although another node was asked first */
	uint64_t nr_foreign; /* pages asked of this node first that another gave */
	uint64_t nr_turns;   /* pages given by turns of nodes (VMALLOC_INTERLEAVE) */
};

struct node_set;
struct page_watch;
struct page_owner;

/*
 * Memory of one node (Linux: pg_data_t). All zero bits is not usable: pgdat_init() first.
 */
struct pg_data {
	/* Set at boot, constant afterwards. */
	struct page *pages;   /* record of base_pfn */
	uint64_t nr_pages;    /* span covered by maps and chunks, a multiple of CHUNK_PAGES */
	uint64_t nr_parkable; /* the same, or 0 while CPUs may keep nothing: pgdat_force() */
	uint64_t *free_map;   /* bit set: free and not claimed by a CPU */
	uint64_t *tail_map;   /* bit set: not the first page of its block, or never owned */
	struct chunk *chunks;
	uint32_t nr_chunks;
	uint32_t normal_chunk; /* first chunk of ZONE_NORMAL */
	pfn_t base_pfn;	       /* a multiple of 2^MAX_PAGE_ORDER */
	gfp_t force;	       /* or'ed into every request: pgdat_force() */
	int top_zone;	       /* the highest that has pages */
	struct zone *top;      /* the same */
	int nid;
	struct node_set *set;	    /* that it is of; NULL: it stands alone */
	void (*reclaim)(void *arg); /* pgdat_set_reclaim() */
	void *reclaim_arg;
	struct pcp *pcp;   /* of CPU 0, those of the others follow */
	unsigned nr_cpus;  /* how many */
	unsigned huge_max; /* chunks that a CPU may keep; 0 in small nodes, and where there is one
			      CPU */

	struct port_lock lock; /* all below, the maps and the chunks */
	struct zone zone[NR_ZONES];
	uint64_t nr_reserved; /* its part of the promises: at most what is free in the zones */
	struct page_stats stats;
	uint32_t warned; /* kinds of complaint made already */

	struct port_lock share_lock; /* PAGE_SHARED and its counts */

	/* What sends requests and frees other ways than the plain ones; constant once set. */
	uint32_t nr_plain_chunks; /* nr_chunks, or 0 while every free is looked at */
	bool aside;		  /* it has siblings, or is watched */

	/* Debug aids, page_watch.h; constant once set. */
	struct page_watch *watch;
	struct page_owner **owners; /* of each chunk, a table by page; NULL: not kept */
};

/* --- The live instance ------------------------------------------------------------------- */

/*
 * Memory of node `nid`, NUMA_NO_NODE: of the one that this CPU takes from first; NULL if there is
 * no such node or memory is not set up yet.
 */
struct pg_data *node_data(int nid);

/* How many nodes there are, numbered from 0; that of this CPU; that of an allocated page. */
int nr_nodes(void);
int numa_node_id(void);
int page_to_nid(const struct page *page);

/* ACPI's SLIT, or 10 and 20. */
unsigned node_distance(int from, int to);

/*
 * A block of 2^order pages, order 0..18, aligned to its size; one reference. NULL: none free, or
 * refused (unknown flag, order out of range). O(1) but for zeroing and for orders 1..8, which may
 * first sort up to MAX_OPEN_CHUNKS chunks. Any CPU; takes pg_data.lock when this CPU's cache is
 * empty.
 */
struct page *alloc_pages(gfp_t gfp, unsigned order);
struct page *alloc_page(gfp_t gfp);

/*
 * As alloc_pages(), from node `nid` first and then the others by distance, unless __GFP_THISNODE.
 * NUMA_NO_NODE: that of this CPU; unknown node: refused.
 */
struct page *alloc_pages_node(int nid, gfp_t gfp, unsigned order);

/*
 * Give back what alloc_pages() gave, with the same order. With extra references only one of them
 * is dropped. Panics, naming page, state and caller, on a page that is not the head of an allocated
 * block of that order.
 */
void __free_pages(struct page *page, unsigned order);

/*
 * Fill the NULL slots of array[0..nr) with single pages; returns the length of the populated
 * prefix. Less than nr means that memory ran out: what was given stays given, and a retry
 * continues. nr <= 0 returns 0. Semantics of Linux 5.13 as repaired before its release: a full
 * array returns nr. Never reads array[nr].
 */
long alloc_pages_bulk_array(gfp_t gfp, long nr, struct page **array);

/* Append up to nr single pages to the list; returns how many were added. */
long alloc_pages_bulk_list(gfp_t gfp, long nr, struct page_list *list);

/*
 * The function under both: the array if one is given, else the list; 0 if neither. From
 * preferred_nid first, then by distance, and never from a node that is not in the mask: less is
 * returned then. nodemask NULL means all nodes; preferred_nid as above.
 */
long __alloc_pages_bulk(gfp_t gfp, int preferred_nid, const nodemask_t *nodemask, long nr,
			struct page_list *list, struct page **array);

/*
 * Free the single pages in array[0..nr), which Linux has no call for: NULL slots are skipped, the
 * others cleared. Panics like __free_pages().
 */
void free_pages_bulk(long nr, struct page **array);

/* A second owner, and its leaving. put_page() of the last reference frees the page (order 0). */
void get_page(struct page *page);
void put_page(struct page *page);
static inline unsigned page_ref_count(const struct page *page)
{
	return page->extra_refs + 1;
}

/* Make 2^order single pages of an allocated block: each is then freed by itself, with order 0. */
void split_page(struct page *page, unsigned order);

pfn_t page_to_pfn(const struct page *page);
struct page *pfn_to_page(pfn_t pfn);
void *page_address(const struct page *page);
struct page *virt_to_page(const void *address);

/* Free pages, those in CPUs' caches included. */
uint64_t nr_free_pages(void);

/* --- Any instance ------------------------------------------------------------------------ */

/*
 * Bytes for the maps, the chunk records of pages [start_pfn, end_pfn), and the caches of all CPUs
 * that there can be: `maps` of pgdat_init().
 */
size_t pgdat_maps_len(pfn_t start_pfn, pfn_t end_pfn);

/* The pfn of the first record that pgdat_init() indexes for a span from start_pfn on. */
static inline pfn_t pgdat_base_pfn(pfn_t start_pfn)
{
	return ALIGN_DOWN(start_pfn, 1ul << MAX_PAGE_ORDER);
}

/*
 * Set up an instance over [start_pfn, end_pfn) in which nothing is RAM yet. `pages` is the record
 * of pgdat_base_pfn(start_pfn); records of holes need not be backed by memory. `maps` is aligned to
 * 128 bytes.
 */
void pgdat_init(struct pg_data *p, int nid, pfn_t start_pfn, pfn_t end_pfn, struct page *pages,
		void *maps);

/* Give [start_pfn, end_pfn) to the allocator; records are zero. Single CPU, each page once. */
void pgdat_add_free(struct pg_data *p, pfn_t start_pfn, pfn_t end_pfn);

/*
 * Say of pages that are not given to the allocator what they are: PAGE_RESERVED or PAGE_HOLE. Pages
 * of chunks that no call names are holes without a record.
 */
void pgdat_add_unowned(struct pg_data *p, pfn_t start_pfn, pfn_t end_pfn, enum page_flags what);

/*
 * Or `flags` into every request from now on (__GFP_ZERO: init_on_alloc=1). CPUs then keep no pages,
 * so that the ways without lock need not look.
 */
void pgdat_force(struct pg_data *p, gfp_t flags);

/* Become one of a set: pages may come from its other nodes, and go back to them. */
void pgdat_join(struct pg_data *p, struct node_set *set);

struct page *pgdat_alloc(struct pg_data *p, gfp_t gfp, unsigned order);
void pgdat_free(struct pg_data *p, struct page *page, unsigned order);
long pgdat_bulk_array(struct pg_data *p, gfp_t gfp, long nr, struct page **array);
long pgdat_bulk_list(struct pg_data *p, gfp_t gfp, long nr, struct page_list *list);
void pgdat_free_bulk(struct pg_data *p, long nr, struct page **array);

/*
 * Whole chunks as 512 single pages each, which may be freed in any way: up to nr of them, the pfn
 * of each one's first page to pfns[]. Returns how many there were. For mappings with 2 MiB leaves.
 */
uint64_t pgdat_alloc_chunks(struct pg_data *p, gfp_t gfp, uint64_t nr, pfn_t *pfns);

/*
 * nr consecutive single pages, contents undefined, up to 1 GiB. They take a whole block while they
 * are looked for. NULL: no such block is free.
 */
struct page *pgdat_alloc_run(struct pg_data *p, gfp_t gfp, uint64_t nr);

/*
 * Free nr consecutive single pages. A whole chunk of which no page has extra references costs one
 * step. Panics like __free_pages().
 */
void pgdat_free_run(struct pg_data *p, struct page *page, uint64_t nr);
void pgdat_get_page(struct pg_data *p, struct page *page);
void pgdat_split(struct pg_data *p, struct page *page, unsigned order);
uint64_t pgdat_nr_free(struct pg_data *p);

static inline pfn_t pgdat_pfn(const struct pg_data *p, const struct page *page)
{
	return p->base_pfn + (pfn_t)(page - p->pages);
}

static inline struct page *pgdat_page(const struct pg_data *p, pfn_t pfn)
{
	return p->pages + (pfn - p->base_pfn);
}

/* Empty all CPUs' caches into the maps. Takes pg_data.lock. */
void pgdat_drain(struct pg_data *p);

/*
 * Ask `fn` for memory that is held back, before an allocation fails. It may be called from any
 * allocation, without pg_data.lock; NULL: nobody to ask.
 */
void pgdat_set_reclaim(struct pg_data *p, void (*fn)(void *arg), void *arg);

/*
 * Promise nr pages, of p as far as it has them and else of the nodes next to it: from now on they
 * are free only for pgdat_alloc_reserved(), through any node. -ENOMEM, and nothing has changed: so
 * many are not to be had, all caches emptied. O(1), O(nodes) where p has too few.
 */
int pgdat_reserve(struct pg_data *p, uint64_t nr);

/* Take a promise of nr pages back. */
void pgdat_unreserve(struct pg_data *p, uint64_t nr);

/*
 * A block of 2^order of the pages promised, of which there are as many less then; contents
 * undefined. NULL, and the promise stands: no such block is free outside of the caches, which
 * cannot be with order 0.
 */
struct page *pgdat_alloc_reserved(struct pg_data *p, unsigned order);

/* As pgdat_alloc_chunks(), out of a promise of at least nr * CHUNK_PAGES pages. */
uint64_t pgdat_alloc_reserved_chunks(struct pg_data *p, uint64_t nr, pfn_t *pfns);

/*
 * Verify every invariant; panics with the first one broken. O(pages). Takes pg_data.lock; no other
 * CPU may be in the allocator.
 */
void pgdat_check(struct pg_data *p);
void mm_check(void);

/* What mm_check() and buddyinfo see of one zone. */
struct zone_info {
	uint64_t nr_present, nr_free;		/* pages */
	uint64_t nr_blocks[MAX_PAGE_ORDER + 1]; /* largest free blocks of each order */
	uint64_t nr_chunks_whole, nr_chunks_partial, nr_chunks_full;
};

/* Count zone `type`, caches drained or not as they are. O(chunks). Takes pg_data.lock. */
void zone_info(struct pg_data *p, enum zone_type type, struct zone_info *info);
const char *zone_name(enum zone_type type);
