// SPDX-License-Identifier: MIT
/*
 * A virtio device on PCI: through the registers of virtio 1.0 and later, which capabilities lead to
 * (4.1.4), else through the ports of the old interface (4.1.4.8). Private to the virtio drivers.
 */
#pragma once

#include "drivers/pci.h"
#include "drivers/virtio_logic.h"
#include "mm/page_alloc.h"

struct virtio_window {
	volatile uint8_t *base;
	size_t len; /* bytes */
};

struct virtio_pci {
	const struct pci_device *dev;
	struct virtio_window window[VIRTIO_BARS];
	bool modern;
	volatile struct virtio_pci_common_cfg *common; /* of a modern one, as the next three */
	volatile uint8_t *notify;
	volatile uint8_t *config; /* of the kind of device */
	struct virtio_area notify_area;
	uint32_t notify_multiplier;
	uint16_t port; /* of an old one */
};

/* A queue and how its device is told of it. */
struct virtio_queue {
	struct virtq q;
	struct page *memory;
	unsigned order;
	uint16_t index;
	uint32_t notify_offset;
};

/*
 * Find the registers. 0, or -ENODEV: it has those of neither interface. The device decodes
 * addresses; windows stay for good, so once for a device.
 */
int virtio_pci_open(struct virtio_pci *v, const struct pci_device *dev);

/* Reset it, which ends its access to memory. -EIO: it does not come out. */
int virtio_pci_reset(struct virtio_pci *v);

/* VIRTIO_CONFIG_S_*: read, and add. */
uint8_t virtio_pci_status(struct virtio_pci *v);
void virtio_pci_add_status(struct virtio_pci *v, uint8_t status);

uint64_t virtio_pci_offered(struct virtio_pci *v);

/* Accept features. -EIO: the device refuses these (FEATURES_OK does not stay). */
int virtio_pci_accept(struct virtio_pci *v, uint64_t features);

/* A byte of the configuration of its kind of device, at less than VIRTIO_CONFIG_MOST. */
#define VIRTIO_CONFIG_MOST 12u
uint8_t virtio_pci_config8(struct virtio_pci *v, unsigned at);

/* Set queue number `index` up, empty. 0, or -ENODEV, -EINVAL, -ENOMEM with *why. */
int virtio_queue_start(struct virtio_pci *v, struct virtio_queue *vq, uint16_t index,
		       const char **why);

/* Free a queue and the pages in it; the device is reset. Returns how many. Not started: nothing. */
unsigned virtio_queue_stop(struct virtio_queue *vq);

/* Tell the device of what was queued since. */
void virtio_queue_kick(struct virtio_pci *v, struct virtio_queue *vq);
