// SPDX-License-Identifier: MIT
#include "kernel/console.h"
#include "kernel/format_logic.h"

static struct console *consoles;
static bool (*console_wanted)(const char *name);
static bool quiet;

static char ring[CONSOLE_RING_LEN];
static uint64_t ring_end; /* bytes ever printed */

/* A line that quiet hides is known by its first character, which may come in an earlier call. */
struct line_state {
	bool inside; /* the current line has begun */
	bool hidden;
};

static struct line_state state;

/* Write text on one console (or all if NULL), less the lines that quiet hides. */
static void write_visible(struct console *only, struct line_state *line, const char *text,
			  size_t len)
{
	size_t start = 0;

	while (start < len) {
		size_t end = start;

		if (!line->inside)
			line->hidden = quiet && text[start] == '[';
		while (end < len && text[end] != '\n')
			end++;
		line->inside = end == len;
		if (end < len)
			end++;
		for (struct console *con = consoles; con && !line->hidden; con = con->next) {
			if (con->enabled && (!only || con == only))
				con->write(text + start, end - start);
		}
		start = end;
	}
}

static void ring_write(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		ring[(ring_end + i) % CONSOLE_RING_LEN] = text[i];
	ring_end += len;
}

size_t console_ring_read(uint64_t *pos, char *buf, size_t len)
{
	size_t copied = 0;

	if (ring_end > CONSOLE_RING_LEN && *pos < ring_end - CONSOLE_RING_LEN)
		*pos = ring_end - CONSOLE_RING_LEN;
	while (copied < len && *pos < ring_end)
		buf[copied++] = ring[(*pos)++ % CONSOLE_RING_LEN];
	return copied;
}

static void replay(struct console *con)
{
	struct line_state line = {0};
	uint64_t pos = 0;
	char buf[128];
	size_t len;

	while ((len = console_ring_read(&pos, buf, sizeof(buf))) > 0)
		write_visible(con, &line, buf, len);
}

void console_register(struct console *con)
{
	con->enabled = !console_wanted || console_wanted(con->name);
	con->next = consoles;
	consoles = con;
	if (con->enabled)
		replay(con);
}

void console_choose(bool (*wanted)(const char *name))
{
	console_wanted = wanted;
	for (struct console *con = consoles; con; con = con->next)
		con->enabled = wanted(con->name);
}

void console_set_quiet(void)
{
	quiet = true;
}

void console_write(const char *text, size_t len)
{
	ring_write(text, len);
	write_visible(NULL, &state, text, len);
}

void console_report_dropped(void)
{
	for (struct console *con = consoles; con; con = con->next) {
		char line[80];
		uint64_t dropped = con->dropped ? con->dropped() : 0;
		int len;

		if (!dropped)
			continue;
		len = ksnprintf(line, sizeof(line), "# console %s: %llu bytes dropped\n", con->name,
				(unsigned long long)dropped);
		console_write(line, len);
	}
}

void console_fresh_line(void)
{
	if (state.inside)
		console_write("\n", 1);
}
