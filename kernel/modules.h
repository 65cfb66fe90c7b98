// SPDX-License-Identifier: MIT
/*
 * Modules: files that the boot loader has loaded along with us, as memory objects to be mapped.
 */
#pragma once

#include "boot/boot_info.h"
#include "mm/object.h"

/* One object for each that lies in RAM on page boundaries; the others are logged. After memory. */
void modules_init(const struct boot_info *info);

/* The module of that number in the loader's order, and its length in bytes. NULL: none to map. */
struct mm_object *module_file(unsigned number, uint64_t *len);
