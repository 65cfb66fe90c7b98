// SPDX-License-Identifier: MIT
/*
 * What the fuzz targets share. A target is one file with the entry below, which libFuzzer and AFL++
 * both call, again and again in one process. An input that breaks a property ends the process by
 * abort(), as any error that the sanitizers find does.
 */
#pragma once

#include "mm/types.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* RAM and the live allocator, at the first call. */
void fuzz_host_setup(void);

/* fn(arg) as a test: its arenas are given back, and a failed check in it is a broken property. */
void fuzz_call(void (*fn)(void *arg), void *arg);

/* The property is broken unless `said` is NULL, which says how. */
void fuzz_expect(const char *said);

/* A copy that ends where its memory ends, for the address sanitizer; free() it. Never NULL. */
uint8_t *fuzz_copy(const uint8_t *data, size_t len);

/* The same as text, with a NUL behind it. */
char *fuzz_text(const uint8_t *data, size_t len);

/* Bytes not used yet. */
struct fuzz_bytes {
	const uint8_t *at;
	size_t left;
};

/* The next byte or two, little-endian; zeroes behind the end. */
uint8_t fuzz_u8(struct fuzz_bytes *bytes);
uint16_t fuzz_u16(struct fuzz_bytes *bytes);

/* The next `len` bytes, fewer at the end. */
struct fuzz_bytes fuzz_take(struct fuzz_bytes *bytes, size_t len);

/*
 * Bytes of one operation, which decide the more of it the earlier they stand: a number below 256 is
 * drawn from a byte, others from two. When they are used up a generator goes on that they have
 * seeded, so that an operation may draw more than it has bytes.
 */
struct fuzz_record {
	struct fuzz_bytes bytes;
	uint64_t random;
};

struct fuzz_record fuzz_record(struct fuzz_bytes *bytes, size_t len);

/* A number below n. arg: a struct fuzz_record. */
uint64_t fuzz_draw(void *arg, uint64_t n);
