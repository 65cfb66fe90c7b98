// SPDX-License-Identifier: MIT
/*
 * Network cards, polled. A driver's probe() registers a card, which takes its access to memory away
 * and touches nothing else; cards are brought up by nics_start().
 *
 * Frames live in pages, one each, at NIC_FRAME_OFFSET, without checksum. A page belongs to the card
 * from nic_post() or nic_send() on until nic_receive() or nic_reclaim() gives it back, or
 * nic_stop() frees it. A received page can be sent as it is, by the same or another card. A card is
 * used by one CPU at a time.
 *
 * What a card says is checked before a byte of a frame is read. A frame that cannot be is counted
 * and its page posted again; a card that completes what it was not given is stopped, with a line in
 * the log.
 */
#pragma once

#include "drivers/pci.h"
#include "mm/page_alloc.h"

enum {
	NIC_MAX = 8,
	NIC_RING = 256,	       /* descriptors of a ring */
	NIC_FRAME_OFFSET = 66, /* bytes; as in apps/packet/frame.h: the IP header is aligned */
};

/* Of one direction. */
struct nic_counts {
	uint64_t frames, bytes;
	uint64_t errors; /* received: bad by the card's word, or impossible; their pages stay */
	uint64_t drops;	 /* received: no page in time, or too long; sent: not, until nic_stop() */
};

struct nic;

/* What a driver does. Calls but start come only between start and stop, and stop always comes. */
struct nic_ops {
	/* 0 with mac[] set, or -errno after a line in the log: the card then has no page. */
	int (*start)(struct nic *nic);

	/* End all access of the card to memory, then free every page. Also after nic_fail(). */
	void (*stop)(struct nic *nic);
	bool (*link_up)(struct nic *nic);
	unsigned (*wanted)(struct nic *nic);
	unsigned (*post)(struct nic *nic, struct page **pages, unsigned nr);
	unsigned (*receive)(struct nic *nic, struct page **pages, uint32_t *lens, unsigned nr);
	unsigned (*send)(struct nic *nic, struct page **pages, const uint32_t *lens, unsigned nr);
	unsigned (*reclaim)(struct nic *nic, struct page **pages, unsigned nr);

	/* Add to the counts what the card has counted by itself since. NULL: nothing. */
	void (*count)(struct nic *nic);
};

struct nic {
	char name[8]; /* "nic0" */
	const char *model;
	const struct pci_device *dev;
	const struct nic_ops *ops;
	uint8_t mac[6];
	bool up;
	bool failed; /* it broke the rules: nothing is believed until it is stopped */
	struct nic_counts received, sent;
};

/* For probe(): set name and the rest, and keep it. -ENOSPC: there are NIC_MAX. */
int nic_register(struct nic *nic, const struct nic_ops *ops, const struct pci_device *dev,
		 const char *model);

/* For drivers: say why, and believe it no more. */
void nic_fail(struct nic *nic, const char *why);

/* Where a page's frame is, seen by the card. */
static inline phys_addr_t nic_frame_phys(const struct page *page)
{
	return (page_to_pfn(page) << PAGE_SHIFT) + NIC_FRAME_OFFSET;
}

/* Cards that are registered. */
unsigned nics_present(void);

/*
 * Bring up all cards that are not, and wait for their links, a few seconds at most. Returns how
 * many are up. Cards that do not come up are named in the log and left alone.
 */
unsigned nics_start(void);

/* Stop all, and free their pages. */
void nics_stop(void);

/* The i-th of those that are up, NULL: there are no so many. */
struct nic *nic_up(unsigned i);

/* One card: as nics_start() and nics_stop(), without waiting for its link. */
int nic_start(struct nic *nic);
void nic_stop(struct nic *nic);

bool nic_link_up(struct nic *nic);

/* Counts up to now. */
void nic_count(struct nic *nic);

/* Empty slots of the receive ring. */
static inline unsigned nic_wanted(struct nic *nic)
{
	return nic->failed ? 0 : nic->ops->wanted(nic);
}

/* Give pages[0..nr) to be received into. Returns how many it took, from the first on. */
static inline unsigned nic_post(struct nic *nic, struct page **pages, unsigned nr)
{
	return nic->failed ? 0 : nic->ops->post(nic, pages, nr);
}

/* Up to nr frames that have come: their pages, now the caller's, and their lengths. */
static inline unsigned nic_receive(struct nic *nic, struct page **pages, uint32_t *lens,
				   unsigned nr)
{
	return nic->failed ? 0 : nic->ops->receive(nic, pages, lens, nr);
}

/*
 * Queue frames of NIC_FRAME_MIN to NIC_FRAME_MAX bytes; another length panics. Returns how many it
 * took, from the first on. The 12 bytes before a frame may be overwritten. Whether shorter frames
 * than 60 bytes are padded is the card's affair.
 */
static inline unsigned nic_send(struct nic *nic, struct page **pages, const uint32_t *lens,
				unsigned nr)
{
	return nic->failed ? 0 : nic->ops->send(nic, pages, lens, nr);
}

/* Up to nr pages whose frames have been sent, the caller's again. */
static inline unsigned nic_reclaim(struct nic *nic, struct page **pages, unsigned nr)
{
	return nic->failed ? 0 : nic->ops->reclaim(nic, pages, nr);
}

/*
 * Fill the receive ring with new pages. Returns how many; where memory ran out the next call goes
 * on.
 */
unsigned nic_refill(struct nic *nic);
