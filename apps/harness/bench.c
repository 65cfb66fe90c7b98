// SPDX-License-Identifier: MIT
/*
 * The benchmark runner: choose, measure in rounds, print.
 *
 * A row is one variant of one benchmark, with its samples. Rows are sorted by name; those of one
 * group stand together and are run round by round. Each repetition prints its line at once (Go's
 * benchmark format), so that a run cut short still shows what it had; the tables come at the end
 * (report.c).
 *
 * Values are hundredths of a tick. What a loop iteration and a reading of the clock cost is
 * measured first, shown, and subtracted from every sample.
 */
#include "apps/harness/bench_int.h"
#include "apps/harness/glob.h"
#include "apps/harness/text.h"

extern const struct bench *const __start_bulkhead_bench[];
extern const struct bench *const __stop_bulkhead_bench[];

enum { COST_LOOPS = 4096, COST_ROUNDS = 16 };

/* What measuring itself costs, in ticks. */
struct cost {
	uint64_t clock;	     /* reading the clock at both ends of nothing */
	uint64_t loops_4096; /* COST_LOOPS iterations of a loop that stores a pointer */
};

struct runner {
	struct bench_row *rows;
	uint32_t nr_rows;
	uint32_t nr_selected;
	uint32_t reps;
	uint32_t nr_lines; /* to come */
	uint32_t nr_printed;
	struct cost cost;
};

/* --- Rows -------------------------------------------------------------------------------- */

static int row_compare(const struct bench_row *a, const struct bench_row *b)
{
	int by_group = text_compare(a->bench->group->name, b->bench->group->name);
	int by_name = text_compare(a->bench->name, b->bench->name);

	if (by_group)
		return by_group;
	if (by_name)
		return by_name;
	/* Within one benchmark the order in which it lists its variants, then by CPUs. */
	if (a->variant != b->variant)
		return a->variant < b->variant ? -1 : 1;
	return a->cpus < b->cpus ? -1 : 1;
}

static void row_insert(struct runner *r, const struct bench *bench,
		       const struct bench_variant *variant, unsigned cpus)
{
	struct bench_row row = {.bench = bench, .variant = variant, .cpus = cpus};
	uint32_t i = r->nr_rows++;

	env_format(row.name, sizeof(row.name), "%s/%s/cpus=%u", bench->name, variant->params, cpus);
	for (; i > 0 && row_compare(&r->rows[i - 1], &row) > 0; i--)
		r->rows[i] = r->rows[i - 1];
	r->rows[i] = row;
}

/* 1, 2, 4 ... and all; 0 behind the last, and where a benchmark takes one. */
static unsigned cpus_next(const struct bench *bench, unsigned cpus)
{
	unsigned all = bench->scales ? env_nr_cpus() : 1;

	if (cpus == all)
		return 0;
	return 2 * cpus < all ? 2 * cpus : all;
}

static void rows_check(const struct runner *r)
{
	for (uint32_t i = 0; i < r->nr_rows; i++)
		for (uint32_t j = 0; j < i; j++)
			if (!text_compare(r->rows[i].name, r->rows[j].name))
				env_panic("bench: two benchmarks are named %s", r->rows[i].name);
}

static uint32_t rows_count(void)
{
	uint32_t nr = 0;

	for (const struct bench *const *b = __start_bulkhead_bench; b < __stop_bulkhead_bench; b++)
		for (unsigned cpus = 1; cpus; cpus = cpus_next(*b, cpus))
			nr += (*b)->nr_variants;
	return nr;
}

/* All rows, sorted. False: no memory. */
static bool rows_collect(struct runner *r)
{
	r->rows = env_alloc(rows_count() * sizeof(r->rows[0]));
	if (!r->rows)
		return false;
	for (const struct bench *const *b = __start_bulkhead_bench; b < __stop_bulkhead_bench; b++)
		for (uint32_t v = 0; v < (*b)->nr_variants; v++)
			for (unsigned cpus = 1; cpus; cpus = cpus_next(*b, cpus))
				row_insert(r, *b, &(*b)->variants[v], cpus);
	rows_check(r);
	return true;
}

static void pattern_select(const char *pattern, size_t len, void *arg)
{
	struct runner *r = arg;
	bool whole_name = false;
	bool matched = false;

	for (size_t i = 0; i < len; i++)
		whole_name |= pattern[i] == '/';
	for (uint32_t i = 0; i < r->nr_rows; i++) {
		struct bench_row *row = &r->rows[i];
		const char *text = whole_name ? row->name : row->bench->name;

		if (!glob_match(pattern, len, text))
			continue;
		matched = true;
		row->selected = true;
	}
	if (!matched) {
		env_print("# bench: '%.*s' matches no benchmark; `list` names them\n", (int)len,
			  pattern);
		env_verdict_add(0, 1, 0);
	}
}

static bool group_starts(const struct runner *r, uint32_t i)
{
	return i == 0 || r->rows[i].bench->group != r->rows[i - 1].bench->group;
}

static void rows_select(struct runner *r, const char *globs)
{
	bool all = !globs || !*globs;

	if (!glob_each(all ? "*" : globs, pattern_select, r)) {
		env_print("# bench: '%s' names nothing\n", globs);
		env_verdict_add(0, 1, 0);
	}
	for (uint32_t i = 0; i < r->nr_rows; i++) {
		struct bench_row *row = &r->rows[i];
		const char *why = NULL;

		if (all && row->bench->by_name)
			row->selected = false;

		if (!row->selected)
			continue;
		if (row->bench->unavailable)
			why = row->bench->unavailable(row->variant);
		if (why) {
			env_print("# %s skipped: %s\n", row->name, why);
			row->selected = false;
			env_verdict_add(0, 0, 1);
			continue;
		}
		r->nr_selected++;
	}
}

void bench_say(struct bench_sample *sample, const char *unit, uint64_t thousandths)
{
	for (unsigned i = 0; i < BENCH_FIGURES; i++) {
		struct bench_figure *figure = &sample->figures[i];

		if (figure->unit && text_compare(figure->unit, unit))
			continue;
		*figure = (struct bench_figure){unit, thousandths};
		return;
	}
	sample->failure = "more figures than there is room for";
}

/* --- Measuring --------------------------------------------------------------------------- */

/* The loop that benchmarks have around their operation: an index and a store. */
static __noinline void empty_loop(void **slot, uint64_t nr, void *value)
{
	for (uint64_t i = 0; i < nr; i++) {
		slot[i] = value;
		__asm__ volatile("" ::: "memory");
	}
}

/* The least of several tries: what cannot be avoided. */
static bool cost_measure(struct cost *cost)
{
	size_t len = COST_LOOPS * sizeof(void *);
	void **slots = env_alloc(len);

	if (!slots)
		return false;
	*cost = (struct cost){~0ull, ~0ull};
	for (int i = 0; i < COST_ROUNDS; i++) {
		uint64_t begin = env_clock_begin();
		uint64_t ticks = env_clock_end() - begin;

		cost->clock = ticks < cost->clock ? ticks : cost->clock;
	}
	for (int i = 0; i < COST_ROUNDS; i++) {
		uint64_t begin = env_clock_begin();
		uint64_t ticks;

		empty_loop(slots, COST_LOOPS, slots);
		ticks = env_clock_end() - begin;
		ticks -= ticks < cost->clock ? ticks : cost->clock;
		cost->loops_4096 = ticks < cost->loops_4096 ? ticks : cost->loops_4096;
	}
	env_free(slots, len);
	return true;
}

/* Hundredths of a tick for one operation. */
static uint64_t sample_value(const struct runner *r, const struct bench_sample *s)
{
	uint64_t cost = s->sections * r->cost.clock + s->loops * r->cost.loops_4096 / COST_LOOPS;
	uint64_t ticks = s->ticks > cost ? s->ticks - cost : 0;

	return (ticks * 100 + s->ops / 2) / s->ops;
}

static void line_print(struct runner *r, const struct bench_row *row,
		       const struct bench_sample *sample, uint64_t value)
{
	uint64_t hz = env_clock_hz();

	if (!r->nr_printed && env_ticks_since_entry())
		env_print("# entry to first benchmark line: %llu ticks\n",
			  (unsigned long long)env_ticks_since_entry());
	r->nr_printed++;
	if (r->nr_printed == r->nr_lines && env_provoked("short-report"))
		return;
	env_print("Benchmark%s  %llu  %llu.%02llu cycles/op", row->name,
		  (unsigned long long)sample->ops, (unsigned long long)value / 100,
		  (unsigned long long)value % 100);
	if (hz) {
		/* hundredths of a tick -> thousandths of a ns, quotient and remainder apart */
		uint64_t khz = hz / 1000;
		uint64_t ps = value / khz * 10000000 + value % khz * 10000000 / khz;

		env_print("  %llu.%03llu ns/op", (unsigned long long)ps / 1000,
			  (unsigned long long)ps % 1000);
	}
	if (sample->zero_ticks) {
		uint64_t zero = (sample->zero_ticks * 100 + sample->ops / 2) / sample->ops;

		env_print("  %llu.%02llu zero-cycles/op", (unsigned long long)zero / 100,
			  (unsigned long long)zero % 100);
	}
	for (unsigned i = 0; i < BENCH_FIGURES && sample->figures[i].unit; i++)
		env_print("  %llu.%03llu %s",
			  (unsigned long long)sample->figures[i].thousandths / 1000,
			  (unsigned long long)sample->figures[i].thousandths % 1000,
			  sample->figures[i].unit);
	env_print("\n");
}

static void row_run(struct runner *r, struct bench_row *row)
{
	struct bench_sample sample = {.clock_cost = r->cost.clock, .cpus = row->cpus};
	uint64_t value;

	for (uint32_t pass = 0; pass < row->bench->passes && !sample.failure; pass++)
		row->bench->run(row->variant, &sample);
	if (sample.failure || !sample.ops) {
		env_print("not ok %s: %s\n", row->name,
			  sample.failure ? sample.failure : "no operation was done");
		row->failed = true;
		return;
	}
	value = sample_value(r, &sample);
	row->samples[row->nr_samples++] = value;
	for (unsigned i = 0; i < BENCH_FIGURES; i++) {
		row->units[i] = sample.figures[i].unit;
		row->figures[i][row->nr_samples - 1] = sample.figures[i].thousandths;
	}
	line_print(r, row, &sample, value);
}

/* Rows [first, end) are one group. */
static void group_run(struct runner *r, uint32_t first, uint32_t end)
{
	const struct bench_group *group = r->rows[first].bench->group;
	const char *why = group->setup ? group->setup() : NULL;

	for (uint32_t round = 0; round < r->reps; round++)
		for (uint32_t i = first; i < end; i++) {
			struct bench_row *row = &r->rows[i];

			if (!row->selected || row->failed)
				continue;
			if (why) {
				env_print("not ok %s: %s\n", row->name, why);
				row->failed = true;
				continue;
			}
			row_run(r, row);
		}
	if (group->teardown && !why)
		group->teardown();
	for (uint32_t i = first; i < end; i++)
		if (r->rows[i].selected)
			env_verdict_add(!r->rows[i].failed, r->rows[i].failed, 0);
}

static bool group_selected(const struct runner *r, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++)
		if (r->rows[i].selected)
			return true;
	return false;
}

/* What runs now, for those who wait. */
static void progress_print(const struct runner *r, uint32_t first, uint32_t end, unsigned group,
			   unsigned nr_groups)
{
	uint32_t nr_rows = 0;

	for (uint32_t i = first; i < end; i++)
		nr_rows += r->rows[i].selected;
	env_print("# group %u of %u: %s, %u rows, %u rounds; %u of %u lines done\n", group,
		  nr_groups, r->rows[first].bench->group->name, nr_rows, r->reps, r->nr_printed,
		  r->nr_lines);
}

static unsigned groups_count(const struct runner *r)
{
	unsigned nr = 0;
	uint32_t first = 0;

	for (uint32_t i = 1; i <= r->nr_rows; i++) {
		if (i < r->nr_rows && !group_starts(r, i))
			continue;
		nr += group_selected(r, first, i);
		first = i;
	}
	return nr;
}

static void groups_run(struct runner *r)
{
	unsigned group = 0, nr_groups = groups_count(r);
	uint32_t first = 0;

	for (uint32_t i = 1; i <= r->nr_rows; i++) {
		if (i < r->nr_rows && !group_starts(r, i))
			continue;
		if (group_selected(r, first, i)) {
			progress_print(r, first, i, ++group, nr_groups);
			group_run(r, first, i);
		}
		first = i;
	}
}

/* --- A run ------------------------------------------------------------------------------- */

/* Room for all samples, shared out to the rows. NULL: no memory. */
static uint64_t *samples_alloc(struct runner *r, size_t *len)
{
	uint64_t *samples, *next;

	*len = (size_t)r->nr_selected * r->reps * (1 + BENCH_FIGURES) * sizeof(uint64_t);
	samples = env_alloc(*len);
	if (!samples)
		return NULL;
	next = samples;
	for (uint32_t i = 0; i < r->nr_rows; i++) {
		if (!r->rows[i].selected)
			continue;
		r->rows[i].samples = next;
		for (unsigned k = 0; k < BENCH_FIGURES; k++)
			r->rows[i].figures[k] = next += r->reps;
		next += r->reps;
	}
	return samples;
}

static void head_print(const struct runner *r)
{
	uint64_t loop = r->cost.loops_4096 * 100 / COST_LOOPS;

	env_print("ticks: %s%s%s\n",
		  env_clock_counts_instructions() ? "instructions, counted by the emulator"
						  : "of the TSC",
		  env_emulator()[0] ? ", under " : "", env_emulator());
	env_print("overhead: clock %llu ticks a section, loop %llu.%02llu ticks an iteration, both "
		  "subtracted\n",
		  (unsigned long long)r->cost.clock, (unsigned long long)loop / 100,
		  (unsigned long long)loop % 100);
	env_print("Unit cycles/op better=lower\n");
	if (env_clock_hz())
		env_print("Unit ns/op better=lower\n");
}

static void dry_print(const struct runner *r)
{
	for (uint32_t i = 0; i < r->nr_rows; i++)
		if (r->rows[i].selected)
			env_print("# would run %s, %u times\n", r->rows[i].name, r->reps);
	env_print("plan: 0 benchmark lines\n");
}

void bench_run(const char *globs, uint32_t reps, bool dry)
{
	struct runner r = {.reps = reps};
	size_t rows_len = rows_count() * sizeof(r.rows[0]);
	size_t samples_len = 0;
	uint64_t *samples = NULL;

	if (!rows_collect(&r) || !cost_measure(&r.cost)) {
		env_print("# bench: no memory for the runner\n");
		env_verdict_add(0, 1, 0);
		return;
	}
	rows_select(&r, globs);
	r.nr_lines = r.nr_selected * r.reps;
	if (dry) {
		dry_print(&r);
		env_verdict_add(r.nr_selected, 0, 0);
	} else if (r.nr_selected && !(samples = samples_alloc(&r, &samples_len))) {
		env_print("# bench: no memory for %u samples\n", r.nr_lines);
		env_verdict_add(0, 1, 0);
	} else {
		head_print(&r);
		env_print("plan: %u benchmark lines\n", r.nr_lines);
		groups_run(&r);
		report_print(r.rows, r.nr_rows);
	}
	if (samples)
		env_free(samples, samples_len);
	env_free(r.rows, rows_len);
}

void bench_list(void)
{
	struct runner r = {0};
	const struct bench *last = NULL;

	if (!rows_collect(&r)) {
		env_verdict_add(0, 1, 0);
		return;
	}
	for (uint32_t i = 0; i < r.nr_rows; i++) {
		const struct bench *bench = r.rows[i].bench;

		if (bench != last)
			env_print("# %s: one operation is %s; against %s\n", bench->name,
				  bench->operation, bench->baseline);
		last = bench;
		env_print("#   %s\n", r.rows[i].name);
	}
	env_verdict_add(r.nr_rows, 0, 0);
	env_free(r.rows, rows_count() * sizeof(r.rows[0]));
}
