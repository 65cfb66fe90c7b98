// SPDX-License-Identifier: MIT
/*
 * The human half of the report: one table a benchmark, all its rows, then what sums a group up.
 * Every line is a remark.
 */
#include "apps/harness/bench_int.h"
#include "apps/harness/stats.h"

/* A value in hundredths, right-aligned in 10 columns: without them, or in thousands, if it is long.
 */
static void value_print(uint64_t value)
{
	unsigned long long whole = value / 100;

	if (whole < 1000000)
		env_print("%7llu.%02llu", whole, (unsigned long long)value % 100);
	else if (whole < 100000000)
		env_print("%10llu", whole);
	else
		env_print("%9lluk", whole / 1000);
}

static const struct bench_row *all_rows; /* while summaries are printed */
static uint32_t nr_all_rows;

static void row_print(struct bench_row *row)
{
	const char *params = row->name;
	struct stats s;

	while (*params && *params != '/')
		params++;
	stats_compute(&s, row->samples, row->nr_samples);
	row->median = s.median;
	env_print("#   %-38s", *params ? params + 1 : params);
	value_print(s.min);
	value_print(s.median);
	value_print(s.mean);
	value_print(s.sd);
	value_print(s.p99);
	value_print(s.max);
	env_print("\n");
}

/* Is `name`, up to its "/cpus=", this text? */
static bool name_is(const char *name, const char *text)
{
	while (*text && *name == *text) {
		name++;
		text++;
	}
	return !*text && !__builtin_memcmp(name, "/cpus=", 6);
}

static const struct bench_row *row_named(const char *name)
{
	for (uint32_t i = 0; i < nr_all_rows; i++)
		if (all_rows[i].nr_samples && name_is(all_rows[i].name, name))
			return &all_rows[i];
	return NULL;
}

bool bench_median(const char *name, uint64_t *hundredths)
{
	const struct bench_row *row = row_named(name);

	if (row)
		*hundredths = row->median;
	return row;
}

bool bench_stats_of(const char *name, const char *unit, struct stats *stats)
{
	const struct bench_row *row = row_named(name);

	if (!row)
		return false;
	if (!unit) {
		stats_compute(stats, row->samples, row->nr_samples);
		return true;
	}
	for (unsigned i = 0; i < BENCH_FIGURES && row->units[i]; i++) {
		if (__builtin_strcmp(row->units[i], unit))
			continue;
		stats_compute(stats, row->figures[i], row->nr_samples);
		return true;
	}
	return false;
}

bool bench_figure_of(const char *name, const char *unit, uint64_t *thousandths)
{
	struct stats stats;

	if (!bench_stats_of(name, unit, &stats))
		return false;
	*thousandths = stats.median;
	return true;
}

static void summaries_print(const struct bench_row *rows, uint32_t nr_rows)
{
	const struct bench_group *last = NULL;

	all_rows = rows;
	nr_all_rows = nr_rows;
	for (uint32_t i = 0; i < nr_rows; i++) {
		const struct bench_group *group = rows[i].bench->group;

		if (!rows[i].nr_samples || group == last)
			continue;
		last = group;
		if (group->summary)
			group->summary();
	}
	nr_all_rows = 0;
}

void report_print(struct bench_row *rows, uint32_t nr_rows)
{
	const struct bench *last = NULL;

	for (uint32_t i = 0; i < nr_rows; i++) {
		const struct bench *bench = rows[i].bench;

		if (!rows[i].nr_samples)
			continue;
		if (bench != last) {
			env_print("#\n# %s: ticks%s%s for %s\n#   against %s\n", bench->name,
				  env_emulator()[0] ? " under " : "", env_emulator(),
				  bench->operation, bench->baseline);
			env_print("#   %-38s%10s%10s%10s%10s%10s%10s\n", "", "min", "median",
				  "mean", "sd", "p99", "max");
		}
		last = bench;
		row_print(&rows[i]);
	}
	summaries_print(rows, nr_rows);
}
