// SPDX-License-Identifier: MIT
#include "drivers/uart16550_logic.h"

/* Registers, offsets from the base (PC16550D data sheet, table II). */
enum {
	REG_DATA = 0, /* divisor's low byte while DLAB is set */
	REG_IER = 1,  /* interrupt enable; divisor's high byte while DLAB is set */
	REG_FCR = 2,  /* FIFO control, write; IIR on read */
	REG_LCR = 3,  /* line control */
	REG_MCR = 4,  /* modem control */
	REG_LSR = 5,  /* line status */
	REG_SCRATCH = 7,
};

#define LCR_8N1	       0x03
#define LCR_DLAB       0x80
#define FCR_ENABLE     0x07 /* FIFO on, both sides cleared */
#define IIR_FIFO       0xc0 /* both set: a FIFO that works */
#define MCR_DTR_RTS    0x03
#define LSR_DATA_READY 0x01
#define LSR_TX_EMPTY   0x20 /* holding register or whole FIFO */
#define FIFO_LEN       16   /* bytes */

static uint8_t reg_read(const struct uart *uart, unsigned reg)
{
	return uart->io->in8(uart->io->ctx, uart->base + reg);
}

static void reg_write(const struct uart *uart, unsigned reg, uint8_t value)
{
	uart->io->out8(uart->io->ctx, uart->base + reg, value);
}

/*
 * The interrupt enable register keeps its low four bits, and zeroes read back as zeroes: floating
 * ports and ports that ignore writes fail one of the two. The scratch register must hold both of
 * two patterns or neither: the 8250 has none. And it must not show in another register, as on a bus
 * that gives back whatever was on it last.
 */
static bool probe(const struct uart *uart)
{
	uint8_t scratch_a, scratch_b;
	uint8_t zeroes, ones;

	reg_write(uart, REG_LCR, LCR_8N1);
	reg_write(uart, REG_IER, 0x00);
	zeroes = reg_read(uart, REG_IER) & 0x0f;
	reg_write(uart, REG_IER, 0x0f);
	ones = reg_read(uart, REG_IER) & 0x0f;
	reg_write(uart, REG_IER, 0x00);
	if (zeroes != 0x00 || ones != 0x0f)
		return false;
	reg_write(uart, REG_SCRATCH, 0x5a);
	scratch_a = reg_read(uart, REG_SCRATCH);
	reg_write(uart, REG_SCRATCH, 0xa5);
	scratch_b = reg_read(uart, REG_SCRATCH);
	return (scratch_a == 0x5a) == (scratch_b == 0xa5) &&
	       (reg_read(uart, REG_IER) & 0x0f) == 0x00;
}

static void set_speed(const struct uart *uart, unsigned divisor)
{
	reg_write(uart, REG_LCR, LCR_8N1 | LCR_DLAB);
	reg_write(uart, REG_DATA, divisor & 0xff);
	reg_write(uart, REG_IER, divisor >> 8);
	reg_write(uart, REG_LCR, LCR_8N1);
}

int uart_init(struct uart *uart, const struct io_ops *io, uint16_t base, unsigned baud)
{
	*uart = (struct uart){.io = io, .base = base, .fifo_len = 1};
	if (!probe(uart))
		return -ENODEV;
	if (baud)
		set_speed(uart, 115200 / baud);
	reg_write(uart, REG_FCR, FCR_ENABLE);
	if ((reg_read(uart, REG_FCR) & IIR_FIFO) == IIR_FIFO)
		uart->fifo_len = FIFO_LEN;
	reg_write(uart, REG_MCR, MCR_DTR_RTS);
	uart_drain(uart);
	return 0;
}

/* A port that goes away reads as ones, data ready among them: then every byte is 0xff. */
int uart_receive(struct uart *uart)
{
	uint8_t status = reg_read(uart, REG_LSR);

	if (!(status & LSR_DATA_READY) || status == 0xff)
		return -1;
	return reg_read(uart, REG_DATA);
}

unsigned uart_drain(struct uart *uart)
{
	unsigned drained = 0;

	while (drained < UART_RX_DRAIN && (reg_read(uart, REG_LSR) & LSR_DATA_READY)) {
		reg_read(uart, REG_DATA);
		drained++;
	}
	return drained;
}

static bool tx_ready(const struct uart *uart)
{
	return reg_read(uart, REG_LSR) & LSR_TX_EMPTY;
}

void uart_send(struct uart *uart, uint8_t byte)
{
	if (!uart->room) {
		unsigned polls = uart->stalled ? 1 : UART_TX_POLLS;
		bool ready = false;

		while (polls-- && !ready)
			ready = tx_ready(uart);
		uart->stalled = !ready;
		if (!ready) {
			uart->nr_dropped++;
			return;
		}
		uart->room = uart->fifo_len;
	}
	reg_write(uart, REG_DATA, byte);
	uart->room--;
}
