// SPDX-License-Identifier: MIT
/*
 * The loader's multiboot2 structure. Input: the structure. If its total size is 0 that is set to
 * the input's length, so that growing an input does not need two changes at once.
 */
#include <stdlib.h>
#include <string.h>

#include "boot/multiboot2.h"
#include "tests/fuzz/boot_check.h"
#include "tests/fuzz/fuzz.h"

static int read_structure(void *arg, struct boot_info *info, const char **why)
{
	const struct fuzz_bytes *bytes = arg;

	return multiboot2_parse(bytes->at, bytes->left, 0x9500, info, why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	uint8_t *copy = fuzz_copy(data, len);
	struct fuzz_bytes bytes = {copy, len};
	uint32_t total = (uint32_t)len;

	if (len >= sizeof(total) && !memcmp(copy, "\0\0\0", sizeof(total)))
		memcpy(copy, &total, sizeof(total));
	boot_check(read_structure, &bytes);
	free(copy);
	return 0;
}
