// SPDX-License-Identifier: MIT
#include "drivers/nic_logic.h"

/* Longest frame that a device has put together. */
enum { LARGE_LEN = 65550 };

/* Lengths of struct virtio_net_hdr as it grew. */
enum { HEADER_LEGACY = 10, HEADER_MERGED = 12, HEADER_HASH = 20 };

int e1000_ring_usable(uint32_t len, uint32_t *usable)
{
	if (!len || len % E1000_RING_GRANULE || len > E1000_RING_MOST)
		return -EINVAL;
	*usable = len / E1000_DESCRIPTOR_LEN - 1;
	return 0;
}

uint32_t virtio_net_header_len(const struct virtio_net_features *f)
{
	if (f->hash_report)
		return HEADER_HASH;
	return f->version_1 || f->mrg_rxbuf ? HEADER_MERGED : HEADER_LEGACY;
}

uint32_t virtio_net_buffer_len(const struct virtio_net_features *f)
{
	/* Merging spreads a large frame over buffers, so each can be short. */
	uint32_t frame = f->guest_large && !f->mrg_rxbuf ? LARGE_LEN : NIC_FRAME_MAX;

	return frame + (f->hash_report ? HEADER_HASH : HEADER_MERGED);
}

bool nic_mac_valid(const uint8_t mac[6])
{
	return !(mac[0] & 1) && (mac[0] | mac[1] | mac[2] | mac[3] | mac[4] | mac[5]);
}
