// SPDX-License-Identifier: MIT
#include "kernel/console.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/string.h"
#include "tests/harness/test.h"

/* The end of what a console got, as a text. */
struct capture {
	char text[512];
	size_t len;
	uint64_t total;
};

static struct capture capture;

static void capture_write(const char *text, size_t len)
{
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
