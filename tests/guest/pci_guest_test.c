// SPDX-License-Identifier: MIT
/*
 * The functions of the machine that runs this. Every PC has a host bridge; QEMU's are known.
 */
#include "drivers/pci.h"

#include <linux/pci_regs.h>

#include "tests/harness/test.h"

static const struct pci_id any = {PCI_ANY, PCI_ANY, 0, 0, NULL};
static const struct pci_id host_bridge = {PCI_ANY, PCI_ANY, 0x060000, 0xffff00, NULL};

TEST(functions_say_the_same_again)
{
	const struct pci_device *dev = NULL;
	unsigned nr = 0;

	while ((dev = pci_find(dev, &any))) {
		CHECK_EQ(pci_read32(dev, PCI_VENDOR_ID), dev->device << 16 | dev->vendor);
		CHECK_EQ(pci_read16(dev, PCI_VENDOR_ID), dev->vendor);
		CHECK_EQ(pci_read16(dev, PCI_DEVICE_ID), dev->device);
		CHECK_EQ(pci_read8(dev, PCI_REVISION_ID), dev->revision);
		CHECK_EQ(pci_read8(dev, PCI_REVISION_ID + 3), dev->class >> 16);
		nr++;
	}
	test_note("%u functions, configuration space %s", nr,
		  pci_uses_ecam() ? "in memory" : "by ports");
	if (!nr)
		test_skip("no PCI");
}

TEST(there_is_a_host_bridge)
{
	if (!pci_find(NULL, &any)) {
		test_skip("no PCI");
		return;
	}
	CHECK(pci_find(NULL, &host_bridge));
}

TEST(writes_of_each_width_reach_the_register)
{
	const struct pci_device *dev = pci_find(NULL, &any);
	uint32_t before;

	while (dev && dev->header != PCI_HEADER_TYPE_NORMAL)
		dev = pci_find(dev, &any);
	if (!dev) {
		test_skip("no PCI");
		return;
	}
	/* The cache line size is the system's to write and nothing looks at it. */
	before = pci_read32(dev, PCI_CACHE_LINE_SIZE);
	pci_write8(dev, PCI_CACHE_LINE_SIZE, 0);
	CHECK_EQ(pci_read32(dev, PCI_CACHE_LINE_SIZE), before & ~0xffu);
	pci_write8(dev, PCI_CACHE_LINE_SIZE, (uint8_t)before);
	CHECK_EQ(pci_read32(dev, PCI_CACHE_LINE_SIZE), before);
}
