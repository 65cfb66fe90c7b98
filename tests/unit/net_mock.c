// SPDX-License-Identifier: MIT
#include "tests/unit/net_mock.h"

#include "tests/harness/test.h"

/* --- Cards ----------------------------------------------------------------------------------- */

static struct mock_card *card_of(struct net_port *port)
{
	return container_of(port, struct mock_card, port);
}

static unsigned mock_wanted(struct net_port *port)
{
	return MOCK_RING - card_of(port)->nr_ring;
}

static unsigned mock_post(struct net_port *port, struct page **pages, unsigned nr)
{
	struct mock_card *card = card_of(port);
	unsigned took = 0;

	while (took < nr && card->nr_ring < MOCK_RING)
		card->ring[card->nr_ring++] = pages[took++];
	return took;
}

static unsigned mock_receive(struct net_port *port, struct page **pages, uint32_t *lens,
			     unsigned nr)
{
	struct mock_card *card = card_of(port);

	if (!card->has_coming || !nr)
		return 0;
	card->has_coming = false;
	if (!card->nr_ring) {
		card->nr_missed++;
		return 0;
	}
	pages[0] = card->ring[--card->nr_ring];
	lens[0] = card->coming.len;
	__builtin_memcpy(net_page_bytes(pages[0]), card->coming.bytes, MOCK_LONGEST);
	return 1;
}

static unsigned mock_send(struct net_port *port, struct page **pages, const uint32_t *lens,
			  unsigned nr)
{
	struct mock_card *card = card_of(port);
	unsigned took = 0;

	while (took < nr && card->nr_sent < MOCK_SENT && card->room) {
		struct mock_frame *kept = &card->kept[card->nr_kept++ % MOCK_KEPT];

		if (lens[took] < FRAME_MIN || lens[took] > FRAME_MAX)
			test_fail(__FILE__, __LINE__, "%u bytes sent", lens[took]);
		kept->len = lens[took] < MOCK_LONGEST ? lens[took] : MOCK_LONGEST;
		__builtin_memcpy(kept->bytes, net_page_bytes(pages[took]), kept->len);
		card->sent[card->nr_sent++] = pages[took++];
		card->room--;
	}
	return took;
}

static unsigned mock_reclaim(struct net_port *port, struct page **pages, unsigned nr)
{
	struct mock_card *card = card_of(port);
	unsigned got = 0;

	while (got < nr && card->nr_sent && !card->holds)
		pages[got++] = card->sent[--card->nr_sent];
	return got;
}

void mock_make(struct mock_net *m, unsigned nr, bool addresses)
{
	static const uint32_t addrs[2] = {OUR_IP, OUR_IP2};

	m->free_before = nr_free_pages();
	m->now_ms = 1000;
	net_init(&m->net, m->now_ms);
	for (unsigned i = 0; i < nr; i++) {
		struct mock_card *card = &m->cards[i];
		struct net_if *nif;

		card->port = (struct net_port){mock_wanted, mock_post, mock_receive, mock_send,
					       mock_reclaim};
		card->room = MOCK_SENT;
		nif = net_add(&m->net, &card->port, our_macs[i]);
		if (addresses)
			net_set_address(nif, addrs[i], NET_MASK_24, 0);
	}
	net_poll(&m->net, m->now_ms);
	for (unsigned i = 0; i < nr; i++)
		mock_forget(&m->cards[i]);
}

struct mock_net *mock_begin(unsigned nr, bool addresses)
{
	struct mock_net *m = test_arena(sizeof(*m));

	if (m)
		mock_make(m, nr, addresses);
	else
		test_skip("no memory for a station");
	return m;
}

bool mock_end(struct mock_net *m)
{
	net_end(&m->net);
	for (unsigned i = 0; i < 2; i++) {
		free_pages_bulk(m->cards[i].nr_ring, m->cards[i].ring);
		free_pages_bulk(m->cards[i].nr_sent, m->cards[i].sent);
	}
	return nr_free_pages() == m->free_before;
}

uint64_t mock_pages_held(const struct mock_net *m)
{
	uint64_t held = m->net.nr_pool + m->net.nr_done;

	for (unsigned i = 0; i < m->net.nr_ifs; i++) {
		const struct net_if *nif = &m->net.ifs[i];

		held += m->cards[i].nr_ring + m->cards[i].nr_sent + nif->nr_out;
		for (unsigned k = 0; k < NET_ARP; k++)
			held += nif->arp[k].state != ARP_FREE && nif->arp[k].page;
	}
	return held;
}

bool mock_pages_right(const struct mock_net *m)
{
	return m->free_before - nr_free_pages() == mock_pages_held(m);
}

unsigned mock_input(struct mock_net *m, unsigned card, const uint8_t *bytes, uint32_t len)
{
	struct net_if *nif = &m->net.ifs[card];
	struct mock_card *c = &m->cards[card];
	uint64_t before[NR_NET_OUTCOMES];

	__builtin_memcpy(before, nif->outcomes, sizeof(before));
	__builtin_memset(c->coming.bytes, m->behind, MOCK_LONGEST);
	__builtin_memcpy(c->coming.bytes, bytes, len);
	c->coming.len = len;
	c->has_coming = true;
	c->room = m->cards[!card].room = MOCK_SENT;
	net_poll(&m->net, m->now_ms);
	if (net_accounted(nif) != nif->received)
		test_fail(__FILE__, __LINE__, "%llu frames, %llu accounted for",
			  (unsigned long long)nif->received,
			  (unsigned long long)net_accounted(nif));
	for (unsigned i = 0; i < NR_NET_OUTCOMES; i++)
		if (nif->outcomes[i] != before[i])
			return i;
	return NR_NET_OUTCOMES;
}

void mock_wait(struct mock_net *m, uint64_t ms)
{
	enum { STEP_MS = 100 };

	for (uint64_t end = m->now_ms + ms; m->now_ms < end;) {
		m->now_ms += end - m->now_ms < STEP_MS ? end - m->now_ms : STEP_MS;
		m->cards[0].room = m->cards[1].room = MOCK_SENT;
		net_poll(&m->net, m->now_ms);
	}
}

const struct mock_frame *mock_last(const struct mock_card *card)
{
	return card->nr_kept ? &card->kept[(card->nr_kept - 1) % MOCK_KEPT] : NULL;
}

void mock_forget(struct mock_card *card)
{
	card->nr_kept = 0;
}

/* --- Frames ---------------------------------------------------------------------------------- */

/* RFC 1071 as its text has it: 16-bit words in network order, the carries added. */
static uint32_t sum_add(uint32_t sum, const uint8_t *at, uint32_t len)
{
	for (uint32_t i = 0; i < len; i += 2) {
		sum += (uint32_t)at[i] << 8 | (i + 1 < len ? at[i + 1] : 0);
		sum = (sum & 0xffff) + (sum >> 16);
	}
	return sum;
}

static uint32_t udp_sum_of(const uint8_t *ip, const uint8_t *udp, uint32_t len)
{
	uint32_t sum = sum_add(PROTOCOL_UDP, ip + IP_SRC, 8) + len;

	return sum_add((sum & 0xffff) + (sum >> 16), udp, len);
}

static void link_write(uint8_t *at, const uint8_t *dst, const uint8_t *src, uint16_t type)
{
	__builtin_memcpy(at + ETH_DST, dst, 6);
	__builtin_memcpy(at + ETH_SRC, src, 6);
	put16(at + ETH_TYPE, type);
}

uint32_t frame_arp(uint8_t *at, const uint8_t *dst, uint16_t op, const uint8_t *sender_mac,
		   uint32_t sender, const uint8_t *target_mac, uint32_t target)
{
	static const uint8_t head[] = {0, 1, 8, 0, 6, 4};
	uint8_t *arp = at + ETH_HEADER;

	link_write(at, dst, sender_mac, TYPE_ARP);
	__builtin_memcpy(arp, head, sizeof(head));
	put16(arp + ARP_OP, op);
	__builtin_memcpy(arp + ARP_SENDER_MAC, sender_mac, 6);
	put32(arp + ARP_SENDER_IP, sender);
	__builtin_memcpy(arp + ARP_TARGET_MAC, target_mac, 6);
	put32(arp + ARP_TARGET_IP, target);
	__builtin_memset(arp + ARP_LEN, 0, FRAME_MIN - ETH_HEADER - ARP_LEN);
	return FRAME_MIN;
}

void frame_checksums(uint8_t *at)
{
	uint8_t *ip = at + ETH_HEADER;
	uint32_t header = (ip[IP_VERSION] & 15) * 4u;
	uint8_t *payload = ip + header;
	uint32_t total = get16(ip + IP_TOTAL), len = total - header;

	if (header < IP_HEADER || total < header || total > MOCK_LONGEST - ETH_HEADER)
		return;
	put16(ip + IP_CHECK, 0);
	put16(ip + IP_CHECK, ~sum_add(0, ip, header));
	if (ip[IP_PROTOCOL] == PROTOCOL_ICMP && len > ICMP_CHECK + 1) {
		put16(payload + ICMP_CHECK, 0);
		put16(payload + ICMP_CHECK, ~sum_add(0, payload, len));
	} else if (ip[IP_PROTOCOL] == PROTOCOL_UDP && len >= UDP_HEADER &&
		   get16(payload + UDP_LEN) == len) {
		uint32_t sum;

		put16(payload + UDP_CHECK, 0);
		sum = ~udp_sum_of(ip, payload, len) & 0xffff;
		put16(payload + UDP_CHECK, sum ? sum : 0xffff);
	}
}

uint32_t frame_ip(uint8_t *at, unsigned card, uint8_t protocol, uint32_t src, uint32_t dst,
		  uint32_t len)
{
	uint8_t *ip = at + ETH_HEADER;

	link_write(at, our_macs[card], peer_macs[card], TYPE_IPV4);
	__builtin_memset(ip, 0, IP_HEADER);
	ip[IP_VERSION] = 0x45;
	put16(ip + IP_TOTAL, IP_HEADER + len);
	put16(ip + IP_ID, 77);
	ip[IP_TTL] = 17;
	ip[IP_PROTOCOL] = protocol;
	put32(ip + IP_SRC, src);
	put32(ip + IP_DST, dst);
	frame_checksums(at);
	return ETH_HEADER + IP_HEADER + len;
}

static void pattern_write(uint8_t *at, uint32_t len)
{
	for (uint32_t i = 0; i < len; i++)
		at[i] = (uint8_t)(i * 7 + (i >> 8) + 3);
}

uint32_t frame_ping(uint8_t *at, unsigned card, uint32_t src, uint32_t dst, uint32_t len)
{
	uint8_t *icmp = frame_payload(at);

	put16(icmp + ICMP_TYPE, ICMP_ECHO << 8);
	put32(icmp + 4, 0x12340001);
	pattern_write(icmp + ICMP_HEADER, len);
	return frame_ip(at, card, PROTOCOL_ICMP, src, dst, ICMP_HEADER + len);
}

uint32_t frame_udp(uint8_t *at, unsigned card, uint32_t src, uint32_t dst, uint16_t src_port,
		   uint16_t dst_port, uint32_t len)
{
	uint8_t *udp = frame_payload(at);

	put16(udp + UDP_SRC, src_port);
	put16(udp + UDP_DST, dst_port);
	put16(udp + UDP_LEN, UDP_HEADER + len);
	pattern_write(udp + UDP_HEADER, len);
	return frame_ip(at, card, PROTOCOL_UDP, src, dst, UDP_HEADER + len);
}

static bool padding_is_zero(const struct mock_frame *frame, uint32_t used)
{
	for (uint32_t i = used; i < frame->len; i++)
		if (frame->bytes[i])
			return false;
	return true;
}

bool frame_sound(const struct mock_frame *frame)
{
	const uint8_t *ip = frame->bytes + ETH_HEADER;
	uint32_t header, total;

	if (frame->len < FRAME_MIN || frame->len > FRAME_MAX || frame->bytes[ETH_SRC] & 1)
		return false;
	if (get16(frame->bytes + ETH_TYPE) == TYPE_ARP)
		return frame->len == FRAME_MIN && padding_is_zero(frame, ETH_HEADER + ARP_LEN);
	header = (ip[IP_VERSION] & 15) * 4u;
	total = get16(ip + IP_TOTAL);
	if (get16(frame->bytes + ETH_TYPE) != TYPE_IPV4 || ip[IP_VERSION] >> 4 != 4 ||
	    header < IP_HEADER || total < header || ETH_HEADER + total > frame->len)
		return false;
	if (sum_add(0, ip, header) != 0xffff || !padding_is_zero(frame, ETH_HEADER + total))
		return false;
	if (frame->len != (ETH_HEADER + total < FRAME_MIN ? FRAME_MIN : ETH_HEADER + total))
		return false;
	if (get16(ip + IP_FRAGMENT) & IP_PIECE)
		return true;
	if (ip[IP_PROTOCOL] == PROTOCOL_ICMP)
		return sum_add(0, ip + header, total - header) == 0xffff;
	if (ip[IP_PROTOCOL] == PROTOCOL_UDP)
		return get16(ip + header + UDP_LEN) == total - header &&
		       udp_sum_of(ip, ip + header, total - header) == 0xffff;
	return true;
}

bool mock_alive(struct mock_net *m)
{
	uint8_t ping[MOCK_LONGEST];
	uint32_t len = frame_ping(ping, 0, PEER_IP, OUR_IP, 56);
	const struct mock_frame *answer;

	mock_forget(&m->cards[0]);
	if (mock_input(m, 0, ping, len) != NET_ECHO_ANSWERED)
		return false;
	answer = mock_last(&m->cards[0]);
	return answer && answer->len == len && frame_sound(answer) &&
	       mac_same(answer->bytes + ETH_DST, peer_macs[0]) &&
	       !__builtin_memcmp(answer->bytes + ETH_HEADER + IP_HEADER + ICMP_HEADER,
				 ping + ETH_HEADER + IP_HEADER + ICMP_HEADER, 56);
}
