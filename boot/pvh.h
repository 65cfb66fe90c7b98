// SPDX-License-Identifier: MIT
#pragma once

#include "boot/boot_info.h"

#define PVH_MAGIC                                                                                  \
	0x336ec578u /* first word of the structure; entry passes it on as the protocol             \
		     */

/*
 * Turn the hvm_start_info at physical address `info_phys` into *info. It holds physical addresses,
 * so the caller gives a window on memory: `bytes` are the `readable_len` bytes from physical
 * address `phys` on, and nothing outside of it is read. 0, or -EINVAL with *why set to a sentence
 * for the user. Layout: Xen public/arch-x86/hvm/start_info.h.
 */
int pvh_parse(const void *bytes, size_t readable_len, uint64_t phys, uint64_t info_phys,
	      struct boot_info *info, const char **why);
