// SPDX-License-Identifier: MIT
#include "tests/harness/page_shadow.h"

#include "apps/harness/env.h"
#include "tests/harness/test.h"

/* What our frames hold while nobody asked for zeroes. */
enum { DIRT = 0xa5 };

static bool __printf(2, 3) fail(struct page_shadow *s, const char *fmt, ...)
{
	__builtin_va_list args;

	__builtin_va_start(args, fmt);
	env_vformat(s->said, sizeof(s->said), fmt, args);
	__builtin_va_end(args);
	return false;
}

static unsigned long long pfn_of(const struct page_shadow *s, uint64_t idx)
{
	return s->base_pfn + idx;
}

static int zone_of(const struct page_shadow *s, uint64_t idx)
{
	return s->base_pfn + idx >= DMA32_END_PFN ? ZONE_NORMAL : ZONE_DMA32;
}

struct page *shadow_page(const struct page_shadow *s, uint32_t idx)
{
	return pgdat_page(s->p, s->base_pfn + idx);
}

bool shadow_make(struct page_shadow *s, struct pg_data *p, pfn_t start_pfn, pfn_t end_pfn)
{
	pfn_t base = ALIGN_DOWN(start_pfn, WORD_PAGES);
	uint64_t nr = ALIGN_UP(end_pfn, WORD_PAGES) - base;
	char *at = test_arena(nr * (4 * sizeof(uint32_t) + 2) + nr / 8);

	if (!at)
		return false;
	__builtin_memset(s, 0, sizeof(*s));
	s->p = p;
	s->base_pfn = base;
	s->nr_pages = (uint32_t)nr;
	s->free_map = (uint64_t *)at;
	s->stamp = (uint32_t *)(at + nr / 8);
	s->place = s->stamp + nr;
	s->singles.idx = s->place + nr;
	s->blocks.idx = s->singles.idx + nr;
	s->owner = (uint8_t *)(s->blocks.idx + nr);
	s->extra_refs = s->owner + nr;
	__builtin_memset(s->owner, SHADOW_NOT_OURS, nr);
	return true;
}

void shadow_add(struct page_shadow *s, pfn_t start_pfn, pfn_t end_pfn)
{
	for (uint64_t idx = start_pfn - s->base_pfn; idx < end_pfn - s->base_pfn; idx++) {
		s->owner[idx] = SHADOW_FREE;
		s->free_map[idx / WORD_PAGES] |= 1ull << (idx % WORD_PAGES);
		s->nr_free[zone_of(s, idx)]++;
	}
}

/* --- Heads ------------------------------------------------------------------------------- */

static struct shadow_heads *heads_of(struct page_shadow *s, unsigned order)
{
	return order ? &s->blocks : &s->singles;
}

/* Page idx is the first of one of our blocks from now on. */
static void head_add(struct page_shadow *s, uint32_t idx, unsigned order)
{
	struct shadow_heads *heads = heads_of(s, order);

	s->owner[idx] = (uint8_t)order;
	s->place[idx] = heads->nr;
	heads->idx[heads->nr++] = idx;
	s->stamp[idx] = ++s->last_stamp;
	shadow_page(s, idx)->next = (struct page *)(uintptr_t)s->stamp[idx];
}

static void head_remove(struct page_shadow *s, uint32_t idx)
{
	struct shadow_heads *heads = heads_of(s, s->owner[idx]);
	uint32_t last = heads->idx[--heads->nr];

	heads->idx[s->place[idx]] = last;
	s->place[last] = s->place[idx];
}

/* --- Contents ---------------------------------------------------------------------------- */

static uint64_t *words_of(const struct page_shadow *s, uint64_t idx)
{
	return port_phys_to_virt((phys_addr_t)(s->base_pfn + idx) << PAGE_SHIFT);
}

static bool page_is_zero(const struct page_shadow *s, uint64_t idx)
{
	const uint64_t *words = words_of(s, idx);

	for (unsigned i = 0; i < PAGE_SIZE / sizeof(*words); i++)
		if (words[i])
			return false;
	return true;
}

/* Verify what a page of ours was given with, and make it dirty. */
static bool contents_take(struct page_shadow *s, uint64_t idx, gfp_t gfp)
{
	if ((gfp | s->p->force) & __GFP_ZERO && !page_is_zero(s, idx))
		return fail(s, "page %#llx is not zeroed", pfn_of(s, idx));
	__builtin_memset(words_of(s, idx), DIRT, PAGE_SIZE);
	return true;
}

/* Still as contents_take() left it, at both ends. */
static bool contents_kept(const struct page_shadow *s, uint64_t idx)
{
	const uint8_t *bytes = (const uint8_t *)words_of(s, idx);

	return bytes[0] == DIRT && bytes[PAGE_SIZE - 1] == DIRT;
}

/* --- Taking and giving ------------------------------------------------------------------- */

static const char *owner_name(uint8_t owner)
{
	switch (owner) {
	case SHADOW_FREE:
		return "free";
	case SHADOW_TAIL:
		return "inside a block of ours";
	case SHADOW_NOT_OURS:
		return "no RAM of the allocator's";
	default:
		return "ours already";
	}
}

static bool page_take(struct page_shadow *s, struct page *page, uint64_t idx, gfp_t gfp)
{
	if (s->owner[idx] != SHADOW_FREE)
		return fail(s, "page %#llx was given, and is %s", pfn_of(s, idx),
			    owner_name(s->owner[idx]));
	if (page_ref_count(page) != 1)
		return fail(s, "page %#llx was given with %u references", pfn_of(s, idx),
			    page_ref_count(page));
	if (s->contents && !contents_take(s, idx, gfp))
		return false;
	s->owner[idx] = SHADOW_TAIL;
	s->free_map[idx / WORD_PAGES] &= ~(1ull << (idx % WORD_PAGES));
	return true;
}

bool shadow_take(struct page_shadow *s, struct page *page, unsigned order, gfp_t gfp)
{
	uint64_t offset = (uintptr_t)page - (uintptr_t)s->p->pages;
	pfn_t pfn = s->p->base_pfn + offset / sizeof(*page);
	uint64_t idx = pfn - s->base_pfn;
	uint64_t nr = 1ull << order;

	if (offset % sizeof(*page) || idx >= s->nr_pages || nr > s->nr_pages - idx)
		return fail(s, "%p was given, and is no page", (void *)page);
	if (pfn % nr)
		return fail(s, "block %#llx of order %u is not aligned", pfn_of(s, idx), order);
	if (gfp & __GFP_DMA32 && zone_of(s, idx) != ZONE_DMA32)
		return fail(s, "page %#llx is not below 4 GiB", pfn_of(s, idx));
	for (uint64_t i = 0; i < nr; i++)
		if (!page_take(s, page + i, idx + i, gfp))
			return false;
	if (!order && page->flags)
		return fail(s, "page %#llx was given with flags %#x", pfn_of(s, idx), page->flags);
	s->nr_free[zone_of(s, idx)] -= nr;
	head_add(s, (uint32_t)idx, order);
	return true;
}

/* The link of a head is as head_add() left it. */
static bool link_kept(struct page_shadow *s, uint32_t idx)
{
	if (shadow_page(s, idx)->next == (struct page *)(uintptr_t)s->stamp[idx])
		return true;
	return fail(s, "the link of page %#llx was written while it was ours", pfn_of(s, idx));
}

bool shadow_give(struct page_shadow *s, uint32_t idx)
{
	uint32_t nr = 1u << s->owner[idx];

	if (!link_kept(s, idx))
		return false;
	head_remove(s, idx);
	for (uint32_t i = idx; i < idx + nr; i++) {
		if (s->contents && !contents_kept(s, i))
			return fail(s, "page %#llx was written while it was ours", pfn_of(s, i));
		s->owner[i] = SHADOW_FREE;
		s->free_map[i / WORD_PAGES] |= 1ull << (i % WORD_PAGES);
	}
	s->nr_free[zone_of(s, idx)] += nr;
	return true;
}

bool shadow_split(struct page_shadow *s, uint32_t idx)
{
	uint32_t nr = 1u << s->owner[idx];

	if (!link_kept(s, idx))
		return false;
	head_remove(s, idx);
	for (uint32_t i = idx; i < idx + nr; i++)
		head_add(s, i, 0);
	return true;
}

bool shadow_inner_refs(const struct page_shadow *s, uint32_t idx)
{
	for (uint32_t i = idx + 1; i < idx + (1u << s->owner[idx]); i++)
		if (s->extra_refs[i])
			return true;
	return false;
}

/* --- What is free ------------------------------------------------------------------------ */

uint64_t shadow_nr_free(const struct page_shadow *s, gfp_t gfp)
{
	return s->nr_free[ZONE_DMA32] + (gfp & __GFP_DMA32 ? 0 : s->nr_free[ZONE_NORMAL]);
}

/* End of the indexes that lie in zones up to `type`. */
static uint64_t zone_end(const struct page_shadow *s, enum zone_type type)
{
	if (type == ZONE_NORMAL || s->base_pfn + s->nr_pages <= DMA32_END_PFN)
		return s->nr_pages;
	return s->base_pfn < DMA32_END_PFN ? DMA32_END_PFN - s->base_pfn : 0;
}

/* Are 2^order pages from idx on, aligned, free? */
static bool run_is_free(const struct page_shadow *s, uint64_t idx, unsigned order)
{
	const uint64_t *word = &s->free_map[idx / WORD_PAGES];
	uint64_t mask;

	if (order < 6) {
		mask = ((1ull << (1u << order)) - 1) << (idx % WORD_PAGES);
		return (*word & mask) == mask;
	}
	for (unsigned i = 0; i < 1u << (order - 6); i++)
		if (word[i] != ~0ull)
			return false;
	return true;
}

/* The same question of a word, for all places in it and orders below 6. */
static bool word_has_run(uint64_t word, unsigned order)
{
	for (unsigned at = 0; at < WORD_PAGES; at += 1u << order) {
		uint64_t mask = ((1ull << (1u << order)) - 1) << at;

		if ((word & mask) == mask)
			return true;
	}
	return false;
}

bool shadow_has_run(const struct page_shadow *s, unsigned order, gfp_t gfp)
{
	uint64_t end = zone_end(s, gfp & __GFP_DMA32 ? ZONE_DMA32 : ZONE_NORMAL);
	uint64_t nr = 1ull << order;

	if (order < 6) {
		for (uint64_t w = 0; w < end / WORD_PAGES; w++)
			if (s->free_map[w] && word_has_run(s->free_map[w], order))
				return true;
		return false;
	}
	for (uint64_t idx = ALIGN_UP(s->base_pfn, nr) - s->base_pfn; idx + nr <= end; idx += nr)
		if (run_is_free(s, idx, order))
			return true;
	return false;
}

static bool map_bit(const uint64_t *map, uint64_t idx)
{
	return map[idx / WORD_PAGES] >> (idx % WORD_PAGES) & 1;
}

/*
 * Do the allocator's maps say of page idx what is so? A free page is in the free map; one inside a
 * block, or never owned, in the tail map; the first page of a block in neither.
 */
static bool maps_agree(const struct page_shadow *s, uint64_t idx)
{
	uint64_t in_node = s->base_pfn + idx - s->p->base_pfn;
	uint8_t owner = s->owner[idx];

	return map_bit(s->p->free_map, in_node) == (owner == SHADOW_FREE) &&
	       map_bit(s->p->tail_map, in_node) ==
		       (owner == SHADOW_TAIL || owner == SHADOW_NOT_OURS);
}

bool shadow_compare(struct page_shadow *s)
{
	for (uint64_t idx = 0; idx < s->nr_pages; idx++) {
		if (s->owner[idx] >= CHUNK_ORDER && s->owner[idx] <= MAX_PAGE_ORDER) {
			idx += (1ull << s->owner[idx]) - 1; /* blocks of whole chunks use no maps */
			continue;
		}
		if (!maps_agree(s, idx))
			return fail(s, "page %#llx is %s, and the allocator thinks otherwise",
				    pfn_of(s, idx), owner_name(s->owner[idx]));
	}
	return true;
}

void shadow_blocks(const struct page_shadow *s, enum zone_type type,
		   uint64_t nr_blocks[MAX_PAGE_ORDER + 1])
{
	uint64_t idx = type == ZONE_NORMAL ? zone_end(s, ZONE_DMA32) : 0;
	uint64_t end = zone_end(s, type);

	for (unsigned k = 0; k <= MAX_PAGE_ORDER; k++)
		nr_blocks[k] = 0;
	while (idx < end) {
		unsigned order = 0;

		if (!run_is_free(s, idx, 0)) {
			idx++;
			continue;
		}
		/* Grow while this is the lower half and the upper one is free too. */
		while (order < MAX_PAGE_ORDER && !((s->base_pfn + idx) >> order & 1) &&
		       idx + (2ull << order) <= end && run_is_free(s, idx + (1ull << order), order))
			order++;
		nr_blocks[order]++;
		idx += 1ull << order;
	}
}
