// SPDX-License-Identifier: MIT
/*
 * The controller's keyboard side, polled (IBM PS/2 Hardware Interface Technical Reference, Keyboard
 * and Auxiliary Device Controller). The keyboard itself is left as firmware set it up: one that
 * firmware only plays, for a USB keyboard, may not know commands.
 */
#include "drivers/ps2.h"

#include "drivers/ps2_logic.h"
#include "kernel/console.h"
#include "kernel/printk.h"
#include "kernel/time.h"
#include "kernel/x86/cpu.h"

enum { PORT_DATA = 0x60, PORT_STATUS = 0x64, PORT_COMMAND = 0x64 };

#define STATUS_OUTPUT_FULL 0x01 /* a byte for us */
#define STATUS_INPUT_FULL  0x02 /* it has not taken ours yet */
#define STATUS_MOUSE	   0x20 /* the byte is the other port's */
#define STATUS_NOBODY	   0xff

enum { COMMAND_READ_CONFIG = 0x20, COMMAND_WRITE_CONFIG = 0x60 };
enum { COMMAND_KEYBOARD_OFF = 0xad, COMMAND_KEYBOARD_ON = 0xae };
#define CONFIG_INTERRUPTS 0x03
#define CONFIG_OFF	  0x10 /* the keyboard */
#define CONFIG_TRANSLATE  0x40 /* to scan code set 1 */

enum { WAIT_US = 20000, DRAIN_READS = 64, MOST_READS = 16 };

static struct ps2_keys keys;
static uint8_t bytes[PS2_MOST_BYTES]; /* of the last key */
static unsigned nr_bytes, next_byte;

static bool wait_status(uint8_t mask, uint8_t value)
{
	uint64_t end = clock_deadline(WAIT_US);

	while ((in8(PORT_STATUS) & mask) != value)
		if (clock_passed(end))
			return false;
	return true;
}

static bool command(uint8_t what)
{
	if (!wait_status(STATUS_INPUT_FULL, 0))
		return false;
	out8(PORT_COMMAND, what);
	return true;
}

static void drain(void)
{
	for (unsigned i = 0; i < DRAIN_READS && (in8(PORT_STATUS) & STATUS_OUTPUT_FULL); i++)
		in8(PORT_DATA);
}

/* Keyboard on, without interrupts, with translation. False: the controller does not answer. */
static bool configure(void)
{
	uint8_t config;

	/* Off first: a key's code must not be read as the configuration. */
	if (!command(COMMAND_KEYBOARD_OFF) || !wait_status(STATUS_INPUT_FULL, 0))
		return false;
	drain();
	if (!command(COMMAND_READ_CONFIG) || !wait_status(STATUS_OUTPUT_FULL, STATUS_OUTPUT_FULL))
		return false;
	config = in8(PORT_DATA);
	config = (uint8_t)((config & ~(CONFIG_INTERRUPTS | CONFIG_OFF)) | CONFIG_TRANSLATE);
	if (!command(COMMAND_WRITE_CONFIG) || !wait_status(STATUS_INPUT_FULL, 0))
		return false;
	out8(PORT_DATA, config);
	return command(COMMAND_KEYBOARD_ON) && wait_status(STATUS_INPUT_FULL, 0);
}

static int keyboard_read(struct console *con)
{
	(void)con;
	for (unsigned i = 0; i < MOST_READS && next_byte == nr_bytes; i++) {
		uint8_t status = in8(PORT_STATUS);
		uint8_t code;

		if (status == STATUS_NOBODY || !(status & STATUS_OUTPUT_FULL))
			return -1;
		code = in8(PORT_DATA);
		if (status & STATUS_MOUSE)
			continue;
		nr_bytes = ps2_key(&keys, code, bytes);
		next_byte = 0;
	}
	return next_byte < nr_bytes ? bytes[next_byte++] : -1;
}

static void keyboard_write(struct console *con, const char *text, size_t len)
{
	(void)con;
	(void)text;
	(void)len;
}

static struct console keyboard = {.name = "tty0", .write = keyboard_write, .read = keyboard_read};

void ps2_init(void)
{
	if (in8(PORT_STATUS) == STATUS_NOBODY) {
		printk("ps2: no keyboard controller");
		return;
	}
	if (!configure()) {
		printk("ps2: the keyboard controller does not answer");
		return;
	}
	console_register(&keyboard);
	printk("ps2: keyboard");
}
