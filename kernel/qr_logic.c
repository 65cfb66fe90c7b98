// SPDX-License-Identifier: MIT
/*
 * A code is made in the order of the standard's clause 7: the text becomes data codewords (7.4),
 * these get error correction by blocks and are interleaved (7.5, 7.6), laid into the modules that
 * no pattern takes (7.7), masked (7.8), and the format and version are written beside the patterns
 * (7.9, 7.10).
 *
 * Not here: numeric and Kanji modes, mixing modes, structured append, Micro QR.
 */
#include "kernel/qr_logic.h"

/* A module: its colour, and whether it is data or belongs to a pattern, format or version. */
enum { DARK = 1, FUNCTION = 2 };

enum { MODE_ALPHANUMERIC = 2, MODE_BYTE = 4 };

enum { MAX_LEN = 4296 }; /* characters: no code holds more */

/* Error correction codewords of each block, and blocks, by level and version (table 9). */
static const uint8_t block_ecc[QR_LEVELS][QR_MAX_VERSION + 1] = {
	[QR_L] = {0,  7,  10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26,
		  30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
		  30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
	[QR_M] = {0,  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22,
		  24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
		  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28},
	[QR_Q] = {0,  13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24,
		  20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30,
		  30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
	[QR_H] = {0,  17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22,
		  24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30,
		  30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
};
static const uint8_t nr_blocks[QR_LEVELS][QR_MAX_VERSION + 1] = {
	[QR_L] = {0, 1, 1, 1,  1,  1,  2,  2,  2,  2,  4,  4,  4,  4,  4,  6,  6,  6,  6,  7, 8,
		  8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25},
	[QR_M] = {0,  1,  1,  1,  2,  2,  4,  4,  4,  5,  5,  5,  8,  9,
		  9,  10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25,
		  26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49},
	[QR_Q] = {0,  1,  1,  2,  2,  4,  4,  6,  6,  8,  8,  8,  10, 12,
		  16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34,
		  35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68},
	[QR_H] = {0,  1,  1,  2,  4,  4,  4,  5,  6,  8,  8,  11, 11, 16,
		  16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40,
		  42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81},
};

enum { MAX_BLOCK_ECC = 30 };

/* --- Sizes ------------------------------------------------------------------------------- */

static unsigned side_of(unsigned version)
{
	return 17 + 4 * version;
}

/* Alignment patterns in a row or column of them (annex E). */
static unsigned nr_alignments(unsigned version)
{
	return version == 1 ? 0 : version / 7 + 2;
}

/* Codewords of data and error correction: modules that no pattern takes, by eight. */
static unsigned nr_codewords(unsigned version)
{
	unsigned side = side_of(version), align = nr_alignments(version);
	unsigned taken = 3 * 64 + 2 * 15 + 1 + 2 * (side - 16); /* finders, format, timing */

	if (align)
		taken +=
			25 * (align * align - 3) - 5 * 2 * (align - 2); /* some lie on the timing */
	if (version >= 7)
		taken += 2 * 18;
	return (side * side - taken) / 8;
}

static unsigned nr_data(unsigned version, enum qr_level level)
{
	return nr_codewords(version) - block_ecc[level][version] * nr_blocks[level][version];
}

/* --- Data codewords ---------------------------------------------------------------------- */

/* The value of a character in alphanumeric mode (table 5), or -1. */
static int alphanumeric(uint8_t c)
{
	static const char others[] = " $%*+-./:";

	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 10;
	for (int i = 0; others[i]; i++)
		if (c == (uint8_t)others[i])
			return 36 + i;
	return -1;
}

static unsigned mode_of(const uint8_t *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (alphanumeric(text[i]) < 0)
			return MODE_BYTE;
	return MODE_ALPHANUMERIC;
}

/* Bits that the length takes (table 3). */
static unsigned len_bits(unsigned mode, unsigned version)
{
	if (mode == MODE_BYTE)
		return version < 10 ? 8 : 16;
	return version < 10 ? 9 : version < 27 ? 11 : 13;
}

static size_t text_bits(unsigned mode, size_t len)
{
	return mode == MODE_BYTE ? len * 8 : len / 2 * 11 + len % 2 * 6;
}

static bool fits(unsigned mode, size_t len, unsigned version, enum qr_level level)
{
	return 4 + len_bits(mode, version) + text_bits(mode, len) <= 8 * nr_data(version, level);
}

size_t qr_alphanumeric_capacity(unsigned version, enum qr_level level)
{
	unsigned bits = 8 * nr_data(version, level) - 4 - len_bits(MODE_ALPHANUMERIC, version);

	return bits / 11 * 2 + (bits % 11 >= 6);
}

struct bits {
	uint8_t *bytes;
	unsigned nr;
};

static void put_bits(struct bits *to, unsigned value, unsigned nr)
{
	while (nr--) {
		if (to->nr % 8 == 0)
			to->bytes[to->nr / 8] = 0;
		to->bytes[to->nr / 8] |= (uint8_t)((value >> nr & 1) << (7 - to->nr % 8));
		to->nr++;
	}
}

static void make_data(struct qr *qr, const uint8_t *text, size_t len, unsigned mode)
{
	struct bits to = {qr->data, 0};
	unsigned end = 8 * nr_data(qr->version, qr->level);

	put_bits(&to, mode, 4);
	put_bits(&to, (unsigned)len, len_bits(mode, qr->version));
	for (size_t i = 0; i < len; i++) {
		if (mode == MODE_BYTE) {
			put_bits(&to, text[i], 8);
		} else if (i + 1 == len) {
			put_bits(&to, (unsigned)alphanumeric(text[i]), 6);
		} else {
			put_bits(&to,
				 (unsigned)(alphanumeric(text[i]) * 45 + alphanumeric(text[i + 1])),
				 11);
			i++;
		}
	}
	put_bits(&to, 0, end - to.nr < 4 ? end - to.nr : 4); /* terminator */
	put_bits(&to, 0, (8 - to.nr % 8) % 8);
	for (unsigned pad = 0xec; to.nr < end; pad ^= 0xec ^ 0x11)
		put_bits(&to, pad, 8);
}

/* --- Error correction -------------------------------------------------------------------- */

/* In GF(256) with x^8 + x^4 + x^3 + x^2 + 1 (7.5.2). */
static uint8_t multiply(uint8_t a, uint8_t b)
{
	unsigned product = 0;

	for (int i = 7; i >= 0; i--) {
		product <<= 1;
		if (product & 0x100)
			product ^= 0x11d;
		if (b >> i & 1)
			product ^= a;
	}
	return (uint8_t)product;
}

/* The product of (x - 2^i) for i below `degree`, without its leading 1, highest power first. */
static void make_generator(uint8_t *generator, unsigned degree)
{
	uint8_t root = 1;

	for (unsigned i = 0; i < degree; i++)
		generator[i] = i + 1 == degree;
	for (unsigned i = 0; i < degree; i++) {
		for (unsigned k = 0; k < degree; k++) {
			generator[k] = multiply(generator[k], root);
			if (k + 1 < degree)
				generator[k] ^= generator[k + 1];
		}
		root = multiply(root, 2);
	}
}

/* The remainder of the block's polynomial by the generator. */
static void make_ecc(uint8_t *ecc, unsigned degree, const uint8_t *generator, const uint8_t *block,
		     unsigned len)
{
	__builtin_memset(ecc, 0, degree);
	for (unsigned i = 0; i < len; i++) {
		uint8_t factor = block[i] ^ ecc[0];

		for (unsigned k = 0; k < degree; k++)
			ecc[k] = (uint8_t)((k + 1 < degree ? ecc[k + 1] : 0) ^
					   multiply(generator[k], factor));
	}
}

/*
 * Codewords in the order in which they are laid out: the first of each block, the second ..., then
 * the same of the error correction. The first blocks may be one codeword shorter.
 */
static void interleave(struct qr *qr)
{
	unsigned blocks = nr_blocks[qr->level][qr->version];
	unsigned degree = block_ecc[qr->level][qr->version];
	unsigned data = nr_data(qr->version, qr->level);
	unsigned short_len = data / blocks, nr_short = blocks - data % blocks;
	uint8_t generator[MAX_BLOCK_ECC], ecc[MAX_BLOCK_ECC];
	const uint8_t *block = qr->data;

	make_generator(generator, degree);
	for (unsigned b = 0; b < blocks; b++) {
		unsigned len = short_len + (b >= nr_short);

		for (unsigned i = 0; i < len; i++) {
			bool last = i == short_len; /* only the long blocks have one */

			qr->codewords[last ? short_len * blocks + b - nr_short : i * blocks + b] =
				block[i];
		}
		make_ecc(ecc, degree, generator, block, len);
		for (unsigned i = 0; i < degree; i++)
			qr->codewords[data + i * blocks + b] = ecc[i];
		block += len;
	}
}

/* --- Patterns ---------------------------------------------------------------------------- */

static void set(struct qr *qr, unsigned row, unsigned column, bool dark)
{
	qr->modules[row][column] = (uint8_t)(FUNCTION | (dark ? DARK : 0));
}

static unsigned distance(int a, int b)
{
	int rows = a < 0 ? -a : a, columns = b < 0 ? -b : b;

	return (unsigned)(rows > columns ? rows : columns);
}

/* A finder with its separator, by its centre. */
static void draw_finder(struct qr *qr, unsigned row, unsigned column)
{
	for (int dy = -4; dy <= 4; dy++)
		for (int dx = -4; dx <= 4; dx++) {
			int y = (int)row + dy, x = (int)column + dx;
			unsigned d = distance(dy, dx);

			if (y >= 0 && y < (int)qr->side && x >= 0 && x < (int)qr->side)
				set(qr, (unsigned)y, (unsigned)x, d != 2 && d != 4);
		}
}

/* The i-th row or column of alignment patterns' centres, from 0 on (annex E). */
static unsigned alignment_at(unsigned version, unsigned i)
{
	unsigned nr = nr_alignments(version), last = side_of(version) - 7;
	unsigned step = version == 32 ? 26 : (version * 4 + nr * 2 + 1) / (nr * 2 - 2) * 2;

	return i == 0 ? 6 : last - (nr - 1 - i) * step;
}

static void draw_alignments(struct qr *qr)
{
	unsigned nr = nr_alignments(qr->version);

	for (unsigned i = 0; i < nr; i++)
		for (unsigned k = 0; k < nr; k++) {
			unsigned row = alignment_at(qr->version, i);
			unsigned column = alignment_at(qr->version, k);

			if ((i == 0 && (k == 0 || k == nr - 1)) || (i == nr - 1 && k == 0))
				continue; /* a finder is there */
			for (int dy = -2; dy <= 2; dy++)
				for (int dx = -2; dx <= 2; dx++)
					set(qr, row + (unsigned)dy, column + (unsigned)dx,
					    distance(dy, dx) != 1);
		}
}

/* `value` with its remainder by a generator of the given degree behind it. */
static unsigned with_remainder(unsigned value, unsigned generator, unsigned degree)
{
	unsigned rest = value << degree;

	for (int i = 31; i >= (int)degree; i--)
		if (rest >> i & 1)
			rest ^= generator << (i - (int)degree);
	return value << degree | rest;
}

/* Level and mask, twice (7.9). */
static void draw_format(struct qr *qr)
{
	static const unsigned level_bits[QR_LEVELS] = {1, 0, 3, 2};
	unsigned bits = with_remainder(level_bits[qr->level] << 3 | qr->mask, 0x537, 10) ^ 0x5412;
	unsigned side = qr->side;

	for (unsigned i = 0; i < 15; i++) {
		bool dark = bits >> i & 1;
		unsigned near = i < 6 ? i : i < 8 ? i + 1 : 14 - i; /* the timing is skipped */

		if (i < 8) {
			set(qr, near, 8, dark);
			set(qr, 8, side - 1 - i, dark);
		} else {
			set(qr, 8, i == 8 ? 7 : near, dark);
			set(qr, side - 15 + i, 8, dark);
		}
	}
	set(qr, side - 8, 8, true);
}

/* From version 7 on (7.10), twice. */
static void draw_version(struct qr *qr)
{
	unsigned bits = with_remainder(qr->version, 0x1f25, 12);

	for (unsigned i = 0; i < 18 && qr->version >= 7; i++) {
		set(qr, i / 3, qr->side - 11 + i % 3, bits >> i & 1);
		set(qr, qr->side - 11 + i % 3, i / 3, bits >> i & 1);
	}
}

static void draw_patterns(struct qr *qr)
{
	__builtin_memset(qr->modules, 0, sizeof(qr->modules));
	for (unsigned i = 8; i < qr->side - 8; i++) {
		set(qr, 6, i, i % 2 == 0);
		set(qr, i, 6, i % 2 == 0);
	}
	draw_finder(qr, 3, 3);
	draw_finder(qr, 3, qr->side - 4);
	draw_finder(qr, qr->side - 4, 3);
	draw_alignments(qr);
	draw_version(qr);
	draw_format(qr);
}

/* --- Codewords and masks ----------------------------------------------------------------- */

/* Two columns at a time from the right, upwards and downwards in turns (7.7.3). */
static void draw_codewords(struct qr *qr)
{
	unsigned nr = 8 * nr_codewords(qr->version), at = 0;
	bool up = true;

	for (int right = (int)qr->side - 1; right >= 1; right -= 2, up = !up) {
		if (right == 6) /* the column of the timing is left out */
			right = 5;
		for (unsigned i = 0; i < 2 * qr->side; i++) {
			unsigned row = up ? qr->side - 1 - i / 2 : i / 2;
			uint8_t *module = &qr->modules[row][(unsigned)right - i % 2];

			if (*module & FUNCTION || at == nr)
				continue;
			*module = qr->codewords[at / 8] >> (7 - at % 8) & 1;
			at++;
		}
	}
}

/* Does the mask turn this module (table 10)? */
static bool mask_turns(unsigned mask, unsigned i, unsigned j)
{
	switch (mask) {
	case 0:
		return (i + j) % 2 == 0;
	case 1:
		return i % 2 == 0;
	case 2:
		return j % 3 == 0;
	case 3:
		return (i + j) % 3 == 0;
	case 4:
		return (i / 2 + j / 3) % 2 == 0;
	case 5:
		return i * j % 2 + i * j % 3 == 0;
	case 6:
		return (i * j % 2 + i * j % 3) % 2 == 0;
	default:
		return ((i + j) % 2 + i * j % 3) % 2 == 0;
	}
}

/* Put the mask on, or take it off. */
static void turn_mask(struct qr *qr, unsigned mask)
{
	qr->mask = mask;
	draw_format(qr);
	for (unsigned i = 0; i < qr->side; i++)
		for (unsigned j = 0; j < qr->side; j++)
			if (!(qr->modules[i][j] & FUNCTION) && mask_turns(mask, i, j))
				qr->modules[i][j] ^= DARK;
}

bool qr_dark(const struct qr *qr, unsigned row, unsigned column)
{
	return qr->modules[row][column] & DARK;
}

/* --- Penalty ----------------------------------------------------------------------------- */

/* A module of the `line`-th row, or column. */
static bool line_dark(const struct qr *qr, bool column, unsigned line, unsigned at)
{
	return column ? qr_dark(qr, at, line) : qr_dark(qr, line, at);
}

/* Runs of one colour from five modules on, and what looks like a finder with four light ones beside
 * it (within the code or not). */
static unsigned line_penalty(const struct qr *qr, bool column, unsigned line)
{
	unsigned penalty = 0, run = 0;
	unsigned last = 0; /* modules seen, the latest in bit 0; light ones before the first */

	for (unsigned at = 0; at < qr->side + 4; at++) {
		bool dark = at < qr->side && line_dark(qr, column, line, at);

		last = (last << 1 | dark) & 0x7ff;
		/* 1011101 with 0000 behind it, or before it */
		if (last == 0x5d0 || (at < qr->side && last == 0x05d))
			penalty += 40;
		if (at >= qr->side)
			continue;
		run = at && dark == (last >> 1 & 1) ? run + 1 : 1;
		if (run == 5)
			penalty += 3;
		else if (run > 5)
			penalty++;
	}
	return penalty;
}

unsigned qr_penalty(const struct qr *qr)
{
	unsigned penalty = 0, nr_dark = 0, nr = qr->side * qr->side, apart;

	for (unsigned i = 0; i < qr->side; i++) {
		penalty += line_penalty(qr, false, i) + line_penalty(qr, true, i);
		for (unsigned j = 0; j < qr->side; j++) {
			bool dark = qr_dark(qr, i, j);

			nr_dark += dark;
			if (i && j && dark == qr_dark(qr, i - 1, j) &&
			    dark == qr_dark(qr, i, j - 1) && dark == qr_dark(qr, i - 1, j - 1))
				penalty += 3;
		}
	}
	/* Ten for every 5 % that the dark share is away from a half. */
	apart = 2 * nr_dark > nr ? 2 * nr_dark - nr : nr - 2 * nr_dark;
	return penalty + apart * 10 / nr * 10;
}

static unsigned best_mask(struct qr *qr)
{
	unsigned best = 0, least = ~0u;

	for (unsigned mask = 0; mask < QR_MASKS; mask++) {
		unsigned penalty;

		turn_mask(qr, mask);
		penalty = qr_penalty(qr);
		if (penalty < least) {
			least = penalty;
			best = mask;
		}
		turn_mask(qr, mask);
	}
	return best;
}

int qr_encode(struct qr *qr, const void *text, size_t len, enum qr_level level,
	      unsigned min_version, unsigned max_version, int mask)
{
	unsigned mode, version = min_version;

	if (!min_version || min_version > max_version || max_version > QR_MAX_VERSION ||
	    level >= QR_LEVELS || mask < QR_BEST_MASK || mask >= QR_MASKS)
		return -EINVAL;
	if (len > MAX_LEN)
		return -E2BIG;
	mode = mode_of(text, len);
	while (version <= max_version && !fits(mode, len, version, level))
		version++;
	if (version > max_version)
		return -E2BIG;
	qr->version = version;
	qr->side = side_of(version);
	qr->level = level;
	qr->mask = 0;
	make_data(qr, text, len, mode);
	interleave(qr);
	draw_patterns(qr);
	draw_codewords(qr);
	turn_mask(qr, mask == QR_BEST_MASK ? best_mask(qr) : (unsigned)mask);
	return 0;
}
