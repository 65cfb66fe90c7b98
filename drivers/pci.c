// SPDX-License-Identifier: MIT
/*
 * Two ways into configuration space. Ports 0xcf8 and 0xcfc reach 256 bytes of each function of
 * segment 0, and are on every PC. The areas of ACPI's MCFG show 4 KiB of each in memory, and are
 * the only way to other segments; they are believed if function 00:00.0 looks the same both ways.
 *
 * Sizes of base address registers are found when a driver asks, not for every function: that
 * switches decoding off for a moment, which functions of the chipset may not bear.
 */
#include "drivers/pci.h"

#include <linux/pci_regs.h>

#include "kernel/format_logic.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/string.h"
#include "kernel/x86/acpi.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/paging.h"

#define CONFIG_ADDRESS 0xcf8
#define CONFIG_DATA    0xcfc
#define CONFIG_ENABLE  0x80000000u

enum { MAX_DRIVERS = 32 };

extern const struct pci_driver *const __start_bulkhead_driver[];
extern const struct pci_driver *const __stop_bulkhead_driver[];

static struct pci_mcfg mcfg;
static volatile uint8_t *windows[PCI_MAX_ECAM]; /* of bus ecam.first */
static struct pci_table table;
static const struct pci_driver *drivers[MAX_DRIVERS];
static unsigned nr_drivers;

/* --- The ports --------------------------------------------------------------------------- */

static void port_select(struct pci_addr at, unsigned reg)
{
	out32(CONFIG_ADDRESS,
	      CONFIG_ENABLE | (uint32_t)at.bus << 16 | (uint32_t)at.devfn << 8 | (reg & 0xfc));
}

static uint32_t port_read(void *ctx, struct pci_addr at, unsigned reg, unsigned len)
{
	uint16_t port = (uint16_t)(CONFIG_DATA + (reg & 3));

	(void)ctx;
	port_select(at, reg);
	return len == 1 ? in8(port) : len == 2 ? in16(port) : in32(port);
}

static void port_write(void *ctx, struct pci_addr at, unsigned reg, unsigned len, uint32_t value)
{
	uint16_t port = (uint16_t)(CONFIG_DATA + (reg & 3));

	(void)ctx;
	port_select(at, reg);
	if (len == 1)
		out8(port, (uint8_t)value);
	else if (len == 2)
		out16(port, (uint16_t)value);
	else
		out32(port, value);
}

static const struct pci_ops port_ops = {port_read, port_write, NULL};
static const struct pci_ops *ops = &port_ops;

/* The address register keeps what is written where mechanism #1 exists (PCI 3.0, 3.2.2.3.2). */
static bool ports_answer(void)
{
	uint32_t before = in32(CONFIG_ADDRESS);
	uint32_t kept;

	out32(CONFIG_ADDRESS, CONFIG_ENABLE);
	kept = in32(CONFIG_ADDRESS);
	out32(CONFIG_ADDRESS, before);
	return kept == CONFIG_ENABLE;
}

/* --- The areas in memory ----------------------------------------------------------------- */

/* Where a register shows, NULL: in no area. */
static volatile uint8_t *ecam_at(struct pci_addr at, unsigned reg)
{
	for (unsigned i = 0; i < mcfg.nr; i++) {
		const struct pci_ecam *ecam = &mcfg.ecam[i];

		if (windows[i] && ecam->segment == at.segment && at.bus >= ecam->first &&
		    at.bus <= ecam->last)
			return windows[i] + ((uint64_t)(at.bus - ecam->first) << PCI_BUS_SHIFT) +
			       ((uint32_t)at.devfn << 12) + reg;
	}
	return NULL;
}

static uint32_t ecam_read(void *ctx, struct pci_addr at, unsigned reg, unsigned len)
{
	volatile uint8_t *p = ecam_at(at, reg);

	(void)ctx;
	if (!p)
		return 0xffffffff >> (32 - 8 * len);
	return len == 1 ? *p : len == 2 ? *(volatile uint16_t *)p : *(volatile uint32_t *)p;
}

static void ecam_write(void *ctx, struct pci_addr at, unsigned reg, unsigned len, uint32_t value)
{
	volatile uint8_t *p = ecam_at(at, reg);

	(void)ctx;
	if (!p)
		return;
	if (len == 1)
		*p = (uint8_t)value;
	else if (len == 2)
		*(volatile uint16_t *)p = (uint16_t)value;
	else
		*(volatile uint32_t *)p = value;
}

static const struct pci_ops ecam_ops = {ecam_read, ecam_write, NULL};

static void map_areas(void)
{
	for (unsigned i = 0; i < mcfg.nr; i++) {
		const struct pci_ecam *ecam = &mcfg.ecam[i];

		windows[i] = paging_map_device(
			ecam->base + ((uint64_t)ecam->first << PCI_BUS_SHIFT),
			(size_t)(ecam->last - ecam->first + 1u) << PCI_BUS_SHIFT, CACHE_UC);
	}
}

static bool same_both_ways(void)
{
	static const uint8_t regs[] = {PCI_VENDOR_ID, PCI_CLASS_REVISION};
	const struct pci_addr root = {0};

	for (size_t i = 0; i < sizeof(regs); i++)
		if (ecam_read(NULL, root, regs[i], 4) != port_read(NULL, root, regs[i], 4))
			return false;
	return true;
}

/* Choose one. False: there is none. */
static bool choose_access(void)
{
	const char *why = "there is no MCFG";
	struct acpi_table acpi;

	if (!acpi_table("MCFG", &acpi) && !pci_mcfg_parse(acpi.data, acpi.len, &mcfg, &why)) {
		map_areas();
		if (mcfg.nr_dropped)
			printk("pci: %u areas of the MCFG more than there is room for",
			       mcfg.nr_dropped);
		if (same_both_ways()) {
			ops = &ecam_ops;
			printk("pci: configuration space at %#llx, segment %u, buses %u to %u, by "
			       "the MCFG",
			       (unsigned long long)mcfg.ecam[0].base, mcfg.ecam[0].segment,
			       mcfg.ecam[0].first, mcfg.ecam[0].last);
			return true;
		}
		why = "the MCFG's area shows another 00:00.0";
	}
	mcfg.nr = 0;
	printk("pci: configuration space by ports: %s%s", why,
	       ports_answer() ? "" : "; these do not answer either");
	return ports_answer();
}

/* --- Functions and their drivers --------------------------------------------------------- */

static void drivers_collect(void)
{
	for (const struct pci_driver *const *d = __start_bulkhead_driver;
	     d < __stop_bulkhead_driver; d++) {
		unsigned i = nr_drivers++;

		if (nr_drivers > MAX_DRIVERS)
			panic("pci: more than %d drivers", MAX_DRIVERS);
		for (; i > 0 && strcmp(drivers[i - 1]->name, (*d)->name) > 0; i--)
			drivers[i] = drivers[i - 1];
		if (i > 0 && !strcmp(drivers[i - 1]->name, (*d)->name))
			panic("pci: two drivers are named %s", (*d)->name);
		drivers[i] = *d;
	}
}

static bool offer(const struct pci_device *dev, const struct pci_driver *driver)
{
	for (unsigned i = 0; i < driver->nr_ids; i++)
		if (pci_id_matches(&driver->ids[i], dev))
			return !driver->probe(dev, &driver->ids[i]);
	return false;
}

static void log_device(const struct pci_device *dev)
{
	char name[PCI_NAME_LEN];

	printk("pci: %s %04x:%04x class %06x revision %02x", pci_name(dev, name), dev->vendor,
	       dev->device, dev->class, dev->revision);
}

static void log_rest(void)
{
	printk("pci: functions: %u, on buses: %u", table.nr, table.nr_buses);
	if (table.nr_dropped)
		printk("pci: functions that there is no room for: %u", table.nr_dropped);
	if (table.nr_astray)
		printk("pci: bridges that lead to no bus of their own: %u", table.nr_astray);
}

void pci_init(void)
{
	if (!choose_access())
		return;
	if (ops == &port_ops)
		pci_scan(ops, 0, 0, PCI_BUSES - 1, false, &table);
	for (unsigned i = 0; i < mcfg.nr; i++)
		pci_scan(ops, mcfg.ecam[i].segment, mcfg.ecam[i].first, mcfg.ecam[i].last, true,
			 &table);
	for (unsigned i = 0; i < table.nr; i++)
		log_device(&table.dev[i]);
	log_rest();
	drivers_collect();
	for (unsigned i = 0; i < table.nr; i++)
		for (unsigned d = 0; d < nr_drivers && !offer(&table.dev[i], drivers[d]); d++)
			;
}

const struct pci_device *pci_find(const struct pci_device *after, const struct pci_id *id)
{
	for (unsigned i = after ? (unsigned)(after - table.dev) + 1 : 0; i < table.nr; i++)
		if (pci_id_matches(id, &table.dev[i]))
			return &table.dev[i];
	return NULL;
}

bool pci_uses_ecam(void)
{
	return ops == &ecam_ops;
}

uint8_t pci_read8(const struct pci_device *dev, unsigned reg)
{
	return (uint8_t)ops->read(ops->ctx, dev->at, reg, 1);
}

uint16_t pci_read16(const struct pci_device *dev, unsigned reg)
{
	return (uint16_t)ops->read(ops->ctx, dev->at, reg, 2);
}

uint32_t pci_read32(const struct pci_device *dev, unsigned reg)
{
	return ops->read(ops->ctx, dev->at, reg, 4);
}

void pci_write8(const struct pci_device *dev, unsigned reg, uint8_t value)
{
	ops->write(ops->ctx, dev->at, reg, 1, value);
}

void pci_write16(const struct pci_device *dev, unsigned reg, uint16_t value)
{
	ops->write(ops->ctx, dev->at, reg, 2, value);
}

void pci_write32(const struct pci_device *dev, unsigned reg, uint32_t value)
{
	ops->write(ops->ctx, dev->at, reg, 4, value);
}

int pci_bar(const struct pci_device *dev, unsigned n, struct pci_bar *bar)
{
	int err = pci_bar_read(ops, dev, n, bar);
	char name[PCI_NAME_LEN];

	if (err == -ENXIO)
		printk("pci: %s: the firmware gave BAR %u no address", pci_name(dev, name), n);
	else if (err == -EIO)
		printk("pci: %s: BAR %u makes no sense", pci_name(dev, name), n);
	return err;
}

void *pci_map_bar(const struct pci_device *dev, unsigned n, size_t len)
{
	char name[PCI_NAME_LEN];
	struct pci_bar bar;
	void *window = NULL;
	int err = pci_bar(dev, n, &bar);

	if (!err && !bar.is_io && bar.len >= len)
		window = paging_map_device(bar.start, len, CACHE_UC);
	if (window)
		printk("pci: %s: registers at %#llx", pci_name(dev, name),
		       (unsigned long long)bar.start);
	else
		printk("pci: %s: BAR %u gives no %zu bytes of memory", pci_name(dev, name), n, len);
	return window;
}

void pci_enable(const struct pci_device *dev, uint16_t what)
{
	uint16_t all = PCI_COMMAND_IO | PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER;
	uint16_t command = pci_read16(dev, PCI_COMMAND);

	pci_write16(dev, PCI_COMMAND,
		    (uint16_t)((command & ~all) | (what & all) | PCI_COMMAND_INTX_DISABLE));
}

unsigned pci_capability(const struct pci_device *dev, uint8_t id, unsigned after)
{
	return pci_capability_find(ops, dev, id, after);
}

const char *pci_name(const struct pci_device *dev, char buf[PCI_NAME_LEN])
{
	int len = 0;

	if (dev->at.segment)
		len = ksnprintf(buf, PCI_NAME_LEN, "%04x:", dev->at.segment);
	ksnprintf(buf + len, PCI_NAME_LEN - (size_t)len, "%02x:%02x.%u", dev->at.bus,
		  dev->at.devfn / 8, dev->at.devfn % 8);
	return buf;
}
