// SPDX-License-Identifier: MIT
#pragma once

/*
 * Fail as `provoke=` says, by one of the ways listed in provoke.c. Anything else: return
 * (`short-report` is the benchmark runner's).
 */
void provoke_failure(void);
