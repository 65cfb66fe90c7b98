// SPDX-License-Identifier: MIT
/*
 * Calls on address spaces and their clones, after each of which all is compared with the model.
 *
 * Input: a byte for the policy and whether there are large leaves, then 12 bytes a call: with the
 * first one from 240 on memory becomes short or plenty, else the others decide the call.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/harness/mmap_model.h"

enum { RECORD = 12, SHORTENS = 240 };

static struct mmap_model m;

static const char *run(struct fuzz_bytes bytes)
{
	uint8_t how = fuzz_u8(&bytes);
	const char *said = NULL;
	struct fuzz_record record;

	if (!mmap_model_make(&m, how & 3, how & 4, 1))
		return "no model";
	m.draw = fuzz_draw;
	m.draw_arg = &record;
	while (bytes.left && !said) {
		uint8_t what;

		record = fuzz_record(&bytes, RECORD);
		what = fuzz_u8(&record.bytes);
		if (what >= SHORTENS)
			mmap_model_shorten(&m, what & 1);
		else
			said = mmap_model_call(&m);
	}
	m.draw = NULL; /* giving back draws on no record */
	return said ? said : mmap_model_finish(&m);
}

static void input(void *arg)
{
	fuzz_expect(run(*(struct fuzz_bytes *)arg));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct fuzz_bytes bytes = {data, len};

	fuzz_host_setup();
	fuzz_call(input, &bytes);
	return 0;
}
