// SPDX-License-Identifier: MIT
/*
 * What a run has come to, gathered for its last screen: the head of the log, what the usual things
 * cost, all medians, claims, failures, the verdict.
 */
#pragma once

#include "kernel/payload_logic.h"

enum {
	RESULTS_TEXT = 4096, /* bytes */
	RESULTS_NAME = 96,   /* bytes of a row's or a test's name */
	RESULTS_HEADLINES = 13,
	RESULTS_FAILED = 8, /* names of what failed that are kept */
};

/* Lines that are added as long as they fit. */
struct text {
	char bytes[RESULTS_TEXT];
	size_t len;
};

void text_clear(struct text *text);
void text_add(struct text *text, const char *fmt, ...) __printf(2, 3);

struct headline {
	const char *label, *row;
	bool measured;
	uint64_t hundredths; /* of a tick, the row's median */
};

struct results {
	struct text head; /* `key: value` lines */
	struct headline headlines[RESULTS_HEADLINES];
	uint32_t nr_rows; /* of benchmarks, measured */
	struct payload_row *rows;
	char (*names)[RESULTS_NAME]; /* theirs */
	unsigned nr_failed;	     /* tests and rows; may be more than there is room for */
	char failed[RESULTS_FAILED][RESULTS_NAME];
};

/* Note the head of the log, and the medians once there are some. Before tests and benchmarks. */
void results_begin(void);

/* When all has been run. */
const struct results *results_end(void);

/* Lines on claims: which held, which did not. */
void results_add_claims(struct text *to);

/* Lines with the names of what failed. */
void results_add_failed(struct text *to);

/* All but the medians, for the payload: head, claims, failures, verdict. */
void results_add_all(struct text *to);
