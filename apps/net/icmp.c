// SPDX-License-Identifier: MIT
/*
 * Echo, and errors: RFC 792 and RFC 1122, 3.2.2. Both are built in the page of the packet that they
 * answer.
 */
#include "apps/net/net_int.h"

enum {
	ERRORS_A_SECOND = 100,
	/* Of the packet that an error is about: all of it is at most 576 bytes (RFC 1812, 4.3.2.3).
	 */
	QUOTED = 576 - IP_HEADER - ICMP_HEADER,
	ICMP_TIMESTAMP = 13, /* this and those up to the last are questions and answers */
	ICMP_LAST = 18,
};

enum net_outcome icmp_input(struct net_frame *f)
{
	uint8_t *icmp = f->ip + f->header;
	uint32_t len = f->total - f->header;
	uint16_t check;

	if (len < ICMP_HEADER || sum_fold(bytes_sum(icmp, len)) != 0xffff)
		return NET_BAD_ICMP;
	if (icmp[ICMP_TYPE] != ICMP_ECHO || icmp[ICMP_CODE] || f->to_all || !f->nif->addr)
		return NET_ICMP_IGNORED;
	__builtin_memcpy(&check, icmp + ICMP_CHECK, 2);
	check = checksum_replace(check, ICMP_ECHO, ICMP_ECHO_REPLY); /* first byte, little-endian */
	if (!check) /* the same in ones' complement, but right also if all else is zero */
		check = 0xffff;
	__builtin_memcpy(icmp + ICMP_CHECK, &check, 2);
	icmp[ICMP_TYPE] = ICMP_ECHO_REPLY;
	ip_send_back(f, f->total);
	return NET_ECHO_ANSWERED;
}

/* Not about an error, nor anything that may be one. */
static bool is_error(const struct net_frame *f)
{
	uint8_t type;

	if (f->ip[IP_PROTOCOL] != PROTOCOL_ICMP)
		return false;
	if (f->total < f->header + ICMP_HEADER)
		return true;
	type = f->ip[f->header + ICMP_TYPE];
	return type != ICMP_ECHO && type != ICMP_ECHO_REPLY &&
	       (type < ICMP_TIMESTAMP || type > ICMP_LAST);
}

static bool rate_allows(struct net_if *nif)
{
	uint64_t now = nif->net->now_ms;

	if (now - nif->errors_ms >= 1000) {
		nif->errors_ms = now;
		nif->nr_errors = 0;
	}
	return nif->nr_errors < ERRORS_A_SECOND;
}

void icmp_error(struct net_frame *f, uint8_t type, uint8_t code)
{
	struct net_if *nif = f->nif;
	uint32_t quoted = f->total < QUOTED ? f->total : QUOTED;
	uint32_t total = IP_HEADER + ICMP_HEADER + quoted;
	uint8_t *icmp = f->ip + IP_HEADER;
	uint32_t from = net_is_ours(nif->net, f->dst) ? f->dst : nif->addr;
	uint16_t check;

	if (f->to_all || is_error(f) || get16(f->ip + IP_FRAGMENT) & IP_LATER)
		return;
	if (!rate_allows(nif)) {
		nif->counts[NET_ERRORS_HELD]++;
		return;
	}
	nif->nr_errors++;
	nif->counts[NET_ERRORS_SENT]++;
	__builtin_memmove(icmp + ICMP_HEADER, f->ip, quoted);
	__builtin_memset(icmp, 0, ICMP_HEADER);
	icmp[ICMP_TYPE] = type;
	icmp[ICMP_CODE] = code;
	check = (uint16_t)~sum_fold(bytes_sum(icmp, ICMP_HEADER + quoted));
	__builtin_memcpy(icmp + ICMP_CHECK, &check, 2);
	ip_write(nif->net, f->ip, total, PROTOCOL_ICMP, from, f->src);
	__builtin_memcpy(f->bytes + ETH_DST, f->bytes + ETH_SRC, 6);
	__builtin_memcpy(f->bytes + ETH_SRC, nif->mac, 6);
	net_send_back(nif, f, ETH_HEADER + total);
}
