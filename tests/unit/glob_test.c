// SPDX-License-Identifier: MIT
/* Patterns that choose tests and benchmarks. */
#include "apps/harness/glob.h"
#include "tests/harness/test.h"

static bool match(const char *pattern, const char *text)
{
	size_t len = 0;

	while (pattern[len])
		len++;
	return glob_match(pattern, len, text);
}

TEST(plain_text_matches_itself_only)
{
	CHECK(match("BulkArray", "BulkArray"));
	CHECK(!match("BulkArray", "BulkArra"));
	CHECK(!match("BulkArra", "BulkArray"));
	CHECK(!match("bulkArray", "BulkArray"));
	CHECK(match("", ""));
	CHECK(!match("", "a"));
	CHECK(!match("a", ""));
}

TEST(a_star_matches_any_text)
{
	CHECK(match("*", ""));
	CHECK(match("*", "anything/at=all"));
	CHECK(match("Bulk*", "Bulk"));
	CHECK(match("Bulk*", "BulkList/batch=4"));
	CHECK(!match("Bulk*", "PageAlloc"));
	CHECK(match("*Array", "BulkArray"));
	CHECK(!match("*Array", "BulkArrays"));
	CHECK(match("*a*", "banana"));
	CHECK(match("*ana", "banana")); /* the star must try again after "ana" */
	CHECK(match("b*n*a", "banana"));
	CHECK(!match("b*x*a", "banana"));
	CHECK(match("**", ""));
	CHECK(match("a**b", "ab"));
	CHECK(match("a***b***", "a-b-"));
	CHECK(match("*abab*c", "aababababc"));
}

TEST(a_question_mark_matches_one_character)
{
	CHECK(match("?", "a"));
	CHECK(!match("?", ""));
	CHECK(!match("?", "ab"));
	CHECK(match("order=?", "order=9"));
	CHECK(!match("order=?", "order=18"));
	CHECK(match("order=??", "order=18"));
	CHECK(match("*?", "a"));
	CHECK(!match("*?", ""));
	CHECK(match("?*?", "ab"));
	CHECK(!match("?*?", "a"));
}

TEST(only_the_length_given_is_read)
{
	CHECK(glob_match("abcX", 3, "abc"));
	CHECK(!glob_match("abcX", 4, "abc"));
	CHECK(glob_match("a*,b", 2, "axyz"));
	CHECK(glob_match("*", 0, ""));
}

/* A pattern that makes a careless matcher try exponentially often ends at once. */
TEST(many_stars_are_quick)
{
	static char text[2001];

	__builtin_memset(text, 'a', 2000);
	CHECK(!match("a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", text));
	CHECK(match("a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a", text));
}

/* Against the definition, for all short patterns and texts over a small alphabet. */
static bool defined_match(const char *pattern, const char *text)
{
	if (!*pattern)
		return !*text;
	if (*pattern == '*')
		return defined_match(pattern + 1, text) ||
		       (*text && defined_match(pattern, text + 1));
	return *text && (*pattern == '?' || *pattern == *text) &&
	       defined_match(pattern + 1, text + 1);
}

/* The number written in `base` digits, the shortest form of each length up to 5; false: beyond. */
static bool text_make(unsigned number, const char *digits, unsigned base, char *text)
{
	unsigned len = 0;
	unsigned span = 1;

	for (; number >= span; len++) {
		number -= span;
		span *= base;
	}
	if (len > 5)
		return false;
	for (unsigned i = 0; i < len; i++, number /= base)
		text[i] = digits[number % base];
	text[len] = 0;
	return true;
}

TEST(agrees_with_the_definition_on_all_short_texts)
{
	char pattern[6], text[6];

	for (unsigned i = 0; text_make(i, "ab*?", 4, pattern); i++)
		for (unsigned j = 0; text_make(j, "ab", 2, text); j++)
			if (match(pattern, text) != defined_match(pattern, text)) {
				test_fail(__FILE__, __LINE__, "'%s' and '%s'", pattern, text);
				return;
			}
}

/* --- Lists ------------------------------------------------------------------------------- */

struct seen {
	char text[64];
	size_t len;
	unsigned nr;
};

/* Writes "<pattern>" for each. */
static void see(const char *pattern, size_t len, void *arg)
{
	struct seen *seen = arg;

	seen->text[seen->len++] = '<';
	for (size_t i = 0; i < len; i++)
		seen->text[seen->len++] = pattern[i];
	seen->text[seen->len++] = '>';
	seen->text[seen->len] = 0;
	seen->nr++;
}

#define LIST_GIVES(list, expect)                                                                   \
	do {                                                                                       \
		struct seen seen_ = {.len = 0};                                                    \
		CHECK_EQ(glob_each(list, see, &seen_), seen_.nr);                                  \
		CHECK_STREQ(seen_.text, expect);                                                   \
	} while (0)

TEST(a_list_is_cut_at_commas_and_empty_patterns_left_out)
{
	LIST_GIVES("", "");
	LIST_GIVES("a", "<a>");
	LIST_GIVES("a,b*,c", "<a><b*><c>");
	LIST_GIVES(",", "");
	LIST_GIVES(",,a,,b,", "<a><b>");
	LIST_GIVES("a b", "<a b>");
}
