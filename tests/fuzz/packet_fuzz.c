// SPDX-License-Identifier: MIT
/*
 * Frames to a station and router of apps/net with two cards, and to the router of apps/packet.
 *
 * Input: a byte that says whether an address is asked for, then for each frame a byte (the card,
 * whether its checksums are mended, or that time goes on instead), its length in two, and its
 * bytes.
 *
 * Property: a frame counts once, all that is sent is sound, what stands behind the frame makes no
 * difference, no page is lost, and at the end a ping is answered.
 */
#include <stdlib.h>
#include <string.h>

#include "apps/packet/forward.h"
#include "tests/fuzz/fuzz.h"
#include "tests/harness/test.h"
#include "tests/unit/net_pair.h"

enum { CARD = 1, MEND = 2, WAIT = 4, ALIGNMENT = 16 };

/* By itself, in a buffer that ends where the frame does. */
static void parse_alone(const uint8_t *bytes, uint32_t len)
{
	enum { SHIFT = FRAME_OFFSET % ALIGNMENT };
	uint8_t buffer[SHIFT + MOCK_LONGEST];
	uint8_t *at;
	struct frame_info info = {0};

	memcpy(buffer + SHIFT, bytes, len);
	at = fuzz_copy(buffer, SHIFT + len);
	if (frame_parse(at + SHIFT, len, our_macs[0], &info) == FRAME_GOOD) {
		frame_age(at + SHIFT);
		at[SHIFT + ETH_HEADER + IP_TTL]++; /* the checksum told of one hop less */
		fuzz_expect(frame_parse(at + SHIFT, len, our_macs[0], &info) == FRAME_IP_CHECKSUM
				    ? NULL
				    : "a checksum that fits two packets");
	}
	free(at);
}

static void input(void *arg)
{
	struct fuzz_bytes bytes = *(struct fuzz_bytes *)arg;
	struct mock_net *pair[2];

	fuzz_expect(pair_begin(pair, fuzz_u8(&bytes) & 1) ? NULL : "no stations");
	while (bytes.left && !test_failed()) {
		uint8_t frame[MOCK_LONGEST] = {0};
		uint8_t how = fuzz_u8(&bytes);
		uint32_t len = fuzz_u16(&bytes) % MOCK_LONGEST;
		struct fuzz_bytes taken;

		if (how & WAIT) {
			mock_wait(pair[0], 700);
			mock_wait(pair[1], 700);
			continue;
		}
		taken = fuzz_take(&bytes, len);
		memcpy(frame, taken.at, taken.left);
		if (how & MEND)
			frame_checksums(frame);
		parse_alone(frame, len);
		pair_feed(pair, how & CARD, frame, len);
		fuzz_expect(pair_pages_right(pair) ? NULL : "a page is missing");
	}
	fuzz_expect(pair_end(pair) ? NULL : "no answer to a ping, or a page is missing");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct fuzz_bytes bytes = {data, len};

	fuzz_host_setup();
	fuzz_call(input, &bytes);
	return 0;
}
