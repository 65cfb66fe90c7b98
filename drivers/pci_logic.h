// SPDX-License-Identifier: MIT
/*
 * Which functions are on the PCI buses and what they say of themselves, over whatever reads and
 * writes configuration space. Nothing in there is trusted: bridges may lead in circles, lists may
 * bite their tails. Register numbers are those of <linux/pci_regs.h>.
 */
#pragma once

#include "mm/types.h"

#define PCI_MAX_FUNCTIONS 256
#define PCI_MAX_ECAM	  8 /* areas that an MCFG table may have */
#define PCI_BUSES	  256
#define PCI_BUS_SHIFT	  20 /* a bus has 1 MiB of an area: 32 devices, 8 functions, 4 KiB */

/* Where a function is. */
struct pci_addr {
	uint16_t segment;
	uint8_t bus;
	uint8_t devfn; /* device * 8 + function */
};

/* Access to configuration space; `len` is 1, 2 or 4, and reg a multiple of it. */
struct pci_ops {
	uint32_t (*read)(void *ctx, struct pci_addr at, unsigned reg, unsigned len);
	void (*write)(void *ctx, struct pci_addr at, unsigned reg, unsigned len, uint32_t value);
	void *ctx;
};

/* A function that answers. */
struct pci_device {
	struct pci_addr at;
	uint16_t vendor, device;
	uint32_t class; /* base class << 16 | subclass << 8 | programming interface */
	uint8_t revision;
	uint8_t header; /* PCI_HEADER_TYPE_*, without the bit for several functions */
};

struct pci_table {
	unsigned nr;
	struct pci_device dev[PCI_MAX_FUNCTIONS];
	unsigned nr_dropped; /* functions that there was no room for */
	unsigned nr_buses;   /* with something on them */
	unsigned
		nr_astray; /* bridges to no bus, to one outside the area, or to one known already */
};

/*
 * Add the functions of buses first .. last of a segment: those on `first`, and behind bridges. With
 * `peers` the buses that no bridge leads to are looked at too, as roots of their own: machines with
 * several CPU sockets have such. Each bus is looked at once.
 */
void pci_scan(const struct pci_ops *ops, uint16_t segment, uint8_t first, uint8_t last, bool peers,
	      struct pci_table *table);

/* What a driver is for. */
#define PCI_ANY 0xffffu
struct pci_id {
	uint16_t vendor, device;    /* PCI_ANY: all */
	uint32_t class, class_mask; /* class & mask must be this; mask 0: all */
	const char *model;	    /* for the log */
};

bool pci_id_matches(const struct pci_id *id, const struct pci_device *dev);

/* A base address register. */
struct pci_bar {
	uint64_t start; /* physical address, or I/O port */
	uint64_t len;	/* bytes */
	bool is_io;
	bool is_64bit;
	bool prefetchable;
};

/*
 * Read register n and size it: with decoding switched off for the moment, so nothing else may use
 * the function meanwhile. 0, -EINVAL: no such register (beyond the header's, or the upper half of
 * one before); -ENOENT: not implemented; -ENXIO: the firmware gave it no address; -EIO: nonsense.
 */
int pci_bar_read(const struct pci_ops *ops, const struct pci_device *dev, unsigned n,
		 struct pci_bar *bar);

/*
 * Offset of the first capability `id` behind offset `after` of the list, 0: from its start. 0:
 * there is none, or the list is broken before it.
 */
unsigned pci_capability_find(const struct pci_ops *ops, const struct pci_device *dev, uint8_t id,
			     unsigned after);

/* An area of memory that configuration space shows in (PCI Firmware 3.3, 4.1.2). */
struct pci_ecam {
	phys_addr_t base; /* of bus 0, whether that is in the area or not */
	uint16_t segment;
	uint8_t first, last; /* buses */
};

struct pci_mcfg {
	unsigned nr;
	struct pci_ecam ecam[PCI_MAX_ECAM];
	unsigned nr_dropped; /* that there was no room for */
};

/*
 * Read ACPI's table "MCFG", len bytes with its header. 0, or -EINVAL with *why: an entry that is
 * impossible makes the whole table worthless.
 */
int pci_mcfg_parse(const uint8_t *data, uint32_t len, struct pci_mcfg *mcfg, const char **why);
