// SPDX-License-Identifier: MIT
/*
 * Longest-prefix match of IPv4 addresses in one or two reads: a table of all 2^24 networks of 256
 * addresses, and for networks that are cut up further a group of 256 entries each (DIR-24-8; Gupta,
 * Lin and McKeown, Infocom 1998).
 */
#pragma once

#include "mm/types.h"

#define ROUTE_TABLE_LEN (1ul << 26) /* bytes: 2^24 entries of 4 */

enum { ROUTE_GROUPS = 256, ROUTE_NONE = 0xffff };

/*
 * An entry: 0 none; else bit 31 set, the prefix's length in bits 16 to 21 as long as the table is
 * built, and the next hop in the low 16; with bit 30 the low bits are a group instead.
 */
struct route_table {
	uint32_t *networks; /* the caller's, ROUTE_TABLE_LEN zeroed bytes */
	uint32_t *groups;   /* the caller's, ROUTE_GROUPS * 1 KiB, zeroed */
	uint32_t nr_groups;
};

#define ROUTE_GROUPS_LEN (ROUTE_GROUPS * 256ul * 4)

enum { ROUTE_VALID = 1u << 31, ROUTE_GROUP = 1 << 30, ROUTE_DEPTH_SHIFT = 16, ROUTE_HOP = 0xffff };

/*
 * Send `prefix` with `depth` leading bits, 1 to 32, to `hop`, below ROUTE_NONE; in any order, a
 * longer one wins. -EINVAL; -ENOSPC: no group is left. Not while lookups run.
 */
int route_add(struct route_table *table, uint32_t prefix, unsigned depth, uint16_t hop);

/* The hop for an address, ROUTE_NONE: there is no route. */
static inline uint16_t route_lookup(const struct route_table *table, uint32_t addr)
{
	uint32_t entry = table->networks[addr >> 8];

	if (entry & ROUTE_GROUP)
		entry = table->groups[(entry & ROUTE_HOP) << 8 | (addr & 0xff)];
	return entry & ROUTE_VALID ? (uint16_t)entry : ROUTE_NONE;
}
