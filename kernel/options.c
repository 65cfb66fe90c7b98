// SPDX-License-Identifier: MIT
#include "kernel/cmdline_logic.h"
#include "kernel/format_logic.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/verdict.h"

enum kind {
	ANY,	/* any value, or none */
	FLAG,	/* bare, or a boolean */
	NUMBER, /* min..max */
	SIZE,	/* bytes, not 0 */
	WORDS,	/* one of `words` */
	CONSOLE,
	MEMMAP,
	SECONDS,
};

struct option {
	const char *key;
	enum kind kind;
	uint64_t min, max; /* of a NUMBER */
	const char *words; /* of WORDS, commas in between */
	bool idle;	   /* known for its name's sake; it has no effect yet */
};

static const struct option options[] = {
	/* what to run */
	{.key = "bench", .kind = ANY},
	{.key = "test", .kind = ANY},
	{.key = "list", .kind = FLAG},
	{.key = "dry", .kind = FLAG},
	{.key = "reps", .kind = NUMBER, .min = 1, .max = 1000},
	{.key = "seed", .kind = NUMBER, .max = UINT64_MAX},
	{.key = "provoke",
	 .kind = WORDS,
	 .words = "triple-fault,hang,panic,short-report,no-verdict"},
	/* what to say where */
	{.key = "console", .kind = CONSOLE},
	{.key = "quiet", .kind = FLAG},
	{.key = "panic", .kind = SECONDS},
	/* memory */
	{.key = "mem", .kind = SIZE},
	{.key = "memmap", .kind = MEMMAP},
	{.key = "init_on_alloc", .kind = FLAG},
	{.key = "nohugemmap", .kind = FLAG, .idle = true},
	{.key = "nohugevmalloc", .kind = FLAG, .idle = true},
	/* one CPU, one node, xAPIC: true in any case until there are more */
	{.key = "numa", .kind = WORDS, .words = "off"},
	{.key = "nosmp", .kind = FLAG},
	{.key = "maxcpus", .kind = NUMBER, .max = 65535},
	{.key = "nox2apic", .kind = FLAG},
};

#define MAX_MEMMAP 64 /* ranges */

static struct cmdline cmdline;
static const char *given_text = "";
static bool given_cut;
static struct mem_range memmap[MAX_MEMMAP];
static uint32_t nr_memmap;
static bool memmap_exact;
static uint64_t mem_limit;
static unsigned baud = 115200;
static int panic_seconds;

static const struct option *find_option(const char *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		if (cmdline_streq(options[i].key, key))
			return &options[i];
	}
	return NULL;
}

static void __attribute__((noreturn)) refuse(const struct cmdline_word *word, const char *want)
{
	kprintf("# cmdline: '%s=%s' is refused: %s\n", word->key, word->value, want);
	verdict_add(0, 1, 0);
	verdict_end();
}

/* ttyS0, ttyS0,BAUD with or without a format such as n8 behind it, tty0. */
static void check_console(const struct cmdline_word *word)
{
	static const char want[] = "it wants ttyS0, ttyS0,BAUD or tty0";
	const char *text = word->value;
	char digits[8] = "";
	uint64_t number;

	if (cmdline_streq(text, "tty0") || cmdline_streq(text, "ttyS0"))
		return;
	for (const char *name = "ttyS0,"; *name; name++) {
		if (*text++ != *name)
			refuse(word, want);
	}
	for (unsigned i = 0; i < sizeof(digits) - 1 && *text >= '0' && *text <= '9'; i++)
		digits[i] = *text++;
	if (*text && !cmdline_streq(text, "n") && !cmdline_streq(text, "n8"))
		refuse(word, want);
	if (cmdline_number(digits, 300, 115200, &number) || 115200 % number)
		refuse(word, "the speed must divide 115200");
	baud = (unsigned)number;
}

static void check_memmap(const struct cmdline_word *word)
{
	if (cmdline_streq(word->value, "exactmap")) {
		memmap_exact = true;
		return;
	}
	if (cmdline_size(word->value, &mem_limit) == 0)
		return; /* without a start it means the same as mem= */
	switch (cmdline_memmap(word->value, memmap, MAX_MEMMAP, &nr_memmap)) {
	case 0:
		return;
	case -ENOSPC:
		refuse(word, "more than 64 ranges");
	case -ERANGE:
		refuse(word, "a range is empty or too large");
	default:
		refuse(word, "it wants SIZE@START, SIZE#START, SIZE$START, SIZE!START or exactmap");
	}
}

static void check_seconds(const struct cmdline_word *word)
{
	const char *text = word->value;
	bool negative = *text == '-';
	uint64_t number;

	if (cmdline_number(text + negative, 0, 86400, &number))
		refuse(word, "it wants seconds, 0 to 86400, or a negative number");
	panic_seconds = negative ? -(int)number : (int)number;
}

static void check_word(const struct cmdline_word *word)
{
	const struct option *option = find_option(word->key);
	uint64_t number;
	char want[64];
	bool flag;

	if (!option)
		return;
	switch (option->kind) {
	case ANY:
		break;
	case FLAG:
		if (cmdline_bool(word->value, &flag))
			refuse(word, "it wants 0 or 1");
		break;
	case NUMBER:
		if (!cmdline_number(word->value, option->min, option->max, &number))
			break;
		ksnprintf(want, sizeof(want), "it wants a number from %llu to %llu",
			  (unsigned long long)option->min, (unsigned long long)option->max);
		refuse(word, want);
	case SIZE:
		if (cmdline_size(word->value, &number) || !number)
			refuse(word, "it wants a size such as 512M");
		mem_limit = number;
		break;
	case WORDS:
		if (!*word->value || !cmdline_listed(option->words, word->value)) {
			ksnprintf(want, sizeof(want), "it wants %s", option->words);
			refuse(word, want);
		}
		break;
	case CONSOLE:
		check_console(word);
		break;
	case MEMMAP:
		check_memmap(word);
		break;
	case SECONDS:
		check_seconds(word);
		break;
	}
}

void options_init(const char *text, bool cut)
{
	given_text = text;
	given_cut = cut;
	cmdline_parse(&cmdline, text);
	for (unsigned i = 0; i < cmdline.nr_words; i++)
		check_word(&cmdline.words[i]);
}

void options_log(void)
{
	for (unsigned i = 0; i < cmdline.nr_words; i++) {
		const struct cmdline_word *word = &cmdline.words[i];
		const struct option *option = find_option(word->key);
		const char *equals = *word->value ? "=" : "";

		if (!option)
			printk("cmdline: '%s%s%s' is not known here, ignored", word->key, equals,
			       word->value);
		else if (option->idle)
			printk("cmdline: '%s%s%s' has no effect here yet", word->key, equals,
			       word->value);
	}
	if (given_cut || cmdline.nr_dropped)
		printk("cmdline: too long, its end is ignored");
}

const char *options_text(void)
{
	return given_text;
}

const char *cmdline_value(const char *key)
{
	return cmdline_find(&cmdline, key);
}

uint64_t option_number(const char *key, uint64_t fallback)
{
	const char *value = cmdline_value(key);

	if (value)
		cmdline_number(value, 0, UINT64_MAX, &fallback);
	return fallback;
}

bool option_flag(const char *key, bool fallback)
{
	const char *value = cmdline_value(key);

	if (value)
		cmdline_bool(value, &fallback);
	return fallback;
}

bool options_console(const char *name)
{
	bool named_any = false;

	for (unsigned i = 0; i < cmdline.nr_words; i++) {
		const struct cmdline_word *word = &cmdline.words[i];

		if (!cmdline_streq(word->key, "console"))
			continue;
		named_any = true;
		if (cmdline_listed(word->value, name))
			return true;
	}
	return !named_any;
}

unsigned options_baud(void)
{
	return baud;
}

const struct mem_range *options_memmap(uint32_t *nr)
{
	*nr = nr_memmap;
	return memmap;
}

bool options_memmap_exact(void)
{
	return memmap_exact;
}

uint64_t options_mem_limit(void)
{
	return mem_limit;
}

int options_panic_seconds(void)
{
	return panic_seconds;
}

bool options_provoke(const char *name)
{
	const char *value = cmdline_value("provoke");

	return value && cmdline_streq(value, name);
}
