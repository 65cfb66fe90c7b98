// SPDX-License-Identifier: MIT
/*
 * Work on several CPUs, and asking one to do something at its next convenience.
 *
 * CPUs other than 0 sleep until there is work. What is asked of a CPU it does where nothing of its
 * own is half done: asleep, waiting for a lock or for others, and where mm/ polls.
 */
#pragma once

#include "mm/types.h"

/* CPUs that run, 1 or more. */
unsigned smp_nr_cpus(void);

/*
 * Run fn(arg, i) on CPUs 0 .. nr-1 at once, i being the CPU's number; all begin together. Returns
 * when all have returned. From CPU 0 and not from inside itself; nr is 1 .. smp_nr_cpus(). Waiting
 * longer than SMP_RUN_SECONDS is a panic that names the CPU.
 */
void smp_run(unsigned nr, void (*fn)(void *arg, unsigned cpu), void *arg);

enum { SMP_RUN_SECONDS = 1800 };

/* Within smp_run(): wait until all of its CPUs are here. */
void smp_barrier(void);

/*
 * Have fn(arg) run on CPU `cpu`, and wait for it; on this CPU it is a plain call. -ENODEV: there is
 * no such CPU. -ETIMEDOUT: it has not begun in SMP_CALL_SECONDS, and will not.
 */
int smp_call(unsigned cpu, void (*fn)(void *arg), void *arg);

/*
 * The same, and have here(arg) run on this CPU meanwhile, from before the other begins. -ENODEV: it
 * is this CPU, or there is none; nothing was run.
 */
int smp_call_beside(unsigned cpu, void (*fn)(void *arg), void (*here)(void *arg), void *arg);

enum { SMP_CALL_SECONDS = 2 };

/* Do what others ask of this CPU. Cheap where nobody asks. */
void smp_poll(void);

/* The life of a CPU other than 0. */
void smp_idle(void) __attribute__((noreturn));
