// SPDX-License-Identifier: MIT
/*
 * A router between the rings of a real network card: another card of the machine, on the same wire,
 * sends the traffic and gets back what is sent on.
 */
#pragma once

#include "apps/harness/bench.h"
#include "apps/packet/forward.h"
#include "apps/packet/traffic.h"

enum { WIRE_BATCH_MOST = 128 }; /* frames on the wire at a time: less than any ring has */

struct wire {
	unsigned feeder, card; /* the card that sends the traffic, the one that routes */
	struct forwarder forwarder;
	uint8_t station[6];		/* of the card */
	uint8_t macs[TRAFFIC_HOPS][12]; /* to the feeder, from a source that tells the hop */
	const struct traffic *traffic;
	uint32_t next;	     /* frame to be sent */
	uint32_t next_back;  /* frame to come back */
	uint32_t nr_leaving; /* frames that the card has not sent yet */
	uint64_t alloc;	     /* ticks for pages, so far */
	uint64_t nr_bursts;  /* that were handled */
};

/*
 * Start the cards and find two that are on one wire. NULL, or why there are none; then the cards
 * are stopped again.
 */
const char *wire_open(struct wire *w);
void wire_close(void);

/* A repetition begins: frames of `traffic`, none of which is to be dropped. */
void wire_begin(struct wire *w, const struct route_table *routes, const struct traffic *traffic,
		enum refill refill);

/*
 * Send `batch` frames over the wire, route them, and compare what comes back; what the router does
 * is timed: taking frames out of its ring, routing, sending, taking back what is sent, new pages.
 */
void wire_batch(struct wire *w, uint32_t batch, struct bench_sample *s);

/* Give every page back but those in the receive rings. */
void wire_end(struct wire *w, struct bench_sample *s);
