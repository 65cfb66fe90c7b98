// SPDX-License-Identifier: MIT
#include "kernel/version.h"

/* Made by tools/version at build time. */
extern const char build_version[];
extern const char build_compiler[];
extern const char build_flags[];

const char *version_git(void)
{
	return build_version;
}

const char *version_compiler(void)
{
	return build_compiler;
}

const char *version_flags(void)
{
	return build_flags;
}
