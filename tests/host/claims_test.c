// SPDX-License-Identifier: MIT
/* Which chunk a CPU takes its pages from. */
#include "tests/harness/node_fixture.h"
#include "tests/harness/test.h"
#include "tests/host/host.h"

enum { CHUNKS = 4, NR_PAGES = CHUNKS * CHUNK_PAGES };

/* As long as there are whole chunks, no two CPUs claim words of the same one. */
TEST(cpus_take_pages_of_chunks_of_their_own)
{
	struct page *page[CHUNKS];
	struct node_fixture f;

	if (!node_make(&f, 0, NR_PAGES))
		return;
	node_add(&f, 0, NR_PAGES);
	for (unsigned cpu = 0; cpu < CHUNKS; cpu++) {
		host_set_cpu(cpu);
		page[cpu] = pgdat_alloc(f.p, GFP_KERNEL, 0);
	}
	host_set_cpu(0);
	for (unsigned i = 0; i < CHUNKS; i++)
		for (unsigned k = 0; k < i; k++)
			CHECK(pgdat_pfn(f.p, page[i]) / CHUNK_PAGES !=
			      pgdat_pfn(f.p, page[k]) / CHUNK_PAGES);
	for (unsigned i = 0; i < CHUNKS; i++)
		pgdat_free(f.p, page[i], 0);
	pgdat_check(f.p);
}
