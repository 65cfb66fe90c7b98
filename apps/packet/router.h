// SPDX-License-Identifier: MIT
/*
 * A router with a card of its own, as the benchmarks time it: one for each CPU.
 */
#pragma once

#include "apps/harness/bench.h"
#include "apps/packet/device.h"

struct router {
	struct forwarder forwarder;
	struct device device;
	uint64_t alloc; /* ticks for pages, so far */
};

/*
 * Fill the ring with `batch` pages and send one batch that is not timed, so that from then on each
 * refill finds as many pages to give back.
 */
void router_begin(struct router *r, const struct route_table *routes, const struct traffic *traffic,
		  enum refill refill, uint32_t batch, struct bench_sample *s);

/* Receive, forward and refill; the last two are timed. */
void router_batch(struct router *r, uint32_t batch, struct bench_sample *s);

/* Give every page back, and see that each of nr frames was counted as what it is. */
void router_end(struct router *r, uint64_t nr, struct bench_sample *s);
