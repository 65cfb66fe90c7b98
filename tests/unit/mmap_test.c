// SPDX-License-Identifier: MIT
/* Address spaces: cases O16 and O17 and their kind, the four policies, a random model. */
#include "mm/mmap.h"
#include "tests/harness/test.h"
#include "tests/harness/vm_fixture.h"

enum {
	ORDER = 13, /* 32 MiB */
	PAGES = 1 << ORDER,
	WINDOW = 4096, /* pages that the model follows */
};

#define ANON (MAP_ANON | MAP_PRIVATE)
#define RW   (PROT_READ | PROT_WRITE)
#define MAX  (~0ull)

static struct vm_fixture f;
static struct vspace vs;
static struct page *held[PAGES];

static bool setup(enum mm_policy policy, bool huge)
{
	__builtin_memset(held, 0, sizeof(held));
	return vm_make_space(&f, ORDER, &vs, policy, huge);
}

static void teardown(void)
{
	vm_drop_space(&f, &vs);
}

static uint64_t map_some(uint64_t nr, unsigned flags)
{
	uint64_t at = 0;

	if (mm_mmap(&vs, 0, nr * PAGE_SIZE, RW, ANON | flags, &at))
		test_fail(__FILE__, __LINE__, "%llu pages are not mapped", (unsigned long long)nr);
	return at;
}

static unsigned map_error(uint64_t addr, uint64_t len, unsigned flags)
{
	uint64_t at;

	return (unsigned)-mm_mmap(&vs, addr, len, RW, flags, &at);
}

static uint64_t *word_at(uint64_t addr)
{
	phys_addr_t phys;

	return port_pt_lookup(vs.pt, addr, &phys, NULL, NULL) ? port_phys_to_virt(phys) : NULL;
}

/* All that a call which fails must leave alone. */
struct sums {
	struct vspace_stats space;
	uint64_t nr_reserved;
	uint64_t nr_free;
};

static struct sums sums_now(void)
{
	struct sums sums;

	__builtin_memset(&sums, 0, sizeof(sums));
	vspace_stats(&vs, &sums.space);
	pgdat_drain(f.node.p);
	sums.nr_reserved = f.node.p->nr_reserved;
	sums.nr_free = pgdat_nr_free(f.node.p);
	return sums;
}

static bool sums_equal(struct sums a, struct sums b)
{
	return !__builtin_memcmp(&a, &b, sizeof(a));
}

TEST(o16_lengths_and_ends_that_wrap)
{
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		const unsigned fixed = ANON | MAP_FIXED;
		uint64_t there;
		struct sums before;

		if (!setup(policy, true))
			return;
		there = map_some(3, 0);
		CHECK_EQ(mm_munmap(&vs, there + PAGE_SIZE, PAGE_SIZE), 0);
		before = sums_now();
		CHECK_EQ(map_error(0, 0, ANON), EINVAL);
		CHECK_EQ(map_error(0, MAX, ANON), ENOMEM);
		CHECK_EQ(map_error(0, MAX - 4094, ANON), ENOMEM);
		CHECK_EQ(map_error(0xfffffffffffff000, PAGE_SIZE, fixed), ENOMEM);
		CHECK_EQ(map_error(0x1000, MAX - 0x1000, fixed), ENOMEM);
		CHECK_EQ(map_error(0x7fffffffe000, 3 * PAGE_SIZE, fixed), ENOMEM);
		CHECK_EQ(map_error(0x7fff00000801, PAGE_SIZE, fixed), EINVAL);
		CHECK_EQ(map_error(0, PAGE_SIZE, fixed), EINVAL);
		CHECK_EQ((unsigned)-mm_munmap(&vs, 0x1001, PAGE_SIZE), EINVAL);
		CHECK_EQ((unsigned)-mm_munmap(&vs, 0x1000, 0), EINVAL);
		CHECK_EQ((unsigned)-mm_munmap(&vs, 0x1000, MAX), EINVAL);
		CHECK_EQ(mm_munmap(&vs, there + PAGE_SIZE, PAGE_SIZE), 0);
		CHECK_EQ((unsigned)-mm_mprotect(&vs, there, 3 * PAGE_SIZE, PROT_READ), ENOMEM);
		CHECK_EQ((unsigned)-mm_mprotect(&vs, there, PAGE_SIZE, 8), EINVAL);
		CHECK_EQ(map_error(0, PAGE_SIZE, MAP_ANON), EINVAL);
		CHECK_EQ(map_error(0, PAGE_SIZE, MAP_ANON | MAP_SHARED | MAP_PRIVATE), EINVAL);
		CHECK_EQ(map_error(0, PAGE_SIZE, MAP_PRIVATE), EINVAL);
		CHECK_EQ(map_error(0, PAGE_SIZE, ANON | 0x40000), EINVAL);
		CHECK(sums_equal(before, sums_now()));
		teardown();
	}
}

TEST(o17_a_page_promised_is_used_once)
{
	struct vspace_stats stats;
	uint64_t at, *word;

	if (!setup(MM_DEMAND, true))
		return;
	at = map_some(4, 0);
	CHECK_EQ(vspace_fault(&vs, at, PORT_STORE), FAULT_RESOLVED);
	word = word_at(at);
	CHECK_EQ(vspace_fault(&vs, at, PORT_STORE), FAULT_RESOLVED);
	CHECK(word && word_at(at) == word);
	vspace_stats(&vs, &stats);
	CHECK_EQ(stats.nr_mapped, 1);
	CHECK_EQ(stats.nr_promised, 3);
	CHECK_EQ(f.node.p->nr_reserved, 3);
	CHECK_EQ(mm_mmap(&vs, at, PAGE_SIZE, RW, ANON | MAP_FIXED, &at), 0);
	CHECK_EQ(f.node.p->nr_reserved, 4);
	CHECK_EQ(vspace_fault(&vs, at, PORT_STORE), FAULT_RESOLVED);
	CHECK_EQ(f.node.p->nr_reserved, 3);
	vspace_check(&vs);
	CHECK_EQ(mm_munmap(&vs, at, 4 * PAGE_SIZE), 0);
	CHECK_EQ(f.node.p->nr_reserved, 0);
	teardown();
}

/* What does not fit fails at mmap, under every policy but overcommit; what fits never fails. */
TEST(a_promise_is_kept_to_the_last_page)
{
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		uint64_t most = 0, at = 0;
		struct sums before;

		if (!setup(policy, true))
			return;
		before = sums_now();
		CHECK_EQ(map_error(0, (PAGES + 1) * PAGE_SIZE, ANON) == 0, policy == MM_OVERCOMMIT);
		if (policy == MM_OVERCOMMIT) {
			teardown();
			continue;
		}
		CHECK(sums_equal(before, sums_now()));
		for (uint64_t step = PAGES; step; step /= 2) {
			if (mm_mmap(&vs, 0, (most + step) * PAGE_SIZE, RW, ANON, &at))
				continue;
			most += step;
			CHECK_EQ(mm_munmap(&vs, at, most * PAGE_SIZE), 0);
		}
		CHECK(most > PAGES - 100);
		at = map_some(most, 0);
		/* Someone else takes all the rest. */
		pgdat_bulk_array(f.node.p, __GFP_NOWARN, PAGES, held);
		for (uint64_t i = 0; i < most; i++)
			if (vspace_fault(&vs, at + i * PAGE_SIZE, PORT_STORE) != FAULT_RESOLVED) {
				CHECK(!"a page that was promised");
				break;
			}
		vspace_check(&vs);
		CHECK_EQ(vs.nr_mapped, most);
		pgdat_free_bulk(f.node.p, PAGES, held);
		teardown();
	}
}

TEST(overcommit_fails_at_the_fault)
{
	uint64_t nr = 0, at;

	if (!setup(MM_OVERCOMMIT, true))
		return;
	at = map_some(2 * PAGES, 0);
	CHECK_EQ(f.node.p->nr_reserved, 0);
	while (nr < 2 * PAGES &&
	       vspace_fault(&vs, at + nr * PAGE_SIZE, PORT_STORE) == FAULT_RESOLVED)
		nr++;
	CHECK(nr > PAGES - 100 && nr < PAGES);
	CHECK_EQ(vspace_fault(&vs, at + nr * PAGE_SIZE, PORT_STORE), FAULT_NO_MEMORY);
	teardown();
}

/* With 0, 1, 2 .. pages free: a call succeeds, or fails and has changed nothing. */
TEST(every_missing_page_leaves_no_trace)
{
	const uint64_t wide = VM_START + (1ul << 30) - PAGE_SIZE; /* across 1 GiB */

	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		unsigned nr_failed = 0;
		int err = -ENOMEM;

		if (!setup(policy, true))
			return;
		map_some(3, 0);
		for (long left = 0; err && left < 20; left++) {
			struct sums before;
			uint64_t at;

			pgdat_bulk_array(f.node.p, __GFP_NOWARN,
					 (long)(pgdat_nr_free(f.node.p) - f.node.p->nr_reserved) -
						 left,
					 held);
			before = sums_now();
			err = mm_mmap(&vs, wide, 2 * PAGE_SIZE, RW, ANON | MAP_FIXED, &at);
			CHECK(!err || sums_equal(before, sums_now()));
			vspace_check(&vs);
			nr_failed += err != 0;
			pgdat_free_bulk(f.node.p, PAGES, held);
			pgdat_drain(f.node.p);
		}
		CHECK_EQ(err, 0);
		/* Needed: two pages, two tables on each of two levels, one above. */
		CHECK_EQ(nr_failed, policy == MM_OVERCOMMIT ? 0 : 7);
		teardown();
	}
}

TEST(what_a_fault_may_not_do)
{
	uint64_t at;

	if (!setup(MM_DEMAND, true))
		return;
	at = map_some(2, 0);
	CHECK_EQ(mm_mprotect(&vs, at, PAGE_SIZE, PROT_READ), 0);
	CHECK_EQ(vspace_fault(&vs, at, PORT_STORE), FAULT_PROT);
	CHECK_EQ(vspace_fault(&vs, at, PORT_LOAD), FAULT_RESOLVED);
	CHECK_EQ(vspace_fault(&vs, at, PORT_STORE), FAULT_PROT);
	CHECK_EQ(mm_mprotect(&vs, at, PAGE_SIZE, PROT_NONE), 0);
	CHECK_EQ(vspace_fault(&vs, at, PORT_LOAD), FAULT_PROT);
	CHECK_EQ(vspace_fault(&vs, at + 2 * PAGE_SIZE, PORT_LOAD), FAULT_NO_REGION);
	CHECK_EQ(vspace_fault(&vs, 0, PORT_LOAD), FAULT_NO_REGION);
	CHECK_EQ(vspace_fault(&vs, MAX, PORT_LOAD), FAULT_NO_REGION);
	teardown();
}

TEST(range_policy_maps_with_huge_leaves)
{
	struct vspace_stats stats;
	uint64_t at, leaf;

	if (!setup(MM_RANGE, true))
		return;
	at = map_some(4 * CHUNK_PAGES + 3, 0);
	CHECK_EQ(at % PMD_SIZE, 0);
	for (unsigned i = 0; i < 4; i++)
		CHECK(port_pt_lookup(vs.pt, at + i * PMD_SIZE, NULL, &leaf, NULL) &&
		      leaf == PMD_SIZE);
	CHECK(port_pt_lookup(vs.pt, at + 4 * PMD_SIZE, NULL, &leaf, NULL) && leaf == PAGE_SIZE);
	/* One page out of a leaf: the rest stays, and no memory is needed that was not kept. */
	*word_at(at + PAGE_SIZE) = 77;
	CHECK_EQ(mm_munmap(&vs, at, PAGE_SIZE), 0);
	CHECK(!word_at(at));
	CHECK(word_at(at + PAGE_SIZE) && *word_at(at + PAGE_SIZE) == 77);
	vspace_check(&vs);
	vspace_stats(&vs, &stats);
	CHECK_EQ(stats.nr_mapped, 4 * CHUNK_PAGES + 2);
	CHECK_EQ(stats.nr_faults, 0);
	teardown();
}

/* Nothing but whole leaves: none is left to small pages. */
TEST(chunks_that_do_not_follow_one_another_are_leaves_too)
{
	enum { NR = PAGES / CHUNK_PAGES - 1, USED = NR / 2 };
	pfn_t pfns[NR];
	uint64_t at;

	if (!setup(MM_RANGE, true))
		return;
	CHECK_EQ(pgdat_alloc_chunks(f.node.p, GFP_KERNEL, NR, pfns), NR);
	for (int i = 0; i < NR; i += 2)
		pgdat_free_run(f.node.p, node_page(&f.node, pfns[i]), CHUNK_PAGES);
	CHECK_EQ(mm_mmap(&vs, 0, USED * PMD_SIZE, RW, ANON, &at), 0);
	for (uint64_t i = 0; i < USED; i++) {
		phys_addr_t phys;
		uint64_t leaf;

		CHECK(port_pt_lookup(vs.pt, at + i * PMD_SIZE, &phys, &leaf, NULL));
		CHECK_EQ(leaf, PMD_SIZE);
		CHECK_EQ(phys >> PAGE_SHIFT, pfns[2 * i]);
	}
	CHECK_EQ(mm_munmap(&vs, at, USED * PMD_SIZE), 0);
	for (int i = 1; i < NR; i += 2)
		pgdat_free_run(f.node.p, node_page(&f.node, pfns[i]), CHUNK_PAGES);
	teardown();
}

TEST(two_mebibytes_are_one_leaf)
{
	uint64_t at, leaf;

	if (!setup(MM_RANGE, true))
		return;
	for (uint64_t nr = 1; nr <= 3; nr++) {
		at = map_some(nr * CHUNK_PAGES, 0);
		for (uint64_t i = 0; i < nr; i++)
			CHECK(port_pt_lookup(vs.pt, at + i * PMD_SIZE, NULL, &leaf, NULL) &&
			      leaf == PMD_SIZE);
		CHECK_EQ(mm_munmap(&vs, at, nr * PMD_SIZE), 0);
	}
	teardown();
}

/* The lowest gap is long enough, but not where 2 MiB leaves fit. */
TEST(a_huge_mapping_passes_over_a_gap_that_is_not_aligned)
{
	const unsigned fixed = ANON | MAP_FIXED;
	uint64_t at, leaf;

	if (!setup(MM_RANGE, true))
		return;
	CHECK_EQ(map_error(2 * PMD_SIZE - PAGE_SIZE, PAGE_SIZE, fixed), 0);
	at = map_some(CHUNK_PAGES, 0);
	CHECK_EQ(at, 2 * PMD_SIZE);
	CHECK(port_pt_lookup(vs.pt, at, NULL, &leaf, NULL) && leaf == PMD_SIZE);
	/* A shorter one goes where the gap is. */
	CHECK_EQ(map_some(CHUNK_PAGES - 1, 0), MM_SPACE_START);
	vspace_check(&vs);
	teardown();
}

TEST(what_is_not_whole_is_refused_by_every_call)
{
	uint64_t at;

	if (!setup(MM_DEMAND, true))
		return;
	at = map_some(2, 0);
	CHECK_EQ((unsigned)-mm_mprotect(&vs, at, PAGE_SIZE, 8), EINVAL);
	CHECK_EQ((unsigned)-mm_mprotect(&vs, at + 1, PAGE_SIZE, RW), EINVAL);
	CHECK_EQ((unsigned)-mm_mlock(&vs, at, 0), EINVAL);
	CHECK_EQ((unsigned)-mm_mlock(&vs, at, MAX), EINVAL);
	CHECK_EQ((unsigned)-mm_munlock(&vs, MM_SPACE_END + PAGE_SIZE, PAGE_SIZE), EINVAL);
	CHECK_EQ((unsigned)-mm_mlock(&vs, at, 3 * PAGE_SIZE), ENOMEM);
	CHECK_EQ((unsigned)-mm_mlockall(&vs, 0), EINVAL);
	CHECK_EQ((unsigned)-mm_mlockall(&vs, 4), EINVAL);
	CHECK_EQ(vs.nr_mapped, 0);
	CHECK(!vs.lock_future);
	CHECK_EQ(mm_mlockall(&vs, MCL_FUTURE), 0);
	CHECK(vs.lock_future);
	CHECK_EQ(vs.nr_mapped, 0);
	teardown();
}

TEST(neighbours_that_are_alike_become_one)
{
	struct vspace_stats stats;
	uint64_t at;

	if (!setup(MM_DEMAND, true))
		return;
	at = map_some(9, 0);
	CHECK_EQ(mm_mprotect(&vs, at + 3 * PAGE_SIZE, 3 * PAGE_SIZE, PROT_READ), 0);
	vspace_stats(&vs, &stats);
	CHECK_EQ(stats.nr_regions, 3);
	CHECK_EQ(mm_mprotect(&vs, at + 3 * PAGE_SIZE, 3 * PAGE_SIZE, RW), 0);
	vspace_stats(&vs, &stats);
	CHECK_EQ(stats.nr_regions, 1);
	CHECK_EQ(mm_munmap(&vs, at + 4 * PAGE_SIZE, PAGE_SIZE), 0);
	CHECK_EQ(mm_mmap(&vs, at + 4 * PAGE_SIZE, PAGE_SIZE, RW, ANON | MAP_FIXED, &at), 0);
	vspace_stats(&vs, &stats);
	CHECK_EQ(stats.nr_regions, 1);
	teardown();
}

/* --- Random calls against an array of pages -------------------------------------------------- */

struct model_page {
	bool there, lazy, backed;
	unsigned prot;
	uint64_t stamp; /* what the page holds; 0 after mmap */
};

static struct model_page model[WINDOW];

static uint64_t model_addr(uint64_t i)
{
	return VM_START + i * PAGE_SIZE;
}

static void model_map(uint64_t i, uint64_t nr, unsigned prot, unsigned flags)
{
	bool lazy = flags & MAP_LAZY || vs.policy >= MM_DEMAND;
	uint64_t at;

	if (mm_mmap(&vs, model_addr(i), nr * PAGE_SIZE, prot, ANON | MAP_FIXED | flags, &at))
		return; /* vspace_check() and the model say whether it left all as it was */
	CHECK_EQ(at, model_addr(i));
	for (uint64_t k = i; k < i + nr; k++)
		model[k] = (struct model_page){true, lazy, !lazy, prot, 0};
}

static void model_unmap(uint64_t i, uint64_t nr)
{
	if (mm_munmap(&vs, model_addr(i), nr * PAGE_SIZE))
		return;
	__builtin_memset(&model[i], 0, nr * sizeof(model[0]));
}

static void model_protect(uint64_t i, uint64_t nr, unsigned prot)
{
	bool all = true;
	int err = mm_mprotect(&vs, model_addr(i), nr * PAGE_SIZE, prot);

	for (uint64_t k = i; k < i + nr; k++)
		all &= model[k].there;
	CHECK(all || err == -ENOMEM);
	for (uint64_t k = i; !err && k < i + nr; k++)
		model[k].prot = prot;
}

static void model_touch(uint64_t i, bool write, uint64_t stamp)
{
	struct model_page *page = &model[i];
	enum fault_result result = vspace_fault(&vs, model_addr(i), write ? PORT_STORE : PORT_LOAD);

	if (!page->there) {
		CHECK_EQ(result, FAULT_NO_REGION);
	} else if (!page->prot || (write && !(page->prot & PROT_WRITE))) {
		CHECK_EQ(result, FAULT_PROT);
	} else if (result != FAULT_NO_MEMORY || vs.policy != MM_OVERCOMMIT) {
		CHECK_EQ(result, FAULT_RESOLVED);
		page->backed = true;
		page->stamp = write ? stamp : page->stamp;
		if (write)
			*word_at(model_addr(i)) = stamp;
	}
}

static bool model_agrees(void)
{
	for (uint64_t i = 0; i < WINDOW; i++) {
		uint64_t *word = word_at(model_addr(i));

		if (model[i].backed ? !word || *word != model[i].stamp : word != NULL)
			return false;
	}
	return true;
}

static void model_step(uint64_t *seed, uint64_t step)
{
	uint64_t i = test_random(seed) % WINDOW;
	uint64_t nr = 1 + test_random(seed) % (test_random(seed) % 4 ? 40 : 2000);
	unsigned prot = (unsigned)(test_random(seed) % 8);

	nr = nr < WINDOW - i ? nr : WINDOW - i;
	if (test_random(seed) % 8 == 0) {
		i = ALIGN_DOWN(i, CHUNK_PAGES);
		nr = CHUNK_PAGES;
	}
	switch (test_random(seed) % 8) {
	case 0:
	case 1:
		model_map(i, nr, prot, test_random(seed) % 3 ? 0 : MAP_LAZY);
		break;
	case 2:
		model_unmap(i, nr);
		break;
	case 3:
		model_protect(i, nr / 4 + 1, prot);
		break;
	default:
		for (uint64_t k = i; k < i + nr && k < i + 60; k++)
			model_touch(k, test_random(seed) % 2, step << 16 | k);
	}
}

/* Memory is short from half way on: someone else takes all but a few hundred pages. */
static void model_run(enum mm_policy policy, bool huge)
{
	uint64_t seed = test_seed();

	__builtin_memset(model, 0, sizeof(model));
	if (!setup(policy, huge))
		return;
	for (uint64_t step = 1; step <= 2000; step++) {
		model_step(&seed, step);
		if (step % 50 == 0) {
			vspace_check(&vs);
			CHECK(model_agrees());
		}
		if (step == 1000) {
			uint64_t nr_free = pgdat_nr_free(f.node.p) - f.node.p->nr_reserved;

			if (nr_free > 300)
				pgdat_bulk_array(f.node.p, __GFP_NOWARN, (long)nr_free - 300, held);
		}
	}
	pgdat_check(f.node.p);
	CHECK_EQ(mm_munmap(&vs, VM_START, WINDOW * PAGE_SIZE), 0);
	CHECK_EQ(vs.tables.nr_used + vs.tables.nr_spares + vs.nr_mapped + vs.nr_promised, 0);
	pgdat_free_bulk(f.node.p, PAGES, held);
	teardown();
}

TEST(random_calls_range)
{
	model_run(MM_RANGE, true);
}

TEST(random_calls_range_small_pages)
{
	model_run(MM_RANGE, false);
}

TEST(random_calls_superlock)
{
	model_run(MM_SUPERLOCK, true);
}

TEST(random_calls_demand)
{
	model_run(MM_DEMAND, true);
}

TEST(random_calls_overcommit)
{
	model_run(MM_OVERCOMMIT, true);
}
