// SPDX-License-Identifier: MIT
/* What the protocols of this folder use of each other. */
#pragma once

#include "apps/net/net.h"
#include "apps/net/wire.h"
#include "apps/packet/checksum.h"

/* A received frame on its way. Handing its page on sets `page` to NULL; else it is freed. */
struct net_frame {
	struct net_if *nif;
	struct page *page;
	uint8_t *bytes;
	uint32_t len;

	/* Of a packet, once its header has been checked. */
	uint8_t *ip;
	uint32_t header, total; /* bytes of the header, of all */
	uint32_t src, dst;
	bool to_all; /* by the link's address or IP's */
};

static inline uint8_t *net_page_bytes(const struct page *page)
{
	return (uint8_t *)page_address(page) + FRAME_OFFSET;
}

/* A page for a message, NULL: there is none. */
struct page *net_page_get(struct net_if *nif);
void net_page_put(struct net *net, struct page *page);

/* Queue a frame, whose page is handed over; shorter ones than FRAME_MIN are padded with zeros. */
void net_send_frame(struct net_if *nif, struct page *page, uint32_t len);

/* Queue a received frame, back or elsewhere. */
void net_send_back(struct net_if *nif, struct net_frame *f, uint32_t len);

/* An address of ours, on whatever card. */
bool net_is_ours(const struct net *net, uint32_t addr);

uint32_t net_random(struct net *net);

/* --- arp.c --- */

enum net_outcome arp_input(struct net_frame *f);

/* Send a packet to a neighbour, at once or when its address is known. The page is handed over. */
void arp_send(struct net_if *nif, struct page *page, uint32_t len, uint32_t next);

/* The neighbour's address, NULL if it is not known; asks for it then. */
const uint8_t *arp_resolve(struct net_if *nif, uint32_t next);

/* Tell all neighbours our address, which also asks who else has it. */
void arp_announce(struct net_if *nif);

void arp_timers(struct net_if *nif);

/* Forget all, with the packets that wait. */
void arp_clear(struct net_if *nif);

/* --- ip.c --- */

enum net_outcome ip_input(struct net_frame *f, enum frame_fault fault);

/* Write a header without options for `total` bytes in all. */
void ip_write(struct net *net, uint8_t *ip, uint32_t total, uint8_t protocol, uint32_t src,
	      uint32_t dst);

/* Send a received packet back to where it came from, `total` bytes of it. */
void ip_send_back(struct net_frame *f, uint32_t total);

/* --- icmp.c --- */

enum net_outcome icmp_input(struct net_frame *f);

/* Tell the sender of a packet what was wrong, unless RFC 1122, 3.2.2, forbids it. */
void icmp_error(struct net_frame *f, uint8_t type, uint8_t code);

/* --- udp.c --- */

enum net_outcome udp_input(struct net_frame *f);

/* Write a header for len bytes that stand behind it already; addresses are in the IP header. */
void udp_write(uint8_t *ip, uint8_t *udp, uint16_t src_port, uint16_t dst_port, uint32_t len);

/* --- dhcp.c --- */

/* A datagram that came to the client's port. */
enum net_outcome dhcp_input(struct net_if *nif, const uint8_t *at, uint32_t len);
void dhcp_timers(struct net_if *nif);
