// SPDX-License-Identifier: MIT
/*
 * Two stations that are alike but for what stands in the page behind a frame, which must make no
 * difference to what becomes of it.
 */
#pragma once

#include "tests/unit/net_mock.h"

/*
 * Two cards each; the first card asks for an address where `asking`. The first station began before
 * the second took pages. False, with the test skipped: no memory.
 */
bool pair_begin(struct mock_net *pair[2], bool asking);

/*
 * A frame to both: it counts once, all that is sent is sound, and the same. False, with the test
 * failed.
 */
bool pair_feed(struct mock_net *const pair[2], unsigned card, const uint8_t *bytes, uint32_t len);

/* What the two hold is all that is missing. */
bool pair_pages_right(struct mock_net *const pair[2]);

/* Both answer a ping once they have an address, and give all pages back. */
bool pair_end(struct mock_net *const pair[2]);
