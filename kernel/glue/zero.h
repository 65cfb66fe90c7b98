// SPDX-License-Identifier: MIT
/* Between the halves of the seams: how long zeroing took. */
#pragma once

#include "mm/types.h"

/* Count the ticks of port_zero() from 0, or do not. */
void zero_clock_set(bool on);
uint64_t zero_clock_ticks(void);
