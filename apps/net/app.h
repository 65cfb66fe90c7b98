// SPDX-License-Identifier: MIT
/*
 * The application `net`: the machine as a station of its networks for a while.
 */
#pragma once

#include "mm/types.h"

/*
 * Answer and route for so long, and say what was counted; until a key is typed too if `until_key`.
 * Four checks count for the verdict: an address, no card failed, each frame accounted for, no page
 * lost.
 */
void net_run(uint64_t seconds, bool until_key);
