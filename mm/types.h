// SPDX-License-Identifier: MIT
/*
 * Types and small helpers that every room may use. No function with a body larger than a line.
 */
#pragma once

#include <linux/errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t phys_addr_t; /* physical address, bytes */
typedef uint64_t pfn_t;	      /* physical address / PAGE_SIZE */
typedef uint32_t gfp_t;	      /* allocation flags, mm/page_alloc.h */

#define PAGE_SHIFT 12
#define PAGE_SIZE  4096ul /* bytes */
#define PMD_SHIFT  21
#define PMD_SIZE   (1ul << PMD_SHIFT) /* bytes: 2 MiB leaf */
#define PUD_SHIFT  30
#define PUD_SIZE   (1ul << PUD_SHIFT) /* bytes: 1 GiB leaf */

/* `align` is a power of two; ALIGN_UP wraps to 0 at the top of the type, callers check. */
#define ALIGN_DOWN(x, align) ((x) & ~((__typeof__(x))(align)-1))
#define ALIGN_UP(x, align)   (((x) + ((__typeof__(x))(align)-1)) & ~((__typeof__(x))(align)-1))
#define IS_ALIGNED(x, align) (((x) & ((__typeof__(x))(align)-1)) == 0)
#define ARRAY_SIZE(a)	     (sizeof(a) / sizeof((a)[0]))

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

#define __printf(fmt, args) __attribute__((format(printf, fmt, args)))
#define __noinline	    __attribute__((noinline))
#define force_inline	    inline __attribute__((always_inline))

/* For a loop of up to 2 KiB of code: within one page, as QEMU leaves its translated code wherever a
 * branch leads to another, which can cost more than the loop itself. */
#define within_a_page __attribute__((aligned(2048)))

/* A physical range, end exclusive; `type` as in the firmware's map (enum mem_type, mm/memmap.h). */
struct mem_range {
	phys_addr_t start;
	phys_addr_t end;
	uint32_t type;
};
