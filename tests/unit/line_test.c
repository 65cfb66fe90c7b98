// SPDX-License-Identifier: MIT
/*
 * apps/shell/line.c with a terminal that knows characters, new lines and backspace, and nothing
 * else: after every key it must show the prompt and the text, with the cursor in its place.
 */
#include "apps/shell/line.h"
#include "tests/harness/test.h"

#define PROMPT "# "

static struct {
	char cells[512];
	uint32_t at, most;
} terminal;

static void show(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\n') {
			__builtin_memset(&terminal, 0, sizeof(terminal));
		} else if (text[i] == '\b') {
			terminal.at -= terminal.at > 0;
		} else if (terminal.at < sizeof(terminal.cells)) {
			terminal.cells[terminal.at++] = text[i];
			if (terminal.at > terminal.most)
				terminal.most = terminal.at;
		}
	}
}

static const char *complete(const char *text, size_t len, unsigned n)
{
	static const char *const words[] = {"bench", "buddyinfo", "maps", "mem"};

	for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
		if (__builtin_strlen(words[i]) >= len && !__builtin_memcmp(words[i], text, len) &&
		    !n--)
			return words[i];
	return NULL;
}

static struct line line;

static void begin(void)
{
	__builtin_memset(&line, 0, sizeof(line));
	__builtin_memset(&terminal, 0, sizeof(terminal));
	line.show = show;
	line.complete = complete;
	line.prompt = PROMPT;
	line_begin(&line);
}

/* Prompt and text, blanks behind them, and the cursor where it must be? */
static bool shown(void)
{
	uint32_t prompt = sizeof(PROMPT) - 1;

	if (terminal.at != prompt + line.at || line.text[line.len] || line.at > line.len ||
	    __builtin_memcmp(terminal.cells, PROMPT, prompt) ||
	    __builtin_memcmp(terminal.cells + prompt, line.text, line.len))
		return false;
	for (uint32_t i = prompt + line.len; i < terminal.most; i++)
		if (terminal.cells[i] != ' ')
			return false;
	return true;
}

/* Type these bytes; the last one's event. */
static enum line_event type(const char *keys)
{
	enum line_event event = LINE_MORE;

	for (; *keys; keys++) {
		event = line_key(&line, (uint8_t)*keys);
		if (event == LINE_MORE && !shown())
			test_fail(__FILE__, __LINE__, "after %#x: \"%s\"", (uint8_t)*keys,
				  line.text);
	}
	return event;
}

static const char *entered(const char *keys)
{
	static char text[LINE_MAX + 1];

	if (type(keys) != LINE_DONE)
		return "(not entered)";
	__builtin_memcpy(text, line.text, sizeof(text));
	line_begin(&line);
	return text;
}

TEST(a_line_is_typed_and_edited)
{
	begin();
	CHECK_STREQ(entered("mem\r"), "mem");
	CHECK_STREQ(entered("bemch\x7f\x7f\x7fnch X\n"), "bench X");
	CHECK_STREQ(entered("ench\x01"
			    "b\x05 X\r"),
		    "bench X");
	CHECK_STREQ(entered("abc\x1b[D\x1b[D\x1b[DX\x1b[C\x1b[CY\r"), "XabYc");
	CHECK_STREQ(entered("abc\x1b[D\x1b[3~\x1b[H\x1b[3~Z\x1b[F!\r"), "Zb!");
	CHECK_STREQ(entered("one two\x17three\x02\x02\x0b\r"), "one thr");
	CHECK_STREQ(entered("one two\x1b[1~\x06\x04X\x1b[4~\x08\r"), "oXe tw");
	CHECK_STREQ(entered("gone\x15here\r"), "here");
	CHECK_STREQ(entered("a\x0c"
			    "b\r"),
		    "ab");
	CHECK_EQ(type("gone\x03"), LINE_DROPPED);
	line_begin(&line);
	CHECK_EQ(type("\x04"), LINE_END);
	line_begin(&line);
	CHECK_STREQ(entered("\r"), "");
}

TEST(carriage_return_and_line_feed_are_one_end)
{
	begin();
	CHECK_STREQ(entered("a\r"), "a");
	CHECK_STREQ(entered("\nb\r"), "b");
	CHECK_STREQ(entered("\n\n"), "");
}

TEST(old_lines_come_back)
{
	begin();
	entered("first\r");
	entered("second\r");
	entered("second\r");
	entered("\r");
	CHECK_STREQ(entered("new\x1b[A\x1b[A\r"), "first");
	CHECK_STREQ(entered("\x1b[A\x1b[A\x1b[A\x1b[A!\r"), "first!");
	CHECK_STREQ(entered("new\x10\x10\x0e\x0e er\r"), "new er");
	CHECK_STREQ(line_history(&line, 1), "first");
	CHECK_STREQ(line_history(&line, 2), "second");
	CHECK_STREQ(line_history(&line, 5), "new er");
	CHECK(!line_history(&line, 6) && !line_history(&line, 0));
	for (unsigned i = 0; i < 3 * LINE_HISTORY; i++) {
		char text[3] = {(char)('a' + i % 26), '\r', 0};

		entered(text);
	}
	CHECK(line_history(&line, LINE_HISTORY) && !line_history(&line, LINE_HISTORY + 1));
	CHECK_STREQ(line_history(&line, LINE_HISTORY), "v");
}

TEST(the_first_word_is_completed)
{
	begin();
	CHECK_STREQ(entered("be\t*\r"), "bench *");
	CHECK_STREQ(entered("b\tu\t\r"), "buddyinfo ");
	CHECK_STREQ(entered("m\tm\t\r"), "mm");
	CHECK_STREQ(entered("x\t\r"), "x");
	CHECK_STREQ(entered("bench b\t\r"), "bench b");
}

TEST(a_line_that_is_full_takes_no_more)
{
	begin();
	for (unsigned i = 0; i < LINE_MAX + 50; i++)
		type("z");
	CHECK_EQ(line.len, LINE_MAX);
	type("\x01y");
	CHECK_EQ(line.text[0], 'z');
}

TEST(any_bytes_leave_the_terminal_right)
{
	static const char keys[] = "abc d\x01\x02\x05\x06\x0b\x15\x17\x7f\x04\x10\x0e\t";
	static const char *const sequences[] = {"\x1b[A", "\x1b[B",  "\x1b[C",
						"\x1b[D", "\x1b[3~", "\x1b[99;1H",
						"\x1bOH", "\x1b[5",  "\x1bx"};
	uint64_t random = test_seed();

	test_note("seed %llu", (unsigned long long)random);
	begin();
	for (unsigned i = 0; i < 20000; i++) {
		uint64_t choice = test_random(&random) >> 32;
		char text[2] = {0, 0};
		enum line_event event;

		if (choice % 10 < 6)
			text[0] = keys[choice / 10 % (sizeof(keys) - 1)];
		else if (choice % 10 == 6)
			text[0] = (char)(1 + choice / 10 % 255);
		event = type(text[0] ? text : sequences[choice / 10 % ARRAY_SIZE(sequences)]);
		if (event != LINE_MORE)
			line_begin(&line);
		if (line.len > LINE_MAX) {
			test_fail(__FILE__, __LINE__, "%u bytes", line.len);
			return;
		}
	}
}
