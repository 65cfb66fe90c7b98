// SPDX-License-Identifier: MIT
#include "drivers/virtio_pci.h"

#include <linux/pci_regs.h>
#include <linux/virtio_config.h>
#include <linux/virtio_pci.h>

#include "kernel/time.h"
#include "kernel/x86/cpu.h"

enum {
	RESET_US = 100000,
	LEGACY_CONFIG = 20, /* behind the ports of the transport, while MSI-X is off */
	LEGACY_PORTS = LEGACY_CONFIG + VIRTIO_CONFIG_MOST,
};

/* --- Finding the registers --------------------------------------------------------------- */

/* The first usable capability of that type. Returns its offset, 0: there is none. */
static unsigned area_find(struct virtio_pci *v, uint8_t type, uint32_t needed,
			  struct virtio_area *area)
{
	unsigned at = 0;

	while ((at = pci_capability(v->dev, PCI_CAP_ID_VNDR, at))) {
		if (pci_read8(v->dev, at + VIRTIO_PCI_CAP_CFG_TYPE) != type)
			continue;
		area->bar = pci_read8(v->dev, at + VIRTIO_PCI_CAP_BAR);
		area->offset = pci_read32(v->dev, at + VIRTIO_PCI_CAP_OFFSET);
		area->len = pci_read32(v->dev, at + VIRTIO_PCI_CAP_LENGTH);
		if (virtio_area_usable(area, needed))
			return at;
	}
	return 0;
}

/* Most devices have all areas in one BAR: a window that reaches far enough is used again. */
static volatile void *area_map(struct virtio_pci *v, const struct virtio_area *area)
{
	struct virtio_window *window = &v->window[area->bar];
	size_t end = area->offset + (size_t)area->len;

	if (window->len < end) {
		window->base = pci_map_bar(v->dev, area->bar, end);
		window->len = window->base ? end : 0;
	}
	return window->base ? window->base + area->offset : NULL;
}

static bool open_modern(struct virtio_pci *v)
{
	struct virtio_area common, config;
	unsigned notify;

	notify = area_find(v, VIRTIO_PCI_CAP_NOTIFY_CFG, sizeof(uint16_t), &v->notify_area);
	if (!notify || !area_find(v, VIRTIO_PCI_CAP_COMMON_CFG, sizeof(*v->common), &common) ||
	    !area_find(v, VIRTIO_PCI_CAP_DEVICE_CFG, VIRTIO_CONFIG_MOST, &config))
		return false;
	v->notify_multiplier = pci_read32(v->dev, notify + VIRTIO_PCI_NOTIFY_CAP_MULT);
	v->notify = area_map(v, &v->notify_area); /* mostly the last in its BAR */
	v->common = area_map(v, &common);
	v->config = area_map(v, &config);
	return v->common && v->config && v->notify;
}

int virtio_pci_open(struct virtio_pci *v, const struct pci_device *dev)
{
	struct pci_bar bar;

	v->dev = dev;
	v->modern = open_modern(v);
	if (v->modern)
		return 0;
	if (dev->revision || pci_bar(dev, 0, &bar) || !bar.is_io || bar.len < LEGACY_PORTS ||
	    bar.start > 0xffff)
		return -ENODEV;
	v->port = (uint16_t)bar.start;
	return 0;
}

/* --- Status and features ----------------------------------------------------------------- */

uint8_t virtio_pci_status(struct virtio_pci *v)
{
	return v->modern ? v->common->device_status : in8(v->port + VIRTIO_PCI_STATUS);
}

static void write_status(struct virtio_pci *v, uint8_t status)
{
	if (v->modern)
		v->common->device_status = status;
	else
		out8(v->port + VIRTIO_PCI_STATUS, status);
}

void virtio_pci_add_status(struct virtio_pci *v, uint8_t status)
{
	write_status(v, virtio_pci_status(v) | status);
}

int virtio_pci_reset(struct virtio_pci *v)
{
	uint64_t deadline = clock_deadline(RESET_US);

	write_status(v, 0);
	while (virtio_pci_status(v)) {
		if (clock_passed(deadline))
			return -EIO;
		cpu_relax();
	}
	return 0;
}

uint64_t virtio_pci_offered(struct virtio_pci *v)
{
	uint64_t features;

	if (!v->modern)
		return in32(v->port + VIRTIO_PCI_HOST_FEATURES);
	v->common->device_feature_select = 0;
	features = v->common->device_feature;
	v->common->device_feature_select = 1;
	return features | (uint64_t)v->common->device_feature << 32;
}

int virtio_pci_accept(struct virtio_pci *v, uint64_t features)
{
	if (!v->modern) {
		out32(v->port + VIRTIO_PCI_GUEST_FEATURES, (uint32_t)features);
		return 0;
	}
	v->common->guest_feature_select = 0;
	v->common->guest_feature = (uint32_t)features;
	v->common->guest_feature_select = 1;
	v->common->guest_feature = (uint32_t)(features >> 32);
	virtio_pci_add_status(v, VIRTIO_CONFIG_S_FEATURES_OK);
	return virtio_pci_status(v) & VIRTIO_CONFIG_S_FEATURES_OK ? 0 : -EIO;
}

uint8_t virtio_pci_config8(struct virtio_pci *v, unsigned at)
{
	return v->modern ? v->config[at] : in8((uint16_t)(v->port + LEGACY_CONFIG + at));
}

/* --- Queues ------------------------------------------------------------------------------ */

/* Select a queue. Returns its entries: an old device's are what they are, others can be fewer. */
static uint16_t queue_size(struct virtio_pci *v, uint16_t index)
{
	uint16_t size;

	if (!v->modern) {
		out16(v->port + VIRTIO_PCI_QUEUE_SEL, index);
		return in16(v->port + VIRTIO_PCI_QUEUE_NUM);
	}
	if (index >= v->common->num_queues)
		return 0;
	v->common->queue_select = index;
	size = v->common->queue_size;
	return size < VIRTQ_HELD ? size : VIRTQ_HELD;
}

static void write_address(volatile uint32_t *low, volatile uint32_t *high, const volatile void *at)
{
	phys_addr_t phys = port_virt_to_phys((const void *)at);

	*low = (uint32_t)phys;
	*high = (uint32_t)(phys >> 32);
}

static int queue_enable(struct virtio_pci *v, struct virtio_queue *vq)
{
	volatile struct virtio_pci_common_cfg *c = v->common;

	if (!v->modern) {
		out32(v->port + VIRTIO_PCI_QUEUE_PFN, (uint32_t)page_to_pfn(vq->memory));
		return 0;
	}
	if (virtio_notify_offset(&v->notify_area, v->notify_multiplier, c->queue_notify_off,
				 &vq->notify_offset))
		return -EINVAL;
	c->queue_size = vq->q.size;
	write_address(&c->queue_desc_lo, &c->queue_desc_hi, vq->q.desc);
	write_address(&c->queue_avail_lo, &c->queue_avail_hi, vq->q.avail);
	write_address(&c->queue_used_lo, &c->queue_used_hi, vq->q.used);
	c->queue_enable = 1;
	return 0;
}

int virtio_queue_start(struct virtio_pci *v, struct virtio_queue *vq, uint16_t index,
		       const char **why)
{
	uint16_t size = queue_size(v, index);
	size_t len = virtq_len(size);

	*vq = (struct virtio_queue){.index = index};
	*why = "it lacks a queue, or that has an impossible size";
	if (!len)
		return -ENODEV;
	while (PAGE_SIZE << vq->order < len)
		vq->order++;
	*why = "no memory for its queues";
	vq->memory = alloc_pages(__GFP_ZERO | __GFP_NOWARN, vq->order);
	if (!vq->memory)
		return -ENOMEM;
	virtq_init(&vq->q, page_address(vq->memory), size);
	*why = "a queue is told of outside its area";
	return queue_enable(v, vq);
}

unsigned virtio_queue_stop(struct virtio_queue *vq)
{
	struct page *page;
	unsigned nr = 0;

	if (!vq->memory)
		return 0;
	while ((page = virtq_drain(&vq->q))) {
		__free_pages(page, 0);
		nr++;
	}
	__free_pages(vq->memory, vq->order);
	vq->memory = NULL;
	return nr;
}

void virtio_queue_kick(struct virtio_pci *v, struct virtio_queue *vq)
{
	if (!virtq_publish(&vq->q))
		return;
	if (v->modern)
		*(volatile uint16_t *)(v->notify + vq->notify_offset) = vq->index;
	else
		out16(v->port + VIRTIO_PCI_QUEUE_NOTIFY, vq->index);
}
