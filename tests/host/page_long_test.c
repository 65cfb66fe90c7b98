// SPDX-License-Identifier: MIT
/*
 * The page allocator for long: ten million random operations, CPUs that run at once, and arrays
 * that end where memory ends. Linux only, for want of time, threads and unmapped pages elsewhere.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "apps/harness/env.h"
#include "mm/page_alloc.h"
#include "tests/harness/page_model.h"
#include "tests/harness/test.h"
#include "tests/host/host.h"

enum { CHECK_EVERY = 2000 };

static struct page_model m;

/*
 * nr_ops operations on one shape, on several CPUs in turn if `cpus` is not 1. Each test has a seed
 * of its own, so that shapes of the same size do not get the same operations.
 */
static void long_run(const struct page_shape *shape, unsigned cpus, uint64_t nr_ops,
		     uint64_t check_every, void (*meddle)(struct page_model *m, enum page_op op))
{
	uint64_t seed = test_seed() + shape->end_pfn + cpus;
	const char *said;

	test_note("%s: %llu operations on %u CPUs, seed %llu", shape->name,
		  (unsigned long long)nr_ops, cpus, (unsigned long long)seed);
	if (!page_model_make(&m, shape, seed))
		return;
	m.check_every = check_every;
	m.nr_cpus = cpus;
	m.meddle = meddle;
	if (cpus > 1)
		m.set_cpu = host_set_cpu;
	said = page_model_run(&m, nr_ops);
	if (!said)
		said = page_model_finish(&m);
	if (said) {
		test_fail(__FILE__, __LINE__, "%s: %s", shape->name, said);
		return;
	}
	test_note("  %llu allocations found nothing, %llu bulk requests came short",
		  (unsigned long long)m.nr_failed, (unsigned long long)m.nr_short);
	CHECK(m.nr_failed && m.nr_short);
}

/* Ten million in all. */
enum { WIDE_OPS = 1000000, SHAPE_OPS = 1500000 };

#define LONG_TEST(id, nr_cpus)                                                                     \
	TEST(id)                                                                                   \
	{                                                                                          \
		CHECK(page_shape_named(#id));                                                      \
		long_run(page_shape_named(#id), nr_cpus, test_share(SHAPE_OPS), CHECK_EVERY,       \
			 NULL);                                                                    \
	}

LONG_TEST(both_zones, 3)
LONG_TEST(one_small_zone, 1)
LONG_TEST(from_page_512, 2)
LONG_TEST(above_4_gib, 1)
LONG_TEST(fragments, 3)
LONG_TEST(nothing_cached, 2)

static uint32_t most_open;

static void open_note(struct page_model *model, enum page_op op)
{
	(void)op;
	for (int type = 0; type < NR_ZONES; type++)
		if (model->f.p->zone[type].nr_open > most_open)
			most_open = model->f.p->zone[type].nr_open;
}

/* So many chunks that the bound on open ones is met. */
TEST(more_chunks_than_may_be_open)
{
	const struct page_shape shape = {.name = "more_chunks_than_may_be_open",
					 .start_pfn = DMA32_END_PFN - 300 * CHUNK_PAGES,
					 .end_pfn = DMA32_END_PFN + 1200 * CHUNK_PAGES,
					 .pieces = {{.start = DMA32_END_PFN - 300 * CHUNK_PAGES,
						     .end = DMA32_END_PFN + 1200 * CHUNK_PAGES}}};

	most_open = 0;
	long_run(&shape, 3, WIDE_OPS, 50000, open_note);
	CHECK_EQ(most_open, 1024); /* MAX_OPEN_CHUNKS */
}

/* --- CPUs that run at once --------------------------------------------------------------- */

/*
 * Far more pages than two CPUs ever hold: a shortage would drain the other CPU's caches, which on
 * Linux the calling thread does in its stead (port_on_cpu()), so none may come up.
 */
enum {
	CROWD_CPUS = 2,
	CROWD_PAGES = 1 << 20,
	CROWD_OPS = 3000000,
	CROWD_HELD = 4096, /* blocks held by one CPU */
	CROWD_BATCH = 600,
	CROWD_MAX_ORDER = 4,
	CROWD_MAIL = 64,
	CROWD_SECONDS = 60, /* many times what it takes */
};

static struct {
	struct node_fixture f;
	uint8_t *owner;		       /* of each page: its CPU, 0 nobody */
	struct page *mail[CROWD_MAIL]; /* single pages on their way to another CPU */
} crowd;

struct worker {
	pthread_t thread;
	uint8_t cpu;
	uint64_t random;
	struct page *held[CROWD_HELD];
	uint8_t order[CROWD_HELD];
	unsigned nr_held;
	uint64_t nr_foreign; /* pages freed that another CPU had taken */
	const char *said;    /* NULL, or what went wrong */
};

/* All pages of a block, nobody's, are this CPU's from now on. */
static bool own(const struct worker *w, const struct page *page, unsigned order)
{
	uint64_t idx = (uint64_t)(page - crowd.f.p->pages);

	for (uint64_t i = idx; i < idx + (1u << order); i++)
		if (__atomic_exchange_n(&crowd.owner[i], w->cpu, __ATOMIC_ACQ_REL))
			return false;
	return true;
}

/* All pages of a block, somebody's, are nobody's. */
static bool disown(struct worker *w, const struct page *page, unsigned order)
{
	uint64_t idx = (uint64_t)(page - crowd.f.p->pages);
	uint8_t owner = 0;

	for (uint64_t i = idx; i < idx + (1u << order); i++) {
		owner = __atomic_exchange_n(&crowd.owner[i], 0, __ATOMIC_ACQ_REL);
		if (!owner)
			break;
	}
	if (!owner)
		w->said = "a page that nobody had was to be freed";
	w->nr_foreign += owner != w->cpu;
	return owner;
}

static bool keep(struct worker *w, struct page *page, unsigned order)
{
	if (!page) {
		w->said = "no page, with most of them free";
		return false;
	}
	if (!own(w, page, order)) {
		w->said = "a page was given twice";
		return false;
	}
	w->held[w->nr_held] = page;
	w->order[w->nr_held++] = (uint8_t)order;
	return true;
}

static bool give_one(struct worker *w)
{
	unsigned i = (unsigned)(test_random(&w->random) % w->nr_held);
	struct page *page = w->held[i];
	unsigned order = w->order[i];

	w->nr_held--;
	w->held[i] = w->held[w->nr_held];
	w->order[i] = w->order[w->nr_held];
	if (!order && test_random(&w->random) % 4 == 0) {
		/* Swap it for what another CPU left there: that one is freed here. */
		page = __atomic_exchange_n(&crowd.mail[test_random(&w->random) % CROWD_MAIL], page,
					   __ATOMIC_ACQ_REL);
		if (!page)
			return true;
	}
	if (!disown(w, page, order))
		return false;
	pgdat_free(crowd.f.p, page, order);
	return true;
}

/* Requests with a flag go other ways than plain ones; all memory here is below 4 GiB. */
static gfp_t gfp_draw(struct worker *w)
{
	return test_random(&w->random) >> 61 ? GFP_KERNEL : __GFP_DMA32;
}

static bool take_batch(struct worker *w, long nr)
{
	struct page *slots[CROWD_BATCH] = {0};
	struct page_list list = {0};
	struct page *page;

	if (test_random(&w->random) & 1) {
		if (pgdat_bulk_array(crowd.f.p, gfp_draw(w), nr, slots) != nr)
			return keep(w, NULL, 0);
		for (long i = 0; i < nr; i++)
			if (!keep(w, slots[i], 0))
				return false;
		return true;
	}
	if (pgdat_bulk_list(crowd.f.p, gfp_draw(w), nr, &list) != nr)
		return keep(w, NULL, 0);
	while ((page = page_list_pop(&list)))
		if (!keep(w, page, 0))
			return false;
	return true;
}

/* The last single pages taken, in bulk. */
static bool give_batch(struct worker *w, long nr)
{
	struct page *slots[CROWD_BATCH];
	long n = 0;

	while (n < nr && w->nr_held && !w->order[w->nr_held - 1]) {
		slots[n] = w->held[--w->nr_held];
		if (!disown(w, slots[n++], 0))
			return false;
	}
	pgdat_free_bulk(crowd.f.p, n, slots);
	return true;
}

/* A block, which may be split into pages at once. */
static bool take_block(struct worker *w, unsigned order)
{
	struct page *page = pgdat_alloc(crowd.f.p, gfp_draw(w), order);

	if (!page || test_random(&w->random) >> 63)
		return keep(w, page, order);
	pgdat_split(crowd.f.p, page, order);
	for (uint32_t i = 0; i < 1u << order; i++)
		if (!keep(w, page + i, 0))
			return false;
	return true;
}

/* Give one up, or hold it twice for a moment. */
static bool give(struct worker *w, bool referenced)
{
	struct page *page = w->held[w->nr_held - 1];

	if (!referenced)
		return give_one(w);
	pgdat_get_page(crowd.f.p, page);
	pgdat_free(crowd.f.p, page, w->order[w->nr_held - 1]);
	return true;
}

static bool work_step(struct worker *w)
{
	uint64_t r = test_random(&w->random);
	long nr = (long)(r >> 16) % CROWD_BATCH;
	bool full = w->nr_held > CROWD_HELD - CROWD_BATCH;

	if (full || (w->nr_held && r & 1))
		return r & 14 ? give(w, !(r & 0x70)) : give_batch(w, nr);
	if (r & 6)
		return keep(w, pgdat_alloc(crowd.f.p, gfp_draw(w), 0), 0);
	if (!(r & 24))
		return take_batch(w, nr);
	return take_block(w, r & 0x7e0 ? 1 + (unsigned)nr % CROWD_MAX_ORDER : CHUNK_ORDER);
}

static void work(void *arg)
{
	struct worker *w = arg;

	for (int i = 0; i < CROWD_OPS && !w->said; i++)
		work_step(w);
	while (w->nr_held && !w->said)
		give_one(w);
}

static void *worker_main(void *arg)
{
	struct worker *w = arg;
	static _Thread_local char text[256];
	const char *panic;

	host_set_cpu(w->cpu);
	panic = host_catch_panic(work, w);
	if (panic) {
		snprintf(text, sizeof(text), "%s", panic);
		w->said = strdup(text);
	}
	return NULL;
}

/* A CPU that never ends, or that waits for a lock for ever, ends the run. */
static void worker_join(struct worker *w)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += CROWD_SECONDS;
	if (pthread_timedjoin_np(w->thread, NULL, &until))
		env_panic("CPU %u hangs", w->cpu);
}

TEST(two_cpus_at_once_never_get_the_same_page)
{
	static struct worker workers[CROWD_CPUS];
	struct zone_info info;

	test_note("seed %llu", (unsigned long long)test_seed());
	memset(&crowd, 0, sizeof(crowd));
	crowd.owner = test_arena(CROWD_PAGES);
	if (!node_make(&crowd.f, 0, CROWD_PAGES))
		return;
	node_add(&crowd.f, 0, CROWD_PAGES);
	CHECK(crowd.owner);
	for (unsigned i = 0; i < CROWD_CPUS; i++) {
		workers[i] = (struct worker){.cpu = (uint8_t)(i + 1), .random = test_seed() + i};
		CHECK(!pthread_create(&workers[i].thread, NULL, worker_main, &workers[i]));
	}
	for (unsigned i = 0; i < CROWD_CPUS; i++)
		worker_join(&workers[i]);
	for (unsigned i = 0; i < CROWD_CPUS; i++)
		if (workers[i].said)
			test_fail(__FILE__, __LINE__, "CPU %u: %s", workers[i].cpu,
				  workers[i].said);
	if (test_failed())
		return;
	for (unsigned i = 0; i < CROWD_CPUS; i++) /* or they did not run at once */
		CHECK(workers[i].nr_foreign > 16 * CROWD_MAIL);
	CHECK_EQ(crowd.f.p->stats.nr_drains, 0);
	for (unsigned i = 0; i < CROWD_MAIL; i++)
		if (crowd.mail[i])
			pgdat_free(crowd.f.p, crowd.mail[i], 0);
	pgdat_drain(crowd.f.p);
	pgdat_check(crowd.f.p);
	zone_info(crowd.f.p, ZONE_DMA32, &info);
	CHECK_EQ(info.nr_free, CROWD_PAGES);
	CHECK_EQ(info.nr_blocks[MAX_PAGE_ORDER], CROWD_PAGES >> MAX_PAGE_ORDER);
}

/* --- Arrays that end where memory ends --------------------------------------------------- */

enum { EDGE_MAX = 600, EDGE_LEN = 2 * PAGE_SIZE };

/* Case O11: array[nr] is neither read nor written. Here it would be a fault. */
TEST(nothing_behind_an_array_is_touched)
{
	char *area = mmap(NULL, EDGE_LEN + PAGE_SIZE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t random = test_seed();
	struct node_fixture f;

	CHECK(area != MAP_FAILED);
	CHECK(!mprotect(area + EDGE_LEN, PAGE_SIZE, PROT_NONE));
	if (!node_make(&f, 0, 2048))
		return;
	node_add(&f, 0, 2048);
	for (long nr = 1; nr <= EDGE_MAX; nr++) {
		struct page **slots = (struct page **)(area + EDGE_LEN) - nr;

		for (int density = 0; density <= 4; density++) {
			uint64_t nr_free = pgdat_nr_free(f.p);
			long nr_full = 0;

			for (long i = 0; i < nr; i++) {
				bool full = (long)(test_random(&random) >> 33) % 4 < density;

				slots[i] = full ? (struct page *)0x77 : NULL;
				nr_full += full;
			}
			CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, nr, slots), nr);
			CHECK_EQ(pgdat_nr_free(f.p), nr_free - (uint64_t)(nr - nr_full));
			for (long i = 0; i < nr; i++)
				slots[i] = slots[i] == (struct page *)0x77 ? NULL : slots[i];
			pgdat_free_bulk(f.p, nr, slots);
			CHECK_EQ(pgdat_nr_free(f.p), nr_free);
		}
	}
	munmap(area, EDGE_LEN + PAGE_SIZE);
}
