// SPDX-License-Identifier: MIT
/*
 * A small IPv4 station over network cards: it answers ARP, ICMP echo, UDP echo and discard, gets
 * its address by DHCP or is given one, and routes between cards. docs/net.md says what it does not.
 *
 * A received frame stays in its page: an answer is built in it, and a routed packet leaves in it by
 * the other card. Time is the caller's, in ms; nothing here waits, prints or reads a clock.
 *
 * Each frame that a card gave counts in exactly one of `outcomes`.
 */
#pragma once

#include "apps/packet/frame.h"
#include "mm/page_alloc.h"

enum {
	NET_IFS = 8,
	NET_BATCH = 32,	     /* frames handled at a time */
	NET_POOL = 64,	     /* pages kept for own messages, */
	NET_POOL_ROOM = 512, /* and room for those that come back of what was sent before */
	NET_ARP = 32,	     /* neighbours remembered of each card */
	NET_IP_MAX = 1500,   /* bytes of a packet */
};

/* A card, as apps/harness/env.h describes it: frames in pages at FRAME_OFFSET. */
struct net_port {
	unsigned (*wanted)(struct net_port *port);
	unsigned (*post)(struct net_port *port, struct page **pages, unsigned nr);
	unsigned (*receive)(struct net_port *port, struct page **pages, uint32_t *lens,
			    unsigned nr);
	unsigned (*send)(struct net_port *port, struct page **pages, const uint32_t *lens,
			 unsigned nr);
	unsigned (*reclaim)(struct net_port *port, struct page **pages, unsigned nr);
};

/* What became of a received frame: one of enum frame_fault, or of these. */
enum net_outcome {
	NET_ARP_ANSWERED = NR_FRAME_FAULTS,
	NET_ARP_TAKEN,	  /* it told us of a neighbour that we know or asked for */
	NET_ARP_IGNORED,  /* for others, or unasked */
	NET_ARP_CONFLICT, /* another station has our address */
	NET_BAD_ARP,
	NET_ECHO_ANSWERED,
	NET_ICMP_IGNORED, /* an error, a reply, another type, or an echo request to all */
	NET_BAD_ICMP,	  /* too short, or its checksum is wrong */
	NET_UDP_ECHOED,
	NET_UDP_DISCARDED,
	NET_UDP_CLOSED,	 /* nobody listens at that port */
	NET_UDP_IGNORED, /* it would go round for ever, or is an echo to all */
	NET_BAD_UDP_CHECKSUM,
	NET_DHCP_TAKEN,
	NET_DHCP_IGNORED, /* not for us, or not now */
	NET_BAD_DHCP,
	NET_FRAGMENT,	    /* pieces are not put together here */
	NET_OTHER_PROTOCOL, /* of IP: neither ICMP nor UDP */
	NET_NOT_FOR_US,	    /* another host's packet, and no route is wanted of us */
	NET_LINK_BROADCAST, /* sent to all stations, though the packet is for one: RFC 1122, 3.3.6
			     */
	NET_FORWARDED,
	NR_NET_OUTCOMES,
};

/* What else is counted, of each card. */
enum net_count {
	NET_SENT,	       /* frames given to the card */
	NET_SEND_FULL,	       /* lost, as the card had no room */
	NET_SEND_NO_PAGE,      /* not sent, as there was no page */
	NET_ERRORS_SENT,       /* ICMP */
	NET_ERRORS_HELD,       /* ICMP errors that the rate did not allow */
	NET_ARP_REQUESTS,      /* sent */
	NET_ARP_UNRESOLVED,    /* packets lost, as nobody answered */
	NET_ARP_QUEUE_DROPPED, /* packets lost, as another one waited for the same neighbour */
	NR_NET_COUNTS,
};

/* "bad_udp_checksum", "send_full". */
const char *net_outcome_name(unsigned outcome);
const char *net_count_name(enum net_count count);

enum arp_state { ARP_FREE, ARP_WAITING, ARP_KNOWN };

struct arp_entry {
	enum arp_state state;
	uint32_t addr;
	uint8_t mac[6];
	unsigned nr_tries; /* requests sent, while waiting */
	uint64_t until_ms; /* of a known one; of a waiting one: when to ask again */
	struct page *page; /* a packet that waits, NULL: none */
	uint32_t len;
};

enum dhcp_state { DHCP_OFF, DHCP_SELECTING, DHCP_REQUESTING, DHCP_BOUND };

struct dhcp {
	enum dhcp_state state;
	uint32_t xid;
	uint32_t server, offered;
	unsigned nr_tries;
	uint64_t begun_ms;	    /* of this attempt */
	uint64_t next_ms;	    /* when to send again */
	uint64_t rebind_ms, end_ms; /* of the lease; end_ms ~0: never */
	unsigned nr_refused;	    /* NAKs */
};

struct net;

struct net_if {
	struct net *net;
	struct net_port *port;
	uint8_t mac[6];
	uint32_t addr, mask, gateway; /* addr 0: none; gateway 0: none */
	struct arp_entry arp[NET_ARP];
	struct dhcp dhcp;

	unsigned nr_conflicts;
	uint8_t conflict_mac[6]; /* of the latest */
	uint64_t defend_ms;	 /* our address is not defended before */
	uint64_t errors_ms;	 /* start of the second in which nr_errors were sent */
	unsigned nr_errors;

	uint64_t received; /* frames */
	uint64_t outcomes[NR_NET_OUTCOMES];
	uint64_t counts[NR_NET_COUNTS];

	struct page *out[NET_BATCH]; /* to be sent */
	uint32_t out_lens[NET_BATCH];
	unsigned nr_out;
	unsigned nr_flying; /* sent, and not given back yet */
};

struct net {
	struct net_if ifs[NET_IFS];
	unsigned nr_ifs;
	uint64_t now_ms;
	uint32_t random; /* never 0 */
	uint16_t ip_id;

	/*
	 * Pages for own messages. `closed`: no page is taken from mm/ and none given back, so that
	 * whoever counts pages sees nothing of this station.
	 */
	struct page *pool[NET_POOL_ROOM];
	unsigned nr_pool;
	bool closed;
	struct page *done[NET_BATCH]; /* to be freed */
	unsigned nr_done;
};

void net_init(struct net *net, uint64_t now_ms);

/* Add a card, up and without pages. NULL: there are NET_IFS already. */
struct net_if *net_add(struct net *net, struct net_port *port, const uint8_t mac[6]);

/* Give a card its address; it is announced. gateway 0: none. */
void net_set_address(struct net_if *nif, uint32_t addr, uint32_t mask, uint32_t gateway);

/* Ask for an address, until there is one. */
void net_start_dhcp(struct net_if *nif);

/*
 * Do what there is to do: at most NET_BATCH frames of each card, timers, rings. now_ms never goes
 * back. Returns how many frames came.
 */
unsigned net_poll(struct net *net, uint64_t now_ms);

/* Take pages into the pool until it is full, and use no others from now on. False: no memory. */
bool net_close_pool(struct net *net);

/* Take pages from mm/ and give them back as usual. */
void net_open_pool(struct net *net);

/* Give all pages back that are not with a card. Before the cards are stopped. */
void net_end(struct net *net);

/*
 * Send a UDP datagram: len bytes, at most NET_IP_MAX - 28. It may wait for the neighbour's address.
 * -ENETUNREACH: no route; -ENOMEM: no page.
 */
int net_send_udp(struct net *net, uint32_t dst, uint16_t src_port, uint16_t dst_port,
		 const void *text, uint32_t len);

/* Is the next hop to dst known? Asks for it if not. False also without a route. */
bool net_resolve(struct net *net, uint32_t dst);

/* Way to an address: the card, NULL if there is none, and the next hop on its link. */
struct net_if *net_route(struct net *net, uint32_t dst, uint32_t *next);

/* Give the cards what is queued, and take back what they have sent: nothing else is looked at. */
void net_flush(struct net *net);

/* Frames that cards have been given and may not have sent yet. */
unsigned net_nr_flying(const struct net *net);

/* The sum of all outcomes; equal to `received` unless something was counted twice or not. */
uint64_t net_accounted(const struct net_if *nif);
