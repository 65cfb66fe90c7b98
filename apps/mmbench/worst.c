// SPDX-License-Identifier: MIT
#include "apps/mmbench/worst.h"

enum { ROUNDS = 4 };

uint64_t worst_ticks(void (*fn)(void), struct bench_sample *s)
{
	uint64_t before, ticks;

	env_zero_clock(true);
	before = env_clock_begin();
	fn();
	ticks = env_clock_end() - before;
	ticks -= env_zero_ticks();
	env_zero_clock(false);
	s->ticks += ticks;
	s->sections++;
	s->ops++;
	return ticks > s->clock_cost ? ticks - s->clock_cost : 0;
}

void worst_run(const struct worst_case *c, struct bench_sample *s)
{
	uint64_t most = 0;

	for (unsigned i = 0; i < ROUNDS && !s->failure; i++) {
		uint64_t ticks;

		if (c->prepare && !c->prepare()) {
			s->failure = "the state could not be made";
			return;
		}
		ticks = worst_ticks(c->call, s);
		most = ticks > most ? ticks : most;
		if (c->restore && !c->restore())
			s->failure = "the call did not do what it should in this state";
	}
	bench_say(s, "max-cycles/op", most * 1000);
}
