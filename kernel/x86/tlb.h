// SPDX-License-Identifier: MIT
/*
 * Flushing translations of this CPU. Kernel leaves are global: a write to CR3 does not drop them.
 */
#pragma once

#include "kernel/x86/cpu.h"

#define CR4_PGE (1ul << 7)

static inline void tlb_flush_page(const void *virt)
{
	__asm__ volatile("invlpg (%0)" : : "r"(virt) : "memory");
}

/* Everything, global leaves too: toggling CR4.PGE does it (SDM 3A, 4.10.4.1). */
static inline void tlb_flush_all(void)
{
	uint64_t cr4 = read_cr4();

	write_cr4(cr4 & ~CR4_PGE);
	write_cr4(cr4);
}
