// SPDX-License-Identifier: MIT
#include "mm/chunk_set.h"

static uint64_t words_for(uint64_t nr_bits)
{
	return (nr_bits + 63) / 64;
}

size_t chunk_set_len(uint64_t nr_chunks)
{
	uint64_t nr_words = words_for(nr_chunks) + 1;
	uint64_t nr_some = words_for(nr_words) + 1;

	return (nr_words + nr_some + words_for(nr_some) + 1) * sizeof(uint64_t);
}

void chunk_set_init(struct chunk_set *set, uint64_t nr_chunks, void *memory)
{
	uint64_t nr_words = words_for(nr_chunks) + 1; /* at least one, so that some2[0] is there */
	uint64_t nr_some = words_for(nr_words) + 1;

	set->bits = memory;
	set->some = set->bits + nr_words;
	set->some2 = set->some + nr_some;
	set->nr_words = (uint32_t)words_for(nr_chunks);
	set->nr_words2 = (uint32_t)words_for(nr_some);
}

/* Bits of `word` at which an aligned run of 2^order set bits starts, order 0..6. */
static uint64_t run_starts(uint64_t word, unsigned order)
{
	static const uint64_t aligned[] = {~0ull,
					   0x5555555555555555,
					   0x1111111111111111,
					   0x0101010101010101,
					   0x0001000100010001,
					   0x0000000100000001,
					   0x0000000000000001};

	for (unsigned k = 0; k < order; k++)
		word &= word >> (1u << k);
	return word & aligned[order];
}

/* Are the `nr` words from w on all ones? */
static bool words_full(const struct chunk_set *set, uint32_t w, uint32_t nr)
{
	for (uint32_t i = w; i < w + nr; i++)
		if (set->bits[i] != ~0ull)
			return false;
	return true;
}

uint32_t chunk_set_take_block(struct chunk_set *set, unsigned order)
{
	uint32_t step =
		order > 6 ? 1u << (order - 6) : 1; /* words of a block, or one to look into */

	for (uint32_t w = 0; w + step <= set->nr_words; w += step) {
		uint64_t starts =
			order <= 6 ? run_starts(set->bits[w], order) : words_full(set, w, step);
		unsigned first;
		uint64_t mask;

		if (!starts)
			continue;
		first = (unsigned)__builtin_ctzll(starts);
		mask = (order >= 6 ? ~0ull : (1ull << (1u << order)) - 1) << first;
		for (uint32_t i = w; i < w + step; i++) {
			set->bits[i] &= ~mask;
			if (!set->bits[i])
				chunk_set_emptied(set, i);
		}
		return w * 64 + first;
	}
	return CHUNK_NONE;
}

bool chunk_set_valid(const struct chunk_set *set)
{
	for (uint32_t w = 0; w < set->nr_words; w++) {
		if ((set->some[w / 64] >> (w % 64) & 1) != (set->bits[w] != 0))
			return false;
		if ((set->some2[w / 4096] >> (w / 64 % 64) & 1) != (set->some[w / 64] != 0))
			return false;
	}
	return true;
}
