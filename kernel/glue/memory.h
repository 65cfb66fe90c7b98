// SPDX-License-Identifier: MIT
#pragma once

#include "boot/boot_info.h"
#include "mm/types.h"

/*
 * From the firmware's map to a running page allocator: sanitised RAM, reservations, the final page
 * tables, metadata, and every free page handed over. Logs each sum on the way. Ends the run as
 * failed when there is less than 32 MiB of usable RAM or no room for metadata.
 */
void memory_init(const struct boot_info *info);

#define BUDDYINFO_MAX 512 /* bytes */

/*
 * Free memory of a node's zone by order, as a line of /proc/buddyinfo has it; `type` is an enum
 * zone_type. False: the node has no such memory.
 */
bool buddyinfo_row(int nid, int type, char row[BUDDYINFO_MAX]);
