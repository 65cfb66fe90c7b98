// SPDX-License-Identifier: MIT
#include "kernel/console_logic.h"

#include "kernel/cmdline_logic.h"

static const char forms[] = "it wants tty0, ttyS0 to ttyS3, uart,io,PORT, uart,mmio,ADDRESS, "
			    "uart,mmio32,ADDRESS, pciserial or spcr, and perhaps ,SPEED";
static const char no_speed[] = "the speed must divide 115200";

enum { SPEED_LEAST = 300, SPEED_MOST = 115200 };

uint16_t console_com_port(unsigned com)
{
	static const uint16_t ports[] = {0x3f8, 0x2f8, 0x3e8, 0x2e8};

	return ports[com];
}

/* The next word of a list with commas: moves *text behind it. False: there is none, or too long. */
static bool next_word(const char **text, char *word, size_t len)
{
	size_t at = 0;

	if (!**text)
		return false;
	while (**text && **text != ',') {
		if (at == len - 1)
			return false;
		word[at++] = *(*text)++;
	}
	word[at] = '\0';
	if (**text == ',')
		(*text)++;
	return at > 0;
}

static bool ends_in_comma(const char *text)
{
	while (text[0] && text[1])
		text++;
	return *text == ',';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* "115200", "9600n8". */
static bool read_speed(const char *word, unsigned *baud)
{
	char digits[8] = "";
	uint64_t number;

	for (unsigned i = 0; i < sizeof(digits) - 1 && is_digit(*word); i++)
		digits[i] = *word++;
	if (*word && !cmdline_streq(word, "n") && !cmdline_streq(word, "n8"))
		return false;
	if (cmdline_number(digits, SPEED_LEAST, SPEED_MOST, &number) || SPEED_MOST % number)
		return false;
	*baud = (unsigned)number;
	return true;
}

/* A number in hexadecimal, one or two digits, up to `most`; moves *text behind it. */
static bool read_hex(const char **text, uint64_t most, uint64_t *value)
{
	char digits[5] = "0x";
	unsigned nr = 2;

	while (nr < 4 && (is_digit(**text) || ((**text | 0x20) >= 'a' && (**text | 0x20) <= 'f')))
		digits[nr++] = *(*text)++;
	return nr > 2 && !cmdline_number(digits, 0, most, value);
}

/* "00:1f.3" */
static bool read_function(const char *word, uint64_t *addr)
{
	uint64_t bus, device, function;

	if (!read_hex(&word, 0xff, &bus) || *word++ != ':' || !read_hex(&word, 0x1f, &device) ||
	    *word++ != '.' || !read_hex(&word, 7, &function) || *word)
		return false;
	*addr = bus << 8 | device << 3 | function;
	return true;
}

static void name_set(struct console_spec *spec, const char *start, const char *end)
{
	size_t len = (size_t)(end - start);

	if (len && start[len - 1] == ',')
		len--;
	if (len > sizeof(spec->name) - 1)
		len = sizeof(spec->name) - 1;
	__builtin_memcpy(spec->name, start, len);
	spec->name[len] = '\0';
}

/* uart,KIND,ADDRESS: the text behind the first comma. */
static bool read_uart(const char **text, struct console_spec *spec)
{
	char word[24];
	uint64_t most = UINT64_MAX - 0xff;

	if (!next_word(text, word, sizeof(word)))
		return false;
	if (cmdline_streq(word, "io")) {
		spec->kind = CONSOLE_IO;
		most = 0xfff8;
	} else if (cmdline_streq(word, "mmio")) {
		spec->kind = CONSOLE_MMIO8;
	} else if (cmdline_streq(word, "mmio32")) {
		spec->kind = CONSOLE_MMIO32;
	} else {
		return false;
	}
	return next_word(text, word, sizeof(word)) && !cmdline_number(word, 1, most, &spec->addr);
}

const char *console_spec_parse(const char *text, struct console_spec *spec)
{
	const char *start = text;
	char word[24];

	*spec = (struct console_spec){.kind = CONSOLE_SCREEN};
	if (!next_word(&text, word, sizeof(word)) || ends_in_comma(start))
		return forms;
	if (cmdline_streq(word, "tty0")) {
		name_set(spec, start, text);
		return *text ? forms : NULL;
	}
	if (cmdline_streq(word, "uart") || cmdline_streq(word, "uart8250")) {
		if (!read_uart(&text, spec))
			return forms;
	} else if (cmdline_streq(word, "pciserial")) {
		const char *after = text;

		spec->kind = CONSOLE_PCI;
		spec->addr = CONSOLE_ANY;
		if (next_word(&after, word, sizeof(word)) && read_function(word, &spec->addr))
			text = after;
	} else if (cmdline_streq(word, "spcr")) {
		spec->kind = CONSOLE_SPCR;
	} else if (word[0] == 't' && word[1] == 't' && word[2] == 'y' && word[3] == 'S' &&
		   word[4] >= '0' && word[4] <= '3' && !word[5]) {
		spec->kind = CONSOLE_IO;
		spec->addr = console_com_port((unsigned)(word[4] - '0'));
		spec->baud = SPEED_MOST;
	} else {
		return forms;
	}
	name_set(spec, start, text);
	if (!*text)
		return NULL;
	if (!next_word(&text, word, sizeof(word)) || !read_speed(word, &spec->baud))
		return no_speed;
	return *text ? forms : NULL;
}
