// SPDX-License-Identifier: MIT
#pragma once

#include "mm/types.h"

/* Does `text` match the pattern of [pattern, pattern + len)? `*` is any text, `?` any character. */
bool glob_match(const char *pattern, size_t len, const char *text);

/*
 * Call fn for each pattern of a comma-separated list, empty ones left out.
 * Returns how many patterns there were.
 */
unsigned glob_each(const char *list, void (*fn)(const char *pattern, size_t len, void *arg),
		   void *arg);
