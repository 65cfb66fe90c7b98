// SPDX-License-Identifier: MIT
/*
 * Unmapping, protecting and remapping: after each call all leaves against a literal table.
 */
#include "tests/harness/test.h"
#include "tests/unit/pagetable_pool.h"

#define GIB (1ul << 30)
#define MIB (1ul << 20)
#define P   PAGE_SIZE

enum { POOL_TABLES = 64, MOST_RUNS = 16 };

static struct pagetable pt;

/* Leaves of one size and protection that follow each other on both sides. */
struct run {
	uint64_t virt;
	phys_addr_t phys;
	uint64_t leaf;
	uint64_t nr;
	unsigned prot;
};

static struct run found[MOST_RUNS];
static unsigned nr_found;

static bool add_leaf(const struct pt_leaf *leaf, void *arg)
{
	struct run *last = nr_found ? &found[nr_found - 1] : NULL;

	(void)arg;
	if (last && last->leaf == leaf->len && last->prot == leaf->prot &&
	    last->virt + last->nr * last->leaf == leaf->virt &&
	    last->phys + last->nr * last->leaf == leaf->phys) {
		last->nr++;
		return true;
	}
	if (nr_found == MOST_RUNS)
		return false;
	found[nr_found++] = (struct run){leaf->virt, leaf->phys, leaf->len, 1, leaf->prot};
	return true;
}

static bool runs_are_equal(const struct run *a, const struct run *b)
{
	return a->virt == b->virt && a->phys == b->phys && a->leaf == b->leaf && a->nr == b->nr &&
	       a->prot == b->prot;
}

/* Are exactly these runs mapped, by nr_tables tables, with nothing else wrong? */
static bool mapped_are(const struct run *runs, unsigned nr, unsigned nr_tables)
{
	const char *wrong = pt_check(&pt);
	bool good = !wrong && !pt_pool_is_wrong();

	nr_found = 0;
	pt_walk(&pt, add_leaf, NULL);
	for (unsigned i = 0; i < nr && i < nr_found; i++)
		good = good && runs_are_equal(&runs[i], &found[i]);
	if (good && nr_found == nr && pt_count_tables(&pt) == nr_tables)
		return true;
	test_note("%s, %llu tables, %s", wrong ? wrong : "tables are sound",
		  (unsigned long long)pt_count_tables(&pt),
		  pt_pool_is_wrong() ? "wrongly freed" : "rightly freed");
	for (unsigned i = 0; i < nr_found; i++)
		test_note("%#llx: %#llx, %llu x %llu KiB, prot %u",
			  (unsigned long long)found[i].virt, (unsigned long long)found[i].phys,
			  (unsigned long long)found[i].nr, (unsigned long long)found[i].leaf / 1024,
			  found[i].prot);
	return false;
}

#define CHECK_MAPPED(nr_tables, ...)                                                               \
	do {                                                                                       \
		static const struct run runs_[] = {__VA_ARGS__};                                   \
		CHECK(mapped_are(runs_, ARRAY_SIZE(runs_), nr_tables));                            \
	} while (0)

#define CHECK_NOTHING_MAPPED() CHECK(mapped_are(NULL, 0, 1))

/* The runs that an unmapping told of. */
static struct run told[MOST_RUNS];
static unsigned nr_told;

static void tell(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len)
{
	if (arg == &pt && nr_told < MOST_RUNS)
		told[nr_told] = (struct run){virt, phys, P, len / P, 0};
	nr_told++;
}

static int64_t unmap(uint64_t virt, uint64_t len)
{
	nr_told = 0;
	pt_pool_begin();
	return pt_unmap(&pt, virt, len, tell, &pt);
}

static bool told_was(unsigned i, uint64_t virt, phys_addr_t phys, uint64_t len)
{
	return i < nr_told && runs_are_equal(&told[i], &(struct run){virt, phys, P, len / P, 0});
}

static bool setup(void)
{
	return pt_pool_make(POOL_TABLES) && pt_pool_setup(&pt, true);
}

TEST(a_page_out_of_a_gigabyte_splits_it_exactly)
{
	CHECK(setup());
	CHECK_EQ(pt_map_run(&pt, 4 * GIB, 8 * GIB, GIB, PT_WRITE), 0);
	CHECK_MAPPED(2, {4 * GIB, 8 * GIB, GIB, 1, PT_WRITE});
	CHECK_EQ(unmap(4 * GIB + 6 * MIB + 5 * P, P), 1);
	CHECK_EQ(nr_told, 1);
	CHECK(told_was(0, 4 * GIB + 6 * MIB + 5 * P, 8 * GIB + 6 * MIB + 5 * P, P));
	CHECK_MAPPED(4, {4 * GIB, 8 * GIB, 2 * MIB, 3, PT_WRITE},
		     {4 * GIB + 6 * MIB, 8 * GIB + 6 * MIB, P, 5, PT_WRITE},
		     {4 * GIB + 6 * MIB + 6 * P, 8 * GIB + 6 * MIB + 6 * P, P, 506, PT_WRITE},
		     {4 * GIB + 8 * MIB, 8 * GIB + 8 * MIB, 2 * MIB, 508, PT_WRITE});
	pt_flush(&pt);
	CHECK_EQ(unmap(4 * GIB, GIB), GIB / P - 1);
	CHECK_EQ(nr_told, 2);
	CHECK(told_was(0, 4 * GIB, 8 * GIB, 6 * MIB + 5 * P));
	CHECK(told_was(1, 4 * GIB + 6 * MIB + 6 * P, 8 * GIB + 6 * MIB + 6 * P,
		       GIB - 6 * MIB - 6 * P));
	CHECK_NOTHING_MAPPED();
	CHECK_EQ(pt_pool_used(), 4);
	pt_flush(&pt);
	CHECK_EQ(pt_pool_used(), 1);
	CHECK(!pt_pool_is_wrong());
}

TEST(both_ends_are_split_where_they_lie)
{
	CHECK(setup());
	CHECK_EQ(pt_map_run(&pt, 0, 2 * GIB, 2 * GIB, PT_EXEC), 0);
	/* From 2 MiB before the border between two leaves of 1 GiB to a page after it. */
	CHECK_EQ(pt_protect(&pt, GIB - 2 * MIB, 2 * MIB + P, PT_READ), 0);
	CHECK_MAPPED(5, {0, 2 * GIB, 2 * MIB, 511, PT_EXEC},
		     {GIB - 2 * MIB, 3 * GIB - 2 * MIB, 2 * MIB, 1, PT_READ},
		     {GIB, 3 * GIB, P, 1, PT_READ}, {GIB + P, 3 * GIB + P, P, 511, PT_EXEC},
		     {GIB + 2 * MIB, 3 * GIB + 2 * MIB, 2 * MIB, 511, PT_EXEC});
	/* Inside of one leaf of 2 MiB. */
	CHECK_EQ(pt_protect(&pt, 2 * MIB + P, 2 * P, PT_WRITE), 0);
	CHECK_MAPPED(6, {0, 2 * GIB, 2 * MIB, 1, PT_EXEC},
		     {2 * MIB, 2 * GIB + 2 * MIB, P, 1, PT_EXEC},
		     {2 * MIB + P, 2 * GIB + 2 * MIB + P, P, 2, PT_WRITE},
		     {2 * MIB + 3 * P, 2 * GIB + 2 * MIB + 3 * P, P, 509, PT_EXEC},
		     {4 * MIB, 2 * GIB + 4 * MIB, 2 * MIB, 509, PT_EXEC},
		     {GIB - 2 * MIB, 3 * GIB - 2 * MIB, 2 * MIB, 1, PT_READ},
		     {GIB, 3 * GIB, P, 1, PT_READ}, {GIB + P, 3 * GIB + P, P, 511, PT_EXEC},
		     {GIB + 2 * MIB, 3 * GIB + 2 * MIB, 2 * MIB, 511, PT_EXEC});
	CHECK_EQ(unmap(P, 2 * GIB - 2 * P), 2 * GIB / P - 2);
	CHECK_EQ(nr_told, 1);
	CHECK(told_was(0, P, 2 * GIB + P, 2 * GIB - 2 * P));
	CHECK_MAPPED(6, {0, 2 * GIB, P, 1, PT_EXEC}, {2 * GIB - P, 4 * GIB - P, P, 1, PT_EXEC});
	pt_flush(&pt);
	CHECK_EQ(pt_pool_used(), 6);
}

TEST(whole_leaves_go_without_a_split)
{
	CHECK(setup());
	CHECK_EQ(pt_map_run(&pt, 0, 0, 2 * GIB + 4 * MIB + 2 * P, PT_READ), 0);
	pt_pool_allow(0);
	CHECK_EQ(unmap(GIB, GIB + 2 * MIB), (GIB + 2 * MIB) / P);
	CHECK_MAPPED(4, {0, 0, GIB, 1, PT_READ},
		     {2 * GIB + 2 * MIB, 2 * GIB + 2 * MIB, 2 * MIB, 1, PT_READ},
		     {2 * GIB + 4 * MIB, 2 * GIB + 4 * MIB, P, 2, PT_READ});
	CHECK_EQ(unmap(2 * GIB + 4 * MIB, P), 1);
	CHECK_EQ(unmap(0, 1024 * GIB), (GIB + 2 * MIB + P) / P);
	CHECK_EQ(nr_told, 3);
	CHECK(told_was(0, 0, 0, GIB));
	CHECK(told_was(1, 2 * GIB + 2 * MIB, 2 * GIB + 2 * MIB, 2 * MIB));
	CHECK(told_was(2, 2 * GIB + 4 * MIB + P, 2 * GIB + 4 * MIB + P, P));
	CHECK_NOTHING_MAPPED();
	CHECK_EQ(unmap(0, 1ul << 47), 0);
	CHECK_EQ(unmap(-(1ul << 47), 1ul << 47), 0);
}

TEST(runs_are_told_joined_and_in_order)
{
	static const pfn_t pfns[] = {100, 101, 102, 7, 8, 50, 49, 1};

	CHECK(setup());
	CHECK_EQ(pt_map_pfns(&pt, 2 * MIB - 3 * P, pfns, ARRAY_SIZE(pfns), PT_WRITE), 0);
	CHECK_EQ(pt_protect(&pt, 2 * MIB - 2 * P, P, PT_NONE), 0);
	CHECK_MAPPED(
		5, {2 * MIB - 3 * P, 100 * P, P, 1, PT_WRITE},
		{2 * MIB - 2 * P, 101 * P, P, 1, PT_NONE}, {2 * MIB - P, 102 * P, P, 1, PT_WRITE},
		{2 * MIB, 7 * P, P, 2, PT_WRITE}, {2 * MIB + 2 * P, 50 * P, P, 1, PT_WRITE},
		{2 * MIB + 3 * P, 49 * P, P, 1, PT_WRITE}, {2 * MIB + 4 * P, P, P, 1, PT_WRITE});
	CHECK_EQ(unmap(0, 4 * MIB), 8);
	CHECK_EQ(nr_told, 5);
	CHECK(told_was(0, 2 * MIB - 3 * P, 100 * P, 3 * P));
	CHECK(told_was(1, 2 * MIB, 7 * P, 2 * P));
	CHECK(told_was(2, 2 * MIB + 2 * P, 50 * P, P));
	CHECK(told_was(3, 2 * MIB + 3 * P, 49 * P, P));
	CHECK(told_was(4, 2 * MIB + 4 * P, P, P));
	CHECK_NOTHING_MAPPED();
	/* Across leaves of three sizes, and with nobody listening. */
	CHECK_EQ(pt_map_run(&pt, GIB - P, 3 * GIB - P, GIB + 2 * MIB + 2 * P, PT_READ), 0);
	CHECK_EQ(unmap(0, 4 * GIB), (GIB + 2 * MIB) / P + 2);
	CHECK_EQ(nr_told, 1);
	CHECK(told_was(0, GIB - P, 3 * GIB - P, GIB + 2 * MIB + 2 * P));
	CHECK_EQ(pt_map_run(&pt, 0, 0, P, PT_READ), 0);
	CHECK_EQ(pt_unmap(&pt, 0, P, NULL, NULL), 1);
	CHECK_NOTHING_MAPPED();
}

TEST(what_allows_nothing_keeps_its_frame)
{
	static const uint64_t lens[] = {P, 2 * MIB, GIB};
	struct pt_leaf leaf;

	CHECK(setup());
	for (unsigned i = 0; i < ARRAY_SIZE(lens); i++) {
		CHECK_EQ(pt_map_run(&pt, 4 * GIB, 0, lens[i], PT_NONE), 0);
		CHECK(pt_lookup(&pt, 4 * GIB + lens[i] - 1, &leaf));
		CHECK_EQ(leaf.len, lens[i]);
		CHECK_EQ(leaf.prot, PT_NONE);
		CHECK_EQ(pt_map_run(&pt, 4 * GIB, 0, P, PT_READ), -EEXIST);
		pt_pool_begin();
		CHECK_EQ(pt_protect(&pt, 4 * GIB, lens[i], PT_WRITE | PT_EXEC), 0);
		pt_flush(&pt);
		CHECK_EQ(pt_pool_flushed()->nr, 0);
		CHECK(pt_lookup(&pt, 4 * GIB, &leaf));
		CHECK_EQ(leaf.phys, 0);
		CHECK_EQ(leaf.len, lens[i]);
		CHECK_EQ(leaf.prot, PT_WRITE | PT_EXEC);
		CHECK_EQ(pt_protect(&pt, 4 * GIB, lens[i], PT_NONE), 0);
		pt_flush(&pt);
		CHECK_EQ(pt_pool_flushed()->nr, 1);
		CHECK_EQ(unmap(4 * GIB, P), 1);
		CHECK(told_was(0, 4 * GIB, 0, P));
		CHECK_EQ(unmap(4 * GIB, lens[i]), lens[i] / P - 1);
		CHECK_NOTHING_MAPPED();
	}
}

TEST(protecting_skips_holes_and_leaves_cache_types)
{
	CHECK(setup());
	CHECK_EQ(pt_map_run(&pt, 0, 0, P, PT_WRITE | PT_CACHE_UC), 0);
	CHECK_EQ(pt_map_run(&pt, 2 * P, 2 * P, P, PT_WRITE | PT_CACHE_WC | PT_GLOBAL), 0);
	CHECK_EQ(pt_map_run(&pt, 4 * MIB, 0, 2 * MIB, PT_WRITE), 0);
	CHECK_EQ(pt_protect(&pt, 0, 512 * GIB, PT_READ), 0);
	CHECK_MAPPED(4, {0, 0, P, 1, PT_CACHE_UC}, {2 * P, 2 * P, P, 1, PT_CACHE_WC | PT_GLOBAL},
		     {4 * MIB, 0, 2 * MIB, 1, PT_READ});
	CHECK_EQ(pt_protect(&pt, 0, 512 * GIB, PT_NONE), 0);
	CHECK_EQ(pt_protect(&pt, 0, 2 * MIB, PT_EXEC), 0);
	CHECK_MAPPED(4, {0, 0, P, 1, PT_EXEC | PT_CACHE_UC},
		     {2 * P, 2 * P, P, 1, PT_EXEC | PT_CACHE_WC | PT_GLOBAL},
		     {4 * MIB, 0, 2 * MIB, 1, PT_NONE});
}

TEST(remapping_replaces_one_leaf)
{
	CHECK(setup());
	CHECK_EQ(pt_map_run(&pt, 0, GIB, GIB, PT_READ), 0);
	CHECK_EQ(pt_remap(&pt, 2 * MIB, 8 * MIB, 2 * MIB, PT_WRITE), 0);
	CHECK_EQ(pt_remap(&pt, GIB - P, 0, P, PT_WRITE | PT_EXEC), 0);
	CHECK_MAPPED(4, {0, GIB, 2 * MIB, 1, PT_READ}, {2 * MIB, 8 * MIB, 2 * MIB, 1, PT_WRITE},
		     {4 * MIB, GIB + 4 * MIB, 2 * MIB, 509, PT_READ},
		     {GIB - 2 * MIB, 2 * GIB - 2 * MIB, P, 511, PT_READ},
		     {GIB - P, 0, P, 1, PT_WRITE | PT_EXEC});
	pt_flush(&pt);
	pt_pool_save();
	CHECK_EQ(pt_remap(&pt, GIB, 0, P, PT_READ), -ENOENT);
	CHECK_EQ(pt_remap(&pt, 0, 0, GIB, PT_READ), -ENOENT);
	CHECK_EQ(pt_remap(&pt, GIB - 2 * MIB, 0, 2 * MIB, PT_READ), -ENOENT);
	CHECK_EQ(pt_remap(&pt, P, 0, 2 * P, PT_READ), -EINVAL);
	CHECK_EQ(pt_remap(&pt, 2 * MIB, P, 2 * MIB, PT_READ), -EINVAL);
	CHECK_EQ(pt_remap(&pt, P, 0, 2 * MIB, PT_READ), -EINVAL);
	CHECK_EQ(pt_remap(&pt, 1ul << 47, 0, P, PT_READ), -EINVAL);
	pt_pool_allow(0);
	CHECK_EQ(pt_remap(&pt, 0, 0, P, PT_READ), -ENOMEM);
	CHECK(pt_pool_is_as_saved());
	/* One of its own size needs no table. */
	pt_pool_begin();
	CHECK_EQ(pt_remap(&pt, 4 * MIB, 0, 2 * MIB, PT_READ), 0);
	pt_flush(&pt);
	CHECK_EQ(pt_pool_flushed()->nr, 1);
	CHECK_EQ(pt_pool_flushed()->pages[0], 4 * MIB);
	CHECK(!pt_check(&pt));
}

/* A gigabyte at each of two places; each call needs splits at both ends. */
static bool setup_splits(void)
{
	return pt_pool_setup(&pt, true) && !pt_map_run(&pt, GIB, 0, 2 * GIB, PT_READ) &&
	       !pt_map_run(&pt, 5 * GIB, 5 * GIB, GIB, PT_WRITE);
}

static const struct {
	uint64_t virt, len;
	unsigned nr_tables; /* that the splits take */
} partial[] = {
	{GIB + P, P, 2},		   /* one page, one PD and one PT */
	{GIB + P, 2 * MIB, 3},		   /* both ends in one leaf of 1 GiB, two of 2 MiB */
	{GIB + 2 * MIB, 4 * MIB, 1},	   /* whole leaves of 2 MiB */
	{GIB + 2 * MIB, 2 * MIB + P, 2},   /* one end on a border of 2 MiB */
	{2 * GIB - P, 2 * P, 4},	   /* two leaves of 1 GiB */
	{2 * GIB, P, 2},		   /* begins with a leaf */
	{2 * GIB - P, P, 2},		   /* ends with one */
	{3 * GIB - P, 2 * GIB + 2 * P, 4}, /* a hole in the middle */
	{0, GIB + P, 2},		   /* begins in a hole */
	{GIB, 2 * GIB, 0},
};

TEST(running_out_of_tables_in_a_split_changes_nothing)
{
	CHECK(pt_pool_make(POOL_TABLES));
	for (unsigned i = 0; i < ARRAY_SIZE(partial); i++) {
		CHECK(setup_splits());
		for (unsigned nr = 0; nr < partial[i].nr_tables; nr++) {
			pt_pool_save();
			pt_pool_begin();
			pt_pool_allow(nr);
			CHECK_EQ(pt_unmap(&pt, partial[i].virt, partial[i].len, tell, &pt),
				 -ENOMEM);
			pt_pool_allow(nr);
			CHECK_EQ(pt_protect(&pt, partial[i].virt, partial[i].len, PT_EXEC),
				 -ENOMEM);
			CHECK(!pt.nr_pages);
			CHECK(pt_pool_is_as_saved());
			CHECK(!pt_pool_is_wrong());
			CHECK(!pt_check(&pt));
		}
		pt_pool_allow(partial[i].nr_tables);
		CHECK_EQ(pt_protect(&pt, partial[i].virt, partial[i].len, PT_EXEC), 0);
		pt_pool_allow(0);
		CHECK_EQ(pt_protect(&pt, partial[i].virt, partial[i].len, PT_NONE), 0);
		CHECK(pt_unmap(&pt, partial[i].virt, partial[i].len, NULL, NULL) > 0);
		pt_flush(&pt);
		CHECK(!pt_check(&pt));
		CHECK(pt_unmap(&pt, 0, 1ul << 47, NULL, NULL) > 0);
		pt_flush(&pt);
		CHECK_NOTHING_MAPPED();
		CHECK_EQ(pt_pool_used(), 1);
	}
}

TEST(an_array_that_fails_leaves_things_as_they_were)
{
	static pfn_t pfns[1500];
	unsigned nr = 0;

	CHECK(setup());
	for (unsigned i = 0; i < ARRAY_SIZE(pfns); i++)
		pfns[i] = 1000000 - 3 * i;
	CHECK_EQ(pt_map_run(&pt, 2 * GIB, 0, P, PT_READ), 0);
	for (;; nr++) {
		int err;

		pt_pool_save();
		pt_pool_begin();
		pt_pool_allow(nr);
		err = pt_map_pfns(&pt, GIB - 700 * P, pfns, ARRAY_SIZE(pfns), PT_WRITE);
		if (!err)
			break;
		CHECK_EQ(err, -ENOMEM);
		CHECK(pt_pool_is_as_saved());
		CHECK(!pt_pool_is_wrong());
	}
	CHECK_EQ(nr, 2 + 4); /* PDs and PTs */
	for (unsigned i = 0; i < ARRAY_SIZE(pfns); i++) {
		struct pt_leaf leaf;

		CHECK(pt_lookup(&pt, GIB + i * P - 700 * P, &leaf));
		CHECK_EQ(leaf.phys, pfns[i] * P);
	}
	/* The last page is in the way. */
	pt_pool_allow_all();
	CHECK_EQ(pt_unmap(&pt, GIB - 700 * P, 1499 * P, NULL, NULL), 1499);
	pt_flush(&pt);
	pt_pool_save();
	pt_pool_begin();
	CHECK_EQ(pt_map_pfns(&pt, GIB - 700 * P, pfns, ARRAY_SIZE(pfns), PT_WRITE), -EEXIST);
	CHECK(pt_pool_is_as_saved());
	CHECK_EQ(pt_map_pfns(&pt, GIB - 700 * P, pfns, 0, PT_WRITE), -EINVAL);
	CHECK_EQ(pt_map_pfns(&pt, (1ul << 47) - P, pfns, 2, PT_WRITE), -EINVAL);
	CHECK_EQ(pt_map_pfns(&pt, 0, pfns, 1ul << 52, PT_WRITE), -EINVAL);
	CHECK(pt_pool_is_as_saved());
}

TEST(tables_are_freed_after_the_flush_only)
{
	CHECK(setup());
	CHECK_EQ(pt_map_run(&pt, GIB, 0, 3 * P, PT_NONE), 0);
	CHECK_EQ(pt_pool_used(), 4);
	CHECK_EQ(unmap(GIB, 2 * P), 2);
	CHECK_EQ(pt.nr_pages, 0);
	CHECK_EQ(unmap(GIB, 3 * P), 1);
	CHECK_NOTHING_MAPPED();
	CHECK_EQ(pt_pool_used(), 4);
	/* No leaf has to be flushed, but the CPU may know the tables. */
	CHECK_EQ(pt.nr_pages, 1);
	pt_flush(&pt);
	CHECK_EQ(pt_pool_flushed()->nr, 1);
	CHECK_EQ(pt_pool_used(), 1);
	CHECK(!pt_pool_is_wrong());
	pt_pool_begin();
	pt_flush(&pt);
	CHECK_EQ(pt_pool_flushed()->nr, 0);
	CHECK_EQ(pt.stats.nr_flushes, 1);
}

TEST(few_pages_are_flushed_one_by_one)
{
	CHECK(setup());
	CHECK_EQ(pt_map_run(&pt, 0, 0, 4 * MIB, PT_WRITE), 0);
	CHECK_EQ(pt_map_leaves(&pt, 4 * MIB, 4 * MIB, 2 * MIB, PT_WRITE, P), 0);
	pt_pool_begin();
	pt_flush(&pt);
	CHECK_EQ(pt_pool_flushed()->nr, 0); /* what is new needs none */
	CHECK_EQ(unmap(4 * MIB, PT_FLUSH_PAGES * P), PT_FLUSH_PAGES);
	pt_flush(&pt);
	CHECK_EQ(pt_pool_flushed()->nr, PT_FLUSH_PAGES);
	for (unsigned i = 0; i < PT_FLUSH_PAGES; i++)
		CHECK_EQ(pt_pool_flushed()->pages[i], 4 * MIB + i * P);
	CHECK_EQ(pt_protect(&pt, 4 * MIB + 64 * P, (PT_FLUSH_PAGES + 1) * P, PT_READ), 0);
	pt_flush(&pt);
	CHECK(pt_pool_flushed()->nr > PT_FLUSH_PAGES);
	/* A large leaf counts once; several calls gather. */
	CHECK_EQ(unmap(0, 4 * MIB), 1024);
	CHECK_EQ(pt_protect(&pt, 4 * MIB + 64 * P, 2 * P, PT_WRITE), 0);
	CHECK_EQ(pt_protect(&pt, 4 * MIB + 64 * P, 2 * P, PT_WRITE), 0);
	pt_flush(&pt);
	CHECK_EQ(pt_pool_flushed()->nr, 4);
	CHECK_EQ(pt_pool_flushed()->pages[0], 0);
	CHECK_EQ(pt_pool_flushed()->pages[1], 2 * MIB);
	CHECK_EQ(pt_pool_flushed()->pages[2], 4 * MIB + 64 * P);
	CHECK_EQ(pt.stats.nr_flushes, 3);
	CHECK_EQ(pt.stats.nr_flushed, PT_FLUSH_PAGES + 4);
	CHECK_EQ(pt.stats.nr_flushed_all, 1);
}

TEST(leaves_are_no_larger_than_asked)
{
	CHECK(setup());
	CHECK_EQ(pt_map_leaves(&pt, 0, 0, GIB, PT_READ, PMD_SIZE), 0);
	CHECK_EQ(pt_map_leaves(&pt, GIB, 0, 2 * MIB, PT_READ, PAGE_SIZE), 0);
	CHECK_EQ(pt_map_leaves(&pt, 2 * GIB, 0, GIB, PT_READ, PUD_SIZE), 0);
	CHECK_MAPPED(5, {0, 0, 2 * MIB, 512, PT_READ}, {GIB, 0, P, 512, PT_READ},
		     {2 * GIB, 0, GIB, 1, PT_READ});
	CHECK_EQ(pt_map_leaves(&pt, 3 * GIB, 0, P, PT_READ, 2 * P), -EINVAL);
	CHECK_EQ(pt_map_leaves(&pt, 3 * GIB, 0, P, PT_READ, 0), -EINVAL);
}

TEST(a_range_lies_in_its_half)
{
	static const struct {
		uint64_t virt, len;
	} bad[] = {
		{0, 0},		{1, P},
		{0, P + 1},	{(1ul << 47) - P, 2 * P},
		{1ul << 47, P}, {-(1ul << 47) - P, P},
		{-P, 2 * P},	{P, 1ul << 47},
	};
	struct pt_leaf leaf;

	CHECK(setup());
	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
		CHECK_EQ(unmap(bad[i].virt, bad[i].len), -EINVAL);
		CHECK_EQ(pt_protect(&pt, bad[i].virt, bad[i].len, PT_READ), -EINVAL);
		CHECK_EQ(pt_tables_needed(&pt, bad[i].virt, bad[i].len, P), 0);
	}
	pt.halves = PT_LOW_HALF;
	CHECK_EQ(pt_map_run(&pt, -P, 0, P, PT_READ), -EINVAL);
	CHECK_EQ(pt_map_run(&pt, (1ul << 47) - P, 0, P, PT_READ), 0);
	CHECK(!pt_lookup(&pt, -P, &leaf));
	CHECK_EQ(unmap(0, 1ul << 47), 1);
	pt.halves = PT_HIGH_HALF;
	CHECK_EQ(pt_map_run(&pt, 0, 0, P, PT_READ), -EINVAL);
	CHECK_EQ(pt_map_run(&pt, -P, 0, P, PT_READ), 0);
	CHECK(!pt_lookup(&pt, 0, &leaf));
	CHECK_EQ(unmap(-(1ul << 47), 1ul << 47), 1);
	CHECK_NOTHING_MAPPED();
}

TEST(tables_needed_are_those_that_mapping_takes)
{
	static const struct {
		uint64_t virt, len, leaf;
		unsigned nr;
	} tries[] = {
		{0, P, P, 3},
		{0, 2 * MIB, P, 3},
		{0, 2 * MIB, 2 * MIB, 2},
		{0, 2 * MIB + P, 2 * MIB, 3},
		{2 * MIB - P, 2 * P, P, 4},
		{GIB - P, 2 * P, P, 5},
		{512 * GIB - P, 2 * P, P, 6},
		{512 * GIB - P, 2 * P, GIB, 6},
		{P, 2 * GIB, GIB, 1 + 2 + 2},
		{0, GIB, P, 1 + 1 + 512},
		{0, GIB, 2 * MIB, 2},
		{0, GIB, GIB, 1},
		{0, 1024 * GIB, GIB, 2},
		{-(1ul << 47), 1ul << 47, GIB, 256},
	};

	CHECK(setup());
	for (unsigned i = 0; i < ARRAY_SIZE(tries); i++) {
		CHECK_EQ(pt_tables_needed(&pt, tries[i].virt, tries[i].len, tries[i].leaf),
			 tries[i].nr);
		if (tries[i].nr >= POOL_TABLES)
			continue;
		/* With frames aligned like addresses the bound is reached. */
		pt_pool_allow(tries[i].nr - 1);
		CHECK_EQ(pt_map_leaves(&pt, tries[i].virt, tries[i].virt, tries[i].len, PT_READ,
				       tries[i].leaf),
			 -ENOMEM);
		pt_pool_allow(tries[i].nr);
		CHECK_EQ(pt_map_leaves(&pt, tries[i].virt, tries[i].virt, tries[i].len, PT_READ,
				       tries[i].leaf),
			 0);
		CHECK_EQ(pt_tables_needed(&pt, tries[i].virt, tries[i].len, tries[i].leaf), 0);
		CHECK_EQ(unmap(tries[i].virt, tries[i].len), tries[i].len / P);
		pt_flush(&pt);
		CHECK_NOTHING_MAPPED();
	}
	pt_pool_allow_all();
	CHECK_EQ(pt_map_run(&pt, 0, 0, P, PT_READ), 0);
	CHECK_EQ(pt_tables_needed(&pt, P, 2 * MIB, P), 1);
	CHECK_EQ(pt_tables_needed(&pt, 2 * MIB, GIB, P), 512 + 1);
	CHECK_EQ(pt_tables_needed(&pt, 2 * MIB, GIB - 2 * MIB, 2 * MIB), 0);
	pt.gb_pages = false;
	CHECK_EQ(pt_tables_needed(&pt, GIB, 2 * GIB, GIB), 2);
}

/* Entries of the top table that were announced. */
static unsigned announced[4], nr_announced;

static void announce(struct pagetable *which, unsigned index)
{
	if (which == &pt && nr_announced < ARRAY_SIZE(announced))
		announced[nr_announced] = index;
	nr_announced++;
}

TEST(shared_entries_of_the_top_table_are_announced_and_stay)
{
	CHECK(setup());
	nr_announced = 0;
	pt.top_changed = announce;
	pt.keep_top = true;
	CHECK_EQ(pt_map_run(&pt, 512 * GIB, 0, P, PT_READ), 0);
	CHECK_EQ(pt_map_run(&pt, 513 * GIB, 0, P, PT_READ), 0);
	CHECK_EQ(pt_map_run(&pt, -512 * GIB, 0, P, PT_READ), 0);
	CHECK_EQ(nr_announced, 2);
	CHECK_EQ(announced[0], 1);
	CHECK_EQ(announced[1], 511);
	CHECK_EQ(unmap(512 * GIB, 512 * GIB), 2);
	CHECK_EQ(unmap(-512 * GIB, 512 * GIB), 1);
	pt_flush(&pt);
	CHECK(mapped_are(NULL, 0, 3));
	CHECK_EQ(pt_pool_used(), 3);
	pt_pool_allow(0);
	CHECK_EQ(pt_map_run(&pt, 512 * GIB, 0, P, PT_READ), -ENOMEM);
	CHECK_EQ(pt_map_run(&pt, 512 * GIB, 0, GIB, PT_READ), 0);
	CHECK_EQ(nr_announced, 2);
}
