// SPDX-License-Identifier: MIT
#include "kernel/console.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/time.h"
#include "kernel/verdict.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/reset.h"

#define DEBUG_EXIT_PORT 0xf4 /* isa-debug-exit; QEMU returns value * 2 + 1 */
#define EXIT_PASSED	0x10
#define EXIT_FAILED	0x11

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

void verdict_exit(unsigned failed)
{
	int seconds = options_panic_seconds();

	out8(DEBUG_EXIT_PORT, failed ? EXIT_FAILED : EXIT_PASSED);
	if (failed && seconds != 0) {
		for (int i = 0; i < seconds; i++)
			delay_us(1000000);
		reset_machine();
	}
	cpu_halt();
}

void refuse(const char *fmt, ...)
{
	va_list args;

	console_fresh_line();
	kprintf("refused: ");
	va_start(args, fmt);
	kvprintf(fmt, args);
	va_end(args);
	verdict_add(0, 1, 0);
	verdict_end();
}

void verdict_end(void)
{
	bool failed = total_failed > 0 || total_passed == 0;

	console_fresh_line();
	console_report_dropped();
	kprintf("%u passed, %u failed, %u skipped\n", total_passed, total_failed, total_skipped);
	verdict_exit(failed);
}
