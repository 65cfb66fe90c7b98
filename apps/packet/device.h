// SPDX-License-Identifier: MIT
/*
 * The network card of PacketForward: frames of the traffic into the pages of the receive ring, and
 * what is sent compared with what had to become of them.
 */
#pragma once

#include "apps/packet/forward.h"
#include "apps/packet/traffic.h"

struct device {
	const struct traffic *traffic;			  /* over and over */
	uint32_t next;					  /* frame to come */
	const struct traffic_frame *received[RING_SLOTS]; /* since the last device_send() */
	uint32_t nr_received;
};

/* Frames into the first nr slots, which have pages. */
void device_receive(struct device *d, struct forwarder *f, uint32_t nr);

/*
 * Take away what was given to be sent; its pages are done then. False: it is not, in order, what
 * must be sent of the frames received.
 */
bool device_send(struct device *d, struct forwarder *f);
