// SPDX-License-Identifier: MIT
/*
 * What a page costs, on one screen: the ways to get one and to give it back, by batch.
 */
#include "apps/mmbench/claim.h"
#include "apps/mmbench/pool.h"

struct way {
	const char *text;
	const char *bench; /* the benchmark's name */
	const char *more;  /* and what comes behind the batch */
};

static const unsigned batches[] = {1, 8, 64, 512};

static const struct way ways[] = {
	{"alloc_page() in a loop", "BulkLoop", ""},
	{"alloc_pages_bulk_array()", "BulkArray", ""},
	{"  in aged memory", "BulkArray", "/mem=aged"},
	{"  every second slot full", "BulkRefill", ""},
	{"alloc_pages_bulk_list()", "BulkList", ""},
	{"free_pages_bulk()", "BulkFree", ""},
	{"  aged, random order", "BulkFree", "/mem=aged/free=random"},
};

static bool way_median(const struct way *way, unsigned batch, uint64_t *median)
{
	char name[64];

	env_format(name, sizeof(name), "%s/batch=%u%s", way->bench, batch, way->more);
	return bench_median(name, median);
}

static void way_print(const struct way *way)
{
	uint64_t medians[ARRAY_SIZE(batches)];
	bool found[ARRAY_SIZE(batches)];
	bool any = false;

	for (unsigned i = 0; i < ARRAY_SIZE(batches); i++)
		any |= found[i] = way_median(way, batches[i], &medians[i]);
	if (!any)
		return;
	env_print("#   %-28s", way->text);
	for (unsigned i = 0; i < ARRAY_SIZE(batches); i++) {
		if (found[i])
			env_print("%7llu.%02llu", (unsigned long long)medians[i] / 100,
				  (unsigned long long)medians[i] % 100);
		else
			env_print("%10s", "-");
	}
	env_print("\n");
}

void pool_summary(void)
{
	env_print("#\n# What a page costs here: ticks%s%s, median\n",
		  env_emulator()[0] ? " under " : "", env_emulator());
	env_print("#   %-28s   batch=1         8        64       512\n", "");
	for (unsigned i = 0; i < ARRAY_SIZE(ways); i++)
		way_print(&ways[i]);
	finding_rows("a page allocated in bulk of 64", "one allocated by itself",
		     "BulkArray/batch=64", "BulkLoop/batch=64");
	finding_rows("a page freed in bulk of 64", "one freed by itself", "BulkFree/batch=64",
		     "PageFree/order=0");
}
