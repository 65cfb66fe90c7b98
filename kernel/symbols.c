// SPDX-License-Identifier: MIT
#include "kernel/layout.h"
#include "kernel/symbols.h"

extern const uint32_t ksym_count;
extern const struct ksym ksym_table[];
extern const char ksym_names[];

const char *symbol_lookup(uint64_t addr, uint64_t *offset)
{
	uint32_t low = 0;
	uint32_t high = ksym_count;
	uint64_t wanted = addr - KERNEL_BASE;

	if (!layout_is_text(addr) || !ksym_count || wanted < ksym_table[0].offset)
		return NULL;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (ksym_table[middle].offset <= wanted)
			low = middle;
		else
			high = middle;
	}
	*offset = wanted - ksym_table[low].offset;
	return ksym_names + ksym_table[low].name_offset;
}
