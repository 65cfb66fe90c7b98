// SPDX-License-Identifier: MIT
/*
 * Commands of the shell. A room that owns something to be shown or done registers its own:
 *
 *	COMMAND(mem) = {"mem", "", "memory by node", mem_run};
 */
#pragma once

#include "mm/types.h"

enum { COMMAND_WORDS = 16 };

struct command {
	const char *name;
	const char *usage; /* what comes behind the name, "" for nothing */
	const char *help;  /* a few words */

	/* argv[0] is the name, argc of them; a text that says what is wrong, or NULL. */
	const char *(*run)(int argc, const char *const *argv);
};

#define COMMAND(id)                                                                                \
	static const struct command command_record_##id;                                           \
	static const struct command *const command_pointer_##id                                    \
		__attribute__((used, section("bulkhead_command"))) = &command_record_##id;         \
	static const struct command command_record_##id

/* The n-th command by name, NULL: there are no more. Panics if two have one name. */
const struct command *command_at(unsigned n);

/*
 * Cut a line into words at white space and run what it says. NULL, or what is wrong: no such
 * command, too many words, or what the command says. An empty line does nothing.
 */
const char *command_run(char *line);
