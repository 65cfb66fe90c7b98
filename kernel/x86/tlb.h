// SPDX-License-Identifier: MIT
/*
 * Translations that this CPU remembers, and the space that it is in. Kernel leaves are global: a
 * write to CR3 does not drop them.
 */
#pragma once

#include "kernel/x86/cpu.h"
#include "kernel/x86/pagetable.h"

#define CR4_PGE (1ul << 7)

/* One page or larger leaf, and all that is remembered of tables (SDM 3A, 4.10.4.1). */
static inline void tlb_flush_page(const void *virt)
{
	__asm__ volatile("invlpg (%0)" : : "r"(virt) : "memory");
}

/*
 * Everything, global leaves too: a change of CR4.PGE does it (SDM 3A, 4.10.4.1). An NMI that asks
 * for the same may come between the two changes, and must make two of its own then.
 */
static inline void tlb_flush_all(void)
{
	uint64_t cr4 = read_cr4();

	write_cr4(cr4 ^ CR4_PGE);
	write_cr4(cr4);
}

/* Everything but global leaves. */
static inline void tlb_flush_low(void)
{
	write_cr3(read_cr3());
}

/* Translate by these tables from now on, on this CPU. */
void tlb_activate(struct pagetable *pt);

/* Does this CPU translate by these tables? */
bool tlb_is_active(const struct pagetable *pt);

/* Does any CPU? Not to be asked of the kernel's. */
bool tlb_is_used(struct pagetable *pt);

/* Forget pages[0..nr) on this CPU, or everything if nr is above PT_FLUSH_PAGES. */
void tlb_flush_here(const uint64_t *pages, unsigned nr, bool global);

/* Forget [virt, virt + len) of the space on this CPU. */
void tlb_forget(struct pagetable *pt, uint64_t virt, uint64_t len);

/*
 * The `flush` of struct pagetable: this CPU, if the space is active or the leaves are global, and
 * those others that are in the space.
 */
void tlb_flush_tables(struct pagetable *pt, const uint64_t *pages, unsigned nr);
