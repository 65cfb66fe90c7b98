// SPDX-License-Identifier: MIT
/*
 * kernel/payload_logic.c. tools/qr reads what it makes: tests/boot/screen.py.
 */
#include "kernel/payload_logic.h"
#include "tests/harness/test.h"

static struct payload payload;

#define HEAD "version: bulkhead x\n"

/* Is the text this one? */
static bool text_is(const char *text)
{
	return payload.text_len == __builtin_strlen(text) &&
	       !__builtin_memcmp(payload.text, text, payload.text_len);
}

TEST(names_are_told_by_what_changes)
{
	static const struct payload_row rows[] = {
		{"BulkFree/batch=1/free=random/cpus=1", 6837, false},
		{"BulkFree/batch=2/free=random/cpus=1", 1, false},
		{"BulkFree/batch=2/mem=aged/cpus=1", 2, false},
		{"BulkFree/batch=2/cpus=1", 3, false},
		{"BulkList/batch=2/cpus=1", 4, false},
		{"Scale/cpus=1", 5, false},
		{"Scale/cpus=2", 6, false},
		{"Scale/cpus=4", 7, false},
		{"Scale/cpus=12", 8, false},
		{"Odd/name/cpus=1", 9, false},
		{"!Odd/a=b=c", 10, false},
		{"Odd//a=1/cpus=1", 11, false},
		{"Odd/a=1/cpus=1", 12, false},
	};

	CHECK_EQ(payload_make(&payload, HEAD, rows, ARRAY_SIZE(rows), PAYLOAD_MAX_CODE), 0);
	CHECK_EQ(payload.nr_kept, ARRAY_SIZE(rows));
	CHECK(text_is(HEAD "rows: 13 of 13\n"
			   "BulkFree/batch=1/free=random\n/2/random\n//mem=aged\n/2\n"
			   "BulkList/2\nScale\n/cpus=2\n/4\n/12\n!Odd/name/cpus=1\n!!Odd/a=b=c\n"
			   "!Odd//a=1/cpus=1\nOdd/a=1\n\n"
			   "6837\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n"));
}

TEST(medians_are_rounded_to_four_digits)
{
	CHECK_EQ(payload_round(0), 0);
	CHECK_EQ(payload_round(9999), 9999);
	CHECK_EQ(payload_round(10004), 10000);
	CHECK_EQ(payload_round(10005), 10010);
	CHECK_EQ(payload_round(99996), 100000);
	CHECK_EQ(payload_round(1234567), 1235000);
	CHECK_EQ(payload_round(UINT64_MAX), 18440000000000000000ull);
}

TEST(the_code_is_the_prefix_and_base45_of_zlib)
{
	char expected[16];

	CHECK_EQ(payload_make(&payload, HEAD, NULL, 0, PAYLOAD_MAX_CODE), 0);
	CHECK(text_is(HEAD "rows: 0 of 0\n\n"));
	CHECK(!__builtin_memcmp(payload.code, "BULKHEAD1:", 10));
	base45_encode(payload.packed, 10, expected);
	CHECK(!__builtin_memcmp(payload.code + 10, expected, 15));
	CHECK_EQ(payload.packed[0], 0x78);
}

/* Names of 16 variants of each of several benchmarks. */
static void make_rows(struct payload_row *rows, char (*names)[32], uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		char *to = names[i];

		__builtin_memcpy(to, "Bench_/size=__/cpus=1", 22);
		to[5] = (char)('A' + i / 16);
		to[12] = (char)('0' + i % 16 / 10);
		to[13] = (char)('0' + i % 16 % 10);
		rows[i] = (struct payload_row){to, i * 7919ull % 100000, i == 21};
	}
}

static bool is_kept(uint32_t i)
{
	return payload.rank[i] < payload.nr_kept;
}

TEST(what_does_not_fit_is_thinned_out_and_said)
{
	enum { NR = 160 };
	struct payload_row *rows = test_arena(NR * sizeof(rows[0]));
	char(*names)[32] = test_arena(NR * sizeof(names[0]));
	uint32_t last = NR + 1;

	CHECK(rows && names);
	make_rows(rows, names, NR);
	for (size_t room = 1000; room > 80; room -= 60) {
		uint32_t odd = 0, even = 0;
		char line[24] = "rows: ";

		CHECK_EQ(payload_make(&payload, HEAD, rows, NR, room), 0);
		CHECK(payload.len <= room);
		CHECK(payload.nr_kept < last || payload.nr_kept == NR);
		last = payload.nr_kept;
		for (uint32_t i = 0; i < NR; i++) {
			odd += is_kept(i) && i % 2 && i != 21;
			even += is_kept(i) && i % 2 == 0;
		}
		CHECK_EQ(is_kept(21), payload.nr_kept >= 3); /* behind the first rows of A and B */
		CHECK(!odd || even == NR / 2);
		/* The text says how many there are. */
		for (uint32_t n = payload.nr_kept, scale = 100; scale; scale /= 10)
			if (n >= scale || scale == 1) {
				size_t len = __builtin_strlen(line);

				line[len] = (char)('0' + n / scale % 10);
			}
		payload.text[payload.text_len < DEFLATE_MAX_LEN ? payload.text_len : 0] = '\0';
		CHECK(test_contains(payload.text, line));
		CHECK(test_contains(payload.text, " of 160\n"));
	}
	CHECK(last < NR / 2);
	CHECK_EQ(payload_make(&payload, HEAD, rows, NR, 40), -E2BIG);
}

TEST(rows_beyond_what_there_is_room_for_are_counted)
{
	uint32_t nr = PAYLOAD_MAX_ROWS + 10;
	struct payload_row *rows = test_arena(nr * sizeof(rows[0]));

	CHECK(rows);
	for (uint32_t i = 0; i < nr; i++)
		rows[i] = (struct payload_row){"Same/a=1", 5, false};
	CHECK_EQ(payload_make(&payload, HEAD, rows, nr, PAYLOAD_MAX_CODE), 0);
	CHECK_EQ(payload.nr_kept, PAYLOAD_MAX_ROWS);
	payload.text[payload.text_len] = '\0';
	CHECK(test_contains(payload.text, "rows: 4096 of 4106\n"));
}
