// SPDX-License-Identifier: MIT
#include "kernel/x86/paging.h"
#include "kernel/x86/ram_probe.h"
#include "mm/page_alloc.h"
#include "tests/harness/test.h"

TEST(ram_answers_and_keeps_what_it_held)
{
	enum { LEN = 3 * PAGE_SIZE };
	uint8_t *bytes = test_arena(LEN);
	phys_addr_t phys;

	CHECK(bytes);
	phys = page_to_pfn(virt_to_page(bytes)) << PAGE_SHIFT;
	for (size_t i = 0; i < LEN; i++)
		bytes[i] = (uint8_t)(i * 7 + i / 251);
	CHECK_EQ(ram_probe(phys, phys + LEN), phys + LEN);
	CHECK_EQ(ram_probe(phys, phys + PAGE_SIZE), phys + PAGE_SIZE);
	CHECK_EQ(ram_probe(phys, phys), phys);
	for (size_t i = 0; i < LEN; i++)
		CHECK_EQ(bytes[i], (uint8_t)(i * 7 + i / 251));
}
