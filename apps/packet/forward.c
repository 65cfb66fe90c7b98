// SPDX-License-Identifier: MIT
#include "apps/packet/forward.h"

static inline uint8_t *frame_of(const struct page *page)
{
	return (uint8_t *)page_address(page) + FRAME_OFFSET;
}

/* --- Pages ------------------------------------------------------------------------------------ */

static void give_single(struct forwarder *f)
{
	for (uint32_t i = 0; i < f->nr_done; i++)
		__free_pages(f->done[i], 0);
	f->nr_done = 0;
}

static void give_bulk(struct forwarder *f)
{
	free_pages_bulk(f->nr_done, f->done);
	f->nr_done = 0;
}

static bool take_single(struct forwarder *f, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++)
		if (!f->slots[i] && !(f->slots[i] = alloc_page(GFP_KERNEL)))
			return false;
	return true;
}

static bool take_bulk(struct forwarder *f, uint32_t nr)
{
	return alloc_pages_bulk_array(GFP_KERNEL, nr, f->slots) == (long)nr;
}

/* Slots from the spares; those they do not reach to from the allocator, and what is over to it. */
static bool recycle(struct forwarder *f, uint32_t nr)
{
	uint32_t i = 0;

	while (f->nr_done && f->nr_spare < ARRAY_SIZE(f->spare))
		f->spare[f->nr_spare++] = f->done[--f->nr_done];
	if (f->nr_done)
		give_bulk(f);
	for (; i < nr && f->nr_spare; i++)
		if (!f->slots[i])
			f->slots[i] = f->spare[--f->nr_spare];
	return i == nr || take_bulk(f, nr);
}

bool forward_refill(struct forwarder *f, uint32_t nr)
{
	switch (f->refill) {
	case REFILL_SINGLE:
		give_single(f);
		return take_single(f, nr);
	case REFILL_BULK:
		give_bulk(f);
		return take_bulk(f, nr);
	default:
		return recycle(f, nr);
	}
}

/* --- Frames ----------------------------------------------------------------------------------- */

/* What becomes of one frame; *hop if it is sent on. */
static inline enum frame_fault frame_route(const struct forwarder *f, uint8_t *frame, uint32_t len,
					   uint16_t *hop)
{
	struct frame_info info;
	enum frame_fault fault = frame_parse(frame, len, f->station, &info);

	if (unlikely(fault))
		return fault;
	*hop = route_lookup(f->routes, info.dst);
	if (unlikely(*hop == ROUTE_NONE))
		return FRAME_NO_ROUTE;
	frame_age(frame);
	frame_address(frame, f->macs[*hop]);
	return FRAME_GOOD;
}

void forward_batch(struct forwarder *f, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		struct page *page = f->slots[i];
		uint16_t hop;
		enum frame_fault fault = frame_route(f, frame_of(page), f->lens[i], &hop);

		f->slots[i] = NULL;
		f->faults[fault]++;
		if (likely(!fault))
			f->sent[f->nr_sent++] = (struct sent_frame){page, f->lens[i], hop};
		else
			f->done[f->nr_done++] = page;
	}
}

void forward_sent(struct forwarder *f)
{
	for (uint32_t i = 0; i < f->nr_sent; i++)
		f->done[f->nr_done++] = f->sent[i].page;
	f->nr_sent = 0;
}

void forward_end(struct forwarder *f)
{
	forward_sent(f);
	give_bulk(f);
	free_pages_bulk(RING_SLOTS, f->slots);
	free_pages_bulk(f->nr_spare, f->spare);
	f->nr_spare = 0;
}
