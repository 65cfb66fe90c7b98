// SPDX-License-Identifier: MIT
#include "kernel/x86/counting.h"

#include "kernel/x86/cpu.h"

/* Ticks for `nr` rounds of two instructions and whatever stands around them. */
static uint64_t loop_ticks(uint32_t nr)
{
	uint64_t start = rdtsc();

	__asm__ volatile("1: dec %0; jnz 1b" : "+r"(nr)::"cc");
	return rdtsc() - start;
}

bool tsc_counts_instructions(void)
{
	enum { SHORT = 1000, LONG = 5000, ROUNDS = 3 };

	/* Hardware runs this loop at one round a cycle or so; to hit 2 exactly, always, takes
	 * counting. */
	for (int i = 0; i < ROUNDS; i++)
		if (loop_ticks(LONG) - loop_ticks(SHORT) != 2 * (LONG - SHORT))
			return false;
	return true;
}

bool cpu_is_emulated(void)
{
	struct cpuid_regs r = cpuid(1, 0);

	if (!(r.ecx & 1u << 31)) /* no hypervisor */
		return false;
	r = cpuid(0x40000000, 0);
	/* "TCGTCGTCGTCG" */
	return r.ebx == 0x54474354 && r.ecx == 0x43544743 && r.edx == 0x47435447;
}
