// SPDX-License-Identifier: MIT
/* Rows: adding them, measuring them, and what measuring itself costs. */
#include "tools/linux/program/program.h"

#include <stdio.h>

enum { MOST_ROWS = 256, COST_ROUNDS = 16 };

static struct row rows[MOST_ROWS];
static unsigned nr_rows;

static __attribute__((noinline)) void empty_loop(void **slot, uint64_t nr, void *value)
{
	for (uint64_t i = 0; i < nr; i++) {
		slot[i] = value;
		__asm__ volatile("" ::: "memory");
	}
}

static void cost_measure(struct costs *c)
{
	static void *slots[COST_LOOPS];

	c->clock = c->loops = ~0ull;
	for (int i = 0; i < COST_ROUNDS; i++) {
		uint64_t begin = ticks_now(), ticks = ticks_now() - begin;

		c->clock = ticks < c->clock ? ticks : c->clock;
	}
	for (int i = 0; i < COST_ROUNDS; i++) {
		uint64_t begin = ticks_now(), ticks;

		empty_loop(slots, COST_LOOPS, slots);
		ticks = ticks_now() - begin - c->clock;
		c->loops = ticks < c->loops ? ticks : c->loops;
	}
}

const struct costs *costs(void)
{
	static struct costs measured;

	if (!measured.loops)
		cost_measure(&measured);
	return &measured;
}

void row_add(const struct row *row, const char *name, const char *key, const char *text)
{
	struct row *added = &rows[nr_rows];

	if (nr_rows == MOST_ROWS)
		give_up("more rows than there is room for");
	nr_rows++;
	*added = *row;
	snprintf(added->name, sizeof(added->name), "%s/policy=%s/thp=%s%s%s/cpus=1", name,
		 policy_name(row->policy), thp_name(row->thp), key, text);
}

unsigned rows_count(void)
{
	return nr_rows;
}

static void line_print(const struct row *row, const struct sample *s, double clear)
{
	uint64_t cost = s->sections * costs()->clock + s->loops * costs()->loops / COST_LOOPS;
	double value = s->ticks > cost ? (double)(s->ticks - cost) / (double)s->ops : 0;

	printf("Benchmark%s  %llu  %.2f cycles/op", row->name, (unsigned long long)s->ops, value);
	if (s->zeroed && clear > 0)
		printf("  %.2f zero-cycles/op", clear * (double)s->zeroed / (double)s->ops);
	if (s->max)
		printf("  %llu p50-cycles/op  %llu p99-cycles/op  %llu max-cycles/op",
		       (unsigned long long)s->p50, (unsigned long long)s->p99,
		       (unsigned long long)s->max);
	if (s->map)
		printf("  %llu map-cycles/op  %llu compute-cycles/op", (unsigned long long)s->map,
		       (unsigned long long)s->compute);
	printf("\n");
}

static void row_run(struct row *row, double clear)
{
	struct sample s = {0};

	for (unsigned pass = 0; pass < row->passes && !s.failure; pass++)
		row->run(row, &s);
	row->failed = s.failure;
	if (row->failed)
		printf("not ok %s: %s\n", row->name, s.failure);
	else
		line_print(row, &s, clear);
	fflush(stdout);
}

void rows_run(unsigned reps, double clear, struct tally *tally)
{
	enum thp now = THP_OFF;

	thp_set(now);
	for (unsigned first = 0, end; first < nr_rows; first = end) {
		for (end = first; end < nr_rows && rows[end].thp == rows[first].thp; end++)
			;
		if (rows[first].thp != now)
			thp_set(now = rows[first].thp);
		for (unsigned round = 0; round < reps; round++)
			for (unsigned i = first; i < end; i++)
				if (!rows[i].failed)
					row_run(&rows[i], clear);
	}
	for (unsigned i = 0; i < nr_rows; i++)
		rows[i].failed ? tally->failed++ : tally->passed++;
}
