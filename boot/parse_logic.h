// SPDX-License-Identifier: MIT
/*
 * What the readers of the boot protocols share.
 */
#pragma once

#include "boot/boot_info.h"

/* Little-endian loads from any alignment. */
static inline uint32_t boot_load32(const uint8_t *p)
{
	uint32_t v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint64_t boot_load64(const uint8_t *p)
{
	uint64_t v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

/*
 * Add `len` bytes from `start` on to the map, as the firmware gave them. A range of RAM whose end
 * wraps makes no sense and is passed on as it is, for the memory map to refuse; one of anything
 * else reaches to the top of the address space. When the table is full RAM is dropped and counted,
 * new or old: a reserved range always finds room, because RAM that it overlaps must not be used.
 */
void boot_add_range(struct boot_info *info, uint64_t start, uint64_t len, uint32_t type);

/*
 * The next module to be filled in, from `start` to `end`. NULL when the table is full: the module
 * is counted and its memory, which nobody may get all the same, becomes a reserved range.
 */
struct boot_module *boot_add_module(struct boot_info *info, uint64_t start, uint64_t end);
