// SPDX-License-Identifier: MIT
/*
 * Packets for the router: a deterministic generator, and the memory-backed device it plays. What
 * comes out is compared with what an independent computation said beforehand.
 *
 * The traffic is a list of frames, 64 to 1518 bytes on the wire (the checksum is not in memory),
 * UDP and TCP, to addresses that the routes know. A given share of them has to be dropped: no
 * route, an expired TTL, a wrong checksum and the like, in turn.
 */
#pragma once

#include "apps/packet/frame.h"
#include "apps/packet/route.h"

enum { TRAFFIC_FRAMES = 1024, TRAFFIC_HOPS = 16, TRAFFIC_ROUTES = 600, TRAFFIC_SEED = 20210629 };

/* A frame, and what the router must make of it. */
struct traffic_frame {
	uint8_t bytes[1536] __attribute__((aligned(16))); /* the frame at FRAME_OFFSET % 16 */
	uint32_t len;
	enum frame_fault fault;
	uint16_t hop;
	uint8_t sent[64]; /* its first bytes once it is sent on, up to len */
};

struct traffic {
	struct traffic_frame frames[TRAFFIC_FRAMES];
	uint64_t random; /* while they are made */
};

/* The address of the station that routes, 6 bytes. */
const uint8_t *traffic_station(void);

/* Destination and source of the link to each hop, as frame_address() takes them. */
const uint8_t (*traffic_macs(void))[12];

/* Fill the routes: a given set of prefixes, 8 to 32 bits long. -ENOSPC, -EINVAL as route_add(). */
int traffic_routes(struct route_table *table);

/* Make the frames; `drops` of 100 are to be dropped. */
void traffic_make(struct traffic *traffic, unsigned drops, uint64_t seed);

/* A frame as bytes to be copied to FRAME_OFFSET of a buffer. */
static inline const uint8_t *traffic_bytes(const struct traffic_frame *frame)
{
	return frame->bytes + FRAME_OFFSET % 16;
}

/* Is this what had to be sent for the frame? */
bool traffic_sent_right(const struct traffic_frame *frame, const uint8_t *sent, uint32_t len,
			uint16_t hop);
