// SPDX-License-Identifier: MIT
#pragma once

/* Selectors. */
enum { GDT_CODE = 0x08, GDT_DATA = 0x10, GDT_TSS = 0x18 };

/* Slots of the TSS's interrupt stack table, from 1 on. */
enum { IST_PAGE_FAULT = 1, IST_DOUBLE_FAULT = 2, IST_NMI = 3, IST_MACHINE_CHECK = 4 };

/* Load our own GDT and a TSS that names the fault stacks. */
void gdt_init(void);

/* Page faults start on the upper half of their stack, or on the lower one. */
void gdt_page_fault_stack(bool lower);
