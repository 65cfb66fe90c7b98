// SPDX-License-Identifier: MIT
#include "drivers/nic.h"

#include <linux/pci_regs.h>

#include "kernel/format_logic.h"
#include "kernel/printk.h"
#include "kernel/time.h"
#include "kernel/x86/cpu.h"

enum {
	REFILL_BATCH = 64,
	LINK_WAIT_US = 4000000, /* 1000BASE-T may take three seconds to agree on a speed */
};

static struct nic *nics[NIC_MAX];
static unsigned nr_nics;

int nic_register(struct nic *nic, const struct nic_ops *ops, const struct pci_device *dev,
		 const char *model)
{
	char name[PCI_NAME_LEN];

	if (nr_nics == NIC_MAX) {
		printk("nic: %s: %s left alone, there are %d already", pci_name(dev, name), model,
		       NIC_MAX);
		return -ENOSPC;
	}
	*nic = (struct nic){.model = model, .dev = dev, .ops = ops};
	ksnprintf(nic->name, sizeof(nic->name), "nic%u", nr_nics);
	nics[nr_nics++] = nic;
	pci_enable(dev, 0); /* a card that the firmware left receiving would write to our pages */
	printk("%s: %s at %s", nic->name, model, pci_name(dev, name));
	return 0;
}

void nic_fail(struct nic *nic, const char *why)
{
	if (!nic->failed)
		printk("%s: stopped: %s", nic->name, why);
	nic->failed = true;
}

int nic_start(struct nic *nic)
{
	int err;

	if (nic->up)
		return 0;
	nic->failed = false;
	nic->received = nic->sent = (struct nic_counts){0};
	err = nic->ops->start(nic);
	if (err) {
		pci_enable(nic->dev, 0);
		printk("%s: left alone", nic->name);
		return err;
	}
	nic->up = true;
	return 0;
}

void nic_stop(struct nic *nic)
{
	if (!nic->up)
		return;
	nic_count(nic);
	nic->ops->stop(nic);
	pci_enable(nic->dev, 0);
	nic->up = false;
}

bool nic_link_up(struct nic *nic)
{
	return nic->up && !nic->failed && nic->ops->link_up(nic);
}

void nic_count(struct nic *nic)
{
	if (nic->ops->count && !nic->failed)
		nic->ops->count(nic);
}

static bool all_links_up(void)
{
	for (unsigned i = 0; i < nr_nics; i++)
		if (nics[i]->up && !nic_link_up(nics[i]))
			return false;
	return true;
}

unsigned nics_present(void)
{
	return nr_nics;
}

unsigned nics_start(void)
{
	uint64_t deadline;
	unsigned nr = 0;

	for (unsigned i = 0; i < nr_nics; i++)
		nr += !nic_start(nics[i]);
	deadline = clock_deadline(LINK_WAIT_US);
	while (!all_links_up() && !clock_passed(deadline))
		cpu_relax();
	for (unsigned i = 0; i < nr_nics; i++) {
		const uint8_t *mac = nics[i]->mac;

		if (nics[i]->up)
			printk("%s: %s, %02x:%02x:%02x:%02x:%02x:%02x, link %s", nics[i]->name,
			       nics[i]->model, mac[0], mac[1], mac[2], mac[3], mac[4], mac[5],
			       nic_link_up(nics[i]) ? "up" : "down");
	}
	return nr;
}

void nics_stop(void)
{
	for (unsigned i = 0; i < nr_nics; i++)
		nic_stop(nics[i]);
}

struct nic *nic_up(unsigned i)
{
	for (unsigned k = 0; k < nr_nics; k++)
		if (nics[k]->up && !i--)
			return nics[k];
	return NULL;
}

unsigned nic_refill(struct nic *nic)
{
	unsigned nr_posted = 0;
	unsigned want, took;

	do {
		struct page *pages[REFILL_BATCH] = {NULL};
		long got;

		want = nic_wanted(nic);
		if (want > REFILL_BATCH)
			want = REFILL_BATCH;
		got = alloc_pages_bulk_array(__GFP_NOWARN, want, pages);
		took = nic_post(nic, pages, (unsigned)got);
		free_pages_bulk(got - took, pages + took);
		nr_posted += took;
	} while (want && took == want);
	return nr_posted;
}
