// SPDX-License-Identifier: MIT
/*
 * The benchmark runner, from outside: what it prints and what it counts. A run prints a report and
 * adds to the verdict, so each has a process of its own, with RAM of its own.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/harness/bench.h"
#include "apps/mmbench/claim.h"
#include "mm/init.h"
#include "tests/harness/test.h"
#include "tests/host/host.h"

enum { TEXT_MAX = 1 << 20, RUN_SECONDS = 120, RAM_MIB = 256 };

/* A run's output and verdict. */
static struct {
	char text[TEXT_MAX];
	struct host_verdict verdict;
} * run;

static struct memmap map;
static struct memblock mb;

static struct numa_map nodes;

static void memory_setup(void)
{
	const struct mem_range firmware = {1 << 20, (uint64_t)RAM_MIB << 20, MEM_RAM};
	uint64_t metadata_len;

	host_ram_setup();
	memmap_build(&map, &firmware, 1);
	memblock_init(&mb, &map);
	numa_map_single(&nodes, &map);
	if (mm_init(&mb, &nodes, GFP_KERNEL, &metadata_len))
		_exit(2);
	for (unsigned cpu = 1; cpu < HOST_CPUS; cpu++)
		mm_cpu_online(cpu, 0);
}

static void child(int fd, void (*fn)(const char *globs, uint32_t reps), const char *globs,
		  uint32_t reps)
{
	struct host_verdict before = host_verdict();
	struct host_verdict after;

	alarm(RUN_SECONDS);
	if (dup2(fd, STDOUT_FILENO) < 0)
		_exit(2);
	memory_setup();
	fn(globs, reps);
	after = host_verdict();
	run->verdict =
		(struct host_verdict){after.passed - before.passed, after.failed - before.failed,
				      after.skipped - before.skipped};
	mm_check();
	host_exit(0);
}

/* Fills *run. False, with the test failed, if the run died. */
static bool run_in_child(void (*fn)(const char *globs, uint32_t reps), const char *globs,
			 uint32_t reps)
{
	int fd = memfd_create("report", 0);
	int status = -1;
	ssize_t len;
	pid_t pid;

	run = mmap(NULL, sizeof(*run), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid = fd < 0 || run == MAP_FAILED ? -1 : fork();
	if (!pid)
		child(fd, fn, globs, reps);
	if (pid > 0)
		waitpid(pid, &status, 0);
	len = status ? -1 : pread(fd, run->text, TEXT_MAX - 1, 0);
	close(fd);
	if (len >= 0)
		return true;
	test_fail(__FILE__, __LINE__, "the run ended with status %#x", status);
	return false;
}

static void dry_run(const char *globs, uint32_t reps)
{
	bench_run(globs, reps, true);
}

static void real_run(const char *globs, uint32_t reps)
{
	bench_run(globs, reps, false);
}

static void list_run(const char *globs, uint32_t reps)
{
	(void)globs;
	(void)reps;
	bench_list();
}

/* Lines that begin with `start`. */
static unsigned lines(const char *start)
{
	unsigned nr = 0;

	for (const char *line = run->text; *line; line += strcspn(line, "\n") + 1) {
		nr += !strncmp(line, start, strlen(start));
		if (!strchr(line, '\n'))
			break;
	}
	return nr;
}

#define VERDICT_IS(passed_, failed_, skipped_)                                                     \
	do {                                                                                       \
		CHECK_EQ(run->verdict.passed, passed_);                                            \
		CHECK_EQ(run->verdict.failed, failed_);                                            \
		CHECK_EQ(run->verdict.skipped, skipped_);                                          \
	} while (0)

TEST(a_glob_that_matches_nothing_is_a_failure)
{
	CHECK(run_in_child(dry_run, "nothing*", 1));
	VERDICT_IS(0, 1, 0);
	CHECK(strstr(run->text, "'nothing*' matches no benchmark"));
	CHECK(run_in_child(real_run, "BulkArray/batch=3/*", 1));
	VERDICT_IS(0, 1, 0);
	CHECK_EQ(lines("Benchmark"), 0);
}

TEST(one_bad_glob_of_several_fails_and_the_others_run)
{
	CHECK(run_in_child(dry_run, "BulkList,nothing,BulkLoop", 1));
	VERDICT_IS(20, 1, 0);
}

TEST(a_glob_with_a_slash_matches_the_full_name)
{
	CHECK(run_in_child(dry_run, "Bulk*/batch=8/cpus=1", 7));
	VERDICT_IS(5, 0, 0);
	CHECK_EQ(lines("# would run Bulk"), 5);
	CHECK(strstr(run->text, "# would run BulkRefill/batch=8/cpus=1, 7 times\n"));
	CHECK(run_in_child(dry_run, "BulkArray/batch=8", 1)); /* not in full */
	VERDICT_IS(0, 1, 0);
	CHECK(run_in_child(dry_run, "BulkLoop", 1)); /* without a slash: all of the name */
	VERDICT_IS(10, 0, 0);
	CHECK(run_in_child(dry_run, "BulkLoop,Bulk*/batch=8/cpus=1,BulkLoop", 1)); /* each once */
	VERDICT_IS(14, 0, 0);
}

TEST(a_dry_run_times_nothing)
{
	CHECK(run_in_child(dry_run, "Bulk*", 3));
	CHECK_EQ(lines("Benchmark"), 0);
	CHECK(strstr(run->text, "plan: 0 benchmark lines\n"));
}

TEST(what_this_machine_cannot_run_is_skipped)
{
	CHECK(run_in_child(dry_run, "Page*/order=18/cpus=1", 1));
	VERDICT_IS(0, 0, 3);
	CHECK(strstr(run->text, "# PagePair/order=18/cpus=1 skipped: "));
}

TEST(the_list_has_every_row)
{
	CHECK(run_in_child(list_run, NULL, 0));
	CHECK_EQ(lines("#   "), run->verdict.passed);
	CHECK(strstr(run->text, "#   BulkFree/batch=512/mem=aged/free=random/cpus=1\n"));
	CHECK(strstr(run->text, "#   PageAlloc/order=18/cpus=1\n"));
}

/* "Benchmark<name>  <ops>  <n>.<nn> cycles/op  <n>.<nnn> ns/op" */
static bool line_valid(const char *line)
{
	static const char *const shapes[] = {" ", " ", ".", " cycles/op  ", ".", " ns/op\n"};
	char *end;

	line += strcspn(line, " ");
	for (unsigned i = 0; i < ARRAY_SIZE(shapes); i++) {
		if (i)
			strtoull(line, &end, 10);
		if (i && end == line)
			return false;
		line = i ? end : line;
		if (strncmp(line, shapes[i], strlen(shapes[i])))
			return false;
		line += strlen(shapes[i]);
	}
	return true;
}

static void print_result(const struct bench_result *result, void *arg)
{
	uint64_t median = 1;

	++*(unsigned *)arg;
	env_print("# result %s %llu %d, the same by name: %d\n", result->name,
		  (unsigned long long)result->median, result->failed,
		  bench_median(result->name, &median) && median == result->median);
}

static void print_results(void)
{
	unsigned nr = 0;

	bench_each(print_result, &nr);
	env_print("# %u results\n", nr);
}

static void summed_up_run(const char *globs, uint32_t reps)
{
	bench_at_end(print_results);
	bench_run(globs, reps, false);
	bench_at_end(NULL);
	bench_run(globs, reps, false); /* nobody asks */
}

TEST(whoever_sums_up_gets_each_row_with_its_median)
{
	CHECK(run_in_child(summed_up_run, "BulkArray/batch=8/*,BulkLoop/batch=8/*", 3));
	CHECK_EQ(lines("# result Bulk"), 3);
	CHECK_EQ(lines("# 3 results"), 1);
	CHECK(strstr(run->text, "# result BulkArray/batch=8/cpus=1 "));
	CHECK(strstr(run->text, " 0, the same by name: 1\n"));
	CHECK(!strstr(run->text, "by name: 0"));
}

static void claims_run(const char *globs, uint32_t reps)
{
	static const char *const words[] = {"held", "failed", "no difference", "unjudged"};
	enum claim_answer answer;
	const char *id;

	(void)globs;
	(void)reps;
	claim_values("A1", "one is less than two", 100, 200, "ticks");
	claim_values("A2", "two is less than one", 200, 100, "ticks");
	claim_values("A3", "one is less than one", 1000, 1001, "ticks");
	claim_growth("A4", "it grows", 1, 3, true, "ticks");
	claim_unjudged("A5", "it grows", 1, 3, "ticks", "nobody looked");
	for (unsigned i = 0; i < 5; i++)
		if (claim_at(i, &id, &answer))
			env_print("# answer %s %s\n", id, words[answer]);
	for (int i = 0; i < 2 * CLAIMS_KEPT; i++)
		claim_values("A6", "one is less than two", 100, 200, "ticks");
	env_print("# kept: %d\n", claim_at(CLAIMS_KEPT - 1, &id, &answer));
	env_print("# beyond: %d\n", claim_at(CLAIMS_KEPT, &id, &answer));
}

TEST(answers_to_claims_are_kept)
{
	CHECK(run_in_child(claims_run, "", 0));
	CHECK(strstr(run->text, "# answer A1 held\n# answer A2 failed\n"
				"# answer A3 no difference\n# answer A4 held\n"
				"# answer A5 unjudged\n"));
	CHECK(strstr(run->text, "not judged, as nobody looked\n"));
	CHECK(strstr(run->text, "# kept: 1\n# beyond: 0\n"));
}

TEST(a_report_has_as_many_lines_as_planned)
{
	const char *at, *first, *second;
	unsigned nr = 0;

	CHECK(run_in_child(real_run,
			   "BulkArray/batch=8/cpus=1,PagePair/order=0/cpus=1,BulkLoop/*=4/*", 3));
	VERDICT_IS(3, 0, 0);
	CHECK(strstr(run->text, "plan: 9 benchmark lines\n"));
	CHECK(strstr(run->text, "Unit cycles/op better=lower\n"));
	CHECK_EQ(lines("Benchmark"), 9);
	CHECK_EQ(lines("BenchmarkBulkArray/batch=8/cpus=1  "), 3);
	CHECK_EQ(lines("BenchmarkPagePair/order=0/cpus=1  "), 3);
	for (at = run->text; (at = strstr(at, "\nBenchmark")); nr++)
		CHECK(line_valid(++at));
	CHECK_EQ(nr, 9);
	/* The two of one group take turns. */
	first = strstr(run->text, "\nBenchmarkBulkArray");
	second = strstr(run->text, "\nBenchmarkBulkLoop");
	CHECK(first && second && strstr(second, "\nBenchmarkBulkArray"));
	/* A table for each, every line of it a remark. */
	CHECK(strstr(run->text, "# BulkArray: one page of "));
	CHECK_EQ(lines("#   batch=8 "), 1);
	CHECK_EQ(lines("#   order=0 "), 1);
}
