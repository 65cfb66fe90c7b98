// SPDX-License-Identifier: MIT
/*
 * What others have said, held against what this run has measured. Either way: a claim that does not
 * hold here is printed like one that does.
 */
#pragma once

#include "mm/types.h"

enum claim_answer { CLAIM_HOLDS, CLAIM_FAILS, CLAIM_NO_DIFFERENCE, CLAIM_UNJUDGED };

enum { CLAIMS_KEPT = 128 }; /* answers; what comes beyond is printed and forgotten */

/* The i-th answer of this run. False: there are no more. */
bool claim_at(unsigned i, const char **id, enum claim_answer *answer);

/*
 * The claim is that the row `less` costs less than the row `more`. Where their middle halves
 * overlap, or the medians differ by less than 1 %, that is no difference. Nothing is said if one
 * was not run.
 */
void claim_rows(const char *id, const char *text, const char *less, const char *more);

/* The claim is that a value more than doubles, or (`grows` false) that it does not. */
void claim_growth(const char *id, const char *text, uint64_t small, uint64_t large, bool grows,
		  const char *unit);

/* What was measured says nothing about the claim, and why: "not judged, as ...". */
void claim_unjudged(const char *id, const char *text, uint64_t small, uint64_t large,
		    const char *unit, const char *why);

/* What a row costs, as a multiple of another: "# finding: a page in bulk costs 0.21x of one alone".
 */
void finding_rows(const char *what, const char *than, const char *row, const char *baseline);

/* The same of two values, in hundredths of `unit`. */
void claim_values(const char *id, const char *text, uint64_t less, uint64_t more, const char *unit);
