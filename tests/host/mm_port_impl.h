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

/* Until it looks free. */
void host_lock_contended(struct port_lock *lock);

static inline void port_lock(struct port_lock *lock)
{
	while (__atomic_exchange_n(&lock->taken, 1, __ATOMIC_ACQUIRE))
		host_lock_contended(lock);
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
