// SPDX-License-Identifier: MIT
#include "tests/host/plain_buddy.h"

static void push(struct plain_buddy *b, uint32_t page, unsigned order)
{
	uint32_t next = b->head[order];

	b->order[page] = (uint8_t)order;
	b->next[page] = next;
	b->prev[page] = PLAIN_NONE;
	if (next != PLAIN_NONE)
		b->prev[next] = page;
	b->head[order] = page;
	b->nr_blocks[order]++;
}

static void take(struct plain_buddy *b, uint32_t page, unsigned order)
{
	uint32_t next = b->next[page], prev = b->prev[page];

	if (next != PLAIN_NONE)
		b->prev[next] = prev;
	if (prev != PLAIN_NONE)
		b->next[prev] = next;
	else
		b->head[order] = next;
	b->order[page] = PLAIN_TAKEN;
	b->nr_blocks[order]--;
}

void plain_init(struct plain_buddy *b)
{
	for (unsigned k = 0; k <= PLAIN_MAX_ORDER; k++) {
		b->head[k] = PLAIN_NONE;
		b->nr_blocks[k] = 0;
	}
	__builtin_memset(b->order, PLAIN_TAKEN, sizeof(b->order));
	push(b, 0, PLAIN_MAX_ORDER);
}

uint32_t plain_alloc(struct plain_buddy *b, unsigned order)
{
	unsigned k = order;
	uint32_t page;

	while (k <= PLAIN_MAX_ORDER && b->head[k] == PLAIN_NONE)
		k++;
	if (k > PLAIN_MAX_ORDER)
		return PLAIN_NONE;
	page = b->head[k];
	take(b, page, k);
	while (k > order) {
		k--;
		push(b, page + (1u << k), k);
	}
	return page;
}

void plain_free(struct plain_buddy *b, uint32_t page, unsigned order)
{
	for (; order < PLAIN_MAX_ORDER; order++) {
		uint32_t buddy = page ^ 1u << order;

		if (b->order[buddy] != order)
			break;
		take(b, buddy, order);
		page &= ~(1u << order);
	}
	push(b, page, order);
}
