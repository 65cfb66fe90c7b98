// SPDX-License-Identifier: MIT
/* Several CPUs at once, on Linux, each with work and random numbers of its own. */
#pragma once

#include "tests/host/host.h"

enum { CREW_MOST = HOST_CPUS };

struct crew_member {
	unsigned index; /* of its CPU */
	unsigned nr;	/* members in all */
	uint64_t random;
	void *arg;
};

/*
 * nr members do their work at once and are waited for. NULL, or the first thing that one of them
 * said went wrong. One that panics, or hangs, ends the run: what it has locked stays locked.
 */
const char *crew_run(unsigned nr, const char *(*work)(struct crew_member *member), void *arg);

/* A random number below n. */
uint64_t crew_below(struct crew_member *member, uint64_t n);
