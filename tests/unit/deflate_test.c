// SPDX-License-Identifier: MIT
/*
 * kernel/deflate_logic.c and base45_logic.c. What is compressed is unpacked again by a reader of
 * RFC 1951 of our own; tests/boot/deflate.py has Python's zlib do it.
 */
#include "kernel/base45_logic.h"
#include "apps/harness/env.h"
#include "kernel/deflate_logic.h"
#include "tests/harness/test.h"

enum { OUT_MAX = DEFLATE_MAX_LEN + 64 };

/* Big enough for a stack of the guest not to have it. */
static struct deflate work;
static uint8_t text[DEFLATE_MAX_LEN + 1], packed[OUT_MAX], unpacked[DEFLATE_MAX_LEN];

/* --- Unpacking --------------------------------------------------------------------------- */

struct reader {
	const uint8_t *bytes;
	size_t len, at; /* in bits */
	size_t nr_out;
	bool bad;
};

struct code {
	uint8_t lengths[320];
	unsigned nr;
};

static unsigned get_bits(struct reader *r, unsigned nr)
{
	unsigned value = 0;

	for (unsigned i = 0; i < nr; i++, r->at++) {
		if (r->at / 8 >= r->len) {
			r->bad = true;
			return 0;
		}
		value |= (unsigned)(r->bytes[r->at / 8] >> r->at % 8 & 1) << i;
	}
	return value;
}

/* A symbol, by counting up the canonical codes of each length. */
static unsigned get_symbol(struct reader *r, const struct code *code)
{
	unsigned first = 0, value = 0;

	for (unsigned len = 1; len <= 15 && !r->bad; len++) {
		unsigned nr = 0;

		value = value << 1 | get_bits(r, 1);
		for (unsigned i = 0; i < code->nr; i++)
			if (code->lengths[i] == len && first + nr++ == value)
				return i;
		first = (first + nr) << 1;
	}
	r->bad = true;
	return 0;
}

static void put_out(struct reader *r, uint8_t byte)
{
	if (r->nr_out == DEFLATE_MAX_LEN)
		r->bad = true;
	else
		unpacked[r->nr_out++] = byte;
}

static void get_codes(struct reader *r, struct code *literals, struct code *distances)
{
	static const uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
					11, 4,	12, 3, 13, 2, 14, 1, 15};
	struct code lengths = {.nr = 19};
	uint8_t all[320] = {0};
	unsigned nr, n = 0;

	literals->nr = get_bits(r, 5) + 257;
	distances->nr = get_bits(r, 5) + 1;
	nr = get_bits(r, 4) + 4;
	for (unsigned i = 0; i < nr; i++)
		lengths.lengths[order[i]] = (uint8_t)get_bits(r, 3);
	while (n < literals->nr + distances->nr && !r->bad) {
		unsigned symbol = get_symbol(r, &lengths), repeat = 1;
		uint8_t value = (uint8_t)symbol;

		if (symbol == 16) {
			value = n ? all[n - 1] : 0;
			repeat = get_bits(r, 2) + 3;
		} else if (symbol > 16) {
			value = 0;
			repeat = symbol == 17 ? get_bits(r, 3) + 3 : get_bits(r, 7) + 11;
		}
		for (; repeat && n < sizeof(all); repeat--)
			all[n++] = value;
	}
	r->bad |= n != literals->nr + distances->nr;
	__builtin_memcpy(literals->lengths, all, literals->nr);
	__builtin_memcpy(distances->lengths, all + literals->nr, distances->nr);
}

static void get_repetition(struct reader *r, unsigned symbol, const struct code *distances)
{
	unsigned len = 3, distance = 1, bits;

	/* Lengths come in fours of 0, 0, 1, 2 ... bits, distances in twos; the last length is 258.
	 */
	symbol -= 257;
	for (unsigned i = 0; i < symbol; i++)
		len += 1u << (i < 8 ? 0 : i / 4 - 1);
	bits = symbol < 8 ? 0 : symbol / 4 - 1;
	if (symbol == 28) {
		len = 258;
		bits = 0;
	}
	len += get_bits(r, bits);
	symbol = get_symbol(r, distances);
	for (unsigned i = 0; i < symbol; i++)
		distance += 1u << (i < 4 ? 0 : i / 2 - 1);
	distance += get_bits(r, symbol < 4 ? 0 : symbol / 2 - 1);
	if (distance > r->nr_out)
		r->bad = true;
	for (; len && !r->bad; len--)
		put_out(r, unpacked[r->nr_out - distance]);
}

static void get_block(struct reader *r, unsigned kind)
{
	struct code literals = {.nr = 288}, distances = {.nr = 30};

	if (kind == 0) {
		unsigned len;

		r->at = (r->at + 7) / 8 * 8;
		len = get_bits(r, 16);
		r->bad |= get_bits(r, 16) != (len ^ 0xffff);
		for (; len && !r->bad; len--)
			put_out(r, (uint8_t)get_bits(r, 8));
		return;
	}
	for (unsigned i = 0; i < 288; i++)
		literals.lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
	__builtin_memset(distances.lengths, 5, 30);
	if (kind == 2)
		get_codes(r, &literals, &distances);
	while (!r->bad) {
		unsigned symbol = get_symbol(r, &literals);

		if (symbol == 256)
			return;
		if (symbol < 256)
			put_out(r, (uint8_t)symbol);
		else
			get_repetition(r, symbol, &distances);
	}
}

/* Unpack packed[0..len). False: it is not in the format. The kind of its block. */
static bool unpack(size_t len, unsigned *kind)
{
	struct reader r = {packed, len, 16, 0, false};
	uint32_t sum = 0;

	if (len < 6 || packed[0] != 0x78 || (packed[0] * 256 + packed[1]) % 31)
		return false;
	if (!get_bits(&r, 1))
		return false;
	*kind = get_bits(&r, 2);
	get_block(&r, *kind);
	r.at = (r.at + 7) / 8 * 8;
	for (int i = 0; i < 4; i++)
		sum = sum << 8 | get_bits(&r, 8);
	return !r.bad && r.at == 8 * len && sum == zlib_checksum(unpacked, r.nr_out);
}

/* --- Tests ------------------------------------------------------------------------------- */

/* Compress text[0..len), unpack it, and compare. The bytes it took, 0 if anything is wrong. */
static long round_trip(size_t len, unsigned *kind)
{
	long size;

	__builtin_memset(&work, 0x5a, sizeof(work));
	__builtin_memset(unpacked, 0, sizeof(unpacked));
	size = zlib_compress(&work, text, len, packed, sizeof(packed));
	if (size <= 0 || !unpack((size_t)size, kind) || __builtin_memcmp(text, unpacked, len))
		return 0;
	return size;
}

static size_t set_text(const char *from)
{
	__builtin_memcpy(text, from, __builtin_strlen(from));
	return __builtin_strlen(from);
}

/* Under an emulator, as a rule: a sample is enough there. */
static bool in_guest(void)
{
	return env_ticks_since_entry() != 0;
}

TEST(checksums_are_those_of_adler)
{
	CHECK_EQ(zlib_checksum("", 0), 1);
	CHECK_EQ(zlib_checksum("Wikipedia", 9), 0x11e60398);
}

TEST(short_texts_take_fixed_codes)
{
	unsigned kind;

	CHECK_EQ(round_trip(0, &kind), 8);
	CHECK_EQ(kind, 1);
	/* What zlib makes of it, too. */
	CHECK_EQ(round_trip(set_text("a"), &kind), 9);
	CHECK(!__builtin_memcmp(packed, "\x78\xda\x4b\x04\x00\x00\x62\x00\x62", 9));
	CHECK_EQ(round_trip(set_text("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), &kind), 10);
	CHECK_EQ(kind, 1);
}

TEST(every_length_and_distance_is_coded)
{
	uint64_t seed = test_seed();
	unsigned kind;

	for (size_t distance = 1; distance < 30000;
	     distance += in_guest() ? distance * 2 + 1 : distance / 2 + 1)
		for (size_t len = 3; len <= 300; len += len < 12 ? 1 : 61) {
			for (size_t i = 0; i < distance; i++)
				text[i] = (uint8_t)test_random(&seed);
			for (size_t i = 0; i < len; i++)
				text[distance + i] = text[i];
			CHECK(round_trip(distance + len, &kind));
		}
}

TEST(all_there_is_room_for_is_compressed)
{
	unsigned kind;

	__builtin_memset(text, 'x', sizeof(text));
	CHECK(round_trip(DEFLATE_MAX_LEN, &kind));
	CHECK(round_trip(DEFLATE_MAX_LEN, &kind) < 80);
	CHECK_EQ(zlib_compress(&work, text, DEFLATE_MAX_LEN + 1, packed, sizeof(packed)), -EINVAL);
}

TEST(noise_is_stored)
{
	uint64_t seed = test_seed();
	unsigned kind;

	for (size_t i = 0; i < DEFLATE_MAX_LEN; i++)
		text[i] = (uint8_t)(test_random(&seed) >> 40);
	CHECK_EQ(round_trip(DEFLATE_MAX_LEN, &kind), DEFLATE_MAX_LEN + 11);
	CHECK_EQ(kind, 0);
}

/* Uses that double from symbol to symbol want codes of more than 15 bits. */
TEST(code_lengths_are_limited)
{
	size_t len = 0;
	unsigned kind;

	for (unsigned symbol = 0; symbol < 14; symbol++)
		for (unsigned i = 0; i < 1u << symbol && len < DEFLATE_MAX_LEN; i++)
			text[len++] = (uint8_t)(symbol * 7 + (i * i % 5 == 1 ? 100 : 0));
	for (unsigned symbol = 0; symbol < 20; symbol++)
		text[len++] = (uint8_t)(200 + symbol);
	CHECK(round_trip(len, &kind));
	CHECK_EQ(kind, 2);
	/* Fibonacci's numbers make the deepest trees; shuffled, so that nothing repeats. */
	len = 0;
	for (unsigned symbol = 0, a = 1, b = 1; symbol < 21; symbol++, b += a, a = b - a)
		for (unsigned i = 0; i < a && len < DEFLATE_MAX_LEN; i++)
			text[len++] = (uint8_t)symbol;
	for (size_t i = len - 1; i > 0; i--) {
		size_t k = (i * 2654435761u >> 7) % (i + 1);
		uint8_t t = text[i];

		text[i] = text[k];
		text[k] = t;
	}
	CHECK(round_trip(len, &kind));
	CHECK_EQ(kind, 2);
}

TEST(random_texts_come_back)
{
	uint64_t seed = test_seed();
	unsigned kind, kinds = 0;

	for (int round = 0; round < (in_guest() ? 40 : 300); round++) {
		size_t len = test_random(&seed) % (round % 10 ? 600 : DEFLATE_MAX_LEN);
		uint64_t letters = 1 + test_random(&seed) % 255;

		for (size_t i = 0; i < len; i++)
			text[i] = (uint8_t)(test_random(&seed) % letters * 41);
		CHECK(round_trip(len, &kind));
		kinds |= 1u << kind;
	}
	CHECK_EQ(kinds, 7);
}

TEST(too_little_room_is_told_and_never_left)
{
	size_t len = set_text("BulkArray/batch=1 6837\n/2 3761\n/4 2800\n/8 1616\n/16 1279\n");
	unsigned kind;
	long size = round_trip(len, &kind);

	CHECK(size > 0);
	for (size_t room = 0; room < (size_t)size; room++) {
		packed[room] = 0xa5;
		CHECK_EQ(zlib_compress(&work, text, len, packed, room), -E2BIG);
		CHECK_EQ(packed[room], 0xa5);
	}
	CHECK_EQ(zlib_compress(&work, text, len, packed, (size_t)size), size);
}

/* The examples of RFC 9285. */
TEST(base45_is_that_of_the_standard)
{
	static const struct {
		const char *bytes, *text;
	} known[] = {{"AB", "BB8"},
		     {"Hello!!", "%69 VD92EX0"},
		     {"base-45", "UJCLQE7W581"},
		     {"ietf!", "QED8WEX0"},
		     {"", ""}};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		char out[16] = {0};
		size_t len = __builtin_strlen(known[i].bytes);

		base45_encode(known[i].bytes, len, out);
		CHECK_STREQ(out, known[i].text);
		CHECK_EQ(BASE45_LEN(len), __builtin_strlen(known[i].text));
	}
}
