// SPDX-License-Identifier: MIT
/*
 * A router's look at one Ethernet frame: is it whole, for us, IPv4, and to be passed on? Nothing of
 * it is trusted before it has been checked against the bytes that are there.
 */
#pragma once

#include "mm/types.h"

/*
 * Where a frame begins in its buffer. Not less than 64, for headers to be put before it, and 2 off
 * a multiple of 16, so that the IP header lies on one.
 */
enum { FRAME_OFFSET = 66 };

enum {
	FRAME_MIN = 60,	  /* bytes without the checksum; shorter ones are padded by the sender */
	FRAME_MAX = 1514, /* bytes without the checksum */
};

/* Why a frame is not passed on. The order is that of the checks. */
enum frame_fault {
	FRAME_GOOD,
	FRAME_SHORT,	  /* less than the headers need */
	FRAME_LONG,	  /* more than Ethernet allows */
	FRAME_NOT_OURS,	  /* for another station, or for all */
	FRAME_SOURCE,	  /* sent by a group, which cannot be */
	FRAME_NOT_IPV4,	  /* another protocol, by its type */
	FRAME_IP_VERSION, /* type says IPv4, header does not */
	FRAME_IP_HEADER,  /* header length below 20 or beyond the frame */
	FRAME_IP_LENGTH,  /* total length below the header's or beyond the frame */
	FRAME_IP_CHECKSUM,
	FRAME_IP_OPTION,   /* an option that is malformed, or a route of the sender's choice */
	FRAME_IP_FRAGMENT, /* pieces that cannot be put together: RFC 791 */
	FRAME_IP_ADDRESS,  /* from or to where no packet may be routed: RFC 1812, 5.3.7 */
	FRAME_TTL,	   /* expired */
	FRAME_UDP_LENGTH,
	FRAME_TCP_HEADER,
	FRAME_TCP_OPTION,
	FRAME_NO_ROUTE,
	NR_FRAME_FAULTS,
};

/* Text for reports: "bad_tcp_option". */
const char *frame_fault_name(enum frame_fault fault);

/* What a good frame says. */
struct frame_info {
	uint32_t dst;	  /* IPv4 destination, host order */
	uint8_t protocol; /* of the payload: 6 TCP, 17 UDP */
	uint16_t mss;	  /* of a TCP SYN, 0 if it has none */
};

/*
 * Check a frame of len bytes, whose IP header lies on a multiple of 4, addressed to the station
 * `mac`. Reads no byte beyond len.
 */
enum frame_fault frame_parse(const uint8_t *frame, uint32_t len, const uint8_t mac[6],
			     struct frame_info *info);

/* One hop less, and the checksum with it (RFC 1624, equation 3). The frame is good. */
void frame_age(uint8_t *frame);

/* Write source and destination of the next link. `macs`: destination, then source, 12 bytes. */
void frame_address(uint8_t *frame, const uint8_t macs[12]);
