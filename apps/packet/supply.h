// SPDX-License-Identifier: MIT
/*
 * What each benchmark of packets sets up: a table of routes, and traffic for it.
 */
#pragma once

#include "apps/harness/env.h"
#include "apps/packet/traffic.h"

/* Make the table of traffic_routes() in memory mapped so. False: no memory; drop it all the same.
 */
bool supply_routes(struct route_table *table, enum env_leaf leaf);
void supply_routes_drop(struct route_table *table, enum env_leaf leaf);

/* Frames of which `drops` of 100 are to be dropped. NULL: no memory. */
struct traffic *supply_traffic(unsigned drops);

/* Free it, NULL too; returns NULL. */
struct traffic *supply_traffic_drop(struct traffic *traffic);
