// SPDX-License-Identifier: MIT
/*
 * drivers/uart16550_logic.c on models of chips (case O06).
 */
#include "drivers/uart16550_logic.h"
#include "tests/harness/test.h"

#define BASE 0x2f8

enum model {
	FLOATING, /* no chip: ones */
	ZEROES,	  /* no chip: zeroes */
	WORKING,
	NEVER_READY, /* LSR stays 0x00 */
	ALWAYS_RECEIVING,
	NO_SCRATCH, /* an 8250 */
	NO_FIFO,
	MIRROR, /* every port gives back what was written to any port last */
};

struct chip {
	enum model model;
	uint8_t regs[8];
	uint8_t divisor[2];
	uint8_t last;
	unsigned nr_reads, nr_writes;
	unsigned pending; /* bytes in the transmitter; it empties when asked */
	unsigned most_pending;
	char sent[64];
	unsigned nr_sent;
};

static struct chip chip;

static uint8_t chip_in8(void *ctx, uint16_t port)
{
	struct chip *c = ctx;
	unsigned reg = port - BASE;

	c->nr_reads++;
	switch (c->model) {
	case FLOATING:
		return 0xff;
	case ZEROES:
		return 0x00;
	case MIRROR:
		return c->last;
	default:
		break;
	}
	switch (reg) {
	case 1:
		return c->regs[3] & 0x80 ? c->divisor[1] : c->regs[1] & 0x0f;
	case 2:
		return c->model == NO_FIFO || c->model == NO_SCRATCH ? 0x01 : 0xc1;
	case 5:
		if (c->model == NEVER_READY)
			return 0x00;
		c->pending = 0;
		return c->model == ALWAYS_RECEIVING ? 0x61 : 0x60;
	case 7:
		return c->model == NO_SCRATCH ? 0xff : c->regs[7];
	default:
		return c->regs[reg & 7];
	}
}

static void chip_out8(void *ctx, uint16_t port, uint8_t value)
{
	struct chip *c = ctx;
	unsigned reg = port - BASE;

	c->nr_writes++;
	c->last = value;
	if (reg < 2 && c->regs[3] & 0x80) {
		c->divisor[reg] = value;
		return;
	}
	if (reg == 0) {
		c->pending++;
		if (c->pending > c->most_pending)
			c->most_pending = c->pending;
		if (c->nr_sent < sizeof(c->sent))
			c->sent[c->nr_sent] = (char)value;
		c->nr_sent++;
		return;
	}
	c->regs[reg & 7] = value;
}

static const struct io_ops ops = {chip_in8, chip_out8, &chip};

static int init(struct uart *uart, enum model model, unsigned baud)
{
	chip = (struct chip){.model = model};
	return uart_init(uart, &ops, BASE, baud);
}

TEST(ports_without_a_chip_are_absent_and_cheap)
{
	static const enum model models[] = {FLOATING, ZEROES, MIRROR};
	struct uart uart;

	for (size_t i = 0; i < ARRAY_SIZE(models); i++) {
		CHECK_EQ(init(&uart, models[i], 115200), -ENODEV);
		CHECK(chip.nr_reads + chip.nr_writes < 16);
	}
}

TEST(a_chip_is_set_up)
{
	struct uart uart;

	CHECK_EQ(init(&uart, WORKING, 115200), 0);
	CHECK_EQ(chip.divisor[0], 1);
	CHECK_EQ(chip.divisor[1], 0);
	CHECK_EQ(chip.regs[3], 0x03);
	CHECK_EQ(chip.regs[1], 0);
	CHECK_EQ(uart.fifo_len, 16);
	CHECK_EQ(init(&uart, WORKING, 300), 0);
	CHECK_EQ(chip.divisor[0] | chip.divisor[1] << 8, 384);
}

TEST(a_chip_keeps_its_speed_if_none_is_given)
{
	struct uart uart;

	chip = (struct chip){.model = WORKING, .divisor = {12, 1}};
	CHECK_EQ(uart_init(&uart, &ops, BASE, 0), 0);
	CHECK_EQ(chip.divisor[0] | chip.divisor[1] << 8, 268);
	CHECK_EQ(chip.regs[3], 0x03);
}

TEST(bytes_are_received_one_by_one)
{
	struct uart uart;

	CHECK_EQ(init(&uart, WORKING, 115200), 0);
	CHECK_EQ(uart_receive(&uart), -1);
	chip.regs[0] = 'k';
	chip.model = ALWAYS_RECEIVING;
	CHECK_EQ(uart_receive(&uart), 'k');
	chip.model = FLOATING; /* pulled out */
	CHECK_EQ(uart_receive(&uart), -1);
}

TEST(older_chips_send_a_byte_at_a_time)
{
	static const enum model models[] = {NO_FIFO, NO_SCRATCH};
	struct uart uart;

	for (size_t i = 0; i < ARRAY_SIZE(models); i++) {
		CHECK_EQ(init(&uart, models[i], 115200), 0);
		for (unsigned n = 0; n < 10; n++)
			uart_send(&uart, 'a');
		CHECK_EQ(chip.nr_sent, 10);
		CHECK_EQ(chip.most_pending, 1);
	}
}

TEST(a_fifo_is_filled_but_never_overrun)
{
	struct uart uart;

	CHECK_EQ(init(&uart, WORKING, 115200), 0);
	chip.nr_reads = 0;
	for (unsigned n = 0; n < 48; n++)
		uart_send(&uart, (uint8_t)('0' + n));
	CHECK_EQ(chip.nr_sent, 48);
	CHECK_EQ(chip.most_pending, 16);
	CHECK_EQ(chip.nr_reads, 3);
	CHECK_EQ(chip.sent[47], '0' + 47);
	CHECK_EQ(uart.nr_dropped, 0);
}

TEST(a_stalled_transmitter_drops_after_a_bounded_wait)
{
	struct uart uart;

	CHECK_EQ(init(&uart, NEVER_READY, 115200), 0);
	chip.nr_reads = 0;
	for (unsigned n = 0; n < 1000; n++)
		uart_send(&uart, 'x');
	CHECK_EQ(uart.nr_dropped, 1000);
	CHECK_EQ(chip.nr_sent, 0);
	CHECK(chip.nr_reads <= UART_TX_POLLS + 1000);

	chip.model = WORKING; /* somebody plugged the cable in */
	uart_send(&uart, 'y');
	uart_send(&uart, 'z');
	CHECK_EQ(chip.nr_sent, 2);
	CHECK_EQ(uart.nr_dropped, 1000);
}

TEST(draining_ends_even_if_data_never_does)
{
	struct uart uart;

	CHECK_EQ(init(&uart, ALWAYS_RECEIVING, 115200), 0);
	chip.nr_reads = 0;
	CHECK_EQ(uart_drain(&uart), 64);
	CHECK(chip.nr_reads <= 2 * 64 + 1);
}
