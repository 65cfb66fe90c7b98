// SPDX-License-Identifier: MIT
#pragma once

/*
 * From now on send what is printed, and what was, where `netlog=` says. Brings cards up and asks
 * for an address, some seconds at most; where that fails the log says so and the run goes on
 * without.
 */
void netlog_start(void);
