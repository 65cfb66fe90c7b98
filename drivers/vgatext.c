// SPDX-License-Identifier: MIT
/*
 * The text screen of a PC with a BIOS: cells of a character and its colours.
 */
#include "drivers/vgatext.h"
#include "drivers/screen_lines_logic.h"
#include "kernel/console.h"
#include "kernel/printk.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/paging.h"

/* The controller's registers, on a colour screen. */
enum { PORT_CRTC_INDEX = 0x3d4, PORT_CRTC_DATA = 0x3d5, CRTC_CURSOR_START = 0x0a };
#define CURSOR_OFF 0x20

/* Paper in the high half, ink in the low one. */
static const uint8_t attributes[SCREEN_COLOURS] = {
	[SCREEN_PLAIN] = 0x07,
	[SCREEN_BRIGHT] = 0x0f,
	[SCREEN_BAD] = 0x0c,
	[SCREEN_STATUS] = 0x70,
};

static uint8_t *memory;
static uint32_t memory_pitch; /* bytes */
static struct screen screen;
static struct screen_lines lines;

static void put(void *device, uint32_t x, uint32_t y, const screen_cell *cells, uint32_t nr)
{
	volatile uint16_t *to = (volatile uint16_t *)(memory + (size_t)y * memory_pitch) + x;

	(void)device;
	for (uint32_t i = 0; i < nr; i++)
		to[i] = (uint16_t)(attributes[cells[i] >> 8] << 8 | (cells[i] & 0xff));
}

static void vgatext_write(struct console *con, const char *text, size_t len)
{
	(void)con;
	screen_lines_write(&lines, text, len);
}

/* The loader's cursor would blink where it was left. */
static void hide_cursor(void)
{
	out8(PORT_CRTC_INDEX, CRTC_CURSOR_START);
	out8(PORT_CRTC_DATA, CURSOR_OFF);
}

static struct console screen_console = {.name = "tty0", .write = vgatext_write};

void vgatext_init(phys_addr_t phys, uint32_t pitch, uint32_t columns, uint32_t rows)
{
	if (screen_init(&screen, columns, rows, put, NULL)) {
		printk("screen: text of %u columns and %u rows is left alone", columns, rows);
		return;
	}
	memory = paging_map_device(phys, (size_t)pitch * rows, CACHE_WC);
	if (!memory) {
		printk("screen: text at %#llx cannot be mapped", (unsigned long long)phys);
		return;
	}
	memory_pitch = pitch;
	hide_cursor();
	screen_lines_init(&lines, &screen);
	console_register(&screen_console);
}
