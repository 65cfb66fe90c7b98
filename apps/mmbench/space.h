// SPDX-License-Identifier: MIT
/*
 * What the benchmarks of address spaces share: rows by policy and size, and the space under test.
 */
#pragma once

#include "apps/mmbench/pool.h"
#include "mm/mmap.h"

/* A row: the size with the policy in its lowest bits. */
#define SPACE_ROW(policy_text, policy, size_text, size)                                            \
	{                                                                                          \
		"policy=" policy_text "/size=" size_text, (size) | (policy), false                 \
	}

/* Rows of one size for each policy: SPACE_ROWS("1M", 1ul << 20). */
#define SPACE_ROWS(size_text, size)                                                                \
	SPACE_ROW("range", MM_RANGE, size_text, size),                                             \
		SPACE_ROW("superlock", MM_SUPERLOCK, size_text, size),                             \
		SPACE_ROW("demand", MM_DEMAND, size_text, size),                                   \
		SPACE_ROW("overcommit", MM_OVERCOMMIT, size_text, size)

enum { SPACE_POLICY_BITS = 3 };

static inline enum mm_policy row_policy(const struct bench_variant *v)
{
	return (enum mm_policy)(v->value & SPACE_POLICY_BITS);
}

static inline uint64_t row_size(const struct bench_variant *v)
{
	return v->value & ~(uint64_t)SPACE_POLICY_BITS;
}

/* Huge leaves, unless nohugemmap says no. */
bool space_huge(void);

/* The space under test, fresh, and this CPU in it where that can be. NULL: s->failure says why. */
struct vspace *space_make(enum mm_policy policy, struct bench_sample *s);
void space_drop(void);

/* Map private zeroed memory. 0: s->failure says why. */
uint64_t space_map(struct vspace *vs, uint64_t len, struct bench_sample *s);

/* A number of its own to each page, by store; are they all there, and the rest of the pages zero?
 */
void space_touch(uint64_t start, uint64_t len);
bool space_touched(uint64_t start, uint64_t len);

/* NULL, or why rows that touch what they map cannot run here. */
const char *space_unavailable(void);

/* The policies side by side: summary of the group of MmapMap. */
void space_summary(void);
