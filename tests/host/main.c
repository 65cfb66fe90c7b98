// SPDX-License-Identifier: MIT
/*
 * The program on Linux: unit tests or native benchmarks.
 *
 *	unit test[=GLOB,...] [seed=N]		KTAP and a verdict
 *	bench bench[=GLOB,...] [reps=N] [dry]	the report, natively
 *	bench endurance ops=N [seed=N]		a segment of `make endurance`
 */
#define _GNU_SOURCE

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/harness/bench.h"
#include "tests/harness/harness.h"
#include "tests/host/endurance.h"
#include "tests/host/host.h"
#include "tests/host/options.h"

enum { DEFAULT_REPS = 10, MAX_REPS = 1000 };

/* A number of an option in [least, most]; ends the program on anything else. */
static uint64_t number(const char *name, uint64_t otherwise, uint64_t least, uint64_t most)
{
	const char *text = host_option(name);
	char *end;
	uint64_t value;

	if (!text)
		return otherwise;
	value = strtoull(text, &end, 0);
	if (!isdigit((unsigned char)*text) || *end || value < least || value > most) {
		fprintf(stderr, "%s='%s' is not a number from %llu to %llu\n", name, text,
			(unsigned long long)least, (unsigned long long)most);
		exit(2);
	}
	return value;
}

static void cpu_print(void)
{
	char line[256];
	FILE *info = fopen("/proc/cpuinfo", "r");

	while (info && fgets(line, sizeof(line), info))
		if (!strncmp(line, "model name", 10)) {
			printf("cpu: %s", strchr(line, ':') + 2);
			break;
		}
	if (info)
		fclose(info);
	printf("backend: linux\n");
	printf("clock: tsc %llu.%03llu MHz, source CLOCK_MONOTONIC\n",
	       (unsigned long long)env_clock_hz() / 1000000,
	       (unsigned long long)env_clock_hz() / 1000 % 1000);
}

/* The verdict line, and the exit status that goes with it. */
static int verdict(void)
{
	struct host_verdict v = host_verdict();

	printf("%u passed, %u failed, %u skipped\n", v.passed, v.failed, v.skipped);
	return v.failed || !v.passed;
}

static int benchmarks(void)
{
	uint32_t reps = (uint32_t)number("reps", DEFAULT_REPS, 1, MAX_REPS);

	host_memory_setup();
	if (host_option("list")) {
		bench_list();
	} else {
		cpu_print();
		bench_run(host_option("bench"), reps, host_option("dry") != NULL);
	}
	return verdict();
}

static int tests(void)
{
	tests_run(host_option("test"), number("seed", 0, 0, UINT64_MAX));
	return verdict();
}

int main(int argc, char **argv)
{
	host_options_set(argc - 1, argv + 1);
	host_ram_setup();
	if (host_option("test")) {
		host_set_quiet(true);
		host_memory_setup();
		return tests();
	}
	if (host_option("bench") || host_option("list"))
		return benchmarks();
	if (host_option("endurance"))
		return endurance_main(number("seed", 1, 1, UINT32_MAX),
				      number("ops", 0, 1, UINT64_MAX - 1));
	fprintf(stderr,
		"usage: %s test[=GLOB] [seed=N] | bench[=GLOB] [reps=N] [dry] | list | endurance "
		"ops=N\n",
		argv[0]);
	return 2;
}
