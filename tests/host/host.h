// SPDX-License-Identifier: MIT
/* The Linux side of the two seams, for its own files and for host tests. */
#pragma once

#include "mm/port.h"

/* Physical address space that is RAM here, bytes: backed only where touched. */
#define HOST_RAM_LEN (8ul << 30)
/* Window for the page array: records of 64 TiB would need 256 GiB of addresses; tests use less. */
#define HOST_PAGE_ARRAY_LEN (64ul << 30)

/* Map the RAM. Once, first. */
void host_ram_setup(void);

/* The live instance over 2 GiB of it. Once. */
void host_memory_setup(void);

/* Leave port_log() lines out. */
void host_set_quiet(bool on);

/* CPUs that there can be. */
#define HOST_CPUS 8

/* This thread is CPU `number` from now on; not while host_run() lasts. */
void host_set_cpu(unsigned number);

/* Other threads go first in the midst of port_zero(), so that page work overlaps what they do. */
void host_set_zeroing_yields(bool on);

/*
 * Run fn(arg, i) at once on CPUs 0 .. nr-1, each a thread, the caller being 0. Returns when all
 * have. fn must not CHECK: a failed one leaves by the caller's stack.
 */
void host_run(unsigned nr, void (*fn)(void *arg, unsigned cpu), void *arg);

/* Within host_run(): wait until all are here. */
void host_barrier(void);

/* Is every access looked at by ThreadSanitizer, and all of it slow? */
bool host_is_traced(void);

/* End a process that a test has made, with what it covered on record where that is measured. */
void host_exit(int status) __attribute__((noreturn));

/* A page fault on this CPU, as the machine would hand it to vspace_activate()'s function. */
bool host_fault(uint64_t addr, enum port_access access);

/* Run fn(arg); the message of its port_panic(), or NULL. */
const char *host_catch_panic(void (*fn)(void *arg), void *arg);

/* What env_verdict_add() has counted. */
struct host_verdict {
	unsigned passed, failed, skipped;
};
struct host_verdict host_verdict(void);
