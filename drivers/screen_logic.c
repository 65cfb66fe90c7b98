// SPDX-License-Identifier: MIT
#include "drivers/screen_logic.h"

/* Equal to no cell that is wanted. */
#define UNKNOWN SCREEN_CELL(0, 0xff)
#define BLANK	SCREEN_CELL(' ', SCREEN_PLAIN)

enum { SCROLL_SHARE = 2 }; /* a full window makes room for one in so many of its rows */

static void mark(struct screen *s, uint32_t first, uint32_t end)
{
	if (first < s->dirty_first)
		s->dirty_first = first;
	if (end > s->dirty_end)
		s->dirty_end = end;
}

static void fill(screen_cell *cells, uint32_t nr, screen_cell cell)
{
	for (uint32_t i = 0; i < nr; i++)
		cells[i] = cell;
}

/* The row behind the text's last. */
static uint32_t text_end(const struct screen *s)
{
	return s->rows - 1;
}

int screen_init(struct screen *s, uint32_t columns, uint32_t rows,
		void (*put)(void *device, uint32_t x, uint32_t y, const screen_cell *cells,
			    uint32_t nr),
		void *device)
{
	if (!columns || columns > SCREEN_MAX_COLUMNS || rows < 2 || rows > SCREEN_MAX_ROWS)
		return -EINVAL;
	s->put = put;
	s->device = device;
	s->columns = columns;
	s->rows = rows;
	screen_clear(s);
	fill(s->wanted[rows - 1], columns, BLANK);
	screen_forget(s);
	return 0;
}

void screen_clear(struct screen *s)
{
	for (uint32_t y = 0; y < text_end(s); y++)
		fill(s->wanted[y], s->columns, BLANK);
	mark(s, 0, text_end(s));
	screen_set_window(s, 0, s->columns);
}

void screen_set_window(struct screen *s, uint32_t top, uint32_t width)
{
	s->top = top < text_end(s) ? top : text_end(s) - 1;
	s->width = width && width < s->columns ? width : s->columns;
	s->x = 0;
	s->y = s->top;
	s->line_ended = false;
}

static void scroll(struct screen *s)
{
	uint32_t rows = text_end(s) - s->top;
	uint32_t by = rows > SCROLL_SHARE ? rows / SCROLL_SHARE : 1;

	for (uint32_t y = s->top; y + by < text_end(s); y++)
		__builtin_memcpy(s->wanted[y], s->wanted[y + by], s->width * sizeof(screen_cell));
	for (uint32_t y = text_end(s) - by; y < text_end(s); y++)
		fill(s->wanted[y], s->width, BLANK);
	mark(s, s->top, text_end(s));
	s->y = text_end(s) - by;
}

static void begin_line(struct screen *s)
{
	s->line_ended = false;
	s->x = 0;
	if (++s->y >= text_end(s))
		scroll(s);
}

static uint8_t printable(char c)
{
	if (c == '\t')
		return ' ';
	return c >= ' ' && c <= '~' ? (uint8_t)c : '?';
}

/* To the character before; of a line that goes on in a second row, to the end of the first. */
static void step_back(struct screen *s)
{
	if (s->line_ended)
		return;
	if (!s->x && s->y > s->top) {
		s->y--;
		s->x = s->width;
	}
	if (s->x)
		s->x--;
}

void screen_print(struct screen *s, const char *text, size_t len, enum screen_colour colour)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\b') {
			step_back(s);
			continue;
		}
		if (s->line_ended || (s->x >= s->width && text[i] != '\n'))
			begin_line(s);
		if (text[i] == '\n') {
			s->line_ended = true;
			continue;
		}
		s->wanted[s->y][s->x++] = SCREEN_CELL(printable(text[i]), colour);
		mark(s, s->y, s->y + 1);
	}
}

void screen_set_status(struct screen *s, const char *text, size_t len)
{
	screen_cell *row = s->wanted[s->rows - 1];

	for (uint32_t x = 0; x < s->columns; x++)
		row[x] = !len	   ? BLANK
			 : x < len ? SCREEN_CELL(printable(text[x]), SCREEN_STATUS)
				   : SCREEN_CELL(' ', SCREEN_STATUS);
	mark(s, s->rows - 1, s->rows);
}

void screen_forget(struct screen *s)
{
	for (uint32_t y = 0; y < s->rows; y++)
		fill(s->shown[y], s->columns, UNKNOWN);
	mark(s, 0, s->rows);
}

/* Cells of a row from x on that are to be drawn at once: they differ, side by side. */
static uint32_t run_len(const struct screen *s, uint32_t x, uint32_t y)
{
	uint32_t end = x;

	while (end < s->columns && s->shown[y][end] != s->wanted[y][end])
		end++;
	return end - x;
}

void screen_flush(struct screen *s)
{
	for (uint32_t y = s->dirty_first; y < s->dirty_end && y < s->rows; y++)
		for (uint32_t x = 0, nr; x < s->columns; x += nr + 1) {
			nr = run_len(s, x, y);
			if (!nr)
				continue;
			__builtin_memcpy(&s->shown[y][x], &s->wanted[y][x],
					 nr * sizeof(screen_cell));
			s->put(s->device, x, y, &s->shown[y][x], nr);
		}
	s->dirty_first = s->rows;
	s->dirty_end = 0;
}
