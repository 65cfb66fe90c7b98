// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Bulkhead's companion in Linux: measures the kernel's own page allocator and vmalloc on load, and
 * keeps the log for /proc/bulkhead until it is unloaded.
 *
 *   insmod bulkhead_linux.ko [reps=3] [largest=256]
 *
 * /proc/bulkhead is: the number of benchmark lines planned; the head, up to an empty line; the
 * benchmark lines, remarks, and "not ok" lines. tools/linux/program/ makes a whole log of it.
 */
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "measure.h"

enum { MOST_ROWS = 160, LOG_LEN = 512 << 10, COST_LOOPS = 4096, COST_ROUNDS = 16, CLEARED = 64 };

static uint reps = 3;
module_param(reps, uint, 0444);
MODULE_PARM_DESC(reps, "repetitions of each benchmark");

static uint largest = 256;
module_param(largest, uint, 0444);
MODULE_PARM_DESC(largest, "MiB of the largest table of VmallocRead");

static char *text;
static size_t text_len;
static struct row *rows;
static unsigned nr_rows;
static u64 clock_cost, loops_cost; /* a section; COST_LOOPS iterations */

void log_print(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	text_len += vscnprintf(text + text_len, LOG_LEN - text_len, fmt, args);
	va_end(args);
}

void row_add(void (*run)(const struct row *, struct sample *), unsigned passes, u64 value, int kind,
	     const char *fmt, ...)
{
	struct row *row = &rows[nr_rows];
	va_list args;

	if (WARN_ON(nr_rows == MOST_ROWS))
		return;
	nr_rows++;
	*row = (struct row){.value = value, .kind = kind, .passes = passes, .run = run};
	va_start(args, fmt);
	vscnprintf(row->name, sizeof(row->name), fmt, args);
	va_end(args);
}

/* The loop that benchmarks have around their operation: an index and a store. */
static noinline void empty_loop(void **slot, u64 nr, void *value)
{
	for (u64 i = 0; i < nr; i++) {
		slot[i] = value;
		barrier();
	}
}

/* The least of several tries, as apps/harness/bench.c takes it. */
static int cost_measure(void)
{
	void **slots = kvcalloc(COST_LOOPS, sizeof(void *), GFP_KERNEL);
	unsigned long flags;

	if (!slots)
		return -ENOMEM;
	clock_cost = loops_cost = ~0ull;
	local_irq_save(flags);
	for (int i = 0; i < COST_ROUNDS; i++) {
		u64 begin = ticks_now();

		clock_cost = min(clock_cost, ticks_now() - begin);
	}
	for (int i = 0; i < COST_ROUNDS; i++) {
		u64 begin = ticks_now(), ticks;

		empty_loop(slots, COST_LOOPS, slots);
		ticks = ticks_now() - begin;
		loops_cost = min(loops_cost, ticks - min(ticks, clock_cost));
	}
	local_irq_restore(flags);
	kvfree(slots);
	return 0;
}

/* Hundredths of a tick that clear_page() takes, hot; 0: no page. */
static u64 clear_cost(void)
{
	void *page = (void *)__get_free_page(GFP_KERNEL);
	unsigned long flags;
	u64 begin, ticks;

	if (!page)
		return 0;
	clear_page(page);
	local_irq_save(flags);
	begin = ticks_now();
	for (int i = 0; i < CLEARED; i++)
		clear_page(page);
	ticks = ticks_now() - begin;
	local_irq_restore(flags);
	free_page((unsigned long)page);
	return (ticks - min(ticks, clock_cost)) * 100 / CLEARED;
}

static const char *on_off(bool on)
{
	return on ? "on" : "off";
}

static void head_print(void)
{
	u64 loop = loops_cost * 100 / COST_LOOPS, clear = clear_cost();

	log_print("overhead-kernel: clock %llu ticks a section, loop %llu.%02llu ticks an "
		  "iteration, both subtracted\n",
		  clock_cost, loop / 100, loop % 100);
	log_print("clear-page: %llu.%02llu ticks\n", clear / 100, clear % 100);
	log_print("options: memcg %s, debug_vm %s, debug_pagealloc %s, page_owner %s, kasan %s, "
		  "init_on_alloc %s, interrupts %s for pages and reads, on for areas\n",
		  on_off(IS_ENABLED(CONFIG_MEMCG)), on_off(IS_ENABLED(CONFIG_DEBUG_VM)),
		  on_off(IS_ENABLED(CONFIG_DEBUG_PAGEALLOC)), on_off(IS_ENABLED(CONFIG_PAGE_OWNER)),
		  on_off(IS_ENABLED(CONFIG_KASAN)), on_off(want_init_on_alloc(0)),
		  on_off(IS_ENABLED(CONFIG_DEBUG_ATOMIC_SLEEP)));
	log_print("\n# areas (Vmalloc, Vfree) are timed with interrupts on: they may sleep\n"
		  "# BulkFree is __free_page() in a loop: Linux has no bulk free\n");
}

static void row_run(struct row *row)
{
	struct sample s = {0};
	u64 cost, value;

	for (unsigned pass = 0; pass < row->passes && !s.failure; pass++)
		row->run(row, &s);
	if (s.failure) {
		log_print("not ok %s/cpus=1: %s\n", row->name, s.failure);
		row->failed = true;
		return;
	}
	cost = s.sections * clock_cost + s.loops * loops_cost / COST_LOOPS;
	value = ((s.ticks - min(s.ticks, cost)) * 100 + s.ops / 2) / s.ops;
	log_print("Benchmark%s/cpus=1  %llu  %llu.%02llu cycles/op\n", row->name, s.ops,
		  value / 100, value % 100);
}

/* Rows [first, end) round by round, so that drift meets all of them alike. */
static void group_run(unsigned first, unsigned end)
{
	for (unsigned round = 0; round < reps; round++)
		for (unsigned i = first; i < end; i++) {
			if (!rows[i].failed)
				row_run(&rows[i]);
			cond_resched();
		}
}

static int log_show(struct seq_file *file, void *unused)
{
	seq_printf(file, "%u\n", nr_rows * reps);
	seq_write(file, text, text_len);
	return 0;
}

static void all_drop(void)
{
	areas_drop();
	pages_drop();
	vfree(rows);
	vfree(text);
}

static int __init bulkhead_init(void)
{
	unsigned nr_page_rows;
	int error = -EINVAL;

	if (!reps || reps > 1000)
		return error;
	text = vzalloc(LOG_LEN);
	rows = vzalloc(MOST_ROWS * sizeof(rows[0]));
	error = text && rows ? cost_measure() : -ENOMEM;
	if (error)
		goto drop;
	head_print();
	error = pages_rows();
	nr_page_rows = nr_rows;
	if (!error)
		error = areas_rows((u64)largest << 20);
	if (error)
		goto drop;
	/* Areas leave the page allocator's lists in another state than pages do. */
	group_run(0, nr_page_rows);
	group_run(nr_page_rows, nr_rows);
	error = -ENOMEM;
	if (!proc_create_single("bulkhead", 0444, NULL, log_show))
		goto drop;
	return 0;
drop:
	all_drop();
	return error;
}

static void __exit bulkhead_exit(void)
{
	remove_proc_entry("bulkhead", NULL);
	all_drop();
}

module_init(bulkhead_init);
module_exit(bulkhead_exit);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("What a page of memory costs in this kernel, beside Bulkhead");
