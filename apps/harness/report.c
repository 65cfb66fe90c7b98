// SPDX-License-Identifier: MIT
/*
 * The human half of the report: a section for each group, in it a table for each benchmark and what
 * they come to. Every line is a remark, and has at most 100 columns.
 */
#include "apps/harness/bench_int.h"
#include "apps/harness/stats.h"

/* Columns of the tables: with them a line has 100. */
enum { NAME_WIDTH = 42, VALUE_WIDTH = 9 };

/* A value in hundredths, right-aligned: without them, or in thousands, if it is long. */
static void value_print(uint64_t value)
{
	unsigned long long whole = value / 100;

	if (whole < 100000)
		env_print("%6llu.%02llu", whole, (unsigned long long)value % 100);
	else if (whole < 100000000)
		env_print("%9llu", whole);
	else if (whole < 10000000000)
		env_print("%8lluk", whole / 1000);
	else
		env_print("%8lluM", whole / 1000000);
}

static const struct bench_row *all_rows; /* while summaries are printed */
static uint32_t nr_all_rows;
static void (*at_end)(void);

/* Parameters for the table, without "/cpus=1" where a benchmark has no other. */
static void params_print(const struct bench_row *row)
{
	const char *name = row->name;
	const char *end;

	while (*name && *name != '/')
		name++;
	for (end = name; *end && (row->bench->scales || __builtin_memcmp(end, "/cpus=", 6)); end++)
		;
	name += *name == '/';
	env_print("#   %-*.*s", NAME_WIDTH, end > name ? (int)(end - name) : 0, name);
}

static void row_print(struct bench_row *row)
{
	struct stats s;

	stats_compute(&s, row->samples, row->nr_samples);
	params_print(row);
	value_print(s.min);
	value_print(s.median);
	value_print(s.mean);
	value_print(s.sd);
	value_print(s.p99);
	value_print(s.max);
	env_print("\n");
}

/* Is `name` this text, which may leave "/cpus=1" out? */
static bool name_is(const char *name, const char *text)
{
	while (*text && *name == *text) {
		name++;
		text++;
	}
	return !*text && (!*name || !__builtin_strcmp(name, "/cpus=1"));
}

/* Rows whose check has failed say nothing, however many repetitions went well before. */
static bool row_counts(const struct bench_row *row)
{
	return row->nr_samples && !row->failed;
}

static const struct bench_row *row_named(const char *name)
{
	for (uint32_t i = 0; i < nr_all_rows; i++)
		if (row_counts(&all_rows[i]) && name_is(all_rows[i].name, name))
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

void bench_at_end(void (*fn)(void))
{
	at_end = fn;
}

void bench_each(void (*fn)(const struct bench_result *result, void *arg), void *arg)
{
	for (uint32_t i = 0; i < nr_all_rows; i++) {
		const struct bench_row *row = &all_rows[i];
		struct bench_result result = {row->name, 0, row->failed};

		if (row_counts(row))
			result.median = row->median;
		else if (!row->failed)
			continue;
		fn(&result, arg);
	}
}

static void table_head_print(const struct bench *bench)
{
	static const char *const columns[] = {"min", "median", "mean", "sd", "p99", "max"};

	env_print("#\n# %s: %s\n#   against %s\n#   %-*s", bench->name, bench->operation,
		  bench->baseline, NAME_WIDTH, "ticks");
	for (unsigned i = 0; i < ARRAY_SIZE(columns); i++)
		env_print("%*s", VALUE_WIDTH, columns[i]);
	env_print("\n");
}

/* Rows [first, end) are one group: its tables, and what they come to. */
static void section_print(struct bench_row *rows, uint32_t first, uint32_t end)
{
	const struct bench_group *group = rows[first].bench->group;
	const struct bench *last = NULL;

	for (uint32_t i = first; i < end; i++) {
		if (!row_counts(&rows[i]))
			continue;
		if (!last)
			env_print("#\n# ---- %s ----\n", group->name);
		if (rows[i].bench != last)
			table_head_print(rows[i].bench);
		last = rows[i].bench;
		row_print(&rows[i]);
	}
	if (last && group->summary)
		group->summary();
}

void report_print(struct bench_row *rows, uint32_t nr_rows)
{
	uint32_t first = 0;

	for (uint32_t i = 0; i < nr_rows; i++) {
		struct stats s;

		if (!row_counts(&rows[i]))
			continue;
		stats_compute(&s, rows[i].samples, rows[i].nr_samples);
		rows[i].median = s.median;
	}
	all_rows = rows;
	nr_all_rows = nr_rows;
	env_print("#\n# ticks are %s%s%s\n",
		  env_clock_counts_instructions() ? "instructions" : "of the TSC",
		  env_emulator()[0] ? ", under " : "", env_emulator());
	for (uint32_t i = 1; i <= nr_rows; i++) {
		if (i < nr_rows && rows[i].bench->group == rows[first].bench->group)
			continue;
		section_print(rows, first, i);
		first = i;
	}
	if (at_end)
		at_end();
	nr_all_rows = 0;
}
