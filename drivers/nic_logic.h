// SPDX-License-Identifier: MIT
/*
 * Sizes that network cards demand of their rings and buffers. No hardware here.
 */
#pragma once

#include "mm/types.h"

/* Bytes of a frame without its checksum: an Ethernet header at least, no VLAN tag. */
enum { NIC_FRAME_MIN = 14, NIC_FRAME_MAX = 1514 };

enum {
	E1000_DESCRIPTOR_LEN = 16, /* bytes */
	E1000_RING_GRANULE =
		128, /* bytes: RDLEN and TDLEN count in these (82574 datasheet, 10.2.5) */
	E1000_RING_MOST = 65536, /* bytes: 4096 descriptors, more than any card of the kind takes */
};

/*
 * Is a ring of `len` bytes one that the card will run? -EINVAL if not: QEMU masks an odd length to
 * 0, and then nothing arrives. On success *usable is how many descriptors may be given to the card
 * at once: one less than there are, as head == tail means that there are none.
 */
int e1000_ring_usable(uint32_t len, uint32_t *usable);

/* What was agreed on with a virtio network device. */
struct virtio_net_features {
	bool version_1;	  /* VIRTIO_F_VERSION_1 */
	bool mrg_rxbuf;	  /* VIRTIO_NET_F_MRG_RXBUF */
	bool hash_report; /* VIRTIO_NET_F_HASH_REPORT */
	bool guest_large; /* any of VIRTIO_NET_F_GUEST_TSO4, TSO6, UFO */
};

/* Bytes before each frame (virtio 1.2, 5.1.6): 10 only for an old device without merging. */
uint32_t virtio_net_header_len(const struct virtio_net_features *f);

/* Least bytes of a receive buffer, the header included (virtio 1.2, 5.1.6.3.1). */
uint32_t virtio_net_buffer_len(const struct virtio_net_features *f);

/*
 * A device says that it has written `done` bytes to a buffer of `posted`. 0, or -EIO: more than
 * there are, or less than the header; no byte of it may be looked at then.
 */
static inline int nic_completion_check(uint32_t posted, uint32_t done, uint32_t header_len)
{
	return done > posted || done < header_len ? -EIO : 0;
}

/* Can this be a card's own address? Not zero, and no group's. */
bool nic_mac_valid(const uint8_t mac[6]);
