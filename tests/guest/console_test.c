// SPDX-License-Identifier: MIT
#include "kernel/console.h"

#include "kernel/format_logic.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/smp.h"
#include "kernel/string.h"
#include "tests/harness/test.h"

/* The end of what a console got, as a text. */
struct capture {
	char text[512];
	size_t len;
	uint64_t total;
};

static struct capture capture;

static void capture_write(struct console *con, const char *text, size_t len)
{
	(void)con;
	for (size_t i = 0; i < len; i++) {
		if (capture.len == sizeof(capture.text) - 1) {
			memmove(capture.text, capture.text + 1, capture.len - 1);
			capture.len--;
		}
		capture.text[capture.len++] = text[i];
		capture.text[capture.len] = '\0';
	}
	capture.total += len;
}

static struct console capture_console = {.name = "tty0", .write = capture_write};

TEST(a_console_that_comes_late_gets_all_and_what_follows)
{
	uint64_t replayed;

	if (!options_console("tty0")) {
		test_skip("console= leaves tty0 out");
		return;
	}
	kprintf("# printed before\n");
	console_register(&capture_console);
	replayed = capture.total;
	kprintf("# printed %s\n", "after");
	capture_console.enabled = false;
	kprintf("# printed when off\n");
	CHECK(replayed > 100);
	CHECK(test_contains(capture.text, "# printed before\n# printed after\n"));
	CHECK(!test_contains(capture.text, "when off"));
}

/* The last `len` bytes of the ring. */
static void read_tail(char *buf, size_t len)
{
	uint64_t pos = 0;
	size_t got = 0;
	char c;

	memset(buf, 0, len);
	while (console_ring_read(&pos, &c, 1)) {
		if (got == len - 1)
			memmove(buf, buf + 1, --got);
		buf[got++] = c;
	}
	buf[got] = '\0';
}

TEST(the_ring_keeps_what_was_printed)
{
	static char tail[128];

	printk("test: a log line %d", 7);
	read_tail(tail, sizeof(tail));
	CHECK(test_contains(tail, "] test: a log line 7\n"));
	kprintf("# half a line");
	printk("test: on a line of its own");
	read_tail(tail, sizeof(tail));
	CHECK(test_contains(tail, "# half a line\n["));
	CHECK(test_contains(tail, "test: on a line of its own\n"));
}

TEST(long_lines_are_cut_and_still_end)
{
	static char tail[64];

	printk("test: %*d", 3 * PRINT_MAX, 1);
	read_tail(tail, sizeof(tail));
	CHECK(test_contains(tail, "   \n"));
}

/* --- Several CPUs ------------------------------------------------------------------------------
 */

static unsigned lines_each(void)
{
	return 1 + 60 / smp_nr_cpus();
}

static void print_lines(void *arg, unsigned cpu)
{
	(void)arg;
	for (unsigned i = 0; i < lines_each(); i++) {
		smp_barrier();
		kprintf("# line %u", i);
		smp_barrier(); /* all have begun one */
		kprintf(" of CPU %u, in", cpu);
		kprintf(" parts\n# and %u of CPU %u", i, cpu);
		if (i % 2)
			printk("line %u of CPU %u, in one", i, cpu);
		else
			kprintf("\n");
	}
}

/* All of the ring from *pos on, as a text. */
static void read_from(uint64_t *pos, char *buf, size_t len)
{
	buf[console_ring_read(pos, buf, len - 1)] = '\0';
}

TEST(lines_of_many_cpus_stay_whole)
{
	const size_t len = CONSOLE_RING_LEN;
	char *text = test_arena(len);
	unsigned nr_lines = 0;
	uint64_t pos = 0;
	char line[80];

	CHECK(text);
	kprintf("# lines of %u CPUs\n", smp_nr_cpus());
	while (console_ring_read(&pos, text, len))
		;
	smp_run(smp_nr_cpus(), print_lines, NULL);
	text[0] = '\n';
	read_from(&pos, text + 1, len - 1);
	for (unsigned cpu = 0; cpu < smp_nr_cpus(); cpu++)
		for (unsigned i = 0; i < lines_each(); i++) {
			ksnprintf(line, sizeof(line), "\n# line %u of CPU %u, in parts\n", i, cpu);
			CHECK(test_contains(text, line));
			ksnprintf(line, sizeof(line), "\n# and %u of CPU %u\n", i, cpu);
			CHECK(test_contains(text, line));
			ksnprintf(line, sizeof(line), "] line %u of CPU %u, in one\n", i, cpu);
			CHECK_EQ(test_contains(text, line), i % 2);
			nr_lines += 2 + i % 2;
		}
	for (const char *c = text + 1; *c; c++)
		nr_lines -= *c == '\n';
	CHECK_EQ(nr_lines, 0);
}

TEST(a_line_longer_than_a_cpu_gathers_is_whole_too)
{
	static char tail[1024];

	for (int i = 0; i < 30; i++)
		kprintf("%s%019d.", i ? "" : "# ", i);
	kprintf("\n");
	read_tail(tail, sizeof(tail));
	CHECK(test_contains(tail, "# 0000000000000000000.0000000000000000001."));
	CHECK(test_contains(tail, "0000000000000000013.0000000000000000014."));
	CHECK(test_contains(tail, "0000000000000000028.0000000000000000029.\n"));
}
