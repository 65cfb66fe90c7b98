// SPDX-License-Identifier: MIT
#include "apps/packet/route.h"

static unsigned depth_of(uint32_t entry)
{
	return entry >> ROUTE_DEPTH_SHIFT & 0x3f;
}

/* A route takes the entries of its range that belong to no longer one. */
static void entries_set(uint32_t *entry, uint32_t nr, uint32_t route)
{
	for (; nr--; entry++)
		if (!(*entry & ROUTE_VALID) || depth_of(*entry) <= depth_of(route))
			*entry = route;
}

/* The group behind a network; a new one starts with the network's route throughout. */
static uint32_t *group_of(struct route_table *table, uint32_t *network)
{
	uint32_t *group;

	if (*network & ROUTE_GROUP)
		return &table->groups[(*network & ROUTE_HOP) << 8];
	if (table->nr_groups == ROUTE_GROUPS)
		return NULL;
	group = &table->groups[table->nr_groups << 8];
	for (unsigned i = 0; i < 256; i++)
		group[i] = *network;
	*network = ROUTE_VALID | ROUTE_GROUP | table->nr_groups++;
	return group;
}

int route_add(struct route_table *table, uint32_t prefix, unsigned depth, uint16_t hop)
{
	uint32_t route = ROUTE_VALID | depth << ROUTE_DEPTH_SHIFT | hop;
	uint32_t *network, *group;

	if (!depth || depth > 32 || hop == ROUTE_NONE)
		return -EINVAL;
	prefix &= ~0u << (32 - depth);
	network = &table->networks[prefix >> 8];
	if (depth > 24) {
		group = group_of(table, network);
		if (!group)
			return -ENOSPC;
		entries_set(&group[prefix & 0xff], 1u << (32 - depth), route);
		return 0;
	}
	for (uint32_t nr = 1u << (24 - depth); nr--; network++) {
		if (*network & ROUTE_GROUP)
			entries_set(&table->groups[(*network & ROUTE_HOP) << 8], 256, route);
		else
			entries_set(network, 1, route);
	}
	return 0;
}
