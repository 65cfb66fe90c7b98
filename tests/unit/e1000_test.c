// SPDX-License-Identifier: MIT
/*
 * drivers/e1000_logic.c: rings before cards that do as they should, and before others.
 */
#include "drivers/e1000_logic.h"

#include "tests/harness/test.h"

enum { NR = 8 };

static struct e1000_desc desc[NR];
static struct page *slots[NR];
static struct e1000_ring ring;

/* Pages are names here: nobody looks into them. */
static struct page *page_of(unsigned i)
{
	return (struct page *)(uintptr_t)(0x1000 + i);
}

static void start(void)
{
	__builtin_memset(desc, 0, sizeof(desc));
	__builtin_memset(slots, 0, sizeof(slots));
	e1000_ring_init(&ring, desc, slots, NR);
}

static void complete(unsigned i, unsigned len, unsigned status, unsigned errors)
{
	desc[i].len = (uint16_t)len;
	desc[i].errors = (uint8_t)errors;
	desc[i].status = (uint8_t)status;
}

static void post(unsigned nr)
{
	for (unsigned i = 0; i < nr; i++)
		e1000_rx_post(&ring, page_of(i), 0x100000 + i * 0x1000ull);
}

enum { GOOD = E1000_STATUS_DONE | E1000_STATUS_EOP };

TEST(rings_have_lengths_that_cards_take)
{
	struct e1000_ring r = {.nr = 77};

	CHECK_EQ(e1000_ring_init(&r, desc, slots, 0), -EINVAL);
	CHECK_EQ(e1000_ring_init(&r, desc, slots, 4), -EINVAL);	 /* 64 bytes */
	CHECK_EQ(e1000_ring_init(&r, desc, slots, 24), -EINVAL); /* indexes are masked */
	CHECK_EQ(e1000_ring_init(&r, desc, slots, 8192), -EINVAL);
	CHECK_EQ(r.nr, 77);
	CHECK_EQ(e1000_ring_init(&r, desc, slots, 256), 0);
	CHECK_EQ(e1000_ring_room(&r), 255);
}

TEST(frames_come_in_order_with_their_pages)
{
	struct page *page;
	uint32_t len;

	start();
	post(3);
	CHECK_EQ(e1000_ring_room(&ring), NR - 1 - 3);
	CHECK_EQ(desc[2].addr, 0x102000);
	CHECK_EQ(ring.tail, 3);
	CHECK_EQ(e1000_rx_take(&ring, &page, &len), E1000_RX_NONE);
	complete(1, 99, GOOD, 0); /* ahead of its turn: it waits */
	CHECK_EQ(e1000_rx_take(&ring, &page, &len), E1000_RX_NONE);
	complete(0, 60, GOOD, 0);
	CHECK_EQ(e1000_rx_take(&ring, &page, &len), E1000_RX_FRAME);
	CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(0));
	CHECK_EQ(len, 60);
	CHECK_EQ(e1000_rx_take(&ring, &page, &len), E1000_RX_FRAME);
	CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(1));
	CHECK_EQ(len, 99);
	CHECK_EQ(e1000_rx_take(&ring, &page, &len), E1000_RX_NONE);
	CHECK_EQ(e1000_ring_room(&ring), NR - 2);
}

/* What the card writes into the descriptor is not where its page is looked for. */
TEST(an_address_that_the_card_changed_means_nothing)
{
	struct page *page;
	uint32_t len;

	start();
	post(1);
	desc[0].addr = 0xdeadbeef;
	complete(0, 60, GOOD, 0);
	CHECK_EQ(e1000_rx_take(&ring, &page, &len), E1000_RX_FRAME);
	CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(0));
}

TEST(descriptors_that_were_not_given_are_never_done)
{
	struct page *page;
	uint32_t len;

	start();
	for (unsigned i = 0; i < NR; i++)
		complete(i, 60, GOOD, 0);
	CHECK_EQ(e1000_rx_take(&ring, &page, &len), E1000_RX_NONE);
	CHECK_EQ((uintptr_t)e1000_tx_take(&ring), 0);
	post(1); /* clears the mark of what comes after */
	CHECK_EQ(desc[0].status, 0);
	CHECK_EQ(e1000_rx_take(&ring, &page, &len), E1000_RX_NONE);
}

TEST(lengths_that_cannot_be_are_errors)
{
	static const struct {
		unsigned len;
		enum e1000_rx what;
	} cases[] = {{0, E1000_RX_ERROR},    {13, E1000_RX_ERROR},   {14, E1000_RX_FRAME},
		     {1514, E1000_RX_FRAME}, {1515, E1000_RX_ERROR}, {2048, E1000_RX_ERROR},
		     {65535, E1000_RX_ERROR}};
	struct page *page;
	uint32_t len;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		start();
		post(1);
		complete(0, cases[i].len, GOOD, 0);
		page = NULL;
		CHECK_EQ(e1000_rx_take(&ring, &page, &len), cases[i].what);
		CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(0));
	}
}

TEST(frames_with_errors_are_errors_and_bad_checksums_inside_are_not)
{
	struct page *page;
	uint32_t len;

	for (unsigned bit = 0; bit < 8; bit++) {
		bool inside = bit == 5 || bit == 6; /* of TCP and IP: for the receiver to judge */
		bool reserved = bit == 3;

		start();
		post(1);
		complete(0, 60, GOOD, 1u << bit);
		CHECK_EQ(e1000_rx_take(&ring, &page, &len),
			 inside || reserved ? E1000_RX_FRAME : E1000_RX_ERROR);
	}
}

TEST(a_frame_of_several_descriptors_is_dropped_whole)
{
	static const enum e1000_rx expect[] = {E1000_RX_PIECE, E1000_RX_PIECE, E1000_RX_LONG,
					       E1000_RX_FRAME};
	struct page *page;
	uint32_t len;

	start();
	post(4);
	complete(0, 2048, E1000_STATUS_DONE, 0);
	complete(1, 2048, E1000_STATUS_DONE, 0);
	complete(2, 100, GOOD, 0);
	complete(3, 100, GOOD, 0);
	for (unsigned i = 0; i < 4; i++) {
		CHECK_EQ(e1000_rx_take(&ring, &page, &len), expect[i]);
		CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(i));
	}
}

TEST(frames_to_send_carry_their_commands)
{
	start();
	e1000_tx_put(&ring, page_of(9), 0x123456789042, 1514);
	CHECK_EQ(desc[0].addr, 0x123456789042);
	CHECK_EQ(desc[0].len, 1514);
	CHECK_EQ(desc[0].cmd, E1000_CMD_EOP | E1000_CMD_IFCS | E1000_CMD_RS);
	CHECK_EQ(desc[0].cso | desc[0].status | desc[0].errors | desc[0].special, 0);
	CHECK_EQ((uintptr_t)e1000_tx_take(&ring), 0);
	desc[0].status = E1000_STATUS_DONE;
	CHECK_EQ((uintptr_t)e1000_tx_take(&ring), (uintptr_t)page_of(9));
	CHECK_EQ((uintptr_t)e1000_tx_take(&ring), 0);
}

TEST(a_ring_goes_round_and_is_never_quite_full)
{
	unsigned given = 0, taken = 0;
	struct page *page;
	uint32_t len;

	start();
	for (unsigned round = 0; round < 100; round++) {
		while (e1000_ring_room(&ring) > round % 3)
			e1000_rx_post(&ring, page_of(given++), 0);
		CHECK(ring.tail != ring.clean);
		for (unsigned i = 0; i < 1 + round % (NR - 3); i++) {
			complete(taken % NR, 60, GOOD, 0);
			CHECK_EQ(e1000_rx_take(&ring, &page, &len), E1000_RX_FRAME);
			CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(taken++));
		}
	}
	while ((page = e1000_ring_drain(&ring)))
		CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(taken++));
	CHECK_EQ(taken, given);
	for (unsigned i = 0; i < NR; i++)
		CHECK_EQ((uintptr_t)slots[i], 0);
}

/* Whatever a card writes into its descriptors: each page comes back once, and lengths are sound. */
TEST(random_cards_lose_no_page)
{
	uint64_t seed = test_seed();
	unsigned given = 0, taken = 0;
	struct page *page;

	test_note("seed %llu", (unsigned long long)seed);
	start();
	for (unsigned round = 0; round < 20000; round++) {
		uint32_t len = 0;
		enum e1000_rx what;

		if (e1000_ring_room(&ring) && test_random(&seed) % 2)
			e1000_rx_post(&ring, page_of(given++), 0);
		((uint64_t *)desc)[test_random(&seed) % (2 * NR)] = test_random(&seed);
		what = e1000_rx_take(&ring, &page, &len);
		if (what == E1000_RX_NONE)
			continue;
		CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(taken++));
		CHECK_EQ(what == E1000_RX_FRAME, len != 0);
		CHECK(len <= NIC_FRAME_MAX);
	}
	CHECK(taken > 1000);
	while ((page = e1000_ring_drain(&ring)))
		CHECK_EQ((uintptr_t)page, (uintptr_t)page_of(taken++));
	CHECK_EQ(taken, given);
}

TEST(addresses_of_stations_are_checked)
{
	static const uint8_t expect[6] = {0x52, 0x54, 0x00, 0x12, 0x34, 0x56};
	static const uint16_t words[3] = {0x5452, 0x1200, 0x5634};
	uint8_t mac[6];

	CHECK(e1000_mac_of_registers(0x12005452, 0x80005634, mac));
	CHECK_EQ(__builtin_memcmp(mac, expect, 6), 0);
	CHECK(!e1000_mac_of_registers(0x12005452, 0x00005634, mac)); /* not marked valid */
	CHECK(!e1000_mac_of_registers(0, 0x80000000, mac));
	CHECK(!e1000_mac_of_registers(0xffffffff, 0xffffffff, mac));
	CHECK(!e1000_mac_of_registers(0x12005453, 0x80005634, mac)); /* a group's */
	CHECK_EQ(__builtin_memcmp(mac, expect, 6), 0); /* the one that was found before stays */
	CHECK(e1000_mac_of_words(words, mac));
	CHECK_EQ(__builtin_memcmp(mac, expect, 6), 0);
	CHECK(!e1000_mac_of_words((const uint16_t[3]){0xffff, 0xffff, 0xffff}, mac));
	CHECK(!e1000_mac_of_words((const uint16_t[3]){0, 0, 0}, mac));
}
