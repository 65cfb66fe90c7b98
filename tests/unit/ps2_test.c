// SPDX-License-Identifier: MIT
/* drivers/ps2_logic.c: scan codes as keyboards send them. */
#include "drivers/ps2_logic.h"
#include "tests/harness/test.h"

/* What a terminal would have sent for these codes, as text. */
static const char *typed(const char *codes, size_t nr)
{
	static char text[256];
	struct ps2_keys keys = {0};
	size_t len = 0;

	for (size_t i = 0; i < nr; i++) {
		uint8_t bytes[PS2_MOST_BYTES];
		unsigned got = ps2_key(&keys, (uint8_t)codes[i], bytes);

		for (unsigned k = 0; k < got && len < sizeof(text) - 1; k++)
			text[len++] = (char)bytes[k];
	}
	text[len] = '\0';
	return text;
}

#define TYPED(codes) typed(codes, sizeof(codes) - 1)

TEST(letters_digits_and_signs_are_those_of_a_us_keyboard)
{
	CHECK_STREQ(TYPED("\x23\xa3\x12\x92\x26\xa6\x26\xa6\x18\x98"), "hello");
	CHECK_STREQ(TYPED("\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d"), "1234567890-=");
	CHECK_STREQ(TYPED("\x1a\x1b\x27\x28\x29\x2b\x33\x34\x35\x39\x37"), "[];'`\\,./ *");
	CHECK_STREQ(TYPED("\x2a\x23\x02\xaa\x23"), "H!h");
	CHECK_STREQ(TYPED("\x36\x09\x0d\xb6\x09"), "*+8");
	CHECK_STREQ(TYPED("\x1c\x0e\x0f\x01"), "\r\x7f\t\x1b");
}

TEST(shift_caps_and_control_change_keys)
{
	CHECK_STREQ(TYPED("\x3a\xba\x1e\x02\x2a\x1e\xaa\x3a\xba\x1e"), "A1aa");
	CHECK_STREQ(TYPED("\x1d\x2e\x20\x9d\x2e"), "\x03\x04"
						   "c");
	CHECK_STREQ(TYPED("\xe0\x1d\x1e\xe0\x9d\x1e"), "\x01"
						       "a");
	CHECK_STREQ(TYPED("\x2a\x36\xaa\x1e\xb6\x1e"), "Aa");
}

TEST(cursor_keys_are_escape_sequences)
{
	CHECK_STREQ(TYPED("\xe0\x48\xe0\xc8\xe0\x50\xe0\xd0"), "\x1b[A\x1b[B");
	CHECK_STREQ(TYPED("\xe0\x4d\xe0\x4b\xe0\x47\xe0\x4f\xe0\x53"),
		    "\x1b[C\x1b[D\x1b[H\x1b[F\x1b[3~");
	/* With the shifts that keyboards send around them. */
	CHECK_STREQ(TYPED("\xe0\x2a\xe0\x48\xe0\xc8\xe0\xaa\x1e"), "\x1b[Aa");
	CHECK_STREQ(TYPED("\xe0\x1c\xe0\x35"), "\r/"); /* of the keypad */
	CHECK_STREQ(TYPED("\xe0\x5b\xe0\x5d"), "");
}

TEST(what_is_no_key_of_ours_sends_nothing)
{
	/* Pause, function keys, acknowledgements and errors of the keyboard. */
	CHECK_STREQ(TYPED("\xe1\x1d\x45\xe1\x9d\xc5\x1e"), "a");
	CHECK_STREQ(TYPED("\x3b\x44\x57\x58\xfa\xfe\xff\x00\xaa"), "");
	for (unsigned code = 0; code < 256; code++) {
		struct ps2_keys keys = {.shift_left = code & 1, .caps = code & 2};
		uint8_t bytes[PS2_MOST_BYTES];

		CHECK(ps2_key(&keys, (uint8_t)code, bytes) <= PS2_MOST_BYTES);
	}
}
