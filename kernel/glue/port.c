// SPDX-License-Identifier: MIT
/* Seam 1 on the machine. */
#include "mm/port.h"

#include <stdarg.h>

#include "kernel/format_logic.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/glue/zero.h"
#include "kernel/smp.h"
#include "kernel/symbols.h"
#include "kernel/time.h"
#include "kernel/x86/ap_start.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/exceptions.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/percpu.h"
#include "mm/page_watch.h"

_Static_assert(offsetof(struct cpu, mm_local) == PORT_CPU_LOCAL &&
		       offsetof(struct cpu, index) == PORT_CPU_INDEX &&
		       offsetof(struct cpu, lock_word) == PORT_CPU_LOCK_WORD &&
		       offsetof(struct cpu, nr_locks) == PORT_CPU_LOCKS &&
		       offsetof(struct cpu, nr_lock_waits) == PORT_CPU_LOCK_WAITS,
	       "the inline half knows where these are");

enum { LOCK_SECONDS = 60 }; /* an emulator of 64 CPUs on 2 is slow */

/*
 * If this CPU has it: a page fault inside mm/, on a stack or a pointer of a space. While it waits,
 * the CPU does what others ask of it: one of them may hold the lock.
 */
void port_lock_contended(struct port_lock *lock)
{
	uint64_t end = clock_deadline(LOCK_SECONDS * 1000000ull);
	uint32_t holder;

	this_cpu()->nr_lock_waits++;
	do {
		while ((holder = __atomic_load_n(&lock->taken, __ATOMIC_RELAXED))) {
			if (holder == this_cpu()->lock_word)
				panic("lock %p is taken twice: mm/ was called on memory that it "
				      "would have to back",
				      (void *)lock);
			if (clock_passed(end))
				panic("lock %p: not to be had for %d s; CPU %u holds it now",
				      (void *)lock, LOCK_SECONDS, holder - 1);
			smp_poll();
			cpu_relax();
		}
	} while (!port_trylock(lock));
}

unsigned port_nr_cpus(void)
{
	return cpus_possible();
}

void port_set_local(unsigned cpu, void *local)
{
	cpu_at(cpu)->mm_local = local;
}

int port_on_cpu(unsigned cpu, void (*fn)(void *arg), void *arg)
{
	return smp_call(cpu, fn, arg);
}

void port_poll(void)
{
	smp_poll();
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

void port_zero(void *at, size_t len)
{
	struct cpu *cpu = this_cpu();
	uint64_t start;

	if (!cpu->zero_counted) {
		zero_words(at, len / sizeof(uint64_t));
		return;
	}
	start = rdtsc();
	zero_words(at, len / sizeof(uint64_t));
	cpu->zero_ticks += rdtsc() - start;
}

void zero_clock_set(bool on)
{
	this_cpu()->zero_counted = on;
	this_cpu()->zero_ticks = 0;
}

uint64_t zero_clock_ticks(void)
{
	return this_cpu()->zero_ticks;
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

void port_call_sites(const void **sites, unsigned max)
{
	const void *found[2 + PAGE_SITES]; /* the first two are here, and where we were called */
	unsigned nr = backtrace_read(found, ARRAY_SIZE(found));

	for (unsigned i = 0; i < max; i++)
		sites[i] = i + 2 < nr ? found[i + 2] : NULL;
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
