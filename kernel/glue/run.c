// SPDX-License-Identifier: MIT
#include "kernel/glue/run.h"

#include "apps/harness/bench.h"
#include "apps/net/app.h"
#include "apps/shell/shell.h"
#include "kernel/glue/debug_aids.h"
#include "kernel/glue/summary.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/verdict.h"
#include "mm/page_alloc.h"
#include "tests/harness/harness.h"

enum { DEFAULT_REPS = 10, DEFAULT_NET_SECONDS = 60, DEFAULT_SHELL_SECONDS = 600 };

/* What each node has given, as numastat tells it. */
static void nodes_log(void)
{
	for (int nid = 0; nid < nr_nodes() && nr_nodes() > 1; nid++) {
		const struct pg_data *p = node_data(nid);

		printk("numastat: node %d, free %llu pages, given for other nodes %llu, by other "
		       "nodes "
		       "%llu, in turns %llu",
		       nid, (unsigned long long)pgdat_nr_free(node_data(nid)),
		       (unsigned long long)p->stats.nr_miss,
		       (unsigned long long)p->stats.nr_foreign,
		       (unsigned long long)p->stats.nr_turns);
	}
}

void run_selected(void)
{
	bool want_tests = cmdline_value("test") != NULL;
	bool want_list = option_flag("list", false);
	bool want_net = cmdline_value("net") != NULL;
	bool want_shell = cmdline_value("shell") != NULL;

	summary_begin();
	if (want_tests)
		tests_run(cmdline_value("test"), option_number("seed", 0));
	if (want_list)
		bench_list();
	if (cmdline_value("bench") || (!want_tests && !want_list && !want_net && !want_shell))
		bench_run(cmdline_value("bench"), (uint32_t)option_number("reps", DEFAULT_REPS),
			  option_flag("dry", false));
	if (want_net)
		net_run(option_number("net", DEFAULT_NET_SECONDS), false);
	if (want_shell) {
		shell_run(option_number("shell", DEFAULT_SHELL_SECONDS));
		verdict_add(1, 0, 0); /* the session came to its end */
	}
	debug_aids_end();
	mm_check();
	nodes_log();
	if (!want_list && !option_flag("dry", false))
		summary_show();
	verdict_end();
}
