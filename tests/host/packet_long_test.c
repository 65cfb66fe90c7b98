// SPDX-License-Identifier: MIT
/* A million frames, one in three of them bad, through the router's loop. Linux only, for want of
 * time elsewhere. */
#include "apps/harness/env.h"
#include "apps/packet/device.h"
#include "tests/harness/test.h"

enum { FRAMES = 1000000 };

static struct forwarder forwarder;
static struct device device;

TEST(a_million_frames_lose_no_buffer)
{
	struct route_table routes = {env_alloc(ROUTE_TABLE_LEN), env_alloc(ROUTE_GROUPS_LEN), 0};
	uint64_t seed = test_seed(), free_before, handled = 0, counted = 0;
	struct traffic *traffic = test_arena(sizeof(*traffic));

	CHECK(routes.networks && routes.groups && traffic);
	traffic_make(traffic, 33, seed);
	device.traffic = traffic;
	CHECK_EQ(traffic_routes(&routes), 0);
	pgdat_drain(node_data(0));
	free_before = nr_free_pages();
	forwarder = (struct forwarder){
		.routes = &routes, .station = traffic_station(), .macs = traffic_macs()};
	while (handled < test_share(FRAMES)) {
		uint32_t nr = 1 + (uint32_t)test_random(&seed) % RING_SLOTS;

		forwarder.refill = (enum refill)(handled % 3);
		CHECK(forward_refill(&forwarder, nr));
		device_receive(&device, &forwarder, nr);
		forward_batch(&forwarder, nr);
		CHECK(device_send(&device, &forwarder));
		handled += nr;
	}
	for (unsigned i = 0; i < NR_FRAME_FAULTS; i++)
		counted += forwarder.faults[i];
	CHECK_EQ(counted, handled);
	forward_end(&forwarder);
	pgdat_drain(node_data(0));
	CHECK_EQ(nr_free_pages(), free_before);
	env_free(routes.networks, ROUTE_TABLE_LEN);
	env_free(routes.groups, ROUTE_GROUPS_LEN);
}
