// SPDX-License-Identifier: MIT
#include "apps/mmbench/claim.h"

#include "apps/harness/bench.h"

static struct {
	const char *id;
	enum claim_answer answer;
} answers[CLAIMS_KEPT];
static unsigned nr_answers;

bool claim_at(unsigned i, const char **id, enum claim_answer *answer)
{
	if (i >= nr_answers)
		return false;
	*id = answers[i].id;
	*answer = answers[i].answer;
	return true;
}

/* Say the answer behind the values, or why there is none, and keep it. */
static void answer_print(const char *id, enum claim_answer answer, const char *why)
{
	static const char *const texts[] = {
		[CLAIM_HOLDS] = "holds here",
		[CLAIM_FAILS] = "does not hold here",
		[CLAIM_NO_DIFFERENCE] = "no difference here",
	};

	if (answer == CLAIM_UNJUDGED)
		env_print(": not judged, as %s\n", why);
	else
		env_print(": %s\n", texts[answer]);
	if (nr_answers < CLAIMS_KEPT) {
		answers[nr_answers].id = id;
		answers[nr_answers++].answer = answer;
	}
}

/* Two values and their ratio, larger to smaller. */
static void values_print(uint64_t left, const char *between, uint64_t right, const char *unit)
{
	uint64_t low = left < right ? left : right, high = left < right ? right : left;

	env_print("#   %llu.%02llu %s %llu.%02llu %s", (unsigned long long)left / 100,
		  (unsigned long long)left % 100, between, (unsigned long long)right / 100,
		  (unsigned long long)right % 100, unit);
	if (low)
		env_print(", %llu.%02llu times", (unsigned long long)(high * 100 / low) / 100,
			  (unsigned long long)(high * 100 / low) % 100);
}

/* `alike`: they cannot be told apart. Nor can values that differ by less than one in a hundred. */
static void values_claim(const char *id, const char *text, uint64_t less, uint64_t more, bool alike,
			 const char *unit)
{
	uint64_t apart = less < more ? more - less : less - more;

	env_print("# claim %s: %s\n", id, text);
	values_print(less, "against", more, unit);
	if (alike || !apart || apart * 100 < less)
		answer_print(id, CLAIM_NO_DIFFERENCE, NULL);
	else
		answer_print(id, less < more ? CLAIM_HOLDS : CLAIM_FAILS, NULL);
}

void claim_values(const char *id, const char *text, uint64_t less, uint64_t more, const char *unit)
{
	values_claim(id, text, less, more, false, unit);
}

void claim_rows(const char *id, const char *text, const char *less, const char *more)
{
	struct stats left, right;

	if (bench_stats_of(less, NULL, &left) && bench_stats_of(more, NULL, &right))
		values_claim(id, text, left.median, right.median,
			     left.low <= right.high && right.low <= left.high, "ticks");
}

void claim_growth(const char *id, const char *text, uint64_t small, uint64_t large, bool grows,
		  const char *unit)
{
	env_print("# claim %s: %s\n", id, text);
	values_print(small, "and", large, unit);
	answer_print(id, (large > 2 * small) == grows ? CLAIM_HOLDS : CLAIM_FAILS, NULL);
}

void claim_unjudged(const char *id, const char *text, uint64_t small, uint64_t large,
		    const char *unit, const char *why)
{
	env_print("# claim %s: %s\n", id, text);
	values_print(small, "and", large, unit);
	answer_print(id, CLAIM_UNJUDGED, why);
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
