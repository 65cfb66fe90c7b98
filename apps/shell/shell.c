// SPDX-License-Identifier: MIT
/*
 * What the shell prints itself begins with '#', the prompt too, so that a capture of a session
 * reads as a report with remarks.
 */
#include "apps/shell/shell.h"

#include "apps/harness/env.h"
#include "apps/shell/command.h"
#include "apps/shell/line.h"

static struct line line;
static bool ended;

static void show(const char *text, size_t len)
{
	env_print("%.*s", (int)len, text);
}

static bool begins(const char *name, const char *text, size_t len)
{
	return __builtin_strlen(name) >= len && !__builtin_memcmp(name, text, len);
}

static const char *complete(const char *text, size_t len, unsigned n)
{
	const struct command *command;

	for (unsigned i = 0; (command = command_at(i)); i++)
		if (begins(command->name, text, len) && !n--)
			return command->name;
	return NULL;
}

static void run(void)
{
	const char *why = command_run(line.text);

	if (why)
		env_print("# %s\n", why);
}

/* The next byte, -1: nobody has typed for so long. */
static int wait_for_byte(uint64_t seconds)
{
	uint64_t end = env_deadline(seconds * 1000000);

	for (;;) {
		int byte = env_read();

		if (byte >= 0)
			return byte;
		if (env_passed(end))
			return -1;
		env_relax();
	}
}

void shell_run(uint64_t seconds)
{
	if (!env_can_read()) {
		env_print("# shell: there is nothing to type at\n");
		return;
	}
	line.show = show;
	line.complete = complete;
	line.prompt = "#> ";
	ended = false;
	env_print("# `help` names the commands; `exit` or ^D ends\n");
	line_begin(&line);
	while (!ended) {
		int byte = wait_for_byte(seconds);
		enum line_event event;

		if (byte < 0) {
			env_print("\n# shell: nobody has typed for %llu s\n",
				  (unsigned long long)seconds);
			return;
		}
		event = line_key(&line, (uint8_t)byte);
		if (event == LINE_END)
			return;
		if (event == LINE_DONE)
			run();
		if (event != LINE_MORE && !ended)
			line_begin(&line);
	}
}

/* --- Commands of its own --------------------------------------------------------------------- */

static const char *help_run(int argc, const char *const *argv)
{
	const struct command *command;

	(void)argc;
	(void)argv;
	for (unsigned n = 0; (command = command_at(n)); n++) {
		char call[64];

		env_format(call, sizeof(call), "%s %s", command->name, command->usage);
		env_print("#   %-24s%s\n", call, command->help);
	}
	return NULL;
}

static const char *history_run(int argc, const char *const *argv)
{
	const char *old;

	(void)argc;
	(void)argv;
	for (uint32_t n = 1; (old = line_history(&line, n)); n++)
		env_print("#   %2u  %s\n", n, old);
	return NULL;
}

static const char *exit_run(int argc, const char *const *argv)
{
	(void)argc;
	(void)argv;
	ended = true;
	return NULL;
}

COMMAND(help) = {"help", "", "this list", help_run};
COMMAND(history) = {"history", "", "what was typed; arrow up brings it back", history_run};
COMMAND(exit) = {"exit", "", "end the session, and the run with its verdict", exit_run};
