// SPDX-License-Identifier: MIT
#include "apps/packet/supply.h"

bool supply_routes(struct route_table *table, enum env_leaf leaf)
{
	*table = (struct route_table){env_map(ROUTE_TABLE_LEN, leaf), env_alloc(ROUTE_GROUPS_LEN),
				      0};
	return table->networks && table->groups && !traffic_routes(table);
}

void supply_routes_drop(struct route_table *table, enum env_leaf leaf)
{
	if (table->networks)
		env_unmap(table->networks, ROUTE_TABLE_LEN, leaf);
	if (table->groups)
		env_free(table->groups, ROUTE_GROUPS_LEN);
	*table = (struct route_table){NULL, NULL, 0};
}

struct traffic *supply_traffic(unsigned drops)
{
	struct traffic *traffic = env_alloc(sizeof(*traffic));

	if (traffic)
		traffic_make(traffic, drops, TRAFFIC_SEED);
	return traffic;
}

struct traffic *supply_traffic_drop(struct traffic *traffic)
{
	if (traffic)
		env_free(traffic, sizeof(*traffic));
	return NULL;
}
