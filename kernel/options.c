// SPDX-License-Identifier: MIT
#include "kernel/cmdline_logic.h"
#include "kernel/console.h"
#include "kernel/console_logic.h"
#include "kernel/format_logic.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/string.h"
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
	NUMA,
	IP,
	NETLOG,
	FAIL,
	BARE_NUMBER, /* a word alone, or min..max */
};

struct option {
	const char *key;
	enum kind kind;
	uint64_t min, max; /* of a NUMBER */
	const char *words; /* of WORDS, commas in between */
	bool live;	   /* means something when it changes while the kernel runs */
};

static const struct option options[] = {
	/* what to run */
	{.key = "bench", .kind = ANY},
	{.key = "test", .kind = ANY},
	{.key = "list", .kind = FLAG},
	{.key = "shell", .kind = BARE_NUMBER, .min = 1, .max = 86400},
	{.key = "net", .kind = BARE_NUMBER, .min = 1, .max = 86400},
	{.key = "dry", .kind = FLAG, .live = true},
	{.key = "reps", .kind = NUMBER, .min = 1, .max = 1000, .live = true},
	{.key = "seed", .kind = NUMBER, .max = UINT64_MAX, .live = true},
	{.key = "provoke",
	 .kind = WORDS,
	 .words = "triple-fault,hang,panic,short-report,no-verdict,divide,null-call,run-data,"
		  "write-text,stack-overflow,fault-in-panic,dead-cpu,panic-elsewhere,"
		  "overflow-elsewhere,panic-everywhere,panic-amid-lines,deaf-cpu,nmi-in-panic,"
		  "caches-off,hang-elsewhere,spin,use-after-free,record-overrun,double-free,"
		  "read-behind,area-overrun,use-after-vfree,leak"},
	/* what to say where */
	{.key = "console", .kind = CONSOLE},
	{.key = "quiet", .kind = FLAG, .live = true},
	{.key = "panic", .kind = SECONDS, .live = true},
	{.key = "watchdog", .kind = NUMBER, .max = 86400},
	{.key = "end", .kind = WORDS, .words = "halt,poweroff,reboot", .live = true},
	{.key = "matrix", .kind = NUMBER, .min = 64, .max = 2048, .live = true},
	/* memory */
	{.key = "mem", .kind = SIZE},
	{.key = "memmap", .kind = MEMMAP},
	{.key = "init_on_alloc", .kind = FLAG},
	{.key = "page_poison", .kind = FLAG},
	{.key = "page_redzone", .kind = FLAG},
	{.key = "page_owner", .kind = FLAG},
	{.key = "page_trace", .kind = FLAG},
	{.key = "vmalloc_guard", .kind = FLAG},
	{.key = "fail_page_alloc", .kind = FAIL},
	{.key = "nohugemmap", .kind = FLAG},
	{.key = "nohugevmalloc", .kind = FLAG},
	/* network cards */
	{.key = "ip", .kind = IP},
	{.key = "netlog", .kind = NETLOG},
	/* CPUs and nodes */
	{.key = "numa", .kind = NUMA},
	{.key = "nosmp", .kind = FLAG},
	{.key = "maxcpus", .kind = NUMBER, .max = 65535},
	{.key = "nox2apic", .kind = FLAG},
};

#define MAX_LIVE 8 /* options set while the kernel runs */

/* Such an option's value, which a word of `cmdline` points to. */
struct live_value {
	const struct option *option;
	char text[24];
};

#define MAX_MEMMAP   512 /* ranges */
#define MAX_CONSOLES 8
#define MAX_IP	     8 /* as there are cards */

static struct cmdline cmdline;
static struct live_value live[MAX_LIVE];
static unsigned nr_live;
static const char *given_text = "";
static bool given_cut;
static const struct cmdline_word *bad_word; /* the first malformed one, if bad_why is set */
static const char *bad_why;
static struct mem_range memmap[MAX_MEMMAP];
static uint32_t nr_memmap;
static bool memmap_exact;
static uint64_t mem_limit;
static struct console_spec consoles[MAX_CONSOLES];
static unsigned nr_consoles;
static struct ip_config ips[MAX_IP];
static unsigned nr_ips;
static struct ip_endpoint netlog;
static struct page_fail fail;
static bool fail_given;
static int panic_seconds;
static bool numa_off;
static unsigned numa_fake;

static const struct option *find_option(const char *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		if (cmdline_streq(options[i].key, key))
			return &options[i];
	}
	return NULL;
}

static const char *check_console(const char *text)
{
	struct console_spec spec;
	const char *why = console_spec_parse(text, &spec);

	if (why)
		return why;
	for (unsigned i = 0; i < nr_consoles; i++) {
		if (cmdline_streq(consoles[i].name, spec.name)) {
			consoles[i] = spec; /* the last one counts */
			return NULL;
		}
	}
	if (nr_consoles == MAX_CONSOLES)
		return "there may be 8 consoles";
	consoles[nr_consoles++] = spec;
	return NULL;
}

static const char *check_size(const char *text)
{
	uint64_t size;

	if (cmdline_size(text, &size) || !size)
		return "it wants a size such as 512M";
	mem_limit = size;
	return NULL;
}

static const char *check_memmap(const char *text)
{
	uint64_t size;

	if (cmdline_size(text, &size) == 0)
		return check_size(text); /* without a start it means the same as mem= */
	switch (cmdline_memmap(text, memmap, MAX_MEMMAP, &nr_memmap, &memmap_exact)) {
	case 0:
		return NULL;
	case -ENOSPC:
		return "there may be 512 ranges in all";
	case -ERANGE:
		return "a range is empty or too large";
	default:
		return "it wants SIZE@START, SIZE#START, SIZE$START, SIZE!START or exactmap";
	}
}

static const char *check_seconds(const char *text)
{
	bool negative = *text == '-';
	uint64_t number;

	if (cmdline_number(text + negative, 0, 86400, &number))
		return "it wants seconds, 0 to 86400, or a negative number";
	panic_seconds = negative ? -(int)number : (int)number;
	return NULL;
}

static const char *check_ip(const char *text)
{
	struct ip_config config;
	const char *why = ip_config_parse(text, &config);

	if (why)
		return why;
	for (unsigned i = 0; i < nr_ips; i++)
		if (config.device[0] && cmdline_streq(ips[i].device, config.device))
			return "this device has been given an address already";
	if (nr_ips == MAX_IP)
		return "there may be 8 addresses";
	ips[nr_ips++] = config;
	return NULL;
}

/* off, or fake=N. */
static const char *check_numa(const char *text)
{
	uint64_t number;

	numa_off = cmdline_streq(text, "off");
	numa_fake = 0;
	if (numa_off)
		return NULL;
	for (const char *name = "fake="; *name; name++) {
		if (*text++ != *name)
			return "it wants off or fake=NODES";
	}
	if (cmdline_number(text, 1, 64, &number))
		return "it wants 1 to 64 nodes";
	numa_fake = (unsigned)number;
	return NULL;
}

/* What is wrong with a value, NULL if nothing; valid until the next call. */
static const char *check_word(const struct cmdline_word *word)
{
	const struct option *option = find_option(word->key);
	static char want[640];
	uint64_t number;
	bool flag;

	if (!option)
		return NULL;
	switch (option->kind) {
	case ANY:
		break;
	case FLAG:
		return cmdline_bool(word->value, &flag) ? "it wants 0 or 1" : NULL;
	case BARE_NUMBER:
		if (!*word->value)
			break;
		/* fall through */
	case NUMBER:
		if (!cmdline_number(word->value, option->min, option->max, &number))
			break;
		ksnprintf(want, sizeof(want), "it wants a number from %llu to %llu",
			  (unsigned long long)option->min, (unsigned long long)option->max);
		return want;
	case WORDS:
		if (*word->value && cmdline_listed(option->words, word->value))
			break;
		ksnprintf(want, sizeof(want), "it wants %s", option->words);
		return want;
	case SIZE:
		return check_size(word->value);
	case CONSOLE:
		return check_console(word->value);
	case MEMMAP:
		return check_memmap(word->value);
	case SECONDS:
		return check_seconds(word->value);
	case NUMA:
		return check_numa(word->value);
	case FAIL:
		fail_given = true;
		return page_fail_parse(word->value, &fail)
			       ? "it wants INTERVAL,PROBABILITY,SPACE,TIMES, as Linux does"
			       : NULL;
	case IP:
		return check_ip(word->value);
	case NETLOG:
		return ip_endpoint_parse(word->value, &netlog);
	}
	return NULL;
}

void options_init(const char *text, bool cut)
{
	given_text = text;
	given_cut = cut;
	cmdline_parse(&cmdline, text);
	for (unsigned i = 0; i < cmdline.nr_words && !bad_why; i++) {
		bad_why = check_word(&cmdline.words[i]);
		bad_word = &cmdline.words[i];
	}
}

bool options_valid(void)
{
	return !bad_why && !given_cut && !cmdline.nr_dropped;
}

void options_check(void)
{
	/* What is cut off may be half a word, or a range that must not be used as RAM. */
	if (given_cut || cmdline.nr_dropped)
		refuse("cmdline: more than %d characters or %d words", CMDLINE_MAX_TEXT - 1,
		       CMDLINE_MAX_WORDS);
	if (bad_why)
		refuse("cmdline: '%s=%.100s': %s", bad_word->key, bad_word->value, bad_why);
}

/* The slot of an option that was set before, or a new one at the end of the line. */
static struct live_value *live_slot(const struct option *option)
{
	struct live_value *value;

	for (unsigned i = 0; i < nr_live; i++)
		if (live[i].option == option)
			return &live[i];
	if (nr_live == MAX_LIVE || cmdline.nr_words == CMDLINE_MAX_WORDS)
		return NULL;
	value = &live[nr_live++];
	value->option = option;
	cmdline.words[cmdline.nr_words++] = (struct cmdline_word){option->key, value->text};
	return value;
}

const char *options_set(const char *word)
{
	static struct cmdline one;
	const struct option *option;
	struct live_value *value;
	const char *why;

	cmdline_parse(&one, word);
	if (one.nr_words != 1)
		return "it wants OPTION=VALUE";
	option = find_option(one.words[0].key);
	if (!option)
		return "no such option; `set` alone names those that can be set";
	if (!option->live)
		return "that has a meaning on the command line only";
	why = check_word(&one.words[0]);
	if (why)
		return why;
	if (strlen(one.words[0].value) >= sizeof(value->text))
		return "the value is too long";
	value = live_slot(option);
	if (!value)
		return "there is no room for more options";
	memcpy(value->text, one.words[0].value, strlen(one.words[0].value) + 1);
	if (cmdline_streq(option->key, "quiet"))
		console_set_quiet(option_flag("quiet", false));
	return NULL;
}

void options_list_live(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		const char *value = cmdline_value(options[i].key);

		if (options[i].live)
			kprintf("#   %-10s%s\n", options[i].key,
				!value	 ? "not set"
				: *value ? value
					 : "1");
	}
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
	}
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
	for (unsigned i = 0; i < nr_consoles; i++) {
		if (cmdline_streq(consoles[i].name, name))
			return true;
	}
	return !nr_consoles || cmdline_streq(name, "netlog"); /* which has an option of its own */
}

const struct console_spec *options_consoles(unsigned *nr)
{
	*nr = nr_consoles;
	return consoles;
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

const struct ip_config *options_ip(unsigned *nr)
{
	*nr = nr_ips;
	return ips;
}

const struct ip_endpoint *options_netlog(void)
{
	return netlog.port ? &netlog : NULL;
}

bool options_numa_off(void)
{
	return numa_off;
}

unsigned options_numa_fake(void)
{
	return numa_fake;
}

uint64_t options_mem_limit(void)
{
	return mem_limit;
}

const struct page_fail *options_fail(void)
{
	return fail_given ? &fail : NULL;
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
