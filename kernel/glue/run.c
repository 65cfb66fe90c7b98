// SPDX-License-Identifier: MIT
#include "kernel/glue/run.h"

#include "apps/harness/bench.h"
#include "kernel/options.h"
#include "kernel/verdict.h"
#include "mm/page_alloc.h"
#include "tests/harness/harness.h"

enum { DEFAULT_REPS = 10 };

static void tests(void)
{
	struct test_counts counts = tests_run(cmdline_value("test"), option_number("seed", 0));

	verdict_add(counts.passed, counts.failed, counts.skipped);
}

static void benchmarks(void)
{
	struct bench_counts counts =
	    bench_run(cmdline_value("bench"), (uint32_t)option_number("reps", DEFAULT_REPS),
		      option_flag("dry", false));

	verdict_add(counts.passed, counts.failed, counts.skipped);
}

void run_selected(void)
{
	bool want_tests = cmdline_value("test") != NULL;
	bool want_list = cmdline_value("list") != NULL;

	if (want_tests)
		tests();
	if (want_list)
		verdict_add(bench_list(), 0, 0);
	if (cmdline_value("bench") || (!want_tests && !want_list))
		benchmarks();
	mm_check();
	verdict_end();
}
