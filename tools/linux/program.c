// SPDX-License-Identifier: MIT
/*
 * Bulkhead's companion on Linux: measures mmap, faults and the matrix programs as a process sees
 * them, and makes one log of that and of what the module measured (/proc/bulkhead), in the format
 * of docs/benchmarks.md.
 *
 *   program [reps=3] [passes=2] [budget=64] [matrix=256]
 *
 * budget: MiB that a pass maps; matrix: largest n of DenseMM. As a machine's first process
 * (initramfs) it loads /bulkhead_linux.ko itself, lets Linux idle for three seconds before, and
 * leaves QEMU with the verdict at the end.
 *
 * A row is measured as the one of the same name in apps/mmbench/ is. Interrupts stay on.
 */
#include <cpuid.h>
#include <fcntl.h>
#include <immintrin.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "apps/matrix/gemm.h"

enum {
	MOST_ROWS = 256,
	MOST_REGIONS = 64,
	PAGE = 4096,
	LATENCY_PAGES = 4096,
	COST_LOOPS = 4096,
	COST_ROUNDS = 16,
	KNOWN_LOOPS = 1000000, /* of two instructions */
	TRACE_MOST = 2048,
	DEBUG_EXIT = 0xf4, /* port of QEMU's isa-debug-exit */
};

enum policy { LAZY, POPULATE, LOCK, NR_POLICIES };

static const char *const policy_names[] = {"lazy", "populate", "lock"};

enum thp { THP_OFF, THP_ALWAYS };

static const char *const thp_names[] = {"off", "always"};

/* One repetition's result, as in apps/harness/bench.h. */
struct sample {
	uint64_t ticks, ops, loops, sections, zeroed, begin;
	uint64_t p50, p99, max; /* ticks; 0: not said */
	uint64_t map, compute;
	const char *failure;
};

struct row {
	char name[72];
	enum policy policy;
	enum thp thp;
	uint64_t value; /* bytes, or n */
	unsigned passes;
	void (*run)(const struct row *row, struct sample *s);
	bool failed;
};

static struct row rows[MOST_ROWS];
static unsigned nr_rows, nr_passed, nr_failed, nr_skipped;
static unsigned reps = 3, map_passes = 2;
static uint64_t budget = 64ull << 20, matrix_most = 256;
static uint64_t clock_cost, loops_cost, hz, boot_ticks;
static double clear_cost; /* ticks of clear_page(), by the module; 0: not known */
static bool first_process;

static inline uint64_t ticks_now(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

static void sample_begin(struct sample *s)
{
	s->sections++;
	s->begin = ticks_now();
}

static void sample_end(struct sample *s, uint64_t ops, uint64_t loops)
{
	s->ticks += ticks_now() - s->begin;
	s->ops += ops;
	s->loops += loops;
}

/* End the run: the verdict's exit status, to QEMU if there is nobody else. */
static void __attribute__((noreturn)) leave(bool passed)
{
	fflush(stdout);
	if (!first_process)
		exit(passed ? 0 : 1);
	tcdrain(1);
	if (!ioperm(DEBUG_EXIT, 4, 1))
		outl(passed ? 0x10 : 0x11, DEBUG_EXIT);
	for (;;)
		pause();
}

static void __attribute__((noreturn, format(printf, 1, 2))) give_up(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	printf("panic: ");
	vprintf(fmt, args);
	printf("\n");
	va_end(args);
	leave(false);
}

/* --- What measuring itself costs --------------------------------------------------------- */

static __attribute__((noinline)) void empty_loop(void **slot, uint64_t nr, void *value)
{
	for (uint64_t i = 0; i < nr; i++) {
		slot[i] = value;
		__asm__ volatile("" ::: "memory");
	}
}

static void cost_measure(void)
{
	static void *slots[COST_LOOPS];

	clock_cost = loops_cost = ~0ull;
	for (int i = 0; i < COST_ROUNDS; i++) {
		uint64_t begin = ticks_now(), ticks = ticks_now() - begin;

		clock_cost = ticks < clock_cost ? ticks : clock_cost;
	}
	for (int i = 0; i < COST_ROUNDS; i++) {
		uint64_t begin = ticks_now(), ticks;

		empty_loop(slots, COST_LOOPS, slots);
		ticks = ticks_now() - begin - clock_cost;
		loops_cost = ticks < loops_cost ? ticks : loops_cost;
	}
}

/* Ticks of KNOWN_LOOPS times two instructions, the least of several tries. */
static uint64_t known_loop(void)
{
	uint64_t least = ~0ull;

	for (int i = 0; i < COST_ROUNDS; i++) {
		uint64_t begin, ticks, nr = KNOWN_LOOPS;

		begin = ticks_now();
		__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(nr) : : "cc");
		ticks = ticks_now() - begin - clock_cost;
		least = ticks < least ? ticks : least;
	}
	return least;
}

static const char *emulator(void)
{
	static char name[13];
	unsigned a, b, c, d;

	__cpuid(1, a, b, c, d);
	if (!(c >> 31))
		return "";
	__cpuid(0x40000000, a, b, c, d);
	memcpy(name, &b, 4);
	memcpy(name + 4, &c, 4);
	memcpy(name + 8, &d, 4);
	return !strcmp(name, "TCGTCGTCGTCG") ? ", under QEMU TCG" : "";
}

/* --- Mapping ----------------------------------------------------------------------------- */

static const char thp_file[] = "/sys/kernel/mm/transparent_hugepage/enabled";

static bool file_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY);
	bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return written;
}

static char *file_read(const char *path)
{
	size_t room = 1 << 20;
	char *text = malloc(room);
	ssize_t len = 0, got = 1;
	int fd = open(path, O_RDONLY);

	if (!text || fd < 0)
		return NULL;
	while (got > 0 && (size_t)len < room - 1) {
		got = read(fd, text + len, room - 1 - (size_t)len);
		len += got > 0 ? got : 0;
	}
	close(fd);
	text[len] = 0;
	return text;
}

/*
 * Transparent huge pages as the row wants them. On a machine that others use only the process's
 * own switch is touched, which can but turn them off.
 */
static bool thp_set(enum thp thp)
{
	char *now;
	bool always;

	prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0);
	if (first_process)
		return file_write(thp_file, thp == THP_OFF ? "never" : "always");
	if (thp == THP_OFF)
		return !prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
	now = file_read(thp_file);
	always = now && strstr(now, "[always]");
	free(now);
	return always;
}

static uint8_t *starts[MOST_REGIONS];

static uint8_t *region_map(uint64_t len, enum policy policy)
{
	int flags = MAP_ANONYMOUS | MAP_PRIVATE | (policy == POPULATE ? MAP_POPULATE : 0);
	void *start = mmap(NULL, len, PROT_READ | PROT_WRITE, flags, -1, 0);

	if (start == MAP_FAILED)
		return NULL;
	if (policy != LOCK || !mlock(start, len))
		return start;
	munmap(start, len);
	return NULL;
}

static unsigned regions_wanted(const struct row *row)
{
	uint64_t nr = budget / row->value;

	return nr > MOST_REGIONS ? MOST_REGIONS : nr ? (unsigned)nr : 1;
}

static uint64_t pages_wanted(const struct row *row)
{
	return regions_wanted(row) * row->value / PAGE;
}

static bool map_all(const struct row *row, struct sample *s)
{
	for (unsigned i = 0; i < regions_wanted(row); i++)
		if (!(starts[i] = region_map(row->value, row->policy)))
			s->failure = "a region could not be had";
	return !s->failure;
}

static void touch_all(const struct row *row)
{
	for (unsigned i = 0; i < regions_wanted(row); i++)
		for (uint64_t at = 0; at < row->value; at += PAGE)
			*(volatile uint64_t *)(starts[i] + at) = (uintptr_t)starts[i] + at;
}

static void touched_verify(const struct row *row, struct sample *s)
{
	for (unsigned i = 0; i < regions_wanted(row); i++)
		for (uint64_t at = 0; at < row->value; at += PAGE) {
			const uint64_t *word = (const uint64_t *)(starts[i] + at);

			if (word[0] != (uintptr_t)word || word[1])
				s->failure = "a page does not hold what was stored";
		}
}

static void unmap_all(const struct row *row, struct sample *s)
{
	for (unsigned i = 0; i < regions_wanted(row); i++)
		if (starts[i] && munmap(starts[i], row->value))
			s->failure = "a region could not be unmapped";
}

static void map_run(const struct row *row, struct sample *s)
{
	sample_begin(s);
	map_all(row, s);
	sample_end(s, pages_wanted(row), regions_wanted(row));
	s->zeroed += row->policy == LAZY ? 0 : pages_wanted(row);
	unmap_all(row, s);
}

static void touch_run(const struct row *row, struct sample *s)
{
	if (map_all(row, s)) {
		sample_begin(s);
		touch_all(row);
		sample_end(s, pages_wanted(row), 0);
		s->zeroed += row->policy == LAZY ? pages_wanted(row) : 0;
		touched_verify(row, s);
	}
	unmap_all(row, s);
}

static void total_run(const struct row *row, struct sample *s)
{
	sample_begin(s);
	if (map_all(row, s))
		touch_all(row);
	sample_end(s, pages_wanted(row), regions_wanted(row));
	s->zeroed += pages_wanted(row);
	if (!s->failure)
		touched_verify(row, s);
	unmap_all(row, s);
}

static void unmap_run(const struct row *row, struct sample *s)
{
	if (map_all(row, s))
		touch_all(row);
	sample_begin(s);
	unmap_all(row, s);
	sample_end(s, pages_wanted(row), regions_wanted(row));
}

/* --- Faults, each by itself -------------------------------------------------------------- */

static int u64_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void latency_run(const struct row *row, struct sample *s)
{
	static uint64_t latencies[LATENCY_PAGES];
	uint64_t off = clock_cost + (row->policy == LAZY ? (uint64_t)clear_cost : 0);
	uint8_t *start = region_map(LATENCY_PAGES * PAGE, row->policy);

	if (!start) {
		s->failure = "a region could not be had";
		return;
	}
	memset(latencies, 0, sizeof(latencies)); /* they are there before they are needed */
	for (unsigned i = 0; i < LATENCY_PAGES; i++) {
		volatile uint64_t *word = (uint64_t *)(start + i * PAGE);
		uint64_t begin = ticks_now(), ticks;

		*word = i;
		ticks = ticks_now() - begin;
		latencies[i] = ticks > off ? ticks - off : 0;
		s->ticks += latencies[i];
	}
	s->ops = LATENCY_PAGES;
	qsort(latencies, LATENCY_PAGES, sizeof(latencies[0]), u64_compare);
	s->p50 = (latencies[LATENCY_PAGES / 2 - 1] + latencies[LATENCY_PAGES / 2]) / 2;
	s->p99 = latencies[(LATENCY_PAGES * 99 + 99) / 100 - 1];
	s->max = latencies[LATENCY_PAGES - 1];
	munmap(start, LATENCY_PAGES * PAGE);
}

/* --- The matrix programs ----------------------------------------------------------------- */

static double *scratch, *work;
static const char *kernel_name;
static gemm_fn kernel;

/* The widest that the CPU and Linux allow, chosen as kernel/x86/vector.c chooses. */
static void kernel_choose(void)
{
	kernel = gemm_sse2, kernel_name = "SSE2";
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
}

static uint64_t matrix_len(uint64_t n)
{
	return (n * n * sizeof(double) + PAGE - 1) / PAGE * PAGE;
}

static void times_say(struct sample *s, uint64_t begin, uint64_t mapped, uint64_t end)
{
	s->ticks += end - begin;
	s->ops++;
	s->sections += 2;
	s->map = mapped - begin > clock_cost ? mapped - begin - clock_cost : 1;
	s->compute = end - mapped > clock_cost ? end - mapped - clock_cost : 1;
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

/* --- Rows -------------------------------------------------------------------------------- */

static void row_add(const char *name, enum policy policy, enum thp thp, const char *key,
		    const char *text, uint64_t value, unsigned passes,
		    void (*run)(const struct row *, struct sample *))
{
	struct row *row = &rows[nr_rows++];

	if (nr_rows == MOST_ROWS)
		give_up("more rows than there is room for");
	*row = (struct row){
		.policy = policy, .thp = thp, .value = value, .passes = passes, .run = run};
	snprintf(row->name, sizeof(row->name), "%s/policy=%s/thp=%s%s%s/cpus=1", name,
		 policy_names[policy], thp_names[thp], key, text);
}

static void map_rows(const char *name, enum thp thp,
		     void (*run)(const struct row *, struct sample *))
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} sizes[] = {{"4K", 4ull << 10},
		     {"64K", 64ull << 10},
		     {"1M", 1ull << 20},
		     {"16M", 16ull << 20},
		     {"64M", 64ull << 20}};

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		for (enum policy policy = LAZY; policy < NR_POLICIES; policy++)
			row_add(name, policy, thp, "/size=", sizes[i].text, sizes[i].bytes,
				map_passes, run);
}

static void matrix_rows(const char *name, enum thp thp, uint64_t most,
			void (*run)(const struct row *, struct sample *))
{
	char text[24];

	for (uint64_t n = 64; n <= most; n *= 2)
		for (enum policy policy = LAZY; policy <= POPULATE; policy++) {
			snprintf(text, sizeof(text), "%llu", (unsigned long long)n);
			row_add(name, policy, thp, "/n=", text, n, 1, run);
		}
}

static void rows_collect(void)
{
	for (enum thp thp = THP_OFF; thp <= THP_ALWAYS; thp++) {
		if (!thp_set(thp)) {
			printf("# rows with thp=%s skipped: Linux is set otherwise\n",
			       thp_names[thp]);
			nr_skipped++;
			continue;
		}
		map_rows("MmapMap", thp, map_run);
		map_rows("MmapTouch", thp, touch_run);
		map_rows("MmapTotal", thp, total_run);
		map_rows("Munmap", thp, unmap_run);
		for (enum policy policy = LAZY; policy < NR_POLICIES && !thp; policy++)
			row_add("FaultLatency", policy, thp, "", "", 0, 1, latency_run);
		matrix_rows("DenseMM", thp, matrix_most, dense_run);
		matrix_rows("TraceMM", thp, TRACE_MOST, trace_run);
	}
}

static void line_print(const struct row *row, const struct sample *s)
{
	uint64_t cost = s->sections * clock_cost + s->loops * loops_cost / COST_LOOPS;
	double value = s->ticks > cost ? (double)(s->ticks - cost) / (double)s->ops : 0;

	printf("Benchmark%s  %llu  %.2f cycles/op", row->name, (unsigned long long)s->ops, value);
	if (s->zeroed && clear_cost > 0)
		printf("  %.2f zero-cycles/op", clear_cost * (double)s->zeroed / (double)s->ops);
	if (s->max)
		printf("  %llu p50-cycles/op  %llu p99-cycles/op  %llu max-cycles/op",
		       (unsigned long long)s->p50, (unsigned long long)s->p99,
		       (unsigned long long)s->max);
	if (s->map)
		printf("  %llu map-cycles/op  %llu compute-cycles/op", (unsigned long long)s->map,
		       (unsigned long long)s->compute);
	printf("\n");
}

static void row_run(struct row *row)
{
	struct sample s = {0};

	for (unsigned pass = 0; pass < row->passes && !s.failure; pass++)
		row->run(row, &s);
	row->failed = s.failure;
	if (row->failed)
		printf("not ok %s: %s\n", row->name, s.failure);
	else
		line_print(row, &s);
	fflush(stdout);
}

static void rows_run(void)
{
	enum thp now = THP_OFF;

	thp_set(now);
	for (unsigned first = 0, end; first < nr_rows; first = end) {
		for (end = first; end < nr_rows && rows[end].thp == rows[first].thp; end++)
			;
		if (rows[first].thp != now)
			thp_set(now = rows[first].thp);
		for (unsigned round = 0; round < reps; round++)
			for (unsigned i = first; i < end; i++)
				if (!rows[i].failed)
					row_run(&rows[i]);
	}
	for (unsigned i = 0; i < nr_rows; i++)
		rows[i].failed ? nr_failed++ : nr_passed++;
}

/* --- The log ----------------------------------------------------------------------------- */

/* What the module says, cut into head and body; the lines it planned. NULL: it is not there. */
static unsigned long module_log(char **head, char **body)
{
	char *text = file_read("/proc/bulkhead");
	unsigned long planned;

	*head = *body = NULL;
	if (!text)
		return 0;
	planned = strtoul(text, head, 10);
	*head += **head == '\n';
	*body = strstr(*head, "\n\n");
	if (!*body)
		give_up("/proc/bulkhead is not the module's");
	(*body)[1] = 0;
	*body += 2;
	return planned;
}

/* Count the module's rows for the verdict. */
static void module_count(const char *body, unsigned long planned)
{
	unsigned long lines = 0, failed = 0;

	for (const char *line = body; line && *line; line = strchr(line, '\n')) {
		line += *line == '\n';
		lines += !strncmp(line, "Benchmark", 9);
		failed += !strncmp(line, "not ok ", 7);
		nr_skipped += !strncmp(line, "# ", 2) && strstr(line, " skipped: ") &&
			      strstr(line, " skipped: ") < strchr(line, '\n');
	}
	nr_failed += (unsigned)failed + (!failed && lines != planned);
	nr_passed += (unsigned)lines;
}

static void cpu_print(void)
{
	char *text = file_read("/proc/cpuinfo"), *name = text ? strstr(text, "model name") : NULL;

	name = name ? strchr(name, ':') : NULL;
	if (name)
		printf("cpu: %.*s\n", (int)strcspn(name + 2, "\n"), name + 2);
	free(text);
}

static void head_print(const char *module_head)
{
	uint64_t loop = loops_cost * 100 / COST_LOOPS, known = known_loop();
	bool exact = known + 16 > 2 * KNOWN_LOOPS && known < 2 * KNOWN_LOOPS + 16;
	struct utsname os;
	struct sysinfo ram;

	uname(&os);
	sysinfo(&ram);
	printf("version: bulkhead companion on Linux\n");
	printf("os: linux %s %s\n", os.release, os.version);
	cpu_print();
	printf("ram: %lu MiB, of that free %lu\n", ram.totalram * ram.mem_unit >> 20,
	       ram.freeram * ram.mem_unit >> 20);
	printf("ticks: %s%s\n", exact ? "instructions, counted by the emulator" : "of the TSC",
	       emulator());
	printf("overhead: clock %llu ticks a section, loop %llu.%02llu ticks an iteration, both "
	       "subtracted\n",
	       (unsigned long long)clock_cost, (unsigned long long)loop / 100,
	       (unsigned long long)loop % 100);
	printf("known-loop: %llu ticks for %d instructions\n", (unsigned long long)known,
	       2 * KNOWN_LOOPS);
	if (module_head)
		printf("%s", module_head);
	printf("Unit cycles/op better=lower\n");
}

static void remarks_print(void)
{
	printf("# matrices: kernel for %s\n", kernel_name);
	printf("# Mmap*, Munmap, FaultLatency, DenseMM, TraceMM are timed with interrupts on\n");
	if (clear_cost > 0)
		printf("# zero-cycles/op is an estimate: clear-page times the pages cleared, page "
		       "tables not among them\n");
	else
		printf("# no zero-cycles/op: only the module can time clear_page()\n");
	if (boot_ticks)
		printf("# entry to first benchmark line: %llu ticks\n"
		       "# that is from the start of Linux's clock to the first process, idle time "
		       "taken off: neither decompression nor settling is in it\n",
		       (unsigned long long)boot_ticks);
	printf("#\n");
}

/* --- As the machine's first process ------------------------------------------------------ */

static uint64_t boot_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* What booting took, and three seconds of rest, by which the TSC is told. */
static void settle(void)
{
	uint64_t at_start = boot_ns(), ticks, ns;
	double up, idle = 0;
	char *text = file_read("/proc/uptime");

	if (text)
		sscanf(text, "%lf %lf", &up, &idle);
	free(text);
	ns = boot_ns();
	ticks = ticks_now();
	sleep(3);
	ticks = ticks_now() - ticks;
	ns = boot_ns() - ns;
	hz = ticks * 1000 / (ns / 1000000);
	boot_ticks = (uint64_t)(((double)at_start / 1e9 - idle) * (double)hz);
}

static void module_load(void)
{
	char options[64];
	int fd = open("/bulkhead_linux.ko", O_RDONLY | O_CLOEXEC);

	snprintf(options, sizeof(options), "reps=%u largest=%llu", reps,
		 (unsigned long long)(budget >> 20));
	if (fd < 0 || syscall(SYS_finit_module, fd, options, 0))
		give_up("/bulkhead_linux.ko cannot be loaded: %m");
	close(fd);
}

static void machine_prepare(void)
{
	mount("proc", "/proc", "proc", 0, NULL);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
	settle();
	module_load();
}

/* The kernel hands the first process its own words too: only what stands behind -- is meant. */
static void options_parse(int argc, char **argv)
{
	unsigned value;

	for (int i = 1; i < argc; i++) {
		if (sscanf(argv[i], "reps=%u", &value) == 1 && value && value <= 1000)
			reps = value;
		else if (sscanf(argv[i], "passes=%u", &value) == 1 && value && value <= 1000)
			map_passes = value;
		else if (sscanf(argv[i], "budget=%u", &value) == 1 && value && value <= 1024)
			budget = (uint64_t)value << 20;
		else if (sscanf(argv[i], "matrix=%u", &value) == 1 && value <= TRACE_MOST)
			matrix_most = value;
		else if (!first_process)
			give_up("%s is no option with a value that can be", argv[i]);
	}
}

int main(int argc, char **argv)
{
	char *module_head, *module_body;
	unsigned long planned;
	const char *clear;

	first_process = getpid() == 1;
	options_parse(argc, argv);
	if (first_process)
		machine_prepare();
	planned = module_log(&module_head, &module_body);
	clear = module_head ? strstr(module_head, "clear-page: ") : NULL;
	if (clear)
		clear_cost = atof(clear + strlen("clear-page: "));
	cost_measure();
	kernel_choose();
	head_print(module_head);
	rows_collect();
	printf("plan: %lu benchmark lines\n", planned + (unsigned long)nr_rows * reps);
	remarks_print();
	if (module_body) {
		printf("%s", module_body);
		module_count(module_body, planned);
	}
	rows_run();
	printf("%u passed, %u failed, %u skipped\n", nr_passed, nr_failed, nr_skipped);
	leave(!nr_failed);
}
