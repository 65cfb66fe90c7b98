// SPDX-License-Identifier: MIT
/*
 * Mapping and looking, with the tables in a pool.
 */
#include "tests/harness/test.h"
#include "tests/unit/pagetable_pool.h"

#define POOL_TABLES 64u

#define GIB (1ul << 30)
#define MIB (1ul << 20)

static struct pagetable pt;

static bool get_pool(void)
{
	return pt_pool_make(POOL_TABLES);
}

static bool setup(bool gb_pages)
{
	return pt_pool_setup(&pt, gb_pages);
}

/* What a walk finds, to be compared with a table. */
struct found {
	unsigned nr;
	struct pt_leaf leaves[64];
};

static bool add_leaf(const struct pt_leaf *leaf, void *arg)
{
	struct found *found = arg;

	if (found->nr < ARRAY_SIZE(found->leaves))
		found->leaves[found->nr] = *leaf;
	found->nr++;
	return true;
}

static struct found found;

static void walk(void)
{
	found.nr = 0;
	pt_walk(&pt, add_leaf, &found);
}

static bool leaf_is(unsigned i, uint64_t virt, phys_addr_t phys, uint64_t len, unsigned prot)
{
	const struct pt_leaf *leaf = &found.leaves[i];

	return i < found.nr && leaf->virt == virt && leaf->phys == phys && leaf->len == len &&
	       leaf->prot == prot;
}

TEST(each_piece_gets_the_largest_leaf_inside)
{
	uint64_t virt = 0xffff888000000000ul;

	CHECK(get_pool());
	CHECK(setup(true));
	/* From one page below 2 MiB to two pages above 1 GiB + 2 MiB. */
	CHECK_EQ(pt_map_run(&pt, virt + 2 * MIB - PAGE_SIZE, 2 * MIB - PAGE_SIZE,
			    2 * GIB + 2 * PAGE_SIZE + PAGE_SIZE, PT_WRITE),
		 0);
	walk();
	CHECK_EQ(found.nr, 1 + 511 + 1 + 1 + 2);
	CHECK(leaf_is(0, virt + 2 * MIB - PAGE_SIZE, 2 * MIB - PAGE_SIZE, PAGE_SIZE, PT_WRITE));
	CHECK(leaf_is(1, virt + 2 * MIB, 2 * MIB, PMD_SIZE, PT_WRITE));

	CHECK(setup(true));
	CHECK_EQ(pt_map_run(&pt, virt, 0, 2 * GIB + PMD_SIZE + PAGE_SIZE, PT_READ), 0);
	walk();
	CHECK_EQ(found.nr, 4);
	CHECK(leaf_is(0, virt, 0, PUD_SIZE, PT_READ));
	CHECK(leaf_is(1, virt + GIB, GIB, PUD_SIZE, PT_READ));
	CHECK(leaf_is(2, virt + 2 * GIB, 2 * GIB, PMD_SIZE, PT_READ));
	CHECK(leaf_is(3, virt + 2 * GIB + PMD_SIZE, 2 * GIB + PMD_SIZE, PAGE_SIZE, PT_READ));
	CHECK_EQ(pt_count_tables(&pt), 4);
	CHECK_EQ(pt_pool_used(), 4);
	CHECK(!pt_check(&pt));

	CHECK(setup(false));
	CHECK_EQ(pt_map_run(&pt, virt, 0, GIB, PT_READ), 0);
	walk();
	CHECK_EQ(found.nr, 512);
	CHECK_EQ(pt_count_tables(&pt), 3);
}

TEST(leaves_need_both_sides_aligned)
{
	CHECK(get_pool());
	CHECK(setup(true));
	CHECK_EQ(pt_map_run(&pt, 4 * MIB, 5 * MIB, 2 * MIB, PT_READ), 0);
	walk();
	CHECK_EQ(found.nr, 512);
	CHECK(leaf_is(0, 4 * MIB, 5 * MIB, PAGE_SIZE, PT_READ));
}

TEST(a_leaf_says_what_it_allows)
{
	static const unsigned prots[] = {
		PT_READ,
		PT_WRITE,
		PT_EXEC,
		PT_WRITE | PT_EXEC | PT_GLOBAL,
		PT_WRITE | PT_CACHE_UC | PT_GLOBAL,
		PT_WRITE | PT_CACHE_WC,
	};
	static const uint64_t lens[] = {PAGE_SIZE, PMD_SIZE, PUD_SIZE};
	struct pt_leaf leaf;

	CHECK(get_pool());
	CHECK(setup(true));
	for (size_t i = 0; i < ARRAY_SIZE(prots); i++) {
		for (size_t k = 0; k < ARRAY_SIZE(lens); k++) {
			uint64_t virt = (i * 4 + k) * GIB;
			uint64_t last = virt + lens[k] - 1;

			CHECK_EQ(pt_map_run(&pt, virt, 7 * GIB, lens[k], prots[i]), 0);
			CHECK(pt_lookup(&pt, last, &leaf));
			CHECK_EQ(leaf.virt, virt);
			CHECK_EQ(leaf.phys, 7 * GIB);
			CHECK_EQ(leaf.len, lens[k]);
			CHECK_EQ(leaf.prot, prots[i]);
			CHECK(!pt_lookup(&pt, last + 1, &leaf));
		}
	}
}

TEST(both_ends_of_both_halves_can_be_mapped)
{
	static const uint64_t virts[] = {0, 0x00007ffffffff000ul, 0xffff800000000000ul,
					 0xfffffffffffff000ul};
	struct pt_leaf leaf;

	CHECK(get_pool());
	CHECK(setup(true));
	for (size_t i = 0; i < ARRAY_SIZE(virts); i++)
		CHECK_EQ(pt_map_run(&pt, virts[i], 0x1000 * (i + 1), PAGE_SIZE, PT_READ), 0);
	walk();
	CHECK_EQ(found.nr, 4);
	for (size_t i = 0; i < ARRAY_SIZE(virts); i++) {
		CHECK(leaf_is(i, virts[i], 0x1000 * (i + 1), PAGE_SIZE, PT_READ));
		CHECK(pt_lookup(&pt, virts[i] + 0xfff, &leaf));
	}
	CHECK(!pt_lookup(&pt, 0x0000800000000000ul, &leaf));
	CHECK(!pt_lookup(&pt, 0xffff7ffffffff000ul, &leaf));
}

TEST(what_makes_no_sense_is_refused)
{
	static const struct {
		uint64_t virt, phys, len;
	} tries[] = {
		{0x1001, 0x1000, 0x1000},
		{0x1000, 0x1800, 0x1000},
		{0x1000, 0x1000, 0x1001},
		{0x1000, 0x1000, 0},
		{0x00007ffffffff000ul, 0, 0x2000},
		{0x0000800000000000ul, 0, 0x1000},
		{0xffff7ffffffff000ul, 0, 0x2000},
		{0xfffffffffffff000ul, 0, 0x2000},
		{0x1000, 1ul << 52, 0x1000},
		{0x1000, (1ul << 52) - 0x1000, 0x2000},
		{0x1000, 0, 1ul << 63},
	};

	CHECK(get_pool());
	CHECK(setup(true));
	for (size_t i = 0; i < ARRAY_SIZE(tries); i++)
		CHECK_EQ(pt_map_run(&pt, tries[i].virt, tries[i].phys, tries[i].len, PT_READ),
			 -EINVAL);
	walk();
	CHECK_EQ(found.nr, 0);
	CHECK_EQ(pt_pool_used(), 1);
}

TEST(a_run_that_meets_a_mapping_leaves_things_as_they_were)
{
	static const struct {
		uint64_t virt, len;
	} tries[] = {
		{8 * MIB, PAGE_SIZE},		      /* the same */
		{6 * MIB, 4 * MIB},		      /* a leaf of 2 MiB, then it */
		{8 * MIB - PAGE_SIZE, 2 * PAGE_SIZE}, /* a page, then it */
		{0, GIB},			      /* all around it */
		{2 * GIB + 4 * MIB, PAGE_SIZE},	      /* inside of a large leaf */
		{2 * GIB - 2 * MIB, 4 * MIB},
		{2 * GIB, GIB},
	};

	CHECK(get_pool());
	CHECK(setup(true));
	CHECK_EQ(pt_map_run(&pt, 8 * MIB, 0x1000, PAGE_SIZE, PT_READ), 0);
	CHECK_EQ(pt_map_run(&pt, 2 * GIB, 4 * GIB, GIB, PT_WRITE), 0);
	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		pt_pool_save();
		pt_pool_begin();
		CHECK_EQ(pt_map_run(&pt, tries[i].virt, 8 * GIB, tries[i].len, PT_EXEC), -EEXIST);
		CHECK(pt_pool_is_as_saved());
		CHECK(!pt_pool_is_wrong());
		CHECK(!pt_check(&pt));
		walk();
		CHECK_EQ(found.nr, 2);
		CHECK(leaf_is(0, 8 * MIB, 0x1000, PAGE_SIZE, PT_READ));
		CHECK(leaf_is(1, 2 * GIB, 4 * GIB, PUD_SIZE, PT_WRITE));
	}
}

TEST(running_out_of_tables_leaves_things_as_they_were)
{
	unsigned nr_allowed = 0;

	CHECK(get_pool());
	CHECK(setup(true));
	CHECK_EQ(pt_map_run(&pt, 0, 0x5000, PAGE_SIZE, PT_READ), 0);
	/* The run crosses a border of the top table, so it needs tables on both sides. */
	for (;; nr_allowed++) {
		int err;

		pt_pool_save();
		pt_pool_begin();
		pt_pool_allow(nr_allowed);
		err = pt_map_run(&pt, 512 * GIB - 3 * MIB - PAGE_SIZE, 0, 6 * MIB, PT_WRITE);
		if (!err)
			break;
		CHECK_EQ(err, -ENOMEM);
		CHECK(pt_pool_is_as_saved());
		CHECK(!pt_pool_is_wrong());
		CHECK(!pt_check(&pt));
	}
	CHECK_EQ(nr_allowed, 3 + 4);
	walk();
	CHECK(leaf_is(0, 0, 0x5000, PAGE_SIZE, PT_READ));
	CHECK(leaf_is(1, 512 * GIB - 3 * MIB - PAGE_SIZE, 0, PAGE_SIZE, PT_WRITE));
	pt_pool_allow(0);
	CHECK_EQ(pt_init(&pt), -ENOMEM);
}

static bool stop_at_third(const struct pt_leaf *leaf, void *arg)
{
	(void)leaf;
	return ++*(unsigned *)arg < 3;
}

TEST(a_walk_stops_when_told)
{
	unsigned nr = 0;

	CHECK(get_pool());
	CHECK(setup(true));
	CHECK_EQ(pt_map_run(&pt, 0, 0, 10 * PAGE_SIZE, PT_READ), 0);
	pt_walk(&pt, stop_at_third, &nr);
	CHECK_EQ(nr, 3);
}

/* Runs as they were mapped, to hold against the tables. */
struct run {
	uint64_t virt, phys, len;
};

#define MAX_RUNS    24
#define SPACE_BASE  0xffff888000000000ul
#define SPACE_PAGES (4 * GIB / PAGE_SIZE)

static struct run runs[MAX_RUNS];
static unsigned nr_runs;

static const struct run *run_at(uint64_t virt)
{
	for (unsigned i = 0; i < nr_runs; i++) {
		if (virt >= runs[i].virt && virt - runs[i].virt < runs[i].len)
			return &runs[i];
	}
	return NULL;
}

static bool overlaps(uint64_t virt, uint64_t len)
{
	for (unsigned i = 0; i < nr_runs; i++) {
		if (virt < runs[i].virt + runs[i].len && runs[i].virt < virt + len)
			return true;
	}
	return false;
}

struct audit {
	uint64_t bytes;
	bool broken;
};

/* A leaf lies in its run, and twice its size (or 512 times) would not have. */
static bool audit_leaf(const struct pt_leaf *leaf, void *arg)
{
	struct audit *audit = arg;
	const struct run *run = run_at(leaf->virt);
	uint64_t large = leaf->len << 9;

	audit->bytes += leaf->len;
	if (!run || leaf->phys - run->phys != leaf->virt - run->virt ||
	    leaf->virt + leaf->len > run->virt + run->len) {
		audit->broken = true;
		return false;
	}
	if (large > PUD_SIZE || !IS_ALIGNED(run->virt ^ run->phys, large))
		return true;
	if (ALIGN_DOWN(leaf->virt, large) >= run->virt &&
	    ALIGN_DOWN(leaf->virt, large) + large <= run->virt + run->len)
		audit->broken = true;
	return !audit->broken;
}

TEST(random_runs_are_where_they_were_put)
{
	uint64_t seed = test_seed();

	test_note("seed %llu", (unsigned long long)seed);
	CHECK(get_pool());
	for (unsigned round = 0; round < 100; round++) {
		struct audit audit = {0};
		uint64_t bytes = 0;

		CHECK(setup(true));
		nr_runs = 0;
		for (unsigned i = 0; i < MAX_RUNS; i++) {
			unsigned order = test_random(&seed) % 20;
			uint64_t page = test_random(&seed) % SPACE_PAGES >> order << order;
			uint64_t nr = (test_random(&seed) % 3 + 1) << order;
			uint64_t virt = SPACE_BASE + page * PAGE_SIZE;
			uint64_t phys = page * PAGE_SIZE + (test_random(&seed) % 2 ? 0 : 9 * MIB);
			uint64_t len = (nr + test_random(&seed) % 3) * PAGE_SIZE;
			int err;

			pt_pool_begin();
			err = pt_map_run(&pt, virt, phys, len, PT_WRITE);
			if (overlaps(virt, len)) {
				CHECK(err == -EEXIST || err == -ENOMEM);
				continue;
			}
			if (err) {
				CHECK_EQ(err, -ENOMEM);
				continue;
			}
			runs[nr_runs++] = (struct run){virt, phys, len};
			bytes += len;
		}
		pt_walk(&pt, audit_leaf, &audit);
		CHECK(!audit.broken);
		CHECK_EQ(audit.bytes, bytes);
		CHECK(!pt_check(&pt));
		CHECK(!pt_pool_is_wrong());
		for (unsigned i = 0; i < nr_runs; i++) {
			uint64_t offset = test_random(&seed) % runs[i].len;
			struct pt_leaf leaf;

			CHECK(pt_lookup(&pt, runs[i].virt + offset, &leaf));
			CHECK_EQ(leaf.phys + (runs[i].virt + offset - leaf.virt),
				 runs[i].phys + offset);
		}
	}
}

/* Has any entry of the tables, from the root on, the bit that such a CPU refuses? */
static bool has_bit_63(phys_addr_t phys, unsigned level)
{
	const uint64_t *table = (const uint64_t *)(phys + pt.offset);

	for (unsigned i = 0; i < 512; i++) {
		if (table[i] >> 63)
			return true;
		if (table[i] && level > 1 && !(table[i] & 1 << 7) &&
		    has_bit_63(table[i] & 0x000ffffffffff000ul, level - 1))
			return true;
	}
	return false;
}

TEST(without_nx_prot_reads_the_same_and_no_entry_has_bit_63)
{
	static const unsigned prots[] = {PT_READ, PT_WRITE, PT_EXEC, PT_NONE,
					 PT_WRITE | PT_CACHE_UC};
	uint64_t virt = 0xffff888000000000ul;

	CHECK(get_pool());
	for (unsigned nx = 0; nx < 2; nx++) {
		CHECK(setup(true));
		pt_set_nx(&pt, nx);
		for (unsigned i = 0; i < ARRAY_SIZE(prots); i++)
			CHECK_EQ(pt_map_run(&pt, virt + i * GIB, 0, PMD_SIZE + PAGE_SIZE, prots[i]),
				 0);
		CHECK_EQ(pt_protect(&pt, virt + PAGE_SIZE, PAGE_SIZE, PT_WRITE), 0);
		CHECK_EQ(pt_protect(&pt, virt + 2 * GIB + PAGE_SIZE, PAGE_SIZE, PT_READ), 0);
		CHECK_EQ(pt_remap(&pt, virt + GIB, 0, PMD_SIZE, PT_READ), 0);
		for (unsigned i = 0; i < ARRAY_SIZE(prots); i++) {
			struct pt_leaf leaf;

			CHECK(pt_lookup(&pt, virt + i * GIB + PMD_SIZE, &leaf));
			CHECK_EQ(leaf.prot, prots[i]);
			CHECK(pt_lookup(&pt, virt + i * GIB + PAGE_SIZE, &leaf));
			CHECK_EQ(leaf.prot, i == 0	       ? PT_WRITE
					    : i == 1 || i == 2 ? PT_READ
							       : prots[i]);
		}
		CHECK_EQ(has_bit_63(pt.root, 4), nx);
		CHECK(!pt_check(&pt));
	}
}
