// SPDX-License-Identifier: MIT
#include "apps/harness/tlb_model.h"

void tlb_model_reset(struct tlb_model *tlb)
{
	__builtin_memset(tlb, 0, sizeof(*tlb));
}

/* Find a page in its set and make it the most recent; put it there if it was not. */
static bool set_use(struct tlb_set *sets, uint64_t nr_sets, uint64_t page)
{
	struct tlb_set *set = &sets[page % nr_sets];
	unsigned way = 0;
	bool hit;

	while (way < TLB_WAYS - 1 && set->page[way] != page + 1)
		way++;
	hit = set->page[way] == page + 1;
	for (; way > 0; way--)
		set->page[way] = set->page[way - 1];
	set->page[0] = page + 1;
	return hit;
}

void tlb_model_read(struct tlb_model *tlb, uint64_t address, uint64_t leaf)
{
	bool hit;

	tlb->nr_reads++;
	if (leaf >= PUD_SIZE) {
		hit = set_use(tlb->l1_giga, ARRAY_SIZE(tlb->l1_giga), address >> PUD_SHIFT);
	} else if (leaf >= PMD_SIZE) {
		hit = set_use(tlb->l1_huge, ARRAY_SIZE(tlb->l1_huge), address >> PMD_SHIFT);
	} else {
		hit = set_use(tlb->l1_small, ARRAY_SIZE(tlb->l1_small), address >> PAGE_SHIFT);
		if (!hit)
			hit = set_use(tlb->l2_small, ARRAY_SIZE(tlb->l2_small),
				      address >> PAGE_SHIFT);
	}
	tlb->nr_misses += !hit;
}
