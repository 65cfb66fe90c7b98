// SPDX-License-Identifier: MIT
/*
 * What this CPU allows: the parts of which page allocation is made, each alone and as fast as plain
 * code without vector registers does it. A figure of mm/ is to be read beside those of the same
 * run.
 */
#include "apps/harness/bench.h"
#include "mm/page.h"
#include "mm/port.h"

enum { SLOTS = 512, ROUNDS = 256, RECORDS = 4096, PASSES = 8 };

static struct page *slots[SLOTS];
static struct page records[RECORDS];
static uint64_t sink;

/* Keep the compiler from merging, vectorising or dropping what stands before. */
static inline void barrier(void)
{
	__asm__ volatile("" ::: "memory");
}

static void store_run(const struct bench_variant *v, struct bench_sample *s)
{
	(void)v;
	bench_begin(s);
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < SLOTS; i += 8) {
			struct page *page = records + i;

			slots[i] = page;
			slots[i + 1] = page + 1;
			slots[i + 2] = page + 2;
			slots[i + 3] = page + 3;
			slots[i + 4] = page + 4;
			slots[i + 5] = page + 5;
			slots[i + 6] = page + 6;
			slots[i + 7] = page + 7;
			barrier();
		}
	bench_end(s, ROUNDS * SLOTS, 0);
	for (int i = 0; i < SLOTS; i++)
		if (slots[i] != records + i)
			s->failure = "a slot holds another pointer";
}

static void scan_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t nr_null = 0;

	(void)v;
	for (int i = 0; i < SLOTS; i++)
		slots[i] = NULL;
	bench_begin(s);
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < SLOTS; i += 8) {
			uintptr_t any = (uintptr_t)slots[i] | (uintptr_t)slots[i + 1] |
					(uintptr_t)slots[i + 2] | (uintptr_t)slots[i + 3] |
					(uintptr_t)slots[i + 4] | (uintptr_t)slots[i + 5] |
					(uintptr_t)slots[i + 6] | (uintptr_t)slots[i + 7];

			nr_null += any ? 0 : 8;
			barrier();
		}
	bench_end(s, ROUNDS * SLOTS, 0);
	if (nr_null != ROUNDS * SLOTS)
		s->failure = "not all slots were seen to be NULL";
}

static void record_run(const struct bench_variant *v, struct bench_sample *s)
{
	(void)v;
	bench_begin(s);
	for (int round = 0; round < ROUNDS / 8; round++)
		for (int i = 0; i < RECORDS; i++) {
			records[i].extra_refs = (uint32_t)round;
			barrier();
		}
	bench_end(s, ROUNDS / 8 * RECORDS, 0);
	if (records[RECORDS - 1].extra_refs != ROUNDS / 8 - 1)
		s->failure = "a record was not written";
}

static void stack_run(const struct bench_variant *v, struct bench_sample *s)
{
	volatile uint32_t top = SLOTS / 2;

	(void)v;
	bench_begin(s);
	for (int i = 0; i < ROUNDS * 64; i++) {
		struct page *page;

		top = top - 1;
		page = slots[top];
		barrier();
		slots[top] = page;
		top = top + 1;
	}
	bench_end(s, ROUNDS * 64, 0);
	if (top != SLOTS / 2)
		s->failure = "the stack is not as it was";
}

static void lock_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct port_lock lock = {0};

	(void)v;
	bench_begin(s);
	for (int i = 0; i < ROUNDS * 64; i++) {
		port_lock(&lock);
		sink++;
		port_unlock(&lock);
	}
	bench_end(s, ROUNDS * 64, 0);
	if (lock.taken)
		s->failure = "the lock is still taken";
}

static void zero_run(const struct bench_variant *v, struct bench_sample *s)
{
	char *page = env_alloc(PAGE_SIZE);

	(void)v;
	if (!page) {
		s->failure = "no memory for a page";
		return;
	}
	page[PAGE_SIZE - 1] = 1;
	bench_begin(s);
	for (int i = 0; i < ROUNDS; i++) {
		__builtin_memset(page, 0, PAGE_SIZE);
		barrier();
	}
	bench_end(s, ROUNDS, 0);
	if (page[PAGE_SIZE - 1])
		s->failure = "the page is not zero";
	env_free(page, PAGE_SIZE);
}

static const struct bench_group limits = {"limits", NULL, NULL, NULL};

#define LIMIT(id, what, fn, op, base)                                                              \
	static const struct bench_variant variant_##id[] = {{"of=" what, 0, false}};               \
	BENCH(id) = {.name = "Limit",                                                              \
		     .operation = op,                                                              \
		     .baseline = base,                                                             \
		     .group = &limits,                                                             \
		     .variants = variant_##id,                                                     \
		     .nr_variants = 1,                                                             \
		     .passes = PASSES,                                                             \
		     .run = fn}

LIMIT(store, "store", store_run, "one of 512 consecutive pointers stored, unrolled",
      "BulkArray/batch=512, which can cost no less");
LIMIT(scan, "scan", scan_run, "one of 512 slots looked at for NULL, unrolled",
      "BulkArray/batch=512, which adds this to the store");
LIMIT(record, "record", record_run, "one word written in a 16-byte record, in order",
      "what a field to be set at each allocation would cost");
LIMIT(stack, "stack", stack_run, "one pop and push of a stack of pointers",
      "PagePair/order=0, which does this and its checks");
LIMIT(lock, "lock", lock_run, "one uncontended spin lock pair",
      "PageAlloc/order=9, which takes it");
LIMIT(zero, "zero", zero_run, "one page zeroed, hot",
      "any of the others: where zeroing is asked for");
