// SPDX-License-Identifier: MIT
/*
 * The C library's functions by these names, with its meanings.
 */
#pragma once

#include <stddef.h>

/* kernel/x86/string.asm */
void *memcpy(void *restrict to, const void *restrict from, size_t len);
void *memmove(void *to, const void *from, size_t len);
void *memset(void *to, int byte, size_t len);

int memcmp(const void *a, const void *b, size_t len);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t max);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t max);
char *strchr(const char *s, int c);
