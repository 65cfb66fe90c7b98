// SPDX-License-Identifier: MIT
/*
 * The kernel command line. Input: its text. Every value is read in every way that there is, for the
 * words say which only later.
 *
 * Property: words written anew, each in quotes, are read as the same words; numbers are those that
 * libc reads; ranges are not empty; what is refused has a reason.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/harness/glob.h"
#include "kernel/cmdline_logic.h"
#include "kernel/console_logic.h"
#include "kernel/ip_logic.h"
#include "tests/fuzz/fuzz.h"

enum { RANGES = 8 };

static struct cmdline line, again;

static void in_text(const char *word)
{
	const char *end = line.text + sizeof(line.text);

	if (word < line.text || word >= end || !memchr(word, '\0', (size_t)(end - word)))
		fuzz_expect("a word that is not in the text");
}

static char *quote_part(char *to, const char *part)
{
	for (; *part; part++) {
		if (*part == '"' || *part == '\\')
			*to++ = '\\';
		*to++ = *part;
	}
	return to;
}

/* Every word in quotes, read anew. */
static void write_anew(void)
{
	static char text[CMDLINE_MAX_WORDS * 4 + CMDLINE_MAX_TEXT * 2];
	char *to = text;

	for (unsigned i = 0; i < line.nr_words; i++) {
		*to++ = ' ';
		*to++ = '"';
		to = quote_part(to, line.words[i].key);
		*to++ = '=';
		to = quote_part(to, line.words[i].value);
		*to++ = '"';
	}
	*to = '\0';
	if (to - text >= CMDLINE_MAX_TEXT)
		return;
	cmdline_parse(&again, text);
	if (again.nr_words != line.nr_words || again.nr_dropped)
		fuzz_expect("other words when written anew");
	for (unsigned i = 0; i < line.nr_words; i++)
		if (strcmp(again.words[i].key, line.words[i].key) ||
		    strcmp(again.words[i].value, line.words[i].value))
			fuzz_expect("another word when written anew");
}

static void read_numbers(const char *text)
{
	uint64_t value = 0, size = 0, low;
	bool truth;

	if (!cmdline_number(text, 0, UINT64_MAX, &value)) {
		bool hex = text[0] == '0' && (text[1] | 0x20) == 'x';

		if (value != strtoull(text, NULL, hex ? 16 : 10))
			fuzz_expect("a number is read as another");
		if (cmdline_size(text, &size) || size != value)
			fuzz_expect("a number is no size");
		if (!cmdline_number(text, 5, 1000, &low) != (value >= 5 && value <= 1000))
			fuzz_expect("a number's bounds");
	}
	cmdline_size(text, &size);
	cmdline_bool(text, &truth);
}

static void read_ranges(const char *text)
{
	struct mem_range ranges[RANGES];
	uint32_t nr = 0;
	bool exact = false;
	int err = cmdline_memmap(text, ranges, RANGES, &nr, &exact);

	if (nr > RANGES || (err && err != -EINVAL && err != -ERANGE && err != -ENOSPC))
		fuzz_expect("a list of ranges too long, or an error that there is not");
	for (uint32_t i = 0; i < nr; i++)
		if (ranges[i].start >= ranges[i].end)
			fuzz_expect("an empty range");
}

static void read_console(const char *text)
{
	struct console_spec spec;
	const char *fault = console_spec_parse(text, &spec);

	if (fault ? !*fault : !memchr(spec.name, '\0', sizeof(spec.name)))
		fuzz_expect("a console without a reason or a name's end");
	if (!fault && spec.baud > 115200)
		fuzz_expect("a speed that no port has");
}

static void read_network(const char *text)
{
	struct ip_config config;
	struct ip_endpoint endpoint;
	const char *fault = ip_config_parse(text, &config);

	if (fault ? !*fault : !memchr(config.device, '\0', sizeof(config.device)))
		fuzz_expect("an address without a reason or a device's end");
	if (!fault && ~config.mask & (~config.mask + 1))
		fuzz_expect("a mask with holes");
	fault = ip_endpoint_parse(text, &endpoint);
	if (!fault && !endpoint.addr)
		fuzz_expect("an endpoint that is nobody");
}

static void match(const char *pattern, size_t len, void *arg)
{
	bool plain = !memchr(pattern, '*', len) && !memchr(pattern, '?', len);

	if (plain &&
	    glob_match(pattern, len, arg) != (strlen(arg) == len && !memcmp(pattern, arg, len)))
		fuzz_expect("a plain pattern matches something else");
}

/* Is `word` among the words between commas, by libc? */
static bool listed(const char *list, const char *word)
{
	size_t len = strlen(word);

	if (strchr(word, ',') || !len)
		return cmdline_listed(list, word); /* no word, or an empty one */
	for (const char *at = list; (at = strstr(at, word)); at++)
		if ((at == list || at[-1] == ',') && (!at[len] || at[len] == ','))
			return true;
	return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	char *text = fuzz_text(data, len);

	cmdline_parse(&line, text);
	free(text);
	if (line.nr_words > CMDLINE_MAX_WORDS)
		fuzz_expect("too many words");
	for (unsigned i = 0; i < line.nr_words; i++) {
		const struct cmdline_word *word = &line.words[i];

		in_text(word->key);
		in_text(word->value);
		fuzz_expect(cmdline_find(&line, word->key) ? NULL : "a word is not found");
		read_numbers(word->value);
		read_ranges(word->value);
		read_console(word->value);
		read_network(word->value);
		glob_each(word->value, match, (void *)word->key);
		if (listed(word->value, word->key) != cmdline_listed(word->value, word->key))
			fuzz_expect("a word in a list");
	}
	write_anew();
	return 0;
}
