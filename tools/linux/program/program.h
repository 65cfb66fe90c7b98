// SPDX-License-Identifier: MIT
/*
 * The companion's parts: measure.c runs rows and knows what measuring costs, spaces.c and
 * matrices.c are what is measured, process.c is what a machine's first process has to do, and
 * main.c makes the log.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { PAGE = 4096, COST_LOOPS = 4096, TRACE_MOST = 2048 };

enum policy { LAZY, POPULATE, LOCK, NR_POLICIES };

enum thp { THP_OFF, THP_ALWAYS };

/* One repetition's result, as in apps/harness/bench.h. */
struct sample {
	uint64_t ticks, ops, loops, sections, zeroed, begin;
	uint64_t p50, p99, max; /* ticks; 0: not said */
	uint64_t map, compute;
	const char *failure;
};

struct row {
	char name[72]; /* row_add() writes it */
	enum policy policy;
	enum thp thp;
	uint64_t value; /* bytes of a region, n, or ticks of clear_page() */
	unsigned regions;
	unsigned passes;
	void (*run)(const struct row *row, struct sample *s);
	bool failed;
};

/* --- measure.c ------------------------------------------------------------------------------ */

/* Ticks that measuring takes: of a section; of COST_LOOPS iterations. */
struct costs {
	uint64_t clock, loops;
};

struct tally {
	unsigned passed, failed, skipped;
};

static inline uint64_t ticks_now(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

static inline void sample_begin(struct sample *s)
{
	s->sections++;
	s->begin = ticks_now();
}

static inline void sample_end(struct sample *s, uint64_t ops, uint64_t loops)
{
	s->ticks += ticks_now() - s->begin;
	s->ops += ops;
	s->loops += loops;
}

/* Measured at the first call. */
const struct costs *costs(void);

/* A row to be measured: name/policy=/thp= and, behind them, key and text. */
void row_add(const struct row *row, const char *name, const char *key, const char *text);

/* How many there are. */
unsigned rows_count(void);

/* Measure all rows, a line for each repetition, and count the rows. clear: ticks of clear_page(),
 * 0 if not known. */
void rows_run(unsigned reps, double clear, struct tally *tally);

/* --- spaces.c ------------------------------------------------------------------------------- */

const char *policy_name(enum policy policy);
const char *thp_name(enum thp thp);

/*
 * Transparent huge pages as the row wants them; false: they cannot be had so. On a machine that
 * others use only the process's own switch is touched, which can but turn them off.
 */
bool thp_set(enum thp thp);

/* NULL: there is no memory, or it cannot be locked. */
uint8_t *region_map(uint64_t len, enum policy policy);

/* Rows of Mmap*, Munmap, of which a pass maps budget bytes, and of FaultLatency; clear as above. */
void space_rows(enum thp thp, uint64_t budget, unsigned passes, double clear);

/* --- matrices.c ----------------------------------------------------------------------------- */

/* The widest kernel that the CPU and Linux allow; its name. Comes before matrix_rows(). */
const char *kernel_choose(void);

/* Rows of DenseMM, n up to dense_most, and of TraceMM. */
void matrix_rows(enum thp thp, uint64_t dense_most);

/* --- process.c ------------------------------------------------------------------------------ */

bool first_process(void);

/* /proc, /sys, three seconds of rest, and the module with these options. Returns the ticks from the
 * start of Linux's clock to the first process, idle time taken off. */
uint64_t machine_prepare(const char *options);

/* A whole file, to be freed; at most 1 MiB. NULL: it cannot be read. */
char *file_read(const char *path);
bool file_write(const char *path, const char *text);

/* End the run: the verdict's exit status, to QEMU if there is nobody else. */
void __attribute__((noreturn)) leave(bool passed);

/* The same as failed, with a last line that says why. */
void __attribute__((noreturn, format(printf, 1, 2))) give_up(const char *fmt, ...);
