// SPDX-License-Identifier: MIT
#include "kernel/string.h"

int memcmp(const void *a, const void *b, size_t len)
{
	const unsigned char *x = a;
	const unsigned char *y = b;

	for (; len; len--, x++, y++) {
		if (*x != *y)
			return *x - *y;
	}
	return 0;
}

size_t strnlen(const char *s, size_t max)
{
	size_t len = 0;

	while (len < max && s[len])
		len++;
	return len;
}

size_t strlen(const char *s)
{
	return strnlen(s, (size_t)-1);
}

int strncmp(const char *a, const char *b, size_t max)
{
	for (; max; max--, a++, b++) {
		if (*a != *b || !*a)
			return (unsigned char)*a - (unsigned char)*b;
	}
	return 0;
}

int strcmp(const char *a, const char *b)
{
	return strncmp(a, b, (size_t)-1);
}

char *strchr(const char *s, int c)
{
	for (; *s != (char)c; s++) {
		if (!*s)
			return NULL;
	}
	return (char *)s;
}
