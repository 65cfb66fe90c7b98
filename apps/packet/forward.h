// SPDX-License-Identifier: MIT
/*
 * A router's loop: take a batch of frames out of a receive ring, check them, find their way, send
 * them on, and get pages for the ring again.
 *
 * Each slot of the ring is a page that the device may fill. Pages of frames sent come back when the
 * device has sent them, those of frames dropped at once.
 */
#pragma once

#include "apps/packet/frame.h"
#include "apps/packet/route.h"
#include "mm/page_alloc.h"

enum { RING_SLOTS = 512 };

/* How the ring gets its pages. */
enum refill { REFILL_SINGLE, REFILL_BULK, REFILL_RECYCLE };

struct sent_frame {
	struct page *page;
	uint16_t len;
	uint16_t hop;
};

struct forwarder {
	const struct route_table *routes;
	const uint8_t *station;	   /* our address */
	const uint8_t (*macs)[12]; /* of the link to each hop: target, source */
	enum refill refill;

	struct page *slots[RING_SLOTS]; /* posted to the device; NULL: empty */
	uint16_t lens[RING_SLOTS];	/* of the frames in them */

	struct sent_frame sent[RING_SLOTS]; /* given to the device */
	uint32_t nr_sent;
	struct page *done[2 * RING_SLOTS]; /* that the ring has no use for any more */
	uint32_t nr_done;
	struct page *spare[2 * RING_SLOTS]; /* recycled ones */
	uint32_t nr_spare;

	uint64_t faults[NR_FRAME_FAULTS]; /* frames by what became of them */
};

/* Fill the slots [0, nr) that are empty, and give back what is done. False: memory has run out. */
bool forward_refill(struct forwarder *f, uint32_t nr);

/* Handle the frames in slots [0, nr). They are empty then; what is sent is in `sent`. */
void forward_batch(struct forwarder *f, uint32_t nr);

/* The device has sent all that it was given. */
void forward_sent(struct forwarder *f);

/* Give every page back. */
void forward_end(struct forwarder *f);
