// SPDX-License-Identifier: MIT
#include "kernel/glue/summary.h"

#include "apps/harness/env.h"
#include "drivers/code_place_logic.h"
#include "drivers/fbcon.h"
#include "kernel/format_logic.h"
#include "kernel/glue/results.h"
#include "kernel/printk.h"
#include "kernel/qr_logic.h"
#include "kernel/string.h"

enum {
	VERDICT_LEN = 32, /* characters of its line */
	LOW_SCREEN = 36,  /* rows: a lower one has no empty rows between the parts */
};

/* What takes memory, had when it is needed. */
struct room {
	struct payload payload;
	struct qr qr;
};

void summary_begin(void)
{
	if (fbcon_fb())
		results_begin();
}

/* --- The code ---------------------------------------------------------------------------- */

/* Make the code, the largest at most that the screen has a place for. False: there is none. */
static bool make_code(struct room *room, const struct fb *fb, const struct results *results)
{
	static struct text head;
	struct qr *qr = &room->qr;
	struct payload *payload = &room->payload;
	uint32_t side = code_max_side(fb);
	unsigned version = (side - 17) / 4;
	enum qr_level level = QR_L;

	if (!side)
		return false;
	results_add_all(&head);
	if (payload_make(payload, head.bytes, results->rows, results->nr_rows,
			 qr_alphanumeric_capacity(version, QR_L)))
		return false;
	for (version = 1; qr_alphanumeric_capacity(version, QR_L) < payload->len; version++)
		;
	while (level < QR_H &&
	       qr_alphanumeric_capacity(version, (enum qr_level)(level + 1)) >= payload->len)
		level = (enum qr_level)(level + 1);
	return !qr_encode(qr, payload->code, payload->len, level, version, version, QR_BEST_MASK);
}

static void draw_code(struct fb *fb, const struct qr *qr, const struct code_place *place)
{
	fb_fill(fb, place->x, place->y, place->len, place->len, FB_WHITE);
	for (unsigned row = 0; row < qr->side; row++)
		for (unsigned column = 0, end; column < qr->side; column = end + 1) {
			for (end = column; end < qr->side && qr_dark(qr, row, end); end++)
				;
			fb_fill(fb, place->x + (CODE_QUIET + column) * place->module,
				place->y + (CODE_QUIET + row) * place->module,
				(end - column) * place->module, place->module, FB_BLACK);
		}
}

/* --- The text ---------------------------------------------------------------------------- */

/* Is there a row left for another line, above those of the verdict and one more? */
static bool has_row(const struct screen *s)
{
	return s->y + 3 + VERDICT_LEN / s->width < s->rows;
}

/* A line, cut to the columns. */
static void show(struct screen *s, enum screen_colour colour, const char *line, size_t len)
{
	if (!has_row(s))
		return;
	screen_print(s, line, len < s->width ? len : s->width, colour);
	screen_print(s, "\n", 1, colour);
}

static void __printf(3, 4)
	show_line(struct screen *s, enum screen_colour colour, const char *fmt, ...)
{
	char line[SCREEN_MAX_COLUMNS + 1];
	va_list args;

	va_start(args, fmt);
	kvsnprintf(line, sizeof(line), fmt, args);
	va_end(args);
	show(s, colour, line, strlen(line));
}

/* How much of a line its next row has: up to a space, if it is too long. */
static size_t row_len(const struct screen *s, const char *line, size_t len)
{
	size_t at = s->width;

	if (len <= s->width)
		return len;
	while (at && line[at] != ' ')
		at--;
	return at ? at : s->width;
}

/* Lines of a text; what does not fit in one goes on in the next, or is cut. */
static void show_text(struct screen *s, enum screen_colour colour, const struct text *text,
		      bool wrap)
{
	for (const char *line = text->bytes; *line;) {
		const char *end = strchr(line, '\n');
		size_t len = end ? (size_t)(end - line) : strlen(line);
		size_t now = wrap ? row_len(s, line, len) : len;

		show(s, colour, line, now);
		line += now;
		line += *line == '\n' || *line == ' ';
	}
}

static void show_gap(struct screen *s)
{
	if (s->rows >= LOW_SCREEN)
		show_line(s, SCREEN_PLAIN, " ");
}

static void show_headlines(struct screen *s, const struct headline *headlines)
{
	show_gap(s);
	show_line(s, SCREEN_BRIGHT, "%-24s%8s", "median of", "ticks");
	for (const struct headline *h = headlines; h < headlines + RESULTS_HEADLINES; h++)
		if (h->measured)
			show_line(s, SCREEN_PLAIN, "%-22s%7llu.%02llu", h->label,
				  (unsigned long long)h->hundredths / 100,
				  (unsigned long long)h->hundredths % 100);
}

static void show_all(struct screen *s, const struct results *results, const struct room *room)
{
	static struct text text;

	show_text(s, SCREEN_PLAIN, &results->head, false);
	if (room && results->nr_rows)
		show_line(s, SCREEN_PLAIN, "QR code: %u of %u medians", room->payload.nr_kept,
			  results->nr_rows);
	results_add_failed(&text);
	show_text(s, SCREEN_BAD, &text, false);
	text_clear(&text);
	results_add_claims(&text);
	if (text.len)
		show_gap(s);
	show_text(s, SCREEN_PLAIN, &text, true);
	if (results->nr_rows)
		show_headlines(s, results->headlines);
	show_gap(s);
}

void summary_show(void)
{
	struct screen *s = fbcon_screen();
	struct fb *fb = fbcon_fb();
	struct code_place place = {0};
	const struct results *results;
	struct room *room;

	if (!fb)
		return;
	results = results_end();
	room = env_alloc(sizeof(*room));
	if (!room)
		printk("screen: no memory for the QR code");
	else if (make_code(room, fb, results))
		place = code_place(fb, room->qr.side);
	printk("screen: summary; QR code of version %u, %u of %u medians, %u pixels a module",
	       place.module ? room->qr.version : 0, place.module ? room->payload.nr_kept : 0,
	       results->nr_rows, place.module);
	screen_clear(s);
	screen_set_status(s, NULL, 0);
	screen_set_window(s, 0, place.module ? place.columns : s->columns);
	show_all(s, results, place.module ? room : NULL);
	screen_flush(s);
	if (place.module)
		draw_code(fb, &room->qr, &place);
	screen_set_window(s, s->y + 1, s->width);
	if (room)
		env_free(room, sizeof(*room));
}
