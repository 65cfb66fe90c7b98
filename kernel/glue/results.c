// SPDX-License-Identifier: MIT
/*
 * The head of the log is taken from the consoles' ring before tests and benchmarks push it out; the
 * medians are copied at the end of bench_run(), whose rows are gone afterwards.
 */
#include "kernel/glue/results.h"

#include "apps/harness/bench.h"
#include "apps/mmbench/claim.h"
#include "kernel/console.h"
#include "kernel/format_logic.h"
#include "kernel/printk.h"
#include "kernel/smp.h"
#include "kernel/string.h"
#include "kernel/verdict.h"
#include "kernel/x86/paging.h"
#include "tests/harness/harness.h"

enum { MAX_LINE = 160 /* bytes of a line of the head, the rest is cut */ };

/* Lines of the log's head that are kept. */
static const char *const keys[] = {
	"version: ", "cpu: ", "hypervisor: ", "clock: ", "system: ", "firmware: ", "cmdline: "};

static struct results run = {
	.headlines =
		{
			{"alloc_page", "PageAlloc/order=0", false, 0},
			{"free_page", "PageFree/order=0", false, 0},
			{"page, bulk of 64", "BulkArray/batch=64", false, 0},
			{"  in aged memory", "BulkArray/batch=64/mem=aged", false, 0},
			{"  freed", "BulkFree/batch=64", false, 0},
			{"vmalloc 16M, 2M leaves", "Vmalloc/size=16M/leaf=huge", false, 0},
			{"  4K leaves", "Vmalloc/size=16M/leaf=base", false, 0},
			{"mmap+touch 1M, range", "MmapTotal/policy=range/size=1M", false, 0},
			{"  on demand", "MmapTotal/policy=demand/size=1M", false, 0},
			{"page fault, demand", "FaultLatency/policy=demand", false, 0},
			{"packet, pages singly",
			 "PacketForward/alloc=single/batch=64/table=huge/drops=0", false, 0},
			{"  in bulk", "PacketForward/alloc=bulk/batch=64/table=huge/drops=0", false,
			 0},
			{"  recycled", "PacketForward/alloc=recycle/batch=64/table=huge/drops=0",
			 false, 0},
		},
};

void text_clear(struct text *text)
{
	text->len = 0;
	text->bytes[0] = '\0';
}

void text_add(struct text *to, const char *fmt, ...)
{
	size_t room = sizeof(to->bytes) - to->len;
	va_list args;
	int len;

	va_start(args, fmt);
	len = kvsnprintf(to->bytes + to->len, room, fmt, args);
	va_end(args);
	if ((size_t)len < room)
		to->len += (size_t)len;
	else
		to->bytes[to->len] = '\0'; /* lines are left out whole */
}

/* --- What was run ------------------------------------------------------------------------ */

static bool is_wanted(const char *line)
{
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strncmp(line, keys[i], strlen(keys[i])) && line[strlen(keys[i])])
			return true;
	return false;
}

static uint64_t ram_mib(void)
{
	uint64_t len = 0;
	uint32_t nr;
	const struct mem_range *ram = paging_ram(&nr);

	for (uint32_t i = 0; i < nr; i++)
		len += ram[i].end - ram[i].start;
	return len >> 20;
}

/* The wanted lines among those that the ring has. */
static void keep_head(void)
{
	char line[MAX_LINE], c;
	uint64_t pos = 0;
	size_t len = 0;

	while (console_ring_read(&pos, &c, 1)) {
		if (c != '\n') {
			if (len < sizeof(line) - 1)
				line[len++] = c;
			continue;
		}
		line[len] = '\0';
		len = 0;
		if (is_wanted(line) && run.head.len + MAX_LINE < RESULTS_TEXT / 2)
			text_add(&run.head, "%s\n", line);
	}
	text_add(&run.head, "ram: %llu MiB, %u CPU%s\n", (unsigned long long)ram_mib(),
		 smp_nr_cpus(), smp_nr_cpus() > 1 ? "s" : "");
}

static void keep_failed(const char *name)
{
	if (run.nr_failed < RESULTS_FAILED)
		ksnprintf(run.failed[run.nr_failed], RESULTS_NAME, "%s", name);
	run.nr_failed++;
}

static void count_row(const struct bench_result *result, void *arg)
{
	(void)result;
	(*(uint32_t *)arg)++;
}

static bool is_headline(const char *name)
{
	for (size_t i = 0; i < RESULTS_HEADLINES; i++) {
		size_t len = strlen(run.headlines[i].row);

		if (!strncmp(name, run.headlines[i].row, len) && !strcmp(name + len, "/cpus=1"))
			return true;
	}
	return false;
}

static void keep_row(const struct bench_result *result, void *arg)
{
	struct payload_row *row = &run.rows[run.nr_rows];

	(void)arg;
	if (result->failed) {
		keep_failed(result->name);
		return;
	}
	ksnprintf(run.names[run.nr_rows], RESULTS_NAME, "%s", result->name);
	row->name = run.names[run.nr_rows++];
	row->hundredths = result->median;
	row->first = is_headline(row->name);
}

static void keep_rows(void)
{
	uint32_t nr = 0;

	for (size_t i = 0; i < RESULTS_HEADLINES; i++)
		run.headlines[i].measured =
			bench_median(run.headlines[i].row, &run.headlines[i].hundredths);
	bench_each(count_row, &nr);
	run.rows = env_alloc((nr + 1) * sizeof(run.rows[0]));
	run.names = env_alloc((nr + 1) * sizeof(run.names[0]));
	if (run.rows && run.names)
		bench_each(keep_row, NULL);
	else
		printk("screen: no memory to keep %u medians", nr);
}

void results_begin(void)
{
	keep_head();
	bench_at_end(keep_rows);
}

const struct results *results_end(void)
{
	char name[RESULTS_NAME];

	for (unsigned i = 0; tests_failed_at(i, name, sizeof(name)); i++)
		keep_failed(name);
	return &run;
}

/* --- Claims ------------------------------------------------------------------------------ */

/* All answers to one claim; it may be asked of several rows. */
struct claim_sum {
	const char *id;
	unsigned nr[CLAIM_UNJUDGED + 1];
	unsigned nr_all;
};

enum { MAX_CLAIMS = 40 };

static unsigned sum_claims(struct claim_sum *sums)
{
	enum claim_answer answer;
	unsigned nr = 0, at;
	const char *id;

	for (unsigned i = 0; claim_at(i, &id, &answer); i++) {
		for (at = 0; at < nr && strcmp(sums[at].id, id); at++)
			;
		if (at == MAX_CLAIMS)
			continue;
		if (at == nr)
			sums[nr++] = (struct claim_sum){.id = id};
		sums[at].nr[answer]++;
		sums[at].nr_all++;
	}
	/* By name, which few benchmarks give in order. */
	for (unsigned i = 1; i < nr; i++)
		for (unsigned k = i; k && strcmp(sums[k - 1].id, sums[k].id) > 0; k--) {
			struct claim_sum other = sums[k];

			sums[k] = sums[k - 1];
			sums[k - 1] = other;
		}
	return nr;
}

/* "held: L1 L2 L3(3/5)": those of this kind, with how many of several where not all are. */
static void add_claims(struct text *to, const char *head, const struct claim_sum *sums, unsigned nr,
		       enum claim_answer answer)
{
	bool any = false;

	for (unsigned i = 0; i < nr; i++) {
		if (!sums[i].nr[answer])
			continue;
		text_add(to, "%s%s", any ? " " : head, sums[i].id);
		if (sums[i].nr[answer] < sums[i].nr_all)
			text_add(to, "(%u/%u)", sums[i].nr[answer], sums[i].nr_all);
		any = true;
	}
	if (any)
		text_add(to, "\n");
}

void results_add_claims(struct text *to)
{
	static struct claim_sum sums[MAX_CLAIMS];
	unsigned nr = sum_claims(sums);

	add_claims(to, "claims held: ", sums, nr, CLAIM_HOLDS);
	add_claims(to, "not held: ", sums, nr, CLAIM_FAILS);
	add_claims(to, "no difference: ", sums, nr, CLAIM_NO_DIFFERENCE);
	add_claims(to, "not judged: ", sums, nr, CLAIM_UNJUDGED);
}

/* --- The rest ---------------------------------------------------------------------------- */

void results_add_failed(struct text *to)
{
	for (unsigned i = 0; i < run.nr_failed && i < RESULTS_FAILED; i++)
		text_add(to, "failed: %s\n", run.failed[i]);
	if (run.nr_failed > RESULTS_FAILED)
		text_add(to, "failed: and %u more\n", run.nr_failed - RESULTS_FAILED);
}

void results_add_all(struct text *to)
{
	struct verdict v = verdict_counts();

	text_add(to, "%s", run.head.bytes);
	if (run.nr_rows)
		text_add(to, "ticks: %s%s%s\n",
			 env_clock_counts_instructions() ? "instructions, counted by the emulator"
							 : "of the TSC",
			 env_emulator()[0] ? ", under " : "", env_emulator());
	results_add_claims(to);
	results_add_failed(to);
	text_add(to, "verdict: %u passed, %u failed, %u skipped\n", v.passed, v.failed, v.skipped);
}
