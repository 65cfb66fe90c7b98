// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What the module's benchmarks share: a row, one repetition's result, the clock, the log.
 *
 * A row is measured as the one of the same name in apps/mmbench/ is: the same sizes, the same
 * loops, the same things inside the clock, checked in the same way.
 */
#pragma once

#include <linux/cache.h>
#include <linux/gfp.h>
#include <linux/irqflags.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/types.h>
#include <linux/version.h>

/* One repetition's result, as in apps/harness/bench.h. */
struct sample {
	u64 ticks;	     /* timed, clock and loop not yet subtracted */
	u64 ops;	     /* operations done in that time */
	u64 loops;	     /* iterations of the loop around them */
	u64 sections;	     /* times the clock was read at both ends */
	u64 begin;	     /* of sample_begin() */
	unsigned long flags; /* interrupts, before sample_begin_quiet() */
	const char *failure; /* NULL, or why the result is not right */
};

struct row {
	char name[64];
	u64 value; /* a batch, an order, bytes */
	int kind;  /* what the benchmark makes of it */
	unsigned passes;
	void (*run)(const struct row *row, struct sample *s);
	bool failed;
};

static inline u64 ticks_now(void)
{
	u32 low, high;

	asm volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high) : : "memory");
	return (u64)high << 32 | low;
}

static inline void sample_begin(struct sample *s)
{
	s->sections++;
	s->begin = ticks_now();
}

static inline void sample_end(struct sample *s, u64 ops, u64 loops)
{
	s->ticks += ticks_now() - s->begin;
	s->ops += ops;
	s->loops += loops;
}

/* The same with interrupts off, but for kernels that check for that in each call. */
static inline void sample_begin_quiet(struct sample *s)
{
	cond_resched();
	if (!IS_ENABLED(CONFIG_DEBUG_ATOMIC_SLEEP))
		local_irq_save(s->flags);
	sample_begin(s);
}

static inline void sample_end_quiet(struct sample *s, u64 ops, u64 loops)
{
	sample_end(s, ops, loops);
	if (!IS_ENABLED(CONFIG_DEBUG_ATOMIC_SLEEP))
		local_irq_restore(s->flags);
}

/* Add a row; its name is `fmt`, without "/cpus=1". */
__printf(5, 6) void row_add(void (*run)(const struct row *, struct sample *), unsigned passes,
			    u64 value, int kind, const char *fmt, ...);

/* A line, or part of one, of the log. */
__printf(1, 2) void log_print(const char *fmt, ...);

/* Rows of each file; 0 or -errno. pages_drop() and areas_drop() undo. */
int pages_rows(void);
void pages_drop(void);
int areas_rows(u64 largest);
void areas_drop(void);
