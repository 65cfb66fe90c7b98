// SPDX-License-Identifier: MIT
#include "kernel/layout.h"
#include "kernel/x86/gdt.h"

struct tss {
	uint32_t reserved0;
	uint64_t rsp[3];
	uint64_t reserved1;
	uint64_t ist[7]; /* ist[0] is slot 1 */
	uint64_t reserved2;
	uint16_t reserved3;
	uint16_t io_map; /* offset; at or beyond the limit: there is none */
} __attribute__((packed));

#define CODE_64	      0x00af9b000000ffffull /* present, ring 0, long, accessed */
#define DATA	      0x00cf93000000ffffull /* present, ring 0, writable, accessed */
#define TSS_AVAILABLE (0x89ull << 40)

static struct tss tss;
static uint64_t gdt[5];
static uint64_t fault_stack_ends[2]; /* of the whole, and of its lower half */

void gdt_page_fault_stack(bool lower)
{
	tss.ist[IST_PAGE_FAULT - 1] = fault_stack_ends[lower];
}

void gdt_init(void)
{
	uint64_t base = (uintptr_t)&tss;
	struct layout_part faults = layout_stack(STACK_PAGE_FAULT);
	uint64_t len = faults.end - faults.start;
	struct {
		uint16_t limit;
		uint64_t base;
	} __attribute__((packed)) pointer = {sizeof(gdt) - 1, (uintptr_t)gdt};

	fault_stack_ends[0] = faults.end;
	fault_stack_ends[1] = fault_stack_ends[0] - len / 2;
	gdt_page_fault_stack(false);
	tss.ist[IST_DOUBLE_FAULT - 1] = layout_stack(STACK_DOUBLE_FAULT).end;
	tss.ist[IST_NMI - 1] = layout_stack(STACK_NMI).end;
	tss.ist[IST_MACHINE_CHECK - 1] = layout_stack(STACK_MACHINE_CHECK).end;
	tss.io_map = sizeof(tss);

	gdt[GDT_CODE / 8] = CODE_64;
	gdt[GDT_DATA / 8] = DATA;
	/* A descriptor of 16 bytes: the base is scattered over it (SDM 3A, 7.2.3). */
	gdt[GDT_TSS / 8] = (sizeof(tss) - 1) | (base & 0xffffff) << 16 | TSS_AVAILABLE |
			   (base >> 24 & 0xff) << 56;
	gdt[GDT_TSS / 8 + 1] = base >> 32;

	/* Selectors and flags are those of the loader's jump, so only the base changes. */
	__asm__ volatile("lgdt %0; ltr %w1" : : "m"(pointer), "r"(GDT_TSS));
}
