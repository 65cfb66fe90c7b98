// SPDX-License-Identifier: MIT
#include "kernel/x86/gdt.h"

#include "kernel/x86/cpu.h"
#include "kernel/x86/percpu.h"

#define CODE_64	      0x00af9b000000ffffull /* present, ring 0, long, accessed */
#define DATA	      0x00cf93000000ffffull /* present, ring 0, writable, accessed */
#define TSS_AVAILABLE (0x89ull << 40)

static void page_fault_stack_set(struct cpu *cpu, bool lower)
{
	struct layout_part stack = cpu->stack[STACK_PAGE_FAULT];

	cpu->gdt.tss.ist[IST_PAGE_FAULT - 1] =
		stack.end - (lower ? (stack.end - stack.start) / 2 : 0);
}

void gdt_page_fault_stack(bool lower)
{
	page_fault_stack_set(this_cpu(), lower);
}

void gdt_init(struct cpu *cpu, unsigned index)
{
	struct tss *tss = &cpu->gdt.tss;
	uint64_t base = (uintptr_t)tss;
	struct {
		uint16_t limit;
		uint64_t base;
	} __attribute__((packed))
	pointer = {sizeof(cpu->gdt.entries) - 1, (uintptr_t)cpu->gdt.entries};

	cpu->self = cpu;
	cpu->index = index;
	cpu->lock_word = index + 1;
	page_fault_stack_set(cpu, false);
	tss->ist[IST_DOUBLE_FAULT - 1] = cpu->stack[STACK_DOUBLE_FAULT].end;
	tss->ist[IST_NMI - 1] = cpu->stack[STACK_NMI].end;
	tss->ist[IST_MACHINE_CHECK - 1] = cpu->stack[STACK_MACHINE_CHECK].end;
	tss->io_map = sizeof(*tss);

	cpu->gdt.entries[GDT_CODE / 8] = CODE_64;
	cpu->gdt.entries[GDT_DATA / 8] = DATA;
	/* A descriptor of 16 bytes: the base is scattered over it (SDM 3A, 7.2.3). */
	cpu->gdt.entries[GDT_TSS / 8] = (sizeof(*tss) - 1) | (base & 0xffffff) << 16 |
					TSS_AVAILABLE | (base >> 24 & 0xff) << 56;
	cpu->gdt.entries[GDT_TSS / 8 + 1] = base >> 32;

	/* Selectors and flags are those of the jump that led here, so only the base changes. */
	__asm__ volatile("lgdt %0; ltr %w1" : : "m"(pointer), "r"(GDT_TSS));
	wrmsr(MSR_GS_BASE, (uintptr_t)cpu);
}
