// SPDX-License-Identifier: MIT
/*
 * Frames that are wrong: every length, made-up and real malformed ones, and mutations of good ones.
 * After each frame every page is where it may be, each frame counts once, all that is sent is a
 * sound frame, and what stands in the page behind a frame makes no difference; after each group a
 * normal ping is answered.
 */
#include "apps/harness/env.h"
#include "tests/harness/test.h"
#include "tests/unit/net_pair.h"

enum { LENGTHS = 1601, KINDS = 8, MANY = 200000, FEW = 20000, RESTED = 64 };

static uint8_t frame[MOCK_LONGEST];
static const uint8_t no_mac[6];

/* Natively the sanitizers look on; an emulator takes its time. */
static unsigned nr_mutations(void)
{
	return env_ticks_since_entry() ? FEW : MANY;
}

/* A good frame of each kind, for card 0. Returns its length. */
static uint32_t good_frame(uint8_t *at, unsigned kind, const struct mock_net *m, uint32_t size)
{
	uint8_t *payload = frame_payload(at);

	switch (kind % KINDS) {
	case 0:
		return frame_arp(at, mac_all, ARP_REQUEST, peer_macs[0], PEER_IP, no_mac, OUR_IP);
	case 1:
		return frame_arp(at, our_macs[0], ARP_REPLY, peer_macs[0], PEER_IP, our_macs[0],
				 OUR_IP);
	case 2:
		return frame_ping(at, 0, PEER_IP, OUR_IP, size);
	case 3:
		return frame_udp(at, 0, PEER_IP, OUR_IP, 5000, PORT_ECHO, size);
	case 4:
		return frame_udp(at, 0, PEER_IP, OUR_IP, 5000, 4711, size);
	case 5: /* to be routed */
		return frame_udp(at, 0, PEER_IP, PEER_IP2, 5000, 6000, size);
	case 6: /* TCP, with an MSS option */
		__builtin_memset(payload, 0, 24);
		payload[12] = 0x60;
		put32(payload + 20, 0x020405b4);
		return frame_ip(at, 0, 6, PEER_IP, size & 1 ? OUR_IP : PEER_IP2, 24);
	default: /* from a DHCP server, with a request's or an offer's transaction */
		__builtin_memset(payload + UDP_HEADER, 0, 300);
		payload[UDP_HEADER] = 2;
		payload[UDP_HEADER + 1] = 1;
		payload[UDP_HEADER + 2] = 6;
		put32(payload + UDP_HEADER + 4, m->net.ifs[0].dhcp.xid);
		put32(payload + UDP_HEADER + 16, OUR_IP);
		__builtin_memcpy(payload + UDP_HEADER + 28, our_macs[0], 6);
		put32(payload + UDP_HEADER + 236, 0x63825363);
		put32(payload + UDP_HEADER + 240, size & 1 ? 0x350102ff : 0x35010536);
		put32(payload + UDP_HEADER + 244, 0x04c00002);
		put32(payload + UDP_HEADER + 248, 0x01ff0000);
		put16(payload + UDP_SRC, PORT_DHCP_SERVER);
		put16(payload + UDP_DST, PORT_DHCP_CLIENT);
		put16(payload + UDP_LEN, UDP_HEADER + 300);
		return frame_ip(at, 0, PROTOCOL_UDP, PEER_IP, IP_BROADCAST, UDP_HEADER + 300);
	}
}

TEST(frames_of_every_length_with_any_content_do_no_harm)
{
	struct mock_net *pair[2];
	uint64_t random = test_seed();

	test_note("seed %llu", (unsigned long long)random);
	if (!pair_begin(pair, false))
		return;
	for (uint32_t len = 0; len < LENGTHS; len++) {
		for (uint32_t i = 0; i < len; i++)
			frame[i] = (uint8_t)test_random(&random);
		CHECK(pair_feed(pair, 0, frame, len));
		if (len >= 6)
			__builtin_memcpy(frame, len & 1 ? our_macs[0] : mac_all, 6);
		if (len >= ETH_HEADER) {
			frame[ETH_SRC] &= 0xfe;
			put16(frame + ETH_TYPE, len & 2 ? TYPE_IPV4 : TYPE_ARP);
		}
		if (len >= ETH_HEADER + IP_HEADER) {
			frame[ETH_HEADER] = 0x45;
			put16(frame + ETH_HEADER + IP_TOTAL, len - ETH_HEADER);
			frame_checksums(frame);
		}
		CHECK(pair_feed(pair, 0, frame, len));
		CHECK(pair_pages_right(pair));
	}
	CHECK(pair_end(pair));
}

TEST(good_frames_cut_and_lengthened_to_every_length_do_no_harm)
{
	struct mock_net *pair[2];

	if (!pair_begin(pair, false))
		return;
	for (unsigned kind = 0; kind < KINDS; kind++) {
		for (uint32_t len = 0; len < LENGTHS; len += 1 + (kind > 1 && len > 400) * 6) {
			__builtin_memset(frame, (int)len, sizeof(frame));
			good_frame(frame, kind, pair[0], 300);
			CHECK(pair_feed(pair, 0, frame, len));
		}
		CHECK(pair_pages_right(pair));
		CHECK(mock_alive(pair[0]) && mock_alive(pair[1]));
	}
	CHECK(pair_end(pair));
}

/* --- Frames known from others' bugs ------------------------------------------------------------
 */

/*
 * Case O09 of mirage/mirage-tcpip #56: a TCP option of length 0 made the walk stand still. The
 * frames are ours. To 192.0.2.2; the last one is sound.
 */
static const struct {
	uint16_t check;
	uint32_t option;
	unsigned outcome;
} syns[] = {
	{0xc282, 0x01020000, FRAME_TCP_OPTION},
	{0xc083, 0x00030100, NET_OTHER_PROTOCOL}, /* its list ends at once */
	{0xbf84, 0x010102ff, FRAME_TCP_OPTION},
	{0xc183, 0x03010000, FRAME_TCP_OPTION},
	{0xbbcc, 0x020405b4, NET_OTHER_PROTOCOL},
};

static uint32_t syn_write(uint8_t *at, uint16_t check, uint32_t option)
{
	uint8_t *tcp = frame_payload(at);

	put32(tcp, 0x0fa00050);
	put32(tcp + 4, 0x11223344);
	put32(tcp + 8, 0);
	put32(tcp + 12, 0x60020400);
	put32(tcp + 16, (uint32_t)check << 16);
	put32(tcp + 20, option);
	return frame_ip(at, 0, 6, PEER_IP, OUR_IP, 24);
}

TEST(tcp_options_of_no_length_end_the_walk)
{
	struct mock_net *pair[2];

	if (!pair_begin(pair, false))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(syns); i++) {
		uint32_t len = syn_write(frame, syns[i].check, syns[i].option);
		uint64_t *count = &pair[0]->net.ifs[0].outcomes[syns[i].outcome];
		uint64_t before = *count;

		CHECK(pair_feed(pair, 0, frame, len));
		CHECK_EQ(*count, before + 1);
		CHECK_EQ(pair[0]->cards[0].nr_kept, 0);
	}
	CHECK(pair_pages_right(pair));
	CHECK(pair_end(pair));
}

/* A change to a frame of 64 bytes of payload; checksums are made right afterwards if `sums`. */
static const struct {
	const char *what;
	unsigned kind;
	uint32_t at, value;
	bool sums;
} relatives[] = {
	{"ARP: hardware addresses of 0 bytes", 0, ETH_HEADER + ARP_HLEN, 0x0004, false},
	{"ARP: hardware addresses of 255 bytes", 0, ETH_HEADER + ARP_HLEN, 0xff04, false},
	{"ARP: protocol addresses of 16 bytes", 0, ETH_HEADER + ARP_HLEN, 0x0610, false},
	{"ARP: another hardware", 0, ETH_HEADER + ARP_HTYPE, 6, false},
	{"ARP: another protocol", 0, ETH_HEADER + ARP_PTYPE, TYPE_ARP, false},
	{"ARP: no operation", 0, ETH_HEADER + ARP_OP, 0, false},
	{"ARP: reverse request", 0, ETH_HEADER + ARP_OP, 3, false},
	{"ARP: from a group", 0, ETH_HEADER + ARP_SENDER_MAC, 0x0100, false},
	{"IP: header beyond the frame", 2, ETH_HEADER, 0x4f00, true},
	{"IP: header of no length", 2, ETH_HEADER, 0x4000, false},
	{"IP: total length 0", 2, ETH_HEADER + IP_TOTAL, 0, false},
	{"IP: total length beyond the frame", 2, ETH_HEADER + IP_TOTAL, 0xffff, false},
	{"IP: total length of the header alone", 2, ETH_HEADER + IP_TOTAL, 20, true},
	{"IP: last piece beyond the longest packet", 2, ETH_HEADER + IP_FRAGMENT, 0x1fff, true},
	{"IP: piece of length no multiple of 8", 2, ETH_HEADER + IP_FRAGMENT, 0x2000, true},
	{"ICMP: header alone cut", 2, ETH_HEADER + IP_TOTAL, 27, true},
	{"UDP: length 0", 3, ETH_HEADER + IP_HEADER + UDP_LEN, 0, false},
	{"UDP: length 65535", 3, ETH_HEADER + IP_HEADER + UDP_LEN, 0xffff, false},
	{"UDP: header cut", 3, ETH_HEADER + IP_TOTAL, 27, true},
	{"UDP: from and to echo", 3, ETH_HEADER + IP_HEADER + UDP_SRC, PORT_ECHO, true},
	{"IP: source and target the same", 2, ETH_HEADER + IP_SRC + 2, 0x0202, true},
};

TEST(relatives_of_known_malformed_frames_do_no_harm)
{
	struct mock_net *pair[2];

	if (!pair_begin(pair, false))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(relatives); i++) {
		uint32_t len = good_frame(frame, relatives[i].kind, pair[0], 61);

		put16(frame + relatives[i].at, relatives[i].value);
		if (relatives[i].sums)
			frame_checksums(frame);
		if (!pair_feed(pair, 0, frame, len) || pair[0]->cards[0].nr_kept) {
			test_fail(__FILE__, __LINE__, "%s: it was answered", relatives[i].what);
			return;
		}
		CHECK(mock_alive(pair[0]) && mock_alive(pair[1]));
	}
	CHECK(pair_pages_right(pair));
	CHECK(pair_end(pair));
}

/* IP options: every kind and length, at both ends of the room for them. */
TEST(ip_options_of_any_kind_and_length_do_no_harm)
{
	struct mock_net *pair[2];
	uint8_t *ip = frame + ETH_HEADER;

	if (!pair_begin(pair, false))
		return;
	for (uint32_t value = 0; value < 0x10000 && !test_failed(); value += 37) {
		uint32_t len = good_frame(frame, 2, pair[0], 64);

		ip[IP_VERSION] = 0x47;
		put32(ip + IP_HEADER, 0x01010101);
		put16(ip + IP_HEADER + (value % 4) * 2, value);
		frame_checksums(frame);
		CHECK(pair_feed(pair, 0, frame, len));
	}
	CHECK(pair_pages_right(pair));
	CHECK(pair_end(pair));
}

/* --- Mutations ---------------------------------------------------------------------------------
 */

/* Change one to four places, most often of the headers, and mend the checksums now and then. */
static uint32_t mutate(uint8_t *at, uint32_t len, uint64_t *random)
{
	static const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff, 20, 60, 255};
	uint64_t r = test_random(random);
	unsigned nr = 1 + (unsigned)(r & 3);

	for (unsigned i = 0; i < nr; i++) {
		uint64_t what = test_random(random);
		uint32_t where = (uint32_t)(what >> 8) % (what & 0x80 ? len : len < 62 ? len : 62);

		if (what & 1)
			at[where] ^= (uint8_t)(1 << (what >> 1 & 7));
		else
			at[where] = what & 2 ? values[what >> 4 & 7] : (uint8_t)(what >> 40);
	}
	if (r & 0x10)
		len = (uint32_t)(r >> 32) % (len + 40);
	if (r & 0x60)
		frame_checksums(at);
	return len;
}

static void fuzz(bool asking, unsigned nr)
{
	struct mock_net *pair[2];
	uint64_t random = test_seed() + asking;

	test_note("seed %llu, %u frames", (unsigned long long)test_seed(), nr);
	if (!pair_begin(pair, asking))
		return;
	for (unsigned i = 0; i < nr && !test_failed(); i++) {
		uint32_t len = good_frame(frame, i, pair[0], (uint32_t)(i / KINDS * 13 % 1400));

		len = mutate(frame, len, &random);
		CHECK(pair_feed(pair, 0, frame, len));
		if (i % RESTED == 0) { /* timers, and another second for errors */
			mock_wait(pair[0], 700);
			mock_wait(pair[1], 700);
			CHECK(asking || (mock_alive(pair[0]) && mock_alive(pair[1])));
		}
		CHECK(pair_pages_right(pair));
	}
	CHECK(pair_end(pair));
}

TEST(mutations_of_good_frames_do_no_harm)
{
	fuzz(false, nr_mutations());
}

TEST(mutations_do_no_harm_while_an_address_is_asked_for)
{
	fuzz(true, nr_mutations() / 4);
}
