// SPDX-License-Identifier: MIT
/*
 * Benchmarks: what one is, and the runner.
 *
 * A benchmark states its operation in words and what it is to be held against. A repetition of one
 * variant sets up, times, verifies and cleans up, once or several times; only what stands between
 * bench_begin() and bench_end() counts. Repetitions of all variants of a group run in rounds, so
 * that drift of the machine meets all of them alike.
 */
#pragma once

#include "apps/harness/env.h"
#include "apps/harness/stats.h"

/* One row of a benchmark. */
struct bench_variant {
	const char *params; /* "batch=64/mem=aged": goes into the name */
	uint64_t value;	    /* what the benchmark makes of it: a batch, an order */
	bool random;	    /* frees in random order */
};

/* A figure beside the time: its unit, which is printed, and its value. */
struct bench_figure {
	const char *unit; /* "tlbmiss/op(model)"; NULL: none */
	uint64_t thousandths;
};

enum { BENCH_FIGURES = 4 };

/* One repetition's result. */
struct bench_sample {
	uint64_t ticks;		/* timed, clock and loop not yet subtracted */
	uint64_t ops;		/* operations done in that time */
	uint64_t loops;		/* iterations of the loop around them */
	uint64_t sections;	/* times the clock was read at both ends */
	uint64_t zero_ticks;	/* of the ticks, those spent zeroing pages */
	uint64_t clock_cost;	/* ticks that a section costs by itself; the runner sets it */
	unsigned cpus;		/* that it is to run on; the runner sets it */
	struct env_locks locks; /* of bench_on_cpus() */
	struct bench_figure figures[BENCH_FIGURES];
	const char *failure; /* NULL, or why the result is not right */
	uint64_t begin;	     /* of bench_begin() and bench_end() */
};

struct bench;

/* Benchmarks that need the same state of the machine. */
struct bench_group {
	const char *name;
	/* Before the first round and after the last. Returns NULL, or why the group cannot run. */
	const char *(*setup)(void);
	void (*teardown)(void);
	/* NULL, or what sums the group up, printed after all tables. */
	void (*summary)(void);
};

struct bench {
	const char *name;      /* "BulkArray" */
	const char *operation; /* "per page: ..." */
	const char *baseline;  /* what to hold it against */
	const struct bench_group *group;
	const struct bench_variant *variants;
	uint32_t nr_variants;
	bool by_name;	 /* runs only if a glob names it; `list` shows it */
	bool scales;	 /* rows for 1, 2, 4 ... and all CPUs; else for one */
	uint32_t passes; /* calls of run() for one repetition; their times add up */
	/* Set up, time, verify, clean up. On failure says so in sample->failure. */
	void (*run)(const struct bench_variant *variant, struct bench_sample *sample);
	/* NULL, or why this machine cannot run the variant; asked before anything is timed. */
	const char *(*unavailable)(const struct bench_variant *variant);
};

#define BENCH(id)                                                                                  \
	static const struct bench bench_record_##id;                                               \
	static const struct bench *const bench_pointer_##id                                        \
		__attribute__((used, section("bulkhead_bench"))) = &bench_record_##id;             \
	static const struct bench bench_record_##id

static inline void bench_begin(struct bench_sample *sample)
{
	sample->sections++;
	env_zero_clock(true);
	sample->begin = env_clock_begin();
}

/* `ops` operations were done in `loops` iterations since bench_begin(). */
static inline void bench_end(struct bench_sample *sample, uint64_t ops, uint64_t loops)
{
	sample->ticks += env_clock_end() - sample->begin;
	sample->ops += ops;
	sample->loops += loops;
	sample->zero_ticks += env_zero_ticks();
	env_zero_clock(false);
}

/*
 * One CPU's share of a repetition on several. Its bench_begin() and bench_end() are its own, and
 * the locks taken in between are counted.
 */
struct bench_share {
	struct bench_sample sample;
	struct env_locks locks; /* at the beginning, then in between */
} __attribute__((aligned(128)));

/* Count locks from now on; for what times itself in parts. */
static inline void bench_share_count(struct bench_share *share)
{
	env_barrier();
	share->locks = env_locks();
}

static inline void bench_share_counted(struct bench_share *share)
{
	struct env_locks now = env_locks();

	share->locks.nr_taken = now.nr_taken - share->locks.nr_taken;
	share->locks.nr_waits = now.nr_waits - share->locks.nr_waits;
}

static inline void bench_share_begin(struct bench_share *share)
{
	bench_share_count(share);
	bench_begin(&share->sample);
}

static inline void bench_share_end(struct bench_share *share, uint64_t ops, uint64_t loops)
{
	bench_end(&share->sample, ops, loops);
	bench_share_counted(share);
}

/*
 * Run fn on sample->cpus CPUs at once, and add their shares up: so a figure is what an operation
 * costs the CPU that does it. Says "locks/op" and "lockwaits/op" too. fn notes a failure in its
 * share.
 */
void bench_on_cpus(struct bench_sample *sample,
		   void (*fn)(struct bench_share *share, unsigned cpu));

/* Say one figure more, at most BENCH_FIGURES; one of the same unit is replaced. */
void bench_say(struct bench_sample *sample, const char *unit, uint64_t thousandths);

/*
 * Run what the comma-separated globs name (NULL: all), `reps` rounds, print the report, and count
 * each row for the verdict. A glob that matches nothing is a failure. `dry`: say what would run,
 * time nothing.
 */
void bench_run(const char *globs, uint32_t reps, bool dry);

/*
 * At the end of each bench_run(), while its rows can be asked for, call fn; NULL: no longer. For
 * whoever sums the run up for another reader.
 */
void bench_at_end(void (*fn)(void));

/* A row of this run, as bench_each() tells it; the name is valid until bench_run() ends. */
struct bench_result {
	const char *name; /* in full, without "Benchmark" */
	uint64_t median;  /* hundredths of a tick; 0 if it failed */
	bool failed;
};

/* Call fn for each row that was run, in the report's order. From bench_at_end()'s function. */
void bench_each(void (*fn)(const struct bench_result *result, void *arg), void *arg);

/*
 * For summaries: the median of a row of this run, in hundredths of a tick, by its name without
 * "/cpus=1", or with another number of CPUs. False: it was not measured.
 */
bool bench_median(const char *name, uint64_t *hundredths);

/* The same for a further figure, in thousandths. */
bool bench_figure_of(const char *name, const char *unit, uint64_t *thousandths);

/* All of the statistics: of a further figure in thousandths, without a unit in hundredths. */
bool bench_stats_of(const char *name, const char *unit, struct stats *stats);

/* Print every benchmark with its operation; each row counts as passed. */
void bench_list(void);
