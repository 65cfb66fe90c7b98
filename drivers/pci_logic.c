// SPDX-License-Identifier: MIT
#include "drivers/pci_logic.h"

#include <linux/pci_regs.h>

enum {
	DEVICES = 32, /* of a bus */
	FUNCTIONS = 8,

	/* A list in 256 bytes, each entry at least 4, behind the header of 64. */
	CAPABILITIES_MOST = 48,
	CAPABILITIES_START = 0x40,

	/* MCFG: ACPI's header and 8 bytes reserved, then entries. */
	MCFG_ENTRIES = 44,
	MCFG_ENTRY_LEN = 16,
};

#define MULTIFUNCTION 0x80u /* of the header type */

/* A set of buses. */
struct buses {
	uint64_t bits[PCI_BUSES / 64];
};

static void buses_add(struct buses *set, unsigned bus)
{
	set->bits[bus / 64] |= 1ull << bus % 64;
}

static void buses_remove(struct buses *set, unsigned bus)
{
	set->bits[bus / 64] &= ~(1ull << bus % 64);
}

static bool buses_has(const struct buses *set, unsigned bus)
{
	return set->bits[bus / 64] >> bus % 64 & 1;
}

/* The lowest of the set, PCI_BUSES if it is empty. */
static unsigned buses_lowest(const struct buses *set)
{
	for (unsigned i = 0; i < PCI_BUSES / 64; i++)
		if (set->bits[i])
			return i * 64 + (unsigned)__builtin_ctzll(set->bits[i]);
	return PCI_BUSES;
}

static uint32_t read(const struct pci_ops *ops, struct pci_addr at, unsigned reg, unsigned len)
{
	return ops->read(ops->ctx, at, reg, len);
}

static void write(const struct pci_ops *ops, struct pci_addr at, unsigned reg, unsigned len,
		  uint32_t value)
{
	ops->write(ops->ctx, at, reg, len, value);
}

/* --- What is there ----------------------------------------------------------------------- */

struct scan {
	const struct pci_ops *ops;
	struct pci_table *table;
	unsigned first, last;
	struct buses wanted; /* to be looked at */
	struct buses known;  /* those, and the ones looked at */
};

static void follow_bridge(struct scan *s, struct pci_addr at)
{
	unsigned bus = read(s->ops, at, PCI_SECONDARY_BUS, 1);

	/* Bus 0 behind a bridge: the firmware has not set it up. */
	if (!bus || bus < s->first || bus > s->last || buses_has(&s->known, bus)) {
		s->table->nr_astray++;
		return;
	}
	buses_add(&s->known, bus);
	buses_add(&s->wanted, bus);
}

/* Look at one function. Returns its header type, -1: there is none. */
static int scan_function(struct scan *s, struct pci_addr at)
{
	uint32_t id = read(s->ops, at, PCI_VENDOR_ID, 4);
	struct pci_device dev = {.at = at, .vendor = (uint16_t)id, .device = (uint16_t)(id >> 16)};
	uint32_t header, class;

	/* Nobody drives the bus: ones. A vendor of 0 is no vendor either. */
	if (dev.vendor == 0xffff || !dev.vendor)
		return -1;
	class = read(s->ops, at, PCI_CLASS_REVISION, 4);
	header = read(s->ops, at, PCI_HEADER_TYPE, 1);
	dev.class = class >> 8;
	dev.revision = (uint8_t) class;
	dev.header = header & ~MULTIFUNCTION;
	if (s->table->nr < PCI_MAX_FUNCTIONS)
		s->table->dev[s->table->nr++] = dev;
	else
		s->table->nr_dropped++;
	if (dev.header == PCI_HEADER_TYPE_BRIDGE || dev.header == PCI_HEADER_TYPE_CARDBUS)
		follow_bridge(s, at);
	return (int)header;
}

static void scan_bus(struct scan *s, struct pci_addr at)
{
	bool found = false;

	for (unsigned device = 0; device < DEVICES; device++) {
		int header;

		at.devfn = (uint8_t)(device * FUNCTIONS);
		header = scan_function(s, at);
		if (header < 0)
			continue;
		found = true;
		for (unsigned i = 1; i < FUNCTIONS && (header & MULTIFUNCTION); i++) {
			at.devfn = (uint8_t)(device * FUNCTIONS + i);
			scan_function(s, at);
		}
	}
	s->table->nr_buses += found;
}

void pci_scan(const struct pci_ops *ops, uint16_t segment, uint8_t first, uint8_t last, bool peers,
	      struct pci_table *table)
{
	struct scan s = {.ops = ops, .table = table, .first = first, .last = last};
	unsigned root = first;

	while (root <= last) {
		unsigned bus;

		buses_add(&s.known, root);
		buses_add(&s.wanted, root);
		while ((bus = buses_lowest(&s.wanted)) < PCI_BUSES) {
			buses_remove(&s.wanted, bus);
			scan_bus(&s, (struct pci_addr){segment, (uint8_t)bus, 0});
		}
		while (root <= last && buses_has(&s.known, root))
			root++;
		if (!peers)
			break;
	}
}

bool pci_id_matches(const struct pci_id *id, const struct pci_device *dev)
{
	return (id->vendor == PCI_ANY || id->vendor == dev->vendor) &&
	       (id->device == PCI_ANY || id->device == dev->device) &&
	       (dev->class & id->class_mask) == id->class;
}

/* --- Base address registers -------------------------------------------------------------- */

static unsigned nr_bars(const struct pci_device *dev)
{
	switch (dev->header) {
	case PCI_HEADER_TYPE_NORMAL:
		return 6;
	case PCI_HEADER_TYPE_BRIDGE:
		return 2;
	default:
		return 0;
	}
}

static bool is_64bit(uint32_t value)
{
	return !(value & PCI_BASE_ADDRESS_SPACE_IO) &&
	       (value & PCI_BASE_ADDRESS_MEM_TYPE_MASK) == PCI_BASE_ADDRESS_MEM_TYPE_64;
}

/* Is register n the upper half of the one before? */
static bool is_upper_half(const struct pci_ops *ops, const struct pci_device *dev, unsigned n)
{
	bool upper = false;

	for (unsigned i = 0; i < n; i++)
		upper = !upper && is_64bit(read(ops, dev->at, PCI_BASE_ADDRESS_0 + 4 * i, 4));
	return upper;
}

/* What a register keeps of all ones: its size, and the bits that are fixed. */
static uint32_t probe_register(const struct pci_ops *ops, struct pci_addr at, unsigned reg)
{
	uint32_t before = read(ops, at, reg, 4);
	uint32_t kept;

	write(ops, at, reg, 4, 0xffffffff);
	kept = read(ops, at, reg, 4);
	write(ops, at, reg, 4, before);
	return kept;
}

/* All address bits of the register that can be changed, upper ones as ones where it has none. */
static uint64_t probe_mask(const struct pci_ops *ops, const struct pci_device *dev, unsigned reg,
			   const struct pci_bar *bar)
{
	unsigned command = read(ops, dev->at, PCI_COMMAND, 2);
	uint64_t mask;

	write(ops, dev->at, PCI_COMMAND, 2,
	      command & ~(unsigned)(PCI_COMMAND_IO | PCI_COMMAND_MEMORY));
	mask = probe_register(ops, dev->at, reg);
	if (bar->is_io) /* 16 bits may be all that there are */
		mask = mask & ~3ull ? (mask & ~3ull) | 0xffffffffffff0000 : 0;
	else if (bar->is_64bit)
		mask = (mask & ~15ull) | (uint64_t)probe_register(ops, dev->at, reg + 4) << 32;
	else
		mask = mask & ~15ull ? (mask & ~15ull) | 0xffffffff00000000 : 0;
	write(ops, dev->at, PCI_COMMAND, 2, command);
	return mask;
}

int pci_bar_read(const struct pci_ops *ops, const struct pci_device *dev, unsigned n,
		 struct pci_bar *bar)
{
	unsigned reg = PCI_BASE_ADDRESS_0 + 4 * n;
	struct pci_bar found = {0};
	uint64_t mask;
	uint32_t low;

	if (n >= nr_bars(dev) || is_upper_half(ops, dev, n))
		return -EINVAL;
	low = read(ops, dev->at, reg, 4);
	found.is_io = low & PCI_BASE_ADDRESS_SPACE_IO;
	found.is_64bit = is_64bit(low);
	found.prefetchable = !found.is_io && (low & PCI_BASE_ADDRESS_MEM_PREFETCH);
	if (found.is_64bit && n + 1 >= nr_bars(dev))
		return -EIO;
	found.start = low & (found.is_io ? ~3u : ~15u);
	if (found.is_64bit)
		found.start |= (uint64_t)read(ops, dev->at, reg + 4, 4) << 32;
	mask = probe_mask(ops, dev, reg, &found);
	if (!mask)
		return -ENOENT;
	found.len = -mask;
	if (found.len & (found.len - 1))
		return -EIO;
	if (!found.start)
		return -ENXIO;
	if (found.start & (found.len - 1))
		return -EIO;
	*bar = found;
	return 0;
}

/* --- Capabilities ------------------------------------------------------------------------ */

unsigned pci_capability_find(const struct pci_ops *ops, const struct pci_device *dev, uint8_t id,
			     unsigned after)
{
	unsigned reg = dev->header == PCI_HEADER_TYPE_CARDBUS ? PCI_CB_CAPABILITY_LIST
							      : PCI_CAPABILITY_LIST;
	bool behind = !after;
	unsigned at;

	if (!(read(ops, dev->at, PCI_STATUS, 2) & PCI_STATUS_CAP_LIST))
		return 0;
	at = read(ops, dev->at, reg, 1) & ~3u; /* the lower two bits are reserved */
	for (unsigned i = 0; i < CAPABILITIES_MOST && at >= CAPABILITIES_START; i++) {
		unsigned entry = read(ops, dev->at, at, 2);

		if ((entry & 0xff) == 0xff)
			return 0;
		if (behind && (entry & 0xff) == id)
			return at;
		behind |= at == after;
		at = entry >> 8 & ~3u;
	}
	return 0;
}

/* --- The table MCFG ---------------------------------------------------------------------- */

static uint64_t load64(const uint8_t *p)
{
	uint64_t v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

static bool overlap(const struct pci_ecam *a, const struct pci_ecam *b)
{
	return a->segment == b->segment && a->first <= b->last && b->first <= a->last;
}

/* NULL, or what is wrong with an area that comes behind those in *mcfg. */
static const char *fault_of(const struct pci_ecam *ecam, const struct pci_mcfg *mcfg)
{
	uint64_t end = ecam->base + ((uint64_t)(ecam->last + 1u) << PCI_BUS_SHIFT);

	if (ecam->first > ecam->last)
		return "an area of the MCFG ends before it starts";
	if (!ecam->base || ecam->base & ((1u << PCI_BUS_SHIFT) - 1) || end < ecam->base)
		return "an area of the MCFG is at an impossible address";
	for (unsigned i = 0; i < mcfg->nr; i++)
		if (overlap(ecam, &mcfg->ecam[i]))
			return "two areas of the MCFG have the same bus";
	return NULL;
}

int pci_mcfg_parse(const uint8_t *data, uint32_t len, struct pci_mcfg *mcfg, const char **why)
{
	struct pci_mcfg found = {0};

	*why = NULL;
	if (len < MCFG_ENTRIES + MCFG_ENTRY_LEN)
		*why = "the MCFG has no area";
	else if ((len - MCFG_ENTRIES) % MCFG_ENTRY_LEN)
		*why = "the MCFG ends within an entry";
	for (uint32_t at = MCFG_ENTRIES; !*why && at < len; at += MCFG_ENTRY_LEN) {
		struct pci_ecam ecam = {
			.base = load64(data + at),
			.segment = (uint16_t)(data[at + 8] | data[at + 9] << 8),
			.first = data[at + 10],
			.last = data[at + 11],
		};

		*why = fault_of(&ecam, &found);
		if (found.nr < PCI_MAX_ECAM)
			found.ecam[found.nr++] = ecam;
		else
			found.nr_dropped++;
	}
	if (*why)
		return -EINVAL;
	*mcfg = found;
	return 0;
}
