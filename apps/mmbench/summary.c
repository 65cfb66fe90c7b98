// SPDX-License-Identifier: MIT
/*
 * What a page costs, on one screen: the ways to get one and to give it back, by batch.
 */
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

/* Is it worth it? Either way. */
static void verdict_print(void)
{
	uint64_t loop, bulk, times;

	if (!bench_median("BulkLoop/batch=64", &loop) ||
	    !bench_median("BulkArray/batch=64", &bulk) || !loop || !bulk)
		return;
	times = loop > bulk ? loop * 100 / bulk : bulk * 100 / loop;
	env_print("# 64 at a time a page costs %llu.%02llu times %s than one by one.\n",
		  (unsigned long long)times / 100, (unsigned long long)times % 100,
		  loop > bulk ? "less" : "more");
}

void pool_summary(void)
{
	env_print("#\n# What a page costs here: ticks%s%s, median\n",
		  env_emulator()[0] ? " under " : "", env_emulator());
	env_print("#   %-28s   batch=1         8        64       512\n", "");
	for (unsigned i = 0; i < ARRAY_SIZE(ways); i++)
		way_print(&ways[i]);
	verdict_print();
}
