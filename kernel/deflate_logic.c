// SPDX-License-Identifier: MIT
#include "kernel/deflate_logic.h"

enum {
	MIN_MATCH = 3,
	MAX_MATCH = 258,
	MAX_CHAIN = 1024, /* places looked at for one repetition */
	MAX_BITS = 15,	  /* of a symbol */
	END = 256,	  /* the symbol behind the last */
	NR_LENGTH_CODES = 19,
	MAX_LENGTH_BITS = 7, /* of a symbol in the code of code lengths */
};

/* Lengths and distances of a symbol: the least, and how many bits follow (RFC 1951, 3.2.5). */
static const uint16_t length_base[] = {3,  4,  5,  6,	7,   8,	  9,   10,  11, 13,
				       15, 17, 19, 23,	27,  31,  35,  43,  51, 59,
				       67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
				       2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_base[] = {
	1,   2,	  3,   4,   5,	 7,    9,    13,   17,	 25,   33,   49,   65,	  97,	 129,
	193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_extra[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
					 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

/* --- Bits -------------------------------------------------------------------------------- */

struct bit_writer {
	uint8_t *out;
	size_t len;
	uint64_t nr; /* bits put, also those that had no room */
};

/* The lowest bit first. */
static void put_bits(struct bit_writer *to, uint32_t value, unsigned nr)
{
	for (; nr; nr--, value >>= 1, to->nr++) {
		size_t at = to->nr / 8;

		if (at >= to->len)
			continue;
		if (to->nr % 8 == 0)
			to->out[at] = 0;
		to->out[at] |= (uint8_t)((value & 1) << to->nr % 8);
	}
}

static void align(struct bit_writer *to)
{
	put_bits(to, 0, (8 - to->nr % 8) % 8);
}

static void put_bytes(struct bit_writer *to, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		put_bits(to, bytes[i], 8);
}

/* A Huffman code goes the highest bit first. */
static void put_code(struct bit_writer *to, uint32_t code, unsigned nr)
{
	while (nr)
		put_bits(to, code >> --nr & 1, 1);
}

/* --- Repetitions ------------------------------------------------------------------------- */

static uint32_t hash(const uint8_t *p)
{
	uint32_t three = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;

	return three * 0x9e3779b1u >> (32 - DEFLATE_HASH_BITS);
}

static void remember(struct deflate *w, const uint8_t *text, size_t len, size_t at)
{
	uint32_t h;

	if (len - at < MIN_MATCH)
		return;
	h = hash(text + at);
	w->before[at] = w->head[h];
	w->head[h] = (uint16_t)(at + 1);
}

struct match {
	uint32_t len, distance;
};

/* The longest repetition at a position that has not been remembered yet; the nearest of them. */
static struct match find(const struct deflate *w, const uint8_t *text, size_t len, size_t at)
{
	struct match best = {0, 0};
	size_t most = len - at < MAX_MATCH ? len - at : MAX_MATCH;
	unsigned tries = MAX_CHAIN;
	uint32_t next;

	if (len - at < MIN_MATCH)
		return best;
	for (next = w->head[hash(text + at)]; next && tries && best.len < most; tries--) {
		size_t from = next - 1;
		uint32_t same = 0;

		while (same < most && text[from + same] == text[at + same])
			same++;
		if (same > best.len)
			best = (struct match){same, (uint32_t)(at - from)};
		next = w->before[from];
	}
	/* Far away, three bytes cost more as a repetition. */
	if (best.len < MIN_MATCH || (best.len == MIN_MATCH && best.distance > 4096))
		best.len = 0;
	return best;
}

static void add_token(struct deflate *w, uint32_t token)
{
	w->tokens[w->nr_tokens++] = token;
}

static void find_repetitions(struct deflate *w, const uint8_t *text, size_t len)
{
	struct match match = {0, 0};
	size_t at = 0;

	__builtin_memset(w->head, 0, sizeof(w->head));
	w->nr_tokens = 0;
	if (len)
		match = find(w, text, len, 0);
	while (at < len) {
		struct match next = {0, 0};

		remember(w, text, len, at);
		if (at + 1 < len && match.len < MAX_MATCH)
			next = find(w, text, len, at + 1);
		if (match.len && next.len <= match.len) {
			add_token(w, match.len << 16 | match.distance);
			for (uint32_t i = 1; i < match.len; i++)
				remember(w, text, len, at + i);
			at += match.len;
			match = at < len ? find(w, text, len, at) : next;
		} else {
			add_token(w, text[at++]);
			match = next;
		}
	}
}

/* --- Symbols ----------------------------------------------------------------------------- */

static unsigned symbol_of(const uint16_t *base, unsigned nr, uint32_t value)
{
	unsigned symbol = nr - 1;

	while (base[symbol] > value)
		symbol--;
	return symbol;
}

static unsigned length_symbol(uint32_t token)
{
	return symbol_of(length_base, ARRAY_SIZE(length_base), token >> 16);
}

static unsigned distance_symbol(uint32_t token)
{
	return symbol_of(distance_base, ARRAY_SIZE(distance_base), token & 0xffff);
}

static void count_symbols(struct deflate *w)
{
	__builtin_memset(w->uses, 0, sizeof(w->uses));
	for (uint32_t i = 0; i < w->nr_tokens; i++) {
		uint32_t token = w->tokens[i];

		if (token >> 16) {
			w->uses[END + 1 + length_symbol(token)]++;
			w->uses[DEFLATE_LITERALS + distance_symbol(token)]++;
		} else {
			w->uses[token]++;
		}
	}
	w->uses[END] = 1;
}

/* --- Huffman codes ----------------------------------------------------------------------- */

/* Take the node with the fewest uses off the list. */
static unsigned take_least(uint16_t *list, unsigned *nr, const uint32_t *uses)
{
	unsigned least = 0, node;

	for (unsigned i = 1; i < *nr; i++)
		if (uses[list[i]] < uses[list[least]])
			least = i;
	node = list[least];
	list[least] = list[--*nr];
	return node;
}

/*
 * Code lengths for the symbols in use, as Huffman: join the two rarest, again and again. Returns
 * the longest.
 */
static unsigned make_tree(const uint32_t *symbol_uses, unsigned nr, uint8_t *lengths)
{
	uint32_t uses[2 * DEFLATE_LITERALS];
	uint16_t parent[2 * DEFLATE_LITERALS], list[DEFLATE_LITERALS];
	unsigned nr_listed = 0, nr_nodes = nr, longest = 0;

	__builtin_memset(lengths, 0, nr);
	for (unsigned i = 0; i < nr; i++) {
		uses[i] = symbol_uses[i];
		if (uses[i])
			list[nr_listed++] = (uint16_t)i;
	}
	if (nr_listed == 1) {
		lengths[list[0]] = 1;
		return 1;
	}
	while (nr_listed > 1) {
		unsigned a = take_least(list, &nr_listed, uses);
		unsigned b = take_least(list, &nr_listed, uses);

		parent[a] = parent[b] = (uint16_t)nr_nodes;
		uses[nr_nodes] = uses[a] + uses[b];
		list[nr_listed++] = (uint16_t)nr_nodes++;
	}
	for (unsigned i = 0; i < nr; i++) {
		if (!symbol_uses[i])
			continue;
		for (unsigned node = i; node != nr_nodes - 1; node = parent[node])
			lengths[i]++;
		longest = lengths[i] > longest ? lengths[i] : longest;
	}
	return longest;
}

/* Lengths of at most `limit` bits: uses are evened out until the tree is flat enough. */
static void make_lengths(uint32_t *uses, unsigned nr, unsigned limit, uint8_t *lengths)
{
	while (make_tree(uses, nr, lengths) > limit)
		for (unsigned i = 0; i < nr; i++)
			uses[i] = (uses[i] + 1) / 2;
}

/* The codes that follow from the lengths (RFC 1951, 3.2.2). */
static void make_codes(const uint8_t *lengths, unsigned nr, uint16_t *codes)
{
	uint16_t code = 0;

	for (unsigned len = 1; len <= MAX_BITS; len++) {
		for (unsigned i = 0; i < nr; i++)
			if (lengths[i] == len)
				codes[i] = code++;
		code = (uint16_t)(code << 1);
	}
}

/* --- Blocks ------------------------------------------------------------------------------ */

/* Code lengths, runs of them put shortly (RFC 1951, 3.2.7): symbol | extra << 8. */
static unsigned pack_lengths(const uint8_t *lengths, unsigned nr, uint16_t *packed)
{
	unsigned n = 0;

	for (unsigned i = 0, run; i < nr; i += run) {
		uint8_t len = lengths[i];

		for (run = 1; i + run < nr && lengths[i + run] == len; run++)
			;
		if (!len && run >= 11) {
			run = run < 138 ? run : 138;
			packed[n++] = (uint16_t)(18 | (run - 11) << 8);
		} else if (!len && run >= 3) {
			packed[n++] = (uint16_t)(17 | (run - 3) << 8);
		} else if (i && len == lengths[i - 1] && run >= 3) {
			run = run < 6 ? run : 6;
			packed[n++] = (uint16_t)(16 | (run - 3) << 8);
		} else {
			run = 1;
			packed[n++] = len;
		}
	}
	return n;
}

/* The symbols up to the last one in use, at least `least`. */
static unsigned used_symbols(const uint8_t *lengths, unsigned nr, unsigned least)
{
	while (nr > least && !lengths[nr - 1])
		nr--;
	return nr;
}

/* The head of a dynamic block: both codes' lengths, in a code of their own. */
static void put_dynamic_head(struct bit_writer *to, const struct deflate *w)
{
	static const uint8_t order[NR_LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,	 6, 10, 5,
						       11, 4,  12, 3, 13, 2, 14, 1, 15};
	static const uint8_t extra[3] = {2, 3, 7};
	unsigned nr_literals = used_symbols(w->lengths, DEFLATE_LITERALS, 257);
	unsigned nr_distances = used_symbols(w->lengths + DEFLATE_LITERALS, DEFLATE_DISTANCES, 1);
	uint8_t all[DEFLATE_LITERALS + DEFLATE_DISTANCES], lengths[NR_LENGTH_CODES];
	uint16_t packed[DEFLATE_LITERALS + DEFLATE_DISTANCES], codes[NR_LENGTH_CODES];
	uint32_t uses[NR_LENGTH_CODES] = {0};
	unsigned nr_packed, nr_lengths = NR_LENGTH_CODES;

	__builtin_memcpy(all, w->lengths, nr_literals);
	__builtin_memcpy(all + nr_literals, w->lengths + DEFLATE_LITERALS, nr_distances);
	nr_packed = pack_lengths(all, nr_literals + nr_distances, packed);
	for (unsigned i = 0; i < nr_packed; i++)
		uses[packed[i] & 0xff]++;
	make_lengths(uses, NR_LENGTH_CODES, MAX_LENGTH_BITS, lengths);
	make_codes(lengths, NR_LENGTH_CODES, codes);
	while (nr_lengths > 4 && !lengths[order[nr_lengths - 1]])
		nr_lengths--;

	put_bits(to, nr_literals - 257, 5);
	put_bits(to, nr_distances - 1, 5);
	put_bits(to, nr_lengths - 4, 4);
	for (unsigned i = 0; i < nr_lengths; i++)
		put_bits(to, lengths[order[i]], 3);
	for (unsigned i = 0; i < nr_packed; i++) {
		unsigned symbol = packed[i] & 0xff;

		put_code(to, codes[symbol], lengths[symbol]);
		if (symbol >= 16)
			put_bits(to, packed[i] >> 8, extra[symbol - 16]);
	}
}

static void put_symbol(struct bit_writer *to, const struct deflate *w, unsigned symbol)
{
	put_code(to, w->codes[symbol], w->lengths[symbol]);
}

static void put_tokens(struct bit_writer *to, const struct deflate *w)
{
	for (uint32_t i = 0; i < w->nr_tokens; i++) {
		uint32_t token = w->tokens[i];
		unsigned length, distance;

		if (!(token >> 16)) {
			put_symbol(to, w, token);
			continue;
		}
		length = length_symbol(token);
		distance = distance_symbol(token);
		put_symbol(to, w, END + 1 + length);
		put_bits(to, (token >> 16) - length_base[length], length_extra[length]);
		put_symbol(to, w, DEFLATE_LITERALS + distance);
		put_bits(to, (token & 0xffff) - distance_base[distance], distance_extra[distance]);
	}
	put_symbol(to, w, END);
}

enum block { STORED, FIXED, DYNAMIC, BLOCKS };

static void set_fixed_lengths(struct deflate *w)
{
	for (unsigned i = 0; i < DEFLATE_LITERALS; i++)
		w->lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
	for (unsigned i = 0; i < DEFLATE_DISTANCES; i++)
		w->lengths[DEFLATE_LITERALS + i] = 5;
}

static void put_block(struct bit_writer *to, struct deflate *w, enum block kind,
		      const uint8_t *text, size_t len)
{
	put_bits(to, 1, 1); /* the last block */
	put_bits(to, kind, 2);
	if (kind == STORED) {
		align(to);
		put_bits(to, (uint32_t)len, 16);
		put_bits(to, ~(uint32_t)len, 16);
		put_bytes(to, text, len);
		return;
	}
	if (kind == FIXED) {
		set_fixed_lengths(w);
	} else {
		count_symbols(w);
		make_lengths(w->uses, DEFLATE_LITERALS, MAX_BITS, w->lengths);
		make_lengths(w->uses + DEFLATE_LITERALS, DEFLATE_DISTANCES, MAX_BITS,
			     w->lengths + DEFLATE_LITERALS);
		put_dynamic_head(to, w);
	}
	make_codes(w->lengths, DEFLATE_LITERALS, w->codes);
	make_codes(w->lengths + DEFLATE_LITERALS, DEFLATE_DISTANCES, w->codes + DEFLATE_LITERALS);
	put_tokens(to, w);
}

/* --- zlib -------------------------------------------------------------------------------- */

uint32_t zlib_checksum(const void *bytes, size_t len)
{
	const uint8_t *p = bytes;
	uint32_t a = 1, b = 0;

	for (size_t i = 0; i < len; i++) {
		a = (a + p[i]) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

long zlib_compress(struct deflate *work, const void *text, size_t len, void *out, size_t out_len)
{
	struct bit_writer to = {out, out_len, 0};
	enum block best = STORED;
	uint64_t least = ~0ull;
	uint32_t sum;

	if (len > DEFLATE_MAX_LEN)
		return -EINVAL;
	find_repetitions(work, text, len);
	for (int kind = STORED; kind < BLOCKS; kind++) {
		struct bit_writer nowhere = {NULL, 0, 16};

		put_block(&nowhere, work, (enum block)kind, text, len);
		if (nowhere.nr < least) {
			least = nowhere.nr;
			best = (enum block)kind;
		}
	}
	put_bits(&to, 0x78, 8); /* deflate, 32 KiB of window; a check so that 31 divides both */
	put_bits(&to, 0xda, 8);
	put_block(&to, work, best, text, len);
	align(&to);
	sum = zlib_checksum(text, len);
	for (int shift = 24; shift >= 0; shift -= 8)
		put_bits(&to, sum >> shift & 0xff, 8);
	return to.nr / 8 > out_len ? -E2BIG : (long)(to.nr / 8);
}
