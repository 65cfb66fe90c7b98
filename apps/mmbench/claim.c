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

void finding_rows(const char *what, const char *than, const char *row, const char *baseline)
{
	uint64_t value, base, ratio;

	if (!bench_median(row, &value) || !bench_median(baseline, &base) || !base)
		return;
	ratio = (value * 100 + base / 2) / base;
	env_print("# finding: %s costs %llu.%02llux of %s\n", what, (unsigned long long)ratio / 100,
		  (unsigned long long)ratio % 100, than);
}
