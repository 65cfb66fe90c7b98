// SPDX-License-Identifier: MIT
/*
 * The fuzzers' own test: a list of tags with a bug in it that both must find. A tag is its type,
 * the length of its data, and the data. Data of one type that is long enough is summed up without a
 * look at whether it is all there.
 */
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

enum { SUMMED = 'B', LEAST_SUMMED = 'p' };

static uint8_t sum(const uint8_t *at, size_t len)
{
	uint8_t all = 0;

	while (len--)
		all += *at++;
	return all;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	uint8_t *copy = fuzz_copy(data, len);
	size_t at = 0;

	while (len - at >= 2) {
		const uint8_t *tag = copy + at;
		bool is_whole = tag[1] <= len - at - 2;

		if (tag[0] == SUMMED && tag[1] >= LEAST_SUMMED && sum(tag + 2, tag[1]) == 1)
			break;
		if (!is_whole)
			break;
		at += 2 + tag[1];
	}
	free(copy);
	return 0;
}
