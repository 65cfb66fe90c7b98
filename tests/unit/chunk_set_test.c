// SPDX-License-Identifier: MIT
/* Sets of whole chunks: the two levels of summaries, against a plain array. */
#include "mm/chunk_set.h"

#include "tests/harness/test.h"

enum { CHUNKS = 3 * 4096 + 64, STEPS = 20000, FILL_STEPS = 4000 };

static struct chunk_set set;
static bool there[CHUNKS];

static bool setup(void)
{
	void *memory = test_arena(chunk_set_len(CHUNKS));

	__builtin_memset(there, 0, sizeof(there));
	if (memory)
		chunk_set_init(&set, CHUNKS, memory);
	return memory != NULL;
}

static void add(uint32_t c)
{
	chunk_set_add(&set, c);
	there[c] = true;
}

static uint32_t lowest(void)
{
	for (uint32_t c = 0; c < CHUNKS; c++)
		if (there[c])
			return c;
	return CHUNK_NONE;
}

static uint32_t lowest_block(unsigned order)
{
	for (uint32_t c = 0; c + (1u << order) <= CHUNKS; c += 1u << order) {
		uint32_t n = 0;

		while (n < 1u << order && there[c + n])
			n++;
		if (n == 1u << order)
			return c;
	}
	return CHUNK_NONE;
}

/* Take a block away from the model, if there is one. */
static void gone(uint32_t c, unsigned order)
{
	for (uint32_t i = 0; c != CHUNK_NONE && i < 1u << order; i++)
		there[c + i] = false;
}

static void check_same(void)
{
	CHECK(chunk_set_valid(&set));
	for (uint32_t c = 0; c < CHUNKS; c++)
		CHECK_EQ(chunk_set_has(&set, c), there[c]);
}

/* Alone at each border of the summaries, a chunk is found, and leaves nothing behind. */
TEST(each_chunk_is_found_alone)
{
	static const uint32_t places[] = {0,	63,   64,   4095,	    4096,
					  4160, 8191, 8192, 2 * 4096 + 127, CHUNKS - 1};

	if (!setup())
		return;
	CHECK_EQ(chunk_set_take(&set), CHUNK_NONE);
	for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
		add(places[i]);
		check_same();
		CHECK_EQ(chunk_set_take(&set), places[i]);
		gone(places[i], 0);
		check_same();
		CHECK_EQ(chunk_set_take(&set), CHUNK_NONE);
	}
}

/* A terabyte: one word of the top level tells of 512 GiB. */
TEST(chunks_beyond_512_gib_are_found)
{
	enum { TOP = 64 * 64 * 64, MANY = 2 * TOP + 64 };
	static const uint32_t places[] = {TOP - 1, TOP, TOP + 4097, 2 * TOP - 1, 2 * TOP + 63};
	void *memory = test_arena(chunk_set_len(MANY));

	CHECK(memory);
	chunk_set_init(&set, MANY, memory);
	CHECK_EQ(set.nr_words2, 3);
	for (unsigned i = 0; i < ARRAY_SIZE(places); i++)
		chunk_set_add(&set, places[i]);
	CHECK(chunk_set_valid(&set));
	for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
		CHECK_EQ(chunk_set_take(&set), places[i]);
		CHECK(chunk_set_valid(&set));
	}
	CHECK_EQ(chunk_set_take(&set), CHUNK_NONE);
}

TEST(random_takes_give_the_lowest)
{
	uint64_t seed = test_seed();

	test_note("seed %llu", (unsigned long long)seed);
	if (!setup())
		return;
	for (unsigned step = 0; step < STEPS && !test_failed(); step++) {
		uint64_t draw = test_random(&seed);
		uint32_t c = (uint32_t)(draw >> 32) % CHUNKS;
		unsigned order = draw % 16;

		if (step < FILL_STEPS || order > 9) {
			uint32_t most = c + 1 + (uint32_t)(draw >> 20) % 300;

			for (; c < most && c < CHUNKS; c++)
				if (!there[c])
					add(c);
		} else if (!order) {
			c = chunk_set_take(&set);
			CHECK_EQ(c, lowest());
			gone(c, 0);
		} else {
			c = chunk_set_take_block(&set, order);
			CHECK_EQ(c, lowest_block(order));
			gone(c, order);
		}
		if (step % 500 == 0)
			check_same();
	}
	check_same();
}

TEST(summaries_that_do_not_fit_are_noticed)
{
	if (!setup())
		return;
	add(5000);
	CHECK(chunk_set_valid(&set));
	set.some[1] ^= 1ull << (5000 / 64 - 64);
	CHECK(!chunk_set_valid(&set));
	set.some[1] ^= 1ull << (5000 / 64 - 64);
	set.some[2] ^= 1;
	CHECK(!chunk_set_valid(&set));
	set.some[2] ^= 1;
	set.some2[0] ^= 1;
	CHECK(!chunk_set_valid(&set));
	set.some2[0] ^= 1;
	CHECK(chunk_set_valid(&set));
}
