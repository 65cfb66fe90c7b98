// SPDX-License-Identifier: MIT
/*
 * Several CPUs: runs, calls, translations forgotten everywhere, pages that wander. With one CPU
 * most of it is skipped.
 */
#include "kernel/smp.h"

#include "kernel/time.h"
#include "kernel/x86/apic_logic.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/exceptions.h"
#include "kernel/x86/ipi.h"
#include "kernel/x86/paging.h"
#include "mm/mmap.h"
#include "mm/page_watch.h"
#include "mm/vmalloc.h"
#include "tests/harness/test.h"

#define BASE 0xffffe20000000000ul /* in the vmalloc window, far from where it begins */

static bool alone(void)
{
	if (smp_nr_cpus() > 1)
		return false;
	test_skip("one CPU");
	return true;
}

/* What each CPU did; on lines of their own. */
static struct {
	uint64_t value;
	uint64_t pad[7];
} seen[MM_NR_CPUS];

static void seen_clear(void)
{
	for (unsigned i = 0; i < MM_NR_CPUS; i++)
		seen[i].value = 0;
}

static void come_here(void *arg, unsigned cpu)
{
	(void)arg;
	seen[cpu].value +=
		this_cpu()->index == cpu && port_cpu() == cpu && this_cpu()->self == this_cpu();
}

TEST(a_run_reaches_each_cpu_once)
{
	for (unsigned nr = 1; nr <= smp_nr_cpus(); nr += 1 + smp_nr_cpus() / 9) {
		seen_clear();
		smp_run(nr, come_here, NULL);
		for (unsigned i = 0; i < MM_NR_CPUS; i++)
			CHECK_EQ(seen[i].value, i < nr);
	}
}

static void count_rounds(void *arg, unsigned cpu)
{
	unsigned *count = arg;

	for (unsigned round = 0; round < 10; round++) {
		__atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
		smp_barrier();
		seen[cpu].value +=
			__atomic_load_n(count, __ATOMIC_RELAXED) == (round + 1) * smp_nr_cpus();
		smp_barrier();
	}
}

TEST(a_barrier_holds_until_all_are_there)
{
	unsigned count = 0;

	seen_clear();
	smp_run(smp_nr_cpus(), count_rounds, &count);
	for (unsigned i = 0; i < smp_nr_cpus(); i++)
		CHECK_EQ(seen[i].value, 10);
}

static void stacks_look(void *arg, unsigned cpu)
{
	uint64_t here = (uintptr_t)__builtin_frame_address(0);

	(void)arg;
	seen[cpu].value = layout_part_has(this_cpu()->stack[STACK_MAIN], here, 8);
	for (int i = 0; i < NR_STACKS; i++) {
		struct layout_part stack = this_cpu()->stack[i];
		uint64_t leaf;

		seen[cpu].value +=
			port_pt_lookup(port_kernel_pt(), stack.end - 8, NULL, &leaf, NULL) &&
			!port_pt_lookup(port_kernel_pt(), stack.start - 1, NULL, &leaf, NULL) &&
			!port_pt_lookup(port_kernel_pt(), stack.end, NULL, &leaf, NULL);
	}
}

TEST(each_cpu_has_stacks_between_guards)
{
	seen_clear();
	smp_run(smp_nr_cpus(), stacks_look, NULL);
	for (unsigned i = 0; i < smp_nr_cpus(); i++)
		CHECK_EQ(seen[i].value, 1 + NR_STACKS);
}

/* --- Calls -------------------------------------------------------------------------------------
 */

static void note_cpu(void *arg)
{
	*(unsigned *)arg = this_cpu()->index + 1;
}

TEST(a_call_runs_on_the_cpu_that_is_asked)
{
	for (unsigned i = 0; i < smp_nr_cpus(); i++) {
		unsigned cpu = 0;

		CHECK_EQ(smp_call(i, note_cpu, &cpu), 0);
		CHECK_EQ(cpu, i + 1);
	}
	CHECK_EQ(smp_call(smp_nr_cpus(), note_cpu, NULL), -ENODEV);
}

static void add_one(void *arg)
{
	__atomic_add_fetch((uint64_t *)arg, 1, __ATOMIC_RELAXED);
}

enum { ASKED = 3 }; /* CPUs that each one asks, those behind it */

static unsigned nr_rounds(void)
{
	return 1 + 60 / smp_nr_cpus(); /* an emulator of many is slow */
}

static void call_neighbours(void *arg, unsigned cpu)
{
	(void)arg;
	for (unsigned round = 0; round < nr_rounds(); round++)
		for (unsigned i = 1; i <= ASKED; i++)
			if (smp_call((cpu + i) % smp_nr_cpus(), add_one,
				     &seen[(cpu + i) % smp_nr_cpus()].value))
				seen[cpu].value = 1 << 20;
	smp_barrier(); /* answers until all have asked */
}

TEST(cpus_that_ask_each_other_all_get_an_answer)
{
	seen_clear();
	smp_run(smp_nr_cpus(), call_neighbours, NULL);
	for (unsigned i = 0; i < smp_nr_cpus(); i++)
		CHECK_EQ(seen[i].value, ASKED * nr_rounds());
}

/* Two that wait for each other, so neither is done before the other begins. */
struct meeting {
	uint32_t here, there;
	unsigned cpu; /* the other, plus 1 */
};

static void be_there(void *arg)
{
	struct meeting *m = arg;

	__atomic_store_n(&m->there, 1, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&m->here, __ATOMIC_ACQUIRE))
		cpu_relax();
	m->cpu = this_cpu()->index + 1;
}

static void be_here(void *arg)
{
	struct meeting *m = arg;
	uint64_t end = clock_deadline(SMP_CALL_SECONDS * 1000000ull);

	while (!__atomic_load_n(&m->there, __ATOMIC_ACQUIRE) && !clock_passed(end))
		cpu_relax();
	__atomic_store_n(&m->here, 1, __ATOMIC_RELEASE);
}

TEST(a_call_may_have_work_beside_it)
{
	struct meeting m = {0};

	CHECK_EQ(smp_call_beside(0, be_there, be_here, &m), -ENODEV);
	CHECK_EQ(smp_call_beside(smp_nr_cpus(), be_there, be_here, &m), -ENODEV);
	CHECK_EQ(m.here + m.there, 0);
	if (alone())
		return;
	CHECK_EQ(smp_call_beside(smp_nr_cpus() - 1, be_there, be_here, &m), 0);
	CHECK_EQ(m.there, 1);
	CHECK_EQ(m.cpu, smp_nr_cpus());
}

static void be_deaf(void *arg, unsigned cpu)
{
	uint32_t *over = arg;
	uint64_t end = clock_deadline(10 * SMP_CALL_SECONDS * 1000000ull);

	if (cpu == 1)
		while (!__atomic_load_n(over, __ATOMIC_ACQUIRE) && !clock_passed(end))
			cpu_relax();
	if (cpu)
		return;
	seen[0].value = (uint64_t)-smp_call(1, add_one, &seen[1].value);
	__atomic_store_n(over, 1, __ATOMIC_RELEASE);
}

TEST(a_call_that_is_not_answered_is_given_up_and_never_made)
{
	uint32_t over = 0;
	unsigned cpu = 0;

	if (alone())
		return;
	seen_clear();
	smp_run(2, be_deaf, &over);
	CHECK_EQ(seen[0].value, ETIMEDOUT);
	CHECK_EQ(smp_call(1, note_cpu, &cpu), 0); /* it polls again */
	CHECK_EQ(cpu, 2);
	CHECK_EQ(seen[1].value, 0);
}

static void interrupt_spuriously(void *arg)
{
	(void)arg;
	__asm__ volatile("int %0" : : "i"(APIC_SPURIOUS_VECTOR));
}

TEST(a_spurious_interrupt_is_nothing)
{
	if (alone())
		return; /* no APIC is switched on */
	CHECK_EQ(exc_catch(interrupt_spuriously, NULL, NULL), -1);
}

/* --- Translations ------------------------------------------------------------------------------
 */

static volatile uint64_t *const word = (volatile uint64_t *)BASE;

struct remap {
	phys_addr_t phys[2];
	struct port_pt *pt;
	uint64_t sent; /* flushes, by CPU 0 */
};

/* All see the first frame; CPU 0 puts the second in its place; all see that. */
static void read_both(void *arg, unsigned cpu)
{
	struct remap *r = arg;

	seen[cpu].value = *word;
	smp_barrier();
	if (!cpu) {
		uint64_t before = this_cpu()->nr_flushes_sent;

		if (port_pt_remap(r->pt, BASE, r->phys[1], PAGE_SIZE, PORT_PROT_WRITE))
			seen[0].value = ~0ull;
		port_pt_flush(r->pt);
		r->sent = this_cpu()->nr_flushes_sent - before;
	}
	smp_barrier();
	seen[cpu].value = seen[cpu].value << 8 | *word;
}

TEST(a_flush_of_the_kernels_space_reaches_all_cpus)
{
	struct page *page[2] = {alloc_page(__GFP_ZERO), alloc_page(__GFP_ZERO)};
	struct remap r = {.pt = port_kernel_pt()};

	for (int i = 0; i < 2; i++) {
		*(uint64_t *)page_address(page[i]) = 0x11 * (i + 1u);
		r.phys[i] = page_to_pfn(page[i]) << PAGE_SHIFT;
	}
	seen_clear();
	CHECK_EQ(port_pt_map_run(r.pt, BASE, r.phys[0], PAGE_SIZE, PORT_PROT_WRITE, PAGE_SIZE), 0);
	smp_run(smp_nr_cpus(), read_both, &r);
	for (unsigned i = 0; i < smp_nr_cpus(); i++)
		CHECK_EQ(seen[i].value, 0x1122);
	CHECK_EQ(r.sent, smp_nr_cpus() - 1);
	CHECK_EQ(port_pt_unmap(r.pt, BASE, PAGE_SIZE, NULL, NULL), 1);
	port_pt_flush(r.pt);
	__free_pages(page[0], 0);
	__free_pages(page[1], 0);
}

/* CPUs below `inside` are in the space; CPU 0 unmaps there. */
struct visit {
	struct vspace vs;
	unsigned inside;
	uint64_t at;
	uint64_t sent;
};

static void visit_space(void *arg, unsigned cpu)
{
	struct visit *v = arg;

	if (cpu < v->inside) {
		vspace_activate(&v->vs);
		*(volatile uint8_t *)(v->at + cpu * PAGE_SIZE) = (uint8_t)cpu;
	}
	smp_barrier();
	if (!cpu) {
		uint64_t before = this_cpu()->nr_flushes_sent;

		seen[0].value = (uint64_t)mm_munmap(&v->vs, v->at, MM_NR_CPUS * PAGE_SIZE);
		v->sent = this_cpu()->nr_flushes_sent - before;
	}
	smp_barrier();
	if (cpu < v->inside)
		vspace_activate(NULL);
}

TEST(a_flush_of_a_space_reaches_only_the_cpus_in_it)
{
	static struct visit v;

	for (v.inside = 1; v.inside <= smp_nr_cpus(); v.inside += smp_nr_cpus() > 8 ? 7 : 1) {
		CHECK_EQ(vspace_init(&v.vs, node_data(NUMA_NO_NODE), MM_RANGE, true), 0);
		CHECK_EQ(mm_mmap(&v.vs, 0, MM_NR_CPUS * PAGE_SIZE, PROT_READ | PROT_WRITE,
				 MAP_ANON | MAP_PRIVATE, &v.at),
			 0);
		seen_clear();
		smp_run(smp_nr_cpus(), visit_space, &v);
		CHECK_EQ(seen[0].value, 0);
		CHECK_EQ(v.sent, v.inside - 1);
		vspace_check(&v.vs);
		vspace_destroy(&v.vs);
	}
}

TEST(areas_freed_lazily_are_flushed_once_for_all)
{
	enum { AREAS = 20 };
	void *area[AREAS];
	uint64_t shootdowns;

	if (alone())
		return;
	vmalloc_purge();
	for (int i = 0; i < AREAS; i++)
		CHECK((area[i] = vmalloc(3 * PAGE_SIZE)));
	shootdowns = this_cpu()->nr_shootdowns;
	for (int i = 0; i < AREAS; i++)
		vfree(area[i]);
	CHECK_EQ(this_cpu()->nr_shootdowns - shootdowns, 0);
	vmalloc_purge();
	CHECK_EQ(this_cpu()->nr_shootdowns - shootdowns, 1);
}

/* --- Pages -------------------------------------------------------------------------------------
 */

enum { HANDED = 2000 };

struct handover {
	struct page *pages[MM_NR_CPUS][HANDED / 8];
	long nr; /* a CPU's */
	uint64_t nr_wrong;
};

/* Each CPU allocates pages, marks them, and frees those of its neighbour, in ways that take turns.
 */
static void hand_over(void *arg, unsigned cpu)
{
	struct handover *h = arg;
	unsigned next = (cpu + 1) % smp_nr_cpus();
	const long nr = h->nr;

	for (int round = 0; round < 8; round++) {
		struct page **mine = h->pages[cpu], **theirs = h->pages[next];
		long got = round % 2 ? alloc_pages_bulk_array(GFP_KERNEL, nr, mine) : 0;

		while (got < nr && (mine[got] = alloc_page(GFP_KERNEL)))
			got++;
		for (long i = 0; i < got; i++)
			*(uint64_t *)page_address(mine[i]) = cpu * 0x10000ull + (uint64_t)i;
		smp_barrier();
		for (long i = 0; i < nr; i++)
			if (!theirs[i] ||
			    *(uint64_t *)page_address(theirs[i]) != next * 0x10000ull + (uint64_t)i)
				__atomic_add_fetch(&h->nr_wrong, 1, __ATOMIC_RELAXED);
		if (round % 4 < 2)
			free_pages_bulk(nr, theirs);
		for (long i = 0; i < nr; i++) {
			if (theirs[i])
				__free_pages(theirs[i], 0);
			theirs[i] = NULL;
		}
		smp_barrier();
	}
}

TEST(pages_wander_between_cpus_and_none_is_lost)
{
	struct handover *h = test_arena(sizeof(*h));
	uint64_t before;

	CHECK(h);
	before = nr_free_pages();
	h->nr = (long)(before / 4 / smp_nr_cpus());
	if (h->nr > HANDED / 8)
		h->nr = HANDED / 8;
	CHECK(h->nr);
	smp_run(smp_nr_cpus(), hand_over, h);
	CHECK_EQ(h->nr_wrong, 0);
	CHECK_EQ(nr_free_pages(), before);
	mm_check();
}

static void keep_some(void *arg, unsigned cpu)
{
	struct page *page[100];

	(void)arg;
	(void)cpu;
	for (int i = 0; i < 100; i++)
		page[i] = alloc_page(GFP_KERNEL);
	for (int i = 0; i < 100; i++)
		if (page[i])
			__free_pages(page[i], 0);
	page[0] = alloc_pages(GFP_KERNEL, CHUNK_ORDER);
	if (page[0])
		__free_pages(page[0], CHUNK_ORDER);
}

TEST(a_shortage_empties_the_caches_of_all_cpus)
{
	uint64_t kept = 0;

	if (mm_watched()) {
		test_skip("CPUs keep no pages while debug aids watch them");
		return;
	}
	smp_run(smp_nr_cpus(), keep_some, NULL);
	for (int nid = 0; nid < nr_nodes(); nid++)
		for (unsigned i = 0; i < smp_nr_cpus(); i++)
			kept += node_data(nid)->pcp[i].nr_parked != 0;
	CHECK(kept);
	for (int nid = 0; nid < nr_nodes(); nid++) {
		struct pg_data *p = node_data(nid);

		pgdat_drain(p);
		for (unsigned i = 0; i < smp_nr_cpus(); i++) {
			CHECK_EQ(p->pcp[i].nr_parked, 0);
			CHECK_EQ(p->pcp[i].nr_huge, 0);
			CHECK_EQ(p->pcp[i].claim.word, 0);
			CHECK_EQ(p->pcp[i].own, CHUNK_NONE);
		}
	}
	mm_check();
}
