// SPDX-License-Identifier: MIT
/* The test runner. */
#pragma once

#include "mm/types.h"

struct test_counts {
	unsigned passed, failed, skipped;
};

/*
 * Run the tests that match one of the comma-separated globs (NULL or "": all), by name
 * "suite.name", and print KTAP. A glob that matches nothing is a failure. seed 0: the default.
 */
struct test_counts tests_run(const char *globs, uint64_t seed);
