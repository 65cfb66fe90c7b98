// SPDX-License-Identifier: MIT
/*
 * The set of a zone's whole free chunks, as bits with summaries above. Private to mm/.
 *
 * bits[w] holds 64 chunks, 128 MiB. A bit of some[] says that a word of bits[] is not 0, a bit of
 * some2[] the same of some[]; a chunk is found from the top in three steps, lowest address first,
 * and usually one word is written. Neighbours merge by being set: a free block of 2^k chunks is an
 * aligned run of as many bits, which orders up to 15 find inside a word and larger ones as whole
 * words.
 *
 * Lock: pg_data.lock. Cost: one chunk O(1) (one step more for each 512 GiB); larger blocks
 * O(words), which is 8 a GiB.
 */
#pragma once

#include "mm/types.h"

#define CHUNK_NONE (~0u)

struct chunk_set {
	uint64_t *bits;
	uint64_t *some;
	uint64_t *some2;
	uint32_t nr_words;  /* of bits[] */
	uint32_t nr_words2; /* of some2[] */
};

/* Bytes that chunk_set_init() needs for nr_chunks chunks. */
size_t chunk_set_len(uint64_t nr_chunks);

/* An empty set for chunks 0..nr_chunks-1 over zeroed memory. */
void chunk_set_init(struct chunk_set *set, uint64_t nr_chunks, void *memory);

static inline bool chunk_set_has(const struct chunk_set *set, uint64_t c)
{
	return set->bits[c / 64] >> (c % 64) & 1;
}

/* Put chunk c, which is not there, into the set. */
static force_inline void chunk_set_add(struct chunk_set *set, uint64_t c)
{
	uint64_t w = c / 64;
	uint64_t old = set->bits[w];

	set->bits[w] = old | 1ull << (c % 64);
	if (unlikely(!old)) {
		set->some[w / 64] |= 1ull << (w % 64);
		set->some2[w / 4096] |= 1ull << (w / 64 % 64);
	}
}

/* Tell the summaries that bits[w] is 0 now. */
static force_inline void chunk_set_emptied(struct chunk_set *set, uint64_t w)
{
	set->some[w / 64] &= ~(1ull << (w % 64));
	if (!set->some[w / 64])
		set->some2[w / 4096] &= ~(1ull << (w / 64 % 64));
}

/* Take the chunk of the lowest address out. CHUNK_NONE: the set is empty. */
static force_inline uint32_t chunk_set_take(struct chunk_set *set)
{
	uint64_t top = set->some2[0];
	uint64_t word, w;
	uint32_t i = 0;

	while (unlikely(!top)) {
		if (++i == set->nr_words2)
			return CHUNK_NONE;
		top = set->some2[i];
	}
	w = i * 64ull + (uint32_t)__builtin_ctzll(top);
	w = w * 64 + (uint32_t)__builtin_ctzll(set->some[w]);
	word = set->bits[w];
	set->bits[w] = word & (word - 1);
	if (unlikely(!(word & (word - 1))))
		chunk_set_emptied(set, w);
	return (uint32_t)w * 64 + (uint32_t)__builtin_ctzll(word);
}

/* Take an aligned block of 2^order chunks out, order 1..9; its first chunk. CHUNK_NONE: none. */
uint32_t chunk_set_take_block(struct chunk_set *set, unsigned order);

/* Do the summaries fit the bits? For mm_check(). */
bool chunk_set_valid(const struct chunk_set *set);
