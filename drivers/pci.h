// SPDX-License-Identifier: MIT
/*
 * The PCI functions of this machine, and the drivers for them. One CPU at a time.
 *
 * A driver registers itself, and takes functions by their ids or class:
 *
 *	static const struct pci_id ids[] = {{0x8086, 0x10d3, .model = "82574L"}};
 *	DRIVER(e1000e) = {"e1000e", ids, ARRAY_SIZE(ids), e1000e_probe};
 */
#pragma once

#include "drivers/pci_logic.h"

struct pci_driver {
	const char *name;
	const struct pci_id *ids;
	unsigned nr_ids;

	/*
	 * A function of the kind was found; `id` is the entry that it matched. 0: it is this
	 * driver's from now on. Else another driver is asked. At start-up, once for each function.
	 */
	int (*probe)(const struct pci_device *dev, const struct pci_id *id);
};

#define DRIVER(id)                                                                                 \
	static const struct pci_driver driver_record_##id;                                         \
	static const struct pci_driver *const driver_pointer_##id                                  \
		__attribute__((used, section("bulkhead_driver"))) = &driver_record_##id;           \
	static const struct pci_driver driver_record_##id

/*
 * Find all functions, log each, and offer them to the drivers, lowest address first. After
 * acpi_init() and memory_init(), once. Configuration space is read through the area that ACPI names
 * if that shows the same as the ports do, else through the ports.
 */
void pci_init(void);

/* The next function behind `after` (NULL: the first) that matches; NULL: there is no other. */
const struct pci_device *pci_find(const struct pci_device *after, const struct pci_id *id);

/* Does configuration space come from memory? */
bool pci_uses_ecam(void);

/* Configuration space; reg is a multiple of the width, below 256. */
uint8_t pci_read8(const struct pci_device *dev, unsigned reg);
uint16_t pci_read16(const struct pci_device *dev, unsigned reg);
uint32_t pci_read32(const struct pci_device *dev, unsigned reg);
void pci_write8(const struct pci_device *dev, unsigned reg, uint8_t value);
void pci_write16(const struct pci_device *dev, unsigned reg, uint16_t value);
void pci_write32(const struct pci_device *dev, unsigned reg, uint32_t value);

/* pci_bar_read() of it; what cannot be used is logged, but for a register that is not there. */
int pci_bar(const struct pci_device *dev, unsigned n, struct pci_bar *bar);

/*
 * A window, uncached, on at least `len` bytes of memory that register n names, for good: ask once.
 * NULL, after a line in the log: it has no such memory.
 */
void *pci_map_bar(const struct pci_device *dev, unsigned n, size_t len);

/* What a function may do: PCI_COMMAND_IO, _MEMORY, _MASTER together; interrupts are off. */
void pci_enable(const struct pci_device *dev, uint16_t what);

/* pci_capability_find() of it. */
unsigned pci_capability(const struct pci_device *dev, uint8_t id, unsigned after);

/* "00:02.0" in buf; with segment 0 that is left out. Returns buf. */
#define PCI_NAME_LEN 16
const char *pci_name(const struct pci_device *dev, char buf[PCI_NAME_LEN]);
