// SPDX-License-Identifier: MIT
#pragma once

#include "boot/boot_info.h"

/*
 * Print firmware, board and memory modules as `key: value` lines of the report's head, as far as
 * the firmware tells. After paging_init().
 */
void smbios_print(const struct boot_info *info);
