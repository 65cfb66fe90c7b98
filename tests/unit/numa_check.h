// SPDX-License-Identifier: MIT
/* What must hold of any struct numa_map, by other means than those that made it. */
#pragma once

#include "mm/numa.h"

/* NULL, or what is wrong. */
const char *numa_check(const struct numa_map *map, const struct memmap *memmap);
