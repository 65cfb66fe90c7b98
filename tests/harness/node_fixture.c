// SPDX-License-Identifier: MIT
#include "tests/harness/node_fixture.h"

#include "tests/harness/test.h"

bool node_make(struct node_fixture *f, pfn_t start_pfn, pfn_t end_pfn)
{
	pfn_t base = pgdat_base_pfn(start_pfn);
	pfn_t end = ALIGN_UP(end_pfn, CHUNK_PAGES);
	void *maps = test_arena(pgdat_maps_len(start_pfn, end_pfn));

	f->p = test_arena(sizeof(*f->p));
	f->records = test_arena((end - base) * sizeof(struct page));
	if (!maps || !f->p || !f->records) {
		test_skip("no memory in one piece for an instance of %llu pages",
			  (unsigned long long)(end - base));
		return false;
	}
	pgdat_init(f->p, 0, start_pfn, end_pfn, f->records, maps);
	pgdat_add_unowned(f->p, base, end, PAGE_HOLE);
	return true;
}

void node_add(struct node_fixture *f, pfn_t start_pfn, pfn_t end_pfn)
{
	for (pfn_t pfn = start_pfn; pfn < end_pfn; pfn++)
		node_page(f, pfn)->busy = 0;
	pgdat_add_free(f->p, start_pfn, end_pfn);
}

void node_reserve(struct node_fixture *f, pfn_t start_pfn, pfn_t end_pfn)
{
	pgdat_add_unowned(f->p, start_pfn, end_pfn, PAGE_RESERVED);
}

struct page *node_page(const struct node_fixture *f, pfn_t pfn)
{
	return pgdat_page(f->p, pfn);
}
