// SPDX-License-Identifier: MIT
/*
 * Address spaces on one screen: 1 MiB under each policy, how long a first touch takes, and what QNX
 * says of its own memory managers.
 */
#include "apps/mmbench/claim.h"
#include "apps/mmbench/space.h"

static bool row_median(const char *bench, unsigned policy, const char *rest, uint64_t *median)
{
	char name[64];

	env_format(name, sizeof(name), "%s/policy=%s%s", bench,
		   mm_policy_name((enum mm_policy)policy), rest);
	return bench_median(name, median);
}

/* Right-aligned in 12 columns; "-" for what was not run. */
static void cell_print(bool found, uint64_t hundredths)
{
	if (found)
		env_print("%9llu.%02llu", (unsigned long long)hundredths / 100,
			  (unsigned long long)hundredths % 100);
	else
		env_print("%12s", "-");
}

static void sizes_print(void)
{
	static const char *const benches[] = {"MmapMap", "MmapTotal", "Munmap"};
	uint64_t median;

	if (!row_median("MmapMap", MM_RANGE, "/size=1M", &median))
		return;
	env_print("#\n# 1 MiB of zeroed memory, for each 4 KiB: ticks%s%s, median\n"
		  "#   %-12s%12s%16s%12s\n",
		  env_emulator()[0] ? " under " : "", env_emulator(), "policy", "map only",
		  "map and touch", "unmap");
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		env_print("#   %-12s", mm_policy_name((enum mm_policy)policy));
		for (unsigned i = 0; i < ARRAY_SIZE(benches); i++) {
			bool found = row_median(benches[i], policy, "/size=1M", &median);

			if (i == 1)
				env_print("    ");
			cell_print(found, median);
		}
		env_print("\n");
	}
}

static void faults_print(void)
{
	static const char *const units[] = {"p50-cycles/op", "p99-cycles/op", "max-cycles/op"};
	uint64_t value;

	if (!row_median("FaultLatency", MM_DEMAND, "", &value))
		return;
	env_print("#\n# The first touch of a page, without zeroing: ticks%s%s\n"
		  "#   %-12s%12s%12s%12s%12s\n",
		  env_emulator()[0] ? " under " : "", env_emulator(), "policy", "mean", "p50",
		  "p99", "max");
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		char name[64];
		bool found;

		env_format(name, sizeof(name), "FaultLatency/policy=%s",
			   mm_policy_name((enum mm_policy)policy));
		env_print("#   %-12s", mm_policy_name((enum mm_policy)policy));
		found = bench_median(name, &value);
		cell_print(found, value);
		for (unsigned i = 0; i < ARRAY_SIZE(units); i++) {
			found = bench_figure_of(name, units[i], &value);
			cell_print(found, value / 10);
		}
		env_print("\n");
	}
}

/* From the usual first touch to the worst, in hundredths. */
static bool latency_spread(const char *name, uint64_t *spread)
{
	uint64_t p50, max;

	if (!bench_figure_of(name, "p50-cycles/op", &p50) ||
	    !bench_figure_of(name, "max-cycles/op", &max))
		return false;
	*spread = (max - p50) / 10;
	return true;
}

static void latency_claim(void)
{
	uint64_t range, demand;

	if (latency_spread("FaultLatency/policy=range", &range) &&
	    latency_spread("FaultLatency/policy=demand", &demand))
		claim_values("Q3",
			     "faults make latency vary: from the usual first touch to the worst, "
			     "range against demand",
			     range, demand, "ticks");
}

/* Of each size: mapping and touching under `range` against another policy. */
static void sizes_claim(const char *other)
{
	static const char *const sizes[] = {"4K", "64K", "1M", "16M", "64M"};

	for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
		char less[64], more[64], text[96];

		env_format(less, sizeof(less), "MmapTotal/policy=range/size=%s", sizes[i]);
		env_format(more, sizeof(more), "MmapTotal/policy=%s/size=%s", other, sizes[i]);
		env_format(text, sizeof(text), "%s mapped and touched: range gains on %s%s",
			   sizes[i], other, i ? "" : " (not claimed of one page)");
		claim_rows("Q5", text, less, more);
	}
}

void space_summary(void)
{
	sizes_print();
	faults_print();
	env_print("#\n# What QNX says of its memory managers, for each 4 KiB\n");
	claim_rows("Q1",
		   "mapping alone is dearer with a promise (demand) than without (overcommit)",
		   "MmapMap/policy=overcommit/size=1M", "MmapMap/policy=demand/size=1M");
	claim_rows("Q2", "all at mmap (range) costs less than map and faults (demand), 1 MiB",
		   "MmapTotal/policy=range/size=1M", "MmapTotal/policy=demand/size=1M");
	latency_claim();
	claim_rows("Q3", "a page at a time (superlock) is dearer than the range at once, 1 MiB",
		   "MmapMap/policy=range/size=1M", "MmapMap/policy=superlock/size=1M");
	claim_rows("Q4", "1 MiB mapped and touched: range against demand",
		   "MmapTotal/policy=range/size=1M", "MmapTotal/policy=demand/size=1M");
	claim_rows("Q4", "the same against superlock", "MmapTotal/policy=range/size=1M",
		   "MmapTotal/policy=superlock/size=1M");
	claim_rows("Q4", "the same against overcommit", "MmapTotal/policy=range/size=1M",
		   "MmapTotal/policy=overcommit/size=1M");
	sizes_claim("superlock");
	sizes_claim("demand");
	claim_rows("Q9", "spawn avoids the copies of fork: 1 MiB under range, the whole space",
		   "Spawn/policy=range/size=1M", "Clone/policy=range/size=1M");
	claim_rows("Q9", "fork that copies (range) is dearer than copy-on-write (demand)",
		   "Clone/policy=demand/size=1M", "Clone/policy=range/size=1M");
}
