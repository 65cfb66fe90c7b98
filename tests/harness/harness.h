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

/* Run fn(arg) as a test without a name. False: it failed. Its arenas are given back. */
bool test_call(void (*fn)(void *arg), void *arg);

/* The name of the i-th test that has failed. False: there are no more, or it was not kept. */
bool tests_failed_at(unsigned i, char *name, size_t len);
