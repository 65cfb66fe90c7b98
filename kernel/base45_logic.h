// SPDX-License-Identifier: MIT
/*
 * Base45 (RFC 9285): bytes as the 45 characters that QR codes pack best, three for two bytes.
 */
#pragma once

#include "mm/types.h"

/* Characters for `len` bytes. */
#define BASE45_LEN(len) ((len) / 2 * 3 + (len) % 2 * 2)

/* Write BASE45_LEN(len) characters, without a NUL. */
void base45_encode(const void *bytes, size_t len, char *text);
