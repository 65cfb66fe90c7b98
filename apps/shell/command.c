// SPDX-License-Identifier: MIT
#include "apps/shell/command.h"

#include "apps/harness/env.h"
#include "apps/harness/text.h"

extern const struct command *const __start_bulkhead_command[];
extern const struct command *const __stop_bulkhead_command[];

enum { MOST_COMMANDS = 64 };

static const struct command *sorted[MOST_COMMANDS];
static unsigned nr_sorted;

static void sort(void)
{
	for (const struct command *const *c = __start_bulkhead_command; c < __stop_bulkhead_command;
	     c++) {
		unsigned i = nr_sorted;

		if (nr_sorted == MOST_COMMANDS)
			env_panic("shell: more than %d commands", MOST_COMMANDS);
		for (; i > 0 && text_compare(sorted[i - 1]->name, (*c)->name) > 0; i--)
			sorted[i] = sorted[i - 1];
		if (i > 0 && !text_compare(sorted[i - 1]->name, (*c)->name))
			env_panic("shell: two commands are named %s", (*c)->name);
		sorted[i] = *c;
		nr_sorted++;
	}
}

const struct command *command_at(unsigned n)
{
	if (!nr_sorted)
		sort();
	return n < nr_sorted ? sorted[n] : NULL;
}

static const struct command *find(const char *name)
{
	const struct command *command;

	for (unsigned n = 0; (command = command_at(n)); n++)
		if (!text_compare(command->name, name))
			return command;
	return NULL;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t';
}

/* Returns how many words, more than there is room for if there are. */
static int words_cut(char *line, const char *words[COMMAND_WORDS])
{
	int nr = 0;

	for (;;) {
		while (is_space(*line))
			*line++ = '\0';
		if (!*line)
			return nr;
		if (nr == COMMAND_WORDS)
			return nr + 1;
		words[nr++] = line;
		while (*line && !is_space(*line))
			line++;
	}
}

const char *command_run(char *line)
{
	const char *words[COMMAND_WORDS];
	const struct command *command;
	int nr = words_cut(line, words);

	if (!nr)
		return NULL;
	if (nr > COMMAND_WORDS)
		return "more words than any command takes";
	command = find(words[0]);
	if (!command)
		return "no such command; `help` names them";
	return command->run(nr, words);
}
