// SPDX-License-Identifier: MIT
#include "drivers/screen_lines_logic.h"

/* What a line is, by its first characters. */
enum kind {
	SHOWN,
	HIDDEN,
	TEST_PASSED,
	TEST_FAILED,
	BENCHMARK,
	BENCHMARK_PLAN,
	FAILURE,
	PANIC,
	NUMBER, /* a plan of tests or the verdict */
	UNDECIDED,
};

static const struct {
	const char *start;
	enum kind kind;
} kinds[] = {
	{"ok ", TEST_PASSED}, {"not ok ", TEST_FAILED},	  {"Benchmark", BENCHMARK},
	{"panic: ", PANIC},   {"refused: ", FAILURE},	  {"KTAP version ", HIDDEN},
	{"Unit ", HIDDEN},    {"plan: ", BENCHMARK_PLAN},
};

/* Kinds whose whole line is looked at. */
static bool is_gathered(enum kind kind)
{
	return kind == TEST_PASSED || kind == TEST_FAILED || kind == BENCHMARK ||
	       kind == BENCHMARK_PLAN || kind == NUMBER;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static enum kind kind_of(const char *line, uint32_t len)
{
	enum kind kind = len ? SHOWN : UNDECIDED;

	if (len && is_digit(line[0]))
		return NUMBER;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		uint32_t same = 0;

		while (same < len && kinds[i].start[same] && kinds[i].start[same] == line[same])
			same++;
		if (!kinds[i].start[same])
			return kinds[i].kind;
		if (same == len)
			kind = UNDECIDED;
	}
	return kind;
}

/* --- The status row ---------------------------------------------------------------------- */

struct text {
	char bytes[SCREEN_MAX_COLUMNS];
	uint32_t len;
};

static void add_text(struct text *t, const char *text, size_t len)
{
	for (size_t i = 0; i < len && t->len < sizeof(t->bytes); i++)
		t->bytes[t->len++] = text[i];
}

static void add_number(struct text *t, uint32_t number)
{
	char digits[10];
	uint32_t at = sizeof(digits);

	do
		digits[--at] = (char)('0' + number % 10);
	while (number /= 10);
	add_text(t, digits + at, sizeof(digits) - at);
}

static void show_progress(struct screen_lines *lines, const char *what, uint32_t done, uint32_t nr,
			  const char *name, uint32_t name_len)
{
	struct text t = {.len = 0};

	add_text(&t, what, __builtin_strlen(what));
	add_number(&t, done);
	if (nr) {
		add_text(&t, " of ", 4);
		add_number(&t, nr);
	}
	if (name_len) {
		add_text(&t, ", ", 2);
		add_text(&t, name, name_len);
	}
	screen_set_status(lines->screen, t.bytes, t.len);
}

/* The number at *at, which moves behind it. */
static uint32_t read_number(const char *line, uint32_t len, uint32_t *at)
{
	uint32_t number = 0;

	while (*at < len && is_digit(line[*at]) && number < 100000000)
		number = number * 10 + (uint32_t)(line[(*at)++] - '0');
	return number;
}

static uint32_t word_len(const char *line, uint32_t len, uint32_t at)
{
	uint32_t end = at;

	while (end < len && line[end] != ' ')
		end++;
	return end - at;
}

/* "ok N name", "not ok N name"; a benchmark that failed has no number and counts as none. */
static void test_ended(struct screen_lines *lines, uint32_t at)
{
	const char *line = lines->held;
	uint32_t number = read_number(line, lines->nr_held, &at);

	if (!number || at >= lines->nr_held || line[at] != ' ')
		return;
	lines->tests_done++;
	at++;
	show_progress(lines, "tests: ", lines->tests_done, lines->nr_tests, line + at,
		      word_len(line, lines->nr_held, at));
}

static void benchmark_ended(struct screen_lines *lines)
{
	uint32_t at = sizeof("Benchmark") - 1;

	lines->benchmarks_done++;
	show_progress(lines, "benchmarks: ", lines->benchmarks_done, lines->nr_benchmarks,
		      lines->held + at, word_len(lines->held, lines->nr_held, at));
}

/* --- Lines ------------------------------------------------------------------------------- */

static void show_held(struct screen_lines *lines)
{
	screen_print(lines->screen, lines->held, lines->nr_held, lines->colour);
	lines->nr_held = 0;
	lines->passing = true;
}

/* "1..N" plans tests; "N passed, N failed, N skipped" is the verdict; anything else is text. */
static void number_line(struct screen_lines *lines)
{
	const char *line = lines->held;
	uint32_t len = lines->nr_held, at = 0;
	uint32_t number = read_number(line, len, &at);

	if (number == 1 && len > 3 && line[at] == '.' && line[at + 1] == '.') {
		at += 2;
		lines->nr_tests = read_number(line, len, &at);
		lines->tests_done = 0;
		show_progress(lines, "tests: ", 0, lines->nr_tests, NULL, 0);
		return;
	}
	if (len - at > 10 && !__builtin_memcmp(line + at, " passed, ", 9)) {
		at += 9;
		lines->colour = read_number(line, len, &at) ? SCREEN_BAD : SCREEN_BRIGHT;
		screen_set_status(lines->screen, NULL, 0);
	}
	show_held(lines);
}

static void plan_line(struct screen_lines *lines)
{
	uint32_t at = sizeof("plan: ") - 1;

	lines->nr_benchmarks = read_number(lines->held, lines->nr_held, &at);
	lines->benchmarks_done = 0;
	show_progress(lines, "benchmarks: ", 0, lines->nr_benchmarks, NULL, 0);
}

/* The line has ended, and all of it that is looked at is held. */
static void line_complete(struct screen_lines *lines)
{
	switch (kind_of(lines->held, lines->nr_held)) {
	case TEST_PASSED:
		test_ended(lines, 3);
		break;
	case TEST_FAILED:
		test_ended(lines, 7);
		lines->colour = SCREEN_BAD;
		show_held(lines);
		break;
	case BENCHMARK:
		benchmark_ended(lines);
		break;
	case BENCHMARK_PLAN:
		plan_line(lines);
		break;
	case NUMBER:
		number_line(lines);
		break;
	default:
		show_held(lines);
		break;
	}
}

/* One more character is held: is it known now what the line is? */
static void decide(struct screen_lines *lines)
{
	enum kind kind = kind_of(lines->held, lines->nr_held);

	if (kind == UNDECIDED)
		return;
	if (kind == HIDDEN) {
		lines->hiding = true;
		return;
	}
	if (is_gathered(kind)) {
		if (lines->nr_held < SCREEN_HELD)
			return;
		line_complete(lines); /* what comes beyond says nothing more */
		lines->hiding = !lines->passing;
		return;
	}
	if (kind == PANIC &&
	    (lines->screen->top || lines->screen->width != lines->screen->columns)) {
		/* It needs more room than the window, whatever is drawn beside that. */
		screen_clear(lines->screen);
		screen_forget(lines->screen);
	}
	if (kind != SHOWN)
		lines->colour = SCREEN_BAD;
	show_held(lines);
}

static void end_line(struct screen_lines *lines)
{
	if (!lines->passing && !lines->hiding)
		line_complete(lines);
	if (lines->passing)
		screen_print(lines->screen, "\n", 1, SCREEN_PLAIN);
	lines->nr_held = 0;
	lines->passing = false;
	lines->hiding = false;
	lines->colour = SCREEN_PLAIN;
}

void screen_lines_init(struct screen_lines *lines, struct screen *screen)
{
	*lines = (struct screen_lines){.screen = screen};
}

void screen_lines_write(struct screen_lines *lines, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\n') {
			end_line(lines);
		} else if (lines->passing) {
			screen_print(lines->screen, text + i, 1, lines->colour);
		} else if (!lines->hiding) {
			if (lines->nr_held < SCREEN_HELD) /* unless a panic came amid decide() */
				lines->held[lines->nr_held++] = text[i];
			decide(lines);
		}
	}
	screen_flush(lines->screen);
}
