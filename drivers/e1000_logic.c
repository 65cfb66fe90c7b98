// SPDX-License-Identifier: MIT
#include "drivers/e1000_logic.h"

#define RAH_VALID (1u << 31)

int e1000_ring_init(struct e1000_ring *r, void *desc, struct page **pages, uint32_t nr)
{
	uint32_t usable;

	if (!nr || nr & (nr - 1) || e1000_ring_usable(nr * E1000_DESCRIPTOR_LEN, &usable))
		return -EINVAL;
	*r = (struct e1000_ring){.desc = desc, .pages = pages, .nr = nr, .usable = usable};
	return 0;
}

static uint32_t next(const struct e1000_ring *r, uint32_t i)
{
	return (i + 1) & (r->nr - 1);
}

/* What the card is given must be whole before it sees the tail, which is written after this. */
static void give(struct e1000_ring *r, struct page *page, struct e1000_desc desc)
{
	volatile struct e1000_desc *at = &r->desc[r->tail];

	at->addr = desc.addr;
	*(volatile uint64_t *)&at->len = desc.len | (uint64_t)desc.cmd << 24;
	r->pages[r->tail] = page;
	r->tail = next(r, r->tail);
}

static struct page *take(struct e1000_ring *r)
{
	struct page *page = r->pages[r->clean];

	r->pages[r->clean] = NULL;
	r->clean = next(r, r->clean);
	return page;
}

/* The second half of the next descriptor, if the card is done with it. The rest is read after. */
static bool done(const struct e1000_ring *r, struct e1000_desc *desc)
{
	uint64_t half;

	if (r->clean == r->tail)
		return false;
	half = __atomic_load_n((const uint64_t *)&r->desc[r->clean].len, __ATOMIC_ACQUIRE);
	desc->len = (uint16_t)half;
	desc->status = (uint8_t)(half >> 32);
	desc->errors = (uint8_t)(half >> 40);
	return desc->status & E1000_STATUS_DONE;
}

void e1000_rx_post(struct e1000_ring *r, struct page *page, phys_addr_t phys)
{
	give(r, page, (struct e1000_desc){.addr = phys});
}

enum e1000_rx e1000_rx_take(struct e1000_ring *r, struct page **page, uint32_t *len)
{
	bool skipping = r->skipping;
	struct e1000_desc desc;

	if (!done(r, &desc))
		return E1000_RX_NONE;
	*page = take(r);
	r->skipping = !(desc.status & E1000_STATUS_EOP);
	if (r->skipping)
		return E1000_RX_PIECE;
	if (skipping)
		return E1000_RX_LONG;
	if (desc.errors & E1000_ERRORS ||
	    nic_completion_check(NIC_FRAME_MAX, desc.len, NIC_FRAME_MIN))
		return E1000_RX_ERROR;
	*len = desc.len;
	return E1000_RX_FRAME;
}

void e1000_tx_put(struct e1000_ring *r, struct page *page, phys_addr_t phys, uint32_t len)
{
	give(r, page,
	     (struct e1000_desc){.addr = phys,
				 .len = (uint16_t)len,
				 .cmd = E1000_CMD_EOP | E1000_CMD_IFCS | E1000_CMD_RS});
}

struct page *e1000_tx_take(struct e1000_ring *r)
{
	struct e1000_desc desc;

	return done(r, &desc) ? take(r) : NULL;
}

struct page *e1000_ring_drain(struct e1000_ring *r)
{
	return r->clean == r->tail ? NULL : take(r);
}

bool e1000_mac_of_registers(uint32_t ral, uint32_t rah, uint8_t mac[6])
{
	uint8_t found[6];

	__builtin_memcpy(found, &ral, 4);
	__builtin_memcpy(found + 4, &rah, 2);
	if (!(rah & RAH_VALID) || !nic_mac_valid(found))
		return false;
	__builtin_memcpy(mac, found, sizeof(found));
	return true;
}

bool e1000_mac_of_words(const uint16_t words[3], uint8_t mac[6])
{
	/* 0xffff thrice is an EEPROM that is not there, and a group's address too. */
	__builtin_memcpy(mac, words, 6);
	return nic_mac_valid(mac);
}
