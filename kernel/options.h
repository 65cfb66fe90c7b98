// SPDX-License-Identifier: MIT
/*
 * The options of the kernel command line. options_init() holds every value against its table, and
 * options_check() ends a run with a malformed one, so that the getters need not report errors.
 */
#pragma once

#include "kernel/console_logic.h"
#include "kernel/ip_logic.h"
#include "mm/page_watch.h"

/* Read the command line. `cut`: the loader's line was longer than its buffer. */
void options_init(const char *cmdline, bool cut);

/* Is the line whole, and every value of a known option well-formed? */
bool options_valid(void);

/* If not, say what is wrong and end the run as failed. */
void options_check(void);

/*
 * Change an option while the kernel runs: "reps=20". NULL, or why not, as words; valid until the
 * next call.
 */
const char *options_set(const char *word);

/* Print those that can be changed so, with their values. */
void options_list_live(void);

/* Log options that are not known, and ignored. */
void options_log(void);

/* The command line as given. */
const char *options_text(void);

/* The value of an option, the last one given: NULL if absent, "" for a bare word. */
const char *cmdline_value(const char *key);

/* The number that a known option gives; `fallback` if absent. */
uint64_t option_number(const char *key, uint64_t fallback);

/* Is a switch on: given bare, or with a value that means yes? `fallback` if absent. */
bool option_flag(const char *key, bool fallback);

/* Is this console wanted, by its name without a speed? All are unless `console=` names some. */
bool options_console(const char *name);

/* What all `console=` name, each once; none: *nr is 0. */
const struct console_spec *options_consoles(unsigned *nr);

/* What all `ip=` say, in order; none: *nr is 0. */
const struct ip_config *options_ip(unsigned *nr);

/* Where `netlog=` wants the report sent, NULL: nowhere. */
const struct ip_endpoint *options_netlog(void);

/*
 * Ranges of all `memmap=` in order, in the firmware's types; to be added to its map, where the more
 * restrictive type wins as ever: SIZE@START makes no RAM of what the firmware reserves.
 * options_memmap_exact(): they replace its map (`memmap=exactmap`).
 */
const struct mem_range *options_memmap(uint32_t *nr);
bool options_memmap_exact(void);

/* `numa=off`; `numa=fake=N`: N, else 0. */
bool options_numa_off(void);
unsigned options_numa_fake(void);

/* RAM ends here (`mem=`), bytes; 0: no limit. */
uint64_t options_mem_limit(void);

/* When requests for pages are to fail (`fail_page_alloc=`); NULL: never. */
const struct page_fail *options_fail(void);

/* `panic=`: seconds until the machine restarts after a failure; 0 never, negative at once. */
int options_panic_seconds(void);

/* Is this failure to be provoked (`provoke=`)? */
bool options_provoke(const char *name);
