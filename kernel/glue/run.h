// SPDX-License-Identifier: MIT
#pragma once

/* Do what the command line asks for, benchmarks by default, and end the run with the verdict. */
void run_selected(void) __attribute__((noreturn));
