// SPDX-License-Identifier: MIT
#include "apps/net/stack.h"

#include "apps/harness/env.h"
#include "apps/harness/text.h"

/* A card of the machine as the station sees it. */
struct card {
	struct net_port port;
	unsigned nic;
};

static struct net net;
static struct card cards[NET_IFS];
static unsigned nr_users;
static bool in_use;
static uint64_t begun, ticks_a_second; /* of the clock */

static unsigned nic_of(struct net_port *port)
{
	return container_of(port, struct card, port)->nic;
}

static unsigned wanted(struct net_port *port)
{
	return env_nic_wanted(nic_of(port));
}

static unsigned post(struct net_port *port, struct page **pages, unsigned nr)
{
	return env_nic_post(nic_of(port), pages, nr);
}

static unsigned receive(struct net_port *port, struct page **pages, uint32_t *lens, unsigned nr)
{
	return env_nic_receive(nic_of(port), pages, lens, nr);
}

static unsigned send(struct net_port *port, struct page **pages, const uint32_t *lens, unsigned nr)
{
	return env_nic_send(nic_of(port), pages, lens, nr);
}

static unsigned reclaim(struct net_port *port, struct page **pages, unsigned nr)
{
	return env_nic_reclaim(nic_of(port), pages, nr);
}

uint64_t stack_now_ms(void)
{
	uint64_t ticks = env_clock_begin() - begun;

	return ticks / ticks_a_second * 1000 + ticks % ticks_a_second * 1000 / ticks_a_second;
}

bool stack_enter(void)
{
	return !__atomic_exchange_n(&in_use, true, __ATOMIC_ACQUIRE);
}

void stack_leave(void)
{
	__atomic_store_n(&in_use, false, __ATOMIC_RELEASE);
}

unsigned stack_poll(void)
{
	unsigned nr;

	if (!stack_enter())
		return 0;
	nr = net_poll(&net, stack_now_ms());
	stack_leave();
	return nr;
}

/* --- Addresses ------------------------------------------------------------------------------- */

/* Which card an `ip=` means; NET_IFS: none that is up. `named`: those that an `ip=` names. */
static unsigned card_meant(const struct env_ip *ip, const bool *named, bool *taken)
{
	for (unsigned i = 0; i < net.nr_ifs; i++) {
		struct env_nic info;

		env_nic_info(i, &info);
		if (ip->device[0] ? text_compare(info.name, ip->device) : named[i] || taken[i])
			continue;
		taken[i] = true;
		return i;
	}
	return NET_IFS;
}

static void named_find(bool *named)
{
	struct env_ip ip;
	struct env_nic info;

	for (unsigned n = 0; env_ip(n, &ip); n++)
		for (unsigned i = 0; i < net.nr_ifs; i++) {
			env_nic_info(i, &info);
			named[i] |= !text_compare(info.name, ip.device);
		}
}

static void configure(void)
{
	bool named[NET_IFS] = {false}, taken[NET_IFS] = {false};
	struct env_ip ip;
	unsigned n;

	named_find(named);
	for (n = 0; env_ip(n, &ip); n++) {
		unsigned i = card_meant(&ip, named, taken);

		if (i == NET_IFS)
			env_print("# net: no card for `ip=` number %u%s%s\n", n + 1,
				  ip.device[0] ? ", device " : "", ip.device);
		else if (ip.how == ENV_IP_STATIC)
			net_set_address(&net.ifs[i], ip.addr, ip.mask, ip.gateway);
		else if (ip.how == ENV_IP_DHCP)
			net_start_dhcp(&net.ifs[i]);
	}
	for (unsigned i = 0; !n && i < net.nr_ifs; i++)
		net_start_dhcp(&net.ifs[i]);
}

bool stack_waits(void)
{
	for (unsigned i = 0; i < net.nr_ifs; i++)
		if (net.ifs[i].dhcp.state != DHCP_OFF && !net.ifs[i].addr)
			return true;
	return false;
}

unsigned stack_wait_addresses(uint64_t us, bool (*stop)(void))
{
	uint64_t end = env_deadline(us);
	unsigned nr = 0;

	while (stack_waits() && !env_passed(end) && !(stop && stop())) {
		stack_poll();
		env_relax();
	}
	for (unsigned i = 0; i < net.nr_ifs; i++)
		nr += net.ifs[i].addr != 0;
	return nr;
}

/* --- Up and down ----------------------------------------------------------------------------- */

struct net *stack_up(void)
{
	unsigned nr;

	if (nr_users++)
		return &net;
	nr = env_nics_start();
	if (!nr) {
		nr_users = 0;
		return NULL;
	}
	begun = env_clock_begin();
	ticks_a_second = env_deadline(1000000) - begun;
	net_init(&net, 0);
	for (unsigned i = 0; i < nr && i < NET_IFS; i++) {
		struct env_nic info;

		env_nic_info(i, &info);
		cards[i] = (struct card){{wanted, post, receive, send, reclaim}, i};
		net_add(&net, &cards[i].port, info.mac);
	}
	configure();
	return &net;
}

void stack_down(void)
{
	if (--nr_users)
		return;
	net_end(&net);
	env_nics_stop();
}
