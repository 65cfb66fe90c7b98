// SPDX-License-Identifier: MIT
/*
 * What one CPU asks of others at once, whatever they do: to forget translations, and to stop. They
 * are told by NMI, because interrupts are off where something is measured or locked; what they do
 * then takes no lock and touches no memory but their struct cpu.
 */
#pragma once

#include "kernel/x86/percpu.h"

/* Vector of the interrupt that ends a CPU's sleep; it says nothing else. */
#define IPI_WAKE 0xf0

/* Have NMIs answered. Before another CPU is started. */
void ipi_init(void);

/* Answer NMIs alone, of the watchdog too: with one CPU nobody sends anything else. */
void ipi_answer_nmis(void);

/*
 * Have the CPUs of the set, this one excepted, forget pages[0..nr), or everything if nr is above
 * PT_FLUSH_PAGES; global leaves too if `global`. NULL: all CPUs. Returns when all have. A CPU that
 * does not answer within IPI_SECONDS is a panic.
 */
void ipi_flush(const struct cpu_set *cpus, const uint64_t *pages, unsigned nr, bool global);

enum { IPI_SECONDS = 20 }; /* an emulator of 64 CPUs on 2 is slow */

/* End the sleep of a CPU, or the next one that it would begin. */
void ipi_wake(struct cpu *cpu);

/*
 * Stop all other CPUs for good, for a panic's report. Returns how many did not stop in a second. If
 * another CPU has begun to do so, this one stops instead.
 */
unsigned ipi_stop_others(void);
