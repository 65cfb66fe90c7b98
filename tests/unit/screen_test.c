// SPDX-License-Identifier: MIT
/*
 * drivers/screen_logic.c and screen_lines_logic.c on a device of 24 columns and 6 rows that notes
 * what it is given.
 */
#include "drivers/screen_lines_logic.h"
#include "tests/harness/test.h"

enum { COLUMNS = 24, ROWS = 6 };

static struct screen screen;
static struct screen_lines lines;
static screen_cell device[ROWS][COLUMNS];
static unsigned nr_puts, nr_bad_puts;

static void put(void *arg, uint32_t x, uint32_t y, const screen_cell *cells, uint32_t nr)
{
	(void)arg;
	for (; nr; nr--, x++, cells++) {
		nr_puts++;
		if (x >= COLUMNS || y >= ROWS)
			nr_bad_puts++;
		else
			device[y][x] = *cells;
	}
}

static void begin(void)
{
	__builtin_memset(device, 0x55, sizeof(device));
	screen_init(&screen, COLUMNS, ROWS, put, NULL);
	screen_lines_init(&lines, &screen);
	screen_flush(&screen);
	nr_puts = nr_bad_puts = 0;
}

static void write(const char *text)
{
	screen_lines_write(&lines, text, __builtin_strlen(text));
}

/* The text of a row as the device shows it, without blanks at its end. */
static const char *row(unsigned y)
{
	static char text[4][COLUMNS + 1];
	static unsigned turn;
	char *to = text[turn++ % 4];
	unsigned len = 0;

	for (unsigned x = 0; x < COLUMNS; x++) {
		to[x] = (char)device[y][x];
		if (to[x] != ' ')
			len = x + 1;
	}
	to[len] = '\0';
	return to;
}

static unsigned colour(unsigned x, unsigned y)
{
	return device[y][x] >> 8;
}

TEST(the_first_flush_draws_every_cell)
{
	begin();
	for (unsigned y = 0; y < ROWS; y++)
		CHECK_STREQ(row(y), "");
	CHECK_EQ(screen_init(&screen, 0, ROWS, put, NULL), -EINVAL);
	CHECK_EQ(screen_init(&screen, COLUMNS, 1, put, NULL), -EINVAL);
	CHECK_EQ(screen_init(&screen, SCREEN_MAX_COLUMNS + 1, ROWS, put, NULL), -EINVAL);
	CHECK_EQ(screen_init(&screen, COLUMNS, SCREEN_MAX_ROWS + 1, put, NULL), -EINVAL);
	CHECK_EQ(screen_init(&screen, SCREEN_MAX_COLUMNS, SCREEN_MAX_ROWS, put, NULL), 0);
}

TEST(long_lines_wrap_and_odd_characters_are_marked)
{
	begin();
	write("# 4567890123456789012345678\n");
	write("# a\tb\x01\xff\n");
	CHECK_STREQ(row(0), "# 4567890123456789012345");
	CHECK_STREQ(row(1), "678");
	CHECK_STREQ(row(2), "# a b??");
	begin();
	write("# 4567890123456789012345\n# next\n"); /* fills its row: no empty one behind it */
	CHECK_STREQ(row(1), "# next");
}

TEST(a_full_screen_scrolls_and_leaves_the_status_row)
{
	begin();
	write("1..4\n# a\n# b\n# c\n# d\n# e\n");
	CHECK_STREQ(row(0), "# a");
	CHECK_STREQ(row(4), "# e");
	CHECK_STREQ(row(5), "tests: 0 of 4");
	write("# f\n"); /* two of five rows are made free */
	CHECK_STREQ(row(0), "# c");
	CHECK_STREQ(row(2), "# e");
	CHECK_STREQ(row(3), "# f");
	CHECK_STREQ(row(4), "");
	CHECK_STREQ(row(5), "tests: 0 of 4");
	CHECK_EQ(nr_bad_puts, 0);
}

TEST(only_cells_that_change_are_drawn)
{
	begin();
	write("# row 1\n# row 2\n# row 3\n# row 4\n# row 5\n");
	nr_puts = 0;
	write("# row 6\n");
	CHECK_EQ(nr_puts,
		 4 + 5); /* a digit in each of four rows; the last is emptied, less blanks */
	nr_puts = 0;
	write("");
	CHECK_EQ(nr_puts, 0);
	write("plan: 20 benchmark lines\nBenchmarkX/a=1 1 2.00 cycles/op\n");
	nr_puts = 0;
	write("BenchmarkX/a=1 1 2.00 cycles/op\n");
	CHECK_EQ(nr_puts, 1); /* the count's digit */
	screen_forget(&screen);
	screen_flush(&screen);
	CHECK_EQ(nr_puts, 1 + COLUMNS * ROWS);
}

TEST(lines_for_machines_move_the_status_row_only)
{
	begin();
	write("KTAP version 1\n1..3\nok 1 suite.first\n");
	CHECK_STREQ(row(0), "");
	CHECK_STREQ(row(5), "tests: 1 of 3, suite.fir");
	write("# remark\nok 2 s.b # SKIP\n");
	CHECK_STREQ(row(0), "# remark");
	CHECK_STREQ(row(5), "tests: 2 of 3, s.b");
	CHECK_EQ(colour(0, 5), SCREEN_STATUS);
	CHECK_EQ(colour(COLUMNS - 1, 5), SCREEN_STATUS);
	write("Unit cycles/op better=lower\nplan: 20 benchmark lines\n");
	CHECK_STREQ(row(5), "benchmarks: 0 of 20");
	write("BenchmarkX/a=1  5  2.00 cycles/op\n");
	CHECK_STREQ(row(5), "benchmarks: 1 of 20, X/a");
	CHECK_STREQ(row(1), "");
}

TEST(failures_stand_out_and_count_as_done)
{
	begin();
	write("1..3\nnot ok 1 s.a\nnot ok X/a=1: wrong\npanic: no\nrefused: no\n");
	CHECK_STREQ(row(0), "not ok 1 s.a");
	CHECK_STREQ(row(1), "not ok X/a=1: wrong");
	CHECK_STREQ(row(2), "panic: no");
	CHECK_STREQ(row(3), "refused: no");
	for (unsigned y = 0; y < 4; y++)
		CHECK_EQ(colour(0, y), SCREEN_BAD);
	CHECK_STREQ(row(5), "tests: 1 of 3, s.a");
	write("# plain\n");
	CHECK_EQ(colour(0, 4), SCREEN_PLAIN);
}

TEST(the_verdict_ends_the_progress)
{
	begin();
	write("1..1\nok 1 s.a\n1 passed, 0 failed, 0 skipped\n");
	CHECK_STREQ(row(0), "1 passed, 0 failed, 0 sk");
	CHECK_EQ(colour(0, 0), SCREEN_BRIGHT);
	CHECK_STREQ(row(5), "");
	CHECK_EQ(colour(0, 5), SCREEN_PLAIN);
	begin();
	write("1 passed, 2 failed, 0 skipped\n12 monkeys\n");
	CHECK_EQ(colour(0, 0), SCREEN_BAD);
	CHECK_STREQ(row(2), "12 monkeys");
	CHECK_EQ(colour(0, 2), SCREEN_PLAIN);
}

/* Letter by letter, and what has been said of a line is seen before it ends. */
TEST(lines_may_come_in_any_pieces)
{
	const char *text = "1..2\nok 1 s.a\nokay\n# half a li";

	begin();
	for (const char *c = text; *c; c++)
		screen_lines_write(&lines, c, 1);
	CHECK_STREQ(row(0), "okay");
	CHECK_STREQ(row(1), "# half a li");
	CHECK_STREQ(row(5), "tests: 1 of 2, s.a");
	write("ne\nno");
	CHECK_STREQ(row(1), "# half a line");
	CHECK_STREQ(row(2), ""); /* could become "not ok" */
	write("\n");
	CHECK_STREQ(row(2), "no");
}

TEST(a_line_without_end_is_bounded)
{
	begin();
	write("Benchmark");
	for (int i = 0; i < 1000; i++)
		write("xxxxxxxxxx");
	CHECK_STREQ(row(0), "");
	write("\n# next\n");
	CHECK_STREQ(row(0), "# next");
	begin();
	for (int i = 0; i < 100; i++)
		write("1234567890"); /* neither a plan nor a verdict: shown after all */
	write("\n# next\n");
	CHECK_STREQ(row(4), "# next");
	CHECK_EQ(nr_bad_puts, 0);
}

TEST(a_panic_gets_the_whole_screen_back)
{
	begin();
	screen_print(&screen, "summary\n", 8, SCREEN_PLAIN);
	screen_set_window(&screen, 3, 10);
	write("# in the window\n");
	CHECK_STREQ(row(0), "summary");
	CHECK_STREQ(row(3), "# in the w");
	CHECK_STREQ(row(4), "indow");
	write("# more\n# and more");
	CHECK_STREQ(row(0), "summary");
	nr_puts = 0;
	write("\npanic: at the end of all things\n");
	CHECK_EQ(nr_puts, COLUMNS * ROWS); /* all, whatever was painted over */
	CHECK_STREQ(row(0), "panic: at the end of all");
	CHECK_STREQ(row(1), " things");
	CHECK_STREQ(row(3), "");
}

TEST(windows_are_kept_within_the_screen)
{
	begin();
	screen_set_window(&screen, 1000, 1000);
	for (int i = 0; i < 100; i++)
		write("# 456789012345678901234567890\n");
	CHECK_STREQ(row(3), "");
	CHECK_STREQ(row(4), "67890");
	CHECK_EQ(nr_bad_puts, 0);
}

TEST(backspace_goes_back_also_over_a_line_that_has_wrapped)
{
	begin();
	write("#> 567890123456789012345678abc\b\b\b\b\b\b\bX");
	CHECK_STREQ(row(0), "#> 56789012345678901234X");
	CHECK_STREQ(row(1), "678abc");
	begin();
	write("\b#z\b\b#y\n");
	CHECK_STREQ(row(0), "#y");
	CHECK_EQ(nr_bad_puts, 0);
}
