// SPDX-License-Identifier: MIT
/* Seam 1: waiting for another CPU. */
#include "kernel/x86/cpu.h"
#include "mm/port.h"

/* With interrupts on, what others ask comes by itself. PAUSE: SDM 2B. */
void port_relax(void)
{
	cpu_relax();
}
