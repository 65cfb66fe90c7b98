// SPDX-License-Identifier: MIT
/*
 * Packets: ours, or to be passed on. frame_parse() has looked at the header; of its objections
 * those to addresses and to the TTL are a router's, and do not hold for what is addressed to us.
 *
 * Not here: putting fragments together, options' effects (they come back as they came), multicast.
 */
#include "apps/net/net_int.h"

static void checksum_write(uint8_t *ip, uint32_t header)
{
	uint16_t check;

	put16(ip + IP_CHECK, 0);
	check = (uint16_t)~bytes_sum(ip, header);
	__builtin_memcpy(ip + IP_CHECK, &check, 2);
}

void ip_write(struct net *net, uint8_t *ip, uint32_t total, uint8_t protocol, uint32_t src,
	      uint32_t dst)
{
	put16(ip + IP_VERSION, 0x4500);
	put16(ip + IP_TOTAL, total);
	put16(ip + IP_ID, net->ip_id++);
	put16(ip + IP_FRAGMENT, 0);
	ip[IP_TTL] = IP_OUR_TTL;
	ip[IP_PROTOCOL] = protocol;
	put32(ip + IP_SRC, src);
	put32(ip + IP_DST, dst);
	checksum_write(ip, IP_HEADER);
}

void ip_send_back(struct net_frame *f, uint32_t total)
{
	__builtin_memcpy(f->bytes + ETH_DST, f->bytes + ETH_SRC, 6);
	__builtin_memcpy(f->bytes + ETH_SRC, f->nif->mac, 6);
	put32(f->ip + IP_SRC, f->dst);
	put32(f->ip + IP_DST, f->src);
	put16(f->ip + IP_TOTAL, total);
	f->ip[IP_TTL] = IP_OUR_TTL;
	checksum_write(f->ip, f->header);
	net_send_back(f->nif, f, ETH_HEADER + total);
}

/* Addresses that no packet comes from: RFC 1122, 3.2.1.3; and ours, which others do not have. */
static bool source_valid(const struct net_frame *f)
{
	uint32_t net = f->src >> 24;

	return net != 0 && net != 127 && net < 224 && !net_is_ours(f->nif->net, f->src);
}

static bool is_broadcast(const struct net_if *nif, uint32_t addr)
{
	return addr == IP_BROADCAST ||
	       (nif->addr && nif->mask < 0xfffffffe && addr == (nif->addr | ~nif->mask));
}

/* A broadcast of any link that we are on. */
static bool is_any_broadcast(const struct net *net, uint32_t addr)
{
	for (unsigned i = 0; i < net->nr_ifs; i++)
		if (is_broadcast(&net->ifs[i], addr))
			return true;
	return false;
}

static enum net_outcome deliver(struct net_frame *f)
{
	if (get16(f->ip + IP_FRAGMENT) & IP_PIECE)
		return NET_FRAGMENT;
	switch (f->ip[IP_PROTOCOL]) {
	case PROTOCOL_ICMP:
		return icmp_input(f);
	case PROTOCOL_UDP:
		return udp_input(f);
	default:
		return NET_OTHER_PROTOCOL;
	}
}

static bool routes_packets(const struct net *net)
{
	unsigned nr = 0;

	for (unsigned i = 0; i < net->nr_ifs; i++)
		nr += net->ifs[i].addr != 0;
	return nr > 1;
}

/* To the link of another card, as it is but for one hop less. */
static enum net_outcome forward(struct net_frame *f, enum frame_fault fault)
{
	struct net_if *out;
	uint32_t next;

	if (!f->nif->addr || !routes_packets(f->nif->net))
		return NET_NOT_FOR_US;
	if (fault == FRAME_IP_ADDRESS || is_any_broadcast(f->nif->net, f->dst))
		return (enum net_outcome)FRAME_IP_ADDRESS; /* directed broadcasts: RFC 2644 */
	if (fault == FRAME_TTL) {
		icmp_error(f, ICMP_EXCEEDED, ICMP_CODE_TTL);
		return (enum net_outcome)FRAME_TTL;
	}
	out = net_route(f->nif->net, f->dst, &next);
	if (!out || out == f->nif)
		return (enum net_outcome)FRAME_NO_ROUTE;
	frame_age(f->bytes);
	arp_send(out, f->page, ETH_HEADER + f->total, next);
	f->page = NULL;
	return NET_FORWARDED;
}

enum net_outcome ip_input(struct net_frame *f, enum frame_fault fault)
{
	bool broadcast, asking;

	if (fault != FRAME_GOOD && fault != FRAME_IP_ADDRESS && fault != FRAME_TTL)
		return (enum net_outcome)fault;
	f->ip = f->bytes + ETH_HEADER;
	f->header = (f->ip[IP_VERSION] & 15) * 4u;
	f->total = get16(f->ip + IP_TOTAL);
	f->src = get32(f->ip + IP_SRC);
	f->dst = get32(f->ip + IP_DST);
	if (!source_valid(f) || is_broadcast(f->nif, f->src))
		return (enum net_outcome)FRAME_IP_ADDRESS;
	broadcast = is_broadcast(f->nif, f->dst);
	asking = f->nif->dhcp.state != DHCP_OFF && !f->nif->addr;
	if (f->to_all && !broadcast && !asking)
		return f->dst >> 28 == 14 ? NET_NOT_FOR_US : NET_LINK_BROADCAST;
	f->to_all |= broadcast;
	if (broadcast || asking || net_is_ours(f->nif->net, f->dst))
		return deliver(f);
	return forward(f, fault);
}
