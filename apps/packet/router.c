// SPDX-License-Identifier: MIT
#include "apps/packet/router.h"

/* The clock is read once more in between, so what reading it costs is in the whole twice. */
void router_batch(struct router *r, uint32_t batch, struct bench_sample *s)
{
	uint64_t begin, middle, end;
	bool refilled;

	device_receive(&r->device, &r->forwarder, batch);
	begin = env_clock_begin();
	forward_batch(&r->forwarder, batch);
	middle = env_clock_end();
	refilled = forward_refill(&r->forwarder, batch);
	end = env_clock_end();
	s->ticks += end - begin;
	s->ops += batch;
	s->sections += 2;
	end -= middle;
	r->alloc += end > s->clock_cost ? end - s->clock_cost : 0;
	if (!device_send(&r->device, &r->forwarder))
		s->failure = "a frame was not sent as it should have been";
	if (!refilled)
		s->failure = "memory has run out";
}

void router_begin(struct router *r, const struct route_table *routes, const struct traffic *traffic,
		  enum refill refill, uint32_t batch, struct bench_sample *s)
{
	struct bench_sample untimed = {.clock_cost = s->clock_cost};

	__builtin_memset(r, 0, sizeof(*r));
	r->forwarder.routes = routes;
	r->forwarder.station = traffic_station();
	r->forwarder.macs = traffic_macs();
	r->forwarder.refill = refill;
	r->device.traffic = traffic;
	if (!forward_refill(&r->forwarder, batch)) {
		s->failure = "memory has run out";
		return;
	}
	router_batch(r, batch, &untimed);
	if (untimed.failure)
		s->failure = untimed.failure;
	__builtin_memset(r->forwarder.faults, 0, sizeof(r->forwarder.faults));
	r->device.next = 0;
	r->alloc = 0;
}

void router_end(struct router *r, uint64_t nr, struct bench_sample *s)
{
	uint64_t expected[NR_FRAME_FAULTS] = {0};

	for (unsigned i = 0; i < TRAFFIC_FRAMES; i++)
		expected[r->device.traffic->frames[i].fault] += nr / TRAFFIC_FRAMES;
	if (!s->failure && __builtin_memcmp(expected, r->forwarder.faults, sizeof(expected)))
		s->failure = "frames were not counted as what they are";
	forward_end(&r->forwarder);
}
