// SPDX-License-Identifier: MIT
/*
 * Worst cases: one call from a state that makes it as long as it can be, each time by itself, so
 * that the longest is seen. Rows run only if asked for by name: `bench=Worst*`.
 */
#pragma once

#include "apps/harness/bench.h"

struct worst_case {
	bool (*prepare)(void); /* from the common state to the one wanted */
	void (*call)(void);    /* what is timed */
	bool (*restore)(void); /* is what came of it right? and back to the common state */
};

/*
 * Cases and their rows out of one list, which is a macro of C(id, params, prepare, call, restore).
 */
#define WORST_INDEX(id, ...)			       WORST_##id,
#define WORST_CASE(id, params, prepare, call, restore) [WORST_##id] = {prepare, call, restore},
#define WORST_ROW(id, params, ...)		       {params, WORST_##id, false},
#define WORST_CASES(list)                                                                          \
	enum { list(WORST_INDEX) };                                                                \
	static const struct worst_case cases[] = {list(WORST_CASE)};                               \
	static const struct bench_variant rows[] = {list(WORST_ROW)}

/* Time a case some times; says "max-cycles/op". */
void worst_run(const struct worst_case *c, struct bench_sample *s);

/* Ticks of fn(), without zeroing and what reading the clock costs; counts as one operation. */
uint64_t worst_ticks(void (*fn)(void), struct bench_sample *s);
