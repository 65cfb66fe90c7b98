// SPDX-License-Identifier: MIT
/*
 * Mistakes with memory on demand, by which the tests see that the debug aids find each of them.
 */
#include "kernel/provoke.h"
#include "mm/page_alloc.h"
#include "mm/vmalloc.h"

enum { AREA_LEN = 5000, LEAKED_ORDER = 2 };

/* The compiler is not to know what becomes of it. */
static void poke(volatile char *at)
{
	*at = 'x';
}

static void take_all_pages(void)
{
	while (alloc_pages(__GFP_NOWARN, 0))
		;
}

void provoke_use_after_free(void)
{
	struct page *page = alloc_pages(GFP_KERNEL, 0);

	__free_pages(page, 0);
	poke((char *)page_address(page) + 8);
	take_all_pages();
}

void provoke_record_overrun(void)
{
	struct page *page = alloc_pages(GFP_KERNEL, 0);

	__free_pages(page, 0);
	poke((char *)page);
	take_all_pages();
}

void provoke_double_free(void)
{
	struct page *page = alloc_pages(GFP_KERNEL, 0);

	__free_pages(page, 0);
	__free_pages(page, 0);
}

void provoke_read_behind(void)
{
	volatile char *area = vmalloc(AREA_LEN);

	(void)area[ALIGN_UP(AREA_LEN, PAGE_SIZE) + 4 * PAGE_SIZE];
}

void provoke_area_overrun(void)
{
	char *area = vmalloc(AREA_LEN);

	poke(area + AREA_LEN);
	vfree(area);
}

void provoke_use_after_vfree(void)
{
	char *area = vmalloc(AREA_LEN);

	vfree(area);
	poke(area);
}

void provoke_leak(void)
{
	static struct page *volatile lost;

	lost = alloc_pages(GFP_KERNEL, LEAKED_ORDER);
	(void)lost;
}
