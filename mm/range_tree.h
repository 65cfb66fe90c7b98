// SPDX-License-Identifier: MIT
/* libbsd's tree.h as freestanding code takes it. Private to range.h and range.c. */
#pragma once

#include "mm/types.h"

#define __unused __attribute__((unused))

#include <bsd/sys/tree.h>
