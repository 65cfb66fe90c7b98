// SPDX-License-Identifier: MIT
#include "kernel/layout.h"
#include "kernel/string.h"
#include "kernel/symbols.h"
#include "tests/harness/test.h"

TEST(functions_have_names)
{
	uint64_t offset;

	CHECK_STREQ(symbol_lookup((uintptr_t)symbol_lookup, &offset), "symbol_lookup");
	CHECK_EQ(offset, 0);
	CHECK_STREQ(symbol_lookup((uintptr_t)strlen + 3, &offset), "strlen");
	CHECK_EQ(offset, 3);
	CHECK(symbol_lookup(layout_text().end - 1, &offset));
}

TEST(what_is_no_code_has_none)
{
	static int data;
	uint64_t offset;

	CHECK(!symbol_lookup((uintptr_t)&data, &offset));
	CHECK(!symbol_lookup(0, &offset));
	CHECK(!symbol_lookup(layout_text().start - 1, &offset));
	CHECK(!symbol_lookup(layout_text().end, &offset));
	CHECK(!symbol_lookup(UINT64_MAX, &offset));
}
