// SPDX-License-Identifier: MIT
/*
 * What each CPU has of its own. GS leads to it from gdt_init() on; CPU 0 is the one that booted.
 *
 * A field belongs to its CPU, but for the three groups that say who else may touch them.
 */
#pragma once

#include "kernel/layout.h"
#include "kernel/panic.h"
#include "kernel/x86/cpuid_logic.h"
#include "kernel/x86/gdt.h"
#include "mm/port.h"

#define MSR_GS_BASE 0xc0000101

/* A set of CPUs; members come and go one by one, atomically. */
struct cpu_set {
	uint64_t bits[MM_NR_CPUS / 64];
};

/* Something asked of a CPU by another, which waits. */
struct cpu_call {
	void (*fn)(void *arg);
	void *arg;
	uint32_t done;
};

/* Translations to be forgotten by other CPUs, which `nr_left` of them have not done. */
struct cpu_flush {
	const uint64_t *pages;
	unsigned nr;
	bool global; /* leaves of the kernel's space */
	uint32_t nr_left;
};

struct cpu {
	/* Offsets known to kernel/glue/mm_port_impl.h. */
	struct cpu *self;
	void *mm_local;		/* port_local() */
	uint32_t index;		/* port_cpu() */
	uint32_t lock_word;	/* index + 1: in a lock that it holds */
	uint64_t nr_locks;	/* locks taken */
	uint64_t nr_lock_waits; /* of these, not at once */

	uint32_t apic_id;
	enum cpu_core core;
	struct layout_part stack[NR_STACKS];
	struct gdt gdt;

	/* kernel/panic.c */
	struct catch *catcher; /* innermost */
	bool faults_nest;
	char message[PANIC_MAX]; /* of the last panic here */

	/* kernel/console.c: a line that has begun, and is not printed yet. */
	char line[256];
	uint32_t line_len;

	bool zero_counted; /* port_zero() */
	uint64_t zero_ticks;

	/* kernel/x86/ipi.c. Others add to `flush_from` and count NMIs that they send; a CPU waits
	 * for its own `flush`. */
	struct cpu_set flush_from; /* who asks */
	uint32_t nr_nmis_sent, nr_nmis_taken;
	struct cpu_flush flush; /* what this one asks */
	uint64_t nr_shootdowns; /* asked by this one, and how many CPUs they went to */
	uint64_t nr_flushes_sent;
	struct pagetable *space; /* active; NULL: the kernel's */
	uint32_t stopped;	 /* by a panic elsewhere */
	uint64_t stopped_rip;	 /* where it was then; 0: nobody knows */

	/* kernel/smp.c. Others add to `calls_from` and set `work`. */
	struct cpu_set calls_from; /* who asks */
	struct cpu_call call;	   /* what this one asks */
	bool answering;
	struct smp_work *work; /* to do next; NULL: none */
	uint32_t asleep;       /* or about to, at a barrier */
	uint32_t online;
};

/* The CPU that runs this. */
static inline struct cpu *this_cpu(void)
{
	struct cpu *cpu;

	__asm__("movq %%gs:0, %0" : "=r"(cpu));
	return cpu;
}

/* The boot CPU's, before anything else uses it. */
struct cpu *cpu_boot(void);

/* CPU `index`; NULL: it is not online. */
struct cpu *cpu_at(unsigned index);

/* Online, numbered from 0 on without a gap. */
unsigned cpus_online(void);

/* One CPU more, whose index is cpus_online(). By CPU 0 alone. */
void cpu_add(struct cpu *cpu);

static inline void cpu_set_add(struct cpu_set *set, unsigned cpu)
{
	__atomic_fetch_or(&set->bits[cpu / 64], 1ull << (cpu % 64), __ATOMIC_SEQ_CST);
}

/* Was it in the set? */
static inline bool cpu_set_remove(struct cpu_set *set, unsigned cpu)
{
	uint64_t bit = 1ull << (cpu % 64);

	return __atomic_fetch_and(&set->bits[cpu / 64], ~bit, __ATOMIC_SEQ_CST) & bit;
}

static inline bool cpu_set_empty(const struct cpu_set *set)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(set->bits); i++)
		all |= __atomic_load_n(&set->bits[i], __ATOMIC_RELAXED);
	return !all;
}

/* Take all members of one word out, to be done one by one. */
static inline uint64_t cpu_set_take(struct cpu_set *set, unsigned word)
{
	if (!__atomic_load_n(&set->bits[word], __ATOMIC_RELAXED))
		return 0;
	return __atomic_exchange_n(&set->bits[word], 0, __ATOMIC_SEQ_CST);
}
