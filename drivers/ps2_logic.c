// SPDX-License-Identifier: MIT
#include "drivers/ps2_logic.h"

enum {
	RELEASED = 0x80,
	EXTENDED = 0xe0,
	PAUSE = 0xe1, /* and five more bytes */
	PAUSE_REST = 5,

	KEY_CONTROL = 0x1d, /* the right one is the same, extended */
	KEY_SHIFT_LEFT = 0x2a,
	KEY_SHIFT_RIGHT = 0x36,
	KEY_CAPS = 0x3a,
	KEY_SLASH = 0x35,
	KEY_ENTER = 0x1c,

	ESCAPE = 27,
};

/* By scan code: without shift, and with it. 0: a key that sends nothing. */
static const char plain[] = "\0\x1b"
			    "1234567890-=\x7f\tqwertyuiop[]\r\0asdfghjkl;'`\0\\zxcvbnm,./\0*\0 ";
static const char shifted[] = "\0\x1b"
			      "!@#$%^&*()_+\x7f\tQWERTYUIOP{}\r\0ASDFGHJKL:\"~\0|ZXCVBNM<>?\0*\0 ";

_Static_assert(sizeof(plain) == sizeof(shifted) && sizeof(plain) == 0x3a + 1,
	       "up to the space bar");

/* What a cursor key sends behind ESC [, 0: nothing; a digit is followed by '~'. */
static char cursor_key(uint8_t code)
{
	switch (code) {
	case 0x48:
		return 'A';
	case 0x50:
		return 'B';
	case 0x4d:
		return 'C';
	case 0x4b:
		return 'D';
	case 0x47:
		return 'H';
	case 0x4f:
		return 'F';
	case 0x53:
		return '3';
	default:
		return 0;
	}
}

static unsigned send_cursor(uint8_t code, uint8_t *bytes)
{
	char last = cursor_key(code);

	if (!last)
		return 0;
	bytes[0] = ESCAPE;
	bytes[1] = '[';
	bytes[2] = (uint8_t)last;
	bytes[3] = '~';
	return last < 'A' ? 4 : 3;
}

static bool is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

static unsigned send_plain(const struct ps2_keys *keys, uint8_t code, uint8_t *bytes)
{
	bool shift = keys->shift_left || keys->shift_right;
	char c;

	if (code >= sizeof(plain) - 1)
		return 0;
	if (keys->caps && is_letter(plain[code]))
		shift = !shift;
	c = shift ? shifted[code] : plain[code];
	if (!c)
		return 0;
	if (keys->control && is_letter(plain[code]))
		c = (char)(plain[code] & 0x1f);
	bytes[0] = (uint8_t)c;
	return 1;
}

/* Is it a key that only changes what others mean? */
static bool modifier(struct ps2_keys *keys, uint8_t key, bool down, bool extended)
{
	switch (key) {
	case KEY_CONTROL:
		keys->control = down;
		return true;
	case KEY_SHIFT_LEFT: /* extended: sent around cursor keys, and no shift */
		if (!extended)
			keys->shift_left = down;
		return true;
	case KEY_SHIFT_RIGHT:
		if (!extended)
			keys->shift_right = down;
		return true;
	case KEY_CAPS:
		keys->caps ^= down;
		return true;
	default:
		return false;
	}
}

unsigned ps2_key(struct ps2_keys *keys, uint8_t code, uint8_t bytes[PS2_MOST_BYTES])
{
	bool extended = keys->extended;
	uint8_t key = code & ~RELEASED;

	if (keys->skip) {
		keys->skip--;
		return 0;
	}
	keys->extended = code == EXTENDED;
	if (code == PAUSE)
		keys->skip = PAUSE_REST;
	if (code == EXTENDED || code == PAUSE ||
	    modifier(keys, key, !(code & RELEASED), extended) || (code & RELEASED))
		return 0;
	if (extended && key != KEY_SLASH && key != KEY_ENTER) /* of the keypad */
		return send_cursor(key, bytes);
	return send_plain(keys, key, bytes);
}
