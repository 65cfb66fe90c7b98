// SPDX-License-Identifier: MIT
/* The test runner. */
#pragma once

#include "mm/types.h"

/*
 * Run the tests that match one of the comma-separated globs (NULL or "": all), by name
 * "suite.name", print KTAP, and count each for the verdict. A glob that matches nothing is a
 * failure. seed 0: the default.
 */
void tests_run(const char *globs, uint64_t seed);
