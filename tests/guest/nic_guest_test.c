// SPDX-License-Identifier: MIT
/*
 * Network cards: what one sends another receives, byte for byte, and no page is lost. Two cards
 * have to be cabled together (NICS=e1000e,virtio-net-pci); without them most of it is skipped.
 */
#include "drivers/nic.h"

#include <linux/pci_regs.h>

#include "apps/harness/env.h"
#include "drivers/nic_logic.h"
#include "kernel/string.h"
#include "kernel/time.h"
#include "kernel/x86/cpu.h"
#include "tests/harness/test.h"

enum {
	BATCH = 32,
	SHORTEST = 60,	   /* what no card pads */
	WAIT_US = 5000000, /* for a frame: QEMU's e1000 waits a second after its start */
};

static struct nic *nic[2];

/* Start what there is. False, with the test skipped: fewer cards than that. */
static bool begin(unsigned wanted)
{
	unsigned nr;

	if (nic_up(0)) {
		test_skip("the cards are in use: netlog=");
		return false;
	}
	nr = nics_start();
	nic[0] = nic_up(0);
	nic[1] = nic_up(1);
	if (nr >= wanted)
		return true;
	nics_stop();
	test_skip("%u network cards", nr);
	return false;
}

static uint8_t *frame_of(const struct page *page)
{
	return (uint8_t *)page_address(page) + NIC_FRAME_OFFSET;
}

/* What stands at byte i of the frame that is `number`. */
static uint8_t pattern(uint32_t number, uint32_t i)
{
	return (uint8_t)(number * 31 + i * 7 + (i >> 8));
}

static void frame_write(const struct page *page, const struct nic *from, const struct nic *to,
			uint32_t number, uint32_t len)
{
	uint8_t *frame = frame_of(page);

	memcpy(frame, to->mac, 6);
	memcpy(frame + 6, from->mac, 6);
	frame[12] = 0x88; /* IEEE 802, local experimental: nobody else's */
	frame[13] = 0xb5;
	for (uint32_t i = 14; i < len; i++)
		frame[i] = pattern(number, i);
}

static bool frame_is(const struct page *page, uint32_t number, uint32_t len)
{
	const uint8_t *frame = frame_of(page);

	for (uint32_t i = 14; i < len; i++)
		if (frame[i] != pattern(number, i))
			return false;
	return true;
}

/* Wait for nr frames or pages sent. Returns how many came in time. */
static unsigned receive_all(struct nic *n, struct page **pages, uint32_t *lens, unsigned nr)
{
	uint64_t deadline = clock_deadline(WAIT_US);
	unsigned got = 0;

	while (got < nr && !clock_passed(deadline)) {
		got += nic_receive(n, pages + got, lens + got, nr - got);
		cpu_relax();
	}
	return got;
}

static unsigned reclaim_all(struct nic *n, struct page **pages, unsigned nr)
{
	uint64_t deadline = clock_deadline(WAIT_US);
	unsigned got = 0;

	while (got < nr && !clock_passed(deadline)) {
		got += nic_reclaim(n, pages + got, nr - got);
		cpu_relax();
	}
	return got;
}

static bool contains(struct page **pages, unsigned nr, const struct page *page)
{
	for (unsigned i = 0; i < nr; i++)
		if (pages[i] == page)
			return true;
	return false;
}

/*
 * Frames of these lengths from `from` to `to`, in new pages, and the received pages, unchanged but
 * for the addresses, back again.
 */
static void there_and_back(struct nic *from, struct nic *to, const uint32_t *lens, unsigned nr)
{
	struct page *out[BATCH] = {NULL}, *in[BATCH], *sent[BATCH], *back[BATCH];
	uint32_t in_lens[BATCH], back_lens[BATCH];

	CHECK_EQ(alloc_pages_bulk_array(GFP_KERNEL, nr, out), nr);
	for (unsigned i = 0; i < nr; i++)
		frame_write(out[i], from, to, lens[i], lens[i]);
	CHECK_EQ(nic_send(from, out, lens, nr), nr);
	CHECK_EQ(receive_all(to, in, in_lens, nr), nr);
	CHECK_EQ(reclaim_all(from, sent, nr), nr);
	for (unsigned i = 0; i < nr; i++) {
		CHECK_EQ(in_lens[i], lens[i]);
		CHECK(frame_is(in[i], lens[i], lens[i]));
		CHECK_EQ(memcmp(frame_of(in[i]), to->mac, 6), 0);
		CHECK(contains(out, nr, sent[i]) && !contains(out, nr, in[i]));
		memcpy(frame_of(in[i]), from->mac, 6);
		memcpy(frame_of(in[i]) + 6, to->mac, 6);
	}
	free_pages_bulk(nr, sent);
	CHECK_EQ(nic_send(to, in, in_lens, nr), nr);
	CHECK_EQ(receive_all(from, back, back_lens, nr), nr);
	CHECK_EQ(reclaim_all(to, sent, nr), nr);
	for (unsigned i = 0; i < nr; i++) {
		CHECK_EQ(back_lens[i], lens[i]);
		CHECK(frame_is(back[i], lens[i], lens[i]));
		CHECK(contains(in, nr, sent[i]) && !contains(in, nr, back[i]));
	}
	free_pages_bulk(nr, sent);
	free_pages_bulk(nr, back);
	nic_refill(from);
	nic_refill(to);
}

TEST(frames_of_every_length_come_through_and_back_without_copying)
{
	uint32_t len = SHORTEST;

	if (!begin(2))
		return;
	nic_refill(nic[0]);
	nic_refill(nic[1]);
	while (len <= NIC_FRAME_MAX && !test_failed()) {
		uint32_t lens[BATCH];
		unsigned nr = 0;

		while (nr < BATCH && len <= NIC_FRAME_MAX)
			lens[nr++] = len++;
		there_and_back(nic[0], nic[1], lens, nr);
	}
	CHECK(!test_failed());
	for (unsigned i = 0; i < 2; i++) {
		nic_count(nic[i]);
		CHECK_EQ(nic[i]->received.frames, NIC_FRAME_MAX - SHORTEST + 1);
		CHECK_EQ(nic[i]->sent.frames, NIC_FRAME_MAX - SHORTEST + 1);
		CHECK_EQ(nic[i]->received.bytes, nic[i]->sent.bytes);
		CHECK_EQ(nic[i]->received.errors + nic[i]->received.drops, 0);
	}
	nics_stop();
}

TEST(rings_go_round_many_times)
{
	static const uint32_t lens[BATCH] = {
		60,   61,   64,	  100,	128, 256, 512, 1024, 1500, 1513, 1514, 60, 60, 60, 60, 60,
		1514, 1514, 1514, 1514, 60,  61,  62,  63,   64,   65,	 66,   67, 68, 69, 70, 71};

	if (!begin(2))
		return;
	nic_refill(nic[0]);
	nic_refill(nic[1]);
	for (unsigned round = 0; round < 4 * NIC_RING / BATCH && !test_failed(); round++)
		there_and_back(nic[round % 2], nic[1 - round % 2], lens, BATCH);
	nics_stop();
}

TEST(frames_for_another_station_do_not_pass_an_e1000)
{
	static const uint32_t len = 100;
	struct page *page, *in;
	uint32_t in_len;

	if (!begin(2))
		return;
	if (nic[1]->model[0] == 'v') { /* a virtio device decides by itself */
		nics_stop();
		test_skip("nic1 is a %s", nic[1]->model);
		return;
	}
	nic_refill(nic[1]);
	for (unsigned all = 0; all < 2; all++) {
		page = alloc_page(GFP_KERNEL);
		frame_write(page, nic[0], nic[1], 1, len);
		memset(frame_of(page), all ? 0xff : 0x02, 6);
		CHECK_EQ(nic_send(nic[0], &page, &len, 1), 1);
	}
	CHECK_EQ(receive_all(nic[1], &in, &in_len, 1), 1);
	CHECK_EQ(frame_of(in)[0], 0xff);
	CHECK_EQ(nic_receive(nic[1], &page, &in_len, 1), 0);
	__free_pages(in, 0);
	nics_stop();
}

/* --- Pages ------------------------------------------------------------------------------- */

TEST(no_page_is_lost_over_start_and_stop)
{
	uint64_t before = nr_free_pages();

	if (!begin(1))
		return;
	for (unsigned round = 0; round < 3; round++) {
		struct page *out[BATCH] = {NULL};
		uint32_t lens[BATCH];
		unsigned posted;

		CHECK_EQ(nics_start() > 0, true); /* those that are up stay so */
		posted = nic_wanted(nic[0]);
		CHECK(posted >= NIC_RING - 1);
		CHECK_EQ(nic_refill(nic[0]), posted);
		CHECK_EQ(nic_wanted(nic[0]), 0);
		CHECK_EQ(nic_refill(nic[0]), 0);
		CHECK_EQ(alloc_pages_bulk_array(GFP_KERNEL, BATCH, out), BATCH);
		for (unsigned i = 0; i < BATCH; i++) {
			frame_write(out[i], nic[0], nic[0], i, 60);
			lens[i] = 60;
		}
		CHECK_EQ(nic_send(nic[0], out, lens, BATCH), BATCH);
		nics_stop(); /* with frames in all states */
		CHECK_EQ(nr_free_pages(), before);
	}
	mm_check();
}

TEST(a_full_ring_takes_no_more_and_loses_nothing)
{
	struct page *out[BATCH] = {NULL};
	uint32_t lens[BATCH];
	unsigned nr, in_ring = 0;

	if (!begin(1))
		return;
	nic_refill(nic[0]);
	CHECK_EQ(alloc_pages_bulk_array(GFP_KERNEL, BATCH, out), BATCH);
	CHECK_EQ(nic_post(nic[0], out, BATCH), 0);
	for (unsigned i = 0; i < BATCH; i++) {
		frame_write(out[i], nic[0], nic[0], i, 60);
		lens[i] = 60;
	}
	while ((nr = nic_send(nic[0], out, lens, BATCH)) && in_ring <= NIC_RING) {
		in_ring += nr;
		memset(out, 0, nr * sizeof(out[0]));
		CHECK_EQ(alloc_pages_bulk_array(GFP_KERNEL, BATCH, out), BATCH);
		for (unsigned i = 0; i < nr; i++)
			frame_write(out[i], nic[0], nic[0], i, 60);
	}
	CHECK(in_ring == NIC_RING || in_ring == NIC_RING - 1);
	free_pages_bulk(BATCH, out);
	nics_stop();
}

struct bad_send {
	struct page *page;
	uint32_t len;
};

static void send_bad(void *arg)
{
	struct bad_send *bad = arg;

	nic_send(nic[0], &bad->page, &bad->len, 1);
}

TEST(a_frame_of_impossible_length_is_the_senders_fault)
{
	static const uint32_t lens[] = {0, 13, 1515, 0xffffffff};
	struct bad_send bad;

	if (!begin(1))
		return;
	bad.page = alloc_page(GFP_KERNEL);
	for (size_t i = 0; i < ARRAY_SIZE(lens); i++) {
		bad.len = lens[i];
		CHECK(test_contains(test_expect_panic(send_bad, &bad), "bytes to send"));
	}
	__free_pages(bad.page, 0);
	nics_stop();
}

TEST(a_card_that_failed_gives_its_pages_back)
{
	uint64_t before = nr_free_pages();
	struct page *page = NULL;
	uint32_t len;

	if (!begin(1))
		return;
	nic_refill(nic[0]);
	nic_fail(nic[0], "a test says so");
	CHECK_EQ(nic_wanted(nic[0]), 0);
	CHECK_EQ(nic_refill(nic[0]), 0);
	CHECK_EQ(nic_receive(nic[0], &page, &len, 1), 0);
	CHECK_EQ(nic_reclaim(nic[0], &page, 1), 0);
	CHECK(!nic_link_up(nic[0]));
	nics_stop();
	CHECK_EQ(nr_free_pages(), before);
	CHECK(begin(1));
	CHECK_EQ(nic_wanted(nic[0]) >= NIC_RING - 1, true);
	nics_stop();
}

TEST(a_refill_without_memory_goes_on_when_there_is_some)
{
	enum { LEFT = 10 };
	struct page_list all = {0};
	unsigned wanted;

	if (!begin(1))
		return;
	wanted = nic_wanted(nic[0]);
	while (alloc_pages_bulk_list(__GFP_NOWARN, BATCH, &all) == BATCH)
		;
	for (unsigned i = 0; i < LEFT; i++)
		__free_pages(page_list_pop(&all), 0);
	CHECK_EQ(nic_refill(nic[0]), LEFT);
	CHECK_EQ(nic_refill(nic[0]), 0);
	CHECK_EQ(nic_wanted(nic[0]), wanted - LEFT);
	while (all.nr_pages)
		__free_pages(page_list_pop(&all), 0);
	CHECK_EQ(nic_refill(nic[0]), wanted - LEFT);
	nics_stop();
}

static int start_nothing(struct nic *broken)
{
	broken->received.frames = 7;
	return -EIO;
}

/* A stop() that is called would be one through NULL. */
TEST(a_card_that_does_not_start_is_left_alone)
{
	static const struct nic_ops ops = {.start = start_nothing};
	struct nic broken = {.name = "nic?", .ops = &ops};

	if (!begin(1))
		return;
	broken.dev = nic[0]->dev;
	nics_stop();
	CHECK_EQ(nic_start(&broken), -EIO);
	CHECK_EQ(broken.received.frames, 7);
	CHECK(!broken.up && !nic_link_up(&broken));
	nic_stop(&broken);
	CHECK_EQ(nics_start() > 0, true);
	nics_stop();
}

/* Whatever was in its rings. */
TEST(a_card_that_is_not_up_reaches_no_memory)
{
	const struct pci_device *dev;

	if (!begin(1))
		return;
	dev = nic[0]->dev;
	CHECK(pci_read16(dev, PCI_COMMAND) & PCI_COMMAND_MASTER);
	CHECK(pci_read16(dev, PCI_COMMAND) & PCI_COMMAND_INTX_DISABLE);
	nics_stop();
	CHECK(!(pci_read16(dev, PCI_COMMAND) & PCI_COMMAND_MASTER));
}

/* --- Through the seam ---------------------------------------------------------------------- */

TEST(applications_see_the_same_cards)
{
	struct page *pages[BATCH] = {NULL}, *in[BATCH];
	uint32_t lens[BATCH], in_lens[BATCH];
	uint64_t before = nr_free_pages();
	struct env_nic info;
	unsigned nr, got = 0;
	uint64_t deadline;

	if (!begin(2))
		return;
	CHECK_EQ(env_nr_nics(), 0); /* until it starts them */
	nr = env_nics_start();
	CHECK_EQ(nr, env_nr_nics());
	env_nic_info(1, &info);
	CHECK_STREQ(info.name, "nic1");
	CHECK_STREQ(info.model, nic[1]->model);
	CHECK_EQ(memcmp(info.mac, nic[1]->mac, 6), 0);
	CHECK(info.link_up && !info.failed);
	CHECK_EQ(alloc_pages_bulk_array(GFP_KERNEL, BATCH, pages), BATCH);
	CHECK(env_nic_wanted(1) > BATCH);
	CHECK_EQ(env_nic_post(1, pages, BATCH), BATCH);
	memset(pages, 0, sizeof(pages));
	CHECK_EQ(alloc_pages_bulk_array(GFP_KERNEL, BATCH, pages), BATCH);
	for (unsigned i = 0; i < BATCH; i++) {
		lens[i] = 60 + i;
		frame_write(pages[i], nic[0], nic[1], i, lens[i]);
	}
	CHECK_EQ(env_nic_send(0, pages, lens, BATCH), BATCH);
	deadline = clock_deadline(WAIT_US);
	while (got < BATCH && !clock_passed(deadline))
		got += env_nic_receive(1, in + got, in_lens + got, BATCH - got);
	CHECK_EQ(got, BATCH);
	for (unsigned i = 0; i < BATCH; i++)
		CHECK(in_lens[i] == lens[i] && frame_is(in[i], i, lens[i]));
	got = 0;
	while (got < BATCH && !clock_passed(deadline))
		got += env_nic_reclaim(0, pages + got, BATCH - got);
	CHECK_EQ(got, BATCH);
	env_nic_info(1, &info);
	CHECK_EQ(info.received.frames, BATCH);
	free_pages_bulk(BATCH, in);
	free_pages_bulk(BATCH, pages);
	env_nics_stop();
	CHECK_EQ(env_nr_nics(), 0);
	CHECK_EQ(nr_free_pages(), before);
}
