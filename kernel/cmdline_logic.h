// SPDX-License-Identifier: MIT
/*
 * The kernel command line: words, and what their values can be read as.
 *
 * Words stand between white space; double quotes keep white space in a word and vanish; a backslash
 * takes the next quote or backslash as it is (GRUB writes them so). A word is `key` or `key=value`.
 */
#pragma once

#include "mm/types.h"

#define CMDLINE_MAX_WORDS 1024
#define CMDLINE_MAX_TEXT  8192 /* bytes, the NUL included */

struct cmdline_word {
	const char *key;
	const char *value; /* "" for a bare word */
};

struct cmdline {
	unsigned nr_words;
	unsigned nr_dropped; /* words that did not fit */
	struct cmdline_word words[CMDLINE_MAX_WORDS];
	char text[CMDLINE_MAX_TEXT];
};

/* Split text into words, as many as fit. */
void cmdline_parse(struct cmdline *cl, const char *text);

/* The value of the last word with this key, NULL if there is none. */
const char *cmdline_find(const struct cmdline *cl, const char *key);

bool cmdline_streq(const char *a, const char *b);

/*
 * Read all of `text` as a number: decimal, or hexadecimal behind 0x. 0, -EINVAL, or -ERANGE if it
 * does not fit or is outside of min..max.
 */
int cmdline_number(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/* Read all of `text` as bytes: a number with an optional K, M, G or T (1024s), either case. */
int cmdline_size(const char *text, uint64_t *bytes);

/* Read 1 0 on off yes no y n true false; "" is true. 0 or -EINVAL. */
int cmdline_bool(const char *text, bool *value);

/*
 * Read a list of memory ranges as in `memmap=`: SIZE@START is RAM, SIZE#START ACPI tables,
 * SIZE$START and SIZE!START reserved; commas in between. Types are those of enum boot_mem_type.
 * Adds to ranges[*nr..max); the word `exactmap` in the list sets *exact. 0, -EINVAL, -ERANGE (a
 * range that is empty or wraps), -ENOSPC.
 */
int cmdline_memmap(const char *text, struct mem_range *ranges, uint32_t max, uint32_t *nr,
		   bool *exact);

/* Is `word` one of the comma-separated words of `list`? A comma in it never is. */
bool cmdline_listed(const char *list, const char *word);
