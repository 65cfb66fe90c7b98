// SPDX-License-Identifier: MIT
/*
 * A station of apps/net on made-up cards, and frames for it. Cards keep what was sent; every page
 * is accounted for.
 */
#pragma once

#include "apps/net/net_int.h"

enum {
	MOCK_RING = 48,	     /* slots of the receive ring */
	MOCK_SENT = 128,     /* frames between send and reclaim */
	MOCK_KEPT = 64,	     /* copies of frames sent */
	MOCK_LONGEST = 1700, /* bytes of a frame, more than any card delivers */
};

struct mock_frame {
	uint8_t bytes[MOCK_LONGEST];
	uint32_t len;
};

struct mock_card {
	struct net_port port;
	struct page *ring[MOCK_RING];
	unsigned nr_ring;
	struct page *sent[MOCK_SENT];
	unsigned nr_sent;
	struct mock_frame coming;
	bool has_coming;
	unsigned room;	    /* frames that it still takes for sending, of one poll */
	bool holds;	    /* it gives back no sent page */
	unsigned nr_missed; /* frames that came while the ring was empty */

	struct mock_frame kept[MOCK_KEPT];
	unsigned nr_kept; /* ever sent; the latest MOCK_KEPT are there */
};

struct mock_net {
	struct net net;
	struct mock_card cards[2];
	uint64_t free_before;
	uint64_t now_ms;
	uint8_t behind; /* what stands in the page behind a frame */
};

/* Addresses of the station's cards and of a neighbour on each link; all /24. */
#define OUR_IP	    0xc0000202u /* 192.0.2.2 */
#define OUR_IP2	    0xc6336402u /* 198.51.100.2 */
#define PEER_IP	    0xc0000201u
#define PEER_IP2    0xc6336401u
#define FAR_IP	    0xcb007105u /* 203.0.113.5: of neither */
#define NET_MASK_24 0xffffff00u

static const uint8_t our_macs[2][6] = {{2, 0, 0, 0, 0, 1}, {2, 0, 0, 0, 0, 2}};
static const uint8_t peer_macs[2][6] = {{2, 0, 0, 0, 1, 1}, {2, 0, 0, 0, 1, 2}};
static const uint8_t mac_all[6] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

/* A station with nr cards, 1 or 2, each with its address if `addresses`. NULL: no memory. */
struct mock_net *mock_begin(unsigned nr, bool addresses);

/* The same in memory of the caller's, zeroed. */
void mock_make(struct mock_net *m, unsigned nr, bool addresses);

/* All pages back; false if one is missing. */
bool mock_end(struct mock_net *m);

/* Pages in all the places where they may be; and are these all that mm/ gave? */
uint64_t mock_pages_held(const struct mock_net *m);
bool mock_pages_right(const struct mock_net *m);

/* A frame comes to a card, and is worked on, at the same ms. Returns what became of it. */
unsigned mock_input(struct mock_net *m, unsigned card, const uint8_t *bytes, uint32_t len);

/* Time goes on by so much, in steps of 100 ms, with nothing coming. */
void mock_wait(struct mock_net *m, uint64_t ms);

/* The latest frame that a card sent, with NULL: none since mock_forget(). */
const struct mock_frame *mock_last(const struct mock_card *card);
void mock_forget(struct mock_card *card);

/* --- Frames; each returns its length ---------------------------------------------------------- */

uint32_t frame_arp(uint8_t *at, const uint8_t *dst, uint16_t op, const uint8_t *sender_mac,
		   uint32_t sender, const uint8_t *target_mac, uint32_t target);

/* A packet with `len` bytes of payload, which stand at frame_payload(at) already. */
uint32_t frame_ip(uint8_t *at, unsigned card, uint8_t protocol, uint32_t src, uint32_t dst,
		  uint32_t len);

/* An echo request with `len` bytes of a pattern behind its header. */
uint32_t frame_ping(uint8_t *at, unsigned card, uint32_t src, uint32_t dst, uint32_t len);

/* A datagram with `len` bytes of a pattern. */
uint32_t frame_udp(uint8_t *at, unsigned card, uint32_t src, uint32_t dst, uint16_t src_port,
		   uint16_t dst_port, uint32_t len);

/* Write the checksums of an IPv4 frame anew, by an own computation. */
void frame_checksums(uint8_t *at);

static inline uint8_t *frame_payload(uint8_t *at)
{
	return at + ETH_HEADER + IP_HEADER;
}

/* Is this frame whole: lengths, checksums, padding? By an own computation. */
bool frame_sound(const struct mock_frame *frame);

/* Does a normal ping get its answer? */
bool mock_alive(struct mock_net *m);
