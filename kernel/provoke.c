// SPDX-License-Identifier: MIT
/*
 * Failures on demand, by which the tests of the test runner see that it notices them.
 */
#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/provoke.h"
#include "kernel/verdict.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/reset.h"

void provoke_failure(void)
{
	if (options_provoke("triple-fault"))
		triple_fault();
	if (options_provoke("hang"))
		cpu_halt();
	if (options_provoke("panic"))
		panic("provoked by the command line");
	if (options_provoke("no-verdict"))
		verdict_exit(0);
}
