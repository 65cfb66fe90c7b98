// SPDX-License-Identifier: MIT
#pragma once

#include "boot/boot_info.h"

/*
 * Print firmware, board and memory modules as `key: value` lines of the report's head, as far as
 * the firmware tells. Before memory_init(): UEFI may list its tables where RAM is free afterwards.
 */
void smbios_print(const struct boot_info *info);
