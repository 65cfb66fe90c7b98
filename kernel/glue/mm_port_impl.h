// SPDX-License-Identifier: MIT
/* Seam 1 on the machine, inline half. One CPU runs until the others are started. */
#pragma once

#include "mm/types.h"

struct port_lock {
	uint32_t taken;
};

static inline void port_lock(struct port_lock *lock)
{
	while (__atomic_exchange_n(&lock->taken, 1, __ATOMIC_ACQUIRE)) {
		while (__atomic_load_n(&lock->taken, __ATOMIC_RELAXED))
			__builtin_ia32_pause();
	}
}

static inline void port_unlock(struct port_lock *lock)
{
	__atomic_store_n(&lock->taken, 0, __ATOMIC_RELEASE);
}

static inline unsigned port_cpu(void)
{
	return 0;
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
