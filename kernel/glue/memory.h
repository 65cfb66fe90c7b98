// SPDX-License-Identifier: MIT
#pragma once

#include "boot/boot_info.h"

/*
 * From the firmware's map to a running page allocator: sanitised RAM, reservations, the final page
 * tables, metadata, and every free page handed over. Logs each sum on the way. Ends the run as
 * failed when there is less than 32 MiB of usable RAM or no room for metadata.
 */
void memory_init(const struct boot_info *info);
