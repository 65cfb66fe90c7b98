// SPDX-License-Identifier: MIT
#include "apps/harness/glob.h"

/* On a mismatch after a `*` let that star take one character more: at most len * text steps. */
bool glob_match(const char *pattern, size_t len, const char *text)
{
	const char *end = pattern + len;
	const char *star = NULL;
	const char *star_text = NULL;

	while (*text) {
		if (pattern < end && *pattern == '*') {
			star = ++pattern;
			star_text = text;
		} else if (pattern < end && (*pattern == '?' || *pattern == *text)) {
			pattern++;
			text++;
		} else if (star) {
			pattern = star;
			text = ++star_text;
		} else {
			return false;
		}
	}
	while (pattern < end && *pattern == '*')
		pattern++;
	return pattern == end;
}

unsigned glob_each(const char *list, void (*fn)(const char *pattern, size_t len, void *arg),
		   void *arg)
{
	unsigned nr = 0;

	while (*list) {
		const char *end = list;

		while (*end && *end != ',')
			end++;
		if (end > list) {
			fn(list, (size_t)(end - list), arg);
			nr++;
		}
		list = *end ? end + 1 : end;
	}
	return nr;
}
