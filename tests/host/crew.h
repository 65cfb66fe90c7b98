// SPDX-License-Identifier: MIT
/* Several CPUs at once, on Linux: threads that each have a CPU's number. */
#pragma once

#include <pthread.h>

#include "mm/types.h"

enum { CREW_MOST = 8 };

struct crew_member {
	unsigned index; /* its CPU's number is one more: CPU 0 is the test's own */
	unsigned nr;	/* members in all */
	uint64_t random;
	void *arg;
	/* For crew_run() */
	const char *(*work)(struct crew_member *member);
	const char *said;
	pthread_t thread;
};

/*
 * nr members do their work at once and are waited for. NULL, or the first thing that one of them
 * said went wrong. One that panics, or hangs, ends the run: what it has locked stays locked.
 */
const char *crew_run(unsigned nr, const char *(*work)(struct crew_member *member), void *arg);

/* A random number below n. */
uint64_t crew_below(struct crew_member *member, uint64_t n);
