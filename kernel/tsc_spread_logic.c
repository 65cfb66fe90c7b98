// SPDX-License-Identifier: MIT
#include "kernel/tsc_spread_logic.h"

static int64_t lower(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t higher(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

struct tsc_bracket tsc_bracket_begin(void)
{
	return (struct tsc_bracket){INT64_MIN, INT64_MAX};
}

void tsc_bracket_add(struct tsc_bracket *b, uint64_t before, uint64_t there, uint64_t after)
{
	b->low = higher(b->low, (int64_t)(there - after));
	b->high = lower(b->high, (int64_t)(there - before));
}

struct tsc_spread tsc_spread_begin(void)
{
	return (struct tsc_spread){.nr_cpus = 1};
}

void tsc_spread_add(struct tsc_spread *s, struct tsc_bracket b)
{
	s->nr_cpus++;
	if (b.low > b.high) { /* somewhere between, now here and now there */
		s->nr_unsteady++;
		b = (struct tsc_bracket){b.high, b.low};
	}
	s->low = lower(s->low, b.low);
	s->high = higher(s->high, b.high);
	s->surely_low = lower(s->surely_low, b.high);
	s->surely_high = higher(s->surely_high, b.low);
}

uint64_t tsc_spread_most(const struct tsc_spread *s)
{
	return (uint64_t)s->high - (uint64_t)s->low;
}

uint64_t tsc_spread_least(const struct tsc_spread *s)
{
	return (uint64_t)s->surely_high - (uint64_t)s->surely_low;
}
