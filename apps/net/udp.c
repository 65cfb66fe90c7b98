// SPDX-License-Identifier: MIT
/*
 * Datagrams: echo (RFC 862), discard (RFC 863), and the DHCP client's.
 */
#include "apps/net/net_int.h"

/* With the pseudo header: addresses, protocol, length. */
static uint16_t udp_sum(const uint8_t *ip, const uint8_t *udp, uint32_t len)
{
	uint64_t sum = (uint64_t)bytes_sum(ip + IP_SRC, 8) + bytes_sum(udp, len);

	return sum_fold(sum + __builtin_bswap16(PROTOCOL_UDP) + __builtin_bswap16((uint16_t)len));
}

static void checksum_write(const uint8_t *ip, uint8_t *udp, uint32_t len)
{
	uint16_t check;

	put16(udp + UDP_CHECK, 0);
	check = (uint16_t)~udp_sum(ip, udp, len);
	if (!check)
		check = 0xffff; /* as 0 stands for none */
	__builtin_memcpy(udp + UDP_CHECK, &check, 2);
}

void udp_write(uint8_t *ip, uint8_t *udp, uint16_t src_port, uint16_t dst_port, uint32_t len)
{
	put16(udp + UDP_SRC, src_port);
	put16(udp + UDP_DST, dst_port);
	put16(udp + UDP_LEN, UDP_HEADER + len);
	checksum_write(ip, udp, UDP_HEADER + len);
}

/* The sum stays right when sender and receiver change places. */
static enum net_outcome echo(struct net_frame *f, uint8_t *udp, uint32_t len)
{
	uint16_t src = get16(udp + UDP_SRC);

	/* Two such services would send each other the same for ever. */
	if (f->to_all || src == PORT_ECHO || !src)
		return NET_UDP_IGNORED;
	put16(udp + UDP_SRC, PORT_ECHO);
	put16(udp + UDP_DST, src);
	if (!get16(udp + UDP_CHECK))
		checksum_write(f->ip, udp, len);
	ip_send_back(f, f->header + len);
	return NET_UDP_ECHOED;
}

enum net_outcome udp_input(struct net_frame *f)
{
	uint8_t *udp = f->ip + f->header;
	uint32_t room = f->total - f->header, len;

	if (room < UDP_HEADER)
		return (enum net_outcome)FRAME_UDP_LENGTH;
	len = get16(udp + UDP_LEN);
	if (len < UDP_HEADER || len > room)
		return (enum net_outcome)FRAME_UDP_LENGTH;
	if (get16(udp + UDP_CHECK) && udp_sum(f->ip, udp, len) != 0xffff)
		return NET_BAD_UDP_CHECKSUM;
	if (get16(udp + UDP_DST) == PORT_DHCP_CLIENT && f->nif->dhcp.state != DHCP_OFF)
		return get16(udp + UDP_SRC) == PORT_DHCP_SERVER
			       ? dhcp_input(f->nif, udp + UDP_HEADER, len - UDP_HEADER)
			       : NET_DHCP_IGNORED;
	if (!f->nif->addr)
		return NET_NOT_FOR_US;
	switch (get16(udp + UDP_DST)) {
	case PORT_ECHO:
		return echo(f, udp, len);
	case PORT_DISCARD:
		return NET_UDP_DISCARDED;
	default:
		icmp_error(f, ICMP_UNREACHABLE, ICMP_CODE_PORT);
		return NET_UDP_CLOSED;
	}
}
