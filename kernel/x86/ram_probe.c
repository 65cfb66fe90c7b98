// SPDX-License-Identifier: MIT
#include "kernel/x86/cpu.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/ram_probe.h"

/*
 * Tries in between, at most, and bytes from one to the next, at least. Not more, because the host
 * of a virtual machine may have to find 2 MiB for every word that is touched.
 */
#define TRIES	   128
#define LEAST_STEP (64ul << 20)

static bool can_flush(void)
{
	return cpuid(1, 0).edx & 1 << 19;
}

/* Without the flush the cache alone would keep the word. */
static bool keeps(volatile uint64_t *word, uint64_t value, bool flush)
{
	*word = value;
	if (flush)
		flush_line(word);
	return *word == value;
}

static bool is_ram(phys_addr_t phys, bool flush)
{
	volatile uint64_t *word = direct_map(phys);
	uint64_t before = *word;
	uint64_t value = 0x5aa5c33c0ff09669 ^ phys;
	bool good = keeps(word, value, flush) && keeps(word, ~value, flush);

	*word = before;
	return good;
}

phys_addr_t ram_probe(phys_addr_t start, phys_addr_t end)
{
	uint64_t step = ALIGN_UP((end - start) / TRIES, LEAST_STEP);
	bool flush = can_flush();

	if (!step)
		step = LEAST_STEP;
	for (phys_addr_t at = start; at < end; at = ALIGN_DOWN(at, LEAST_STEP) + step) {
		if (!is_ram(at, flush))
			return at;
	}
	if (start < end && !is_ram(end - PAGE_SIZE, flush))
		return end - PAGE_SIZE;
	return end;
}
