// SPDX-License-Identifier: MIT
#include "drivers/fbcon.h"
#include "drivers/font.h"
#include "drivers/screen_lines_logic.h"
#include "kernel/console.h"
#include "kernel/printk.h"
#include "kernel/x86/paging.h"

static struct fb fb;
static struct screen screen;
static struct screen_lines lines;

static bool cleared;

static void fbcon_write(struct console *con, const char *text, size_t len)
{
	(void)con;
	if (!cleared) { /* not before somebody wants this console */
		cleared = true;
		fb_fill(&fb, 0, 0, fb.width, fb.height, FB_BLACK);
	}
	screen_lines_write(&lines, text, len);
}

static struct console console = {.name = "tty0", .write = fbcon_write};

/* NULL, or why there will be no text on it. */
static const char *start(const struct boot_fb *tag)
{
	struct psf_font font;
	const char *why;
	void *memory;

	if (fb_check(tag, &why) || font_get(&font, &why))
		return why;
	memory = paging_map_device(tag->addr, fb_len(tag), CACHE_WC);
	if (!memory)
		return "it cannot be mapped";
	if (fb_init(&fb, tag, memory, &font, &why))
		return why;
	if (screen_init(&screen, fb.columns, fb.rows, fb_put, &fb))
		return "more characters than there is room for";
	return NULL;
}

void fbcon_init(const struct boot_fb *tag)
{
	const char *why = start(tag);

	printk("screen: framebuffer at %#llx, %ux%u, %u bits, pitch %u, type %u",
	       (unsigned long long)tag->addr, tag->width, tag->height, tag->bpp, tag->pitch,
	       tag->type);
	if (why) {
		fb.memory = NULL;
		printk("screen: left alone: %s", why);
		return;
	}
	printk("screen: %u columns, %u rows, glyphs of %ux%u pixels times %u", fb.columns, fb.rows,
	       fb.font.width, fb.font.height, fb.scale);
	screen_lines_init(&lines, &screen);
	console_register(&console);
}

struct fb *fbcon_fb(void)
{
	return fb.memory && console.enabled ? &fb : NULL;
}

struct screen *fbcon_screen(void)
{
	return &screen;
}
