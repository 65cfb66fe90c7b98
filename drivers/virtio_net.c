// SPDX-License-Identifier: MIT
/*
 * virtio's network device (virtio 1.2, 5.1): one queue each way, no offloads, no merged buffers.
 * The header of 10 or 12 bytes stands directly before the frame, in one descriptor with it.
 */
#include <linux/pci_regs.h>
#include <linux/virtio_config.h>
#include <linux/virtio_net.h>

#include "drivers/nic.h"
#include "drivers/virtio_pci.h"
#include "kernel/panic.h"
#include "kernel/printk.h"

enum { QUEUE_RECEIVE, QUEUE_SEND };

enum { HEADER_MOST = 12 }; /* bytes: cleared for the shorter one too, as a constant is cheaper */

/* Of the device's configuration. */
enum {
	CONFIG_MAC = offsetof(struct virtio_net_config, mac),
	CONFIG_STATUS = offsetof(struct virtio_net_config, status),
};

struct virtio_net {
	struct nic nic;
	struct virtio_pci v;
	bool tried, opened; /* looked for registers, and found them */
	bool has_status;
	uint32_t header_len; /* bytes before a frame */
	uint32_t buffer_len; /* of a receive buffer, with header */
	struct virtio_queue rx, tx;
};

static struct virtio_net cards[NIC_MAX];
static unsigned nr_cards;

static struct virtio_net *card_of(struct nic *nic)
{
	return container_of(nic, struct virtio_net, nic);
}

/* --- Start and stop ---------------------------------------------------------------------- */

static int agree(struct virtio_net *n, const char **why)
{
	struct virtio_net_features f;
	uint64_t accepted;
	int err = virtio_net_choose(virtio_pci_offered(&n->v), n->v.modern, &accepted, &f, why);

	if (err)
		return err;
	*why = "it insists on features that we do not take";
	err = virtio_pci_accept(&n->v, accepted);
	if (err)
		return err;
	n->has_status = accepted & 1u << VIRTIO_NET_F_STATUS;
	n->header_len = virtio_net_header_len(&f);
	n->buffer_len = virtio_net_buffer_len(&f);
	for (unsigned i = 0; i < sizeof(n->nic.mac); i++)
		n->nic.mac[i] = virtio_pci_config8(&n->v, CONFIG_MAC + i);
	*why = "its address is none";
	return nic_mac_valid(n->nic.mac) ? 0 : -EINVAL;
}

/* In the order of virtio 1.2, 3.1.1. */
static int bring_up(struct virtio_net *n, const char **why)
{
	int err;

	*why = "it does not come out of reset";
	err = virtio_pci_reset(&n->v);
	if (err)
		return err;
	virtio_pci_add_status(&n->v, VIRTIO_CONFIG_S_ACKNOWLEDGE);
	virtio_pci_add_status(&n->v, VIRTIO_CONFIG_S_DRIVER);
	err = agree(n, why);
	if (!err)
		err = virtio_queue_start(&n->v, &n->rx, QUEUE_RECEIVE, why);
	if (!err)
		err = virtio_queue_start(&n->v, &n->tx, QUEUE_SEND, why);
	if (err)
		return err;
	pci_enable(n->nic.dev, PCI_COMMAND_MEMORY | PCI_COMMAND_IO | PCI_COMMAND_MASTER);
	virtio_pci_add_status(&n->v, VIRTIO_CONFIG_S_DRIVER_OK);
	*why = "it gives up";
	return virtio_pci_status(&n->v) & VIRTIO_CONFIG_S_NEEDS_RESET ? -EIO : 0;
}

static void virtio_net_stop(struct nic *nic)
{
	struct virtio_net *n = card_of(nic);

	if (virtio_pci_reset(&n->v))
		printk("%s: it does not come out of reset", nic->name);
	/* Even then it reaches no memory from here on. */
	pci_enable(nic->dev, PCI_COMMAND_MEMORY | PCI_COMMAND_IO);
	virtio_queue_stop(&n->rx);
	nic->sent.drops += virtio_queue_stop(&n->tx);
}

static int virtio_net_start(struct nic *nic)
{
	struct virtio_net *n = card_of(nic);
	const char *why = "it has the registers of no interface";
	int err = -ENODEV;

	pci_enable(nic->dev, PCI_COMMAND_MEMORY | PCI_COMMAND_IO);
	if (!n->tried)
		n->opened = !virtio_pci_open(&n->v, nic->dev);
	n->tried = true;
	if (n->opened) {
		err = bring_up(n, &why);
		if (err)
			virtio_net_stop(nic);
	}
	if (err)
		printk("%s: %s", nic->name, why);
	return err;
}

static bool virtio_net_link_up(struct nic *nic)
{
	struct virtio_net *n = card_of(nic);

	return !n->has_status || (virtio_pci_config8(&n->v, CONFIG_STATUS) & VIRTIO_NET_S_LINK_UP);
}

/* --- Frames ------------------------------------------------------------------------------ */

static unsigned virtio_net_wanted(struct nic *nic)
{
	return card_of(nic)->rx.q.nr_free;
}

static unsigned virtio_net_post(struct nic *nic, struct page **pages, unsigned nr)
{
	struct virtio_net *n = card_of(nic);

	if (nr > n->rx.q.nr_free)
		nr = n->rx.q.nr_free;
	if (!nr)
		return 0;
	for (unsigned i = 0; i < nr; i++)
		virtq_put(&n->rx.q, pages[i], nic_frame_phys(pages[i]) - n->header_len,
			  n->buffer_len, true);
	virtio_queue_kick(&n->v, &n->rx);
	return nr;
}

/* How long the frame is, 0: not a frame. */
static uint32_t frame_len(const struct virtio_net *n, uint32_t done)
{
	if (nic_completion_check(n->buffer_len, done, n->header_len + NIC_FRAME_MIN) ||
	    done - n->header_len > NIC_FRAME_MAX)
		return 0;
	return done - n->header_len;
}

static unsigned virtio_net_receive(struct nic *nic, struct page **pages, uint32_t *lens,
				   unsigned nr)
{
	struct virtio_net *n = card_of(nic);
	unsigned found = 0;

	/* Bounded, as pages that are refused come round again. */
	for (unsigned i = 0; i < VIRTQ_HELD && found < nr; i++) {
		struct page *page;
		uint32_t done, len;
		int got = virtq_take(&n->rx.q, &page, &done);

		if (got < 0)
			nic_fail(nic, "it received into what it was not given");
		if (got <= 0)
			break;
		len = frame_len(n, done);
		if (len) {
			nic->received.bytes += len;
			lens[found] = len;
			pages[found++] = page;
		} else {
			nic->received.errors++;
			virtio_net_post(nic, &page, 1);
		}
	}
	nic->received.frames += found;
	return found;
}

static unsigned virtio_net_send(struct nic *nic, struct page **pages, const uint32_t *lens,
				unsigned nr)
{
	struct virtio_net *n = card_of(nic);

	if (nr > n->tx.q.nr_free)
		nr = n->tx.q.nr_free;
	if (!nr)
		return 0;
	for (unsigned i = 0; i < nr; i++) {
		uint8_t *frame = (uint8_t *)page_address(pages[i]) + NIC_FRAME_OFFSET;

		if (lens[i] < NIC_FRAME_MIN || lens[i] > NIC_FRAME_MAX)
			panic("%s: a frame of %u bytes to send", nic->name, lens[i]);
		__builtin_memset(frame - HEADER_MOST, 0, HEADER_MOST);
		virtq_put(&n->tx.q, pages[i], nic_frame_phys(pages[i]) - n->header_len,
			  n->header_len + lens[i], false);
		nic->sent.bytes += lens[i];
	}
	nic->sent.frames += nr;
	virtio_queue_kick(&n->v, &n->tx);
	return nr;
}

static unsigned virtio_net_reclaim(struct nic *nic, struct page **pages, unsigned nr)
{
	struct virtio_net *n = card_of(nic);
	unsigned found = 0;

	while (found < nr) {
		uint32_t len;
		int got = virtq_take(&n->tx.q, &pages[found], &len);

		if (got < 0)
			nic_fail(nic, "it sent what it was not given");
		if (got <= 0)
			break;
		found++;
	}
	return found;
}

static const struct nic_ops virtio_net_ops = {
	.start = virtio_net_start,
	.stop = virtio_net_stop,
	.link_up = virtio_net_link_up,
	.wanted = virtio_net_wanted,
	.post = virtio_net_post,
	.receive = virtio_net_receive,
	.send = virtio_net_send,
	.reclaim = virtio_net_reclaim,
};

/* The first has the old interface, and mostly the new one too; the second only that. */
static const struct pci_id ids[] = {
	{0x1af4, 0x1000, .model = "virtio-net"},
	{0x1af4, 0x1041, .model = "virtio-net 1.0"},
};

static int virtio_net_probe(const struct pci_device *dev, const struct pci_id *id)
{
	struct virtio_net *n = &cards[nr_cards];
	int err;

	if (nr_cards == NIC_MAX)
		return -ENOSPC;
	err = nic_register(&n->nic, &virtio_net_ops, dev, id->model);
	if (!err)
		nr_cards++;
	return err;
}

DRIVER(virtio_net) = {"virtio_net", ids, ARRAY_SIZE(ids), virtio_net_probe};
