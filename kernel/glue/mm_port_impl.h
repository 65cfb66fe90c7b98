// SPDX-License-Identifier: MIT
/* Seam 1 on the machine, inline half. One CPU runs until the others are started. */
#pragma once

#include "mm/types.h"

struct port_lock {
	uint32_t taken;
};

/* It was taken: spin, or end the run if no one can ever release it. */
void port_lock_contended(struct port_lock *lock) __attribute__((cold));

static inline void port_lock(struct port_lock *lock)
{
	if (__builtin_expect(__atomic_exchange_n(&lock->taken, 1, __ATOMIC_ACQUIRE), 0))
		port_lock_contended(lock);
}

static inline void port_unlock(struct port_lock *lock)
{
	__atomic_store_n(&lock->taken, 0, __ATOMIC_RELEASE);
}

static inline unsigned port_cpu(void)
{
	return 0;
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
