// SPDX-License-Identifier: MIT
#include "tests/unit/net_pair.h"

#include "tests/harness/test.h"

static bool sent_sound(const struct mock_card *card)
{
	unsigned nr = card->nr_kept < MOCK_KEPT ? card->nr_kept : MOCK_KEPT;

	for (unsigned i = 0; i < nr; i++)
		if (!frame_sound(&card->kept[i]))
			return false;
	return true;
}

static bool sent_same(const struct mock_card *a, const struct mock_card *b)
{
	if (a->nr_kept != b->nr_kept)
		return false;
	for (unsigned i = 0; i < a->nr_kept && i < MOCK_KEPT; i++)
		if (a->kept[i].len != b->kept[i].len ||
		    __builtin_memcmp(a->kept[i].bytes, b->kept[i].bytes, a->kept[i].len))
			return false;
	return true;
}

bool pair_feed(struct mock_net *const pair[2], unsigned card, const uint8_t *bytes, uint32_t len)
{
	unsigned outcome[2];

	for (unsigned i = 0; i < 2; i++) {
		mock_forget(&pair[i]->cards[0]);
		mock_forget(&pair[i]->cards[1]);
		outcome[i] = mock_input(pair[i], card, bytes, len);
	}
	if (outcome[0] == NR_NET_OUTCOMES || outcome[0] != outcome[1])
		test_fail(__FILE__, __LINE__, "%u bytes: outcomes %u and %u", len, outcome[0],
			  outcome[1]);
	for (unsigned c = 0; c < 2; c++)
		if (!sent_sound(&pair[0]->cards[c]) ||
		    !sent_same(&pair[0]->cards[c], &pair[1]->cards[c]))
			test_fail(__FILE__, __LINE__, "%u bytes, %s: card %u sent something wrong",
				  len, net_outcome_name(outcome[0]), c);
	return !test_failed();
}

bool pair_begin(struct mock_net *pair[2], bool asking)
{
	struct mock_net *both = test_arena(2 * sizeof(*both));

	if (!both) {
		test_skip("no memory for two stations");
		return false;
	}
	for (unsigned i = 0; i < 2; i++) {
		pair[i] = &both[i];
		mock_make(pair[i], 2, true);
		pair[i]->behind = i ? 0xa5 : 0x00;
		if (asking)
			net_start_dhcp(&pair[i]->net.ifs[0]);
	}
	return true;
}

bool pair_pages_right(struct mock_net *const pair[2])
{
	return pair[0]->free_before - nr_free_pages() ==
	       mock_pages_held(pair[0]) + mock_pages_held(pair[1]);
}

bool pair_end(struct mock_net *const pair[2])
{
	bool alive = true;

	for (unsigned i = 0; i < 2; i++) {
		pair[i]->net.ifs[0].dhcp.state = DHCP_OFF;
		net_set_address(&pair[i]->net.ifs[0], OUR_IP, NET_MASK_24, 0);
		alive = alive && mock_alive(pair[i]);
	}
	mock_end(pair[1]); /* the first began before it */
	return mock_end(pair[0]) && alive;
}
