// SPDX-License-Identifier: MIT
#include "apps/packet/device.h"

static uint8_t *frame_of(const struct page *page)
{
	return (uint8_t *)page_address(page) + FRAME_OFFSET;
}

void device_receive(struct device *d, struct forwarder *f, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		const struct traffic_frame *frame = &d->traffic->frames[d->next++ % TRAFFIC_FRAMES];

		d->received[i] = frame;
		f->lens[i] = (uint16_t)frame->len;
		__builtin_memcpy(frame_of(f->slots[i]), traffic_bytes(frame), frame->len);
	}
	d->nr_received = nr;
}

bool device_send(struct device *d, struct forwarder *f)
{
	uint32_t next = 0;
	bool right = true;

	for (uint32_t i = 0; i < d->nr_received && right; i++) {
		const struct sent_frame *sent = &f->sent[next];

		if (d->received[i]->fault)
			continue;
		right = next < f->nr_sent &&
			traffic_sent_right(d->received[i], frame_of(sent->page), sent->len,
					   sent->hop);
		next++;
	}
	right = right && next == f->nr_sent;
	forward_sent(f);
	return right;
}
