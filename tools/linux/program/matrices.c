// SPDX-License-Identifier: MIT
/* The matrix programs, DenseMM and TraceMM, with the image's own kernels. */
#include "tools/linux/program/program.h"

#include <immintrin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "apps/matrix/gemm.h"

static double *scratch, *work;
static gemm_fn kernel;

/* Chosen as kernel/x86/vector.c chooses. */
const char *kernel_choose(void)
{
	const char *kernel_name = "SSE2";

	kernel = gemm_sse2;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		kernel = gemm_avx2, kernel_name = "AVX2";
	if (__builtin_cpu_supports("avx512f"))
		kernel = gemm_avx512, kernel_name = "AVX-512";
	scratch = aligned_alloc(PAGE, (GEMM_SCRATCH_LEN + PAGE - 1) / PAGE * PAGE);
	work = aligned_alloc(PAGE, 2 * TRACE_MOST * sizeof(double));
	if (!scratch || !work)
		give_up("no memory for the matrix kernel");
	memset(scratch, 0, GEMM_SCRATCH_LEN);
	memset(work, 0, 2 * TRACE_MOST * sizeof(double));
	return kernel_name;
}

static uint64_t matrix_len(uint64_t n)
{
	return (n * n * sizeof(double) + PAGE - 1) / PAGE * PAGE;
}

static void times_say(struct sample *s, uint64_t begin, uint64_t mapped, uint64_t end)
{
	uint64_t clock = costs()->clock;

	s->ticks += end - begin;
	s->ops++;
	s->sections += 2;
	s->map = mapped - begin > clock ? mapped - begin - clock : 1;
	s->compute = end - mapped > clock ? end - mapped - clock : 1;
}

/* Pages that are cleared before the end; with huge ones nobody can say. */
static uint64_t matrix_zeroed(const struct row *row, unsigned matrices, bool all)
{
	uint64_t pages = matrix_len(row->value) / PAGE;

	if (row->thp != THP_OFF)
		return 0;
	/* Of a diagonal, the pages of each row's one place. */
	if (!all && row->policy == LAZY && row->value < pages)
		pages = row->value;
	return matrices * pages;
}

/*
 * As a fresh CPU has it, which is what Bulkhead computes with. QEMU's TCG leaves the arithmetic to
 * the host only while MXCSR's inexact flag is set, and the matrices, being whole numbers, never set
 * it; our own printing does.
 */
static void mxcsr_reset(void)
{
	_mm_setcsr(0x1f80);
}

static void dense_run(const struct row *row, struct sample *s)
{
	uint64_t n = row->value, begin, mapped, end;
	double *m[3];

	mxcsr_reset();
	begin = ticks_now();
	for (unsigned i = 0; i < 3; i++)
		if (!(m[i] = (double *)region_map(matrix_len(n), row->policy)))
			s->failure = "a matrix could not be mapped";
	mapped = ticks_now();
	if (!s->failure) {
		matrix_fill(n, m[0], 1);
		matrix_fill(n, m[1], 2);
		kernel(n, m[0], m[1], m[2], scratch);
		end = ticks_now();
		times_say(s, begin, mapped, end);
		s->zeroed += matrix_zeroed(row, 3, true);
		if (!gemm_right(n, m[0], m[1], m[2], work))
			s->failure = "the product is wrong";
	}
	for (unsigned i = 0; i < 3; i++)
		if (m[i])
			munmap(m[i], matrix_len(n));
}

static void trace_run(const struct row *row, struct sample *s)
{
	uint64_t n = row->value, begin, mapped, end, sum;
	double *matrix;

	mxcsr_reset();
	begin = ticks_now();
	matrix = (double *)region_map(matrix_len(n), row->policy);
	mapped = ticks_now();
	if (!matrix) {
		s->failure = "the matrix could not be mapped";
		return;
	}
	trace_fill(n, matrix);
	sum = trace_sum(n, matrix);
	end = ticks_now();
	times_say(s, begin, mapped, end);
	s->zeroed += matrix_zeroed(row, 1, false);
	if (sum != n * (n + 1) / 2)
		s->failure = "the sum is wrong";
	munmap(matrix, matrix_len(n));
}

static void program_rows(const char *name, enum thp thp, uint64_t most,
			 void (*run)(const struct row *, struct sample *))
{
	char text[24];

	for (uint64_t n = 64; n <= most; n *= 2)
		for (enum policy policy = LAZY; policy <= POPULATE; policy++) {
			snprintf(text, sizeof(text), "%llu", (unsigned long long)n);
			row_add(&(struct row){.policy = policy,
					      .thp = thp,
					      .value = n,
					      .passes = 1,
					      .run = run},
				name, "/n=", text);
		}
}

void matrix_rows(enum thp thp, uint64_t dense_most)
{
	program_rows("DenseMM", thp, dense_most, dense_run);
	program_rows("TraceMM", thp, TRACE_MOST, trace_run);
}
