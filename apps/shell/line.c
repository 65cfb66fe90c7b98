// SPDX-License-Identifier: MIT
#include "apps/shell/line.h"

enum {
	CTRL_A = 1,
	CTRL_B,
	CTRL_C,
	CTRL_D,
	CTRL_E,
	CTRL_F,
	BACKSPACE = 8,
	TAB = 9,
	LINE_FEED = 10,
	CTRL_K = 11,
	CTRL_L = 12,
	RETURN = 13,
	CTRL_N = 14,
	CTRL_P = 16,
	CTRL_U = 21,
	CTRL_W = 23,
	ESCAPE = 27,
	DELETE = 127,
};

/* Of an escape sequence: nothing; ESC; ESC [ or ESC O, perhaps with a number. */
enum { NONE, BEGUN, INTRODUCED };

static size_t length(const char *text)
{
	return __builtin_strlen(text);
}

static void copy(char *to, const char *from)
{
	__builtin_memcpy(to, from, length(from) + 1);
}

/* --- Showing --------------------------------------------------------------------------------- */

static void show(struct line *l, const char *text, uint32_t len)
{
	if (len)
		l->show(text, len);
}

static void show_often(struct line *l, char c, uint32_t nr)
{
	while (nr--)
		l->show(&c, 1);
}

static void cursor_to(struct line *l, uint32_t at)
{
	if (at < l->at)
		show_often(l, '\b', l->at - at);
	else
		show(l, l->text + l->at, at - l->at);
	l->at = at;
}

/* The text from `from` on has changed, and was `old_len` long in all; the cursor is shown there. */
static void reshow(struct line *l, uint32_t from, uint32_t old_len)
{
	uint32_t gone = old_len > l->len ? old_len - l->len : 0;

	show(l, l->text + from, l->len - from);
	show_often(l, ' ', gone);
	show_often(l, '\b', l->len + gone - l->at);
}

/* --- Changing -------------------------------------------------------------------------------- */

static void insert(struct line *l, char c)
{
	if (l->len == LINE_MAX)
		return;
	__builtin_memmove(l->text + l->at + 1, l->text + l->at, l->len - l->at + 1);
	l->text[l->at++] = c;
	l->len++;
	reshow(l, l->at - 1, l->len);
}

/* Delete [from, to); the cursor goes to `from`. */
static void delete (struct line *l, uint32_t from, uint32_t to)
{
	uint32_t old_len = l->len;

	if (from == to)
		return;
	cursor_to(l, from);
	__builtin_memmove(l->text + from, l->text + to, l->len - to + 1);
	l->len -= to - from;
	reshow(l, from, old_len);
}

static void replace(struct line *l, const char *text)
{
	uint32_t old_len = l->len;

	cursor_to(l, 0);
	copy(l->text, text);
	l->len = (uint32_t)length(text);
	l->at = l->len;
	reshow(l, 0, old_len);
}

static uint32_t word_start(const struct line *l)
{
	uint32_t at = l->at;

	while (at && l->text[at - 1] == ' ')
		at--;
	while (at && l->text[at - 1] != ' ')
		at--;
	return at;
}

/* --- History --------------------------------------------------------------------------------- */

static uint32_t nr_kept(const struct line *l)
{
	return l->nr_history < LINE_HISTORY ? l->nr_history : LINE_HISTORY;
}

static bool same(const char *a, const char *b)
{
	return length(a) == length(b) && !__builtin_memcmp(a, b, length(a));
}

/* The line `back` steps ago, 1 the last. */
static char *old(struct line *l, uint32_t back)
{
	return l->history[(l->nr_history - back) % LINE_HISTORY];
}

static void remember(struct line *l)
{
	if (!l->len || (l->nr_history && same(old(l, 1), l->text)))
		return;
	copy(l->history[l->nr_history++ % LINE_HISTORY], l->text);
}

static void go_back(struct line *l)
{
	if (l->back == nr_kept(l))
		return;
	if (!l->back)
		copy(l->begun, l->text);
	replace(l, old(l, ++l->back));
}

static void go_forward(struct line *l)
{
	if (!l->back)
		return;
	l->back--;
	replace(l, l->back ? old(l, l->back) : l->begun);
}

const char *line_history(const struct line *l, uint32_t n)
{
	if (!n || n > nr_kept(l))
		return NULL;
	return l->history[(l->nr_history - nr_kept(l) + n - 1) % LINE_HISTORY];
}

/* --- Completion ------------------------------------------------------------------------------ */

/* As far as all that the word may be agree; a space behind the only one. */
static void complete(struct line *l)
{
	const char *first, *other;
	size_t agreed;
	unsigned n = 1;

	for (uint32_t i = 0; i < l->at; i++)
		if (l->text[i] == ' ')
			return;
	first = l->complete ? l->complete(l->text, l->at, 0) : NULL;
	if (!first || l->at != l->len)
		return;
	for (agreed = length(first); (other = l->complete(l->text, l->at, n)); n++) {
		size_t i = l->at;

		while (i < agreed && other[i] == first[i])
			i++;
		agreed = i;
	}
	for (size_t i = l->at; i < agreed; i++)
		insert(l, first[i]);
	if (n == 1)
		insert(l, ' ');
}

/* --- Keys ------------------------------------------------------------------------------------ */

void line_begin(struct line *l)
{
	l->text[0] = '\0';
	l->len = l->at = l->back = 0;
	l->escape = NONE;
	l->show(l->prompt, length(l->prompt));
}

static void show_anew(struct line *l)
{
	l->show("\n", 1);
	l->show(l->prompt, length(l->prompt));
	show(l, l->text, l->len);
	show_often(l, '\b', l->len - l->at);
}

/* The last byte of ESC [ number. */
static void escape_key(struct line *l, uint8_t byte)
{
	switch (byte) {
	case 'A':
		go_back(l);
		break;
	case 'B':
		go_forward(l);
		break;
	case 'C':
		cursor_to(l, l->at < l->len ? l->at + 1 : l->at);
		break;
	case 'D':
		cursor_to(l, l->at ? l->at - 1 : 0);
		break;
	case 'H':
		cursor_to(l, 0);
		break;
	case 'F':
		cursor_to(l, l->len);
		break;
	case '~':
		if (l->number == 1 || l->number == 7)
			cursor_to(l, 0);
		else if (l->number == 4 || l->number == 8)
			cursor_to(l, l->len);
		else if (l->number == 3 && l->at < l->len)
			delete (l, l->at, l->at + 1);
		break;
	}
}

/* Is the byte part of an escape sequence? */
static bool escape_takes(struct line *l, uint8_t byte)
{
	switch (l->escape) {
	case NONE:
		if (byte != ESCAPE)
			return false;
		l->escape = BEGUN;
		return true;
	case BEGUN:
		l->number = 0;
		l->escape = byte == '[' || byte == 'O' ? INTRODUCED : NONE;
		return true;
	default:
		if (byte >= '0' && byte <= '9') {
			l->number = (uint8_t)(l->number * 10 + (byte - '0'));
			return true;
		}
		if (byte >= 0x20 && byte < 0x40) /* parameters that none of ours has */
			return true;
		l->escape = NONE;
		escape_key(l, byte);
		return true;
	}
}

static void edit_key(struct line *l, uint8_t byte)
{
	switch (byte) {
	case CTRL_A:
		cursor_to(l, 0);
		break;
	case CTRL_B:
		cursor_to(l, l->at ? l->at - 1 : 0);
		break;
	case CTRL_D:
		delete (l, l->at, l->at < l->len ? l->at + 1 : l->at);
		break;
	case CTRL_E:
		cursor_to(l, l->len);
		break;
	case CTRL_F:
		cursor_to(l, l->at < l->len ? l->at + 1 : l->at);
		break;
	case BACKSPACE:
	case DELETE:
		delete (l, l->at ? l->at - 1 : 0, l->at);
		break;
	case TAB:
		complete(l);
		break;
	case CTRL_K:
		delete (l, l->at, l->len);
		break;
	case CTRL_L:
		show_anew(l);
		break;
	case CTRL_N:
		go_forward(l);
		break;
	case CTRL_P:
		go_back(l);
		break;
	case CTRL_U:
		delete (l, 0, l->at);
		break;
	case CTRL_W:
		delete (l, word_start(l), l->at);
		break;
	default:
		if (byte >= 0x20 && byte < DELETE)
			insert(l, (char)byte);
	}
}

enum line_event line_key(struct line *l, uint8_t byte)
{
	bool was_cr = l->was_cr;

	l->was_cr = byte == RETURN;
	if (escape_takes(l, byte) || (byte == LINE_FEED && was_cr))
		return LINE_MORE;
	switch (byte) {
	case RETURN:
	case LINE_FEED:
		cursor_to(l, l->len);
		l->show("\n", 1);
		remember(l);
		return LINE_DONE;
	case CTRL_C:
		cursor_to(l, l->len);
		l->show("\n", 1);
		return LINE_DROPPED;
	case CTRL_D:
		if (!l->len) {
			l->show("\n", 1);
			return LINE_END;
		}
		break;
	}
	edit_key(l, byte);
	return LINE_MORE;
}
