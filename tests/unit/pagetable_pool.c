// SPDX-License-Identifier: MIT
#include "tests/unit/pagetable_pool.h"

#include "tests/harness/test.h"

#define POOL_PHYS 0x12345000ul
#define POISON	  0xa5

enum { MOST_TABLES = 2048 };

static uint8_t *pages, *saved;
static unsigned nr_pages, nr_used, nr_allowed, next;
static bool used[MOST_TABLES], was_used[MOST_TABLES];
static struct pt_pool_flush flushed;
static bool wrong;

static phys_addr_t alloc_table(void *arg)
{
	(void)arg;
	if (!nr_allowed || nr_used == nr_pages)
		return 0;
	nr_allowed--;
	nr_used++;
	while (used[next])
		next = (next + 1) % nr_pages;
	used[next] = true;
	__builtin_memset(pages + next * PAGE_SIZE, 0, PAGE_SIZE);
	return POOL_PHYS + next * PAGE_SIZE;
}

static bool is_zero(const uint8_t *page)
{
	const uint64_t *words = (const uint64_t *)page;
	uint64_t bits = 0;

	for (unsigned i = 0; i < PAGE_SIZE / sizeof(*words); i++)
		bits |= words[i];
	return !bits;
}

static void free_table(void *arg, phys_addr_t phys)
{
	uint64_t i = (phys - POOL_PHYS) / PAGE_SIZE;

	(void)arg;
	if (phys < POOL_PHYS || i >= nr_pages || !used[i]) {
		wrong = true;
		return;
	}
	if (!flushed.nr && !is_zero(pages + i * PAGE_SIZE))
		wrong = true;
	used[i] = false;
	nr_used--;
	__builtin_memset(pages + i * PAGE_SIZE, POISON, PAGE_SIZE);
}

static void flush(struct pagetable *pt, const uint64_t *addresses, unsigned nr)
{
	(void)pt;
	flushed.nr = nr;
	for (unsigned i = 0; i < nr && i < PT_FLUSH_PAGES; i++)
		flushed.pages[i] = addresses[i];
}

bool pt_pool_make(unsigned nr)
{
	nr_pages = nr;
	pages = nr <= MOST_TABLES ? test_arena(nr * PAGE_SIZE) : NULL;
	saved = NULL;
	return pages;
}

bool pt_pool_setup(struct pagetable *pt, bool gb_pages)
{
	nr_used = 0;
	next = 0;
	wrong = false;
	__builtin_memset(used, 0, sizeof(used));
	pt_pool_allow_all();
	pt_pool_begin();
	*pt = (struct pagetable){
		.offset = (uintptr_t)pages - POOL_PHYS,
		.alloc_table = alloc_table,
		.free_table = free_table,
		.flush = flush,
		.gb_pages = gb_pages,
	};
	return pt_init(pt) == 0;
}

unsigned pt_pool_used(void)
{
	return nr_used;
}

void pt_pool_allow(unsigned nr)
{
	nr_allowed = nr;
}

void pt_pool_allow_all(void)
{
	nr_allowed = ~0u;
}

void pt_pool_save(void)
{
	if (!saved)
		saved = test_arena(nr_pages * PAGE_SIZE);
	if (!saved)
		return;
	__builtin_memcpy(saved, pages, nr_pages * PAGE_SIZE);
	__builtin_memcpy(was_used, used, sizeof(used));
}

bool pt_pool_is_as_saved(void)
{
	for (unsigned i = 0; i < nr_pages; i++) {
		if (!saved || used[i] != was_used[i])
			return false;
		if (used[i] &&
		    __builtin_memcmp(saved + i * PAGE_SIZE, pages + i * PAGE_SIZE, PAGE_SIZE))
			return false;
	}
	return true;
}

const struct pt_pool_flush *pt_pool_flushed(void)
{
	return &flushed;
}

void pt_pool_begin(void)
{
	flushed.nr = 0;
}

bool pt_pool_is_wrong(void)
{
	return wrong;
}
