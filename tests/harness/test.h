// SPDX-License-Identifier: MIT
/*
 * Tests: one source, two runners (Linux with sanitizers, the guest). A test registers itself; its
 * suite is the source file's name, so `test=page_alloc.*` picks a file.
 *
 *	TEST(frees_merge_up_to_max_order)
 *	{
 *		CHECK_EQ(a, b);
 *	}
 *
 * A failed CHECK says where and both values, marks the test failed and returns from it. Checks
 * in helpers that return values: test_fail() and return.
 */
#pragma once

#include "mm/types.h"

struct test {
	const char *file; /* __FILE__, gives the suite */
	const char *name;
	void (*fn)(void);
};

#define TEST(id)                                                                                   \
	static void test_##id(void);                                                               \
	static const struct test test_record_##id = {__FILE__, #id, test_##id};                    \
	static const struct test *const test_pointer_##id                                          \
		__attribute__((used, section("bulkhead_test"))) = &test_record_##id;               \
	static void test_##id(void)

/* Mark the running test failed, with a printed reason. Does not return from the test. */
void test_fail(const char *file, int line, const char *fmt, ...) __printf(3, 4);

/* Mark the running test skipped, with the reason. Does not return from the test. */
void test_skip(const char *fmt, ...) __printf(1, 2);

/* A diagnostic line ("# ..."), for seeds and counts. */
void test_note(const char *fmt, ...) __printf(1, 2);

/* Has the running test failed already? For helpers that stop early. */
bool test_failed(void);

/* Memory for a test, page aligned, zeroed, given back when the test ends. NULL: none left. */
void *test_arena(size_t len);

/*
 * Run fn(arg), which must end in port_panic(). Returns the panic's message, or NULL if fn
 * returned. What fn had locked stays locked: throw the instance away.
 */
const char *test_expect_panic(void (*fn)(void *arg), void *arg);

/* The seed of this run: `seed=` of the command line or a fixed default. Print it when used. */
uint64_t test_seed(void);

/*
 * How much a long test is to do of n operations: all, a tenth with `brief` on the command line, an
 * N-th with `brief=N`.
 */
uint64_t test_share(uint64_t n);

/* xorshift64*: a next number from *state (never 0). */
static inline uint64_t test_random(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return x * 0x2545f4914f6cdd1dull;
}

#define CHECK(cond)                                                                                \
	do {                                                                                       \
		if (!(cond)) {                                                                     \
			test_fail(__FILE__, __LINE__, "%s", #cond);                                \
			return;                                                                    \
		}                                                                                  \
	} while (0)

#define CHECK_EQ(a, b)                                                                             \
	do {                                                                                       \
		unsigned long long check_a_ = (unsigned long long)(a);                             \
		unsigned long long check_b_ = (unsigned long long)(b);                             \
		if (check_a_ != check_b_) {                                                        \
			test_fail(__FILE__, __LINE__, "%s is %#llx, %s is %#llx", #a, check_a_,    \
				  #b, check_b_);                                                   \
			return;                                                                    \
		}                                                                                  \
	} while (0)

#define CHECK_STREQ(a, b)                                                                          \
	do {                                                                                       \
		if (!test_streq((a), (b))) {                                                       \
			test_fail(__FILE__, __LINE__, "%s is \"%s\", not \"%s\"", #a, (a), (b));   \
			return;                                                                    \
		}                                                                                  \
	} while (0)

bool test_streq(const char *a, const char *b);
bool test_contains(const char *text, const char *part);
