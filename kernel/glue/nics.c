// SPDX-License-Identifier: MIT
/* Seam 2: packet devices are the network cards of drivers/nic.h. */
#include "apps/harness/env.h"
#include "apps/packet/frame.h"
#include "drivers/nic.h"
#include "drivers/nic_logic.h"
#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/string.h"

_Static_assert((int)NIC_FRAME_OFFSET == (int)FRAME_OFFSET, "a received page is sent as it is");
_Static_assert((int)ENV_IP_OFF == (int)IP_OFF, "the same ways to an address");
_Static_assert((int)NIC_FRAME_MAX == (int)FRAME_MAX, "cards take every frame there is");

static struct nic *cards[NIC_MAX]; /* that are up */
static unsigned nr_cards;

unsigned env_nics_present(void)
{
	return nics_present();
}

unsigned env_nics_start(void)
{
	unsigned nr = nics_start();

	for (nr_cards = 0; nr_cards < nr; nr_cards++)
		cards[nr_cards] = nic_up(nr_cards);
	return nr;
}

void env_nics_stop(void)
{
	nics_stop();
	nr_cards = 0;
}

unsigned env_nr_nics(void)
{
	return nr_cards;
}

static struct nic *card(unsigned nic)
{
	if (nic >= nr_cards)
		panic("env: network card %u of %u", nic, nr_cards);
	return cards[nic];
}

static struct env_nic_counts counts(const struct nic_counts *c)
{
	return (struct env_nic_counts){c->frames, c->bytes, c->errors, c->drops};
}

void env_nic_info(unsigned nic, struct env_nic *info)
{
	struct nic *n = card(nic);

	nic_count(n);
	*info = (struct env_nic){
		.model = n->model,
		.link_up = nic_link_up(n),
		.failed = n->failed,
		.received = counts(&n->received),
		.sent = counts(&n->sent),
	};
	memcpy(info->name, n->name, sizeof(info->name));
	memcpy(info->mac, n->mac, sizeof(info->mac));
}

unsigned env_nic_wanted(unsigned nic)
{
	return nic_wanted(card(nic));
}

unsigned env_nic_post(unsigned nic, struct page **pages, unsigned nr)
{
	return nic_post(card(nic), pages, nr);
}

unsigned env_nic_receive(unsigned nic, struct page **pages, uint32_t *lens, unsigned nr)
{
	return nic_receive(card(nic), pages, lens, nr);
}

unsigned env_nic_send(unsigned nic, struct page **pages, const uint32_t *lens, unsigned nr)
{
	return nic_send(card(nic), pages, lens, nr);
}

unsigned env_nic_reclaim(unsigned nic, struct page **pages, unsigned nr)
{
	return nic_reclaim(card(nic), pages, nr);
}

bool env_ip(unsigned n, struct env_ip *ip)
{
	unsigned nr;
	const struct ip_config *config = options_ip(&nr);

	if (n >= nr)
		return false;
	*ip = (struct env_ip){
		.how = (enum env_ip_how)config[n].how,
		.addr = config[n].addr,
		.mask = config[n].mask,
		.gateway = config[n].gateway,
	};
	memcpy(ip->device, config[n].device, sizeof(ip->device));
	return true;
}
