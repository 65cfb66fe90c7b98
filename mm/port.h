// SPDX-License-Identifier: MIT
/*
 * Seam 1: all that mm/ asks of whoever runs it. On the machine kernel/glue/ answers, on Linux
 * tests/host/. The inline half is <mm_port_impl.h>, found by include path.
 */
#pragma once

#include "mm/types.h"

/* Most CPUs that per-CPU state is kept for. */
#define MM_NR_CPUS 64

/*
 * The inline half defines:
 *
 *   struct port_lock                          a spin lock; all zero bits is unlocked
 *   void port_lock(struct port_lock *)        spin until it is ours; acquires
 *   void port_unlock(struct port_lock *)      releases
 *   unsigned port_cpu(void)                   this CPU, 0 .. MM_NR_CPUS-1; stable until we block
 *   void *port_phys_to_virt(phys_addr_t)      direct-map address of RAM
 *   phys_addr_t port_virt_to_phys(const void *)   the inverse, for direct-map addresses only
 *   void *port_page_array(void)               where the record of pfn 0 goes; a window not backed
 * yet
 */
#include <mm_port_impl.h>

/* Run fn(arg) on `cpu` and wait for it; on this CPU it is a plain call. -ENODEV: no such CPU. */
int port_on_cpu(unsigned cpu, void (*fn)(void *arg), void *arg);

/*
 * Back [virt, virt+len) of the kernel's own space with the RAM at phys, read-write, never
 * executable, with the largest leaves that fit. All three are multiples of PAGE_SIZE. 0, or
 * -ENOMEM when there is no page for a table. Boot time only.
 */
int port_map_run(void *virt, phys_addr_t phys, size_t len);

/* One line of log, without the newline. */
void port_log(const char *fmt, ...) __printf(1, 2);

/* Say why and end the run with a failed verdict. Safe with any lock held. */
void port_panic(const char *fmt, ...) __printf(1, 2) __attribute__((noreturn, cold));

/* Write the name of the code at `address` to buf ("alloc_page+0x12"), or the address in hex. */
void port_symbol(const void *address, char *buf, size_t len);
