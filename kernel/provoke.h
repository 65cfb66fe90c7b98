// SPDX-License-Identifier: MIT
#pragma once

/* Fail as `provoke=` says: triple-fault, hang, panic, no-verdict. Anything else: return. */
void provoke_failure(void);
