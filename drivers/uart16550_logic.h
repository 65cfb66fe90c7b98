// SPDX-License-Identifier: MIT
/*
 * A 16550-like serial port, over whatever reads and writes its registers. No loop is unbounded: on
 * a PC without the chip all registers read as ones, and a cable that does not drain must not stop
 * us (case O06).
 */
#pragma once

#include "mm/types.h"

/* Access to registers: ports, or offsets in memory. */
struct io_ops {
	uint8_t (*in8)(void *ctx, uint16_t port);
	void (*out8)(void *ctx, uint16_t port, uint8_t value);
	void *ctx;
};

struct uart {
	const struct io_ops *io;
	uint16_t base;	     /* first of eight ports, 0 in memory */
	bool stalled;	     /* the last wait for the transmitter ran out */
	unsigned fifo_len;   /* bytes it takes when its transmitter is empty */
	unsigned room;	     /* bytes that it still takes without being asked */
	uint64_t nr_dropped; /* bytes lost because it did not take them */
};

#define UART_TX_POLLS 20000 /* reads of the line status, about a microsecond each */
#define UART_RX_DRAIN 64    /* reads at most */

/*
 * Is there a UART at `base`? If so set it up: 8N1 at `baud` (a divisor of 115200; 0: the speed it
 * has), FIFO on, no interrupts, receiver drained. 0, or -ENODEV.
 */
int uart_init(struct uart *uart, const struct io_ops *io, uint16_t base, unsigned baud);

/*
 * Send a byte. A transmitter that is not ready is waited for, bounded, and then the byte is dropped
 * and counted; from then on it is asked once a byte until it takes them again.
 */
void uart_send(struct uart *uart, uint8_t byte);

/* A received byte, -1 if there is none. */
int uart_receive(struct uart *uart);

/* Throw received bytes away, at most UART_RX_DRAIN. Returns how many. */
unsigned uart_drain(struct uart *uart);
