// SPDX-License-Identifier: MIT
/* What needs floating point and no speed: filling, checking, the plain twin, the diagonal. */
#include "apps/matrix/gemm.h"

void gemm_plain(uint64_t n, const double *a, const double *b, double *c, double *scratch)
{
	(void)scratch;
	for (uint64_t i = 0; i < n; i++)
		for (uint64_t j = 0; j < n; j++) {
			double sum = 0;

			for (uint64_t k = 0; k < n; k++)
				sum += a[i * n + k] * b[k * n + j];
			c[i * n + j] = sum;
		}
}

/* -8 to 7: a sum of 2048 products is far below 2^53. */
void matrix_fill(uint64_t n, double *matrix, uint64_t seed)
{
	for (uint64_t i = 0; i < n * n; i++) {
		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		matrix[i] = (double)((int)(seed >> 60) - 8);
	}
}

/* to = matrix x */
static void apply(uint64_t n, const double *matrix, const double *x, double *to)
{
	for (uint64_t i = 0; i < n; i++) {
		double sum = 0;

		for (uint64_t j = 0; j < n; j++)
			sum += matrix[i * n + j] * x[j];
		to[i] = sum;
	}
}

static double vector_at(uint64_t i, unsigned which)
{
	return which ? (double)(i * 0x9e3779b97f4a7c15ull >> 44) : i & 1 ? -1 : 1;
}

bool gemm_right(uint64_t n, const double *a, const double *b, const double *c, double *work)
{
	double *x = work, *y = work + n;

	for (unsigned which = 0; which < 2; which++) {
		for (uint64_t i = 0; i < n; i++)
			x[i] = vector_at(i, which);
		apply(n, b, x, y);
		/* Row by row, as there is no third vector. */
		for (uint64_t i = 0; i < n; i++) {
			double left = 0, right = 0;

			for (uint64_t j = 0; j < n; j++) {
				left += c[i * n + j] * x[j];
				right += a[i * n + j] * y[j];
			}
			if (left != right)
				return false;
		}
	}
	return true;
}

void trace_fill(uint64_t n, double *matrix)
{
	for (uint64_t i = 0; i < n; i++)
		matrix[i * n + i] = (double)(i + 1);
}

uint64_t trace_sum(uint64_t n, const double *matrix)
{
	double sum = 0;

	for (uint64_t i = 0; i < n; i++)
		sum += matrix[i * n + i];
	return (uint64_t)sum;
}
