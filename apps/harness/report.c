// SPDX-License-Identifier: MIT
/*
 * The human half of the report: one table a benchmark, all its rows, every line a remark.
 */
#include "apps/harness/bench_int.h"
#include "apps/harness/stats.h"

/* A value in hundredths, right-aligned in 10 columns. */
static void value_print(uint64_t value)
{
	env_print("%7llu.%02llu", (unsigned long long)value / 100, (unsigned long long)value % 100);
}

static void row_print(struct bench_row *row)
{
	const char *params = row->name;
	struct stats s;

	while (*params && *params != '/')
		params++;
	stats_compute(&s, row->samples, row->nr_samples);
	env_print("#   %-38s", *params ? params + 1 : params);
	value_print(s.min);
	value_print(s.median);
	value_print(s.mean);
	value_print(s.sd);
	value_print(s.p99);
	value_print(s.max);
	env_print("\n");
}

void report_print(struct bench_row *rows, uint32_t nr_rows)
{
	const struct bench *last = NULL;

	for (uint32_t i = 0; i < nr_rows; i++) {
		const struct bench *bench = rows[i].bench;

		if (!rows[i].nr_samples)
			continue;
		if (bench != last) {
			env_print("#\n# %s: ticks for %s\n#   against %s\n", bench->name,
				  bench->operation, bench->baseline);
			env_print("#   %-38s%10s%10s%10s%10s%10s%10s\n", "", "min", "median",
				  "mean", "sd", "p99", "max");
		}
		last = bench;
		row_print(&rows[i]);
	}
}
