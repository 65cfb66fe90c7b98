// SPDX-License-Identifier: MIT
/* Seam 1 on the machine, inline half. GS leads to struct cpu (kernel/x86/percpu.h). */
#pragma once

#include "mm/types.h"

/* Offsets in struct cpu; port.c compares. */
#define PORT_CPU_LOCAL	    8
#define PORT_CPU_INDEX	    16
#define PORT_CPU_LOCK_WORD  20
#define PORT_CPU_LOCKS	    24
#define PORT_CPU_LOCK_WAITS 32
#define PORT_STRING(x)	    #x
#define PORT_GS(offset)	    "%%gs:" PORT_STRING(offset)

struct port_lock {
	uint32_t taken; /* 0, or the CPU that holds it, plus 1 */
};

static inline unsigned port_cpu(void)
{
	unsigned cpu;

	__asm__("movl " PORT_GS(PORT_CPU_INDEX) ", %0" : "=r"(cpu));
	return cpu;
}

static inline void *port_local(void)
{
	void *local;

	__asm__ volatile("movq " PORT_GS(PORT_CPU_LOCAL) ", %0" : "=r"(local));
	return local;
}

/* It is taken: wait for it; the end of the run if this CPU holds it, or it is never released. */
void port_lock_contended(struct port_lock *lock);

static inline bool port_trylock(struct port_lock *lock)
{
	uint32_t word, free = 0;

	__asm__("movl " PORT_GS(PORT_CPU_LOCK_WORD) ", %0" : "=r"(word));
	return __atomic_compare_exchange_n(&lock->taken, &free, word, false, __ATOMIC_ACQUIRE,
					   __ATOMIC_RELAXED);
}

static inline void port_lock(struct port_lock *lock)
{
	__asm__ volatile("incq " PORT_GS(PORT_CPU_LOCKS) : : : "cc", "memory");
	if (__builtin_expect(!port_trylock(lock), 0))
		__asm__ volatile("call port_lock_wait" : "+D"(lock) : : "cc", "memory");
}

static inline void port_unlock(struct port_lock *lock)
{
	__atomic_store_n(&lock->taken, 0, __ATOMIC_RELEASE);
}

/*
 * Have the next 4 KiB of this stack backed and writable, before a lock is taken that a page fault
 * would want: a stack can be memory of an address space.
 */
static inline void port_stack_ready(void)
{
	__asm__ volatile("orq $0, (%%rsp); orq $0, -4096(%%rsp)" : : : "memory", "cc");
}

/* Start of the direct map: docs/architecture.md, address map. */
#define PORT_DIRECT_MAP 0xffff888000000000ul

static inline void *port_phys_to_virt(phys_addr_t phys)
{
	return (void *)(PORT_DIRECT_MAP + phys);
}

static inline phys_addr_t port_virt_to_phys(const void *virt)
{
	return (phys_addr_t)virt - PORT_DIRECT_MAP;
}

/* Start of the page array's window: docs/architecture.md, address map. */
static inline void *port_page_array(void)
{
	return (void *)0xffffea0000000000ul;
}
