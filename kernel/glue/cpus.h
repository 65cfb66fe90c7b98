// SPDX-License-Identifier: MIT
#pragma once

/* Start the other CPUs, and let each have its pages. */
void smp_init(void);
