// SPDX-License-Identifier: MIT
/*
 * QR codes of versions 1 to 40 (ISO/IEC 18004:2015): text in alphanumeric mode where it consists of
 * that mode's 45 characters, else in byte mode. Nothing is allocated.
 */
#pragma once

#include "mm/types.h"

/* Of the code's bytes about 7, 15, 25, 30 % may be wrong. */
enum qr_level { QR_L, QR_M, QR_Q, QR_H, QR_LEVELS };

enum {
	QR_MAX_VERSION = 40,
	QR_MAX_SIDE = 177,	 /* modules */
	QR_MAX_CODEWORDS = 3706, /* bytes, data and error correction */
	QR_BEST_MASK = -1,
	QR_MASKS = 8,
};

/* A code, and the room to make it in. */
struct qr {
	unsigned version; /* 1 to 40 */
	unsigned side;	  /* modules: 17 + 4 * version */
	enum qr_level level;
	unsigned mask;
	uint8_t modules[QR_MAX_SIDE][QR_MAX_SIDE]; /* by row and column; qr_dark() reads them */
	uint8_t data[QR_MAX_CODEWORDS];		   /* before they are interleaved */
	uint8_t codewords[QR_MAX_CODEWORDS];
};

/*
 * Make the code of text[0..len) with this level, in the smallest of versions min_version to
 * max_version that holds it. `mask`: 0 to 7, or QR_BEST_MASK for the one with the least penalty.
 * 0; -E2BIG: it does not fit; -EINVAL: a version, level or mask that there is not.
 */
int qr_encode(struct qr *qr, const void *text, size_t len, enum qr_level level,
	      unsigned min_version, unsigned max_version, int mask);

/* Is the module dark? */
bool qr_dark(const struct qr *qr, unsigned row, unsigned column);

/* Characters of alphanumeric text that a code holds at most. */
size_t qr_alphanumeric_capacity(unsigned version, enum qr_level level);

/* The penalty of the code as it is (7.8.3.1): low is easy to read. */
unsigned qr_penalty(const struct qr *qr);
