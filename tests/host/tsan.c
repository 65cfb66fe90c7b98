// SPDX-License-Identifier: MIT
/* What ThreadSanitizer is not to report. Without it nobody asks. */
#include "tests/host/host.h"

const char *__tsan_default_suppressions(void);

/*
 * page_parkable() looks at words of the maps without the lock: its own page's bit is its own, and
 * other bits may change. own_nr() of another CPU is a guess.
 */
const char *__tsan_default_suppressions(void)
{
	return "race:page_parkable\nrace:own_nr\n";
}

/* Part of the program only if it was built with it. */
void __tsan_init(void) __attribute__((weak));

bool host_is_traced(void)
{
	return __tsan_init != NULL;
}
