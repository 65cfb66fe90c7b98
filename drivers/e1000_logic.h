// SPDX-License-Identifier: MIT
/*
 * Rings of legacy descriptors (82574 datasheet, 3.2.4 and 3.3.3.1; 8254x manual, 3.2.3 and 3.3.3),
 * and addresses of stations, as cards of the e1000 family have them. No hardware here.
 *
 * Which page a descriptor stands for is remembered here, and never read back from it.
 */
#pragma once

#include "drivers/nic_logic.h"

struct page;

struct e1000_desc {
	uint64_t addr; /* physical address of the frame */
	uint16_t len;  /* bytes */
	uint8_t cso;   /* received: checksum, not used */
	uint8_t cmd;   /* sent: E1000_CMD_*; received: checksum */
	uint8_t status;
	uint8_t errors; /* received */
	uint16_t special;
};

enum {
	E1000_STATUS_DONE = 0x01,
	E1000_STATUS_EOP = 0x02, /* received: the frame ends here */

	E1000_CMD_EOP = 0x01,
	E1000_CMD_IFCS = 0x02, /* add the checksum */
	E1000_CMD_RS = 0x08,   /* say when it is done */

	/* Received: checksum or alignment, symbol, sequence, carrier, data. */
	E1000_ERRORS = 0x01 | 0x02 | 0x04 | 0x10 | 0x80,
};

/*
 * Descriptors clean .. tail-1 are the card's. Its own head is somewhere there, or so it says: only
 * its mark in each descriptor counts, in order.
 */
struct e1000_ring {
	volatile struct e1000_desc *desc;
	struct page **pages; /* NULL: the slot is empty */
	uint32_t nr;	     /* descriptors, a power of two */
	uint32_t usable;     /* that the card may have at once */
	uint32_t clean, tail;
	bool skipping; /* in the middle of a frame of several descriptors */
};

/* An empty ring over nr descriptors, zeroed. -EINVAL: no length that a card takes. */
int e1000_ring_init(struct e1000_ring *r, void *desc, struct page **pages, uint32_t nr);

/* How many more descriptors the card may have. */
static inline uint32_t e1000_ring_room(const struct e1000_ring *r)
{
	return r->usable - ((r->tail - r->clean) & (r->nr - 1));
}

/* Give a page to be received into, its frame at phys; there is room. Not before the tail is told.
 */
void e1000_rx_post(struct e1000_ring *r, struct page *page, phys_addr_t phys);

enum e1000_rx {
	E1000_RX_NONE,
	E1000_RX_FRAME, /* *len bytes of it are good */
	E1000_RX_ERROR, /* bad, or impossible */
	E1000_RX_LONG,	/* the last piece of a frame that took several descriptors */
	E1000_RX_PIECE, /* one before the last */
};

/* The next page that the card is done with; *page is the caller's, unless there is none. */
enum e1000_rx e1000_rx_take(struct e1000_ring *r, struct page **page, uint32_t *len);

/* Give a frame to be sent; there is room. */
void e1000_tx_put(struct e1000_ring *r, struct page *page, phys_addr_t phys, uint32_t len);

/* The next page whose frame has been sent, NULL: none yet. */
struct page *e1000_tx_take(struct e1000_ring *r);

/* The next page, done or not, when the card is stopped; NULL: the ring is empty. */
struct page *e1000_ring_drain(struct e1000_ring *r);

/* The address in registers RAL0 and RAH0. False: they have none that is valid; `mac` stays. */
bool e1000_mac_of_registers(uint32_t ral, uint32_t rah, uint8_t mac[6]);

/* The address in words 0 to 2 of the EEPROM. */
bool e1000_mac_of_words(const uint16_t words[3], uint8_t mac[6]);
