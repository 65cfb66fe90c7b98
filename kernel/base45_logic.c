// SPDX-License-Identifier: MIT
#include "kernel/base45_logic.h"

static const char characters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

void base45_encode(const void *bytes, size_t len, char *text)
{
	const uint8_t *p = bytes;

	for (size_t i = 0; i < len; i += 2) {
		bool pair = i + 1 < len;
		uint32_t value = pair ? p[i] * 256u + p[i + 1] : p[i];

		for (int digits = pair ? 3 : 2; digits; digits--, value /= 45)
			*text++ = characters[value % 45];
	}
}
