// SPDX-License-Identifier: MIT
/*
 * With one CPU text is printed as it comes. With more each CPU gathers a line in its struct cpu and
 * prints whole ones, so that lines of several do not mix. One that is longer than there is room for
 * is printed in parts; another CPU that prints meanwhile ends it first.
 *
 * Lock: `holder`, over all that is here. Nothing is waited for while it is held but the device. A
 * panic stops the other CPUs and takes the console without asking, for good; a CPU that could not
 * be stopped prints nothing from then on. Who finds that it holds the lock already was cut short
 * inside, by an exception that somebody caught, and goes on.
 */
#include "kernel/console.h"
#include "kernel/format_logic.h"
#include "kernel/time.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/percpu.h"
#include "kernel/x86/watchdog.h"

enum { HOLD_SECONDS = 60 }; /* of a queue of CPUs at a slow port */

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
static uint32_t writer; /* lock_word of the CPU whose text came last */

static uint32_t holder;	  /* lock_word of the CPU that prints, 0: none */
static uint32_t reporter; /* lock_word of the CPU that reports a panic, 0: none */

/* Get the lock. False: another CPU reports a panic. */
static bool enter(const struct cpu *me)
{
	uint64_t end = clock_deadline(HOLD_SECONDS * 1000000ull);

	for (;;) {
		uint32_t word = 0, other = __atomic_load_n(&reporter, __ATOMIC_ACQUIRE);

		if (other && other != me->lock_word)
			return false;
		if (__atomic_compare_exchange_n(&holder, &word, me->lock_word, false,
						__ATOMIC_ACQUIRE, __ATOMIC_RELAXED) ||
		    word == me->lock_word)
			return true;
		if (other || clock_passed(end)) { /* better mixed lines than none */
			__atomic_store_n(&holder, me->lock_word, __ATOMIC_RELAXED);
			return true;
		}
		cpu_relax();
	}
}

static void leave(const struct cpu *me)
{
	uint32_t word = me->lock_word; /* unless it was taken from us */

	__atomic_compare_exchange_n(&holder, &word, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

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
				con->write(con, text + start, end - start);
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

static size_t ring_copy(uint64_t *pos, char *buf, size_t len)
{
	size_t copied = 0;

	if (ring_end > CONSOLE_RING_LEN && *pos < ring_end - CONSOLE_RING_LEN)
		*pos = ring_end - CONSOLE_RING_LEN;
	while (copied < len && *pos < ring_end)
		buf[copied++] = ring[(*pos)++ % CONSOLE_RING_LEN];
	return copied;
}

size_t console_ring_read(uint64_t *pos, char *buf, size_t len)
{
	size_t copied;

	enter(this_cpu());
	copied = ring_copy(pos, buf, len);
	leave(this_cpu());
	return copied;
}

static void replay(struct console *con)
{
	struct line_state line = {0};
	uint64_t pos = 0;
	char buf[128];
	size_t len;

	while ((len = ring_copy(&pos, buf, sizeof(buf))) > 0)
		write_visible(con, &line, buf, len);
}

void console_register(struct console *con)
{
	enter(this_cpu());
	con->enabled = !console_wanted || console_wanted(con->name);
	con->next = consoles;
	consoles = con;
	if (con->enabled)
		replay(con);
	leave(this_cpu());
}

void console_enable(struct console *con)
{
	enter(this_cpu());
	if (!con->enabled) {
		con->enabled = true;
		replay(con);
	}
	leave(this_cpu());
}

void console_choose(bool (*wanted)(const char *name))
{
	console_wanted = wanted;
	for (struct console *con = consoles; con; con = con->next)
		con->enabled = wanted(con->name);
}

void console_set_quiet(bool on)
{
	quiet = on;
}

static void put_locked(const char *text, size_t len)
{
	ring_write(text, len);
	write_visible(NULL, &state, text, len);
}

/* Text of a CPU, on a line of its own unless it goes on with one. */
static void print_locked(const struct cpu *cpu, const char *text, size_t len)
{
	if (!len)
		return;
	if (state.inside && writer != cpu->lock_word)
		put_locked("\n", 1);
	__atomic_store_n(&writer, cpu->lock_word, __ATOMIC_RELAXED);
	put_locked(text, len);
}

/* What the CPU has gathered. */
static void print_begun_locked(struct cpu *cpu)
{
	size_t len = cpu->line_len;

	cpu->line_len = 0; /* first: a panic inside does not print it again */
	print_locked(cpu, cpu->line, len);
}

bool console_can_read(void)
{
	for (struct console *con = consoles; con; con = con->next) {
		if (con->enabled && con->read)
			return true;
	}
	return false;
}

int console_read(void)
{
	int byte = -1;

	watchdog_kick(); /* somebody is waited for */
	if (!enter(this_cpu()))
		return -1;
	print_begun_locked(this_cpu());
	for (struct console *con = consoles; con && byte < 0; con = con->next) {
		if (con->enabled && con->read)
			byte = con->read(con);
	}
	leave(this_cpu());
	return byte;
}

/* How much of the text is to be printed at once. */
static size_t len_to_print(const struct cpu *me, const char *text, size_t len)
{
	size_t whole = len;

	if (cpus_online() == 1 || reporter)
		return len;
	while (whole && text[whole - 1] != '\n')
		whole--;
	if (len - whole > sizeof(me->line) - (whole ? 0 : me->line_len))
		return len;
	return whole;
}

void console_write(const char *text, size_t len)
{
	struct cpu *me = this_cpu();
	size_t now = len_to_print(me, text, len);

	watchdog_kick();
	if (now) {
		if (!enter(me))
			return;
		print_begun_locked(me);
		print_locked(me, text, now);
		leave(me);
	}
	for (; now < len; now++)
		me->line[me->line_len++] = text[now];
}

void console_take(void)
{
	__atomic_store_n(&reporter, this_cpu()->lock_word, __ATOMIC_SEQ_CST);
	if (holder) { /* what it printed was cut short */
		state.inside = true;
		writer = holder;
		holder = 0;
	}
	for (unsigned i = 0; i < cpus_online(); i++)
		print_begun_locked(cpu_at(i));
}

bool console_taken(void)
{
	return __atomic_load_n(&reporter, __ATOMIC_ACQUIRE) != 0;
}

void console_report_dropped(void)
{
	for (struct console *con = consoles; con; con = con->next) {
		char line[80];
		uint64_t dropped = con->dropped ? con->dropped(con) : 0;
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
	struct cpu *me = this_cpu();

	/* In this order: another CPU says who writes before it begins a line. */
	if (me->line_len || (__atomic_load_n(&state.inside, __ATOMIC_ACQUIRE) &&
			     __atomic_load_n(&writer, __ATOMIC_RELAXED) == me->lock_word))
		console_write("\n", 1);
}
