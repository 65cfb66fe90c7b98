// SPDX-License-Identifier: MIT
/*
 * Seam 1 on Linux, inline half. A thread is a CPU; RAM is one mapping at host_ram_base(), physical
 * address 0 its first byte.
 */
#pragma once

#include "mm/types.h"

struct port_lock {
	uint32_t taken;
};

/* Locks that this thread has taken, and those of them not at once. */
struct host_locks {
	uint64_t nr_taken, nr_waits;
};

struct host_locks *host_locks(void);

/* It is taken: wait for it. */
void port_lock_contended(struct port_lock *lock);

static inline bool port_trylock(struct port_lock *lock)
{
	uint32_t free = 0;

	return __atomic_compare_exchange_n(&lock->taken, &free, 1, false, __ATOMIC_ACQUIRE,
					   __ATOMIC_RELAXED);
}

static inline void port_lock(struct port_lock *lock)
{
	host_locks()->nr_taken++;
	if (!port_trylock(lock))
		port_lock_contended(lock);
}

static inline void port_unlock(struct port_lock *lock)
{
	__atomic_store_n(&lock->taken, 0, __ATOMIC_RELEASE);
}

static inline void port_stack_ready(void)
{
}

/* The calling thread's number; threads that never called host_set_cpu() are CPU 0. */
unsigned host_cpu(void);

static inline unsigned port_cpu(void)
{
	return host_cpu();
}

void *host_local(void);

static inline void *port_local(void)
{
	return host_local();
}

char *host_ram_base(void);

static inline void *port_phys_to_virt(phys_addr_t phys)
{
	return host_ram_base() + phys;
}

static inline phys_addr_t port_virt_to_phys(const void *virt)
{
	return (phys_addr_t)((const char *)virt - host_ram_base());
}

void *host_page_array(void);

static inline void *port_page_array(void)
{
	return host_page_array();
}
