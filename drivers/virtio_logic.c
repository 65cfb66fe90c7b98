// SPDX-License-Identifier: MIT
#include "drivers/virtio_logic.h"

#include <linux/virtio_config.h>
#include <linux/virtio_net.h>

#define BIT(n) (1ull << (n))

enum { REG_ALIGN = 4 }; /* bytes */

/* Where the parts of a queue are, in bytes; vring_size() has no idea of ours. */
struct layout {
	size_t avail, used, pages, free, end;
};

static struct layout layout_of(uint32_t size)
{
	uint32_t held = size < VIRTQ_HELD ? size : VIRTQ_HELD;
	struct layout l;

	l.avail = size * sizeof(struct vring_desc);
	/* Flags, index, ring, and a word that belongs to a feature we do not take. */
	l.used = ALIGN_UP(l.avail + 6 + 2 * (size_t)size, (size_t)VIRTQ_ALIGN);
	l.pages =
		ALIGN_UP(l.used + 6 + sizeof(struct vring_used_elem) * size, sizeof(struct page *));
	l.free = l.pages + held * sizeof(struct page *);
	l.end = l.free + held * sizeof(uint16_t);
	return l;
}

size_t virtq_len(uint32_t size)
{
	if (!size || size > VIRTQ_SIZE_MOST || size & (size - 1))
		return 0;
	return layout_of(size).end;
}

void virtq_init(struct virtq *q, void *memory, uint16_t size)
{
	struct layout l = layout_of(size);
	uint8_t *at = memory;

	*q = (struct virtq){
		.desc = memory,
		.avail = (void *)(at + l.avail),
		.used = (void *)(at + l.used),
		.pages = (void *)(at + l.pages),
		.free = (void *)(at + l.free),
		.size = size,
		.held = size < VIRTQ_HELD ? size : VIRTQ_HELD,
	};
	q->nr_free = q->held;
	for (uint16_t i = 0; i < q->held; i++)
		q->free[i] = (uint16_t)(q->held - 1 - i);
	q->avail->flags = VRING_AVAIL_F_NO_INTERRUPT;
}

void virtq_put(struct virtq *q, struct page *page, phys_addr_t phys, uint32_t len, bool write)
{
	uint16_t id = q->free[--q->nr_free];

	q->desc[id].addr = phys;
	q->desc[id].len = len;
	q->desc[id].flags = write ? VRING_DESC_F_WRITE : 0;
	q->avail->ring[q->given & (q->size - 1)] = id;
	q->given++;
	q->pages[id] = page;
}

bool virtq_publish(struct virtq *q)
{
	/* The index is seen before the flag is read: else both sides may sleep (2.7.13.4.1). */
	__atomic_exchange_n(&q->avail->idx, q->given, __ATOMIC_SEQ_CST);
	return !(*(volatile uint16_t *)&q->used->flags & VRING_USED_F_NO_NOTIFY);
}

int virtq_take(struct virtq *q, struct page **page, uint32_t *len)
{
	uint16_t ready = __atomic_load_n(&q->used->idx, __ATOMIC_ACQUIRE) - q->taken;
	uint32_t id;

	if (!ready)
		return 0;
	id = q->used->ring[q->taken & (q->size - 1)].id;
	if (ready > q->held - q->nr_free || id >= q->held || !q->pages[id])
		return -EIO;
	*len = q->used->ring[q->taken & (q->size - 1)].len;
	*page = q->pages[id];
	q->pages[id] = NULL;
	q->free[q->nr_free++] = (uint16_t)id;
	q->taken++;
	return 1;
}

struct page *virtq_drain(struct virtq *q)
{
	for (uint16_t id = 0; id < q->held; id++) {
		struct page *page = q->pages[id];

		if (!page)
			continue;
		q->pages[id] = NULL;
		q->free[q->nr_free++] = id;
		return page;
	}
	return NULL;
}

int virtio_net_choose(uint64_t offered, bool modern, uint64_t *accepted,
		      struct virtio_net_features *f, const char **why)
{
	uint64_t wanted = BIT(VIRTIO_NET_F_MAC) | BIT(VIRTIO_NET_F_STATUS);

	wanted |= modern ? BIT(VIRTIO_F_VERSION_1) : BIT(VIRTIO_F_ANY_LAYOUT);
	*why = NULL;
	if (!(offered & BIT(VIRTIO_NET_F_MAC)))
		*why = "it has no address";
	else if (modern && !(offered & BIT(VIRTIO_F_VERSION_1)))
		*why = "it shows the registers of virtio 1.0 and does not speak it";
	else if (!modern && !(offered & BIT(VIRTIO_F_ANY_LAYOUT)))
		*why = "it wants a frame's header in a descriptor of its own";
	if (*why)
		return -EINVAL;
	*accepted = offered & wanted;
	*f = (struct virtio_net_features){.version_1 = modern};
	return 0;
}

bool virtio_area_usable(const struct virtio_area *area, uint32_t needed)
{
	return area->bar < VIRTIO_BARS && area->len >= needed && area->offset % REG_ALIGN == 0 &&
	       area->offset + (uint64_t)area->len <= UINT32_MAX;
}

int virtio_notify_offset(const struct virtio_area *area, uint32_t multiplier, uint16_t number,
			 uint32_t *offset)
{
	uint64_t at = (uint64_t)multiplier * number;

	if (at + sizeof(uint16_t) > area->len || at % sizeof(uint16_t))
		return -EINVAL;
	*offset = (uint32_t)at;
	return 0;
}
