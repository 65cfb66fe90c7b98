// SPDX-License-Identifier: MIT
/*
 * The test runner, one for Linux and the guest: sorts what the linker gathered, runs, prints KTAP.
 */
#include "tests/harness/harness.h"

#include "apps/harness/env.h"
#include "apps/harness/glob.h"
#include "tests/harness/test.h"

/* Weak: a program without tests has no such section. */
extern const struct test *const __start_bulkhead_test[] __attribute__((weak));
extern const struct test *const __stop_bulkhead_test[] __attribute__((weak));

enum { MAX_ARENAS = 16, MAX_TESTS = 1024, NAME_LEN = 128, DEFAULT_SEED = 20210629, KEPT = 64 };

struct arena {
	void *address;
	size_t len;
};

static const struct test *tests[MAX_TESTS];
static struct arena arenas[MAX_ARENAS];
static unsigned nr_arenas;
static bool failed, skipped;
static const struct test *failed_tests[KEPT];
static unsigned nr_failed;
static uint64_t run_seed;

bool test_streq(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

bool test_contains(const char *text, const char *part)
{
	for (; *text; text++) {
		size_t i = 0;

		while (part[i] && text[i] == part[i])
			i++;
		if (!part[i])
			return true;
	}
	return !*part;
}

#define PRINT_FORMATTED(head, fmt)                                                                 \
	do {                                                                                       \
		char text_[256];                                                                   \
		__builtin_va_list args_;                                                           \
		__builtin_va_start(args_, fmt);                                                    \
		env_vformat(text_, sizeof(text_), fmt, args_);                                     \
		__builtin_va_end(args_);                                                           \
		env_print("# %s%s\n", head, text_);                                                \
	} while (0)

void test_fail(const char *file, int line, const char *fmt, ...)
{
	failed = true;
	env_print("# %s:%d:\n", file, line);
	PRINT_FORMATTED("  ", fmt);
}

void test_skip(const char *fmt, ...)
{
	skipped = true;
	PRINT_FORMATTED("skipped: ", fmt);
}

void test_note(const char *fmt, ...)
{
	PRINT_FORMATTED("", fmt);
}

bool test_failed(void)
{
	return failed;
}

uint64_t test_seed(void)
{
	return run_seed;
}

uint64_t test_share(uint64_t n)
{
	const char *brief = env_option("brief");
	uint64_t divisor = 0;

	if (!brief)
		return n;
	for (; *brief >= '0' && *brief <= '9' && divisor < 1000; brief++)
		divisor = 10 * divisor + (uint64_t)(*brief - '0');
	return n / (divisor ? divisor : 10);
}

void *test_arena(size_t len)
{
	void *address = nr_arenas < MAX_ARENAS ? env_alloc(len) : NULL;

	if (address)
		arenas[nr_arenas++] = (struct arena){address, len};
	return address;
}

static char last_panic[256];

const char *test_expect_panic(void (*fn)(void *arg), void *arg)
{
	const char *said = env_catch_panic(fn, arg);

	/* Once in a row: tools/messages wants to see each. */
	if (said && !test_streq(said, last_panic)) {
		env_format(last_panic, sizeof(last_panic), "%s", said);
		test_note("panicked: %s", said);
	}
	return said;
}

/* "tests/unit/page_alloc_test.c", "merges" -> "page_alloc.merges". */
static void name_make(char *name, const struct test *test)
{
	const char *base = test->file;
	size_t len = 0;

	for (const char *c = test->file; *c; c++)
		if (*c == '/')
			base = c + 1;
	while (base[len] && base[len] != '.')
		len++;
	if (len > 5 && !__builtin_memcmp(base + len - 5, "_test", 5))
		len -= 5;
	env_format(name, NAME_LEN, "%.*s.%s", (int)len, base, test->name);
}

bool tests_failed_at(unsigned i, char *name, size_t len)
{
	char full[NAME_LEN];

	if (i >= nr_failed)
		return false;
	name_make(full, failed_tests[i]);
	env_format(name, len, "%s", full);
	return true;
}

static int name_compare(const struct test *a, const struct test *b)
{
	char name_a[NAME_LEN], name_b[NAME_LEN];
	size_t i = 0;

	name_make(name_a, a);
	name_make(name_b, b);
	while (name_a[i] && name_a[i] == name_b[i])
		i++;
	return (unsigned char)name_a[i] - (unsigned char)name_b[i];
}

static unsigned tests_collect(void)
{
	unsigned nr = 0;

	for (const struct test *const *t = __start_bulkhead_test; t < __stop_bulkhead_test; t++) {
		unsigned i = nr++;

		if (nr > MAX_TESTS)
			env_panic("tests: more than %d", MAX_TESTS);
		for (; i > 0 && name_compare(tests[i - 1], *t) > 0; i--)
			tests[i] = tests[i - 1];
		if (i > 0 && !name_compare(tests[i - 1], *t))
			env_panic("tests: two are named %s", (*t)->name);
		tests[i] = *t;
	}
	return nr;
}

struct selection {
	bool *chosen;
	unsigned nr;
	unsigned nr_unmatched;
};

static void pattern_select(const char *pattern, size_t len, void *arg)
{
	struct selection *sel = arg;
	bool matched = false;

	for (unsigned i = 0; i < sel->nr; i++) {
		char name[NAME_LEN];

		name_make(name, tests[i]);
		if (!glob_match(pattern, len, name))
			continue;
		sel->chosen[i] = true;
		matched = true;
	}
	if (!matched) {
		env_print("# test: '%.*s' matches no test\n", (int)len, pattern);
		sel->nr_unmatched++;
	}
}

bool test_call(void (*fn)(void *arg), void *arg)
{
	failed = false;
	skipped = false;
	fn(arg);
	while (nr_arenas) {
		nr_arenas--;
		env_free(arenas[nr_arenas].address, arenas[nr_arenas].len);
	}
	return !failed;
}

static void registered_call(void *arg)
{
	((const struct test *)arg)->fn();
}

static void test_run(const struct test *test, unsigned number)
{
	char name[NAME_LEN];

	name_make(name, test);
	test_call(registered_call, (void *)test);
	if (failed) {
		if (nr_failed < KEPT)
			failed_tests[nr_failed++] = test;
		env_verdict_add(0, 1, 0);
		env_print("not ok %u %s\n", number, name);
	} else if (skipped) {
		env_verdict_add(0, 0, 1);
		env_print("ok %u %s # SKIP\n", number, name);
	} else {
		env_verdict_add(1, 0, 0);
		env_print("ok %u %s\n", number, name);
	}
}

void tests_run(const char *globs, uint64_t seed)
{
	static bool chosen[MAX_TESTS];
	struct selection sel = {.chosen = chosen, .nr = tests_collect()};
	unsigned nr_chosen = 0;
	unsigned number = 0;

	run_seed = seed ? seed : DEFAULT_SEED;
	if (!glob_each(globs && *globs ? globs : "*", pattern_select, &sel)) {
		env_print("# test: '%s' names nothing\n", globs);
		sel.nr_unmatched++;
	}
	for (unsigned i = 0; i < sel.nr; i++)
		nr_chosen += chosen[i];
	env_print("KTAP version 1\n1..%u\n", nr_chosen);
	for (unsigned i = 0; i < sel.nr; i++)
		if (chosen[i])
			test_run(tests[i], ++number);
	env_verdict_add(0, sel.nr_unmatched, 0);
}
