// SPDX-License-Identifier: MIT
/*
 * Our dense kernel beside OpenBLAS, one thread, n = 1024, in turns in one process. Prints both and
 * the median of the ratios; fails if ours reaches less than 80 % or computes something else.
 */
#define _GNU_SOURCE

#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apps/matrix/gemm.h"

enum { N = 1024, ROUNDS = 15, GOAL = 80 /* percent */ };

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double *matrix(size_t len)
{
	double *at = aligned_alloc(GEMM_ALIGN, (len + GEMM_ALIGN - 1) / GEMM_ALIGN * GEMM_ALIGN);

	if (!at) {
		fprintf(stderr, "compare-blas: no memory\n");
		exit(2);
	}
	memset(at, 0, len);
	return at;
}

static gemm_fn kernel(const char **name)
{
	*name = "AVX-512";
	if (__builtin_cpu_supports("avx512f"))
		return gemm_avx512;
	*name = "AVX2";
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return gemm_avx2;
	*name = "SSE2";
	return gemm_sse2;
}

int main(void)
{
	const double operations = 2.0 * N * N * N;
	const size_t len = (size_t)N * N * sizeof(double);
	double *a = matrix(len), *b = matrix(len), *ours = matrix(len), *theirs = matrix(len);
	double *scratch = matrix(GEMM_SCRATCH_LEN), ratios[ROUNDS], best_ours = 0, best_theirs = 0;
	const char *name;
	gemm_fn fn = kernel(&name);

	matrix_fill(N, a, 1);
	matrix_fill(N, b, 2);
	for (int i = -1; i < ROUNDS; i++) { /* the first one warms up */
		double start = now(), middle, end;

		fn(N, a, b, ours, scratch);
		middle = now();
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, a, N, b, N, 0,
			    theirs, N);
		end = now();
		if (memcmp(ours, theirs, len)) {
			fprintf(stderr, "compare-blas: the products differ\n");
			return 1;
		}
		if (i < 0)
			continue;
		ratios[i] = (end - middle) / (middle - start);
		if (operations / (middle - start) > best_ours)
			best_ours = operations / (middle - start);
		if (operations / (end - middle) > best_theirs)
			best_theirs = operations / (end - middle);
	}
	qsort(ratios, ROUNDS, sizeof(ratios[0]), compare);
	printf("dgemm n=%d, one thread, %d rounds in turns\n", N, ROUNDS);
	printf("ours (%s): %.1f GFLOP/s at best; OpenBLAS: %.1f\n", name, best_ours / 1e9,
	       best_theirs / 1e9);
	printf("ours reaches %.0f %% of OpenBLAS (median), the goal is %d %%\n",
	       ratios[ROUNDS / 2] * 100, GOAL);
	return ratios[ROUNDS / 2] * 100 < GOAL;
}
