// SPDX-License-Identifier: MIT
/* apps/net, protocol by protocol: what comes in, what goes out, and that no page is lost. */
#include "tests/harness/test.h"
#include "tests/unit/net_mock.h"

static uint8_t frame[MOCK_LONGEST];
static const uint8_t no_mac[6];

static const uint8_t *ip_of(const struct mock_frame *f)
{
	return f->bytes + ETH_HEADER;
}

/* --- ARP ------------------------------------------------------------------------------------- */

TEST(a_card_that_comes_up_announces_its_address)
{
	struct mock_net *m = mock_begin(1, false);
	const struct mock_frame *f;

	if (!m)
		return;
	CHECK(!mock_last(&m->cards[0]));
	net_set_address(&m->net.ifs[0], OUR_IP, NET_MASK_24, 0);
	net_poll(&m->net, m->now_ms);
	f = mock_last(&m->cards[0]);
	CHECK(f && m->cards[0].nr_kept == 1 && frame_sound(f));
	frame_arp(frame, mac_all, ARP_REQUEST, our_macs[0], OUR_IP, no_mac, OUR_IP);
	CHECK_EQ(f->len, FRAME_MIN);
	CHECK(!__builtin_memcmp(f->bytes, frame, FRAME_MIN));
	CHECK(mock_end(m));
}

TEST(requests_for_our_address_are_answered_and_others_are_not)
{
	struct mock_net *m = mock_begin(1, true);
	const struct mock_frame *f;
	uint8_t want[MOCK_LONGEST];
	uint32_t len;

	if (!m)
		return;
	len = frame_arp(frame, mac_all, ARP_REQUEST, peer_macs[0], PEER_IP, no_mac, OUR_IP);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_ARP_ANSWERED);
	f = mock_last(&m->cards[0]);
	frame_arp(want, peer_macs[0], ARP_REPLY, our_macs[0], OUR_IP, peer_macs[0], PEER_IP);
	CHECK(f && f->len == FRAME_MIN && !__builtin_memcmp(f->bytes, want, FRAME_MIN));
	mock_forget(&m->cards[0]);
	/* a probe, RFC 5227: its sender has no address yet */
	len = frame_arp(frame, mac_all, ARP_REQUEST, peer_macs[0], 0, no_mac, OUR_IP);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_ARP_ANSWERED);
	len = frame_arp(frame, mac_all, ARP_REQUEST, peer_macs[0], PEER_IP, no_mac, OUR_IP + 1);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_ARP_IGNORED);
	CHECK_EQ(m->cards[0].nr_kept, 1);
	CHECK(mock_end(m));
}

TEST(what_was_not_asked_for_makes_no_entry_and_known_ones_follow)
{
	struct mock_net *m = mock_begin(1, true);
	const struct mock_frame *f;
	uint32_t len;

	if (!m)
		return;
	len = frame_arp(frame, our_macs[0], ARP_REPLY, peer_macs[0], PEER_IP, our_macs[0], OUR_IP);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_ARP_IGNORED);
	for (unsigned i = 0; i < NET_ARP; i++)
		CHECK_EQ(m->net.ifs[0].arp[i].state, ARP_FREE);
	CHECK_EQ(net_send_udp(&m->net, PEER_IP, 1000, 2000, "abc", 3), 0);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_ARP_TAKEN);
	f = mock_last(&m->cards[0]);
	CHECK(f && frame_sound(f) && mac_same(f->bytes + ETH_DST, peer_macs[0]));
	CHECK(!__builtin_memcmp(f->bytes + ETH_HEADER + IP_HEADER + UDP_HEADER, "abc", 3));
	len = frame_arp(frame, mac_all, ARP_REQUEST, peer_macs[1], PEER_IP, no_mac, PEER_IP);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_ARP_TAKEN); /* it has another card now */
	CHECK_EQ(net_send_udp(&m->net, PEER_IP, 1000, 2000, "abc", 3), 0);
	net_poll(&m->net, m->now_ms);
	CHECK(mac_same(mock_last(&m->cards[0])->bytes + ETH_DST, peer_macs[1]));
	CHECK(mock_end(m));
}

TEST(a_neighbour_that_does_not_answer_is_asked_three_times_and_one_packet_waits)
{
	struct mock_net *m = mock_begin(1, true);
	struct net_if *nif;

	if (!m)
		return;
	nif = &m->net.ifs[0];
	CHECK_EQ(net_send_udp(&m->net, PEER_IP, 1000, 2000, "one", 3), 0);
	CHECK_EQ(net_send_udp(&m->net, PEER_IP, 1000, 2000, "two", 3), 0);
	CHECK_EQ(nif->counts[NET_ARP_QUEUE_DROPPED], 1);
	CHECK(mock_pages_right(m));
	mock_wait(m, 10000);
	CHECK_EQ(nif->counts[NET_ARP_REQUESTS], 1 + 3); /* the first announced us */
	CHECK_EQ(nif->counts[NET_ARP_UNRESOLVED], 1);
	CHECK_EQ(m->cards[0].nr_kept, 3);
	CHECK(mock_pages_right(m));
	for (uint32_t i = 0; i < NET_ARP + 5; i++)
		CHECK_EQ(net_send_udp(&m->net, OUR_IP + 1 + i, 1000, 2000, "abc", 3), 0);
	CHECK_EQ(nif->counts[NET_ARP_QUEUE_DROPPED], 1 + 5);
	CHECK(mock_end(m));
}

TEST(what_is_known_of_neighbours_ages)
{
	struct mock_net *m = mock_begin(1, true);
	uint32_t len;

	if (!m)
		return;
	CHECK(!net_resolve(&m->net, PEER_IP));
	len = frame_arp(frame, our_macs[0], ARP_REPLY, peer_macs[0], PEER_IP, our_macs[0], OUR_IP);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_ARP_TAKEN);
	CHECK(net_resolve(&m->net, PEER_IP));
	mock_wait(m, 59000);
	CHECK(net_resolve(&m->net, PEER_IP));
	mock_wait(m, 2000);
	CHECK(!net_resolve(&m->net, PEER_IP));
	CHECK(mock_end(m));
}

TEST(another_station_with_our_address_is_noticed_and_answered_now_and_then)
{
	struct mock_net *m = mock_begin(1, true);
	uint32_t len;

	if (!m)
		return;
	len = frame_arp(frame, mac_all, ARP_REQUEST, peer_macs[0], OUR_IP, no_mac, OUR_IP);
	for (unsigned i = 0; i < 5; i++)
		CHECK_EQ(mock_input(m, 0, frame, len), NET_ARP_CONFLICT);
	CHECK_EQ(m->net.ifs[0].nr_conflicts, 5);
	CHECK(mac_same(m->net.ifs[0].conflict_mac, peer_macs[0]));
	CHECK_EQ(m->cards[0].nr_kept, 1);
	mock_wait(m, 10100);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_ARP_CONFLICT);
	CHECK_EQ(m->cards[0].nr_kept, 2);
	len = frame_arp(frame, mac_all, ARP_REQUEST, our_macs[0], OUR_IP, no_mac, OUR_IP);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_ARP_IGNORED); /* our own, come back */
	CHECK(mock_end(m));
}

/* --- IPv4 and ICMP --------------------------------------------------------------------------- */

/* An answer of nothing but zeros: its checksum is 0xffff, as 0 would add up to 0. */
TEST(pings_of_nothing_but_zeros_are_answered)
{
	struct mock_net *m = mock_begin(1, true);

	if (!m)
		return;
	for (uint32_t size = 0; size < 64; size++) {
		uint32_t len = frame_ping(frame, 0, PEER_IP, OUR_IP, size);

		__builtin_memset(frame_payload(frame) + 4, 0, 4 + size);
		frame_checksums(frame);
		CHECK_EQ(mock_input(m, 0, frame, len), NET_ECHO_ANSWERED);
		CHECK(frame_sound(mock_last(&m->cards[0])));
	}
	CHECK(mock_end(m));
}

TEST(pings_of_every_length_are_answered_in_place)
{
	struct mock_net *m = mock_begin(1, true);

	if (!m)
		return;
	for (uint32_t size = 0; size <= NET_IP_MAX - IP_HEADER - ICMP_HEADER; size++) {
		uint32_t len = frame_ping(frame, 0, PEER_IP, OUR_IP, size);
		const struct mock_frame *f;
		uint8_t *icmp = frame_payload(frame);

		CHECK_EQ(mock_input(m, 0, frame, len), NET_ECHO_ANSWERED);
		f = mock_last(&m->cards[0]);
		CHECK(frame_sound(f));
		CHECK(mac_same(f->bytes, peer_macs[0]) && mac_same(f->bytes + 6, our_macs[0]));
		CHECK(get32(ip_of(f) + IP_SRC) == OUR_IP && get32(ip_of(f) + IP_DST) == PEER_IP);
		CHECK_EQ(ip_of(f)[IP_TTL], IP_OUR_TTL);
		CHECK_EQ(get16(ip_of(f) + IP_HEADER), 0);
		CHECK(!__builtin_memcmp(ip_of(f) + IP_HEADER + 4, icmp + 4, size + 4));
	}
	CHECK(mock_pages_right(m));
	CHECK(mock_end(m));
}

/* The sum whose update has a carry: 0xffff - 0x0800 and around. */
TEST(checksums_of_answers_are_right_for_every_sum)
{
	struct mock_net *m = mock_begin(1, true);

	if (!m)
		return;
	for (uint32_t value = 0; value < 0x10000 && !test_failed(); value += 3) {
		uint32_t len = frame_ping(frame, 0, PEER_IP, OUR_IP, 2);

		put16(frame_payload(frame) + ICMP_HEADER, value);
		frame_checksums(frame);
		CHECK_EQ(mock_input(m, 0, frame, len), NET_ECHO_ANSWERED);
		CHECK(frame_sound(mock_last(&m->cards[0])));
	}
	CHECK(mock_end(m));
}

TEST(packets_with_options_are_answered_with_these)
{
	struct mock_net *m = mock_begin(1, true);
	uint8_t *ip = frame + ETH_HEADER;
	uint32_t len;

	if (!m)
		return;
	len = frame_ping(frame, 0, PEER_IP, OUR_IP, 32);
	__builtin_memmove(ip + IP_HEADER + 4, ip + IP_HEADER, len - ETH_HEADER - IP_HEADER);
	ip[IP_VERSION] = 0x46;
	put32(ip + IP_HEADER, 0x01010100);
	put16(ip + IP_TOTAL, get16(ip + IP_TOTAL) + 4);
	frame_checksums(frame);
	CHECK_EQ(mock_input(m, 0, frame, len + 4), NET_ECHO_ANSWERED);
	CHECK(frame_sound(mock_last(&m->cards[0])));
	CHECK_EQ(get32(ip_of(mock_last(&m->cards[0])) + IP_HEADER), 0x01010100);
	CHECK(mock_end(m));
}

/* A frame, one thing wrong with it, and what becomes of it. */
struct wrong {
	const char *what;
	uint32_t at; /* offset in the frame */
	uint32_t value;
	unsigned bytes; /* that are written there, 1, 2 or 4 */
	bool sums;	/* checksums are right for what it says */
	unsigned outcome;
};

enum { AT_IP = ETH_HEADER, AT_PAYLOAD = ETH_HEADER + IP_HEADER };

static const struct wrong wrong_pings[] = {
	{"to another station", 5, 9, 1, true, FRAME_NOT_OURS},
	{"from a group of stations", ETH_SRC, 0x03, 1, true, FRAME_SOURCE},
	{"IPv6 by its type", ETH_TYPE, 0x86dd, 2, true, FRAME_NOT_IPV4},
	{"to all stations", ETH_DST, 0xff, 1, true, NET_LINK_BROADCAST},
	{"version 6", AT_IP, 0x65, 1, true, FRAME_IP_VERSION},
	{"header of 16 bytes", AT_IP, 0x44, 1, false, FRAME_IP_HEADER},
	{"header of 60 bytes", AT_IP, 0x4f, 1, false, FRAME_IP_CHECKSUM},
	{"longer than the frame", AT_IP + IP_TOTAL, 1400, 2, true, FRAME_IP_LENGTH},
	{"shorter than its header", AT_IP + IP_TOTAL, 19, 2, true, FRAME_IP_LENGTH},
	{"checksum", AT_IP + IP_CHECK, 0x1234, 2, false, FRAME_IP_CHECKSUM},
	{"first piece", AT_IP + IP_FRAGMENT, 0x2000, 2, true, NET_FRAGMENT},
	{"last piece", AT_IP + IP_FRAGMENT, 0x0001, 2, true, NET_FRAGMENT},
	{"from us", AT_IP + IP_SRC, OUR_IP, 4, true, FRAME_IP_ADDRESS},
	{"from this network", AT_IP + IP_SRC, 0, 4, true, FRAME_IP_ADDRESS},
	{"from all", AT_IP + IP_SRC, IP_BROADCAST, 4, true, FRAME_IP_ADDRESS},
	{"from all of the subnet", AT_IP + IP_SRC, OUR_IP | 0xff, 4, true, FRAME_IP_ADDRESS},
	{"from a group", AT_IP + IP_SRC, 0xe0000001, 4, true, FRAME_IP_ADDRESS},
	{"from loopback", AT_IP + IP_SRC, 0x7f000001, 4, true, FRAME_IP_ADDRESS},
	{"to loopback", AT_IP + IP_DST, 0x7f000001, 4, true, NET_NOT_FOR_US},
	{"to another host", AT_IP + IP_DST, FAR_IP, 4, true, NET_NOT_FOR_US},
	{"to the subnet", AT_IP + IP_DST, OUR_IP | 0xff, 4, true, NET_ICMP_IGNORED},
	{"to all hosts", AT_IP + IP_DST, IP_BROADCAST, 4, true, NET_ICMP_IGNORED},
	{"expired, but ours", AT_IP + IP_TTL, 0, 1, true, NET_ECHO_ANSWERED},
	{"another protocol", AT_IP + IP_PROTOCOL, 47, 1, true, NET_OTHER_PROTOCOL},
	{"ICMP checksum", AT_PAYLOAD + ICMP_CHECK, 0x1234, 2, false, NET_BAD_ICMP},
	{"ICMP cut off", AT_IP + IP_TOTAL, IP_HEADER + 7, 2, true, NET_BAD_ICMP},
	{"ICMP code", AT_PAYLOAD + ICMP_CODE, 1, 1, true, NET_ICMP_IGNORED},
	{"ICMP reply", AT_PAYLOAD, ICMP_ECHO_REPLY, 1, true, NET_ICMP_IGNORED},
	{"ICMP error", AT_PAYLOAD, ICMP_UNREACHABLE, 1, true, NET_ICMP_IGNORED},
	{"nothing", AT_PAYLOAD + 20, 0, 1, true, NET_ECHO_ANSWERED},
};

static const struct wrong wrong_datagrams[] = {
	{"length 0", AT_PAYLOAD + UDP_LEN, 0, 2, false, FRAME_UDP_LENGTH},
	{"length 7", AT_PAYLOAD + UDP_LEN, 7, 2, false, FRAME_UDP_LENGTH},
	{"longer than the packet", AT_PAYLOAD + UDP_LEN, 73, 2, false, FRAME_UDP_LENGTH},
	{"shorter than the packet", AT_PAYLOAD + UDP_LEN, 71, 2, false, NET_BAD_UDP_CHECKSUM},
	{"checksum", AT_PAYLOAD + UDP_CHECK, 0x1234, 2, false, NET_BAD_UDP_CHECKSUM},
	{"no checksum", AT_PAYLOAD + UDP_CHECK, 0, 2, false, NET_UDP_ECHOED},
	{"from the echo port", AT_PAYLOAD + UDP_SRC, 7, 2, true, NET_UDP_IGNORED},
	{"from no port", AT_PAYLOAD + UDP_SRC, 0, 2, true, NET_UDP_IGNORED},
	{"to all", AT_IP + IP_DST, OUR_IP | 0xff, 4, true, NET_UDP_IGNORED},
	{"to discard", AT_PAYLOAD + UDP_DST, 9, 2, true, NET_UDP_DISCARDED},
	{"to nobody", AT_PAYLOAD + UDP_DST, 4711, 2, true, NET_UDP_CLOSED},
	{"to the DHCP client, which is not there", AT_PAYLOAD + UDP_DST, 68, 2, true,
	 NET_UDP_CLOSED},
	{"nothing", AT_PAYLOAD + UDP_HEADER, 0, 1, true, NET_UDP_ECHOED},
};

static void spoil(uint8_t *at, const struct wrong *w)
{
	if (w->bytes == 1)
		at[w->at] = (uint8_t)w->value;
	else if (w->bytes == 2)
		put16(at + w->at, w->value);
	else
		put32(at + w->at, w->value);
	if (w->sums)
		frame_checksums(at);
}

static void try_wrong(struct mock_net *m, const struct wrong *w, uint32_t len)
{
	unsigned outcome;
	bool answers = w->outcome == NET_ECHO_ANSWERED || w->outcome == NET_UDP_ECHOED ||
		       w->outcome == NET_UDP_CLOSED;

	spoil(frame, w);
	mock_forget(&m->cards[0]);
	outcome = mock_input(m, 0, frame, len);
	if (outcome != w->outcome)
		test_fail(__FILE__, __LINE__, "%s: %s, not %s", w->what, net_outcome_name(outcome),
			  net_outcome_name(w->outcome));
	if (m->cards[0].nr_kept != answers)
		test_fail(__FILE__, __LINE__, "%s: %u answers", w->what, m->cards[0].nr_kept);
	if (answers && !frame_sound(mock_last(&m->cards[0])))
		test_fail(__FILE__, __LINE__, "%s: the answer is not right", w->what);
}

TEST(each_thing_wrong_with_a_packet_has_its_own_count)
{
	struct mock_net *m = mock_begin(1, true);

	if (!m)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(wrong_pings); i++)
		try_wrong(m, &wrong_pings[i], frame_ping(frame, 0, PEER_IP, OUR_IP, 64));
	for (size_t i = 0; i < ARRAY_SIZE(wrong_datagrams); i++)
		try_wrong(m, &wrong_datagrams[i],
			  frame_udp(frame, 0, PEER_IP, OUR_IP, 5000, PORT_ECHO, 64));
	CHECK(mock_pages_right(m));
	CHECK(mock_alive(m));
	CHECK(mock_end(m));
}

TEST(errors_quote_the_packet_and_are_limited)
{
	struct mock_net *m = mock_begin(1, true);
	const struct mock_frame *f;
	uint32_t len;

	if (!m)
		return;
	len = frame_udp(frame, 0, PEER_IP, OUR_IP, 5000, 4711, 1000);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_UDP_CLOSED);
	f = mock_last(&m->cards[0]);
	CHECK(f && frame_sound(f) && f->len == ETH_HEADER + 576);
	CHECK_EQ(get16(ip_of(f) + IP_HEADER), ICMP_UNREACHABLE << 8 | ICMP_CODE_PORT);
	CHECK_EQ(get32(ip_of(f) + IP_DST), PEER_IP);
	CHECK(!__builtin_memcmp(ip_of(f) + IP_HEADER + ICMP_HEADER, frame + ETH_HEADER, 548));
	for (unsigned i = 0; i < 300; i++)
		mock_input(m, 0, frame, len);
	CHECK_EQ(m->net.ifs[0].counts[NET_ERRORS_SENT], 100);
	CHECK_EQ(m->net.ifs[0].counts[NET_ERRORS_HELD], 201);
	mock_wait(m, 1000);
	mock_input(m, 0, frame, len);
	CHECK_EQ(m->net.ifs[0].counts[NET_ERRORS_SENT], 101);
	CHECK(mock_end(m));
}

TEST(datagrams_of_every_length_come_back)
{
	struct mock_net *m = mock_begin(1, true);

	if (!m)
		return;
	for (uint32_t size = 0; size <= NET_IP_MAX - IP_HEADER - UDP_HEADER; size++) {
		uint32_t len = frame_udp(frame, 0, PEER_IP, OUR_IP, 5000, PORT_ECHO, size);
		const struct mock_frame *f;

		CHECK_EQ(mock_input(m, 0, frame, len), NET_UDP_ECHOED);
		f = mock_last(&m->cards[0]);
		CHECK(frame_sound(f));
		CHECK_EQ(get16(ip_of(f) + IP_HEADER + UDP_DST), 5000);
		CHECK(!__builtin_memcmp(ip_of(f) + IP_HEADER + UDP_HEADER,
					frame_payload(frame) + UDP_HEADER, size));
	}
	CHECK(mock_end(m));
}

/* --- Routing --------------------------------------------------------------------------------- */

/* Let the station know the neighbour on a card. */
static void introduce(struct mock_net *m, unsigned card, uint32_t addr)
{
	uint32_t len = frame_arp(frame, our_macs[card], ARP_REPLY, peer_macs[card], addr,
				 our_macs[card], m->net.ifs[card].addr);

	net_resolve(&m->net, addr);
	CHECK_EQ(mock_input(m, card, frame, len), NET_ARP_TAKEN);
	mock_forget(&m->cards[0]);
	mock_forget(&m->cards[1]);
}

TEST(packets_go_on_by_the_other_card_in_their_page)
{
	struct mock_net *m = mock_begin(2, true);
	const struct mock_frame *f;
	uint32_t len;

	if (!m)
		return;
	introduce(m, 1, PEER_IP2);
	len = frame_udp(frame, 0, PEER_IP, PEER_IP2, 5000, 6000, 200);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_FORWARDED);
	CHECK_EQ(m->cards[0].nr_kept, 0);
	f = mock_last(&m->cards[1]);
	CHECK(f && f->len == len && frame_sound(f));
	CHECK(mac_same(f->bytes, peer_macs[1]) && mac_same(f->bytes + ETH_SRC, our_macs[1]));
	CHECK_EQ(ip_of(f)[IP_TTL], 16);
	CHECK(!__builtin_memcmp(ip_of(f) + IP_SRC, frame + ETH_HEADER + IP_SRC, len - 26));
	CHECK(mock_pages_right(m));
	CHECK(mock_end(m));
}

TEST(a_packet_waits_for_the_next_hop_and_a_gateway_serves_the_rest)
{
	struct mock_net *m = mock_begin(2, true);
	const struct mock_frame *f;
	uint32_t len;

	if (!m)
		return;
	len = frame_ping(frame, 0, PEER_IP, FAR_IP, 56);
	CHECK_EQ(mock_input(m, 0, frame, len), FRAME_NO_ROUTE);
	m->net.ifs[1].gateway = PEER_IP2;
	CHECK_EQ(mock_input(m, 0, frame, len), NET_FORWARDED);
	f = mock_last(&m->cards[1]);
	CHECK_EQ(get16(f->bytes + ETH_TYPE), TYPE_ARP);
	CHECK_EQ(get32(f->bytes + ETH_HEADER + ARP_TARGET_IP), PEER_IP2);
	CHECK(mock_pages_right(m));
	introduce(m, 1, PEER_IP2);
	CHECK(mock_pages_right(m));
	len = frame_ping(frame, 0, PEER_IP, FAR_IP, 56);
	CHECK_EQ(mock_input(m, 0, frame, len), NET_FORWARDED);
	f = mock_last(&m->cards[1]);
	CHECK(mac_same(f->bytes, peer_macs[1]) && get32(ip_of(f) + IP_DST) == FAR_IP);
	CHECK(mock_end(m));
}

TEST(what_may_not_be_routed_is_not)
{
	static const struct {
		uint32_t src, dst;
		uint8_t ttl;
		unsigned outcome;
	} cases[] = {
		{PEER_IP, PEER_IP2, 1, FRAME_TTL},
		{PEER_IP, PEER_IP2, 0, FRAME_TTL},
		{PEER_IP, PEER_IP2 | 0xff, 9, FRAME_IP_ADDRESS}, /* a directed broadcast */
		{PEER_IP, PEER_IP + 7, 9, FRAME_NO_ROUTE},	 /* by the card it came from */
		{PEER_IP, 0x7f000001, 9, FRAME_IP_ADDRESS},
		{PEER_IP, 0xe0000005, 9, FRAME_IP_ADDRESS},
		{PEER_IP, 0xa9fe0101, 9, FRAME_IP_ADDRESS},
		{OUR_IP2, PEER_IP2, 9, FRAME_IP_ADDRESS},
		{PEER_IP, OUR_IP2, 9, NET_ECHO_ANSWERED}, /* ours too, on whatever card */
	};
	struct mock_net *m = mock_begin(2, true);

	if (!m)
		return;
	introduce(m, 1, PEER_IP2);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint32_t len = frame_ping(frame, 0, cases[i].src, cases[i].dst, 56);

		frame[ETH_HEADER + IP_TTL] = cases[i].ttl;
		frame_checksums(frame);
		mock_forget(&m->cards[0]);
		CHECK_EQ(mock_input(m, 0, frame, len), cases[i].outcome);
		CHECK_EQ(m->cards[1].nr_kept, 0);
		if (cases[i].outcome == FRAME_TTL) {
			const struct mock_frame *f = mock_last(&m->cards[0]);

			CHECK(f && frame_sound(f));
			CHECK_EQ(get16(ip_of(f) + IP_HEADER), ICMP_EXCEEDED << 8);
			CHECK_EQ(get32(ip_of(f) + IP_SRC), OUR_IP);
		}
	}
	CHECK(mock_end(m));
}

/* --- Pages ----------------------------------------------------------------------------------- */

TEST(a_card_without_room_loses_frames_and_no_pages)
{
	struct mock_net *m = mock_begin(1, true);
	uint32_t len;

	if (!m)
		return;
	m->cards[0].holds = true;
	len = frame_ping(frame, 0, PEER_IP, OUR_IP, 56);
	for (unsigned i = 0; i < MOCK_SENT + 30; i++)
		CHECK_EQ(mock_input(m, 0, frame, len), NET_ECHO_ANSWERED);
	CHECK(m->net.ifs[0].counts[NET_SEND_FULL] >= 30);
	CHECK(mock_pages_right(m));
	m->cards[0].holds = false;
	CHECK(mock_alive(m));
	CHECK(mock_end(m));
}

TEST(a_closed_pool_takes_nothing_and_gives_nothing_back)
{
	struct mock_net *m = mock_begin(1, true);
	uint64_t free;
	uint32_t len;

	if (!m)
		return;
	CHECK(net_close_pool(&m->net));
	free = nr_free_pages();
	len = frame_ping(frame, 0, PEER_IP, OUR_IP, 56);
	for (unsigned i = 0; i < 3 * NET_POOL; i++) {
		CHECK_EQ(mock_input(m, 0, frame, len), NET_ECHO_ANSWERED);
		CHECK_EQ(nr_free_pages(), free);
	}
	m->cards[0].holds = true;
	for (unsigned i = 0; i < 3 * NET_POOL; i++) {
		mock_input(m, 0, frame, len);
		CHECK_EQ(nr_free_pages(), free);
	}
	CHECK(m->cards[0].nr_missed > 0); /* it had no pages to receive into */
	m->cards[0].holds = false;
	mock_wait(m, 100);
	CHECK(mock_alive(m));
	net_open_pool(&m->net);
	mock_wait(m, 100);
	CHECK(mock_pages_right(m));
	CHECK(mock_end(m));
}

TEST(without_memory_the_station_goes_on_when_there_is_some)
{
	struct mock_net *m = mock_begin(1, true);
	struct page_list all = {0};
	uint32_t len;
	int err = 0;

	if (!m)
		return;
	len = frame_udp(frame, 0, PEER_IP, OUR_IP, 5000, PORT_DISCARD, 100);
	while (alloc_pages_bulk_list(__GFP_NOWARN, 512, &all))
		;
	for (unsigned i = 0; i < 10; i++)
		mock_input(m, 0, frame, len);
	CHECK_EQ(m->net.ifs[0].outcomes[NET_UDP_DISCARDED], 10);
	for (uint32_t i = 0; i < 30; i++)
		err = net_send_udp(&m->net, PEER_IP + 10 + i, 1, 2, "abc", 3);
	CHECK_EQ(err, -ENOMEM);
	CHECK(m->net.ifs[0].counts[NET_SEND_NO_PAGE] > 0);
	CHECK(mock_alive(m)); /* answers need no other page */
	while (all.nr_pages)
		__free_pages(page_list_pop(&all), 0);
	CHECK(mock_alive(m));
	CHECK(mock_pages_right(m));
	CHECK(mock_end(m));
}
