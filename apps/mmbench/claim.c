// SPDX-License-Identifier: MIT
#include "apps/mmbench/claim.h"

#include "apps/harness/bench.h"

void claim_values(const char *id, const char *text, uint64_t less, uint64_t more, const char *unit)
{
	bool holds = less < more;
	uint64_t low = holds ? less : more, high = holds ? more : less;

	env_print("# claim %s: %s\n#   %llu.%02llu against %llu.%02llu %s", id, text,
		  (unsigned long long)less / 100, (unsigned long long)less % 100,
		  (unsigned long long)more / 100, (unsigned long long)more % 100, unit);
	if (low)
		env_print(", %llu.%02llu times", (unsigned long long)(high * 100 / low) / 100,
			  (unsigned long long)(high * 100 / low) % 100);
	env_print(": %s here\n", holds ? "holds" : "does not hold");
}

void claim_rows(const char *id, const char *text, const char *less, const char *more)
{
	uint64_t left, right;

	if (bench_median(less, &left) && bench_median(more, &right))
		claim_values(id, text, left, right, "ticks");
}
