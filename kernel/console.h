// SPDX-License-Identifier: MIT
/*
 * Where text goes: every console that is there and wanted, and always a ring in memory, so that
 * nothing is lost when there is none.
 */
#pragma once

#include "mm/types.h"

struct console {
	const char *name; /* as in `console=`, without a speed: ttyS0, tty0 */

	/* Print text; '\n' ends a line. Every wait inside is bounded. */
	void (*write)(struct console *con, const char *text, size_t len);

	/* A byte that somebody typed, -1 if there is none. NULL: nobody can type here. */
	int (*read)(struct console *con);

	/* Bytes that it did not take in time. NULL: it takes all. */
	uint64_t (*dropped)(struct console *con);

	/* Kept by console.c. */
	bool enabled;
	struct console *next;
};

/* Add a console for good. What was printed before it came is printed on it now. */
void console_register(struct console *con);

/* Use one that nobody wanted so far, with all that was printed before. */
void console_enable(struct console *con);

/* Keep only the consoles that `wanted` names, those still to come too. Until then: all. */
void console_choose(bool (*wanted)(const char *name));

/* From now on keep log lines, those that begin with '[', off the consoles, or no longer. */
void console_set_quiet(bool on);

/*
 * Print whole lines or parts of a line, which later calls of the same CPU go on with. Lines of
 * several CPUs stay whole; where more than one runs a part may be seen only when its line ends.
 */
void console_write(const char *text, size_t len);

/* End this CPU's current line if it is not empty. */
void console_fresh_line(void);

/*
 * For a panic, when the other CPUs have been stopped: from now on this one alone prints, whatever
 * they held, and at once. Prints what lines they had begun.
 */
void console_take(void);

/* Has a panic taken the console? */
bool console_taken(void);

/*
 * A byte that was typed at a console that is in use, -1 if there is none now. Shows what this CPU
 * has printed first, be it half a line. console_can_read(): is there one that somebody could type
 * at?
 */
int console_read(void);
bool console_can_read(void);

/* Print a remark for each console that lost bytes. */
void console_report_dropped(void);

#define CONSOLE_RING_LEN 65536u /* bytes */

/*
 * Copy text of the ring from position *pos on, at most len bytes, and move *pos behind it. Position
 * 0 is the first byte ever printed; what was overwritten is skipped. Returns the bytes copied.
 */
size_t console_ring_read(uint64_t *pos, char *buf, size_t len);
