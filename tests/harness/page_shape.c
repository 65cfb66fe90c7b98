// SPDX-License-Identifier: MIT
#include "tests/harness/page_shape.h"

#include "tests/harness/test.h"

#define GIB4 DMA32_END_PFN

static const struct page_shape shapes[] = {
	{"both_zones",
	 GIB4 - 8191,
	 GIB4 + 5003,
	 {{GIB4 - 8191, GIB4 - 4500, 0, 0, false}, /* ends ragged */
	  {GIB4 - 4096, GIB4 - 1000, 0, 0, false},
	  {GIB4 - 1000, GIB4 - 900, 0, 0, true},
	  {GIB4 - 900, GIB4 + 1700, 0, 0, false}, /* over the border */
	  {GIB4 + 1701, GIB4 + 2048, 0, 0, true},
	  {GIB4 + 2048, GIB4 + 5003, 0, 0, false}},
	 0,
	 false},
	{"one_small_zone",
	 3,
	 1000,
	 {{3, 700, 0, 0, false}, {700, 730, 0, 0, true}, {830, 1000, 0, 0, false}},
	 0,
	 false},
	{"from_page_512",
	 512,
	 6144,
	 {{512, 2048, 0, 0, false}, {2560, 6144, 0, 0, false}},
	 0,
	 false},
	{"above_4_gib",
	 2 * GIB4 + 100,
	 2 * GIB4 + 7000,
	 {{2 * GIB4 + 100, 2 * GIB4 + 7000, 0, 0, false}},
	 0,
	 false},
	{"fragments",
	 0,
	 4096,
	 {{5, 2000, 5, 3, false}, /* three of five pages */
	  {2048, 3000, 64, 40, false},
	  {3001, 4000, 2, 1, true},
	  {4000, 4095, 0, 0, false}},
	 0,
	 false},
	{"nothing_cached", /* any forced flag keeps pages out of the CPUs' caches */
	 GIB4 - 2048,
	 GIB4 + 1024,
	 {{GIB4 - 2047, GIB4 - 600, 0, 0, false}, {GIB4 - 511, GIB4 + 1023, 0, 0, false}},
	 __GFP_NOWARN,
	 false},
};

const struct page_shape *page_shape_named(const char *name)
{
	for (unsigned i = 0; i < ARRAY_SIZE(shapes); i++)
		if (test_streq(shapes[i].name, name))
			return &shapes[i];
	return NULL;
}
