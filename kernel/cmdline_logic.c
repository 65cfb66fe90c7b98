// SPDX-License-Identifier: MIT
#include "boot/boot_info.h"
#include "kernel/cmdline_logic.h"

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/*
 * Copy one word to `to`, which has room for all that is left of *text. Returns where it ends there
 * and leaves *text behind the word.
 */
static char *copy_word(const char **text, char *to)
{
	const char *p = *text;
	bool quoted = false;

	for (; *p && (quoted || !is_space(*p)); p++) {
		if (*p == '"') {
			quoted = !quoted;
			continue;
		}
		if (*p == '\\' && (p[1] == '"' || p[1] == '\\' || p[1] == '\''))
			p++;
		*to++ = *p;
	}
	*to++ = '\0';
	*text = p;
	return to;
}

/* Split a word in place at its first '='. */
static struct cmdline_word split_word(char *word)
{
	char *p = word;

	while (*p && *p != '=')
		p++;
	if (!*p)
		return (struct cmdline_word){word, p};
	*p = '\0';
	return (struct cmdline_word){word, p + 1};
}

void cmdline_parse(struct cmdline *cl, const char *text)
{
	const char *end = text;
	char *to = cl->text;

	while (*end)
		end++;
	cl->nr_words = 0;
	cl->nr_dropped = 0;
	for (;;) {
		char *word = to;

		while (is_space(*text))
			text++;
		if (!*text)
			return;
		if (cl->nr_words == CMDLINE_MAX_WORDS ||
		    end - text >= cl->text + CMDLINE_MAX_TEXT - to) {
			cl->nr_dropped++;
			return;
		}
		to = copy_word(&text, word);
		cl->words[cl->nr_words++] = split_word(word);
	}
}

bool cmdline_streq(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

const char *cmdline_find(const struct cmdline *cl, const char *key)
{
	for (unsigned i = cl->nr_words; i-- > 0;) {
		if (cmdline_streq(cl->words[i].key, key))
			return cl->words[i].value;
	}
	return NULL;
}

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

/* Read digits at *text and move it behind them. */
static int read_number(const char **text, uint64_t *value)
{
	const char *p = *text;
	unsigned base = 10;
	const char *start;

	if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
		base = 16;
		p += 2;
	}
	*value = 0;
	for (start = p; digit_of(*p) < (int)base; p++) {
		if (__builtin_mul_overflow(*value, base, value) ||
		    __builtin_add_overflow(*value, digit_of(*p), value))
			return -ERANGE;
	}
	*text = p;
	return p == start ? -EINVAL : 0;
}

/* Read a number and its unit at *text and move it behind them. */
static int read_size(const char **text, uint64_t *bytes)
{
	static const char units[] = "kmgt";
	int err = read_number(text, bytes);

	if (err)
		return err;
	for (unsigned i = 0; units[i]; i++) {
		if ((**text | 0x20) != units[i])
			continue;
		(*text)++;
		if (*bytes > UINT64_MAX >> (i + 1) * 10)
			return -ERANGE;
		*bytes <<= (i + 1) * 10;
		break;
	}
	return 0;
}

int cmdline_number(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	uint64_t number;
	int err = read_number(&text, &number);

	if (err)
		return err;
	if (*text)
		return -EINVAL;
	if (number < min || number > max)
		return -ERANGE;
	*value = number;
	return 0;
}

int cmdline_size(const char *text, uint64_t *bytes)
{
	uint64_t size;
	int err = read_size(&text, &size);

	if (err)
		return err;
	if (*text)
		return -EINVAL;
	*bytes = size;
	return 0;
}

int cmdline_bool(const char *text, bool *value)
{
	static const char *const names[] = {"0",  "off", "no", "n",    "false", "1",
					    "on", "yes", "y",  "true", ""};

	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		if (cmdline_streq(text, names[i])) {
			*value = i >= 5;
			return 0;
		}
	}
	return -EINVAL;
}

static int read_range(const char **text, struct mem_range *range)
{
	uint64_t len, start;
	int err = read_size(text, &len);

	if (err)
		return err;
	switch (*(*text)++) {
	case '@':
		range->type = BOOT_MEM_RAM;
		break;
	case '#':
		range->type = BOOT_MEM_ACPI;
		break;
	case '$':
	case '!':
		range->type = BOOT_MEM_RESERVED;
		break;
	default:
		return -EINVAL;
	}
	err = read_size(text, &start);
	if (err)
		return err;
	if (!len || len > UINT64_MAX - start)
		return -ERANGE;
	range->start = start;
	range->end = start + len;
	return 0;
}

/* Is `word` what stands at *text, up to a comma or the end? Then move *text behind it. */
static bool read_word(const char **text, const char *word)
{
	const char *p = *text;

	while (*word && *p == *word) {
		p++;
		word++;
	}
	if (*word || (*p && *p != ','))
		return false;
	*text = p;
	return true;
}

int cmdline_memmap(const char *text, struct mem_range *ranges, uint32_t max, uint32_t *nr,
		   bool *exact)
{
	for (;;) {
		struct mem_range range;
		int err;

		if (read_word(&text, "exactmap")) {
			*exact = true;
		} else {
			err = read_range(&text, &range);
			if (err)
				return err;
			if (*text && *text != ',')
				return -EINVAL;
			if (*nr >= max)
				return -ENOSPC;
			ranges[(*nr)++] = range;
		}
		if (!*text++)
			return 0;
	}
}

bool cmdline_listed(const char *list, const char *word)
{
	while (*list) {
		const char *w = word;

		while (*w && *w != ',' && *w == *list) {
			w++;
			list++;
		}
		if (!*w && (!*list || *list == ','))
			return true;
		while (*list && *list != ',')
			list++;
		if (*list)
			list++;
	}
	return false;
}
