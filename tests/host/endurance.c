// SPDX-License-Identifier: MIT
#include "tests/host/endurance.h"

#include <stdarg.h>
#include <stdio.h>

#include "tests/harness/harness.h"
#include "tests/harness/test.h"

enum {
	MAX_BULK = 64,
	HUGE_ORDER = CHUNK_ORDER,
	COUNT_EVERY = 64,     /* operations: is as much free as should be? */
	CHECK_EVERY = 100000, /* the invariants */
	GOAL_FOR = 100000,    /* until the fill level goes elsewhere */
	LEAST_FILL = 50,      /* per cent of memory asked for */
	MOST_FILL = 95,
};

#define START_PFN DMA32_END_PFN

static uint64_t below(struct endurance *e, uint64_t n)
{
	return (test_random(&e->random) >> 32) * n >> 32;
}

static bool __printf(2, 3) wrong(struct endurance *e, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(e->said, sizeof(e->said), fmt, args);
	va_end(args);
	return false;
}

static uint32_t index_of(const struct endurance *e, const struct page *page)
{
	return (uint32_t)(page - shadow_page(&e->s, 0));
}

static uint64_t pages_of(const struct handle *h)
{
	return h->nr ? h->nr : 1ull << h->order;
}

/* --- Requests ---------------------------------------------------------------------------- */

/* Half of all requests are single pages, and most pages are asked for in blocks. */
static void request_draw(struct endurance *e, struct handle *h)
{
	uint64_t r = below(e, 100);

	*h = (struct handle){PLAIN_NONE, PLAIN_NONE, 0, 0};
	if (r < 12)
		h->nr = (uint16_t)(2 + below(e, MAX_BULK - 1));
	else if (r < 72)
		h->order = 0;
	else if (r < 90)
		h->order = (uint8_t)(1 + below(e, 3));
	else if (r < 99)
		h->order = (uint8_t)(4 + below(e, 5));
	else
		h->order = HUGE_ORDER;
}

static bool bulk_request(struct endurance *e, struct handle *h)
{
	for (unsigned i = 0; i < h->nr; i++)
		e->slots[i] = NULL;
	if (pgdat_bulk_array(e->f.p, 0, h->nr, e->slots) != h->nr)
		return wrong(e, "a bulk request of %u pages was not served", h->nr);
	for (unsigned i = 0; i < h->nr; i++) {
		uint32_t ours = index_of(e, e->slots[i]), plain = plain_alloc(e->plain, 0);

		if (!shadow_take(&e->s, e->slots[i], 0, 0))
			return wrong(e, "%s", e->s.said);
		if (plain == PLAIN_NONE)
			return wrong(e, "the plain buddy has no page left");
		e->next_ours[ours] = h->ours;
		e->next_plain[plain] = h->plain;
		h->ours = ours;
		h->plain = plain;
	}
	return true;
}

static bool block_request(struct endurance *e, struct handle *h)
{
	struct page *page = pgdat_alloc(e->f.p, __GFP_NOWARN, h->order);
	bool is_huge = h->order == HUGE_ORDER;

	h->plain = plain_alloc(e->plain, h->order);
	e->nr_requests += h->order > 0;
	e->nr_requests_9 += is_huge;
	if (h->plain == PLAIN_NONE) {
		e->other.nr_failed++;
		e->other.nr_failed_9 += is_huge;
	}
	if (page) {
		h->ours = index_of(e, page);
		return shadow_take(&e->s, page, h->order, 0) || wrong(e, "%s", e->s.said);
	}
	e->ours.nr_failed++;
	e->ours.nr_failed_9 += is_huge;
	return !shadow_has_run(&e->s, h->order, 0) ||
	       wrong(e, "no block of order %u was given though one is free", h->order);
}

static bool request(struct endurance *e)
{
	/* Of a hundred requests so many live short, and so on. */
	uint64_t r = below(e, 100);
	enum lifetime life = r < 70 ? SHORT_LIVED : r < 92 ? MEDIUM_LIVED : LONG_LIVED;
	struct handle h;

	request_draw(e, &h);
	if (e->nr_asked + pages_of(&h) > PLAIN_PAGES / 100 * MOST_FILL)
		return true;
	e->nr_asked += pages_of(&h);
	if (!(h.nr ? bulk_request(e, &h) : block_request(e, &h)))
		return false;
	e->handles[life][e->nr_handles[life]++] = h;
	return true;
}

/* --- Frees ------------------------------------------------------------------------------- */

static bool bulk_free(struct endurance *e, const struct handle *h)
{
	uint32_t ours = h->ours, plain = h->plain;

	for (unsigned i = 0; i < h->nr; i++) {
		uint32_t next = e->next_plain[plain];

		e->slots[i] = shadow_page(&e->s, ours);
		if (!shadow_give(&e->s, ours))
			return wrong(e, "%s", e->s.said);
		ours = e->next_ours[ours];
		plain_free(e->plain, plain, 0);
		plain = next;
	}
	pgdat_free_bulk(e->f.p, h->nr, e->slots);
	return true;
}

static bool block_free(struct endurance *e, const struct handle *h)
{
	if (h->plain != PLAIN_NONE)
		plain_free(e->plain, h->plain, h->order);
	if (h->ours == PLAIN_NONE)
		return true;
	if (!shadow_give(&e->s, h->ours))
		return wrong(e, "%s", e->s.said);
	pgdat_free(e->f.p, shadow_page(&e->s, h->ours), h->order);
	return true;
}

static bool handle_free(struct endurance *e, enum lifetime life, uint32_t i)
{
	struct handle h = e->handles[life][i];

	e->handles[life][i] = e->handles[life][--e->nr_handles[life]];
	e->nr_asked -= pages_of(&h);
	return h.nr ? bulk_free(e, &h) : block_free(e, &h);
}

/* Any of those that live short is freed as likely as 256 times any that lives long. */
static bool free_any(struct endurance *e)
{
	static const uint64_t rate[NR_LIFETIMES] = {256, 16, 1};
	uint64_t weight = 0;
	int life = 0;

	for (int k = 0; k < NR_LIFETIMES; k++)
		weight += rate[k] * e->nr_handles[k];
	if (!weight)
		return true;
	weight = below(e, weight);
	while (weight >= rate[life] * e->nr_handles[life]) {
		weight -= rate[life] * e->nr_handles[life];
		life++;
	}
	return handle_free(e, (enum lifetime)life, (uint32_t)(weight / rate[life]));
}

/* --- Looking ----------------------------------------------------------------------------- */

static void side_measure(struct endurance_side *side, const uint64_t *nr_blocks)
{
	side->nr_free = side->nr_huge = side->largest = 0;
	for (unsigned k = 0; k <= MAX_PAGE_ORDER; k++) {
		side->nr_free += nr_blocks[k] << k;
		if (nr_blocks[k])
			side->largest = k;
		if (k >= HUGE_ORDER)
			side->nr_huge += nr_blocks[k] << k;
	}
}

/* The state of every page, the free blocks of each order; and both sides measured by them. */
static bool compare(struct endurance *e)
{
	uint64_t expect[MAX_PAGE_ORDER + 1];
	struct zone_info info;

	pgdat_drain(e->f.p);
	pgdat_check(e->f.p);
	if (!shadow_compare(&e->s))
		return wrong(e, "%s", e->s.said);
	zone_info(e->f.p, ZONE_NORMAL, &info);
	shadow_blocks(&e->s, ZONE_NORMAL, expect);
	for (unsigned k = 0; k <= MAX_PAGE_ORDER; k++)
		if (info.nr_blocks[k] != expect[k])
			return wrong(e, "there are %llu free blocks of order %u, not %llu",
				     (unsigned long long)info.nr_blocks[k], k,
				     (unsigned long long)expect[k]);
	side_measure(&e->ours, info.nr_blocks);
	side_measure(&e->other, e->plain->nr_blocks);
	return true;
}

static bool report(struct endurance *e)
{
	if (!compare(e))
		return false;
	if (e->report)
		e->report(e);
	e->ours.nr_failed = e->ours.nr_failed_9 = 0;
	e->other.nr_failed = e->other.nr_failed_9 = 0;
	e->nr_requests = e->nr_requests_9 = 0;
	return true;
}

static bool step(struct endurance *e)
{
	if (e->nr_ops++ >= e->goal_until) {
		e->goal_until = e->nr_ops + GOAL_FOR;
		e->goal = PLAIN_PAGES / 100 * (LEAST_FILL + below(e, MOST_FILL - LEAST_FILL + 1));
	}
	if (e->meddle)
		e->meddle(e);
	if (!((e->nr_asked < e->goal) == (below(e, 8) < 5) ? request(e) : free_any(e)))
		return false;
	if (e->nr_ops % COUNT_EVERY == 0 && pgdat_nr_free(e->f.p) != shadow_nr_free(&e->s, 0))
		return wrong(e, "%llu pages are free, not %llu",
			     (unsigned long long)pgdat_nr_free(e->f.p),
			     (unsigned long long)shadow_nr_free(&e->s, 0));
	if (e->nr_ops % CHECK_EVERY == 0)
		pgdat_check(e->f.p);
	return e->nr_ops % ENDURANCE_REPORT || report(e);
}

/* Everything back, in an order of its own; then all must be one block again, of both. */
static bool finish(struct endurance *e)
{
	while (e->nr_handles[0] || e->nr_handles[1] || e->nr_handles[2])
		if (!free_any(e))
			return false;
	if (!compare(e))
		return false;
	if (e->ours.nr_free != PLAIN_PAGES || e->ours.largest != MAX_PAGE_ORDER)
		return wrong(e,
			     "all was given back, and %llu pages are free, the largest block "
			     "of order %u",
			     (unsigned long long)e->ours.nr_free, e->ours.largest);
	if (e->other.nr_free != PLAIN_PAGES || e->other.largest != MAX_PAGE_ORDER)
		return wrong(e, "all was given back, and the plain buddy is not whole");
	return true;
}

/* --- Running ----------------------------------------------------------------------------- */

static bool make(struct endurance *e, uint64_t seed)
{
	e->random = seed * 0x9e3779b97f4a7c15ull | 1;
	if (!node_make(&e->f, START_PFN, START_PFN + PLAIN_PAGES) ||
	    !shadow_make(&e->s, e->f.p, START_PFN, START_PFN + PLAIN_PAGES))
		return wrong(e, "no memory");
	e->plain = test_arena(sizeof(*e->plain));
	e->next_ours = test_arena(PLAIN_PAGES * sizeof(uint32_t));
	e->next_plain = test_arena(PLAIN_PAGES * sizeof(uint32_t));
	e->slots = test_arena(MAX_BULK * sizeof(*e->slots));
	for (int k = 0; k < NR_LIFETIMES; k++)
		e->handles[k] = test_arena(PLAIN_PAGES * sizeof(struct handle));
	if (!e->plain || !e->next_ours || !e->next_plain || !e->slots || !e->handles[0] ||
	    !e->handles[1] || !e->handles[2])
		return wrong(e, "no memory");
	node_add(&e->f, START_PFN, START_PFN + PLAIN_PAGES);
	shadow_add(&e->s, START_PFN, START_PFN + PLAIN_PAGES);
	plain_init(e->plain);
	return true;
}

struct run {
	struct endurance *e;
	uint64_t nr_ops;
	bool right;
};

static void run_call(void *arg)
{
	struct run *run = arg;

	while (run->right && run->e->nr_ops < run->nr_ops)
		run->right = step(run->e);
	run->right = run->right && finish(run->e);
}

const char *endurance_run(struct endurance *e, uint64_t seed, uint64_t nr_ops)
{
	struct run run = {e, nr_ops, true};
	const char *panic;

	if (!make(e, seed))
		return e->said;
	panic = test_expect_panic(run_call, &run);
	if (panic)
		wrong(e, "panic: %s", panic);
	return panic || !run.right ? e->said : NULL;
}

/* --- The program ------------------------------------------------------------------------- */

static void line_print(struct endurance *e)
{
	printf("%llu,%.1f,%u,%u,%.1f,%.1f,%llu,%llu,%llu,%llu,%llu,%llu\n",
	       (unsigned long long)e->nr_ops, 100.0 * (double)e->nr_asked / PLAIN_PAGES,
	       e->ours.largest, e->other.largest,
	       100.0 * (double)e->ours.nr_huge / (double)e->ours.nr_free,
	       100.0 * (double)e->other.nr_huge / (double)e->other.nr_free,
	       (unsigned long long)e->nr_requests, (unsigned long long)e->ours.nr_failed,
	       (unsigned long long)e->other.nr_failed, (unsigned long long)e->nr_requests_9,
	       (unsigned long long)e->ours.nr_failed_9, (unsigned long long)e->other.nr_failed_9);
	fflush(stdout);
}

static struct endurance program;

struct wanted {
	uint64_t seed, nr_ops;
};

static void program_call(void *arg)
{
	const struct wanted *wanted = arg;
	const char *said;

	program.report = line_print;
	said = endurance_run(&program, wanted->seed, wanted->nr_ops);
	if (said)
		test_fail(__FILE__, __LINE__, "seed %llu, operation %llu: %s",
			  (unsigned long long)wanted->seed, (unsigned long long)program.nr_ops,
			  said);
	else
		printf("whole\n");
}

int endurance_main(uint64_t seed, uint64_t nr_ops)
{
	struct wanted wanted = {seed, nr_ops};

	return !test_call(program_call, &wanted);
}
