// SPDX-License-Identifier: MIT
/* Mapping, touching and unmapping, and the faults. */
#include "tools/linux/program/program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

enum { MOST_REGIONS = 64, LATENCY_PAGES = 4096 };

const char *policy_name(enum policy policy)
{
	static const char *const names[] = {"lazy", "populate", "lock"};

	return names[policy];
}

const char *thp_name(enum thp thp)
{
	static const char *const names[] = {"off", "always"};

	return names[thp];
}

static const char thp_file[] = "/sys/kernel/mm/transparent_hugepage/enabled";

bool thp_set(enum thp thp)
{
	char *now;
	bool always;

	prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0);
	if (first_process())
		return file_write(thp_file, thp == THP_OFF ? "never" : "always");
	if (thp == THP_OFF)
		return !prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
	now = file_read(thp_file);
	always = now && strstr(now, "[always]");
	free(now);
	return always;
}

static uint8_t *starts[MOST_REGIONS];

uint8_t *region_map(uint64_t len, enum policy policy)
{
	int flags = MAP_ANONYMOUS | MAP_PRIVATE | (policy == POPULATE ? MAP_POPULATE : 0);
	void *start = mmap(NULL, len, PROT_READ | PROT_WRITE, flags, -1, 0);

	if (start == MAP_FAILED)
		return NULL;
	if (policy != LOCK || !mlock(start, len))
		return start;
	munmap(start, len);
	return NULL;
}

static unsigned regions_wanted(uint64_t bytes, uint64_t budget)
{
	uint64_t nr = budget / bytes;

	return nr > MOST_REGIONS ? MOST_REGIONS : nr ? (unsigned)nr : 1;
}

static uint64_t pages_wanted(const struct row *row)
{
	return row->regions * row->value / PAGE;
}

static bool map_all(const struct row *row, struct sample *s)
{
	for (unsigned i = 0; i < row->regions; i++)
		if (!(starts[i] = region_map(row->value, row->policy)))
			s->failure = "a region could not be had";
	return !s->failure;
}

static void touch_all(const struct row *row)
{
	for (unsigned i = 0; i < row->regions; i++)
		for (uint64_t at = 0; at < row->value; at += PAGE)
			*(volatile uint64_t *)(starts[i] + at) = (uintptr_t)starts[i] + at;
}

static void touched_verify(const struct row *row, struct sample *s)
{
	for (unsigned i = 0; i < row->regions; i++)
		for (uint64_t at = 0; at < row->value; at += PAGE) {
			const uint64_t *word = (const uint64_t *)(starts[i] + at);

			if (word[0] != (uintptr_t)word || word[1])
				s->failure = "a page does not hold what was stored";
		}
}

static void unmap_all(const struct row *row, struct sample *s)
{
	for (unsigned i = 0; i < row->regions; i++)
		if (starts[i] && munmap(starts[i], row->value))
			s->failure = "a region could not be unmapped";
}

static void map_run(const struct row *row, struct sample *s)
{
	sample_begin(s);
	map_all(row, s);
	sample_end(s, pages_wanted(row), row->regions);
	s->zeroed += row->policy == LAZY ? 0 : pages_wanted(row);
	unmap_all(row, s);
}

static void touch_run(const struct row *row, struct sample *s)
{
	if (map_all(row, s)) {
		sample_begin(s);
		touch_all(row);
		sample_end(s, pages_wanted(row), 0);
		s->zeroed += row->policy == LAZY ? pages_wanted(row) : 0;
		touched_verify(row, s);
	}
	unmap_all(row, s);
}

static void total_run(const struct row *row, struct sample *s)
{
	sample_begin(s);
	if (map_all(row, s))
		touch_all(row);
	sample_end(s, pages_wanted(row), row->regions);
	s->zeroed += pages_wanted(row);
	if (!s->failure)
		touched_verify(row, s);
	unmap_all(row, s);
}

static void unmap_run(const struct row *row, struct sample *s)
{
	if (map_all(row, s))
		touch_all(row);
	sample_begin(s);
	unmap_all(row, s);
	sample_end(s, pages_wanted(row), row->regions);
}

/* --- Faults, each by itself -------------------------------------------------------------- */

static int u64_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void latency_run(const struct row *row, struct sample *s)
{
	static uint64_t latencies[LATENCY_PAGES];
	uint64_t off = costs()->clock + (row->policy == LAZY ? row->value : 0);
	uint8_t *start = region_map(LATENCY_PAGES * PAGE, row->policy);

	if (!start) {
		s->failure = "a region could not be had";
		return;
	}
	memset(latencies, 0, sizeof(latencies)); /* they are there before they are needed */
	for (unsigned i = 0; i < LATENCY_PAGES; i++) {
		volatile uint64_t *word = (uint64_t *)(start + i * PAGE);
		uint64_t begin = ticks_now(), ticks;

		*word = i;
		ticks = ticks_now() - begin;
		latencies[i] = ticks > off ? ticks - off : 0;
		s->ticks += latencies[i];
	}
	s->ops = LATENCY_PAGES;
	qsort(latencies, LATENCY_PAGES, sizeof(latencies[0]), u64_compare);
	s->p50 = (latencies[LATENCY_PAGES / 2 - 1] + latencies[LATENCY_PAGES / 2]) / 2;
	s->p99 = latencies[(LATENCY_PAGES * 99 + 99) / 100 - 1];
	s->max = latencies[LATENCY_PAGES - 1];
	munmap(start, LATENCY_PAGES * PAGE);
}

/* --- Rows -------------------------------------------------------------------------------- */

static void map_rows(const char *name, enum thp thp, uint64_t budget, unsigned passes,
		     void (*run)(const struct row *, struct sample *))
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} sizes[] = {{"4K", 4ull << 10},
		     {"64K", 64ull << 10},
		     {"1M", 1ull << 20},
		     {"16M", 16ull << 20},
		     {"64M", 64ull << 20}};

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		for (enum policy policy = LAZY; policy < NR_POLICIES; policy++)
			row_add(&(struct row){.policy = policy,
					      .thp = thp,
					      .value = sizes[i].bytes,
					      .regions = regions_wanted(sizes[i].bytes, budget),
					      .passes = passes,
					      .run = run},
				name, "/size=", sizes[i].text);
}

void space_rows(enum thp thp, uint64_t budget, unsigned passes, double clear)
{
	map_rows("MmapMap", thp, budget, passes, map_run);
	map_rows("MmapTouch", thp, budget, passes, touch_run);
	map_rows("MmapTotal", thp, budget, passes, total_run);
	map_rows("Munmap", thp, budget, passes, unmap_run);
	for (enum policy policy = LAZY; policy < NR_POLICIES && !thp; policy++)
		row_add(&(struct row){.policy = policy,
				      .thp = thp,
				      .value = (uint64_t)clear,
				      .passes = 1,
				      .run = latency_run},
			"FaultLatency", "", "");
}
