// SPDX-License-Identifier: MIT
#pragma once

/* The program's words, as the kernel's command line: "key=value" or "key". */
void host_options_set(int argc, char **argv);

/* Value of a word: NULL if absent, "" without "=". */
const char *host_option(const char *name);
