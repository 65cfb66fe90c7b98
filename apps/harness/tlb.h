// SPDX-License-Identifier: MIT
/*
 * TLB misses of a benchmark: by the CPU's counter where there is one, else by the model.
 */
#pragma once

#include "apps/harness/bench.h"

#define TLB_COUNTED  "tlbmiss/op"
#define TLB_MODELLED "tlbmiss/op(model)"

/* Say how many misses `ops` operations had. */
static inline void tlb_say(struct bench_sample *s, bool counted, uint64_t misses, uint64_t ops)
{
	bench_say(s, counted ? TLB_COUNTED : TLB_MODELLED, (misses * 1000 + ops / 2) / ops);
}

/* Does vmalloc use huge leaves in this run? */
static inline bool tlb_huge_leaves(void)
{
	const char *option = env_option("nohugevmalloc");

	return !option || option[0] == '0';
}

/* Misses of a row in thousandths, whichever way they were found; *what says which. */
static inline bool tlb_misses_of(const char *name, uint64_t *thousandths, const char **what)
{
	*what = "TLB misses";
	if (bench_figure_of(name, TLB_COUNTED, thousandths))
		return true;
	*what = "TLB misses (model)";
	return bench_figure_of(name, TLB_MODELLED, thousandths);
}
