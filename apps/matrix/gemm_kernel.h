// SPDX-License-Identifier: MIT
/*
 * One kernel of gemm.h. Who includes this has defined
 *
 *   GEMM_NAME     its function's name
 *   GEMM_TARGET   the instructions it may use, as the compiler names them
 *   GEMM_WIDTH    doubles in a vector
 *   GEMM_ROWS, EACH_ROW(M)      rows of a tile, and M(0) M(1) ... for each
 *   GEMM_COLS, EACH_COL(M, i)   vectors in a row of a tile, and M(i, 0) M(i, 1) ...
 *
 * so that a tile fills the registers but for what a step of the innermost loop needs.
 */
#pragma once

#include "apps/matrix/gemm.h"

#define KERNEL_FN static __attribute__((target(GEMM_TARGET)))

typedef double vec __attribute__((vector_size(GEMM_WIDTH * 8), aligned(8), may_alias));

enum { STRIP_A = GEMM_ROWS, STRIP_B = GEMM_COLS * GEMM_WIDTH };

/* Rows of A in strips of a tile's height, column by column; zeroes below the last. */
KERNEL_FN void pack_a(uint64_t n, const double *a, uint64_t rows, uint64_t kc, double *to)
{
	for (uint64_t i = 0; i < rows; i += STRIP_A) {
		uint64_t here = rows - i < STRIP_A ? rows - i : STRIP_A;

		for (uint64_t k = 0; k < kc; k++, to += STRIP_A) {
			for (uint64_t r = 0; r < here; r++)
				to[r] = a[(i + r) * n + k];
			for (uint64_t r = here; r < STRIP_A; r++)
				to[r] = 0;
		}
	}
}

/* Columns of B in strips of a tile's width, row by row; zeroes beside the last. */
KERNEL_FN void pack_b(uint64_t n, const double *b, uint64_t kc, uint64_t cols, double *to)
{
	for (uint64_t j = 0; j < cols; j += STRIP_B) {
		uint64_t here = cols - j < STRIP_B ? cols - j : STRIP_B;

		for (uint64_t k = 0; k < kc; k++, to += STRIP_B) {
			for (uint64_t c = 0; c < here; c++)
				to[c] = b[k * n + j + c];
			for (uint64_t c = here; c < STRIP_B; c++)
				to[c] = 0;
		}
	}
}

#define VEC_AT(pointer) (*(vec *)(pointer))

/* A tile of C, `ld` doubles from row to row: the product of two strips, added to it or in its
 * place. */
KERNEL_FN void tile(uint64_t kc, const double *a, const double *b, double *c, uint64_t ld, bool add)
{
#define START(i, j)  vec c##i##j = {0};
#define START_ROW(i) EACH_COL(START, i)
	EACH_ROW(START_ROW)

	for (uint64_t k = 0; k < kc; k++, a += STRIP_A, b += STRIP_B) {
#define LOAD(i, j) const vec b##j = VEC_AT(b + (j)*GEMM_WIDTH);
		EACH_COL(LOAD, 0)
#define STEP(i, j)  c##i##j += a[i] * b##j;
#define STEP_ROW(i) EACH_COL(STEP, i)
		EACH_ROW(STEP_ROW)
	}
	if (add) {
#define ADD(i, j)  c##i##j += VEC_AT(c + (i)*ld + (j)*GEMM_WIDTH);
#define ADD_ROW(i) EACH_COL(ADD, i)
		EACH_ROW(ADD_ROW)
	}
#define STORE(i, j)  VEC_AT(c + (i)*ld + (j)*GEMM_WIDTH) = c##i##j;
#define STORE_ROW(i) EACH_COL(STORE, i)
	EACH_ROW(STORE_ROW)
}

/* A tile that reaches beyond the matrix: by way of a whole one. */
KERNEL_FN void tile_edge(uint64_t kc, const double *a, const double *b, double *c, uint64_t ld,
			 bool add, uint64_t rows, uint64_t cols)
{
	double whole[STRIP_A * STRIP_B] __attribute__((aligned(GEMM_ALIGN)));

	tile(kc, a, b, whole, STRIP_B, false);
	for (uint64_t i = 0; i < rows; i++)
		for (uint64_t j = 0; j < cols; j++)
			c[i * ld + j] = whole[i * STRIP_B + j] + (add ? c[i * ld + j] : 0);
}

/* A block of A times a panel of B, both packed. */
KERNEL_FN void block(uint64_t rows, uint64_t cols, uint64_t kc, const double *a, const double *b,
		     double *c, uint64_t ld, bool add)
{
	for (uint64_t j = 0; j < cols; j += STRIP_B)
		for (uint64_t i = 0; i < rows; i += STRIP_A) {
			const double *strip_a = a + i * kc, *strip_b = b + j * kc;
			double *to = c + i * ld + j;

			if (rows - i >= STRIP_A && cols - j >= STRIP_B)
				tile(kc, strip_a, strip_b, to, ld, add);
			else
				tile_edge(kc, strip_a, strip_b, to, ld, add,
					  rows - i < STRIP_A ? rows - i : STRIP_A,
					  cols - j < STRIP_B ? cols - j : STRIP_B);
		}
}

static uint64_t at_most(uint64_t left, uint64_t most)
{
	return left < most ? left : most;
}

__attribute__((target(GEMM_TARGET))) void GEMM_NAME(uint64_t n, const double *a, const double *b,
						    double *c, double *scratch)
{
	double *packed_a = scratch, *packed_b = scratch + (size_t)GEMM_KC * (GEMM_MC + 64);

	for (uint64_t j = 0; j < n; j += GEMM_NC) {
		uint64_t cols = at_most(n - j, GEMM_NC);

		for (uint64_t k = 0; k < n; k += GEMM_KC) {
			uint64_t kc = at_most(n - k, GEMM_KC);

			pack_b(n, b + k * n + j, kc, cols, packed_b);
			for (uint64_t i = 0; i < n; i += GEMM_MC) {
				uint64_t rows = at_most(n - i, GEMM_MC);

				pack_a(n, a + i * n + k, rows, kc, packed_a);
				block(rows, cols, kc, packed_a, packed_b, c + i * n + j, n, k > 0);
			}
		}
	}
}
