// SPDX-License-Identifier: MIT
/*
 * PVH's start information. Input: its offset in two bytes, and the memory that it stands in, from
 * WINDOW_PHYS on.
 */
#include <stdlib.h>

#include "boot/pvh.h"
#include "tests/fuzz/boot_check.h"
#include "tests/fuzz/fuzz.h"

enum { WINDOW_PHYS = 0x7000 };

struct window {
	struct fuzz_bytes bytes;
	uint16_t offset;
};

static int read_structure(void *arg, struct boot_info *info, const char **why)
{
	const struct window *w = arg;

	return pvh_parse(w->bytes.at, w->bytes.left, WINDOW_PHYS, WINDOW_PHYS + w->offset, info,
			 why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct window w = {.bytes = {data, len}};
	uint8_t *copy;

	w.offset = fuzz_u16(&w.bytes);
	w.bytes.at = copy = fuzz_copy(w.bytes.at, w.bytes.left);
	boot_check(read_structure, &w);
	free(copy);
	return 0;
}
