// SPDX-License-Identifier: MIT
/*
 * A line that somebody types, with the keys that shells have: arrows, Home, End, Delete, Backspace,
 * ^A ^E ^B ^F ^K ^U ^W ^L ^P ^N, ^C to drop the line, ^D on an empty one to end, Tab to complete
 * the first word. What is shown needs a terminal that knows no more than printable characters and
 * backspace, so that any screen will do.
 */
#pragma once

#include "mm/types.h"

enum { LINE_MAX = 200, LINE_HISTORY = 16 };

enum line_event {
	LINE_MORE,    /* the line goes on */
	LINE_DONE,    /* Enter: it is in `text` */
	LINE_DROPPED, /* ^C */
	LINE_END,     /* ^D on an empty line */
};

struct line {
	/* Show text; may be called several times a key. */
	void (*show)(const char *text, size_t len);
	/*
	 * What the first word, `len` bytes of text, may be: the n-th, from 0 on; NULL: there are no
	 * more. No function: nothing completes.
	 */
	const char *(*complete)(const char *text, size_t len, unsigned n);
	const char *prompt;

	char text[LINE_MAX + 1]; /* ends in NUL */
	uint32_t len, at;	 /* at: of the cursor */

	char history[LINE_HISTORY][LINE_MAX + 1]; /* a ring */
	uint32_t nr_history;			  /* ever put in */
	uint32_t back;				  /* steps that the user has gone back, 0: none */
	char begun[LINE_MAX + 1];		  /* the new line, while he looks at old ones */

	uint8_t escape; /* how much of an escape sequence has come */
	uint8_t number; /* in it */
	bool was_cr;	/* a line feed now belongs to it */
};

/* Begin a line: the prompt is shown. */
void line_begin(struct line *l);

/*
 * A byte was typed. After LINE_DONE the line is in the history, unless it is empty or the same as
 * the last, and line_begin() goes on. What does not fit is not taken, and not shown.
 */
enum line_event line_key(struct line *l, uint8_t byte);

/* The n-th line of the history, from 1, the oldest kept, on; NULL: there is none. */
const char *line_history(const struct line *l, uint32_t n);
