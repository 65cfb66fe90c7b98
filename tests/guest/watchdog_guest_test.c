// SPDX-License-Identifier: MIT
#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/x86/cpu.h"
#include "tests/harness/test.h"

static void spin(void *arg)
{
	(void)arg;
	for (;;)
		cpu_relax();
}

TEST(a_hang_is_told_and_the_run_goes_on)
{
	const char *message;

	if (option_number("watchdog", 120) > 5 || !option_number("watchdog", 120)) {
		test_skip("it takes watchdog=1 to 5");
		return;
	}
	for (unsigned i = 0; i < 2; i++) {
		message = panic_catch(spin, NULL);
		CHECK(message && test_contains(message, "hang: nothing was said for "));
		CHECK(test_contains(message, ", at spin+"));
	}
}
