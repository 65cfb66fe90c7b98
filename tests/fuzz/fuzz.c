// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/harness.h"
#include "tests/harness/test.h"
#include "tests/host/host.h"

void fuzz_host_setup(void)
{
	static bool done;

	if (done)
		return;
	done = true;
	host_ram_setup();
	host_set_quiet(true);
	host_memory_setup();
}

void fuzz_expect(const char *said)
{
	if (!said)
		return;
	fprintf(stderr, "broken property: %s\n", said);
	abort();
}

void fuzz_call(void (*fn)(void *arg), void *arg)
{
	fuzz_expect(test_call(fn, arg) ? NULL : "a check failed");
}

uint8_t *fuzz_copy(const uint8_t *data, size_t len)
{
	uint8_t *copy = malloc(len ? len : 1);

	if (!copy)
		exit(1);
	if (len)
		memcpy(copy, data, len);
	return copy;
}

char *fuzz_text(const uint8_t *data, size_t len)
{
	char *text = malloc(len + 1);

	if (!text)
		exit(1);
	if (len)
		memcpy(text, data, len);
	text[len] = '\0';
	return text;
}

uint8_t fuzz_u8(struct fuzz_bytes *bytes)
{
	if (!bytes->left)
		return 0;
	bytes->left--;
	return *bytes->at++;
}

uint16_t fuzz_u16(struct fuzz_bytes *bytes)
{
	uint8_t low = fuzz_u8(bytes);

	return (uint16_t)(low | fuzz_u8(bytes) << 8);
}

struct fuzz_bytes fuzz_take(struct fuzz_bytes *bytes, size_t len)
{
	struct fuzz_bytes taken = {bytes->at, len < bytes->left ? len : bytes->left};

	bytes->at += taken.left;
	bytes->left -= taken.left;
	return taken;
}

struct fuzz_record fuzz_record(struct fuzz_bytes *bytes, size_t len)
{
	struct fuzz_record record = {fuzz_take(bytes, len), 1};

	for (size_t i = 0; i < record.bytes.left; i++)
		record.random = (record.random ^ record.bytes.at[i]) * 0x100000001b3;
	record.random |= 1;
	return record;
}

uint64_t fuzz_draw(void *arg, uint64_t n)
{
	struct fuzz_record *record = arg;

	if (record->bytes.left)
		return (n <= 256 ? fuzz_u8(&record->bytes) : fuzz_u16(&record->bytes)) % n;
	return (test_random(&record->random) >> 32) % n;
}
