// SPDX-License-Identifier: MIT
/*
 * Addresses of neighbours: RFC 826, with the limits of RFC 1122, 2.3.2, and what RFC 5227 says
 * about a second station with our address.
 *
 * An entry comes into being only when we have something to send: what others say unasked changes
 * entries that are there and makes none. While the answer is awaited one packet waits, the latest
 * (RFC 1122, 2.3.2.2). Answers to packets need none of this: they go back to the link address that
 * the packet came from.
 */
#include "apps/net/net_int.h"

enum {
	KNOWN_MS = 60000, /* RFC 1122, 2.3.2.1 */
	RETRY_MS = 1000,  /* no more often: the same */
	MOST_TRIES = 3,
	DEFEND_MS = 10000, /* RFC 5227, 2.4 */
};

static const uint8_t all_stations[6] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
static const uint8_t nobody[6];

static struct arp_entry *find(struct net_if *nif, uint32_t addr)
{
	for (unsigned i = 0; i < NET_ARP; i++)
		if (nif->arp[i].state != ARP_FREE && nif->arp[i].addr == addr)
			return &nif->arp[i];
	return NULL;
}

/* A free entry, or the known one that is the next to age; NULL: all are awaited. */
static struct arp_entry *find_room(struct net_if *nif)
{
	struct arp_entry *oldest = NULL;

	for (unsigned i = 0; i < NET_ARP; i++) {
		struct arp_entry *e = &nif->arp[i];

		if (e->state == ARP_FREE)
			return e;
		if (e->state == ARP_KNOWN && (!oldest || e->until_ms < oldest->until_ms))
			oldest = e;
	}
	return oldest;
}

static void request_send(struct net_if *nif, const uint8_t *to, uint32_t target)
{
	struct page *page = net_page_get(nif);
	uint8_t *eth, *arp;

	if (!page)
		return;
	eth = net_page_bytes(page);
	arp = eth + ETH_HEADER;
	__builtin_memcpy(eth + ETH_DST, to, 6);
	__builtin_memcpy(eth + ETH_SRC, nif->mac, 6);
	put16(eth + ETH_TYPE, TYPE_ARP);
	put16(arp + ARP_HTYPE, 1);
	put16(arp + ARP_PTYPE, TYPE_IPV4);
	arp[ARP_HLEN] = 6;
	arp[ARP_PLEN] = 4;
	put16(arp + ARP_OP, ARP_REQUEST);
	__builtin_memcpy(arp + ARP_SENDER_MAC, nif->mac, 6);
	put32(arp + ARP_SENDER_IP, nif->addr);
	__builtin_memcpy(arp + ARP_TARGET_MAC, nobody, 6);
	put32(arp + ARP_TARGET_IP, target);
	nif->counts[NET_ARP_REQUESTS]++;
	net_send_frame(nif, page, ETH_HEADER + ARP_LEN);
}

void arp_announce(struct net_if *nif)
{
	request_send(nif, all_stations, nif->addr);
}

static void entry_drop_packet(struct net_if *nif, struct arp_entry *e, enum net_count why)
{
	if (!e->page)
		return;
	nif->counts[why]++;
	net_page_put(nif->net, e->page);
	e->page = NULL;
}

static void send_to(struct net_if *nif, const uint8_t *mac, struct page *page, uint32_t len)
{
	uint8_t macs[12];

	__builtin_memcpy(macs, mac, 6);
	__builtin_memcpy(macs + 6, nif->mac, 6);
	frame_address(net_page_bytes(page), macs);
	put16(net_page_bytes(page) + ETH_TYPE, TYPE_IPV4);
	net_send_frame(nif, page, len);
}

/* The entry of a neighbour, asked for if it is new; NULL: no room. */
static struct arp_entry *entry_get(struct net_if *nif, uint32_t addr)
{
	struct arp_entry *e = find(nif, addr);

	if (e)
		return e;
	e = find_room(nif);
	if (!e)
		return NULL;
	*e = (struct arp_entry){
		.state = ARP_WAITING,
		.addr = addr,
		.nr_tries = 1,
		.until_ms = nif->net->now_ms + RETRY_MS,
	};
	request_send(nif, all_stations, addr);
	return e;
}

void arp_send(struct net_if *nif, struct page *page, uint32_t len, uint32_t next)
{
	struct arp_entry *e = entry_get(nif, next);

	if (!e) {
		nif->counts[NET_ARP_QUEUE_DROPPED]++;
		net_page_put(nif->net, page);
	} else if (e->state == ARP_KNOWN) {
		send_to(nif, e->mac, page, len);
	} else {
		entry_drop_packet(nif, e, NET_ARP_QUEUE_DROPPED);
		e->page = page;
		e->len = len;
	}
}

const uint8_t *arp_resolve(struct net_if *nif, uint32_t next)
{
	struct arp_entry *e = entry_get(nif, next);

	return e && e->state == ARP_KNOWN ? e->mac : NULL;
}

void arp_timers(struct net_if *nif)
{
	uint64_t now = nif->net->now_ms;

	for (unsigned i = 0; i < NET_ARP; i++) {
		struct arp_entry *e = &nif->arp[i];

		if (e->state == ARP_FREE || now < e->until_ms)
			continue;
		if (e->state == ARP_WAITING && e->nr_tries < MOST_TRIES) {
			e->nr_tries++;
			e->until_ms = now + RETRY_MS;
			request_send(nif, all_stations, e->addr);
			continue;
		}
		entry_drop_packet(nif, e, NET_ARP_UNRESOLVED);
		e->state = ARP_FREE;
	}
}

void arp_clear(struct net_if *nif)
{
	for (unsigned i = 0; i < NET_ARP; i++) {
		entry_drop_packet(nif, &nif->arp[i], NET_ARP_UNRESOLVED);
		nif->arp[i].state = ARP_FREE;
	}
}

/* Returns whether there was an entry. */
static bool learn(struct net_if *nif, uint32_t addr, const uint8_t *mac)
{
	struct arp_entry *e = find(nif, addr);

	if (!e)
		return false;
	e->state = ARP_KNOWN;
	__builtin_memcpy(e->mac, mac, 6);
	e->until_ms = nif->net->now_ms + KNOWN_MS;
	if (e->page)
		send_to(nif, e->mac, e->page, e->len);
	e->page = NULL;
	return true;
}

/* Said in return at most every DEFEND_MS, so that two stations do not keep each other busy. */
static void defend(struct net_if *nif, const uint8_t *other)
{
	nif->nr_conflicts++;
	__builtin_memcpy(nif->conflict_mac, other, 6);
	if (nif->net->now_ms < nif->defend_ms)
		return;
	nif->defend_ms = nif->net->now_ms + DEFEND_MS;
	arp_announce(nif);
}

static void answer(struct net_frame *f, uint8_t *arp, uint32_t target)
{
	struct net_if *nif = f->nif;

	__builtin_memcpy(f->bytes + ETH_DST, arp + ARP_SENDER_MAC, 6);
	__builtin_memcpy(f->bytes + ETH_SRC, nif->mac, 6);
	put16(arp + ARP_OP, ARP_REPLY);
	__builtin_memcpy(arp + ARP_TARGET_MAC, arp + ARP_SENDER_MAC, 10); /* with its IP */
	__builtin_memcpy(arp + ARP_SENDER_MAC, nif->mac, 6);
	put32(arp + ARP_SENDER_IP, target);
	net_send_back(nif, f, ETH_HEADER + ARP_LEN);
}

static bool is_sound(const struct net_frame *f, const uint8_t *arp)
{
	return f->len >= ETH_HEADER + ARP_LEN && get16(arp + ARP_HTYPE) == 1 &&
	       get16(arp + ARP_PTYPE) == TYPE_IPV4 && arp[ARP_HLEN] == 6 && arp[ARP_PLEN] == 4 &&
	       (get16(arp + ARP_OP) == ARP_REQUEST || get16(arp + ARP_OP) == ARP_REPLY) &&
	       !(arp[ARP_SENDER_MAC] & 1) && !mac_same(arp + ARP_SENDER_MAC, nobody);
}

enum net_outcome arp_input(struct net_frame *f)
{
	uint8_t *arp = f->bytes + ETH_HEADER;
	struct net_if *nif = f->nif;
	uint32_t sender, target;
	bool known;

	if (!is_sound(f, arp))
		return NET_BAD_ARP;
	sender = get32(arp + ARP_SENDER_IP);
	target = get32(arp + ARP_TARGET_IP);
	if (!nif->addr || mac_same(arp + ARP_SENDER_MAC, nif->mac))
		return NET_ARP_IGNORED;
	if (sender == nif->addr) {
		defend(nif, arp + ARP_SENDER_MAC);
		return NET_ARP_CONFLICT;
	}
	known = learn(nif, sender, arp + ARP_SENDER_MAC);
	if (target == nif->addr && get16(arp + ARP_OP) == ARP_REQUEST) {
		answer(f, arp, target);
		return NET_ARP_ANSWERED;
	}
	return known ? NET_ARP_TAKEN : NET_ARP_IGNORED;
}
