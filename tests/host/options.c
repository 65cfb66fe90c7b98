// SPDX-License-Identifier: MIT
#include "tests/host/options.h"

#include <string.h>

static int nr_words;
static char **words;

void host_options_set(int argc, char **argv)
{
	nr_words = argc;
	words = argv;
}

const char *host_option(const char *name)
{
	size_t len = strlen(name);

	for (int i = 0; i < nr_words; i++) {
		if (strncmp(words[i], name, len))
			continue;
		if (!words[i][len])
			return "";
		if (words[i][len] == '=')
			return words[i] + len + 1;
	}
	return NULL;
}
