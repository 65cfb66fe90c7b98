// SPDX-License-Identifier: MIT
/*
 * Where things are in the address space, and the parts of the image:
 *
 *	0x0000000000000000  address spaces; the null page is never mapped
 *	0xffff888000000000  DIRECT_BASE: all RAM, phys + this, no-execute
 *	0xffffc90000000000  vmalloc
 *	0xffffea0000000000  page array
 *	0xffffff0000000000  DEVICE_BASE: windows on devices and firmware tables, bump allocated
 *	0xffffffff80000000  KERNEL_BASE: the image, from 1 MiB on, wherever it is loaded
 */
#pragma once

#include "mm/types.h"

#define DIRECT_BASE   0xffff888000000000ul
#define DIRECT_LEN    (1ul << 46)
#define VMALLOC_START 0xffffc90000000000ul
#define VMALLOC_LEN   (1ul << 45)
#define DEVICE_BASE   0xffffff0000000000ul
#define DEVICE_LEN    (1ul << 39)
#define KERNEL_BASE   0xffffffff80000000ul

/* A part of the image, bounds on pages. */
struct layout_part {
	uint64_t start; /* virtual */
	uint64_t end;
};

/* Loader headers and code; constants; data, .bss and stacks; all of it. */
struct layout_part layout_text(void);
struct layout_part layout_rodata(void);
struct layout_part layout_data(void);
struct layout_part layout_image(void);

enum layout_stack {
	STACK_MAIN,
	STACK_PAGE_FAULT,
	STACK_DOUBLE_FAULT,
	STACK_NMI,
	STACK_MACHINE_CHECK,
	NR_STACKS,
};

/* The usable part of a stack of the boot CPU; the pages on both sides are guards. */
struct layout_part layout_stack(enum layout_stack which);

bool layout_is_text(uint64_t addr);

/* Are the `len` bytes at addr in that part? */
static inline bool layout_part_has(struct layout_part part, uint64_t addr, uint64_t len)
{
	return addr >= part.start && addr < part.end && len <= part.end - addr;
}

/*
 * Physical address of something in the image. It is linked for 1 MiB; a loader that knows the
 * relocatable tag of multiboot2 may have put it elsewhere, as a whole.
 */
phys_addr_t image_phys(const void *virt);

/* The same for a bound of a part. */
static inline phys_addr_t layout_phys(uint64_t virt)
{
	return image_phys((const void *)virt);
}
