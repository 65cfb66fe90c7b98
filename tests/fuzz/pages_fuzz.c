// SPDX-License-Identifier: MIT
/*
 * Operations of a page allocator, each held against the model's shadow.
 *
 * Input: two bytes for the shape of memory and how often all is compared, then 8 bytes an
 * operation: which, on which CPU, and what it draws.
 */
#include "mm/page_alloc.h"
#include "tests/fuzz/fuzz.h"
#include "tests/harness/page_model.h"
#include "tests/host/host.h"

enum { RECORD = 8, FRAMES_ORDER = 10 };

static struct page_model m;

static const char *run(const struct page_shape *shape, struct fuzz_bytes bytes)
{
	const char *said = NULL;
	struct fuzz_record record;

	if (!page_model_make(&m, shape, 1))
		return "no instance";
	m.check_every = 8 + fuzz_u8(&bytes) % 56;
	m.draw = fuzz_draw;
	m.draw_arg = &record;
	while (bytes.left && !said) {
		uint8_t what;

		record = fuzz_record(&bytes, RECORD);
		what = fuzz_u8(&record.bytes);
		host_set_cpu(what >> 6);
		said = page_model_op(&m, (what & 63) % NR_PAGE_OPS);
	}
	host_set_cpu(0);
	m.draw = NULL; /* giving back draws on no record */
	return said ? said : page_model_finish(&m);
}

/* An instance over frames that the live one lent, so that contents count. */
static const char *run_on_frames(gfp_t force, struct fuzz_bytes bytes)
{
	struct page *frames = alloc_pages(GFP_KERNEL, FRAMES_ORDER);
	struct page_shape shape = {.name = "lent frames", .force = force, .contents = true};
	const char *said;

	if (!frames)
		return "no frames";
	shape.start_pfn = page_to_pfn(frames);
	shape.end_pfn = shape.start_pfn + (1u << FRAMES_ORDER);
	shape.pieces[0] = (struct page_piece){.start = shape.start_pfn, .end = shape.end_pfn};
	said = run(&shape, bytes);
	__free_pages(frames, FRAMES_ORDER);
	return said;
}

static void input(void *arg)
{
	static const char *const shapes[] = {"one_small_zone", "fragments", "from_page_512",
					     "above_4_gib"};
	static const gfp_t forced[] = {0, __GFP_ZERO, __GFP_NOWARN};
	struct fuzz_bytes bytes = *(struct fuzz_bytes *)arg;
	uint8_t which = fuzz_u8(&bytes);
	uint8_t shape = which % (ARRAY_SIZE(shapes) + ARRAY_SIZE(forced));

	if (which == UINT8_MAX) /* rarely: it takes ten times as long as the others */
		fuzz_expect(run(page_shape_named("both_zones"), bytes));
	else if (shape < ARRAY_SIZE(shapes))
		fuzz_expect(run(page_shape_named(shapes[shape]), bytes));
	else
		fuzz_expect(run_on_frames(forced[shape - ARRAY_SIZE(shapes)], bytes));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct fuzz_bytes bytes = {data, len};

	fuzz_host_setup();
	fuzz_call(input, &bytes);
	return 0;
}
