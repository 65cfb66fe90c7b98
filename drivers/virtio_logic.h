// SPDX-License-Identifier: MIT
/*
 * Split virtqueues (virtio 1.2, 2.7) of one descriptor a page, and what is agreed on with a network
 * device. No hardware here.
 *
 * The device writes the used ring and nothing else that is believed: which page a descriptor stands
 * for is remembered here. A device that says it is done with what it was not given has broken the
 * rules, and nothing it says after that means anything.
 */
#pragma once

#include <linux/virtio_ring.h>

#include "drivers/nic_logic.h"

struct page;

enum {
	VIRTQ_HELD = 256,	 /* descriptors that the device has at once, at most */
	VIRTQ_SIZE_MOST = 32768, /* entries (virtio 1.2, 2.7) */
	VIRTQ_ALIGN = 4096,	 /* bytes, of the used ring: what an old device demands */
};

struct virtq {
	volatile struct vring_desc *desc;
	volatile struct vring_avail *avail;
	volatile struct vring_used *used;
	struct page **pages; /* by descriptor, NULL: the device does not have it */
	uint16_t *free;	     /* descriptors that it does not have, a stack */
	uint16_t nr_free;
	uint16_t size;	/* entries, a power of two */
	uint16_t held;	/* descriptors in use: the lower of size and VIRTQ_HELD */
	uint16_t given; /* index behind the last entry of the available ring */
	uint16_t taken; /* and of the used ring as far as it was read */
};

/* Bytes of a queue, with what is remembered beside it. 0: a size that cannot be. */
size_t virtq_len(uint32_t size);

/* An empty queue in memory[0..virtq_len(size)), zeroed, aligned to VIRTQ_ALIGN. */
void virtq_init(struct virtq *q, void *memory, uint16_t size);

/* Queue len bytes at phys, for the device to write or to read. There is a free descriptor. */
void virtq_put(struct virtq *q, struct page *page, phys_addr_t phys, uint32_t len, bool write);

/* Show the device what was queued since. True: it wants to be told. */
bool virtq_publish(struct virtq *q);

/*
 * What the device is done with next: 1 with the page, the caller's from then on, and how many bytes
 * it says it has written; 0: nothing; -EIO: it has broken the rules.
 */
int virtq_take(struct virtq *q, struct page **page, uint32_t *len);

/* The next page that the device has, when it is stopped; NULL: none is left. */
struct page *virtq_drain(struct virtq *q);

/*
 * Choose among the features a network device offers. `modern`: over the interface of virtio 1.0 or
 * later. 0 with *accepted and *f, or -EINVAL with *why.
 */
int virtio_net_choose(uint64_t offered, bool modern, uint64_t *accepted,
		      struct virtio_net_features *f, const char **why);

#define VIRTIO_BARS 6

/* A structure of registers in one of the device's BARs (virtio 1.2, 4.1.4). */
struct virtio_area {
	uint8_t bar;
	uint32_t offset, len; /* bytes */
};

/* Can it hold `needed` bytes, aligned as registers have to be? */
bool virtio_area_usable(const struct virtio_area *area, uint32_t needed);

/*
 * Offset in the notify area of a queue, from the number that the device gives for it. -EINVAL: that
 * is outside.
 */
int virtio_notify_offset(const struct virtio_area *area, uint32_t multiplier, uint16_t number,
			 uint32_t *offset);
