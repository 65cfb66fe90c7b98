// SPDX-License-Identifier: MIT
/*
 * The way of pages: from the receive ring through one of the protocols to a send queue, or back to
 * mm/, and new ones into the ring, all in batches. A page has one owner: the ring, the frame on its
 * way, a queue, an ARP entry or the pool.
 */
#include "apps/net/net_int.h"

static const char *const outcome_names[] = {
	"arp_answered",	 "arp_taken",	 "arp_ignored",	     "arp_conflict", "bad_arp",
	"echo_answered", "icmp_ignored", "bad_icmp",	     "udp_echoed",   "udp_discarded",
	"udp_closed",	 "udp_ignored",	 "bad_udp_checksum", "dhcp_taken",   "dhcp_ignored",
	"bad_dhcp",	 "fragment",	 "other_protocol",   "not_for_us",   "link_broadcast",
	"forwarded",
};

static const char *const count_names[] = {
	"sent",
	"send_full",
	"send_no_page",
	"icmp_errors_sent",
	"icmp_errors_held",
	"arp_requests",
	"arp_unresolved",
	"arp_queue_dropped",
};

_Static_assert(ARRAY_SIZE(outcome_names) == NR_NET_OUTCOMES - (int)NR_FRAME_FAULTS, "a name each");
_Static_assert(ARRAY_SIZE(count_names) == NR_NET_COUNTS, "a name each");

const char *net_outcome_name(unsigned outcome)
{
	if (outcome < NR_FRAME_FAULTS)
		return frame_fault_name((enum frame_fault)outcome);
	return outcome_names[outcome - NR_FRAME_FAULTS];
}

const char *net_count_name(enum net_count count)
{
	return count_names[count];
}

uint64_t net_accounted(const struct net_if *nif)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < NR_NET_OUTCOMES; i++)
		sum += nif->outcomes[i];
	return sum;
}

uint32_t net_random(struct net *net)
{
	net->random ^= net->random << 13;
	net->random ^= net->random >> 17;
	net->random ^= net->random << 5;
	return net->random;
}

/* --- Pages ----------------------------------------------------------------------------------- */

static void done_free(struct net *net)
{
	free_pages_bulk(net->nr_done, net->done);
	net->nr_done = 0;
}

struct page *net_page_get(struct net_if *nif)
{
	struct net *net = nif->net;
	struct page *page = NULL;

	if (net->nr_pool)
		return net->pool[--net->nr_pool];
	if (!net->closed)
		alloc_pages_bulk_array(__GFP_NOWARN, 1, &page);
	if (!page)
		nif->counts[NET_SEND_NO_PAGE]++;
	return page;
}

/* What is left over goes back to mm/, unless the pool is what all pages come from. */
void net_page_put(struct net *net, struct page *page)
{
	if (net->closed && net->nr_pool < NET_POOL_ROOM) {
		net->pool[net->nr_pool++] = page;
		return;
	}
	if (net->nr_done == NET_BATCH)
		done_free(net);
	net->done[net->nr_done++] = page;
}

/* Pages for a ring; those from the pool stay few enough that messages can be sent. */
static unsigned pages_take(struct net *net, struct page **pages, unsigned nr)
{
	unsigned got = 0;

	if (!net->closed)
		return (unsigned)alloc_pages_bulk_array(__GFP_NOWARN, nr, pages);
	while (got < nr && net->nr_pool > NET_BATCH)
		pages[got++] = net->pool[--net->nr_pool];
	return got;
}

static void refill(struct net_if *nif)
{
	unsigned want, took;

	do {
		struct page *pages[NET_BATCH] = {NULL};
		unsigned got;

		want = nif->port->wanted(nif->port);
		if (want > NET_BATCH)
			want = NET_BATCH;
		got = pages_take(nif->net, pages, want);
		took = nif->port->post(nif->port, pages, got);
		for (unsigned i = took; i < got; i++)
			net_page_put(nif->net, pages[i]);
	} while (want && took == want);
}

static void reclaim(struct net_if *nif)
{
	struct page *pages[NET_BATCH];
	unsigned nr;

	do {
		nr = nif->port->reclaim(nif->port, pages, NET_BATCH);
		nif->nr_flying -= nr;
		for (unsigned i = 0; i < nr; i++)
			net_page_put(nif->net, pages[i]);
	} while (nr == NET_BATCH);
}

/* --- Sending --------------------------------------------------------------------------------- */

static void flush(struct net_if *nif)
{
	unsigned sent = nif->port->send(nif->port, nif->out, nif->out_lens, nif->nr_out);

	nif->nr_flying += sent;
	if (sent < nif->nr_out) {
		unsigned more;

		reclaim(nif);
		more = nif->port->send(nif->port, nif->out + sent, nif->out_lens + sent,
				       nif->nr_out - sent);
		nif->nr_flying += more;
		sent += more;
	}
	nif->counts[NET_SENT] += sent;
	nif->counts[NET_SEND_FULL] += nif->nr_out - sent;
	for (; sent < nif->nr_out; sent++)
		net_page_put(nif->net, nif->out[sent]);
	nif->nr_out = 0;
}

void net_send_frame(struct net_if *nif, struct page *page, uint32_t len)
{
	if (len < FRAME_MIN) {
		__builtin_memset(net_page_bytes(page) + len, 0, FRAME_MIN - len);
		len = FRAME_MIN;
	}
	if (nif->nr_out == NET_BATCH)
		flush(nif);
	nif->out[nif->nr_out] = page;
	nif->out_lens[nif->nr_out++] = len;
}

void net_send_back(struct net_if *nif, struct net_frame *f, uint32_t len)
{
	net_send_frame(nif, f->page, len);
	f->page = NULL;
}

/* --- Cards ----------------------------------------------------------------------------------- */

void net_init(struct net *net, uint64_t now_ms)
{
	__builtin_memset(net, 0, sizeof(*net));
	net->now_ms = now_ms;
	net->random = 0x9e3779b9;
}

struct net_if *net_add(struct net *net, struct net_port *port, const uint8_t mac[6])
{
	struct net_if *nif;

	if (net->nr_ifs == NET_IFS)
		return NULL;
	nif = &net->ifs[net->nr_ifs++];
	nif->net = net;
	nif->port = port;
	__builtin_memcpy(nif->mac, mac, 6);
	net->random ^= get32(mac + 2) | 1; /* transactions of several stations must differ */
	refill(nif);
	return nif;
}

void net_set_address(struct net_if *nif, uint32_t addr, uint32_t mask, uint32_t gateway)
{
	if (nif->addr != addr)
		arp_clear(nif);
	nif->addr = addr;
	nif->mask = mask;
	nif->gateway = gateway;
	if (addr)
		arp_announce(nif);
}

bool net_is_ours(const struct net *net, uint32_t addr)
{
	for (unsigned i = 0; i < net->nr_ifs; i++)
		if (addr && net->ifs[i].addr == addr)
			return true;
	return false;
}

struct net_if *net_route(struct net *net, uint32_t dst, uint32_t *next)
{
	struct net_if *best = NULL;

	for (unsigned i = 0; i < net->nr_ifs; i++) {
		struct net_if *nif = &net->ifs[i];

		if (nif->addr && !((dst ^ nif->addr) & nif->mask) &&
		    (!best || nif->mask > best->mask))
			best = nif;
	}
	*next = dst;
	for (unsigned i = 0; i < net->nr_ifs && !best; i++) {
		if (!net->ifs[i].gateway)
			continue;
		best = &net->ifs[i];
		*next = best->gateway;
	}
	return best;
}

static enum net_outcome handle(struct net_frame *f)
{
	/* By the frame's own target: whom it is for is looked at later, as it may be for all. */
	struct frame_info info;
	enum frame_fault fault = frame_parse(f->bytes, f->len, f->bytes + ETH_DST, &info);
	bool to_us = mac_same(f->bytes + ETH_DST, f->nif->mac);

	f->to_all = f->bytes[ETH_DST] & 1;
	if (fault == FRAME_SHORT || fault == FRAME_LONG)
		return (enum net_outcome)fault;
	if (!to_us && !f->to_all)
		return (enum net_outcome)FRAME_NOT_OURS;
	if (fault == FRAME_NOT_IPV4 && get16(f->bytes + ETH_TYPE) == TYPE_ARP)
		return arp_input(f);
	return ip_input(f, fault);
}

static unsigned receive(struct net_if *nif)
{
	struct page *pages[NET_BATCH];
	uint32_t lens[NET_BATCH];
	unsigned nr = nif->port->receive(nif->port, pages, lens, NET_BATCH);

	nif->received += nr;
	for (unsigned i = 0; i < nr; i++) {
		struct net_frame f = {
			.nif = nif,
			.page = pages[i],
			.bytes = net_page_bytes(pages[i]),
			.len = lens[i],
		};

		nif->outcomes[handle(&f)]++;
		if (f.page)
			net_page_put(nif->net, f.page);
	}
	return nr;
}

unsigned net_poll(struct net *net, uint64_t now_ms)
{
	unsigned nr = 0;

	net->now_ms = now_ms;
	for (unsigned i = 0; i < net->nr_ifs; i++) {
		struct net_if *nif = &net->ifs[i];

		reclaim(nif);
		nr += receive(nif);
		arp_timers(nif);
		dhcp_timers(nif);
	}
	for (unsigned i = 0; i < net->nr_ifs; i++) {
		if (net->ifs[i].nr_out)
			flush(&net->ifs[i]);
		refill(&net->ifs[i]);
	}
	done_free(net);
	return nr;
}

void net_flush(struct net *net)
{
	for (unsigned i = 0; i < net->nr_ifs; i++) {
		reclaim(&net->ifs[i]);
		if (net->ifs[i].nr_out)
			flush(&net->ifs[i]);
	}
}

unsigned net_nr_flying(const struct net *net)
{
	unsigned nr = 0;

	for (unsigned i = 0; i < net->nr_ifs; i++)
		nr += net->ifs[i].nr_flying;
	return nr;
}

bool net_close_pool(struct net *net)
{
	net->nr_pool = (unsigned)alloc_pages_bulk_array(__GFP_NOWARN, NET_POOL, net->pool);
	net->closed = net->nr_pool == NET_POOL;
	return net->closed;
}

void net_open_pool(struct net *net)
{
	net->closed = false;
	free_pages_bulk(net->nr_pool, net->pool);
	net->nr_pool = 0;
}

void net_end(struct net *net)
{
	for (unsigned i = 0; i < net->nr_ifs; i++) {
		arp_clear(&net->ifs[i]);
		flush(&net->ifs[i]);
		reclaim(&net->ifs[i]);
	}
	net_open_pool(net);
	done_free(net);
	net->nr_ifs = 0;
}

int net_send_udp(struct net *net, uint32_t dst, uint16_t src_port, uint16_t dst_port,
		 const void *text, uint32_t len)
{
	uint32_t next, total = IP_HEADER + UDP_HEADER + len;
	struct net_if *nif = net_route(net, dst, &next);
	struct page *page;
	uint8_t *ip;

	if (!nif || total > NET_IP_MAX)
		return -ENETUNREACH;
	page = net_page_get(nif);
	if (!page)
		return -ENOMEM;
	ip = net_page_bytes(page) + ETH_HEADER;
	__builtin_memcpy(ip + IP_HEADER + UDP_HEADER, text, len);
	ip_write(net, ip, total, PROTOCOL_UDP, nif->addr, dst);
	udp_write(ip, ip + IP_HEADER, src_port, dst_port, len);
	arp_send(nif, page, ETH_HEADER + total, next);
	return 0;
}

bool net_resolve(struct net *net, uint32_t dst)
{
	uint32_t next;
	struct net_if *nif = net_route(net, dst, &next);

	return nif && arp_resolve(nif, next);
}
