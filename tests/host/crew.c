// SPDX-License-Identifier: MIT
#define _GNU_SOURCE

#include "tests/host/crew.h"

#include <string.h>
#include <time.h>

#include "apps/harness/env.h"
#include "tests/harness/test.h"
#include "tests/host/host.h"

enum { CREW_SECONDS = 60 }; /* many times what it takes */

static void member_work(void *arg)
{
	struct crew_member *member = arg;

	member->said = member->work(member);
}

static void *member_main(void *arg)
{
	struct crew_member *member = arg;
	const char *panic;

	host_set_cpu(member->index + 1);
	panic = host_catch_panic(member_work, member);
	if (panic)
		env_panic("CPU %u: %s", member->index + 1, panic);
	return NULL;
}

static void member_join(struct crew_member *member)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += CREW_SECONDS;
	if (pthread_timedjoin_np(member->thread, NULL, &until))
		env_panic("CPU %u hangs", member->index + 1);
}

const char *crew_run(unsigned nr, const char *(*work)(struct crew_member *member), void *arg)
{
	struct crew_member members[CREW_MOST];
	const char *said = NULL;

	host_set_zeroing_yields(true);
	for (unsigned i = 0; i < nr; i++) {
		members[i] = (struct crew_member){.index = i,
						  .nr = nr,
						  .random = test_seed() * 8 + i + 1,
						  .arg = arg,
						  .work = work};
		if (pthread_create(&members[i].thread, NULL, member_main, &members[i]))
			env_panic("no thread can be had");
	}
	for (unsigned i = 0; i < nr; i++)
		member_join(&members[i]);
	host_set_zeroing_yields(false);
	for (unsigned i = 0; i < nr && !said; i++)
		said = members[i].said;
	return said;
}

uint64_t crew_below(struct crew_member *member, uint64_t n)
{
	return (test_random(&member->random) >> 16) % n;
}
