// SPDX-License-Identifier: MIT
#pragma once

#include "boot/boot_info.h"

/*
 * Read what the loader left at physical address `phys`, in the form that `magic` names, while the
 * early tables reach it. A structure that cannot be used ends the run as failed, with the reason.
 */
const struct boot_info *boot_info_load(uint32_t magic, uint64_t phys);

/* Log one line on protocol, loader, firmware and memory. */
void boot_info_log(const struct boot_info *info);
