// SPDX-License-Identifier: MIT
/* Seam 1 on the machine. */
#include "mm/port.h"

#include <stdarg.h>

#include "kernel/format_logic.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/glue/zero.h"
#include "kernel/symbols.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/exceptions.h"
#include "kernel/x86/paging.h"

/* The one CPU there is holds it: a page fault inside mm/, on a stack or a pointer of a space. */
void port_lock_contended(struct port_lock *lock)
{
	panic("lock %p is taken twice: mm/ was called on memory that it would have to back", lock);
}

int port_on_cpu(unsigned cpu, void (*fn)(void *arg), void *arg)
{
	if (cpu != port_cpu())
		return -ENODEV;
	fn(arg);
	return 0;
}

int port_map_run(void *virt, phys_addr_t phys, size_t len)
{
	return paging_map_run(virt, phys, len);
}

static bool (*resolve)(uint64_t addr, enum port_access access);

static bool resolve_fault(uint64_t addr, uint64_t error)
{
	enum port_access access = PORT_LOAD;

	if (error & PF_FETCH)
		access = PORT_FETCH;
	else if (error & PF_WRITE)
		access = PORT_STORE;
	return resolve(addr, access);
}

int port_set_fault_handler(bool (*fn)(uint64_t addr, enum port_access access))
{
	resolve = fn;
	exc_set_fault_handler(fn ? resolve_fault : NULL);
	return 0;
}

void port_faults_nest(bool on)
{
	exc_set_faults_nest(on);
}

static bool zero_counted;
static uint64_t zero_ticks;

void port_zero(void *at, size_t len)
{
	uint64_t start;

	if (!zero_counted) {
		zero_words(at, len / sizeof(uint64_t));
		return;
	}
	start = rdtsc();
	zero_words(at, len / sizeof(uint64_t));
	zero_ticks += rdtsc() - start;
}

void zero_clock_set(bool on)
{
	zero_counted = on;
	zero_ticks = 0;
}

uint64_t zero_clock_ticks(void)
{
	return zero_ticks;
}

void port_log(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vprintk(fmt, args);
	va_end(args);
}

void port_panic(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vpanic(fmt, args);
}

void port_symbol(const void *address, char *buf, size_t len)
{
	uint64_t offset;
	const char *name = symbol_lookup((uintptr_t)address, &offset);

	if (name)
		ksnprintf(buf, len, "%s+%#llx", name, (unsigned long long)offset);
	else
		ksnprintf(buf, len, "%p", address);
}
