// SPDX-License-Identifier: MIT
/*
 * A run's results as text for a QR code: "BULKHEAD1:", then base45 of zlib of
 *
 *	version: bulkhead d87078fc2c91		`key: value` lines as in the report's head
 *	...
 *	rows: 378 of 378			of all that were measured
 *	BulkArray/batch=1			their names, each as what changes
 *	/2
 *						an empty line
 *	6837					their medians in hundredths of a tick, rounded
 *	3761					to four digits
 *
 * In a name's parts between slashes an empty one is that of the line before, and one without `=`
 * has its key; "/cpus=1" at the end is left out. A name that does not consist of such parts stands
 * as it is, behind an exclamation mark. tools/qr reads it.
 */
#pragma once

#include "kernel/base45_logic.h"
#include "kernel/deflate_logic.h"

#define PAYLOAD_PREFIX "BULKHEAD1:"

enum {
	PAYLOAD_MAX_ROWS = 4096, /* more are left out */
	PAYLOAD_MAX_CODE = 4296, /* characters: what the largest QR code holds */
	PAYLOAD_MAX_PACKED = (PAYLOAD_MAX_CODE - 10) / 3 * 2,
};

struct payload_row {
	const char *name; /* in full, without "Benchmark" */
	uint64_t hundredths;
	bool first; /* to be left out last */
};

/* What was made, and the room to make it in. */
struct payload {
	uint32_t nr_kept; /* rows that are in it */
	size_t len;	  /* of code[] */
	char code[PAYLOAD_MAX_CODE];

	size_t text_len;
	char text[DEFLATE_MAX_LEN];
	uint8_t packed[PAYLOAD_MAX_PACKED];
	uint16_t rank[PAYLOAD_MAX_ROWS]; /* a row is in if its rank is below nr_kept */
	struct deflate deflate;
};

/*
 * Make the payload of at most `room` characters: the head, whole lines, then as many of the rows as
 * fit. Where not all do, each benchmark loses every second row first, then every second of the rest
 * ...; rows of one benchmark must follow each other. 0; -E2BIG: not even the head fits.
 */
int payload_make(struct payload *payload, const char *head, const struct payload_row *rows,
		 uint32_t nr_rows, size_t room);

/* A median as it stands in the payload. */
uint64_t payload_round(uint64_t hundredths);
