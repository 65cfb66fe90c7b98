// SPDX-License-Identifier: MIT
/*
 * Intel's gigabit cards of the e1000 family, with legacy descriptors and one queue each way.
 *
 * Register numbers and bits: 82574 datasheet, chapter 10; 8254x software developer's manual, 13;
 * I217, I218 and I219 datasheets, chapter 10 or 12, for those in the chipset (PCH). What the
 * firmware did to a PHY stays: a PCH's is shared with the management engine.
 */
#include <linux/pci_regs.h>

#include "drivers/e1000_logic.h"
#include "drivers/nic.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/time.h"
#include "kernel/x86/cpu.h"

enum {
	REG_CTRL = 0x0000,
	REG_STATUS = 0x0008,
	REG_EECD = 0x0010,
	REG_EERD = 0x0014,
	REG_CTRL_EXT = 0x0018,
	REG_ICR = 0x00c0,
	REG_IMC = 0x00d8,
	REG_RCTL = 0x0100,
	REG_TCTL = 0x0400,
	REG_TIPG = 0x0410,
	REG_RDBAL = 0x2800,
	REG_TDBAL = 0x3800,
	REG_TXDCTL = 0x3828,
	REG_MPC = 0x4010, /* frames missed; reading clears it */
	REG_MTA = 0x5200,
	REG_RAL0 = 0x5400,
	REG_RAH0 = 0x5404,
	REGS_LEN = 0x6000, /* bytes of the window */

	/* Offsets from RDBAL or TDBAL. */
	RING_HIGH = 0x04,
	RING_LEN = 0x08,
	RING_HEAD = 0x10,
	RING_TAIL = 0x18,

	MTA_WORDS = 128,
	MTA_WORDS_PCH = 32,
	RAR_REST = 15,	  /* receive addresses behind the first */
	RAR_REST_PCH = 0, /* those belong to the management engine */
};

#define CTRL_MASTER_DISABLE (1u << 2) /* PCIe: begin no more accesses */
#define CTRL_ASDE	    (1u << 5)
#define CTRL_SLU	    (1u << 6)
#define CTRL_FORCED	    (1u << 7 | 1u << 11 | 1u << 12) /* inverted LOS, speed, duplex */
#define CTRL_LRST	    (1u << 3)
#define CTRL_RST	    (1u << 26)
#define CTRL_VME	    (1u << 30)
#define CTRL_PHY_RST	    (1u << 31)
#define STATUS_LU	    (1u << 1)
#define STATUS_INIT_DONE    (1u << 9) /* PCH: the LAN's part of the firmware has run */
#define STATUS_MASTER	    (1u << 19)
#define EECD_AUTO_READ	    (1u << 9) /* 82574: registers are loaded from the NVM */
#define CTRL_EXT_DRV_LOAD   (1u << 28)
#define RCTL_EN		    (1u << 1)
#define RCTL_BAM	    (1u << 15) /* accept broadcasts */
#define RCTL_SECRC	    (1u << 26) /* strip the checksum; buffers of 2048 bytes: 0 */
#define TCTL_EN		    (1u << 1)
#define TCTL_PSP	    (1u << 3) /* pad short frames */
#define TCTL_COLLISIONS	    (0x0fu << 4 | 0x3fu << 12)
#define TXDCTL_COUNT_DESC   (1u << 22) /* PCIe: reserved, must be 1 (82574, 10.2.6.10) */
#define TIPG_COPPER	    (8u | 8u << 10 | 6u << 20)
#define NOBODY		    0xffffffffu /* what a card that is gone reads as */

enum kind { KIND_PCI, KIND_PCIE, KIND_PCH };

/* Times in us. */
enum {
	QUIET_US = 10000, /* frames under way end (82574, 4.6.1) */
	RESET_US = 20000, /* before the first access after a reset; a PCH needs it */
	WAIT_US = 100000, /* for a bit to change */
	EEPROM_US = 5000, /* for a word */
};

struct e1000 {
	struct nic nic;
	enum kind kind;
	volatile uint8_t *regs;
	struct page *memory; /* of the rings, RING_ORDER */
	struct e1000_ring rx, tx;
};

/* Memory of both rings: descriptors, then pages by descriptor. */
enum {
	DESC_LEN = NIC_RING * E1000_DESCRIPTOR_LEN,
	PAGES_LEN = NIC_RING * sizeof(struct page *),
	RING_ORDER = 2,
};
_Static_assert(2 * (DESC_LEN + PAGES_LEN) <= PAGE_SIZE << RING_ORDER, "rings fit");

static struct e1000 cards[NIC_MAX];
static unsigned nr_cards;

static uint32_t reg_read(const struct e1000 *e, unsigned reg)
{
	return *(volatile uint32_t *)(e->regs + reg);
}

static void reg_write(const struct e1000 *e, unsigned reg, uint32_t value)
{
	*(volatile uint32_t *)(e->regs + reg) = value;
}

static struct e1000 *card_of(struct nic *nic)
{
	return container_of(nic, struct e1000, nic);
}

/* Wait until the bits of `mask` are `value`. False: not in time. */
static bool wait_for(const struct e1000 *e, unsigned reg, uint32_t mask, uint32_t value,
		     uint64_t us)
{
	uint64_t deadline = clock_deadline(us);

	while ((reg_read(e, reg) & mask) != value) {
		if (clock_passed(deadline))
			return false;
		cpu_relax();
	}
	return true;
}

/* --- Reset ------------------------------------------------------------------------------- */

/*
 * Stop receiving and sending, let what is under way end, and reset the MAC. 0, or -EIO: it does not
 * come out of reset. 82574 datasheet, 4.6.1; PCIe masters are stopped first (5.2.5.3.2).
 */
static int card_reset(struct e1000 *e)
{
	reg_write(e, REG_IMC, NOBODY);
	reg_write(e, REG_RCTL, 0);
	reg_write(e, REG_TCTL, TCTL_PSP);
	if (e->kind != KIND_PCI) {
		reg_write(e, REG_CTRL, reg_read(e, REG_CTRL) | CTRL_MASTER_DISABLE);
		if (!wait_for(e, REG_STATUS, STATUS_MASTER, 0, WAIT_US))
			printk("%s: accesses to memory do not end, reset all the same",
			       e->nic.name);
	}
	delay_us(QUIET_US);
	reg_write(e, REG_CTRL, reg_read(e, REG_CTRL) | CTRL_RST);
	delay_us(RESET_US);
	if (!wait_for(e, REG_CTRL, CTRL_RST, 0, WAIT_US)) {
		printk("%s: it does not come out of reset", e->nic.name);
		return -EIO;
	}
	if (e->kind == KIND_PCIE)
		wait_for(e, REG_EECD, EECD_AUTO_READ, EECD_AUTO_READ, WAIT_US);
	if (e->kind == KIND_PCH)
		wait_for(e, REG_STATUS, STATUS_INIT_DONE, STATUS_INIT_DONE, WAIT_US);
	reg_write(e, REG_IMC, NOBODY);
	reg_read(e, REG_ICR);
	return 0;
}

/* --- The address ------------------------------------------------------------------------- */

/* 8254x have the address at bit 8 and DONE at bit 4, later ones at 2 and 1. */
static bool eeprom_read(const struct e1000 *e, unsigned word, uint16_t *value)
{
	unsigned shift = e->kind == KIND_PCI ? 8 : 2;
	uint32_t ready = e->kind == KIND_PCI ? 1u << 4 : 1u << 1;

	reg_write(e, REG_EERD, word << shift | 1);
	if (!wait_for(e, REG_EERD, ready, ready, EEPROM_US))
		return false;
	*value = (uint16_t)(reg_read(e, REG_EERD) >> 16);
	return true;
}

static bool registers_mac(const struct e1000 *e, uint8_t mac[6])
{
	return e1000_mac_of_registers(reg_read(e, REG_RAL0), reg_read(e, REG_RAH0), mac);
}

/* A PCH's NVM is in the firmware's flash, without EERD (I217, 10.2.1). */
static bool eeprom_mac(const struct e1000 *e, uint8_t mac[6])
{
	uint16_t words[3];

	for (unsigned i = 0; i < 3; i++)
		if (e->kind == KIND_PCH || !eeprom_read(e, i, &words[i]))
			return false;
	return e1000_mac_of_words(words, mac);
}

/* Our address in the first filter, nothing in the others, and no group's. */
static void write_filters(const struct e1000 *e)
{
	const uint8_t *mac = e->nic.mac;
	unsigned nr_words = e->kind == KIND_PCH ? MTA_WORDS_PCH : MTA_WORDS;
	unsigned nr_rest = e->kind == KIND_PCH ? RAR_REST_PCH : RAR_REST;

	reg_write(e, REG_RAL0,
		  mac[0] | (uint32_t)mac[1] << 8 | (uint32_t)mac[2] << 16 | (uint32_t)mac[3] << 24);
	reg_write(e, REG_RAH0, mac[4] | (uint32_t)mac[5] << 8 | 1u << 31);
	for (unsigned i = 1; i <= nr_rest; i++) {
		reg_write(e, REG_RAL0 + 8 * i, 0);
		reg_write(e, REG_RAH0 + 8 * i, 0);
	}
	for (unsigned i = 0; i < nr_words; i++)
		reg_write(e, REG_MTA + 4 * i, 0);
}

/* --- Start and stop ---------------------------------------------------------------------- */

static int rings_alloc(struct e1000 *e)
{
	uint8_t *at;

	e->memory = alloc_pages(__GFP_ZERO | __GFP_NOWARN, RING_ORDER);
	if (!e->memory) {
		printk("%s: no memory for its rings", e->nic.name);
		return -ENOMEM;
	}
	at = page_address(e->memory);
	e1000_ring_init(&e->rx, at, (struct page **)(at + 2 * DESC_LEN), NIC_RING);
	e1000_ring_init(&e->tx, at + DESC_LEN, (struct page **)(at + 2 * DESC_LEN + PAGES_LEN),
			NIC_RING);
	return 0;
}

/* Head and tail are written only here, where neither direction is on. */
static void ring_write(const struct e1000 *e, unsigned base, phys_addr_t phys)
{
	reg_write(e, base, (uint32_t)phys);
	reg_write(e, base + RING_HIGH, (uint32_t)(phys >> 32));
	reg_write(e, base + RING_LEN, DESC_LEN);
	reg_write(e, base + RING_HEAD, 0);
	reg_write(e, base + RING_TAIL, 0);
}

static void switch_on(const struct e1000 *e)
{
	phys_addr_t phys = page_to_pfn(e->memory) << PAGE_SHIFT;
	uint32_t ctrl = reg_read(e, REG_CTRL) &
			~(CTRL_LRST | CTRL_FORCED | CTRL_VME | CTRL_PHY_RST | CTRL_MASTER_DISABLE);

	reg_write(e, REG_CTRL, ctrl | CTRL_SLU | (e->kind == KIND_PCI ? CTRL_ASDE : 0));
	if (e->kind != KIND_PCI) {
		/* The management engine looks at this before it takes the card for itself. */
		reg_write(e, REG_CTRL_EXT, reg_read(e, REG_CTRL_EXT) | CTRL_EXT_DRV_LOAD);
		reg_write(e, REG_TXDCTL, reg_read(e, REG_TXDCTL) | TXDCTL_COUNT_DESC);
	}
	write_filters(e);
	ring_write(e, REG_RDBAL, phys);
	ring_write(e, REG_TDBAL, phys + DESC_LEN);
	reg_write(e, REG_TIPG, TIPG_COPPER);
	reg_write(e, REG_TCTL, TCTL_EN | TCTL_PSP | TCTL_COLLISIONS);
	reg_write(e, REG_RCTL, RCTL_EN | RCTL_BAM | RCTL_SECRC);
	reg_read(e, REG_MPC);
}

static int e1000_start(struct nic *nic)
{
	struct e1000 *e = card_of(nic);
	bool has_mac;
	int err;

	if (!e->regs)
		e->regs = pci_map_bar(nic->dev, 0, REGS_LEN);
	if (!e->regs)
		return -ENXIO;
	pci_enable(nic->dev, PCI_COMMAND_MEMORY); /* no access to memory of ours before the reset */
	if (reg_read(e, REG_STATUS) == NOBODY) {
		printk("%s: its registers do not answer", nic->name);
		return -EIO;
	}
	has_mac = registers_mac(e, nic->mac); /* as the firmware left it */
	err = card_reset(e);
	if (err)
		return err;
	if (!registers_mac(e, nic->mac) && !has_mac && !eeprom_mac(e, nic->mac)) {
		printk("%s: it has no address", nic->name);
		return -ENXIO;
	}
	err = rings_alloc(e);
	if (err)
		return err;
	pci_enable(nic->dev, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	switch_on(e);
	return 0;
}

static void e1000_stop(struct nic *nic)
{
	struct e1000 *e = card_of(nic);
	struct page *page;

	card_reset(e);
	if (e->kind != KIND_PCI)
		reg_write(e, REG_CTRL_EXT, reg_read(e, REG_CTRL_EXT) & ~CTRL_EXT_DRV_LOAD);
	/* Even one that does not come out of reset reaches no memory from here on. */
	pci_enable(nic->dev, PCI_COMMAND_MEMORY);
	while ((page = e1000_ring_drain(&e->rx)))
		__free_pages(page, 0);
	while ((page = e1000_ring_drain(&e->tx))) {
		nic->sent.drops++;
		__free_pages(page, 0);
	}
	__free_pages(e->memory, RING_ORDER);
}

static bool e1000_link_up(struct nic *nic)
{
	uint32_t status = reg_read(card_of(nic), REG_STATUS);

	return status != NOBODY && (status & STATUS_LU);
}

static void e1000_count(struct nic *nic)
{
	nic->received.drops += reg_read(card_of(nic), REG_MPC);
}

/* --- Frames ------------------------------------------------------------------------------ */

static unsigned e1000_wanted(struct nic *nic)
{
	return e1000_ring_room(&card_of(nic)->rx);
}

static unsigned e1000_post(struct nic *nic, struct page **pages, unsigned nr)
{
	struct e1000 *e = card_of(nic);
	unsigned room = e1000_ring_room(&e->rx);

	if (nr > room)
		nr = room;
	if (!nr)
		return 0;
	for (unsigned i = 0; i < nr; i++)
		e1000_rx_post(&e->rx, pages[i], nic_frame_phys(pages[i]));
	reg_write(e, REG_RDBAL + RING_TAIL, e->rx.tail);
	return nr;
}

/* Count what is no frame, and post its page again. */
static void refuse_page(struct nic *nic, enum e1000_rx what, struct page *page)
{
	nic->received.errors += what == E1000_RX_ERROR;
	nic->received.drops += what == E1000_RX_LONG;
	e1000_post(nic, &page, 1);
}

static unsigned e1000_receive(struct nic *nic, struct page **pages, uint32_t *lens, unsigned nr)
{
	struct e1000 *e = card_of(nic);
	unsigned found = 0;

	/* Bounded by a ring's length, as pages that are refused come round again. */
	for (unsigned i = 0; i < NIC_RING && found < nr; i++) {
		struct page *page;
		enum e1000_rx what = e1000_rx_take(&e->rx, &page, &lens[found]);

		if (what == E1000_RX_NONE)
			break;
		if (what == E1000_RX_FRAME) {
			nic->received.bytes += lens[found];
			pages[found++] = page;
		} else {
			refuse_page(nic, what, page);
		}
	}
	nic->received.frames += found;
	return found;
}

static unsigned e1000_send(struct nic *nic, struct page **pages, const uint32_t *lens, unsigned nr)
{
	struct e1000 *e = card_of(nic);
	unsigned room = e1000_ring_room(&e->tx);

	if (nr > room)
		nr = room;
	if (!nr)
		return 0;
	for (unsigned i = 0; i < nr; i++) {
		if (lens[i] < NIC_FRAME_MIN || lens[i] > NIC_FRAME_MAX)
			panic("%s: a frame of %u bytes to send", nic->name, lens[i]);
		e1000_tx_put(&e->tx, pages[i], nic_frame_phys(pages[i]), lens[i]);
		nic->sent.bytes += lens[i];
	}
	nic->sent.frames += nr;
	reg_write(e, REG_TDBAL + RING_TAIL, e->tx.tail);
	return nr;
}

static unsigned e1000_reclaim(struct nic *nic, struct page **pages, unsigned nr)
{
	struct e1000 *e = card_of(nic);
	unsigned found = 0;

	while (found < nr && (pages[found] = e1000_tx_take(&e->tx)))
		found++;
	return found;
}

static const struct nic_ops e1000_ops = {
	.start = e1000_start,
	.stop = e1000_stop,
	.link_up = e1000_link_up,
	.wanted = e1000_wanted,
	.post = e1000_post,
	.receive = e1000_receive,
	.send = e1000_send,
	.reclaim = e1000_reclaim,
	.count = e1000_count,
};

/* --- Which cards ------------------------------------------------------------------------- */

enum { NR_PCI = 3, NR_PCIE = 1 };

/* docs/hardware.md says which of them were tried. */
static const struct pci_id ids[] = {
	/* NR_PCI of kind PCI */
	{0x8086, 0x100e, .model = "82540EM"},
	{0x8086, 0x100f, .model = "82545EM"},
	{0x8086, 0x100c, .model = "82544GC"},

	/* NR_PCIE of kind PCIE */
	{0x8086, 0x10d3, .model = "82574L"},

	/* The rest: in a chipset */
	{0x8086, 0x153a, .model = "I217-LM"},
	{0x8086, 0x153b, .model = "I217-V"},
	{0x8086, 0x155a, .model = "I218-LM"},
	{0x8086, 0x1559, .model = "I218-V"},
	{0x8086, 0x15a0, .model = "I218-LM (2)"},
	{0x8086, 0x15a1, .model = "I218-V (2)"},
	{0x8086, 0x15a2, .model = "I218-LM (3)"},
	{0x8086, 0x15a3, .model = "I218-V (3)"},
	{0x8086, 0x156f, .model = "I219-LM"},
	{0x8086, 0x1570, .model = "I219-V"},
	{0x8086, 0x15b7, .model = "I219-LM (2)"},
	{0x8086, 0x15b8, .model = "I219-V (2)"},
	{0x8086, 0x15b9, .model = "I219-LM (3)"},
	{0x8086, 0x15d7, .model = "I219-LM (4)"},
	{0x8086, 0x15d8, .model = "I219-V (4)"},
	{0x8086, 0x15e3, .model = "I219-LM (5)"},
	{0x8086, 0x15d6, .model = "I219-V (5)"},
	{0x8086, 0x15bd, .model = "I219-LM (6)"},
	{0x8086, 0x15be, .model = "I219-V (6)"},
	{0x8086, 0x15bb, .model = "I219-LM (7)"},
	{0x8086, 0x15bc, .model = "I219-V (7)"},
	{0x8086, 0x15df, .model = "I219-LM (8)"},
	{0x8086, 0x15e0, .model = "I219-V (8)"},
	{0x8086, 0x15e1, .model = "I219-LM (9)"},
	{0x8086, 0x15e2, .model = "I219-V (9)"},
	{0x8086, 0x0d4e, .model = "I219-LM (10)"},
	{0x8086, 0x0d4f, .model = "I219-V (10)"},
	{0x8086, 0x0d4c, .model = "I219-LM (11)"},
	{0x8086, 0x0d4d, .model = "I219-V (11)"},
	{0x8086, 0x0d53, .model = "I219-LM (12)"},
	{0x8086, 0x0d55, .model = "I219-V (12)"},
};

static int e1000_probe(const struct pci_device *dev, const struct pci_id *id)
{
	size_t i = (size_t)(id - ids);
	struct e1000 *e = &cards[nr_cards];
	int err;

	if (nr_cards == NIC_MAX)
		return -ENOSPC;
	err = nic_register(&e->nic, &e1000_ops, dev, id->model);
	if (err)
		return err;
	e->kind = i < NR_PCI ? KIND_PCI : i < NR_PCI + NR_PCIE ? KIND_PCIE : KIND_PCH;
	nr_cards++;
	return 0;
}

DRIVER(e1000e) = {"e1000e", ids, ARRAY_SIZE(ids), e1000_probe};
