// SPDX-License-Identifier: MIT
#include "apps/mmbench/space.h"

static struct vspace space;

bool space_huge(void)
{
	const char *option = env_option("nohugemmap");

	return !option || option[0] == '0';
}

struct vspace *space_make(enum mm_policy policy, struct bench_sample *s)
{
	pool_settle();
	if (vspace_init(&space, node_data(NUMA_NO_NODE), policy, space_huge())) {
		s->failure = "a space could not be had";
		return NULL;
	}
	if (vspace_usable())
		vspace_activate(&space);
	return &space;
}

void space_drop(void)
{
	if (vspace_usable())
		vspace_activate(NULL);
	vspace_destroy(&space);
}

uint64_t space_map(struct vspace *vs, uint64_t len, struct bench_sample *s)
{
	uint64_t start = 0;

	if (mm_mmap(vs, 0, len, PROT_READ | PROT_WRITE, MAP_ANON | MAP_PRIVATE, &start))
		s->failure = "a region could not be had";
	return start;
}

void space_touch(uint64_t start, uint64_t len)
{
	for (uint64_t at = start; at < start + len; at += PAGE_SIZE)
		*(volatile uint64_t *)at = at;
}

bool space_touched(uint64_t start, uint64_t len)
{
	for (uint64_t at = start; at < start + len; at += PAGE_SIZE)
		if (*(volatile uint64_t *)at != at || *(volatile uint64_t *)(at + 8))
			return false;
	return true;
}

const char *space_unavailable(void)
{
	return vspace_usable() ? NULL : "page faults do not come to us on this system";
}
