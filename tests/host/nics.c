// SPDX-License-Identifier: MIT
/* Seam 2 on Linux has no network cards: whoever uses one has not looked at how many there are. */
#include "apps/harness/env.h"

static void __attribute__((noreturn)) absent(unsigned nic)
{
	env_panic("env: network card %u of 0", nic);
}

unsigned env_nics_present(void)
{
	return 0;
}

unsigned env_nics_start(void)
{
	return 0;
}

void env_nics_stop(void)
{
}

unsigned env_nr_nics(void)
{
	return 0;
}

void env_nic_info(unsigned nic, struct env_nic *info)
{
	(void)info;
	absent(nic);
}

unsigned env_nic_wanted(unsigned nic)
{
	absent(nic);
}

unsigned env_nic_post(unsigned nic, struct page **pages, unsigned nr)
{
	(void)pages;
	(void)nr;
	absent(nic);
}

unsigned env_nic_receive(unsigned nic, struct page **pages, uint32_t *lens, unsigned nr)
{
	(void)pages;
	(void)lens;
	(void)nr;
	absent(nic);
}

unsigned env_nic_send(unsigned nic, struct page **pages, const uint32_t *lens, unsigned nr)
{
	(void)pages;
	(void)lens;
	(void)nr;
	absent(nic);
}

unsigned env_nic_reclaim(unsigned nic, struct page **pages, unsigned nr)
{
	(void)pages;
	(void)nr;
	absent(nic);
}

bool env_ip(unsigned n, struct env_ip *ip)
{
	(void)n;
	(void)ip;
	return false;
}
