// SPDX-License-Identifier: MIT
/* Repetitions on several CPUs at once. */
#include "apps/harness/bench.h"

struct work {
	void (*fn)(struct bench_share *share, unsigned cpu);
	struct bench_share *shares;
};

static void share_do(void *arg, unsigned cpu)
{
	struct work *work = arg;

	work->fn(&work->shares[cpu], cpu);
}

void bench_on_cpus(struct bench_sample *s, void (*fn)(struct bench_share *share, unsigned cpu))
{
	size_t len = s->cpus * sizeof(struct bench_share);
	struct work work = {fn, env_alloc(len)};

	if (!work.shares) {
		s->failure = "no memory for the shares of the CPUs";
		return;
	}
	env_run(s->cpus, share_do, &work);
	for (unsigned i = 0; i < s->cpus; i++) {
		const struct bench_share *share = &work.shares[i];

		s->ticks += share->sample.ticks;
		s->ops += share->sample.ops;
		s->loops += share->sample.loops;
		s->sections += share->sample.sections;
		s->zero_ticks += share->sample.zero_ticks;
		if (share->sample.failure)
			s->failure = share->sample.failure;
		s->locks.nr_taken += share->locks.nr_taken;
		s->locks.nr_waits += share->locks.nr_waits;
	}
	env_free(work.shares, len);
	if (s->ops) {
		bench_say(s, "locks/op", (s->locks.nr_taken * 1000 + s->ops / 2) / s->ops);
		bench_say(s, "lockwaits/op", (s->locks.nr_waits * 1000 + s->ops / 2) / s->ops);
	}
}
