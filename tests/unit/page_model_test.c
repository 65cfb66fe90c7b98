// SPDX-License-Identifier: MIT
/*
 * The model of the page allocator must notice: one test for each of its checks, in which an answer
 * of the allocator, or the allocator itself, is spoiled.
 */
#include "tests/harness/page_model.h"
#include "tests/harness/test.h"

enum { OPS = 30000, BEFORE = 300, CHECK_EVERY = 1 };

static struct page_model m;

/* Spoils the answer to an operation of the kind named; false: this one does not lend itself. */
static bool (*spoil)(struct page_model *m);
static enum page_op spoil_op;

static void meddle(struct page_model *model, enum page_op op)
{
	bool (*fn)(struct page_model * m) = spoil;

	if (!fn || op != spoil_op || model->last_op <= BEFORE)
		return;
	spoil = NULL; /* it may not return */
	if (!fn(model))
		spoil = fn;
}

/* Run until it is noticed, and noticed by the check that says `text`. */
static void spoiled_run(const struct page_shape *shape, enum page_op op,
			bool (*fn)(struct page_model *m), uint64_t check_every, const char *text)
{
	const char *said;

	CHECK(shape && page_model_make(&m, shape, test_seed()));
	m.check_every = check_every;
	m.meddle = meddle;
	spoil = fn;
	spoil_op = op;
	said = page_model_run(&m, OPS);
	if (!said)
		said = page_model_finish(&m);
	CHECK(!spoil);
	if (!said || !test_contains(said, text))
		test_fail(__FILE__, __LINE__, "'%s', not '%s'", said ? said : "nothing noticed",
			  text);
}

#define SPOILED_IN(shape, id, op, every, text)                                                     \
	static bool spoil_##id(struct page_model *model);                                          \
	TEST(id)                                                                                   \
	{                                                                                          \
		spoiled_run(page_shape_named(shape), op, spoil_##id, every, text);                 \
	}                                                                                          \
	static bool spoil_##id(struct page_model *model)

/* An answer: noticed before any check of the whole. */
#define SPOILED(id, op, text) SPOILED_IN("both_zones", id, op, 0, text)

/* --- Single blocks ----------------------------------------------------------------------- */

SPOILED(a_page_of_ours_given_again, OP_ALLOC, "ours already")
{
	if (!model->page || model->order || !model->s.singles.nr || model->gfp & __GFP_DMA32)
		return false;
	model->page = shadow_page(&model->s, model->s.singles.idx[0]);
	return true;
}

SPOILED(a_page_inside_a_block_given, OP_ALLOC, "inside a block of ours")
{
	if (!model->page || model->order || !model->s.blocks.nr || model->gfp & __GFP_DMA32)
		return false;
	model->page = shadow_page(&model->s, model->s.blocks.idx[0]) + 1;
	return true;
}

SPOILED(a_hole_given, OP_ALLOC, "no RAM")
{
	if (!model->page || model->order)
		return false;
	model->page = node_page(&model->f, DMA32_END_PFN - 4400);
	return true;
}

SPOILED(a_reserved_page_given, OP_ALLOC, "no RAM")
{
	if (!model->page || model->order)
		return false;
	model->page = node_page(&model->f, DMA32_END_PFN - 950);
	return true;
}

SPOILED(what_is_no_record_given, OP_ALLOC, "is no page")
{
	if (!model->page)
		return false;
	model->page = (struct page *)((char *)model->page + 8);
	return true;
}

SPOILED(a_record_past_the_end_given, OP_ALLOC, "is no page")
{
	if (!model->page)
		return false;
	model->page = shadow_page(&model->s, model->s.nr_pages);
	return true;
}

SPOILED(a_block_given_that_is_not_aligned, OP_ALLOC, "not aligned")
{
	if (!model->page || !model->order)
		return false;
	model->page++;
	return true;
}

SPOILED(a_page_given_from_the_wrong_zone, OP_ALLOC, "not below 4 GiB")
{
	if (!model->page || !(model->gfp & __GFP_DMA32))
		return false;
	model->page = node_page(&model->f, DMA32_END_PFN);
	return true;
}

SPOILED(a_page_given_with_a_reference, OP_ALLOC, "with 2 references")
{
	if (!model->page)
		return false;
	model->page[(1u << model->order) - 1].extra_refs = 1;
	return true;
}

SPOILED(a_page_given_with_flags, OP_ALLOC, "with flags 0x1")
{
	if (!model->page || model->order)
		return false;
	model->page->flags = PAGE_PARKED;
	return true;
}

SPOILED(a_block_refused_though_one_is_free, OP_ALLOC, "though one is free")
{
	if (!model->page)
		return false;
	pgdat_free(model->f.p, model->page, model->order);
	model->page = NULL;
	return true;
}

/* --- Bulk -------------------------------------------------------------------------------- */

/* A slot that the call filled; -1: none. */
static long filled_slot(const struct page_model *model)
{
	for (long i = 0; i < model->got; i++)
		if (!model->before[i])
			return i;
	return -1;
}

SPOILED(a_batch_cut_short_though_pages_are_free, OP_BULK_ARRAY, "are free")
{
	long last = model->nr - 1;

	if (!model->nr || model->got != model->nr || model->before[last])
		return false;
	pgdat_free(model->f.p, model->slots[last], 0);
	model->slots[last] = NULL;
	model->got--;
	return true;
}

SPOILED(a_count_that_is_not_the_prefix, OP_BULK_ARRAY, "populated prefix is")
{
	if (!model->got)
		return false;
	model->got--;
	return true;
}

SPOILED(a_full_slot_overwritten, OP_BULK_ARRAY, "changed")
{
	long i = filled_slot(model);

	for (long j = 0; i >= 0 && j < model->nr; j++)
		if (model->before[j]) {
			model->slots[j] = model->slots[i];
			return true;
		}
	return false;
}

SPOILED(the_slot_after_the_array_overwritten, OP_BULK_ARRAY, "changed")
{
	model->slots[model->nr] = model->page;
	return true;
}

SPOILED(a_page_twice_in_one_batch, OP_BULK_ARRAY, "ours already")
{
	long i = filled_slot(model);

	for (long j = i + 1; i >= 0 && j < model->got; j++)
		if (!model->before[j]) {
			model->slots[j] = model->slots[i];
			return true;
		}
	return false;
}

SPOILED(a_list_that_counts_too_many, OP_BULK_LIST, "the list counts")
{
	model->list.nr_pages++;
	return true;
}

SPOILED(a_list_whose_last_page_has_a_link, OP_BULK_LIST, "the last page has a link")
{
	if (!model->list.last)
		return false;
	model->list.last->next = model->list.first;
	return true;
}

SPOILED(a_list_with_a_page_missing, OP_BULK_LIST, "holds others")
{
	if (model->got < 3 || model->list.nr_pages != (uint64_t)model->got)
		return false;
	model->list.first->next = model->list.first->next->next;
	return true;
}

SPOILED(a_freed_slot_not_cleared, OP_BULK_FREE, "was not cleared")
{
	if (!model->nr)
		return false;
	model->slots[model->nr - 1] = model->page;
	return model->page != NULL;
}

SPOILED(the_slot_after_a_freed_array_overwritten, OP_BULK_FREE, "the slot after the array")
{
	model->slots[model->nr] = NULL;
	return true;
}

/* --- References, links, contents --------------------------------------------------------- */

SPOILED(a_reference_too_many, OP_GET, "references, not")
{
	model->page->extra_refs++;
	return true;
}

SPOILED(a_reference_lost_in_a_bulk_free, OP_BULK_FREE, "references, not")
{
	for (long i = 0; i < model->nr; i++)
		if (model->before[i] && model->before[i]->extra_refs) {
			model->before[i]->extra_refs--;
			return true;
		}
	return false;
}

SPOILED(a_link_written_while_the_page_was_ours, OP_GET, "the link of page")
{
	if (!model->s.singles.nr)
		return false;
	shadow_page(&model->s, model->s.singles.idx[0])->next = NULL;
	return true;
}

enum { FRAMES_ORDER = 8 };

/* The same on frames that exist. */
static void spoiled_contents(enum page_op op, bool (*fn)(struct page_model *m), const char *text)
{
	struct page *frames = alloc_pages(GFP_KERNEL, FRAMES_ORDER);
	struct page_shape shape = {.name = "lent frames", .contents = true};

	CHECK(frames);
	shape.start_pfn = page_to_pfn(frames);
	shape.end_pfn = shape.start_pfn + (1u << FRAMES_ORDER);
	shape.pieces[0] = (struct page_piece){.start = shape.start_pfn, .end = shape.end_pfn};
	spoiled_run(&shape, op, fn, 0, text);
	__free_pages(frames, FRAMES_ORDER);
}

static uint8_t *bytes_of(const struct page_model *model, const struct page *page)
{
	return port_phys_to_virt(pgdat_pfn(model->f.p, page) << PAGE_SHIFT);
}

static bool spoil_last_byte(struct page_model *model)
{
	if (!model->page || !(model->gfp & __GFP_ZERO))
		return false;
	bytes_of(model, model->page)[(PAGE_SIZE << model->order) - 1] = 1;
	return true;
}

TEST(a_zeroed_block_whose_last_byte_is_not_zero)
{
	spoiled_contents(OP_ALLOC, spoil_last_byte, "is not zeroed");
}

static bool spoil_owned(struct page_model *model)
{
	if (!model->s.singles.nr)
		return false;
	bytes_of(model, shadow_page(&model->s, model->s.singles.idx[0]))[0] = 0;
	return true;
}

TEST(a_page_written_while_it_was_ours)
{
	spoiled_contents(OP_ALLOC, spoil_owned, "was written while it was ours");
}

/* --- The allocator as a whole ------------------------------------------------------------ */

SPOILED(a_refused_request_that_returned_something, OP_REFUSED, "was served")
{
	model->got = 1;
	return true;
}

SPOILED(a_refused_request_that_filled_a_slot, OP_REFUSED, "a refused request filled")
{
	model->slots[0] = model->f.records;
	return true;
}

SPOILED(a_zone_that_counts_one_page_too_many, OP_ALLOC, "pages are free, not")
{
	model->f.p->zone[ZONE_NORMAL].nr_free++;
	return true;
}

/* The sum is right. */
SPOILED(a_page_counted_in_the_wrong_zone, OP_ALLOC, "free pages, not")
{
	model->f.p->zone[ZONE_NORMAL].nr_free++;
	model->f.p->zone[ZONE_DMA32].nr_free--;
	return true;
}

SPOILED(a_panic_of_the_allocator, OP_FREE, "panic: page_alloc: free of")
{
	pgdat_free(model->f.p, node_page(&model->f, DMA32_END_PFN - 4400), 0);
	return true;
}

SPOILED_IN("both_zones", a_flipped_bit_of_the_free_map, OP_ALLOC, CHECK_EVERY, "panic: mm_check:")
{
	uint64_t *map = model->f.p->free_map;

	for (uint64_t w = 0; w < model->f.p->nr_pages / WORD_PAGES; w++)
		if (map[w] && map[w] != ~0ull) {
			map[w] &= map[w] - 1;
			return true;
		}
	return false;
}

SPOILED_IN("both_zones", free_blocks_other_than_at_the_start, OP_ALLOC, OPS, "free blocks of order")
{
	model->initial[ZONE_NORMAL].nr_blocks[3]++;
	return true;
}

/* One page leaks and another's owner loses it: every count is right, all invariants hold. */
SPOILED_IN("both_zones", a_leak_made_up_for_by_another_owners_page, OP_SPLIT, CHECK_EVERY,
	   "the allocator thinks otherwise")
{
	struct page_shadow *s = &model->s;

	if (model->last_op % MODEL_COMPARE_EVERY) /* before either page is asked for again */
		return false;
	for (uint32_t i = 0; i < s->singles.nr; i++) {
		uint32_t idx = s->singles.idx[i];

		if (s->base_pfn + idx >= DMA32_END_PFN || s->extra_refs[idx] ||
		    !s->nr_free[ZONE_DMA32])
			continue;
		if (!pgdat_alloc(model->f.p, __GFP_DMA32, 0))
			return false;
		pgdat_free(model->f.p, shadow_page(s, idx), 0);
		return true;
	}
	return false;
}

/* --- The model itself -------------------------------------------------------------------- */

TEST(the_same_seed_gives_the_same_operations)
{
	static struct page_model again;

	CHECK(page_model_make(&m, page_shape_named("fragments"), 77));
	CHECK(page_model_make(&again, page_shape_named("fragments"), 77));
	CHECK(!page_model_run(&m, OPS) && !page_model_run(&again, OPS));
	CHECK_EQ(m.random, again.random);
	CHECK_EQ(m.s.last_stamp, again.s.last_stamp);
	for (int op = 0; op < NR_PAGE_OPS; op++)
		CHECK_EQ(m.nr_done[op], again.nr_done[op]);
}

TEST(runs_are_found_where_they_are_and_nowhere_else)
{
	struct page_shadow *s = &m.s;
	uint64_t nr_blocks[MAX_PAGE_ORDER + 1];

	CHECK(node_make(&m.f, DMA32_END_PFN - 256, DMA32_END_PFN + 256));
	CHECK(shadow_make(s, m.f.p, DMA32_END_PFN - 256, DMA32_END_PFN + 256));
	CHECK(!shadow_has_run(s, 0, 0));
	shadow_add(s, DMA32_END_PFN - 33, DMA32_END_PFN + 129); /* a run over the border is none */
	for (unsigned order = 0; order <= MAX_PAGE_ORDER; order++) {
		CHECK_EQ(shadow_has_run(s, order, 0), order <= 7);
		CHECK_EQ(shadow_has_run(s, order, __GFP_DMA32), order <= 5);
	}
	CHECK_EQ(shadow_nr_free(s, 0), 33 + 129);
	CHECK_EQ(shadow_nr_free(s, __GFP_DMA32), 33);
	shadow_blocks(s, ZONE_DMA32, nr_blocks);
	for (unsigned order = 0; order <= MAX_PAGE_ORDER; order++)
		CHECK_EQ(nr_blocks[order], order == 0 || order == 5);
	shadow_blocks(s, ZONE_NORMAL, nr_blocks);
	for (unsigned order = 0; order <= MAX_PAGE_ORDER; order++)
		CHECK_EQ(nr_blocks[order], order == 0 || order == 7);
}
