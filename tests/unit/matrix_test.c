// SPDX-License-Identifier: MIT
/* Each kernel that this CPU can run against the plain twin, bit for bit, at sizes of every kind. */
#include "apps/harness/env.h"
#include "apps/matrix/gemm.h"
#include "tests/harness/test.h"

enum { MOST = 150 };

static const gemm_fn kernels[] = {gemm_sse2, gemm_avx2, gemm_avx512};

static double *matrix(void)
{
	return test_arena(MOST * MOST * sizeof(uint64_t));
}

TEST(kernels_agree_with_the_plain_one)
{
	static const uint64_t sizes[] = {1,  2,	 3,  4,	 5,  6,	 7,  8,	 15,
					 16, 23, 24, 25, 48, 64, 97, 150};
	double *a = matrix(), *b = matrix(), *plain = matrix(), *c = matrix();
	double *scratch = test_arena(GEMM_SCRATCH_LEN);

	if (!a || !b || !plain || !c || !scratch) {
		test_skip("no memory for the matrices");
		return;
	}
	for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
		uint64_t n = sizes[i];

		matrix_fill(n, a, 2 * n);
		matrix_fill(n, b, 2 * n + 1);
		gemm_plain(n, a, b, plain, scratch);
		for (unsigned k = 0; k <= env_vector(); k++) {
			__builtin_memset(c, 0xff, n * n * sizeof(uint64_t));
			kernels[k](n, a, b, c, scratch);
			CHECK(!__builtin_memcmp(c, plain, n * n * sizeof(uint64_t)));
		}
	}
}

/* The check that benchmarks rely on finds any one wrong place. */
TEST(a_wrong_product_is_found)
{
	const uint64_t n = 20;
	double *a = matrix(), *b = matrix(), *c = matrix(), *work = matrix();

	if (!a || !b || !c || !work) {
		test_skip("no memory for the matrices");
		return;
	}
	matrix_fill(n, a, 1);
	matrix_fill(n, b, 2);
	gemm_plain(n, a, b, c, NULL);
	CHECK(gemm_right(n, a, b, c, work));
	for (uint64_t i = 0; i < n * n; i++) {
		uint64_t *place = (uint64_t *)c + i, right = *place;

		*place = 0x40c3880000000000 + (1ull << 40); /* 10002, larger than any here */
		CHECK(!gemm_right(n, a, b, c, work));
		*place = right;
	}
	CHECK(gemm_right(n, a, b, c, work));
}

/* A kernel that mixes up columns, as packing might, is found out for any two. */
TEST(swapped_columns_are_found)
{
	const uint64_t n = 64;
	double *a = matrix(), *b = matrix(), *c = matrix(), *work = matrix();
	uint64_t *places = (uint64_t *)c;

	if (!a || !b || !c || !work) {
		test_skip("no memory for the matrices");
		return;
	}
	matrix_fill(n, a, 1);
	matrix_fill(n, b, 2);
	for (uint64_t i = 0; i < n; i++)
		for (uint64_t j = 0; j < i; j++) {
			gemm_plain(n, a, b, c, NULL);
			for (uint64_t row = 0; row < n; row++) {
				uint64_t place = places[row * n + i];

				places[row * n + i] = places[row * n + j];
				places[row * n + j] = place;
			}
			CHECK(!gemm_right(n, a, b, c, work));
			j += i % 5; /* not all of them, for time */
		}
}

TEST(the_diagonal_is_summed)
{
	double *a = matrix();

	CHECK(a);
	for (uint64_t n = 1; n <= MOST; n += 7) {
		__builtin_memset(a, 0, n * n * sizeof(uint64_t));
		trace_fill(n, a);
		CHECK_EQ(trace_sum(n, a), n * (n + 1) / 2);
	}
}
