// SPDX-License-Identifier: MIT
#pragma once

/* Git hash of the sources, "unknown" outside of git. */
const char *version_git(void);

/* The compiler's name and version, and the flags it was given. */
const char *version_compiler(void);
const char *version_flags(void);
