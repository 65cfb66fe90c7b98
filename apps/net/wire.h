// SPDX-License-Identifier: MIT
/*
 * Where things stand in frames, and reading and writing them: big-endian on the wire. IPv4
 * addresses are numbers in host order everywhere else. Offsets are in bytes, from the start of each
 * header.
 */
#pragma once

#include "mm/types.h"

enum {
	ETH_DST = 0,
	ETH_SRC = 6,
	ETH_TYPE = 12,
	ETH_HEADER = 14,
	TYPE_IPV4 = 0x0800,
	TYPE_ARP = 0x0806,
};

/* RFC 826, for Ethernet and IPv4. */
enum {
	ARP_HTYPE = 0,
	ARP_PTYPE = 2,
	ARP_HLEN = 4,
	ARP_PLEN = 5,
	ARP_OP = 6,
	ARP_SENDER_MAC = 8,
	ARP_SENDER_IP = 14,
	ARP_TARGET_MAC = 18,
	ARP_TARGET_IP = 24,
	ARP_LEN = 28,
	ARP_REQUEST = 1,
	ARP_REPLY = 2,
};

/* RFC 791. */
enum {
	IP_VERSION = 0, /* and length of the header, in words */
	IP_TOTAL = 2,
	IP_ID = 4,
	IP_FRAGMENT = 6,
	IP_TTL = 8,
	IP_PROTOCOL = 9,
	IP_CHECK = 10,
	IP_SRC = 12,
	IP_DST = 16,
	IP_HEADER = 20, /* without options */
	PROTOCOL_ICMP = 1,
	PROTOCOL_UDP = 17,
	IP_PIECE = 0x3fff, /* of IP_FRAGMENT: more follow, or it is not the first */
	IP_LATER = 0x1fff, /* of IP_FRAGMENT: it is not the first */
	IP_OUR_TTL = 64,
};

/* RFC 792. */
enum {
	ICMP_TYPE = 0,
	ICMP_CODE = 1,
	ICMP_CHECK = 2,
	ICMP_HEADER = 8,
	ICMP_ECHO_REPLY = 0,
	ICMP_UNREACHABLE = 3,
	ICMP_ECHO = 8,
	ICMP_EXCEEDED = 11,
	ICMP_CODE_PORT = 3, /* of ICMP_UNREACHABLE */
	ICMP_CODE_TTL = 0,  /* of ICMP_EXCEEDED */
};

/* RFC 768. */
enum {
	UDP_SRC = 0,
	UDP_DST = 2,
	UDP_LEN = 4,
	UDP_CHECK = 6,
	UDP_HEADER = 8,
	PORT_ECHO = 7,	  /* RFC 862 */
	PORT_DISCARD = 9, /* RFC 863 */
	PORT_DHCP_SERVER = 67,
	PORT_DHCP_CLIENT = 68,
};

#define IP_BROADCAST 0xffffffffu

static inline uint16_t get16(const uint8_t *at)
{
	return (uint16_t)(at[0] << 8 | at[1]);
}

static inline uint32_t get32(const uint8_t *at)
{
	return (uint32_t)get16(at) << 16 | get16(at + 2);
}

static inline void put16(uint8_t *at, uint32_t value)
{
	at[0] = (uint8_t)(value >> 8);
	at[1] = (uint8_t)value;
}

static inline void put32(uint8_t *at, uint32_t value)
{
	put16(at, value >> 16);
	put16(at + 2, value);
}

static inline bool mac_same(const uint8_t *a, const uint8_t *b)
{
	return !__builtin_memcmp(a, b, 6);
}
