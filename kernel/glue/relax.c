// SPDX-License-Identifier: MIT
/* Seam 1: waiting for another CPU without a lock. */
#include "kernel/x86/cpu.h"
#include "mm/port.h"

void port_relax(void)
{
	port_poll();
	cpu_relax();
}
