// SPDX-License-Identifier: MIT
#include "kernel/layout.h"

/* Set by boot/kernel.lds. */
extern const char image_start[], text_end[], rodata_end[], image_end[];
extern const char main_stack_start[], main_stack_end[];
extern const char page_fault_stack_start[], page_fault_stack_end[];
extern const char double_fault_stack_start[], double_fault_stack_end[];
extern const char nmi_stack_start[], nmi_stack_end[];
extern const char machine_check_stack_start[], machine_check_stack_end[];

/* Set by boot/entry.asm. */
extern const uint64_t image_delta;

phys_addr_t image_phys(const void *virt)
{
	return (uintptr_t)virt - KERNEL_BASE + image_delta;
}

static struct layout_part part(const char *start, const char *end)
{
	return (struct layout_part){(uintptr_t)start, (uintptr_t)end};
}

struct layout_part layout_text(void)
{
	return part(image_start, text_end);
}

struct layout_part layout_rodata(void)
{
	return part(text_end, rodata_end);
}

struct layout_part layout_data(void)
{
	return part(rodata_end, image_end);
}

struct layout_part layout_image(void)
{
	return part(image_start, image_end);
}

struct layout_part layout_stack(enum layout_stack which)
{
	switch (which) {
	case STACK_PAGE_FAULT:
		return part(page_fault_stack_start, page_fault_stack_end);
	case STACK_DOUBLE_FAULT:
		return part(double_fault_stack_start, double_fault_stack_end);
	case STACK_NMI:
		return part(nmi_stack_start, nmi_stack_end);
	case STACK_MACHINE_CHECK:
		return part(machine_check_stack_start, machine_check_stack_end);
	default:
		return part(main_stack_start, main_stack_end);
	}
}

bool layout_is_text(uint64_t addr)
{
	struct layout_part text = layout_text();

	return addr >= text.start && addr < text.end;
}
