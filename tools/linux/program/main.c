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
#include "tools/linux/program/program.h"

#include <cpuid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { KNOWN_LOOPS = 1000000, KNOWN_ROUNDS = 16 }; /* loops of two instructions */

/* What the command line says. */
struct options {
	unsigned reps, passes, budget, matrix;
};

/* Ticks of KNOWN_LOOPS times two instructions, the least of several tries. */
static uint64_t known_loop(void)
{
	uint64_t clock = costs()->clock, least = ~0ull;

	for (int i = 0; i < KNOWN_ROUNDS; i++) {
		uint64_t begin, ticks, nr = KNOWN_LOOPS;

		begin = ticks_now();
		__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(nr) : : "cc");
		ticks = ticks_now() - begin - clock;
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
static void module_count(const char *body, unsigned long planned, struct tally *tally)
{
	unsigned long lines = 0, failed = 0;

	for (const char *line = body; line && *line; line = strchr(line, '\n')) {
		line += *line == '\n';
		lines += !strncmp(line, "Benchmark", 9);
		failed += !strncmp(line, "not ok ", 7);
		tally->skipped += !strncmp(line, "# ", 2) && strstr(line, " skipped: ") &&
				  strstr(line, " skipped: ") < strchr(line, '\n');
	}
	tally->failed += (unsigned)failed + (!failed && lines != planned);
	tally->passed += (unsigned)lines;
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
	uint64_t loop = costs()->loops * 100 / COST_LOOPS, known = known_loop();
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
	       (unsigned long long)costs()->clock, (unsigned long long)loop / 100,
	       (unsigned long long)loop % 100);
	printf("known-loop: %llu ticks for %d instructions\n", (unsigned long long)known,
	       2 * KNOWN_LOOPS);
	if (module_head)
		printf("%s", module_head);
	printf("Unit cycles/op better=lower\n");
}

static void remarks_print(const char *kernel_name, double clear, uint64_t boot_ticks)
{
	printf("# matrices: kernel for %s\n", kernel_name);
	printf("# Mmap*, Munmap, FaultLatency, DenseMM, TraceMM are timed with interrupts on\n");
	if (clear > 0)
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

static void rows_collect(const struct options *o, double clear, struct tally *tally)
{
	for (enum thp thp = THP_OFF; thp <= THP_ALWAYS; thp++) {
		if (!thp_set(thp)) {
			printf("# rows with thp=%s skipped: Linux is set otherwise\n",
			       thp_name(thp));
			tally->skipped++;
			continue;
		}
		space_rows(thp, (uint64_t)o->budget << 20, o->passes, clear);
		matrix_rows(thp, o->matrix);
	}
}

/* The kernel hands the first process its own words too: only what stands behind -- is meant. */
static void options_parse(struct options *o, int argc, char **argv)
{
	unsigned value;

	for (int i = 1; i < argc; i++) {
		if (sscanf(argv[i], "reps=%u", &value) == 1 && value && value <= 1000)
			o->reps = value;
		else if (sscanf(argv[i], "passes=%u", &value) == 1 && value && value <= 1000)
			o->passes = value;
		else if (sscanf(argv[i], "budget=%u", &value) == 1 && value && value <= 1024)
			o->budget = value;
		else if (sscanf(argv[i], "matrix=%u", &value) == 1 && value <= TRACE_MOST)
			o->matrix = value;
		else if (!first_process())
			give_up("%s is no option with a value that can be", argv[i]);
	}
}

/* Ticks that the module's clear_page() takes; 0: it is not there. */
static double clear_cost(const char *module_head)
{
	static const char key[] = "clear-page: ";
	const char *line = module_head ? strstr(module_head, key) : NULL;

	return line ? atof(line + strlen(key)) : 0;
}

int main(int argc, char **argv)
{
	struct options o = {.reps = 3, .passes = 2, .budget = 64, .matrix = 256};
	char *module_head, *module_body, module_options[64];
	const char *kernel_name;
	struct tally tally = {0};
	uint64_t boot_ticks = 0;
	unsigned long planned;
	double clear;

	options_parse(&o, argc, argv);
	snprintf(module_options, sizeof(module_options), "reps=%u largest=%u", o.reps, o.budget);
	if (first_process())
		boot_ticks = machine_prepare(module_options);
	planned = module_log(&module_head, &module_body);
	clear = clear_cost(module_head);
	kernel_name = kernel_choose();
	head_print(module_head);
	rows_collect(&o, clear, &tally);
	printf("plan: %lu benchmark lines\n", planned + (unsigned long)rows_count() * o.reps);
	remarks_print(kernel_name, clear, boot_ticks);
	if (module_body) {
		printf("%s", module_body);
		module_count(module_body, planned, &tally);
	}
	rows_run(o.reps, clear, &tally);
	printf("%u passed, %u failed, %u skipped\n", tally.passed, tally.failed, tally.skipped);
	leave(!tally.failed);
}
