// SPDX-License-Identifier: MIT
/*
 * Debug aids: which requests fail on purpose (page_watch.h).
 */
#include "mm/page_watch.h"

bool page_fail_now(struct page_fail *fail, uint64_t nr_pages)
{
	uint64_t random;

	if (!fail->probability || !fail->times)
		return false;
	if (fail->space > nr_pages) {
		fail->space -= nr_pages;
		return false;
	}
	fail->nr_seen++;
	if (fail->interval > 1 && fail->nr_seen % fail->interval)
		return false;
	/* Knuth's multiplier for 2^64; its upper half is used. */
	fail->random = fail->random * 6364136223846793005ull + 1442695040888963407ull;
	random = (fail->random >> 32) % 100;
	if (random >= fail->probability)
		return false;
	if (fail->times > 0)
		fail->times--;
	fail->nr_denied++;
	return true;
}

void page_fail_set(struct page_watch *w, const struct page_fail *fail)
{
	port_lock(&w->lock);
	w->fail = fail ? *fail : (struct page_fail){0};
	port_unlock(&w->lock);
}

/* Digits at *text, which moves behind them; false: there are none, or too many. */
static bool number_take(const char **text, uint64_t *number)
{
	const char *at = *text;

	*number = 0;
	while (*at >= '0' && *at <= '9' && at - *text < 18)
		*number = *number * 10 + (uint64_t)(*at++ - '0');
	if (at == *text || (*at >= '0' && *at <= '9'))
		return false;
	*text = at;
	return true;
}

int page_fail_parse(const char *text, struct page_fail *fail)
{
	uint64_t number[4] = {0};
	bool endless = false;

	for (unsigned i = 0; i < 4; i++) {
		if (i && *text++ != ',')
			return -EINVAL;
		if (i == 3 && *text == '-') {
			endless = true;
			text++;
		}
		if (!number_take(&text, &number[i]))
			return -EINVAL;
	}
	if (*text || !number[0] || number[1] > 100 || (endless && number[3] != 1))
		return -EINVAL;
	*fail = (struct page_fail){.interval = number[0],
				   .probability = number[1],
				   .space = number[2],
				   .times = endless ? -1 : (int64_t)number[3]};
	return 0;
}
