// SPDX-License-Identifier: MIT
#include "kernel/x86/tlb.h"

void tlb_activate(const struct pagetable *pt)
{
	if (!tlb_is_active(pt))
		write_cr3(pt->root);
}

bool tlb_is_active(const struct pagetable *pt)
{
	return read_cr3() == pt->root;
}

void tlb_flush_tables(struct pagetable *pt, const uint64_t *pages, unsigned nr)
{
	bool global = pt->always & PT_GLOBAL;

	if (!global && !tlb_is_active(pt))
		return;
	if (nr <= PT_FLUSH_PAGES) {
		for (unsigned i = 0; i < nr; i++)
			tlb_flush_page((const void *)pages[i]);
	} else if (global) {
		tlb_flush_all();
	} else {
		tlb_flush_low();
	}
}
