// SPDX-License-Identifier: MIT
#pragma once

/* As strcmp(). */
static inline int text_compare(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (unsigned char)*a - (unsigned char)*b;
}
