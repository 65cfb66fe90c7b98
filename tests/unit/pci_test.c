// SPDX-License-Identifier: MIT
/*
 * drivers/pci_logic.c over made-up configuration spaces, sound and broken.
 */
#include "drivers/pci_logic.h"

#include <linux/pci_regs.h>

#include "tests/harness/test.h"

enum { MOST = 300, BARS = 6, SPACE = 256 };

/* A function: what it reads as, and which bits of its base address registers can be changed. */
struct function {
	struct pci_addr at;
	uint8_t space[SPACE];
	uint32_t bar_mask[BARS];
};

static struct machine {
	unsigned nr;
	struct function fn[MOST];
	unsigned nr_reads;
	unsigned nr_sized_live; /* registers changed while the function decoded */
} m;

static struct pci_table table;

static struct function *function_at(struct pci_addr at)
{
	for (unsigned i = 0; i < m.nr; i++)
		if (m.fn[i].at.segment == at.segment && m.fn[i].at.bus == at.bus &&
		    m.fn[i].at.devfn == at.devfn)
			return &m.fn[i];
	return NULL;
}

static uint32_t mock_read(void *ctx, struct pci_addr at, unsigned reg, unsigned len)
{
	struct function *f = function_at(at);
	uint32_t value = 0xffffffff;

	(void)ctx;
	m.nr_reads++;
	if (f)
		__builtin_memcpy(&value, f->space + reg, len);
	return len == 4 ? value : value & ((1u << 8 * len) - 1);
}

static void mock_write(void *ctx, struct pci_addr at, unsigned reg, unsigned len, uint32_t value)
{
	struct function *f = function_at(at);
	unsigned bar = (reg - PCI_BASE_ADDRESS_0) / 4;

	(void)ctx;
	if (!f)
		return;
	if (reg >= PCI_BASE_ADDRESS_0 && bar < BARS) {
		uint32_t before;

		m.nr_sized_live += (f->space[PCI_COMMAND] & 3) != 0;
		__builtin_memcpy(&before, f->space + reg, 4);
		value = (value & f->bar_mask[bar]) | (before & ~f->bar_mask[bar]);
	}
	__builtin_memcpy(f->space + reg, &value, len);
}

static const struct pci_ops ops = {mock_read, mock_write, NULL};

static void put(struct function *f, unsigned reg, unsigned len, uint32_t value)
{
	__builtin_memcpy(f->space + reg, &value, len);
}

static struct function *add(unsigned bus, unsigned device, unsigned fn, uint32_t class)
{
	struct function *f = &m.fn[m.nr++];

	__builtin_memset(f, 0, sizeof(*f));
	f->at = (struct pci_addr){0, (uint8_t)bus, (uint8_t)(device * 8 + fn)};
	put(f, PCI_VENDOR_ID, 4, 0x10d38086);
	put(f, PCI_CLASS_REVISION, 4, class << 8 | 7);
	return f;
}

static void add_bridge(unsigned bus, unsigned device, unsigned secondary)
{
	struct function *f = add(bus, device, 0, 0x060400);

	put(f, PCI_HEADER_TYPE, 1, PCI_HEADER_TYPE_BRIDGE);
	put(f, PCI_SECONDARY_BUS, 1, secondary);
}

static void scan_range(unsigned first, unsigned last, bool peers)
{
	__builtin_memset(&table, 0, sizeof(table));
	m.nr_reads = 0;
	pci_scan(&ops, 0, (uint8_t)first, (uint8_t)last, peers, &table);
}

static void scan(void)
{
	scan_range(0, 255, false);
}

static void start(void)
{
	m.nr = 0;
	m.nr_sized_live = 0;
}

TEST(no_function_is_no_function)
{
	start();
	scan();
	CHECK_EQ(table.nr, 0);
	CHECK_EQ(table.nr_buses, 0);
	CHECK_EQ(m.nr_reads, 32);
	scan_range(0, 255, true);
	CHECK_EQ(m.nr_reads, 32 * 256);
}

TEST(a_function_is_told_whole)
{
	start();
	add(0, 3, 0, 0x020000);
	scan();
	CHECK_EQ(table.nr, 1);
	CHECK_EQ(table.dev[0].at.devfn, 3 * 8);
	CHECK_EQ(table.dev[0].vendor, 0x8086);
	CHECK_EQ(table.dev[0].device, 0x10d3);
	CHECK_EQ(table.dev[0].class, 0x020000);
	CHECK_EQ(table.dev[0].revision, 7);
	CHECK_EQ(table.dev[0].header, PCI_HEADER_TYPE_NORMAL);
}

TEST(further_functions_count_only_if_the_first_says_so)
{
	start();
	add(0, 1, 0, 0x060100);
	add(0, 1, 5, 0x010100);
	add(0, 2, 3, 0x020000); /* no function 0: nobody is asked */
	scan();
	CHECK_EQ(table.nr, 1);
	put(&m.fn[0], PCI_HEADER_TYPE, 1, 0x80);
	scan();
	CHECK_EQ(table.nr, 2);
	CHECK_EQ(table.dev[0].header, 0);
	CHECK_EQ(table.dev[1].at.devfn, 8 + 5);
}

TEST(vendors_that_are_none_are_not_functions)
{
	static const uint32_t ids[] = {0xffffffff, 0x1234ffff, 0x00000000, 0xffff0000};

	start();
	add(0, 1, 0, 0x020000);
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		put(&m.fn[0], PCI_VENDOR_ID, 4, ids[i]);
		scan();
		CHECK_EQ(table.nr, 0);
	}
}

TEST(bridges_are_followed_to_their_buses)
{
	start();
	add_bridge(0, 1, 4);
	add_bridge(4, 0, 2);
	add(2, 31, 0, 0x020000);
	add(5, 0, 0, 0x020000); /* nothing leads there */
	scan();
	CHECK_EQ(table.nr, 3);
	CHECK_EQ(table.dev[2].at.bus, 2);
	CHECK_EQ(table.nr_buses, 3);
	CHECK_EQ(table.nr_astray, 0);
	scan_range(0, 255, true);
	CHECK_EQ(table.nr, 4);
	CHECK_EQ(table.dev[3].at.bus, 5);
}

TEST(bridges_that_lead_in_circles_are_followed_once)
{
	start();
	add_bridge(0, 1, 1);
	add_bridge(1, 0, 2);
	add_bridge(2, 0, 1);
	add_bridge(2, 1, 2);
	add_bridge(2, 2, 0);
	add_bridge(2, 3, 1);
	scan_range(0, 255, true);
	CHECK_EQ(table.nr, 6);
	CHECK_EQ(table.nr_astray, 4);
	CHECK_EQ(table.nr_buses, 3);
}

TEST(bridges_out_of_the_area_are_not_followed)
{
	start();
	add_bridge(8, 0, 7);
	add_bridge(8, 1, 12);
	add_bridge(8, 2, 11);
	add(7, 0, 0, 0x020000);
	add(12, 0, 0, 0x020000);
	add(11, 0, 0, 0x020000);
	scan_range(8, 11, true);
	CHECK_EQ(table.nr, 4);
	CHECK_EQ(table.dev[3].at.bus, 11);
	CHECK_EQ(table.nr_astray, 2);
}

TEST(functions_that_there_is_no_room_for_are_counted)
{
	start();
	for (unsigned i = 0; i < 256; i++)
		put(add(0, i / 8, i % 8, 0x020000), PCI_HEADER_TYPE, 1, 0x80);
	put(&m.fn[0], PCI_HEADER_TYPE, 1, 0x80 | PCI_HEADER_TYPE_BRIDGE);
	put(&m.fn[0], PCI_SECONDARY_BUS, 1, 1);
	for (unsigned i = 0; i < 9; i++)
		add(1, i, 0, 0x020000);
	scan();
	CHECK_EQ(table.nr, PCI_MAX_FUNCTIONS);
	CHECK_EQ(table.nr_dropped, 9);
	CHECK_EQ(table.nr_buses, 2);
}

TEST(ids_match_by_number_or_by_class)
{
	const struct pci_device dev = {.vendor = 0x8086, .device = 0x10d3, .class = 0x070002};

	CHECK(pci_id_matches(&(struct pci_id){.vendor = 0x8086, .device = 0x10d3}, &dev));
	CHECK(!pci_id_matches(&(struct pci_id){.vendor = 0x8086, .device = 0x10d4}, &dev));
	CHECK(!pci_id_matches(&(struct pci_id){.vendor = 0x1af4, .device = 0x10d3}, &dev));
	CHECK(pci_id_matches(&(struct pci_id){PCI_ANY, PCI_ANY, 0x070000, 0xffff00, NULL}, &dev));
	CHECK(!pci_id_matches(&(struct pci_id){PCI_ANY, PCI_ANY, 0x020000, 0xffff00, NULL}, &dev));
	CHECK(!pci_id_matches(&(struct pci_id){0x8086, 0x10d3, 0x070000, 0xffffff, NULL}, &dev));
}

/* --- Base address registers -------------------------------------------------------------- */

static struct function *bar_function(void)
{
	struct function *f;

	start();
	f = add(0, 1, 0, 0x020000);
	put(f, PCI_COMMAND, 2, PCI_COMMAND_IO | PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	scan();
	return f;
}

static void bar_set(struct function *f, unsigned n, uint32_t value, uint32_t mask)
{
	put(f, PCI_BASE_ADDRESS_0 + 4 * n, 4, value);
	f->bar_mask[n] = mask;
}

TEST(bars_of_each_kind_are_sized)
{
	struct function *f = bar_function();
	struct function before;
	struct pci_bar bar;

	bar_set(f, 0, 0xfebc0000, 0xfffe0000); /* 128 KiB */
	bar_set(f, 1, 0x0000c041, 0x0000ffe0); /* 32 ports, 16 bits wide */
	bar_set(f, 2, 0x0000000c, 0xffffc000); /* 16 KiB above 4 GiB, prefetchable */
	bar_set(f, 3, 0x00000080, 0xffffffff);
	bar_set(f, 4, 0x0000d001, 0xfffffffc); /* 4 ports */
	before = *f;
	CHECK_EQ(pci_bar_read(&ops, table.dev, 0, &bar), 0);
	CHECK_EQ(bar.start, 0xfebc0000);
	CHECK_EQ(bar.len, 0x20000);
	CHECK(!bar.is_io && !bar.is_64bit && !bar.prefetchable);
	CHECK_EQ(pci_bar_read(&ops, table.dev, 1, &bar), 0);
	CHECK_EQ(bar.start, 0xc040);
	CHECK_EQ(bar.len, 32);
	CHECK(bar.is_io && !bar.prefetchable);
	CHECK_EQ(pci_bar_read(&ops, table.dev, 2, &bar), 0);
	CHECK_EQ(bar.start, 0x8000000000);
	CHECK_EQ(bar.len, 0x4000);
	CHECK(!bar.is_io && bar.is_64bit && bar.prefetchable);
	CHECK_EQ(pci_bar_read(&ops, table.dev, 4, &bar), 0);
	CHECK_EQ(bar.len, 4);
	CHECK_EQ(__builtin_memcmp(&before, f, sizeof(before)), 0);
	CHECK_EQ(m.nr_sized_live, 0);
}

TEST(a_bar_larger_than_4_gib_is_sized)
{
	struct function *f = bar_function();
	struct pci_bar bar;

	bar_set(f, 0, 0x00000004, 0);
	bar_set(f, 1, 0x00000040, 0xfffffff0);
	CHECK_EQ(pci_bar_read(&ops, table.dev, 0, &bar), 0);
	CHECK_EQ(bar.start, 0x4000000000);
	CHECK_EQ(bar.len, 0x1000000000);
}

TEST(bars_that_cannot_be_used_say_why)
{
	struct function *f = bar_function();
	struct pci_bar bar = {.start = 99};

	bar_set(f, 0, 0, 0xffff0000); /* no address */
	bar_set(f, 1, 0, 0);	      /* not there */
	bar_set(f, 2, 0xfeb00004, 0xffff0000);
	bar_set(f, 3, 0, 0xffffffff);
	bar_set(f, 4, 0xfeb00000, 0xf0f0f000); /* no power of two */
	bar_set(f, 5, 0xfeb00004, 0xffff0000); /* 64 bits without a second half */
	CHECK_EQ(pci_bar_read(&ops, table.dev, 0, &bar), -ENXIO);
	CHECK_EQ(pci_bar_read(&ops, table.dev, 1, &bar), -ENOENT);
	CHECK_EQ(pci_bar_read(&ops, table.dev, 3, &bar), -EINVAL);
	CHECK_EQ(pci_bar_read(&ops, table.dev, 4, &bar), -EIO);
	CHECK_EQ(pci_bar_read(&ops, table.dev, 5, &bar), -EIO);
	CHECK_EQ(pci_bar_read(&ops, table.dev, 6, &bar), -EINVAL);
	CHECK_EQ(bar.start, 99);
	CHECK_EQ(f->space[PCI_COMMAND], 7);
}

TEST(a_bridge_has_two_bars_and_other_headers_none)
{
	struct function *f = bar_function();
	struct pci_bar bar;

	for (unsigned n = 0; n < BARS; n++)
		bar_set(f, n, 0xfeb00000, 0xffff0000);
	table.dev[0].header = PCI_HEADER_TYPE_BRIDGE;
	CHECK_EQ(pci_bar_read(&ops, table.dev, 1, &bar), 0);
	CHECK_EQ(pci_bar_read(&ops, table.dev, 2, &bar), -EINVAL);
	table.dev[0].header = 0x55;
	CHECK_EQ(pci_bar_read(&ops, table.dev, 0, &bar), -EINVAL);
}

/* --- Capabilities ------------------------------------------------------------------------ */

static void capability(struct function *f, unsigned at, uint8_t id, unsigned next)
{
	put(f, at, 1, id);
	put(f, at + 1, 1, next);
}

static unsigned find(uint8_t id, unsigned after)
{
	m.nr_reads = 0;
	return pci_capability_find(&ops, table.dev, id, after);
}

TEST(capabilities_are_found_in_the_lists_order)
{
	struct function *f = bar_function();

	put(f, PCI_CAPABILITY_LIST, 1, 0x40);
	capability(f, 0x40, PCI_CAP_ID_VNDR, 0x50 | 3); /* the low bits mean nothing */
	capability(f, 0x50, PCI_CAP_ID_MSIX, 0xf0);
	capability(f, 0xf0, PCI_CAP_ID_VNDR, 0);
	CHECK_EQ(find(PCI_CAP_ID_VNDR, 0), 0); /* the status says that there is no list */
	put(f, PCI_STATUS, 2, PCI_STATUS_CAP_LIST);
	CHECK_EQ(find(PCI_CAP_ID_VNDR, 0), 0x40);
	CHECK_EQ(find(PCI_CAP_ID_VNDR, 0x40), 0xf0);
	CHECK_EQ(find(PCI_CAP_ID_VNDR, 0xf0), 0);
	CHECK_EQ(find(PCI_CAP_ID_MSIX, 0), 0x50);
	CHECK_EQ(find(PCI_CAP_ID_EXP, 0), 0);
}

TEST(broken_lists_of_capabilities_end)
{
	struct function *f = bar_function();

	put(f, PCI_STATUS, 2, PCI_STATUS_CAP_LIST);
	put(f, PCI_CAPABILITY_LIST, 1, 0x40);
	capability(f, 0x40, PCI_CAP_ID_PM, 0x48);
	capability(f, 0x48, PCI_CAP_ID_MSI, 0x40); /* a circle */
	CHECK_EQ(find(PCI_CAP_ID_VNDR, 0), 0);
	CHECK(m.nr_reads < 64);
	CHECK_EQ(find(PCI_CAP_ID_PM, 0x99), 0);	   /* no such offset in the list */
	capability(f, 0x48, PCI_CAP_ID_MSI, 0x10); /* into the header */
	CHECK_EQ(find(PCI_CAP_ID_VNDR, 0), 0);
	capability(f, 0x48, 0xff, 0xff); /* nobody answers any more */
	CHECK_EQ(find(0xff, 0), 0);
	put(f, PCI_CAPABILITY_LIST, 1, 0x3c);
	CHECK_EQ(find(PCI_CAP_ID_PM, 0), 0);
}

/* --- MCFG -------------------------------------------------------------------------------- */

static uint8_t mcfg_bytes[44 + 16 * 12];

static void mcfg_set(unsigned i, uint64_t base, unsigned segment, unsigned first, unsigned last)
{
	uint8_t *p = mcfg_bytes + 44 + 16 * i;

	__builtin_memcpy(p, &base, 8);
	p[8] = (uint8_t)segment;
	p[9] = (uint8_t)(segment >> 8);
	p[10] = (uint8_t)first;
	p[11] = (uint8_t)last;
}

TEST(areas_of_an_mcfg_are_read)
{
	struct pci_mcfg mcfg;
	const char *why;

	mcfg_set(0, 0xb0000000, 0, 0, 255);
	mcfg_set(1, 0x80000000000, 0x102, 32, 63);
	CHECK_EQ(pci_mcfg_parse(mcfg_bytes, 44 + 32, &mcfg, &why), 0);
	CHECK_EQ(mcfg.nr, 2);
	CHECK_EQ(mcfg.ecam[0].base, 0xb0000000);
	CHECK_EQ(mcfg.ecam[0].last, 255);
	CHECK_EQ(mcfg.ecam[1].base, 0x80000000000);
	CHECK_EQ(mcfg.ecam[1].segment, 0x102);
	CHECK_EQ(mcfg.ecam[1].first, 32);
	CHECK_EQ(mcfg.nr_dropped, 0);
}

TEST(areas_that_there_is_no_room_for_are_counted)
{
	struct pci_mcfg mcfg;
	const char *why;

	for (unsigned i = 0; i < 12; i++)
		mcfg_set(i, 0xb0000000, i, 0, 255);
	CHECK_EQ(pci_mcfg_parse(mcfg_bytes, sizeof(mcfg_bytes), &mcfg, &why), 0);
	CHECK_EQ(mcfg.nr, PCI_MAX_ECAM);
	CHECK_EQ(mcfg.nr_dropped, 12 - PCI_MAX_ECAM);
}

static bool refused(uint32_t len, const char *word)
{
	struct pci_mcfg mcfg = {.nr = 77};
	const char *why;

	return pci_mcfg_parse(mcfg_bytes, len, &mcfg, &why) == -EINVAL && mcfg.nr == 77 &&
	       test_contains(why, word);
}

TEST(an_mcfg_that_is_broken_is_refused_whole)
{
	mcfg_set(0, 0xb0000000, 0, 0, 255);
	CHECK(refused(0, "no area"));
	CHECK(refused(44, "no area"));
	CHECK(refused(44 + 15, "no area"));
	CHECK(refused(44 + 17, "within an entry"));
	mcfg_set(1, 0xc0000000, 1, 9, 8);
	CHECK(refused(44 + 32, "before it starts"));
	mcfg_set(1, 0, 1, 0, 8);
	CHECK(refused(44 + 32, "impossible"));
	mcfg_set(1, 0xc0001000, 1, 0, 8);
	CHECK(refused(44 + 32, "impossible"));
	mcfg_set(1, 0xfffffffffff00000, 1, 0, 8);
	CHECK(refused(44 + 32, "impossible"));
	mcfg_set(1, 0xc0000000, 0, 255, 255);
	CHECK(refused(44 + 32, "same bus"));
}

TEST(random_configuration_spaces_end)
{
	uint64_t seed = test_seed();
	struct pci_bar bar;

	test_note("seed %llu", (unsigned long long)seed);
	for (unsigned round = 0; round < 40; round++) {
		start();
		for (unsigned i = 0; i < 40; i++) {
			struct function *f = add(test_random(&seed) % 4, test_random(&seed) % 32,
						 test_random(&seed) % 8, 0);

			for (unsigned k = 4; k < SPACE; k++)
				f->space[k] = (uint8_t)test_random(&seed);
			f->space[PCI_HEADER_TYPE] &= 0x83;
			f->space[PCI_SECONDARY_BUS] &= 3;
			for (unsigned k = 0; k < BARS; k++)
				f->bar_mask[k] = (uint32_t)test_random(&seed);
		}
		scan_range(0, 3, true);
		CHECK(table.nr <= 40);
		CHECK(m.nr_reads <= 4 * 256 * 4);
		for (unsigned i = 0; i < table.nr; i++) {
			pci_capability_find(&ops, &table.dev[i], 9, 0);
			for (unsigned n = 0; n < BARS; n++)
				if (!pci_bar_read(&ops, &table.dev[i], n, &bar))
					CHECK(bar.start && bar.len && !(bar.len & (bar.len - 1)));
		}
	}
}
