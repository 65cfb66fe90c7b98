// SPDX-License-Identifier: MIT
/*
 * fork against spawn: a copy of a space whose memory has been touched, and a fresh space with the
 * same mapping. One operation is the whole space. What the child holds is compared with the parent,
 * and a store in one must not be seen in the other.
 */
#include "apps/mmbench/space.h"

static const struct bench_variant sizes[] = {
	SPACE_ROWS("64K", 64ul << 10),
	SPACE_ROWS("1M", 1ul << 20),
	SPACE_ROWS("16M", 16ul << 20),
};

static struct vspace child;

static void child_verify(struct vspace *parent, uint64_t start, uint64_t len,
			 struct bench_sample *s)
{
	volatile uint64_t *last = (volatile uint64_t *)(start + len - PAGE_SIZE);

	vspace_activate(&child);
	if (!space_touched(start, len))
		s->failure = "the child does not hold what its parent does";
	*last = 1;
	vspace_activate(parent);
	if (*last != start + len - PAGE_SIZE)
		s->failure = "what the child stores is seen by its parent";
	*last = 2;
	vspace_activate(&child);
	if (*last != 1)
		s->failure = "what the parent stores is seen by its child";
	vspace_activate(parent);
}

static void clone_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct vspace *parent = space_make(row_policy(v), s);
	uint64_t start;
	int err;

	if (!parent)
		return;
	start = space_map(parent, row_size(v), s);
	if (s->failure) {
		space_drop();
		return;
	}
	space_touch(start, row_size(v));
	pool_settle();
	bench_begin(s);
	err = mm_clone(&child, parent);
	bench_end(s, 1, 0);
	if (err) {
		s->failure = "the space could not be cloned";
	} else {
		child_verify(parent, start, row_size(v), s);
		vspace_check(&child);
		vspace_destroy(&child);
	}
	space_drop();
}

static void spawn_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t start;
	int err;

	pool_settle();
	bench_begin(s);
	err = vspace_init(&child, node_data(NUMA_NO_NODE), row_policy(v), space_huge());
	if (!err)
		start = space_map(&child, row_size(v), s);
	bench_end(s, 1, 0);
	if (err) {
		s->failure = "a space could not be had";
		return;
	}
	if (!s->failure) {
		vspace_activate(&child);
		space_touch(start, row_size(v));
		if (!space_touched(start, row_size(v)))
			s->failure = "a page does not hold what was stored";
		vspace_activate(NULL);
	}
	vspace_destroy(&child);
}

static const char *size_unavailable(const struct bench_variant *v)
{
	if (nr_free_pages() < 3 * row_size(v) / PAGE_SIZE)
		return "too little memory";
	return space_unavailable();
}

static const struct bench_group group_clone = {"mmap fork", pool_fresh_setup, pool_fresh_teardown,
					       NULL};

BENCH(space_clone) = {.name = "Clone",
		      .operation = "one mm_clone() of a space with so much memory, all touched",
		      .baseline = "Spawn: a fresh space with the same mapping",
		      .group = &group_clone,
		      .variants = sizes,
		      .nr_variants = ARRAY_SIZE(sizes),
		      .passes = 2,
		      .run = clone_run,
		      .unavailable = size_unavailable};

BENCH(space_spawn) = {.name = "Spawn",
		      .operation = "one fresh space with so much memory mapped, not touched",
		      .baseline = "Clone: a copy of such a space",
		      .group = &group_clone,
		      .variants = sizes,
		      .nr_variants = ARRAY_SIZE(sizes),
		      .passes = 2,
		      .run = spawn_run,
		      .unavailable = size_unavailable};
