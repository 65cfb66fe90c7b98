// SPDX-License-Identifier: MIT
/*
 * An address from a server: RFC 2131, 4.4; options by RFC 2132.
 *
 *	SELECTING    DISCOVER is sent until an OFFER comes
 *	REQUESTING   REQUEST for it is sent until ACK; NAK, or no answer: from the start
 *	BOUND        from T1 on REQUEST to the server, from T2 on to all; at the lease's end the
 *	             address is given up, and all begins anew
 *
 * A message counts if it is for our hardware address and of this transaction. Its options are read
 * within the bytes that came, also where they go on in the fields `file` and `sname`.
 */
#include "apps/net/net_int.h"

enum {
	BOOTP_OP = 0,
	BOOTP_HTYPE = 1,
	BOOTP_HLEN = 2,
	BOOTP_XID = 4,
	BOOTP_SECS = 8,
	BOOTP_FLAGS = 10,
	BOOTP_CIADDR = 12,
	BOOTP_YIADDR = 16,
	BOOTP_CHADDR = 28,
	BOOTP_SNAME = 44,
	BOOTP_FILE = 108,
	BOOTP_MAGIC = 236,
	BOOTP_OPTIONS = 240,
	BOOTP_LEAST = 300, /* bytes of a message: RFC 1542, 2.1 */
	SNAME_LEN = 64,
	FILE_LEN = 128,
	OP_REQUEST = 1,
	OP_REPLY = 2,
	FLAG_BROADCAST = 0x8000, /* answers to all, as we have no address */
};

#define MAGIC 0x63825363u

enum {
	OPTION_PAD = 0,
	OPTION_MASK = 1,
	OPTION_ROUTER = 3,
	OPTION_ADDRESS = 50,
	OPTION_LEASE = 51,
	OPTION_OVERLOAD = 52,
	OPTION_TYPE = 53,
	OPTION_SERVER = 54,
	OPTION_WANTED = 55,
	OPTION_T1 = 58,
	OPTION_T2 = 59,
	OPTION_END = 255,
};

enum { DISCOVER = 1, OFFER = 2, REQUEST = 3, ACK = 5, NAK = 6 };

enum {
	FIRST_WAIT_MS = 1000, /* doubled each time: RFC 2131, 4.1, with less patience */
	MOST_DOUBLINGS = 6,   /* up to 64 s */
	MOST_REQUESTS = 4,
	RENEW_WAIT_MS = 60000, /* no more often: RFC 2131, 4.4.5 */
	LEASE_LEAST_S = 60,    /* a shorter one would keep us asking */
};

/* What a message said; 0: nothing. */
struct message {
	uint8_t type, overload;
	uint32_t mask, router, server, lease_s, t1_s, t2_s;
	bool has_lease;
};

/* --- Reading --------------------------------------------------------------------------------- */

static bool option_take(struct message *m, uint8_t code, const uint8_t *at, uint32_t len)
{
	uint32_t *word = code == OPTION_MASK	 ? &m->mask
			 : code == OPTION_SERVER ? &m->server
			 : code == OPTION_LEASE	 ? &m->lease_s
			 : code == OPTION_T1	 ? &m->t1_s
			 : code == OPTION_T2	 ? &m->t2_s
						 : NULL;

	if (code == OPTION_TYPE || code == OPTION_OVERLOAD) {
		if (len != 1)
			return false;
		*(code == OPTION_TYPE ? &m->type : &m->overload) = at[0];
	} else if (code == OPTION_ROUTER) {
		if (len < 4 || len % 4)
			return false;
		m->router = get32(at); /* the first is the best */
	} else if (word) {
		if (len != 4)
			return false;
		*word = get32(at);
		m->has_lease |= code == OPTION_LEASE;
	}
	return true;
}

/* False: an option runs past the end, or has a length that it cannot have. */
static bool options_read(struct message *m, const uint8_t *at, uint32_t len)
{
	while (len && at[0] != OPTION_END) {
		uint32_t step = 1;

		if (at[0] != OPTION_PAD) {
			if (len < 2 || len - 2 < at[1])
				return false;
			if (!option_take(m, at[0], at + 2, at[1]))
				return false;
			step = 2u + at[1];
		}
		at += step;
		len -= step;
	}
	return true;
}

static bool message_read(struct message *m, const uint8_t *at, uint32_t len)
{
	uint8_t overload;

	__builtin_memset(m, 0, sizeof(*m));
	if (!options_read(m, at + BOOTP_OPTIONS, len - BOOTP_OPTIONS))
		return false;
	overload = m->overload;
	if (overload > 3)
		return false;
	if (overload & 1 && !options_read(m, at + BOOTP_FILE, FILE_LEN))
		return false;
	if (overload & 2 && !options_read(m, at + BOOTP_SNAME, SNAME_LEN))
		return false;
	return m->type && m->overload == overload;
}

/* --- Sending --------------------------------------------------------------------------------- */

static uint8_t *option_put(uint8_t *at, uint8_t code, uint32_t value)
{
	at[0] = code;
	at[1] = 4;
	put32(at + 2, value);
	return at + 6;
}

static uint32_t message_write(const struct net_if *nif, uint8_t *at, uint8_t type)
{
	static const uint8_t wanted[] = {OPTION_WANTED, 5,	   OPTION_MASK, OPTION_ROUTER,
					 OPTION_LEASE,	OPTION_T1, OPTION_T2};
	const struct dhcp *d = &nif->dhcp;
	uint64_t secs = (nif->net->now_ms - d->begun_ms) / 1000;
	uint8_t *option = at + BOOTP_OPTIONS;

	__builtin_memset(at, 0, BOOTP_LEAST);
	at[BOOTP_OP] = OP_REQUEST;
	at[BOOTP_HTYPE] = 1;
	at[BOOTP_HLEN] = 6;
	put32(at + BOOTP_XID, d->xid);
	put16(at + BOOTP_SECS, secs < 0xffff ? (uint32_t)secs : 0xffff);
	put16(at + BOOTP_FLAGS, nif->addr ? 0 : FLAG_BROADCAST);
	put32(at + BOOTP_CIADDR, nif->addr);
	__builtin_memcpy(at + BOOTP_CHADDR, nif->mac, 6);
	put32(at + BOOTP_MAGIC, MAGIC);
	*option++ = OPTION_TYPE;
	*option++ = 1;
	*option++ = type;
	if (type == REQUEST && !nif->addr) {
		option = option_put(option, OPTION_ADDRESS, d->offered);
		option = option_put(option, OPTION_SERVER, d->server);
	}
	__builtin_memcpy(option, wanted, sizeof(wanted));
	option += sizeof(wanted);
	*option = OPTION_END;
	return BOOTP_LEAST;
}

/* To the server alone, or to all. */
static void message_send(struct net_if *nif, uint8_t type, bool to_server)
{
	struct page *page = net_page_get(nif);
	uint8_t *eth, *ip;
	uint32_t len, dst = to_server ? nif->dhcp.server : IP_BROADCAST;

	if (!page)
		return;
	eth = net_page_bytes(page);
	ip = eth + ETH_HEADER;
	len = message_write(nif, ip + IP_HEADER + UDP_HEADER, type);
	ip_write(nif->net, ip, IP_HEADER + UDP_HEADER + len, PROTOCOL_UDP, nif->addr, dst);
	udp_write(ip, ip + IP_HEADER, PORT_DHCP_CLIENT, PORT_DHCP_SERVER, len);
	len += ETH_HEADER + IP_HEADER + UDP_HEADER;
	if (to_server) {
		bool near = !((dst ^ nif->addr) & nif->mask);

		arp_send(nif, page, len, near || !nif->gateway ? dst : nif->gateway);
		return;
	}
	__builtin_memset(eth + ETH_DST, 0xff, 6);
	__builtin_memcpy(eth + ETH_SRC, nif->mac, 6);
	put16(eth + ETH_TYPE, TYPE_IPV4);
	net_send_frame(nif, page, len);
}

/* When to send again, half a second more or less, so that many stations do not ask at once. */
static void wait_longer(struct net_if *nif)
{
	struct dhcp *d = &nif->dhcp;
	unsigned doublings = d->nr_tries < MOST_DOUBLINGS ? d->nr_tries : MOST_DOUBLINGS;

	d->next_ms = nif->net->now_ms + ((uint64_t)FIRST_WAIT_MS << doublings) - 500 +
		     net_random(nif->net) % 1000;
	d->nr_tries++;
}

/* --- States ---------------------------------------------------------------------------------- */

static void restart(struct net_if *nif)
{
	struct dhcp *d = &nif->dhcp;

	if (nif->addr)
		net_set_address(nif, 0, 0, 0);
	d->state = DHCP_SELECTING;
	d->xid = net_random(nif->net);
	d->nr_tries = 0;
	d->begun_ms = d->next_ms = nif->net->now_ms;
}

void net_start_dhcp(struct net_if *nif)
{
	restart(nif);
}

/* Renewals: half of what is left each time (RFC 2131, 4.4.5). */
static void renew(struct net_if *nif)
{
	struct dhcp *d = &nif->dhcp;
	uint64_t now = nif->net->now_ms;
	uint64_t border = now < d->rebind_ms ? d->rebind_ms : d->end_ms;
	uint64_t wait = (border - now) / 2;

	if (now >= d->end_ms) {
		restart(nif);
		return;
	}
	if (!d->nr_tries++) {
		d->xid = net_random(nif->net);
		d->begun_ms = now;
	}
	d->next_ms = now + (wait > RENEW_WAIT_MS ? wait : RENEW_WAIT_MS);
	if (d->next_ms > border)
		d->next_ms = border;
	message_send(nif, REQUEST, now < d->rebind_ms);
}

void dhcp_timers(struct net_if *nif)
{
	struct dhcp *d = &nif->dhcp;

	if (d->state == DHCP_OFF || nif->net->now_ms < d->next_ms)
		return;
	switch (d->state) {
	case DHCP_REQUESTING:
		if (d->nr_tries >= MOST_REQUESTS) {
			restart(nif);
			return;
		}
		wait_longer(nif);
		message_send(nif, REQUEST, false);
		return;
	case DHCP_BOUND:
		renew(nif);
		return;
	default:
		wait_longer(nif);
		message_send(nif, DISCOVER, false);
	}
}

static bool address_usable(uint32_t addr, uint32_t mask)
{
	uint32_t host = addr & ~mask;

	return addr >> 24 && addr >> 24 != 127 && addr >> 24 < 224 && mask &&
	       !(~mask & (~mask + 1)) && (mask >= 0xfffffffe || (host && host != ~mask));
}

/* The lease's times, where they make sense; else what RFC 2131, 4.4.5, says. */
static void lease_begin(struct dhcp *d, const struct message *m, uint64_t now)
{
	uint64_t lease = m->lease_s < LEASE_LEAST_S ? LEASE_LEAST_S : m->lease_s;
	uint64_t t2 = m->t2_s && m->t2_s < lease ? m->t2_s : lease * 7 / 8;
	uint64_t t1 = m->t1_s && m->t1_s < t2 ? m->t1_s : lease / 2;

	d->state = DHCP_BOUND;
	d->nr_tries = 0;
	if (m->lease_s == ~0u) {
		d->next_ms = d->rebind_ms = d->end_ms = ~0ull;
		return;
	}
	d->next_ms = now + t1 * 1000;
	d->rebind_ms = now + t2 * 1000;
	d->end_ms = now + lease * 1000;
}

static enum net_outcome acknowledged(struct net_if *nif, const struct message *m, uint32_t addr)
{
	uint32_t router = m->router;

	if (!m->has_lease || !m->lease_s || !address_usable(addr, m->mask))
		return NET_BAD_DHCP;
	if (router == addr || (router ^ addr) & m->mask)
		router = 0;
	lease_begin(&nif->dhcp, m, nif->net->now_ms);
	if (nif->addr != addr || nif->mask != m->mask || nif->gateway != router)
		net_set_address(nif, addr, m->mask, router);
	return NET_DHCP_TAKEN;
}

static enum net_outcome offered(struct net_if *nif, const struct message *m, uint32_t addr)
{
	struct dhcp *d = &nif->dhcp;

	if (!m->server || !addr)
		return NET_BAD_DHCP;
	d->state = DHCP_REQUESTING;
	d->server = m->server;
	d->offered = addr;
	d->nr_tries = 0;
	d->next_ms = nif->net->now_ms;
	return NET_DHCP_TAKEN;
}

enum net_outcome dhcp_input(struct net_if *nif, const uint8_t *at, uint32_t len)
{
	struct dhcp *d = &nif->dhcp;
	bool asked = d->state == DHCP_REQUESTING || (d->state == DHCP_BOUND && d->nr_tries);
	struct message m;

	if (len < BOOTP_OPTIONS || at[BOOTP_OP] != OP_REPLY || at[BOOTP_HTYPE] != 1 ||
	    at[BOOTP_HLEN] != 6 || get32(at + BOOTP_MAGIC) != MAGIC)
		return NET_BAD_DHCP;
	if (get32(at + BOOTP_XID) != d->xid || !mac_same(at + BOOTP_CHADDR, nif->mac))
		return NET_DHCP_IGNORED;
	if (!message_read(&m, at, len))
		return NET_BAD_DHCP;
	if (m.type == OFFER && d->state == DHCP_SELECTING)
		return offered(nif, &m, get32(at + BOOTP_YIADDR));
	if (!asked || (d->state == DHCP_REQUESTING && m.server != d->server))
		return NET_DHCP_IGNORED;
	if (m.type == ACK)
		return acknowledged(nif, &m, get32(at + BOOTP_YIADDR));
	if (m.type != NAK)
		return NET_DHCP_IGNORED;
	d->nr_refused++;
	restart(nif);
	d->next_ms += FIRST_WAIT_MS; /* a server that always refuses is not asked without end */
	return NET_DHCP_TAKEN;
}
