// SPDX-License-Identifier: MIT
/*
 * Seam 1 on Linux: CPUs. A thread is a CPU while host_run() lasts; else there is one thread, which
 * is whatever CPU it says that it is, and acts for the others.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "mm/port.h"
#include "tests/host/host.h"

enum { CALL_SECONDS = 2 };

struct call {
	void (*fn)(void *arg);
	void *arg;
	bool done;
};

static struct host_cpu {
	void *local;
	pthread_mutex_t gate;	      /* of `runs`; whoever acts for an idle CPU holds it */
	bool runs;		      /* a thread is this CPU */
	struct call *from[HOST_CPUS]; /* what each CPU asks of this one */
} cpus[HOST_CPUS];

static _Thread_local unsigned cpu;
static _Thread_local void *local;
static _Thread_local struct host_locks locks;

static struct host_run {
	void (*fn)(void *arg, unsigned cpu);
	void *arg;
	unsigned nr;
	unsigned nr_arrived, round; /* of the barrier */
	unsigned nr_done;
} run;

static void __attribute__((constructor)) gates_init(void)
{
	for (unsigned i = 0; i < HOST_CPUS; i++)
		pthread_mutex_init(&cpus[i].gate, NULL);
}

unsigned host_cpu(void)
{
	return cpu;
}

void *host_local(void)
{
	return local;
}

struct host_locks *host_locks(void)
{
	return &locks;
}

void host_set_cpu(unsigned number)
{
	cpu = number;
	local = cpus[number].local;
}

unsigned port_nr_cpus(void)
{
	return HOST_CPUS;
}

void port_set_local(unsigned number, void *pointer)
{
	cpus[number].local = pointer;
	if (number == cpu)
		local = pointer;
}

void port_lock_contended(struct port_lock *lock)
{
	unsigned spins = 0;

	locks.nr_waits++;
	do {
		while (__atomic_load_n(&lock->taken, __ATOMIC_RELAXED)) {
			port_poll();
			__builtin_ia32_pause();
			if (++spins % 1024 == 0)
				sched_yield();
		}
	} while (!port_trylock(lock));
}

/* --- Calls -------------------------------------------------------------------------------------
 */

void port_poll(void)
{
	static _Thread_local bool answering;

	if (answering)
		return;
	answering = true;
	for (unsigned i = 0; i < HOST_CPUS; i++) {
		struct call **slot = &cpus[cpu].from[i];
		struct call *call;

		if (!__atomic_load_n(slot, __ATOMIC_RELAXED))
			continue;
		call = __atomic_exchange_n(slot, NULL, __ATOMIC_ACQ_REL);
		if (!call)
			continue;
		call->fn(call->arg);
		__atomic_store_n(&call->done, true, __ATOMIC_RELEASE);
	}
	answering = false;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* No thread is that CPU: be it for a moment. */
static void call_instead(unsigned number, void (*fn)(void *arg), void *arg)
{
	unsigned self = cpu;

	host_set_cpu(number);
	fn(arg);
	host_set_cpu(self);
}

int port_on_cpu(unsigned number, void (*fn)(void *arg), void *arg)
{
	struct call call = {fn, arg, false}, *mine = &call;
	struct call **slot;
	double end;

	if (number == cpu) {
		fn(arg);
		return 0;
	}
	while (pthread_mutex_trylock(&cpus[number].gate))
		port_poll();
	if (!cpus[number].runs) {
		call_instead(number, fn, arg);
		pthread_mutex_unlock(&cpus[number].gate);
		return 0;
	}
	slot = &cpus[number].from[cpu];
	__atomic_store_n(slot, &call, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&cpus[number].gate);
	end = seconds() + CALL_SECONDS;
	while (!__atomic_load_n(&call.done, __ATOMIC_ACQUIRE)) {
		port_poll();
		sched_yield();
		if (seconds() > end && mine == &call &&
		    __atomic_compare_exchange_n(slot, &mine, NULL, false, __ATOMIC_ACQ_REL,
						__ATOMIC_RELAXED))
			return -ETIMEDOUT;
	}
	return 0;
}

/* --- Runs --------------------------------------------------------------------------------------
 */

static void set_runs(unsigned number, bool runs)
{
	pthread_mutex_lock(&cpus[number].gate);
	if (!runs)
		port_poll(); /* nobody answers afterwards */
	cpus[number].runs = runs;
	pthread_mutex_unlock(&cpus[number].gate);
}

void host_barrier(void)
{
	unsigned round = __atomic_load_n(&run.round, __ATOMIC_ACQUIRE);

	if (__atomic_add_fetch(&run.nr_arrived, 1, __ATOMIC_ACQ_REL) == run.nr) {
		__atomic_store_n(&run.nr_arrived, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&run.round, round + 1, __ATOMIC_RELEASE);
		return;
	}
	while (__atomic_load_n(&run.round, __ATOMIC_ACQUIRE) == round) {
		port_poll();
		__builtin_ia32_pause();
	}
}

static void cpu_work(void)
{
	set_runs(cpu, true);
	host_barrier();
	run.fn(run.arg, cpu);
	set_runs(cpu, false);
	__atomic_add_fetch(&run.nr_done, 1, __ATOMIC_ACQ_REL);
}

/* On a processor of its own, if there are so many: else two might share one and the rest idle. */
static void pin(unsigned number, cpu_set_t *before)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t one;

	pthread_getaffinity_np(pthread_self(), sizeof(*before), before);
	CPU_ZERO(&one);
	CPU_SET(number, &one);
	if ((long)run.nr <= nr && CPU_ISSET(number, before))
		pthread_setaffinity_np(pthread_self(), sizeof(one), &one);
}

static void *thread_main(void *number)
{
	cpu_set_t before;

	pin((unsigned)(uintptr_t)number, &before);
	host_set_cpu((unsigned)(uintptr_t)number);
	cpu_work();
	return NULL;
}

void host_run(unsigned nr, void (*fn)(void *arg, unsigned cpu), void *arg)
{
	pthread_t threads[HOST_CPUS];
	cpu_set_t before;

	run = (struct host_run){.fn = fn, .arg = arg, .nr = nr};
	for (unsigned i = 1; i < nr; i++)
		if (pthread_create(&threads[i], NULL, thread_main, (void *)(uintptr_t)i)) {
			fprintf(stderr, "no thread for CPU %u\n", i);
			exit(1);
		}
	pin(0, &before);
	cpu_work();
	pthread_setaffinity_np(pthread_self(), sizeof(before), &before);
	for (unsigned i = 1; i < nr; i++)
		pthread_join(threads[i], NULL);
}
