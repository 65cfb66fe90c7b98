// SPDX-License-Identifier: MIT
/*
 * Commands of the shell that show the machine or steer it; memory_commands.c has those of memory.
 */
#include "apps/harness/bench.h"
#include "apps/shell/command.h"
#include "kernel/glue/nodes.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/smp.h"
#include "kernel/string.h"
#include "kernel/verdict.h"
#include "kernel/x86/percpu.h"
#include "kernel/x86/reset.h"
#include "tests/harness/harness.h"

enum { DEFAULT_REPS = 10 };

static const char *bench_command(int argc, const char *const *argv)
{
	if (argc > 2)
		return "it takes one list of globs, with commas";
	bench_run(argc > 1 ? argv[1] : NULL, (uint32_t)option_number("reps", DEFAULT_REPS),
		  option_flag("dry", false));
	return NULL;
}

static const char *list_command(int argc, const char *const *argv)
{
	(void)argc;
	(void)argv;
	bench_list();
	return NULL;
}

static const char *test_command(int argc, const char *const *argv)
{
	if (argc > 2)
		return "it takes one list of globs, with commas";
	tests_run(argc > 1 ? argv[1] : NULL, option_number("seed", 0));
	return NULL;
}

static const char *cpus_command(int argc, const char *const *argv)
{
	(void)argc;
	(void)argv;
	for (unsigned i = 0; i < smp_nr_cpus(); i++) {
		const struct cpu *cpu = cpu_at(i);

		kprintf("#   CPU %u: APIC id %u, node %d%s%s\n", i, cpu->apic_id,
			nodes_of_cpu(i, cpu->apic_id),
			cpu->core == CORE_ATOM	 ? ", efficient core"
			: cpu->core == CORE_CORE ? ", fast core"
						 : "",
			cpu == this_cpu() ? ", this one" : "");
	}
	return NULL;
}

static const char *set_command(int argc, const char *const *argv)
{
	const char *why;

	for (int i = 1; i < argc; i++) {
		why = options_set(argv[i]);
		if (why)
			return why;
	}
	if (argc == 1)
		options_list_live();
	return NULL;
}

/* What ends the machine counts as the session's end, with a verdict. */
static const char *end_with(const char *how)
{
	const char *why = options_set(how);

	if (why)
		return why;
	verdict_add(1, 0, 0);
	verdict_end();
}

static const char *poweroff_command(int argc, const char *const *argv)
{
	(void)argc;
	(void)argv;
	if (!power_can_off())
		return "ACPI does not say how";
	return end_with("end=poweroff");
}

static const char *reboot_command(int argc, const char *const *argv)
{
	(void)argc;
	(void)argv;
	return end_with("end=reboot");
}

COMMAND(bench) = {"bench", "[GLOB,...]", "benchmarks, all or those named", bench_command};
COMMAND(list) = {"list", "", "benchmarks that there are", list_command};
COMMAND(test) = {"test", "[GLOB,...]", "tests, all or those named", test_command};
COMMAND(cpus) = {"cpus", "", "CPUs that run, with APIC id and node", cpus_command};
COMMAND(set) = {"set", "[OPTION=VALUE...]", "options for what comes; none: show them", set_command};
COMMAND(poweroff) = {"poweroff", "", "end, and switch the machine off", poweroff_command};
COMMAND(reboot) = {"reboot", "", "end, and restart the machine", reboot_command};
