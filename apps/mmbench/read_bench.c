// SPDX-License-Identifier: MIT
/*
 * Reading vmalloc memory at random: what the leaves of its mapping cost.
 *
 * Each read's address depends on the read before: a linear congruential sequence to which the word
 * read, always 0, is added. So there is nothing to overlap, and the end of the sequence proves that
 * all reads were made. TLB misses are those of a model fed with the same addresses (tlb_model.h),
 * as long as no counter of a CPU is there to ask.
 */
#include "apps/harness/bench.h"
#include "apps/harness/tlb.h"
#include "apps/harness/tlb_model.h"
#include "apps/mmbench/claim.h"
#include "mm/page_alloc.h"

#define READ(text, bytes)                                                                          \
	{"size=" text "/leaf=direct", (bytes) | ENV_LEAF_DIRECT, false},                           \
		{"size=" text "/leaf=huge", (bytes) | ENV_LEAF_HUGE, false},                       \
	{                                                                                          \
		"size=" text "/leaf=base", (bytes) | ENV_LEAF_BASE, false                          \
	}

/* The size with the kind of leaf in its lowest bits. */
static const struct bench_variant tables[] = {READ("64K", 64ul << 10), READ("1M", 1ul << 20),
					      READ("16M", 16ul << 20), READ("64M", 64ul << 20),
					      READ("256M", 256ul << 20)};

enum { READS = 1 << 16, LEAF_BITS = 3, FIRST = 12345 };

static const struct bench_variant *mapped_for; /* the table at hand */
static uint64_t *table;
static struct tlb_model tlb;

static enum env_leaf leaf_of(const struct bench_variant *v)
{
	return (enum env_leaf)(v->value & LEAF_BITS);
}

static size_t len_of(const struct bench_variant *v)
{
	return v->value & ~(uint64_t)LEAF_BITS;
}

static void table_drop(void)
{
	if (mapped_for)
		env_unmap(table, len_of(mapped_for), leaf_of(mapped_for));
	mapped_for = NULL;
}

static bool table_make(const struct bench_variant *v)
{
	table_drop();
	table = env_map(len_of(v), leaf_of(v));
	if (table)
		mapped_for = v;
	return table != NULL;
}

/* The next of a sequence in which each place comes up about as often (Knuth, TAOCP 2, 3.3.4). */
static inline uint64_t next_place(uint64_t place)
{
	return place * 6364136223846793005ull + 1442695040888963407ull;
}

/* Word of the table for a place: high bits, as the low ones repeat soon. */
static inline uint64_t word_of(uint64_t place, uint64_t nr_words)
{
	return (place >> 20) & (nr_words - 1);
}

static void model_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t nr_words = len_of(v) / sizeof(uint64_t);
	uint64_t place = FIRST;

	if (!env_leaf_len(table))
		return;
	tlb_model_reset(&tlb);
	for (int i = 0; i < READS; i++) {
		const uint64_t *word = table + word_of(place, nr_words);

		tlb_model_read(&tlb, (uintptr_t)word, env_leaf_len(word));
		place = next_place(place);
	}
	tlb_say(s, false, tlb.nr_misses, READS);
}

static void read_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t nr_words = len_of(v) / sizeof(uint64_t);
	uint64_t place = FIRST;
	uint64_t expect = FIRST;
	bool counted;

	if (!table_make(v)) {
		s->failure = "no memory for the table";
		return;
	}
	counted = env_walks_begin();
	bench_begin(s);
	for (int i = 0; i < READS; i++)
		place = next_place(place +
				   *(volatile uint64_t *)(table + word_of(place, nr_words)));
	bench_end(s, READS, 0);
	if (counted)
		tlb_say(s, true, env_walks_end(), READS);
	for (int i = 0; i < READS; i++)
		expect = next_place(expect);
	if (place != expect)
		s->failure = "a word of the table was not 0";
	if (!counted)
		model_run(v, s);
	table_drop();
}

static const char *table_unavailable(const struct bench_variant *v)
{
	if (nr_free_pages() < 2 * len_of(v) / PAGE_SIZE)
		return "too little memory";
	return env_map_possible(len_of(v), leaf_of(v)) ? NULL : "no such block is free";
}

/* Misses by the model, and time where no emulator stands between. */
static void leaves_claim(const char *size, bool huge_leaves)
{
	char direct[64], huge[64], base[64], text[96];
	const char *what;
	uint64_t less, more;

	env_format(direct, sizeof(direct), "VmallocRead/size=%s/leaf=direct", size);
	env_format(huge, sizeof(huge), "VmallocRead/size=%s/leaf=huge", size);
	env_format(base, sizeof(base), "VmallocRead/size=%s/leaf=base", size);
	env_format(text, sizeof(text),
		   "%s of vmalloc in 4 KiB leaves misses more than the direct "
		   "map",
		   size);
	if (tlb_misses_of(direct, &less, &what) && tlb_misses_of(base, &more, &what))
		claim_values("L3", text, less / 10, more / 10, what);
	if (!huge_leaves)
		return;
	env_format(text, sizeof(text), "%s of vmalloc in 2 MiB leaves misses less than in 4 KiB",
		   size);
	if (tlb_misses_of(huge, &less, &what) && tlb_misses_of(base, &more, &what))
		claim_values("L3", text, less / 10, more / 10, what);
	env_format(text, sizeof(text), "%s of vmalloc in 2 MiB leaves is read faster than in 4 KiB",
		   size);
	if (!env_emulator()[0])
		claim_rows("L3", text, huge, base);
}

/* What the figure of the second column is a model of. */
static void read_summary(void)
{
	env_print(
		"#\n# tlbmiss/op(model): page walks of a data TLB like that of " TLB_MODEL_NAME
		"\n#   64 entries for 4 KiB, 32 for 2 MiB, behind them 512 for 4 KiB; 4-way, LRU\n"
		"#   (Intel Optimization Reference Manual)\n");
	leaves_claim("64K", false); /* less than a huge leaf */
	leaves_claim("64M", tlb_huge_leaves());
	leaves_claim("256M", tlb_huge_leaves());
}

static const struct bench_group group_read = {"vmalloc read", NULL, NULL, read_summary};

BENCH(vmalloc_read) = {.name = "VmallocRead",
		       .operation = "one dependent read at a random place of the table",
		       .baseline = "leaf=direct: the direct map's largest leaves",
		       .group = &group_read,
		       .variants = tables,
		       .nr_variants = ARRAY_SIZE(tables),
		       .passes = 1,
		       .run = read_run,
		       .unavailable = table_unavailable};
