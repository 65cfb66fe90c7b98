// SPDX-License-Identifier: MIT
#include "kernel/console.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/string.h"
#include "kernel/time.h"
#include "kernel/verdict.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/reset.h"
#include "kernel/x86/watchdog.h"

#define DEBUG_EXIT_PORT 0xf4 /* isa-debug-exit; QEMU returns value * 2 + 1 */
#define EXIT_PASSED	0x10
#define EXIT_FAILED	0x11

enum { DRAIN_US = 100000 };

static unsigned total_passed, total_failed, total_skipped;

void verdict_add(unsigned passed, unsigned failed, unsigned skipped)
{
	total_passed += passed;
	total_failed += failed;
	total_skipped += skipped;
}

struct verdict verdict_counts(void)
{
	return (struct verdict){total_passed, total_failed, total_skipped};
}

/* Let the last lines out of the serial ports' FIFOs. */
static void drain(void)
{
	delay_us(DRAIN_US);
}

/* What `end=` wants of a machine that has done its work. */
static void end_as_wanted(void)
{
	const char *end = cmdline_value("end");

	drain();
	if (end && !strcmp(end, "reboot"))
		reset_machine();
	if (end && !strcmp(end, "poweroff"))
		power_off();
}

static void __attribute__((noreturn)) leave(bool failed, bool whole)
{
	int seconds = options_panic_seconds();

	out8(DEBUG_EXIT_PORT, failed ? EXIT_FAILED : EXIT_PASSED);
	if (failed && seconds != 0) {
		drain();
		for (int i = 0; i < seconds; i++)
			delay_us(1000000);
		reset_machine();
	}
	if (whole)
		end_as_wanted();
	cpu_halt();
}

void verdict_exit(unsigned failed)
{
	leave(failed, false);
}

void refuse(const char *fmt, ...)
{
	va_list args;

	console_fresh_line();
	kprintf("refused: ");
	va_start(args, fmt);
	kvprintf(fmt, args);
	va_end(args);
	verdict_cut_short();
}

static bool verdict_print(void)
{
	console_fresh_line();
	console_report_dropped();
	watchdog_report();
	kprintf("%u passed, %u failed, %u skipped\n", total_passed, total_failed, total_skipped);
	return total_failed > 0 || total_passed == 0;
}

void verdict_cut_short(void)
{
	total_failed++;
	leave(verdict_print(), false);
}

void verdict_end(void)
{
	leave(verdict_print(), true);
}
