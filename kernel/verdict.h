// SPDX-License-Identifier: MIT
/*
 * The last line of every run, and its end.
 */
#pragma once

#include "mm/types.h"

/* Count checks that passed, failed, were skipped. */
void verdict_add(unsigned passed, unsigned failed, unsigned skipped);

/* What has been counted so far. */
struct verdict {
	unsigned passed, failed, skipped;
};
struct verdict verdict_counts(void);

/*
 * Print "N passed, N failed, N skipped" and end the run: by QEMU's debug exit with 0x10 if
 * something passed and nothing failed, else with 0x11. Where that device is missing (on hardware)
 * the machine restarts after a failure if `panic=` says so, and else does what `end=` says.
 */
void verdict_end(void) __attribute__((noreturn));

/* The same with one failure more, for a run that could not go on: `end=` is not heeded. */
void verdict_cut_short(void) __attribute__((noreturn));

/*
 * End the run as failed before it has begun: this machine, its firmware or the command line will
 * not do. One line says why: "refused: ...".
 */
void refuse(const char *fmt, ...) __printf(1, 2) __attribute__((noreturn, cold));

/* End the run as failed, or as passed, without a verdict line. */
void verdict_exit(unsigned failed) __attribute__((noreturn));
