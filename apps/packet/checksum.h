// SPDX-License-Identifier: MIT
/*
 * The Internet checksum (RFC 1071): sums are of words as they lie in memory, so that byte order
 * does not matter, and 0xffff is what a region with a right checksum adds up to.
 */
#pragma once

#include "mm/types.h"

/* A sum of more than 16 bits, the carries added. */
static inline uint16_t sum_fold(uint64_t sum)
{
	sum = (sum & 0xffffffff) + (sum >> 32);
	sum = (sum & 0xffffffff) + (sum >> 32);
	sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)((sum & 0xffff) + (sum >> 16));
}

/* Sum of nr 32-bit words, folded to 16 bits with the carries added; 0xffff if the checksum is
 * right. */
static inline uint32_t words_sum(const uint32_t *words, unsigned nr)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < nr; i++)
		sum += words[i];
	return sum_fold(sum);
}

/* Sum of len bytes at a multiple of 4; an odd end counts as if zeros followed. */
static inline uint32_t bytes_sum(const uint8_t *at, uint32_t len)
{
	uint32_t last = 0;

	__builtin_memcpy(&last, at + (len & ~3u), len & 3);
	return words_sum((const uint32_t *)at, len / 4) + sum_fold(last);
}

/* The checksum where one 16-bit word of what it covers changes (RFC 1624, equation 3). */
static inline uint16_t checksum_replace(uint16_t check, uint16_t from, uint16_t to)
{
	return (uint16_t)~sum_fold((uint64_t)(uint16_t)~check + (uint16_t)~from + to);
}
