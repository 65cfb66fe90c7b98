// SPDX-License-Identifier: MIT
#pragma once

#include "boot/boot_info.h"

#define MULTIBOOT2_MAGIC 0x36d76289u /* in EAX at entry */

/*
 * Turn the loader's multiboot2 structure into *info. `bytes` are its contents as far as they may be
 * read, `readable_len` bytes of them, and `phys` is its physical address. 0, or -EINVAL with *why
 * set to a sentence for the user, when the structure breaks the specification (Multiboot2 2.0,
 * section 3.6); then *info holds no more than zeroes and what was understood so far. Touches
 * nothing but its arguments.
 */
int multiboot2_parse(const void *bytes, size_t readable_len, uint64_t phys, struct boot_info *info,
		     const char **why);
