// SPDX-License-Identifier: MIT
/*
 * The text screen of a PC with a BIOS: cells of a character and its colours.
 */
#include "drivers/vgatext.h"
#include "kernel/console.h"
#include "kernel/string.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/paging.h"

#define GREY	    0x0700 /* on black */
#define MAX_COLUMNS 256
#define MAX_ROWS    128

/* The controller's registers, on a colour screen. */
enum { PORT_CRTC_INDEX = 0x3d4, PORT_CRTC_DATA = 0x3d5, CRTC_CURSOR_START = 0x0a };
#define CURSOR_OFF 0x20

static struct {
	uint8_t *cells;
	uint32_t pitch; /* bytes */
	uint32_t columns, rows;
	uint32_t x, y;
} screen;

static volatile uint16_t *cell(uint32_t x, uint32_t y)
{
	return (volatile uint16_t *)(screen.cells + y * screen.pitch) + x;
}

static void clear_row(uint32_t y)
{
	for (uint32_t x = 0; x < screen.columns; x++)
		*cell(x, y) = GREY | ' ';
}

static void new_line(void)
{
	screen.x = 0;
	if (++screen.y < screen.rows)
		return;
	screen.y = screen.rows - 1;
	memmove(screen.cells, screen.cells + screen.pitch, screen.y * screen.pitch);
	clear_row(screen.y);
}

static void screen_write(struct console *con, const char *text, size_t len)
{
	(void)con;
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\n') {
			new_line();
			continue;
		}
		if (screen.x == screen.columns)
			new_line();
		*cell(screen.x++, screen.y) = GREY | (uint8_t)text[i];
	}
}

/* The loader's cursor would blink where it was left. */
static void hide_cursor(void)
{
	out8(PORT_CRTC_INDEX, CRTC_CURSOR_START);
	out8(PORT_CRTC_DATA, CURSOR_OFF);
}

static struct console screen_console = {.name = "tty0", .write = screen_write};

void vgatext_init(phys_addr_t phys, uint32_t pitch, uint32_t columns, uint32_t rows)
{
	if (!columns || columns > MAX_COLUMNS || !rows || rows > MAX_ROWS || pitch < columns * 2 ||
	    pitch > MAX_COLUMNS * 2)
		return;
	screen.cells = paging_map_device(phys, (size_t)pitch * rows, CACHE_WC);
	if (!screen.cells)
		return;
	screen.pitch = pitch;
	screen.columns = columns;
	screen.rows = rows;
	for (uint32_t y = 0; y < screen.rows; y++)
		clear_row(y);
	hide_cursor();
	console_register(&screen_console);
}
