// SPDX-License-Identifier: MIT
#include "tests/harness/deny.h"

#include "apps/harness/env.h"
#include "tests/harness/test.h"

enum { MOST_SITES = 1024, SITES_A_LINE = 8 };

static const void *sites[MOST_SITES];
static unsigned nr_sites;

void deny_nth(struct page_watch *w, uint64_t n)
{
	const struct page_fail fail = {.interval = n, .probability = 100, .times = 1};

	page_fail_set(w, &fail);
}

void deny_some(struct page_watch *w, unsigned percent, uint64_t seed)
{
	const struct page_fail fail = {
		.interval = 1, .probability = percent, .times = -1, .random = seed};

	page_fail_set(w, &fail);
}

static void remember(const void *site)
{
	for (unsigned i = 0; i < nr_sites; i++)
		if (sites[i] == site)
			return;
	if (nr_sites < MOST_SITES)
		sites[nr_sites++] = site;
}

uint64_t deny_end(struct page_watch *w)
{
	uint64_t nr_denied = w->fail.nr_denied;

	page_fail_set(w, NULL);
	for (unsigned k = 0; nr_denied && k < PAGE_SITES; k++)
		if (w->denied.sites[k])
			remember(w->denied.sites[k]);
	return nr_denied;
}

void deny_note(void)
{
	char line[SITES_A_LINE * 20 + 1];

	test_note("denied by: %p", (void *)(uintptr_t)deny_nth); /* to know where the code is */

	for (unsigned i = 0; i < nr_sites; i += SITES_A_LINE) {
		size_t at = 0;

		for (unsigned k = i; k < nr_sites && k < i + SITES_A_LINE; k++)
			at += (size_t)env_format(line + at, sizeof(line) - at, " %p", sites[k]);
		test_note("denied at:%s", line);
	}
	nr_sites = 0;
}
