// SPDX-License-Identifier: MIT
/*
 * Compression into the zlib format (RFC 1950, RFC 1951), of texts that are short enough to be one
 * block: repetitions by hash chains with one step of lazy evaluation, then the shortest of dynamic
 * Huffman codes, fixed ones, and the text as it is. Nothing is allocated.
 */
#pragma once

#include "mm/types.h"

enum {
	DEFLATE_MAX_LEN = 32768, /* bytes of text: a repetition may reach back all the way */
	DEFLATE_HASH_BITS = 12,
	DEFLATE_LITERALS = 288, /* symbols of the first code: bytes, end, lengths; two never used */
	DEFLATE_DISTANCES = 30, /* symbols of the second */
};

/* Memory to work in; it need not be initialised. */
struct deflate {
	/* By hash the latest position, by position the one before; one more than they are, 0: none.
	 */
	uint16_t head[1 << DEFLATE_HASH_BITS], before[DEFLATE_MAX_LEN];
	/* The text as literals and repetitions: length << 16 | distance, or a byte. */
	uint32_t nr_tokens;
	uint32_t tokens[DEFLATE_MAX_LEN];
	uint32_t uses[DEFLATE_LITERALS + DEFLATE_DISTANCES]; /* of each symbol */
	uint8_t lengths[DEFLATE_LITERALS + DEFLATE_DISTANCES];
	uint16_t codes[DEFLATE_LITERALS + DEFLATE_DISTANCES];
};

/*
 * Compress text[0..len) into out[0..out_len). Returns the bytes written; -E2BIG: more than out_len
 * would be needed; -EINVAL: len is above DEFLATE_MAX_LEN.
 */
long zlib_compress(struct deflate *work, const void *text, size_t len, void *out, size_t out_len);

/* The checksum of RFC 1950: Adler-32. */
uint32_t zlib_checksum(const void *bytes, size_t len);
