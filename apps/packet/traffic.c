// SPDX-License-Identifier: MIT
#include "apps/packet/traffic.h"

#include <linux/if_ether.h>
#include <linux/in.h>

/*
 * Everything here is done byte by byte, with no code of the router's, so that agreement means
 * something.
 */

struct prefix {
	uint32_t addr;
	unsigned depth;
	uint16_t hop;
};

enum { IP = ETH_HLEN, IP_LEN = 20, UDP_LEN = 8, TCP_LEN = 20, TCP_LEN_MSS = 24 };

const uint8_t *traffic_station(void)
{
	static const uint8_t station[6] = {0x02, 0, 0, 0, 0, 0x01};

	return station;
}

const uint8_t (*traffic_macs(void))[12]
{
	static uint8_t macs[TRAFFIC_HOPS][12];

	for (unsigned i = 0; !macs[TRAFFIC_HOPS - 1][0] && i < TRAFFIC_HOPS; i++) {
		const uint8_t link[12] = {0x02, 0x10, 0, 0, 0, (uint8_t)i,
					  0x02, 0x20, 0, 0, 0, (uint8_t)i};

		__builtin_memcpy(macs[i], link, sizeof(link));
	}
	return macs;
}

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return *state >> 33;
}

/* The i-th prefix: every length from 8 to 32 comes up, below addresses that may be routed to. */
static struct prefix prefix_at(unsigned i)
{
	uint64_t random = i * 0x9e3779b97f4a7c15ull + 12345;
	struct prefix p;

	next_random(&random);
	p.depth = 8 + i % 25;
	p.addr = (uint32_t)(1 + next_random(&random) % 126) << 24;
	p.addr |= (uint32_t)next_random(&random) & 0xffffff;
	p.addr &= ~0u << (32 - p.depth);
	p.hop = (uint16_t)(next_random(&random) % TRAFFIC_HOPS);
	return p;
}

int traffic_routes(struct route_table *table)
{
	for (unsigned i = 0; i < TRAFFIC_ROUTES; i++) {
		struct prefix p = prefix_at(i);
		int err = route_add(table, p.addr, p.depth, p.hop);

		if (err)
			return err;
	}
	return 0;
}

/* The longest prefix that matches, by looking at all; of the same one twice the later counts. */
static uint16_t hop_of(uint32_t addr)
{
	unsigned longest = 0;
	uint16_t hop = ROUTE_NONE;

	for (unsigned i = 0; i < TRAFFIC_ROUTES; i++) {
		struct prefix p = prefix_at(i);

		if (p.depth < longest || (addr ^ p.addr) >> (32 - p.depth))
			continue;
		longest = p.depth;
		hop = p.hop;
	}
	return hop;
}

static void put16(uint8_t *at, uint32_t value)
{
	at[0] = (uint8_t)(value >> 8);
	at[1] = (uint8_t)value;
}

static void put32(uint8_t *at, uint32_t value)
{
	put16(at, value >> 16);
	put16(at + 2, value);
}

/* RFC 1071, over bytes. */
static void ip_checksum(uint8_t *ip, unsigned len)
{
	uint32_t sum = 0;

	put16(ip + 10, 0);
	for (unsigned i = 0; i < len; i += 2)
		sum += (uint32_t)(ip[i] << 8 | ip[i + 1]);
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	put16(ip + 10, ~sum & 0xffff);
}

/* An address that has a route, or none that has (`routed` false). */
static uint32_t target_pick(struct traffic *t, bool routed)
{
	for (;;) {
		struct prefix p = prefix_at((unsigned)(next_random(&t->random) % TRAFFIC_ROUTES));
		uint32_t addr = p.addr;

		if (p.depth < 32)
			addr |= (uint32_t)next_random(&t->random) & (~0u >> p.depth);
		if (!routed)
			addr = (128u + (uint32_t)next_random(&t->random) % 90) << 24 | 1;
		if ((hop_of(addr) != ROUTE_NONE) == routed)
			return addr;
	}
}

/* Lengths as on a busy link: half of them the shortest, the rest anything up to the longest. */
static uint32_t length_pick(struct traffic *t)
{
	if (next_random(&t->random) % 2)
		return FRAME_MIN;
	return FRAME_MIN + (uint32_t)next_random(&t->random) % (FRAME_MAX - FRAME_MIN + 1);
}

static void payload_make(struct traffic *t, uint8_t *l4, uint32_t len, bool tcp)
{
	put16(l4, 1024 + (uint32_t)next_random(&t->random) % 60000);
	put16(l4 + 2, 53);
	for (uint32_t i = tcp ? TCP_LEN : UDP_LEN; i < len; i++)
		l4[i] = (uint8_t)next_random(&t->random);
	if (!tcp) {
		put16(l4 + 4, len);
		return;
	}
	put32(l4 + 4, (uint32_t)next_random(&t->random));
	l4[12] = TCP_LEN / 4 << 4;
	l4[13] = 0x10; /* ACK */
	put16(l4 + 14, 512);
	if (len >= TCP_LEN_MSS && next_random(&t->random) % 8 == 0) {
		l4[12] = TCP_LEN_MSS / 4 << 4;
		l4[13] = 0x02;			 /* SYN */
		put32(l4 + TCP_LEN, 0x020405b4); /* MSS 1460 */
	}
}

static void frame_make(struct traffic *t, struct traffic_frame *f, uint8_t *frame)
{
	bool tcp = next_random(&t->random) % 2;
	uint8_t *ip = frame + IP;
	uint32_t target = target_pick(t, true);

	f->len = length_pick(t);
	f->fault = FRAME_GOOD;
	f->hop = hop_of(target);
	__builtin_memcpy(frame, traffic_station(), 6);
	__builtin_memcpy(frame + 6, "\x02\x30\0\0\0\x05", 6);
	put16(frame + 12, ETH_P_IP);
	ip[0] = 0x45;
	put16(ip + 2, f->len - IP);
	put16(ip + 4, (uint32_t)next_random(&t->random));
	ip[8] = (uint8_t)(2 + next_random(&t->random) % 62);
	ip[9] = tcp ? IPPROTO_TCP : IPPROTO_UDP;
	put32(ip + 12, 0x0a000000 | ((uint32_t)next_random(&t->random) & 0xffffff));
	put32(ip + 16, target);
	payload_make(t, ip + IP_LEN, f->len - IP - IP_LEN, tcp);
	ip_checksum(ip, IP_LEN);
}

/* Give a frame a fault of one of eight kinds. */
static void frame_spoil(struct traffic *t, struct traffic_frame *f, uint8_t *frame, unsigned kind)
{
	uint8_t *ip = frame + IP;

	switch (kind % 8) {
	case 0:
		f->fault = FRAME_NO_ROUTE;
		put32(ip + 16, target_pick(t, false));
		break;
	case 1:
		f->fault = FRAME_TTL;
		ip[8] = 1;
		break;
	case 2:
		f->fault = FRAME_IP_CHECKSUM;
		ip_checksum(ip, IP_LEN);
		ip[10] ^= 0x40;
		return;
	case 3:
		f->fault = FRAME_IP_LENGTH;
		put16(ip + 2, f->len - IP + 1);
		break;
	case 4:
		f->fault = FRAME_NOT_IPV4;
		put16(frame + 12, ETH_P_ARP);
		break;
	case 5:
		f->fault = FRAME_NOT_OURS;
		frame[5] ^= 1;
		break;
	case 6:
		f->fault = FRAME_UDP_LENGTH;
		ip[9] = IPPROTO_UDP;
		put16(ip + IP_LEN + 4, 7);
		break;
	default:
		f->fault = FRAME_TCP_OPTION;
		ip[9] = IPPROTO_TCP;
		ip[IP_LEN + 12] = TCP_LEN_MSS / 4 << 4;
		put32(ip + IP_LEN + TCP_LEN, 0x02000000); /* length 0 */
	}
	ip_checksum(ip, IP_LEN);
}

/* What the first bytes are once it is sent on. */
static void sent_predict(struct traffic_frame *f, const uint8_t *frame)
{
	__builtin_memcpy(f->sent, frame, sizeof(f->sent));
	if (f->fault != FRAME_GOOD)
		return;
	__builtin_memcpy(f->sent, traffic_macs()[f->hop], 12);
	f->sent[IP + 8]--;
	ip_checksum(f->sent + IP, IP_LEN);
}

void traffic_make(struct traffic *t, unsigned drops, uint64_t seed)
{
	unsigned nr_spoilt = 0, to_spoil = drops * TRAFFIC_FRAMES / 100;

	t->random = seed;
	for (unsigned i = 0; i < TRAFFIC_FRAMES; i++) {
		struct traffic_frame *f = &t->frames[i];
		uint8_t *frame = f->bytes + FRAME_OFFSET % 16;

		__builtin_memset(f, 0, sizeof(*f));
		frame_make(t, f, frame);
		/* As many of the frames to come as are still to be spoilt, wherever they fall. */
		if (next_random(&t->random) % (TRAFFIC_FRAMES - i) < to_spoil - nr_spoilt)
			frame_spoil(t, f, frame, nr_spoilt++);
		sent_predict(f, frame);
	}
}

bool traffic_sent_right(const struct traffic_frame *f, const uint8_t *sent, uint32_t len,
			uint16_t hop)
{
	uint32_t head = sizeof(f->sent) < len ? sizeof(f->sent) : len;

	return f->fault == FRAME_GOOD && len == f->len && hop == f->hop &&
	       !__builtin_memcmp(f->sent, sent, head) &&
	       !__builtin_memcmp(traffic_bytes(f) + head, sent + head, len - head);
}
