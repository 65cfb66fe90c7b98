// SPDX-License-Identifier: MIT
/*
 * The teaching lab's two programs, over memory mapped under each policy: a dense multiplication,
 * which touches everything many times, and a sum of the diagonal, which touches one place a row.
 *
 * A program maps its matrices, fills in what it needs, computes, and ends; mapping and the rest are
 * timed apart. Fills are whole numbers, so that the result can be checked without rounding: the
 * product by two vectors (gemm_right()), the sum by its formula.
 */
#include "apps/matrix/gemm.h"
#include "apps/mmbench/claim.h"
#include "apps/mmbench/space.h"

#define MAP_UNIT     "map-cycles/op"
#define COMPUTE_UNIT "compute-cycles/op"

#define N_ROWS(n)                                                                                  \
	{"policy=range/n=" #n, (n) << 2 | MM_RANGE, false},                                        \
		{"policy=superlock/n=" #n, (n) << 2 | MM_SUPERLOCK, false},                        \
		{"policy=demand/n=" #n, (n) << 2 | MM_DEMAND, false},                              \
	{                                                                                          \
		"policy=overcommit/n=" #n, (n) << 2 | MM_OVERCOMMIT, false                         \
	}

static const struct bench_variant sizes[] = {N_ROWS(64),  N_ROWS(128),	N_ROWS(256),
					     N_ROWS(512), N_ROWS(1024), N_ROWS(2048)};

/* The largest n that the minute allows; matrix=N says otherwise. */
enum { DENSE_EMULATED = 128, DENSE_NATIVE = 2048, TRACE_MOST = 2048 };

#define WORK_LEN (2 * 2048 * sizeof(double))

static double *scratch, *work;

static uint64_t row_n(const struct bench_variant *v)
{
	return v->value >> 2;
}

static enum mm_policy policy_of(const struct bench_variant *v)
{
	return (enum mm_policy)(v->value & 3);
}

static size_t matrix_len(uint64_t n)
{
	return ALIGN_UP(n * n * sizeof(double), PAGE_SIZE);
}

static gemm_fn kernel(const char **name)
{
	static const struct {
		const char *name;
		gemm_fn fn;
	} kernels[] = {[ENV_VECTOR_SSE2] = {"SSE2", gemm_sse2},
		       [ENV_VECTOR_AVX2] = {"AVX2", gemm_avx2},
		       [ENV_VECTOR_AVX512] = {"AVX-512", gemm_avx512}};
	enum env_vector width = env_vector();

	if (name)
		*name = kernels[width].name;
	return kernels[width].fn;
}

static void times_say(struct bench_sample *s, uint64_t begin, uint64_t mapped, uint64_t end)
{
	uint64_t map = mapped - begin, compute = end - mapped, clock = s->clock_cost;

	s->ticks += end - begin;
	s->ops++;
	s->sections += 2;
	bench_say(s, MAP_UNIT, (map > clock ? map - clock : 0) * 1000);
	bench_say(s, COMPUTE_UNIT, (compute > clock ? compute - clock : 0) * 1000);
}

static void dense_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t n = row_n(v), begin, mapped, end;
	double *matrices[3];

	pool_settle();
	if (!env_space_begin(policy_of(v))) {
		s->failure = "a space could not be had";
		return;
	}
	begin = env_clock_begin();
	for (unsigned i = 0; i < 3; i++)
		if (!(matrices[i] = env_space_map(matrix_len(n), false)))
			s->failure = "a matrix could not be mapped";
	mapped = env_clock_end();
	if (!s->failure) {
		matrix_fill(n, matrices[0], 1);
		matrix_fill(n, matrices[1], 2);
		kernel(NULL)(n, matrices[0], matrices[1], matrices[2], scratch);
		end = env_clock_end();
		times_say(s, begin, mapped, end);
		if (!gemm_right(n, matrices[0], matrices[1], matrices[2], work))
			s->failure = "the product is wrong";
	}
	env_space_end();
}

static void trace_run(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t n = row_n(v), begin, mapped, end, sum;
	double *matrix;

	pool_settle();
	if (!env_space_begin(policy_of(v))) {
		s->failure = "a space could not be had";
		return;
	}
	begin = env_clock_begin();
	matrix = env_space_map(matrix_len(n), false);
	mapped = env_clock_end();
	if (!matrix) {
		s->failure = "the matrix could not be mapped";
	} else {
		trace_fill(n, matrix);
		sum = trace_sum(n, matrix);
		end = env_clock_end();
		times_say(s, begin, mapped, end);
		if (sum != n * (n + 1) / 2)
			s->failure = "the sum is wrong";
	}
	env_space_end();
}

/* --- Which, and what they show --------------------------------------------------------------- */

static uint64_t most_asked(uint64_t by_default)
{
	const char *option = env_option("matrix");
	uint64_t n = 0;

	if (!option)
		return by_default;
	for (; *option >= '0' && *option <= '9' && n < 1000000; option++)
		n = n * 10 + (uint64_t)(*option - '0');
	return n;
}

static const char *n_unavailable(const struct bench_variant *v, uint64_t most, unsigned matrices)
{
	uint64_t n = row_n(v);

	if (n > most)
		return "more than the minute allows, or than matrix= says";
	if (nr_free_pages() < 2 * matrices * matrix_len(n) / PAGE_SIZE)
		return "too little memory";
	return env_space_unavailable(policy_of(v));
}

static const char *dense_unavailable(const struct bench_variant *v)
{
	bool emulated = env_emulator()[0] || env_clock_counts_instructions();

	return n_unavailable(v, most_asked(emulated ? DENSE_EMULATED : DENSE_NATIVE), 3);
}

static const char *trace_unavailable(const struct bench_variant *v)
{
	return n_unavailable(v, most_asked(TRACE_MOST), 1);
}

static void matrix_teardown(void)
{
	if (scratch)
		env_free(scratch, GEMM_SCRATCH_LEN);
	if (work)
		env_free(work, WORK_LEN);
	scratch = work = NULL;
	pool_fresh_teardown();
}

static const char *matrix_setup(void)
{
	const char *name, *why = pool_fresh_setup();

	if (why)
		return why;
	scratch = env_alloc(GEMM_SCRATCH_LEN);
	work = env_alloc(WORK_LEN);
	if (!scratch || !work) {
		matrix_teardown();
		return "no memory for the kernel";
	}
	kernel(&name);
	env_print("# matrices: kernel for %s\n", name);
	return NULL;
}

/* Mean and standard deviation of the trials, in thousands of ticks, in 21 columns. */
static void cell_print(const char *name, const char *unit)
{
	uint64_t scale = unit ? 1000 : 100; /* to ticks */
	struct stats s;

	if (!bench_stats_of(name, unit, &s)) {
		env_print("%21s", "-");
		return;
	}
	env_print("%9llu.%llu +-%5llu.%llu", (unsigned long long)(s.mean / scale / 1000),
		  (unsigned long long)(s.mean / scale / 100 % 10),
		  (unsigned long long)(s.sd / scale / 1000),
		  (unsigned long long)(s.sd / scale / 100 % 10));
}

/* One line of the table that the lab reports. */
static void n_print(const char *program, uint64_t n, const char *policy)
{
	char name[64];
	uint64_t any;

	env_format(name, sizeof(name), "%s/policy=%s/n=%llu", program, policy,
		   (unsigned long long)n);
	if (!bench_median(name, &any))
		return;
	env_print("#   %-8s%6llu  %-10s", program, (unsigned long long)n, policy);
	cell_print(name, MAP_UNIT);
	cell_print(name, COMPUTE_UNIT);
	cell_print(name, NULL);
	env_print("\n");
}

static void program_print(const char *program)
{
	static const uint64_t ns[] = {64, 128, 256, 512, 1024, 2048};

	for (unsigned i = 0; i < ARRAY_SIZE(ns); i++) {
		n_print(program, ns[i], "range");
		n_print(program, ns[i], "demand");
	}
}

/* How mapping grows with the matrix, from 256 to 1024. */
static void growth_claim(const char *text, const char *policy, bool grows)
{
	char small[64], large[64];
	uint64_t less, more;

	env_format(small, sizeof(small), "TraceMM/policy=%s/n=256", policy);
	env_format(large, sizeof(large), "TraceMM/policy=%s/n=1024", policy);
	if (bench_figure_of(small, MAP_UNIT, &less) && bench_figure_of(large, MAP_UNIT, &more))
		claim_growth("P1", text, less / 10, more / 10, grows, "ticks");
}

/* The largest n that was run. */
static uint64_t largest(const char *program)
{
	uint64_t most = 0, any;
	char name[64];

	for (uint64_t n = 64; n <= 2048; n *= 2) {
		env_format(name, sizeof(name), "%s/policy=range/n=%llu", program,
			   (unsigned long long)n);
		if (bench_median(name, &any))
			most = n;
	}
	return most;
}

static void dense_claim(void)
{
	char range[64], demand[64], text[96];
	unsigned long long n = largest("DenseMM");

	env_format(range, sizeof(range), "DenseMM/policy=range/n=%llu", n);
	env_format(demand, sizeof(demand), "DenseMM/policy=demand/n=%llu", n);
	env_format(text, sizeof(text), "a dense program gains by mapping all at once, n=%llu", n);
	claim_rows("P2", text, range, demand);
}

static void trace_claim(void)
{
	char range[64], demand[64], text[96];
	unsigned long long n = largest("TraceMM");
	uint64_t less, more;

	env_format(range, sizeof(range), "TraceMM/policy=range/n=%llu", n);
	env_format(demand, sizeof(demand), "TraceMM/policy=demand/n=%llu", n);
	env_format(text, sizeof(text), "summing a diagonal takes longer on demand, n=%llu", n);
	if (bench_figure_of(range, COMPUTE_UNIT, &less) &&
	    bench_figure_of(demand, COMPUTE_UNIT, &more))
		claim_values("P3", text, less / 10, more / 10, "ticks");
	env_format(text, sizeof(text), "but the whole program gains on demand, n=%llu", n);
	claim_rows("P3", text, demand, range);
}

static void matrix_summary(void)
{
	env_print("#\n# Programs over matrices, thousands of ticks%s%s, mean and deviation\n"
		  "#   %-8s%6s  %-10s%21s%21s%21s\n",
		  env_emulator()[0] ? " under " : "", env_emulator(), "", "n", "policy", "map",
		  "compute", "total");
	program_print("DenseMM");
	program_print("TraceMM");
	growth_claim("mapping on demand takes at n=1024 less than twice what it takes at n=256",
		     "demand", false);
	growth_claim("mapping all at once takes at n=1024 more than twice what it takes at n=256",
		     "range", true);
	dense_claim();
	trace_claim();
}

static const struct bench_group group_matrix = {"matrix", matrix_setup, matrix_teardown,
						matrix_summary};

BENCH(dense_mm) = {.name = "DenseMM",
		   .operation = "the program: map three matrices, fill two, multiply",
		   .baseline = "the same n under the other policies",
		   .group = &group_matrix,
		   .variants = sizes,
		   .nr_variants = ARRAY_SIZE(sizes),
		   .passes = 1,
		   .run = dense_run,
		   .unavailable = dense_unavailable};

BENCH(trace_mm) = {.name = "TraceMM",
		   .operation = "the program: map a matrix, fill its diagonal, sum it up",
		   .baseline = "the same n under the other policies",
		   .group = &group_matrix,
		   .variants = sizes,
		   .nr_variants = ARRAY_SIZE(sizes),
		   .passes = 1,
		   .run = trace_run,
		   .unavailable = trace_unavailable};
