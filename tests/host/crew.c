// SPDX-License-Identifier: MIT
#define _GNU_SOURCE

#include "tests/host/crew.h"

#include <unistd.h>

#include "apps/harness/env.h"
#include "tests/harness/test.h"

enum { CREW_SECONDS = 120 }; /* many times what it takes */

struct crew {
	struct crew_member member[CREW_MOST];
	const char *(*work)(struct crew_member *member);
	const char *said[CREW_MOST];
};

struct post {
	struct crew *crew;
	unsigned cpu;
};

static void post_work(void *arg)
{
	struct post *post = arg;

	post->crew->said[post->cpu] = post->crew->work(&post->crew->member[post->cpu]);
}

static void member_main(void *arg, unsigned cpu)
{
	struct post post = {arg, cpu};
	const char *panic = host_catch_panic(post_work, &post);

	if (panic)
		env_panic("CPU %u: %s", cpu, panic);
}

const char *crew_run(unsigned nr, const char *(*work)(struct crew_member *member), void *arg)
{
	struct crew crew = {.work = work};
	const char *said = NULL;

	for (unsigned i = 0; i < nr; i++)
		crew.member[i] = (struct crew_member){
			.index = i, .nr = nr, .random = test_seed() * 8 + i + 1, .arg = arg};
	host_set_zeroing_yields(true);
	alarm(CREW_SECONDS); /* one that hangs ends the run */
	host_run(nr, member_main, &crew);
	alarm(0);
	host_set_zeroing_yields(false);
	for (unsigned i = 0; i < nr && !said; i++)
		said = crew.said[i];
	return said;
}

uint64_t crew_below(struct crew_member *member, uint64_t n)
{
	return (test_random(&member->random) >> 16) % n;
}
