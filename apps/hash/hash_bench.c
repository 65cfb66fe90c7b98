// SPDX-License-Identifier: MIT
/*
 * HashLookup: a large hash table looked up as a file system's cache of names is.
 *
 * A path has three components: one of 64 directories, one of 64 in each, and a file. Each is looked
 * up by its parent and its number, so the upper ones come up again and again and the files at
 * random, all of them scattered over the table. Entries hold what must come out. The table is as
 * large as a busy system's, and sparsely filled, as kernels size them by memory.
 */
#include "apps/harness/tlb.h"
#include "apps/harness/tlb_model.h"
#include "apps/mmbench/claim.h"
#include "apps/mmbench/pool.h"

#define SIZE_ROWS(text, bytes)                                                                     \
	{"size=" text "/leaf=direct/nodes=local", (bytes) | ENV_LEAF_DIRECT, false},               \
		{"size=" text "/leaf=huge/nodes=local", (bytes) | ENV_LEAF_HUGE, false},           \
		{"size=" text "/leaf=base/nodes=local", (bytes) | ENV_LEAF_BASE, false},           \
		{"size=" text "/leaf=huge/nodes=interleave", (bytes) | ENV_LEAF_HUGE | INTERLEAVE, \
		 false},                                                                           \
	{                                                                                          \
		"size=" text "/leaf=base/nodes=interleave", (bytes) | ENV_LEAF_BASE | INTERLEAVE,  \
			false                                                                      \
	}

enum { INTERLEAVE = 4, ROW_BITS = 7 };

/* The size with the kind of leaf in its lowest bits, and whether it is spread over nodes. */
static const struct bench_variant sizes[] = {
	SIZE_ROWS("64M", 64ul << 20), SIZE_ROWS("256M", 256ul << 20), SIZE_ROWS("1G", 1ul << 30)};

enum { LEAF_BITS = 3, TOPS = 64, SUBS = 64, FILES = 1 << 16, PATHS = 1 << 14, SEED = 20211105 };

struct entry {
	uint64_t key; /* 0: empty */
	uint64_t value;
};

static struct entry *table;
static struct tlb_model tlb;

static enum env_leaf leaf_of(const struct bench_variant *v)
{
	return (enum env_leaf)(v->value & LEAF_BITS);
}

static size_t len_of(const struct bench_variant *v)
{
	return v->value & ~(uint64_t)ROW_BITS;
}

/* Names of the three levels, all different and not 0. */
static inline uint64_t top_key(uint64_t top)
{
	return 1 + top;
}

static inline uint64_t sub_key(uint64_t top, uint64_t sub)
{
	return 1ul << 20 | top << 8 | sub;
}

static inline uint64_t file_key(uint64_t file)
{
	return 1ul << 40 | file;
}

static inline uint64_t value_of(uint64_t key)
{
	return key * 0x9e3779b97f4a7c15ull;
}

/* Where the search for a key begins (Fibonacci hashing; Knuth, TAOCP 3, 6.4). */
static inline uint64_t slot_of(uint64_t key, uint64_t mask)
{
	uint64_t hash = key * 0x9e3779b97f4a7c15ull;

	return (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9ull >> 20 & mask;
}

static void insert(uint64_t key, uint64_t mask)
{
	uint64_t i = slot_of(key, mask);

	while (table[i].key)
		i = (i + 1) & mask;
	table[i] = (struct entry){key, value_of(key)};
}

/* 0: there is no such key. */
static inline uint64_t lookup(uint64_t key, uint64_t mask)
{
	uint64_t i = slot_of(key, mask);

	while (table[i].key != key) {
		if (!table[i].key)
			return 0;
		i = (i + 1) & mask;
	}
	return table[i].value;
}

static void table_fill(uint64_t mask)
{
	for (uint64_t top = 0; top < TOPS; top++) {
		insert(top_key(top), mask);
		for (uint64_t sub = 0; sub < SUBS; sub++)
			insert(sub_key(top, sub), mask);
	}
	for (uint64_t file = 0; file < FILES; file++)
		insert(file_key(file), mask);
}

/* Any file. */
static inline uint64_t next_file(uint64_t *random)
{
	*random = *random * 6364136223846793005ull + 1442695040888963407ull;
	return *random >> 40 & (FILES - 1);
}

static uint64_t paths_lookup(uint64_t mask)
{
	uint64_t random = SEED, sum = 0;

	for (unsigned i = 0; i < PATHS; i++) {
		uint64_t file = next_file(&random);
		uint64_t top = i / 64 % TOPS, sub = file % SUBS;

		sum += lookup(top_key(top), mask);
		sum += lookup(sub_key(top, sub), mask);
		sum += lookup(file_key(file), mask);
	}
	return sum;
}

static uint64_t sum_expected(void)
{
	uint64_t random = SEED, sum = 0;

	for (unsigned i = 0; i < PATHS; i++) {
		uint64_t file = next_file(&random), top = i / 64 % TOPS;

		sum += value_of(top_key(top)) + value_of(sub_key(top, file % SUBS)) +
		       value_of(file_key(file));
	}
	return sum;
}

/* The entries that one lookup reads. */
static void model_lookup(uint64_t key, uint64_t mask)
{
	uint64_t i = slot_of(key, mask);

	for (;; i = (i + 1) & mask) {
		tlb_model_read(&tlb, (uintptr_t)&table[i], env_leaf_len(&table[i]));
		if (table[i].key == key || !table[i].key)
			return;
	}
}

static void model_run(uint64_t mask, struct bench_sample *s)
{
	uint64_t random = SEED;

	if (!env_leaf_len(table))
		return;
	tlb_model_reset(&tlb);
	for (unsigned i = 0; i < PATHS; i++) {
		uint64_t file = next_file(&random), top = i / 64 % TOPS;

		model_lookup(top_key(top), mask);
		model_lookup(sub_key(top, file % SUBS), mask);
		model_lookup(file_key(file), mask);
	}
	tlb_say(s, false, tlb.nr_misses, 3 * PATHS);
}

static void lookup_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t mask = len_of(v) / sizeof(struct entry) - 1, sum;
	bool counted;

	table = v->value & INTERLEAVE ? env_map_interleaved(len_of(v), leaf_of(v))
				      : env_map(len_of(v), leaf_of(v));
	if (!table) {
		s->failure = "no memory for the table";
		return;
	}
	table_fill(mask);
	counted = env_walks_begin();
	bench_begin(s);
	sum = paths_lookup(mask);
	bench_end(s, 3 * PATHS, 0);
	if (counted)
		tlb_say(s, true, env_walks_end(), 3 * PATHS);
	if (sum != sum_expected() || lookup(file_key(FILES), mask))
		s->failure = "a lookup did not find what was put in";
	if (!counted)
		model_run(mask, s);
	env_unmap(table, len_of(v), leaf_of(v));
}

static const char *table_unavailable(const struct bench_variant *v)
{
	if (v->value & INTERLEAVE && env_nr_nodes() == 1)
		return "one node";
	if (nr_free_pages() < 3 * len_of(v) / PAGE_SIZE / 2)
		return "too little memory";
	return env_map_possible(len_of(v), leaf_of(v)) ? NULL : "no such block is free";
}

static void leaves_claim(const char *size)
{
	char huge[64], base[64], text[96];
	const char *what;
	uint64_t less, more;

	env_format(huge, sizeof(huge), "HashLookup/size=%s/leaf=huge/nodes=local", size);
	env_format(base, sizeof(base), "HashLookup/size=%s/leaf=base/nodes=local", size);
	env_format(text, sizeof(text),
		   "a hash table of %s in 2 MiB leaves misses less than in 4 KiB", size);
	if (tlb_misses_of(huge, &less, &what) && tlb_misses_of(base, &more, &what))
		claim_values("L4", text, less / 10, more / 10, what);
	env_format(text, sizeof(text), "a hash table of %s in 2 MiB leaves is faster than in 4 KiB",
		   size);
	if (!env_emulator()[0])
		claim_rows("L4", text, huge, base);
}

/* Spread over nodes, a table costs about the same from wherever it is looked up. */
static void nodes_finding(const char *size)
{
	char interleave[64], local[64], what[64];

	env_format(interleave, sizeof(interleave), "HashLookup/size=%s/leaf=huge/nodes=interleave",
		   size);
	env_format(local, sizeof(local), "HashLookup/size=%s/leaf=huge/nodes=local", size);
	env_format(what, sizeof(what), "a lookup in a table of %s spread over all nodes", size);
	finding_rows(what, "one in a table on this node", interleave, local);
}

static void lookup_summary(void)
{
	env_print("#\n# Lookups of names in large hash tables, %d in all, seed %d\n",
		  TOPS + TOPS * SUBS + FILES, SEED);
	nodes_finding("64M");
	nodes_finding("256M");
	nodes_finding("1G");
	if (!tlb_huge_leaves())
		return;
	leaves_claim("64M");
	leaves_claim("256M");
	leaves_claim("1G");
}

static const struct bench_group group_hash = {"hash", NULL, NULL, lookup_summary};

BENCH(hash_lookup) = {.name = "HashLookup",
		      .operation = "one lookup of a name in a large hash table",
		      .baseline = "leaf=direct: the direct map's largest leaves",
		      .group = &group_hash,
		      .variants = sizes,
		      .nr_variants = ARRAY_SIZE(sizes),
		      .passes = 1,
		      .run = lookup_run,
		      .unavailable = table_unavailable};
