// SPDX-License-Identifier: MIT
/* Seam 2 on Linux. */
#define _GNU_SOURCE

#include "apps/harness/env.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/perf_event.h>
#include <time.h>

#include "mm/port.h"
#include "tests/host/host.h"
#include "tests/host/options.h"

/* The TSC against CLOCK_MONOTONIC over 20 ms, once. */
uint64_t env_clock_hz(void)
{
	static uint64_t hz;
	struct timespec start, now;
	uint64_t ticks, ns = 0;

	if (hz)
		return hz;
	clock_gettime(CLOCK_MONOTONIC, &start);
	ticks = env_clock_begin();
	while (ns < 20000000) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		ns = (uint64_t)(now.tv_sec - start.tv_sec) * 1000000000 + (uint64_t)now.tv_nsec -
		     (uint64_t)start.tv_nsec;
	}
	ticks = env_clock_end() - ticks;
	hz = ticks * 1000 / (ns / 1000) * 1000;
	return hz;
}

bool env_clock_counts_instructions(void)
{
	return false;
}

uint64_t env_ticks_since_entry(void)
{
	return 0;
}

const char *env_emulator(void)
{
	return "";
}

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t env_deadline(uint64_t us)
{
	return now_us() + us;
}

bool env_passed(uint64_t deadline)
{
	return now_us() >= deadline;
}

/* Nobody types at a benchmark. */
int env_read(void)
{
	return -1;
}

bool env_can_read(void)
{
	return false;
}

void env_print(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	fflush(stdout);
}

void env_panic(const char *fmt, ...)
{
	char text[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	port_panic("%s", text);
}

int env_vformat(char *buf, size_t len, const char *fmt, va_list args)
{
	return vsnprintf(buf, len, fmt, args);
}

int env_format(char *buf, size_t len, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(buf, len, fmt, args);
	va_end(args);
	return n;
}

const char *env_option(const char *name)
{
	return host_option(name);
}

unsigned env_nr_cpus(void)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN);

	return nr < 1 ? 1 : nr < HOST_CPUS ? (unsigned)nr : HOST_CPUS;
}

void env_run(unsigned nr, void (*fn)(void *arg, unsigned cpu), void *arg)
{
	host_run(nr, fn, arg);
}

void env_barrier(void)
{
	host_barrier();
}

struct env_locks env_locks(void)
{
	return (struct env_locks){host_locks()->nr_taken, host_locks()->nr_waits};
}

void *env_alloc(size_t len)
{
	void *at = mmap(NULL, len, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

void env_free(void *address, size_t len)
{
	munmap(address, len);
}

void *env_map(size_t len, enum env_leaf leaf)
{
	size_t room = len + PMD_SIZE; /* to find 2 MiB alignment in */
	char *at = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *aligned;

	if (at == MAP_FAILED)
		return NULL;
	aligned = (char *)ALIGN_UP((uintptr_t)at, PMD_SIZE);
	if (aligned > at)
		munmap(at, (size_t)(aligned - at));
	if (aligned + len < at + room)
		munmap(aligned + len, (size_t)(at + room - (aligned + len)));
	madvise(aligned, len, leaf == ENV_LEAF_BASE ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
	memset(aligned, 0, len);
	return aligned;
}

void *env_map_interleaved(size_t len, enum env_leaf leaf)
{
	return env_map(len, leaf);
}

unsigned env_nr_nodes(void)
{
	return 1;
}

void env_unmap(void *address, size_t len, enum env_leaf leaf)
{
	(void)leaf;
	munmap(address, len);
}

bool env_map_possible(size_t len, enum env_leaf leaf)
{
	(void)len;
	(void)leaf;
	return true;
}

uint64_t env_leaf_len(const void *address)
{
	(void)address;
	return 0;
}

/* Numbers of enum mm_policy, whose header has its own idea of MAP_PRIVATE. */
enum { POLICY_SUPERLOCK = 1, POLICY_DEMAND = 2, POLICY_OVERCOMMIT = 3, MOST_PIECES = 1024 };

static struct {
	unsigned policy;
	unsigned nr;
	void *at[MOST_PIECES];
	size_t len[MOST_PIECES];
} program;

const char *env_space_unavailable(unsigned policy)
{
	return policy == POLICY_SUPERLOCK ? "Linux has one way of mapping at once" : NULL;
}

bool env_space_begin(unsigned policy)
{
	program.policy = policy;
	program.nr = 0;
	return true;
}

void *env_space_map(size_t len, bool stack)
{
	bool backed = program.policy < POLICY_DEMAND && !stack;
	bool reserved = program.policy != POLICY_OVERCOMMIT;
	void *at;

	if (program.nr == MOST_PIECES)
		return NULL;
	at = mmap(NULL, len, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | (backed ? MAP_POPULATE : 0) |
			  (reserved ? 0 : MAP_NORESERVE),
		  -1, 0);
	if (at == MAP_FAILED)
		return NULL;
	program.at[program.nr] = at;
	program.len[program.nr++] = len;
	return at;
}

uint64_t env_space_pages(void)
{
	return ~0ull;
}

void env_space_end(void)
{
	for (unsigned i = 0; i < program.nr; i++)
		munmap(program.at[i], program.len[i]);
}

enum env_vector env_vector(void)
{
	if (__builtin_cpu_supports("avx512f"))
		return ENV_VECTOR_AVX512;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return ENV_VECTOR_AVX2;
	return ENV_VECTOR_SSE2;
}

static int walks_fd = -1;

bool env_walks_begin(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HW_CACHE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_CACHE_DTLB | PERF_COUNT_HW_CACHE_OP_READ << 8 |
			  PERF_COUNT_HW_CACHE_RESULT_MISS << 16,
		.exclude_kernel = 1,
	};

	walks_fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	return walks_fd >= 0;
}

uint64_t env_walks_end(void)
{
	uint64_t value = 0;

	if (read(walks_fd, &value, sizeof(value)) != sizeof(value))
		value = 0;
	close(walks_fd);
	return value;
}

const char *env_catch_panic(void (*fn)(void *arg), void *arg)
{
	return host_catch_panic(fn, arg);
}

static struct host_verdict counted;

void env_verdict_add(unsigned passed, unsigned failed, unsigned skipped)
{
	counted.passed += passed;
	counted.failed += failed;
	counted.skipped += skipped;
}

struct host_verdict host_verdict(void)
{
	return counted;
}

bool env_provoked(const char *failure)
{
	const char *value = host_option("provoke");

	return value && !strcmp(value, failure);
}
