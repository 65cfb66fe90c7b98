// SPDX-License-Identifier: MIT
/*
 * Vector registers, for workloads: everything else is compiled for general registers only, so
 * faults and interrupts leave them alone, and nothing saves them.
 */
#pragma once

#include "mm/types.h"

enum vector_width { VECTOR_128, VECTOR_256, VECTOR_512 };

/* Enable the widest that the CPU has (SDM 1, 13.5 and 14.5.1): on the first CPU, on another. */
void vector_init(void);
void vector_init_cpu(void);

/* VECTOR_256 is AVX2 with FMA, VECTOR_512 is AVX-512F. */
enum vector_width vector_width(void);
