// SPDX-License-Identifier: MIT
#include "kernel/glue/run.h"

#include "apps/harness/bench.h"
#include "kernel/options.h"
#include "kernel/verdict.h"
#include "mm/page_alloc.h"
#include "tests/harness/harness.h"

enum { DEFAULT_REPS = 10 };

void run_selected(void)
{
	bool want_tests = cmdline_value("test") != NULL;
	bool want_list = option_flag("list", false);

	if (want_tests)
		tests_run(cmdline_value("test"), option_number("seed", 0));
	if (want_list)
		bench_list();
	if (cmdline_value("bench") || (!want_tests && !want_list))
		bench_run(cmdline_value("bench"), (uint32_t)option_number("reps", DEFAULT_REPS),
			  option_flag("dry", false));
	mm_check();
	verdict_end();
}
