// SPDX-License-Identifier: MIT
/* The DHCP client of apps/net against a server made here, well-behaved and not. */
#include "tests/harness/test.h"
#include "tests/unit/net_mock.h"

enum { DISCOVER = 1, OFFER, REQUEST, DECLINE, ACK, NAK };
enum { LEASE_S = 3600, DHCP_LEN = 300, AT_DHCP = ETH_HEADER + IP_HEADER + UDP_HEADER };

#define SERVER_IP PEER_IP

static uint8_t frame[MOCK_LONGEST];

/* The message that the client sent last, as its bytes; NULL: none. */
static const uint8_t *sent_message(const struct mock_net *m)
{
	const struct mock_frame *f = mock_last(&m->cards[0]);

	if (!f || !frame_sound(f) || get16(f->bytes + ETH_TYPE) != TYPE_IPV4)
		return NULL;
	return get16(f->bytes + AT_DHCP - UDP_HEADER + UDP_DST) == PORT_DHCP_SERVER
		       ? f->bytes + AT_DHCP
		       : NULL;
}

/* An option of a message, NULL: it is not there. */
static const uint8_t *option_of(const uint8_t *message, uint8_t code)
{
	for (uint32_t i = 240; message[i] != 255 && i < DHCP_LEN; i += 2u + message[i + 1])
		if (message[i] == code)
			return message + i;
	return NULL;
}

static bool sent_is(const struct mock_net *m, uint8_t type)
{
	const uint8_t *message = sent_message(m), *option;

	option = message ? option_of(message, 53) : NULL;
	return option && option[1] == 1 && option[2] == type;
}

/* An answer without options, to the client's present transaction; returns where these go. */
static uint8_t *answer_begin(const struct mock_net *m, uint32_t addr)
{
	uint8_t *message = frame + AT_DHCP;

	__builtin_memset(message, 0, 600);
	message[0] = 2;
	message[1] = 1;
	message[2] = 6;
	put32(message + 4, m->net.ifs[0].dhcp.xid);
	put32(message + 16, addr);
	__builtin_memcpy(message + 28, our_macs[0], 6);
	put32(message + 236, 0x63825363);
	return message + 240;
}

static uint8_t *option_add(uint8_t *at, uint8_t code, uint8_t len, uint32_t value)
{
	at[0] = code;
	at[1] = len;
	if (len == 1)
		at[2] = (uint8_t)value;
	else
		put32(at + 2, value);
	return at + 2 + len;
}

/* Send the answer in `frame`, to all, with `len` bytes of DHCP. */
static unsigned answer_send(struct mock_net *m, uint32_t len)
{
	uint8_t *udp = frame_payload(frame);

	put16(udp + UDP_SRC, PORT_DHCP_SERVER);
	put16(udp + UDP_DST, PORT_DHCP_CLIENT);
	put16(udp + UDP_LEN, UDP_HEADER + len);
	len = frame_ip(frame, 0, PROTOCOL_UDP, SERVER_IP, IP_BROADCAST, UDP_HEADER + len);
	__builtin_memcpy(frame + ETH_DST, mac_all, 6);
	return mock_input(m, 0, frame, len);
}

static unsigned answer(struct mock_net *m, uint8_t type, uint32_t addr)
{
	uint8_t *at = answer_begin(m, addr);

	at = option_add(at, 53, 1, type);
	at = option_add(at, 54, 4, SERVER_IP);
	if (type != NAK) {
		at = option_add(at, 51, 4, LEASE_S);
		at = option_add(at, 1, 4, NET_MASK_24);
		at = option_add(at, 3, 4, PEER_IP);
	}
	*at = 255;
	return answer_send(m, DHCP_LEN);
}

static struct mock_net *begin(void)
{
	struct mock_net *m = mock_begin(1, false);

	if (!m)
		return NULL;
	net_start_dhcp(&m->net.ifs[0]);
	net_poll(&m->net, m->now_ms);
	return m;
}

/* Up to the lease. False: it did not come to that. */
static bool bind(struct mock_net *m)
{
	bool right = answer(m, OFFER, OUR_IP) == NET_DHCP_TAKEN;

	mock_wait(m, 100);
	right = right && sent_is(m, REQUEST) && answer(m, ACK, OUR_IP) == NET_DHCP_TAKEN;
	mock_wait(m, 1);
	return right && m->net.ifs[0].addr == OUR_IP;
}

TEST(an_address_is_discovered_requested_and_used)
{
	struct mock_net *m = begin();
	const uint8_t *message;

	if (!m)
		return;
	CHECK(sent_is(m, DISCOVER));
	message = sent_message(m);
	CHECK(mac_same(mock_last(&m->cards[0])->bytes, mac_all));
	CHECK_EQ(get32(message - UDP_HEADER - IP_HEADER + IP_SRC), 0);
	CHECK_EQ(get16(message + 10), 0x8000);
	CHECK(mac_same(message + 28, our_macs[0]));
	CHECK(!mock_alive(m));
	CHECK_EQ(answer(m, OFFER, OUR_IP), NET_DHCP_TAKEN);
	mock_wait(m, 100);
	CHECK(sent_is(m, REQUEST));
	message = sent_message(m);
	CHECK_EQ(get32(option_of(message, 50) + 2), OUR_IP);
	CHECK_EQ(get32(option_of(message, 54) + 2), SERVER_IP);
	CHECK_EQ(answer(m, ACK, OUR_IP), NET_DHCP_TAKEN);
	CHECK_EQ(m->net.ifs[0].addr, OUR_IP);
	CHECK_EQ(m->net.ifs[0].mask, NET_MASK_24);
	CHECK_EQ(m->net.ifs[0].gateway, PEER_IP);
	CHECK_EQ(get16(mock_last(&m->cards[0])->bytes + ETH_TYPE), TYPE_ARP); /* announced */
	CHECK(mock_alive(m));
	CHECK(mock_pages_right(m));
	CHECK(mock_end(m));
}

TEST(without_a_server_it_asks_less_and_less_often)
{
	struct mock_net *m = begin();

	if (!m)
		return;
	mock_wait(m, 8000); /* after about 1, 3 and 7 s */
	CHECK(m->cards[0].nr_kept >= 3 && m->cards[0].nr_kept <= 5);
	mock_wait(m, 300000);
	CHECK(m->cards[0].nr_kept >= 8 && m->cards[0].nr_kept <= 12);
	CHECK_EQ(m->net.ifs[0].addr, 0);
	CHECK(bind(m));
	CHECK(mock_end(m));
}

TEST(a_lease_is_renewed_and_given_up_at_its_end)
{
	struct mock_net *m = begin();
	struct net_if *nif;

	if (!m)
		return;
	nif = &m->net.ifs[0];
	CHECK(bind(m));
	mock_forget(&m->cards[0]);
	mock_wait(m, (LEASE_S / 2 - 1) * 1000ull);
	CHECK(!mock_last(&m->cards[0]));
	mock_wait(m, 2000); /* T1: to the server alone, whose address is asked for first */
	CHECK_EQ(get16(mock_last(&m->cards[0])->bytes + ETH_TYPE), TYPE_ARP);
	CHECK(mock_pages_right(m));
	CHECK_EQ(mock_input(m, 0, frame,
			    frame_arp(frame, our_macs[0], ARP_REPLY, peer_macs[0], SERVER_IP,
				      our_macs[0], OUR_IP)),
		 NET_ARP_TAKEN);
	CHECK(sent_is(m, REQUEST));
	CHECK_EQ(get32(sent_message(m) + 12), OUR_IP);
	CHECK_EQ(get32(sent_message(m) - UDP_HEADER - IP_HEADER + IP_DST), SERVER_IP);
	CHECK(!option_of(sent_message(m), 50) && !option_of(sent_message(m), 54));
	CHECK_EQ(answer(m, ACK, OUR_IP), NET_DHCP_TAKEN);
	mock_wait(m, LEASE_S * 700ull); /* into the second lease, without answers */
	CHECK_EQ(nif->addr, OUR_IP);
	mock_wait(m, LEASE_S * 200ull); /* T2: to all */
	CHECK(sent_is(m, REQUEST) && mac_same(mock_last(&m->cards[0])->bytes, mac_all));
	CHECK_EQ(nif->addr, OUR_IP);
	mock_wait(m, LEASE_S * 120ull);
	CHECK_EQ(nif->addr, 0);
	CHECK(sent_is(m, DISCOVER));
	CHECK(bind(m));
	CHECK(mock_end(m));
}

TEST(a_refusal_begins_anew_after_a_while)
{
	struct mock_net *m = begin();

	if (!m)
		return;
	CHECK_EQ(answer(m, OFFER, OUR_IP), NET_DHCP_TAKEN);
	mock_wait(m, 100);
	CHECK_EQ(answer(m, NAK, 0), NET_DHCP_TAKEN);
	mock_forget(&m->cards[0]);
	mock_wait(m, 500);
	CHECK(!mock_last(&m->cards[0]));
	mock_wait(m, 1000);
	CHECK(sent_is(m, DISCOVER));
	CHECK(bind(m));
	CHECK_EQ(m->net.ifs[0].dhcp.nr_refused, 1);
	CHECK(mock_end(m));
}

TEST(an_offer_that_is_never_confirmed_is_dropped)
{
	struct mock_net *m = begin();

	if (!m)
		return;
	CHECK_EQ(answer(m, OFFER, OUR_IP), NET_DHCP_TAKEN);
	mock_wait(m, 30000);
	CHECK(sent_is(m, DISCOVER));
	CHECK_EQ(m->net.ifs[0].addr, 0);
	CHECK(mock_end(m));
}

TEST(messages_for_others_or_unasked_change_nothing)
{
	struct mock_net *m = begin();
	struct net_if *nif;

	if (!m)
		return;
	nif = &m->net.ifs[0];
	CHECK_EQ(answer(m, ACK, OUR_IP), NET_DHCP_IGNORED); /* there was no request */
	CHECK_EQ(answer(m, NAK, 0), NET_DHCP_IGNORED);
	answer_begin(m, OUR_IP);
	frame[AT_DHCP + 4] ^= 1;
	CHECK_EQ(answer_send(m, DHCP_LEN), NET_DHCP_IGNORED);
	answer_begin(m, OUR_IP);
	frame[AT_DHCP + 28 + 5] ^= 1;
	CHECK_EQ(answer_send(m, DHCP_LEN), NET_DHCP_IGNORED);
	CHECK_EQ(nif->dhcp.state, DHCP_SELECTING);
	CHECK(bind(m));
	CHECK_EQ(answer(m, NAK, 0), NET_DHCP_IGNORED); /* of a lease that nobody asks about */
	CHECK_EQ(nif->addr, OUR_IP);
	CHECK(mock_end(m));
}

/* Messages that are not whole; each is refused, and the right one taken afterwards. */
TEST(options_that_run_out_or_lie_are_refused)
{
	static const struct {
		uint8_t code, len;
	} lengths[] = {{53, 0}, {53, 2}, {54, 3}, {54, 8}, {1, 0},
		       {51, 1}, {3, 3},	 {3, 0},  {52, 2}, {58, 5}};
	struct mock_net *m = begin();
	uint8_t *at;

	if (!m)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		at = option_add(answer_begin(m, OUR_IP), 53, 1, OFFER);
		at = option_add(at, 54, 4, SERVER_IP);
		at[0] = lengths[i].code;
		at[1] = lengths[i].len;
		at[2 + at[1]] = 255;
		CHECK_EQ(answer_send(m, DHCP_LEN), NET_BAD_DHCP);
	}
	for (uint32_t len = 0; len < 240; len++) {
		answer_begin(m, OUR_IP);
		CHECK_EQ(answer_send(m, len), NET_BAD_DHCP);
	}
	for (uint32_t len = 241; len < 252; len++) { /* cut within the options */
		at = option_add(answer_begin(m, OUR_IP), 53, 1, OFFER);
		option_add(option_add(at, 54, 4, SERVER_IP), 51, 4, 60);
		if (len != 243 && len != 249)
			CHECK_EQ(answer_send(m, len), NET_BAD_DHCP);
	}
	at = option_add(answer_begin(m, OUR_IP), 53, 1, OFFER); /* no server */
	*at = 255;
	CHECK_EQ(answer_send(m, DHCP_LEN), NET_BAD_DHCP);
	CHECK_EQ(m->net.ifs[0].dhcp.state, DHCP_SELECTING);
	CHECK(bind(m));
	CHECK(mock_end(m));
}

TEST(options_go_on_in_the_other_fields_where_a_message_says_so)
{
	struct mock_net *m = begin();
	uint8_t *at, *message = frame + AT_DHCP;

	if (!m)
		return;
	for (unsigned overload = 4; overload; overload--) {
		at = option_add(answer_begin(m, OUR_IP), 52, 1, overload);
		*at = 255;
		at = option_add(message + (overload == 2 ? 44 : 108), 53, 1, OFFER);
		at = option_add(at, 54, 4, SERVER_IP);
		*at = 255;
		CHECK_EQ(answer_send(m, DHCP_LEN), overload == 4 ? NET_BAD_DHCP : NET_DHCP_TAKEN);
		m->net.ifs[0].dhcp.state = DHCP_SELECTING;
	}
	at = option_add(answer_begin(m, OUR_IP), 52, 1, 2);
	*at = 255;
	__builtin_memset(message + 44, 12, 64); /* one that runs on into the next field */
	CHECK_EQ(answer_send(m, DHCP_LEN), NET_BAD_DHCP);
	CHECK(mock_end(m));
}

TEST(addresses_that_no_host_can_have_are_not_taken)
{
	static const struct {
		uint32_t addr, mask, lease;
	} acks[] = {{0, NET_MASK_24, 60},
		    {0x7f000001, NET_MASK_24, 60},
		    {0xe0000001, NET_MASK_24, 60},
		    {OUR_IP | 255, NET_MASK_24, 60},
		    {OUR_IP & NET_MASK_24, NET_MASK_24, 60},
		    {OUR_IP, 0xff00ff00, 60},
		    {OUR_IP, 0, 60},
		    {OUR_IP, NET_MASK_24, 0}};
	struct mock_net *m = begin();

	if (!m)
		return;
	CHECK_EQ(answer(m, OFFER, OUR_IP), NET_DHCP_TAKEN);
	mock_wait(m, 100);
	for (size_t i = 0; i < ARRAY_SIZE(acks); i++) {
		uint8_t *at = option_add(answer_begin(m, acks[i].addr), 53, 1, ACK);

		at = option_add(at, 54, 4, SERVER_IP);
		at = option_add(at, 1, 4, acks[i].mask);
		at = option_add(at, 51, 4, acks[i].lease);
		*at = 255;
		CHECK_EQ(answer_send(m, DHCP_LEN), NET_BAD_DHCP);
		CHECK_EQ(m->net.ifs[0].addr, 0);
	}
	CHECK_EQ(answer(m, ACK, OUR_IP), NET_DHCP_TAKEN);
	CHECK(mock_end(m));
}
