// SPDX-License-Identifier: MIT
#pragma once

#include "mm/types.h"

/*
 * Make COM1 the console ttyS0, at 115200 baud, if it is there. -ENODEV: it is not. Once, at
 * start-up.
 */
int uart16550_init(void);

/* Change COM1's speed, a divisor of 115200. Nothing happens without COM1. */
void uart16550_set_baud(unsigned baud);
