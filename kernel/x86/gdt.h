// SPDX-License-Identifier: MIT
/*
 * Segments, of which long mode has little left: one set for each CPU, for the TSS that names its
 * fault stacks.
 */
#pragma once

#include "mm/types.h"

/* Selectors. */
enum { GDT_CODE = 0x08, GDT_DATA = 0x10, GDT_TSS = 0x18 };

/* Slots of the TSS's interrupt stack table, from 1 on. */
enum { IST_PAGE_FAULT = 1, IST_DOUBLE_FAULT = 2, IST_NMI = 3, IST_MACHINE_CHECK = 4 };

/* Task state segment in long mode (SDM 3A, 8.7). */
struct tss {
	uint32_t reserved0;
	uint64_t rsp[3];
	uint64_t reserved1;
	uint64_t ist[7]; /* ist[0] is slot 1 */
	uint64_t reserved2;
	uint16_t reserved3;
	uint16_t io_map; /* offset; at or beyond the limit: there is none */
} __attribute__((packed));

struct gdt {
	uint64_t entries[5]; /* null, code, data, TSS (two) */
	struct tss tss;
};

struct cpu;

/* On the CPU itself: load a GDT and a TSS of its own, which names its stacks; GS leads to `cpu`. */
void gdt_init(struct cpu *cpu, unsigned index);

/* Page faults on this CPU start on the upper half of their stack, or on the lower one. */
void gdt_page_fault_stack(bool lower);
