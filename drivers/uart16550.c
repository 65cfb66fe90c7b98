// SPDX-License-Identifier: MIT
/*
 * The PC's first serial port as a console.
 */
#include "drivers/uart16550.h"
#include "drivers/uart16550_logic.h"
#include "kernel/console.h"
#include "kernel/x86/cpu.h"

#define COM1	     0x3f8
#define DEFAULT_BAUD 115200

static uint8_t port_in8(void *ctx, uint16_t port)
{
	(void)ctx;
	return in8(port);
}

static void port_out8(void *ctx, uint16_t port, uint8_t value)
{
	(void)ctx;
	out8(port, value);
}

static const struct io_ops port_ops = {port_in8, port_out8, NULL};
static struct uart com1;
static bool present;
static unsigned current_baud = DEFAULT_BAUD;

static void serial_write(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\n')
			uart_send(&com1, '\r');
		uart_send(&com1, (uint8_t)text[i]);
	}
}

static uint64_t serial_dropped(void)
{
	return com1.nr_dropped;
}

static struct console serial_console = {
	.name = "ttyS0",
	.write = serial_write,
	.dropped = serial_dropped,
};

int uart16550_init(void)
{
	int err = uart_init(&com1, &port_ops, COM1, DEFAULT_BAUD);

	if (err)
		return err;
	present = true;
	console_register(&serial_console);
	return 0;
}

void uart16550_set_baud(unsigned baud)
{
	uint64_t dropped = com1.nr_dropped;

	if (!present || baud == current_baud)
		return;
	uart_init(&com1, &port_ops, COM1, baud);
	com1.nr_dropped = dropped;
	current_baud = baud;
}
