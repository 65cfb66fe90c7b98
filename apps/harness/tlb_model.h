// SPDX-License-Identifier: MIT
/*
 * A model of a data TLB, for machines without counters: fed with the addresses that a benchmark
 * reads and the leaf sizes of its page tables, it counts the walks that one named CPU would make.
 * Its figures say `model`.
 *
 * The CPU is Intel's Sandy Bridge (Intel 64 and IA-32 Architectures Optimization Reference Manual,
 * chapter on that microarchitecture, table of its TLBs): a first level of 64 entries for 4 KiB and
 * 32 for 2 MiB, both 4-way, and a second of 512 entries, 4-way, for 4 KiB only. Replacement is
 * taken to be least recently used; instruction fetches, prefetch and the caches of upper levels are
 * left out.
 */
#pragma once

#include "mm/types.h"

enum tlb_geometry {
	TLB_WAYS = 4,
	TLB_L1_SMALL = 64, /* entries for 4 KiB */
	TLB_L1_HUGE = 32,  /* for 2 MiB; those of 1 GiB are few and modelled as 4 */
	TLB_L1_GIGA = 4,
	TLB_L2_SMALL = 512, /* second level: 4 KiB only */
};

#define TLB_MODEL_NAME "Intel Sandy Bridge"

struct tlb_set {
	uint64_t page[TLB_WAYS]; /* number of the page + 1, most recent first; 0 empty */
};

struct tlb_model {
	struct tlb_set l1_small[TLB_L1_SMALL / TLB_WAYS];
	struct tlb_set l1_huge[TLB_L1_HUGE / TLB_WAYS];
	struct tlb_set l1_giga[TLB_L1_GIGA / TLB_WAYS];
	struct tlb_set l2_small[TLB_L2_SMALL / TLB_WAYS];
	uint64_t nr_reads;
	uint64_t nr_misses; /* that needed a walk: in neither level */
};

void tlb_model_reset(struct tlb_model *tlb);

/* A read of `address` through a leaf of `leaf` bytes. */
void tlb_model_read(struct tlb_model *tlb, uint64_t address, uint64_t leaf);
