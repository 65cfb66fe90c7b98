// SPDX-License-Identifier: MIT
/* Seam 2 on the machine. */
#include "apps/harness/env.h"

#include <stdarg.h>

#include "kernel/console.h"
#include "kernel/format_logic.h"
#include "kernel/glue/zero.h"
#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/smp.h"
#include "kernel/time.h"
#include "kernel/verdict.h"
#include "kernel/x86/counting.h"
#include "kernel/x86/percpu.h"
#include "kernel/x86/pmu.h"
#include "kernel/x86/vector.h"
#include "mm/mmap.h"
#include "mm/page_alloc.h"
#include "mm/vmalloc.h"

uint64_t env_clock_hz(void)
{
	return clock_tsc_hz();
}

bool env_clock_counts_instructions(void)
{
	return tsc_counts_instructions();
}

uint64_t env_ticks_since_entry(void)
{
	return rdtsc_ordered() - boot_entry_tsc();
}

const char *env_emulator(void)
{
	return cpu_is_emulated() ? "QEMU TCG" : "";
}

uint64_t env_deadline(uint64_t us)
{
	return clock_deadline(us);
}

bool env_passed(uint64_t deadline)
{
	return clock_passed(deadline);
}

int env_read(void)
{
	return console_read();
}

bool env_can_read(void)
{
	return console_can_read();
}

void env_print(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	kvprintf(fmt, args);
	va_end(args);
}

void env_panic(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vpanic(fmt, args);
}

int env_vformat(char *buf, size_t len, const char *fmt, va_list args)
{
	return kvsnprintf(buf, len, fmt, args);
}

int env_format(char *buf, size_t len, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = kvsnprintf(buf, len, fmt, args);
	va_end(args);
	return n;
}

const char *env_option(const char *name)
{
	return cmdline_value(name);
}

void env_zero_clock(bool on)
{
	zero_clock_set(on);
}

uint64_t env_zero_ticks(void)
{
	return zero_clock_ticks();
}

unsigned env_nr_cpus(void)
{
	return smp_nr_cpus();
}

void env_run(unsigned nr, void (*fn)(void *arg, unsigned cpu), void *arg)
{
	smp_run(nr, fn, arg);
}

void env_barrier(void)
{
	smp_barrier();
}

struct env_locks env_locks(void)
{
	return (struct env_locks){this_cpu()->nr_locks, this_cpu()->nr_lock_waits};
}

static unsigned order_for(size_t len)
{
	unsigned order = 0;

	while (order <= MAX_PAGE_ORDER && PAGE_SIZE << order < len)
		order++;
	return order;
}

void *env_alloc(size_t len)
{
	struct page *page = alloc_pages(__GFP_ZERO | __GFP_NOWARN, order_for(len));

	return page ? page_address(page) : NULL;
}

void env_free(void *address, size_t len)
{
	__free_pages(virt_to_page(address), order_for(len));
}

void *env_map(size_t len, enum env_leaf leaf)
{
	void *address;

	if (leaf == ENV_LEAF_DIRECT)
		return env_alloc(len);
	address = leaf == ENV_LEAF_HUGE ? vzalloc(len) : vmalloc_base(len);
	if (address && leaf == ENV_LEAF_BASE)
		__builtin_memset(address, 0, len);
	return address;
}

void *env_map_interleaved(size_t len, enum env_leaf leaf)
{
	return vmalloc_flags(len, VMALLOC_ZERO | VMALLOC_INTERLEAVE |
					  (leaf == ENV_LEAF_BASE ? VMALLOC_BASE : 0));
}

unsigned env_nr_nodes(void)
{
	unsigned nr = 0;

	for (int nid = 0; nid < nr_nodes(); nid++)
		nr += node_data(nid)->nr_pages != 0;
	return nr;
}

void env_unmap(void *address, size_t len, enum env_leaf leaf)
{
	if (leaf == ENV_LEAF_DIRECT) {
		env_free(address, len);
		return;
	}
	vfree(address);
	vmalloc_purge();
}

bool env_map_possible(size_t len, enum env_leaf leaf)
{
	struct page *page;

	if (leaf != ENV_LEAF_DIRECT)
		return nr_free_pages() >= len / PAGE_SIZE;
	page = alloc_pages(__GFP_NOWARN, order_for(len));
	if (page)
		__free_pages(page, order_for(len));
	return page;
}

uint64_t env_leaf_len(const void *address)
{
	uint64_t leaf;

	return port_pt_lookup(port_kernel_pt(), (uintptr_t)address, NULL, &leaf, NULL) ? leaf : 0;
}

static struct vspace program;

static bool huge_wanted(void)
{
	const char *option = cmdline_value("nohugemmap");

	return !option || option[0] == '0';
}

const char *env_space_unavailable(unsigned policy)
{
	(void)policy;
	return NULL;
}

bool env_space_begin(unsigned policy)
{
	if (vspace_init(&program, node_data(NUMA_NO_NODE), (enum mm_policy)policy, huge_wanted()))
		return false;
	vspace_activate(&program);
	return true;
}

void *env_space_map(size_t len, bool stack)
{
	unsigned flags = MAP_ANON | MAP_PRIVATE | (stack ? MAP_STACK : 0);
	uint64_t start;

	if (mm_mmap(&program, 0, len, PROT_READ | PROT_WRITE, flags, &start))
		return NULL;
	return (void *)start;
}

uint64_t env_space_pages(void)
{
	return program.nr_mapped;
}

void env_space_end(void)
{
	vspace_activate(NULL);
	vspace_destroy(&program);
}

enum env_vector env_vector(void)
{
	switch (vector_width()) {
	case VECTOR_512:
		return ENV_VECTOR_AVX512;
	case VECTOR_256:
		return ENV_VECTOR_AVX2;
	default:
		return ENV_VECTOR_SSE2;
	}
}

bool env_walks_begin(void)
{
	return pmu_walks_begin();
}

uint64_t env_walks_end(void)
{
	return pmu_walks_end();
}

const char *env_catch_panic(void (*fn)(void *arg), void *arg)
{
	return panic_catch(fn, arg);
}

void env_verdict_add(unsigned passed, unsigned failed, unsigned skipped)
{
	verdict_add(passed, failed, skipped);
}

bool env_provoked(const char *failure)
{
	return options_provoke(failure);
}
