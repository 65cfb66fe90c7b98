// SPDX-License-Identifier: MIT
/*
 * The count of who shares a page and who copies it: every order of what n sharers can do, each
 * against the promises that were made for it. How they do it at once is in
 * tests/host/mmap_threads_share_test.c.
 */
#include "mm/share.h"
#include "tests/harness/test.h"

enum { MOST = 4 };

enum sharer { SHARES, COPIES, LEFT };

struct sharing {
	struct page page;
	enum sharer sharer[MOST];
	unsigned nr;
	int promised;	    /* copies promised and not begun */
	unsigned nr_owners; /* who has the page for itself, or has freed it */
};

static unsigned count(const struct sharing *s, enum sharer what)
{
	unsigned nr = 0;

	for (unsigned i = 0; i < s->nr; i++)
		nr += s->sharer[i] == what;
	return nr;
}

/* NULL, or what is wrong with the counts. */
static const char *sharing_verify(const struct sharing *s)
{
	unsigned shares = count(s, SHARES), copies = count(s, COPIES);

	if (s->promised < 0)
		return "a copy was begun that was not promised";
	if (s->promised != (int)(shares ? shares - 1 : 0))
		return "not as many copies are promised as can be needed";
	if (page_is_shared(&s->page) != (shares + copies > 1 || copies))
		return "the page's flag is wrong";
	if (s->nr_owners != (shares + copies == 0))
		return "the page is owned by none or by two in the end";
	return NULL;
}

/* A sharer stores: it copies, has the page for itself (and goes), or must wait. */
static void store(struct sharing *s, unsigned i)
{
	switch (page_copy_begin_locked(&s->page)) {
	case COPY_NONE:
		s->sharer[i] = LEFT;
		s->nr_owners++;
		break;
	case COPY_BEGUN:
		s->sharer[i] = COPIES;
		s->promised--;
		break;
	default:
		break;
	}
}

static void copied(struct sharing *s, unsigned i)
{
	s->sharer[i] = LEFT;
	s->nr_owners += page_copy_end_locked(&s->page);
}

static void leave(struct sharing *s, unsigned i)
{
	bool promised = false;

	s->sharer[i] = LEFT;
	if (!page_unshare_locked(&s->page, &promised))
		s->nr_owners++;
	s->promised -= promised;
}

/* All that can happen next, and after that. NULL, or what is wrong in one of the orders. */
static const char *all_orders(const struct sharing *before)
{
	const char *said = sharing_verify(before);

	for (unsigned i = 0; i < before->nr && !said; i++) {
		struct sharing s = *before;

		if (s.sharer[i] == COPIES) {
			copied(&s, i);
			said = all_orders(&s);
		} else if (s.sharer[i] == SHARES) {
			leave(&s, i);
			said = all_orders(&s);
			s = *before;
			store(&s, i);
			if (!said && s.sharer[i] != SHARES)
				said = all_orders(&s);
		}
	}
	return said;
}

TEST(copies_promised_are_right_in_every_order_of_stores_and_leavings)
{
	for (unsigned nr = 2; nr <= MOST; nr++) {
		struct sharing s = {.nr = nr, .promised = (int)nr - 1};
		const char *said;

		for (unsigned i = 1; i < nr; i++)
			page_share_locked(&s.page);
		said = all_orders(&s);
		CHECK_STREQ(said ? said : "", "");
	}
}

TEST(the_last_sharer_waits_while_all_others_copy)
{
	struct page page = {.next = NULL};

	page_share_locked(&page);
	CHECK_EQ(page_copy_begin_locked(&page), COPY_BEGUN);
	CHECK_EQ(page_copy_begin_locked(&page), COPY_LATER);
	CHECK(!page_copy_end_locked(&page));
	CHECK_EQ(page_copy_begin_locked(&page), COPY_NONE);
	CHECK(!page_is_shared(&page));
}

TEST(a_copy_that_is_given_up_leaves_the_sharer)
{
	struct page page = {.next = NULL};

	page_share_locked(&page);
	CHECK_EQ(page_copy_begin_locked(&page), COPY_BEGUN);
	page_copy_cancel_locked(&page);
	CHECK(page_is_shared(&page));
	CHECK_EQ(page_copy_begin_locked(&page), COPY_BEGUN);
}
