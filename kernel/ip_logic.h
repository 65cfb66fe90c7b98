// SPDX-License-Identifier: MIT
/*
 * What `ip=` and `netlog=` can say.
 *
 *	CLIENT:SERVER:GATEWAY:MASK:HOST:DEVICE:AUTOCONF    as Linux has it; any field may be empty,
 *	                                                   and those at the end left out
 *	192.0.2.2/24                                       a mask by its length, in place of CLIENT
 *	dhcp, on, any, off, none                           AUTOCONF alone
 *
 * SERVER has to be an address but means nothing here, HOST may be anything. A mask is never
 *guessed.
 */
#pragma once

#include "mm/types.h"

enum ip_how { IP_STATIC, IP_DHCP, IP_OFF };

struct ip_config {
	enum ip_how how;
	uint32_t addr, mask, gateway; /* host order; 0 if absent */
	char device[8];		      /* "nic0", "" for the first that no other names */
};

/* Read the value of `ip=`. NULL, or what is wrong with it, as words. */
const char *ip_config_parse(const char *text, struct ip_config *config);

struct ip_endpoint {
	uint32_t addr; /* host order */
	uint16_t port;
};

/* Read ADDRESS or ADDRESS:PORT; the port is 514 by default. NULL, or what is wrong. */
const char *ip_endpoint_parse(const char *text, struct ip_endpoint *endpoint);
