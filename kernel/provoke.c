// SPDX-License-Identifier: MIT
/*
 * Failures on demand, by which the tests see that each of them ends a run as it should.
 */
#include "kernel/console.h"
#include "kernel/layout.h"
#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/provoke.h"
#include "kernel/smp.h"
#include "kernel/time.h"
#include "kernel/verdict.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/exceptions.h"
#include "kernel/x86/percpu.h"
#include "kernel/x86/reset.h"

static volatile unsigned zero; /* that the compiler does not know to be 0 */

static void panic_on_demand(void)
{
	panic("provoked by the command line");
}

static void leave_without_verdict(void)
{
	verdict_exit(0);
}

static void divide_by_zero(void)
{
	zero = 1000 / zero;
}

static void call_null(void)
{
	void (*volatile nowhere)(void) = NULL;

	nowhere();
}

static void run_data(void)
{
	static uint8_t data[1] = {0xc3}; /* ret */
	void (*volatile code)(void) = (void (*)(void))data;

	code();
}

static void write_text(void)
{
	*(volatile uint8_t *)layout_text().start = 0;
}

static unsigned __noinline recurse(unsigned depth)
{
	volatile uint8_t frame[128];

	frame[depth % sizeof(frame)] = 1;
	return zero == 0 ? recurse(depth + 1) + frame[0] : 0;
}

static void overflow_stack(void)
{
	recurse(0);
}

/* A console that faults, once, when the panic has begun to print. */
static void faulting_write(struct console *con, const char *text, size_t len)
{
	static bool faulted;

	(void)con;
	if (faulted || len < 2 || text[0] != '#' || text[1] != ' ')
		return;
	faulted = true;
	call_null();
}

static void fault_in_panic(void)
{
	static struct console faulty = {.name = "ttyS0", .write = faulting_write};

	console_register(&faulty);
	panic_on_demand();
}

/* --- On other CPUs --------------------------------------------------------------------------- */

static void panic_there(void *arg, unsigned cpu)
{
	if (cpu == smp_nr_cpus() - 1)
		panic_on_demand();
	smp_barrier(); /* the others wait, as they would for work to end */
	(void)arg;
}

static void panic_elsewhere(void)
{
	smp_run(smp_nr_cpus(), panic_there, NULL);
}

static void overflow_there(void *arg, unsigned cpu)
{
	if (cpu == smp_nr_cpus() - 1)
		overflow_stack();
	panic_there(arg, 0);
}

static void overflow_elsewhere(void)
{
	smp_run(smp_nr_cpus(), overflow_there, NULL);
}

/* The console is mostly held by one of the others when the last CPU panics. */
static void print_there(void *arg, unsigned cpu)
{
	(void)arg;
	if (cpu == smp_nr_cpus() - 1) {
		delay_us(20000);
		panic_on_demand();
	}
	for (;;) {
		kprintf("# CPU %u prints", cpu);
		kprintf(" on and on\n");
	}
}

static void panic_amid_lines(void)
{
	smp_run(smp_nr_cpus(), print_there, NULL);
}

static void panic_here_too(void *arg, unsigned cpu)
{
	(void)arg;
	(void)cpu;
	panic_on_demand();
}

static void panic_everywhere(void)
{
	smp_run(smp_nr_cpus(), panic_here_too, NULL);
}

/* NMIs are blocked until the next IRET: so this CPU is out of reach. */
static void be_deaf(void *arg, unsigned cpu)
{
	(void)arg;
	if (cpu) {
		__asm__ volatile("int $2");
		return;
	}
	delay_us(100000);
	panic_on_demand();
}

static bool halt_in_nmi(struct exc_frame *frame)
{
	(void)frame;
	cpu_halt();
}

/* A CPU that cannot be stopped when the other panics. */
static void deaf_cpu(void)
{
	exc_set_nmi_handler(halt_in_nmi);
	smp_run(2, be_deaf, NULL);
}

/* A console that gets an NMI sent in time, but late, when the panic has begun to print. */
static void interrupted_write(struct console *con, const char *text, size_t len)
{
	static bool interrupted;

	(void)con;
	if (interrupted || len < 2 || text[0] != '#' || text[1] != ' ')
		return;
	interrupted = true;
	__atomic_fetch_add(&this_cpu()->nr_nmis_sent, 1, __ATOMIC_SEQ_CST);
	__asm__ volatile("int $2");
}

static void nmi_in_panic(void)
{
	static struct console interrupted = {.name = "ttyS0", .write = interrupted_write};

	console_register(&interrupted);
	panic_on_demand();
}

static void __attribute__((noreturn)) spin(void)
{
	for (;;)
		cpu_relax();
}

/* All CPUs answer, and no work is done: the last one never ends its share. */
static void hang_there(void *arg, unsigned cpu)
{
	(void)arg;
	if (cpu == smp_nr_cpus() - 1)
		spin();
}

static void hang_elsewhere(void)
{
	smp_run(smp_nr_cpus(), hang_there, NULL);
}

static const struct {
	const char *name;
	void (*fail)(void);
} failures[] = {
	{"triple-fault", triple_fault},
	{"hang", cpu_halt},
	{"spin", spin},
	{"hang-elsewhere", hang_elsewhere},
	{"panic", panic_on_demand},
	{"no-verdict", leave_without_verdict},
	{"divide", divide_by_zero},
	{"null-call", call_null},
	{"run-data", run_data},
	{"write-text", write_text},
	{"stack-overflow", overflow_stack},
	{"fault-in-panic", fault_in_panic},
	{"panic-elsewhere", panic_elsewhere},
	{"overflow-elsewhere", overflow_elsewhere},
	{"panic-everywhere", panic_everywhere},
	{"panic-amid-lines", panic_amid_lines},
	{"deaf-cpu", deaf_cpu},
	{"nmi-in-panic", nmi_in_panic},
	{"use-after-free", provoke_use_after_free},
	{"record-overrun", provoke_record_overrun},
	{"double-free", provoke_double_free},
	{"read-behind", provoke_read_behind},
	{"area-overrun", provoke_area_overrun},
	{"use-after-vfree", provoke_use_after_vfree},
	{"leak", provoke_leak},
};

void provoke_failure(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(failures); i++) {
		if (options_provoke(failures[i].name))
			failures[i].fail();
	}
}
