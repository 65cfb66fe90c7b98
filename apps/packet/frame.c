// SPDX-License-Identifier: MIT
/*
 * The usual frame, a UDP or TCP packet without options, in one piece, takes the straight way
 * through frame_parse(); what is rare stands in functions of its own.
 */
#include "apps/packet/frame.h"

#include <linux/if_ether.h>
#include <linux/in.h>
#include <linux/ip.h>
#include <linux/tcp.h>
#include <linux/udp.h>

#include "apps/packet/checksum.h"

enum {
	IP_MF = 0x2000,	    /* more fragments follow */
	IP_OFFSET = 0x1fff, /* of the fragment, in units of 8 bytes */
	IP_MAX_LEN = 65535,
	OPTION_END = 0,
	OPTION_NOP = 1,
	OPTION_RECORD = 7, /* route */
	OPTION_TIMES = 68,
	OPTION_LSRR = 131, /* routes chosen by the sender: refused, as routers do by default */
	OPTION_SSRR = 137,
	TCP_OPTION_MSS = 2,
};

static uint16_t big16(uint16_t value)
{
	return __builtin_bswap16(value);
}

const char *frame_fault_name(enum frame_fault fault)
{
	static const char *const names[NR_FRAME_FAULTS] = {
		"good",		  "bad_short",	     "bad_long",       "not_ours",
		"bad_source",	  "not_ipv4",	     "bad_ip_version", "bad_ip_header",
		"bad_ip_length",  "bad_ip_checksum", "bad_ip_option",  "bad_ip_fragment",
		"bad_ip_address", "ttl_expired",     "bad_udp_length", "bad_tcp_header",
		"bad_tcp_option", "no_route",
	};

	return names[fault];
}

/* By the first byte of an address: may packets come from there, go there? */
enum { NO_SOURCE = 1, NO_TARGET = 2 };

static const uint8_t first_bytes[256] = {
	[0] = NO_SOURCE | NO_TARGET,	       /* this network */
	[127] = NO_SOURCE | NO_TARGET,	       /* the own host */
	[224 ... 239] = NO_SOURCE | NO_TARGET, /* groups: no group is routed here */
	[240 ... 255] = NO_SOURCE | NO_TARGET, /* reserved, and all stations */
};

/* 169.254.0.0/16: RFC 3927, 2.7 */
static inline bool is_link_local(uint32_t addr)
{
	return (addr & 0xffff) == 0xfea9;
}

/* Routes of the sender's choice are refused; recorded ones must have a place to go on at. */
static bool ip_option_valid(const uint8_t *at, uint32_t len)
{
	switch (at[0]) {
	case OPTION_LSRR:
	case OPTION_SSRR:
		return false;
	case OPTION_RECORD:
		return len >= 3 && at[2] >= 4;
	case OPTION_TIMES:
		return len >= 4 && at[2] >= 5;
	default:
		return true;
	}
}

/* Options of IP and TCP have one form. `len` bytes; false: one does not fit. */
static bool options_valid(const uint8_t *at, uint32_t len, bool tcp, uint16_t *mss)
{
	while (len) {
		uint8_t kind = at[0];
		uint32_t step;

		if (kind == OPTION_END)
			return true;
		if (kind == OPTION_NOP) {
			at++;
			len--;
			continue;
		}
		step = len > 1 ? at[1] : 0;
		if (step < 2 || step > len)
			return false;
		if (!tcp && !ip_option_valid(at, step))
			return false;
		if (tcp && kind == TCP_OPTION_MSS) {
			if (step != 4)
				return false;
			*mss = (uint16_t)(at[2] << 8 | at[3]);
		}
		at += step;
		len -= step;
	}
	return true;
}

/* Pieces of 8 bytes but for the last, none beyond the longest packet. */
static bool fragment_valid(uint16_t field, uint32_t header, uint32_t payload)
{
	uint32_t start = (field & IP_OFFSET) * 8u;

	if (field & IP_MF && payload % 8)
		return false;
	return payload && header + start + payload <= IP_MAX_LEN;
}

static enum frame_fault tcp_check(const struct tcphdr *tcp, uint32_t payload,
				  struct frame_info *info)
{
	uint32_t header;

	if (payload < sizeof(*tcp))
		return FRAME_TCP_HEADER;
	header = tcp->doff * 4u;
	if (header < sizeof(*tcp) || header > payload)
		return FRAME_TCP_HEADER;
	if (header > sizeof(*tcp) &&
	    !options_valid((const uint8_t *)(tcp + 1), header - sizeof(*tcp), true, &info->mss))
		return FRAME_TCP_OPTION;
	return FRAME_GOOD;
}

/* Ports are in the first piece only, so only there is something to be looked at. */
static inline enum frame_fault payload_check(const uint8_t *at, uint32_t payload, bool whole,
					     struct frame_info *info)
{
	if (info->protocol == IPPROTO_UDP) {
		uint32_t len;

		if (payload < sizeof(struct udphdr))
			return FRAME_UDP_LENGTH;
		len = big16(((const struct udphdr *)at)->len);
		/* Bytes behind the datagram are the receiver's business; missing ones are not. */
		if (len < sizeof(struct udphdr) || (whole ? len > payload : len < payload))
			return FRAME_UDP_LENGTH;
		return FRAME_GOOD;
	}
	if (info->protocol == IPPROTO_TCP)
		return tcp_check((const struct tcphdr *)at, payload, info);
	return FRAME_GOOD;
}

static inline enum frame_fault ip_check(const struct iphdr *ip, uint32_t len,
					struct frame_info *info)
{
	uint32_t header = ip->ihl * 4u, total;
	uint16_t fragment = big16(ip->frag_off);

	if (ip->version != 4)
		return FRAME_IP_VERSION;
	if (header < sizeof(*ip) || header > len)
		return FRAME_IP_HEADER;
	total = big16(ip->tot_len);
	if (total < header || total > len)
		return FRAME_IP_LENGTH;
	if (words_sum((const uint32_t *)ip, likely(header == sizeof(*ip)) ? 5 : ip->ihl) != 0xffff)
		return FRAME_IP_CHECKSUM;
	if (unlikely(header > sizeof(*ip)) &&
	    !options_valid((const uint8_t *)(ip + 1), header - sizeof(*ip), false, &info->mss))
		return FRAME_IP_OPTION;
	if (unlikely(fragment & (IP_MF | IP_OFFSET)) &&
	    !fragment_valid(fragment, header, total - header))
		return FRAME_IP_FRAGMENT;
	if ((first_bytes[ip->saddr & 0xff] & NO_SOURCE) |
		    (first_bytes[ip->daddr & 0xff] & NO_TARGET) ||
	    is_link_local(ip->saddr) || is_link_local(ip->daddr))
		return FRAME_IP_ADDRESS;
	if (ip->ttl <= 1)
		return FRAME_TTL;
	info->dst = __builtin_bswap32(ip->daddr);
	info->protocol = ip->protocol;
	if (unlikely(fragment & IP_OFFSET))
		return FRAME_GOOD;
	return payload_check((const uint8_t *)ip + header, total - header, !(fragment & IP_MF),
			     info);
}

static inline uint64_t load64(const uint8_t *at)
{
	uint64_t value;

	__builtin_memcpy(&value, at, sizeof(value));
	return value;
}

enum frame_fault frame_parse(const uint8_t *frame, uint32_t len, const uint8_t mac[6],
			     struct frame_info *info)
{
	const struct ethhdr *eth = (const struct ethhdr *)frame;
	uint32_t ours_low, low;
	uint16_t ours_high, high;

	info->mss = 0;
	if (len < ETH_HLEN + sizeof(struct iphdr))
		return FRAME_SHORT;
	if (len > FRAME_MAX)
		return FRAME_LONG;
	__builtin_memcpy(&low, frame, 4);
	__builtin_memcpy(&high, frame + 4, 2);
	__builtin_memcpy(&ours_low, mac, 4);
	__builtin_memcpy(&ours_high, mac + 4, 2);
	if ((low ^ ours_low) | (uint32_t)(high ^ ours_high))
		return FRAME_NOT_OURS;
	if (eth->h_source[0] & 1)
		return FRAME_SOURCE;
	if (eth->h_proto != big16(ETH_P_IP))
		return FRAME_NOT_IPV4;
	return ip_check((const struct iphdr *)(frame + ETH_HLEN), len - ETH_HLEN, info);
}

void frame_age(uint8_t *frame)
{
	struct iphdr *ip = (struct iphdr *)(frame + ETH_HLEN);
	uint32_t sum = (uint16_t)~ip->check + 0xfffeu; /* the TTL is the low byte of its word */

	ip->ttl--;
	ip->check = (uint16_t) ~((sum & 0xffff) + (sum >> 16));
}

void frame_address(uint8_t *frame, const uint8_t macs[12])
{
	uint32_t last;
	uint64_t first = load64(macs);

	__builtin_memcpy(&last, macs + 8, 4);
	__builtin_memcpy(frame, &first, 8);
	__builtin_memcpy(frame + 8, &last, 4);
}
