// SPDX-License-Identifier: MIT
/*
 * Dense matrix multiplication of doubles, in kernels for each width of vector registers. These
 * files
 * (*_vec.c) alone are compiled for vector registers; whoever calls has seen that the CPU has them
 * and that they are enabled (env_vector()).
 *
 * The structure is that of Goto and van de Geijn (ACM TOMS 34, 2008): a panel of B and a block of A
 * are packed so that the innermost loop reads both in a row, and a tile of C stays in registers
 * meanwhile.
 */
#pragma once

#include "mm/types.h"

enum { GEMM_KC = 256, GEMM_MC = 192, GEMM_NC = 2048, GEMM_ALIGN = 64 };

/* Bytes of scratch memory that a multiplication needs, aligned to GEMM_ALIGN. */
#define GEMM_SCRATCH_LEN (((size_t)GEMM_KC * (GEMM_NC + 64) + (size_t)GEMM_KC * (GEMM_MC + 64)) * 8)

/* C = A B; all n by n, row after row. */
typedef void (*gemm_fn)(uint64_t n, const double *a, const double *b, double *c, double *scratch);

void gemm_sse2(uint64_t n, const double *a, const double *b, double *c, double *scratch);
void gemm_avx2(uint64_t n, const double *a, const double *b, double *c, double *scratch);
void gemm_avx512(uint64_t n, const double *a, const double *b, double *c, double *scratch);

/* The same by three plain loops: what the others are checked against. `scratch` is not used. */
void gemm_plain(uint64_t n, const double *a, const double *b, double *c, double *scratch);

/* Small whole numbers in every place, the same each time for the same seed: products are exact. */
void matrix_fill(uint64_t n, double *matrix, uint64_t seed);

/*
 * Is C the product of A and B? By two vectors (Freivalds): C x = A (B x), in whole numbers below
 * 2^53, so nothing is rounded. One is 1, -1, 1 ..., the other has 20 bits that differ from place to
 * place. A wrong C that passes would have to be wrong just so. `work`: 2 n doubles.
 */
bool gemm_right(uint64_t n, const double *a, const double *b, const double *c, double *work);

/* Store i + 1 to the i-th place of the diagonal; their sum. */
void trace_fill(uint64_t n, double *matrix);
uint64_t trace_sum(uint64_t n, const double *matrix);
