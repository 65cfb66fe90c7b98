// SPDX-License-Identifier: MIT
/* What must hold of struct boot_info whoever filled it in, and of the memory map made of it. */
#pragma once

#include "boot/boot_info.h"

/* A reader of a boot protocol: 0, or an error with *why. arg as given. */
typedef int (*boot_reader)(void *arg, struct boot_info *info, const char **why);

/*
 * Read twice, over other contents of *info each time: the same comes out, and it is sound. Else the
 * property is broken.
 */
void boot_check(boot_reader reader, void *arg);
