// SPDX-License-Identifier: MIT
/*
 * Which lines of the report are shown on a screen. All are but those for machines: results of tests
 * that passed and benchmark lines come by the hundred and only move the status row, as do their
 * plans: "tests: 34 of 57, name", "benchmarks: 120 of 2120, name". A failed test is shown and moves
 * it too. The verdict empties it.
 */
#pragma once

#include "drivers/screen_logic.h"

enum { SCREEN_HELD = 240 }; /* bytes of a line until it is known what it is */

struct screen_lines {
	struct screen *screen;

	char held[SCREEN_HELD];
	uint32_t nr_held;
	bool passing; /* the rest of the line is shown as it comes */
	bool hiding;  /* or not at all */
	enum screen_colour colour;

	uint32_t nr_tests, tests_done; /* nr_...: as planned, 0: not known */
	uint32_t nr_benchmarks, benchmarks_done;
};

void screen_lines_init(struct screen_lines *lines, struct screen *screen);

/*
 * Text of the report, in any pieces. What is to be shown is when this returns, the beginning of a
 * line too once its kind is known.
 */
void screen_lines_write(struct screen_lines *lines, const char *text, size_t len);
