// SPDX-License-Identifier: MIT
/*
 * A screen of character cells, whatever shows them: two copies in RAM, what is wanted and what the
 * device shows. Text changes the first; screen_flush() hands the cells that differ to the device.
 * So video memory, which is slow to read, never is.
 *
 * The last row is the status row, written over in place; text scrolls in the rows above it, in the
 * whole of them or in a window. When the window is full it scrolls by half of itself, so that
 * a line costs a fraction of a redraw.
 *
 * Not here: which lines are shown (screen_lines_logic.c).
 */
#pragma once

#include "mm/types.h"

enum { SCREEN_MAX_COLUMNS = 176, SCREEN_MAX_ROWS = 72 };

enum screen_colour {
	SCREEN_PLAIN,  /* light grey on black */
	SCREEN_BRIGHT, /* white on black */
	SCREEN_BAD,    /* light red on black */
	SCREEN_STATUS, /* black on light grey */
	SCREEN_COLOURS,
};

/* A cell: its character, which is printable ASCII, and its colour. */
typedef uint16_t screen_cell;

#define SCREEN_CELL(character, colour) ((screen_cell)((colour) << 8 | (character)))

struct screen {
	/* Show cells of the device that stand side by side; only writes to it. */
	void (*put)(void *device, uint32_t x, uint32_t y, const screen_cell *cells, uint32_t nr);
	void *device;
	uint32_t columns, rows; /* the status row included */

	/* The window: columns [0, width), rows [top, rows - 1). */
	uint32_t top, width;
	uint32_t x, y;	 /* of the next character */
	bool line_ended; /* the next character begins a line: the last row is not left empty */

	uint32_t dirty_first, dirty_end; /* rows that may differ */
	screen_cell wanted[SCREEN_MAX_ROWS][SCREEN_MAX_COLUMNS];
	screen_cell shown[SCREEN_MAX_ROWS][SCREEN_MAX_COLUMNS];
};

/*
 * An empty screen; the first flush draws every cell. -EINVAL: fewer than 1 column or 2 rows, or
 * more than there is room for.
 */
int screen_init(struct screen *s, uint32_t columns, uint32_t rows,
		void (*put)(void *device, uint32_t x, uint32_t y, const screen_cell *cells,
			    uint32_t nr),
		void *device);

/* Empty the text's rows, and let it begin at the top of all of them. */
void screen_clear(struct screen *s);

/* From now on text has columns [0, width) and the rows from `top` on; kept within the screen. */
void screen_set_window(struct screen *s, uint32_t top, uint32_t width);

/*
 * Text, '\n' ends a line. A line that is too long goes on in the next row; what is not printable
 * ASCII is shown as '?', a tab as a space. '\b' goes back one character, which stays.
 */
void screen_print(struct screen *s, const char *text, size_t len, enum screen_colour colour);

/* Write the status row, cut to fit; len 0 empties it. */
void screen_set_status(struct screen *s, const char *text, size_t len);

/* The device shows something else than it was given: the next flush draws every cell. */
void screen_forget(struct screen *s);

/* Hand what has changed to the device. */
void screen_flush(struct screen *s);
