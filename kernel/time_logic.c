// SPDX-License-Identifier: MIT
/*
 * Finding the TSC's frequency (case O07).
 *
 * Sources of two kinds. Some state a number: the hypervisor's leaf 0x40000010 and its clock page,
 * CPUID 0x15 with a crystal, CPUID 0x16 (nominal, hence the last). Leaves beyond the maximum of
 * their range answer with another leaf's content and count as absent, and so does a number that no
 * TSC has. The others count: HPET, PM timer, PIT. These are all read at the start, in the middle
 * and at the end of one window, each time at a tick's edge, with the TSC read on both sides of the
 * read. A counter that does not move is found out in the first reads and costs no more.
 *
 * Loops are bounded in reads. What the bound is worth in time does not matter, only that it is
 * finite when everything stands still, and long enough for a PIT's tick of 838 ns where a read
 * takes 20 ns.
 */
#include "kernel/time_logic.h"

#define WINDOW_PS      2000000000ull  /* picoseconds: 2 ms */
#define TSC_MIN	       100000000ull   /* Hz; a number outside is no TSC's */
#define TSC_MAX	       20000000000ull /* Hz */
#define MAX_EDGE_READS 500
#define MAX_READS      400000
#define AGREEMENT_PPM  5000

#define LEAF_MAX	    0x0u
#define LEAF_FEATURES	    0x1u
#define LEAF_TSC	    0x15u
#define LEAF_FREQUENCY	    0x16u
#define LEAF_HYPERVISOR	    0x40000000u
#define LEAF_HYPERVISOR_TSC 0x40000010u
#define HYPERVISOR_PRESENT  (1u << 31) /* leaf 1, ecx */

enum {
	FROM_HYPERVISOR,
	FROM_PVCLOCK,
	FROM_CPUID_15,
	FROM_COUNTERS,
	FROM_CPUID_16 = FROM_COUNTERS + CLOCK_NR_COUNTERS,
	NR_SOURCES,
};

struct source {
	const char *name;
	uint64_t hz;	     /* 0: does not work here */
	uint32_t spread_ppm; /* of its own two measurements */
};

/* A counter caught at an edge. */
struct sample {
	uint64_t tsc;
	uint32_t count;
};

struct measurement {
	bool alive;
	struct sample start, middle, end;
};

uint64_t clock_muldiv(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t high, low, middle, quotient = 0;

	/* The product, 32 bits at a time. */
	low = (a & UINT32_MAX) * (b & UINT32_MAX);
	middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
	high = (a >> 32) * (b >> 32) + (middle >> 32);
	middle = (a & UINT32_MAX) * (b >> 32) + (middle & UINT32_MAX);
	high += middle >> 32;
	low = middle << 32 | (low & UINT32_MAX);

	if (high >= c)
		return UINT64_MAX;
	if (!high)
		return low / c;
	for (int i = 0; i < 64; i++) {
		bool carry = high >> 63;

		high = high << 1 | low >> 63;
		low <<= 1;
		quotient <<= 1;
		if (carry || high >= c) {
			high -= c;
			quotient |= 1;
		}
	}
	return quotient;
}

/* How far apart two frequencies are, in millionths of the smaller. */
static uint64_t difference_ppm(uint64_t a, uint64_t b)
{
	uint64_t low = a < b ? a : b;

	return clock_muldiv((a < b ? b : a) - low, 1000000, low);
}

static void set_hz(struct source *source, uint64_t hz)
{
	if (hz >= TSC_MIN && hz <= TSC_MAX)
		source->hz = hz;
}

/* ns = (ticks << shift) * mul >> 32, with a negative shift to the right. */
static uint64_t pvclock_hz(uint32_t mul, int8_t shift)
{
	uint64_t hz;

	if (!mul || shift > 31 || shift < -31)
		return 0;
	hz = (1000000000ull << 32) / mul;
	if (shift >= 0)
		return hz >> shift;
	return hz > UINT64_MAX >> -shift ? 0 : hz << -shift;
}

static void ask_hypervisor(const struct clock_hw *hw, struct source *sources)
{
	uint32_t mul;
	int8_t shift;

	if (!(hw->cpuid(hw->ctx, LEAF_FEATURES).ecx & HYPERVISOR_PRESENT))
		return;
	if (hw->cpuid(hw->ctx, LEAF_HYPERVISOR).eax >= LEAF_HYPERVISOR_TSC)
		set_hz(&sources[FROM_HYPERVISOR],
		       hw->cpuid(hw->ctx, LEAF_HYPERVISOR_TSC).eax * 1000ull);
	if (hw->pvclock(hw->ctx, &mul, &shift))
		set_hz(&sources[FROM_PVCLOCK], pvclock_hz(mul, shift));
}

static void ask_cpuid(const struct clock_hw *hw, struct source *sources)
{
	uint32_t max = hw->cpuid(hw->ctx, LEAF_MAX).eax;
	struct clock_cpuid r;

	if (max >= LEAF_TSC) {
		r = hw->cpuid(hw->ctx, LEAF_TSC);
		if (r.eax && r.ebx && r.ecx)
			set_hz(&sources[FROM_CPUID_15], clock_muldiv(r.ecx, r.ebx, r.eax));
	}
	if (max >= LEAF_FREQUENCY) {
		r = hw->cpuid(hw->ctx, LEAF_FREQUENCY);
		set_hz(&sources[FROM_CPUID_16], (r.eax & 0xffff) * 1000000ull);
	}
}

/* Catch a counter as it changes. False: it does not. */
static bool sample_counter(const struct clock_hw *hw, const struct clock_counter *counter,
			   struct sample *sample)
{
	uint32_t first = counter->read(hw->ctx) & counter->mask;

	for (int i = 0; i < MAX_EDGE_READS; i++) {
		uint64_t before = hw->read_tsc(hw->ctx);
		uint32_t now = counter->read(hw->ctx) & counter->mask;
		uint64_t after = hw->read_tsc(hw->ctx);

		if (now != first) {
			*sample = (struct sample){before + (after - before) / 2, now};
			return true;
		}
	}
	return false;
}

static uint64_t elapsed_ps(const struct clock_counter *counter, uint32_t from, uint32_t to)
{
	return clock_muldiv((to - from) & counter->mask, counter->period_fs, 1000);
}

/* Sample all counters that live; one that stands still now is dead. */
static void sample_all(const struct clock_hw *hw, struct measurement *all, size_t offset)
{
	for (int i = 0; i < CLOCK_NR_COUNTERS; i++) {
		struct sample *sample = (struct sample *)((char *)&all[i] + offset);

		all[i].alive = all[i].alive && sample_counter(hw, &hw->counters[i], sample);
	}
}

/* Wait until a counter says that so much time has passed since its start, or reads run out. */
static void wait_window(const struct clock_hw *hw, const struct measurement *all, uint64_t ps)
{
	for (int reads = 0; reads < MAX_READS;) {
		bool any = false;

		for (int i = 0; i < CLOCK_NR_COUNTERS; i++) {
			const struct clock_counter *counter = &hw->counters[i];

			if (!all[i].alive)
				continue;
			any = true;
			reads++;
			if (elapsed_ps(counter, all[i].start.count, counter->read(hw->ctx)) >= ps)
				return;
		}
		if (!any)
			return;
	}
}

static uint64_t rate(const struct clock_counter *counter, const struct sample *from,
		     const struct sample *to)
{
	uint64_t ps = elapsed_ps(counter, from->count, to->count);

	return ps ? clock_muldiv(to->tsc - from->tsc, 1000000000000ull, ps) : 0;
}

static void measure(const struct clock_hw *hw, struct source *sources)
{
	struct measurement all[CLOCK_NR_COUNTERS] = {0};

	for (int i = 0; i < CLOCK_NR_COUNTERS; i++)
		all[i].alive = hw->counters[i].period_fs != 0;
	sample_all(hw, all, offsetof(struct measurement, start));
	wait_window(hw, all, WINDOW_PS / 2);
	sample_all(hw, all, offsetof(struct measurement, middle));
	wait_window(hw, all, WINDOW_PS);
	sample_all(hw, all, offsetof(struct measurement, end));
	for (int i = 0; i < CLOCK_NR_COUNTERS; i++) {
		const struct clock_counter *counter = &hw->counters[i];
		struct source *source = &sources[FROM_COUNTERS + i];
		uint64_t first, second;

		if (!all[i].alive)
			continue;
		set_hz(source, rate(counter, &all[i].start, &all[i].end));
		first = rate(counter, &all[i].start, &all[i].middle);
		second = rate(counter, &all[i].middle, &all[i].end);
		if (first && second)
			source->spread_ppm = difference_ppm(first, second);
	}
}

/* How many sources agree with this one, itself included, and how far apart they are from it. */
static void compare(const struct source *sources, unsigned which, struct clock_choice *choice)
{
	choice->hz = sources[which].hz;
	choice->source = sources[which].name;
	choice->nr_agreeing = 0;
	choice->spread_ppm = 0;
	for (unsigned i = 0; i < NR_SOURCES; i++) {
		uint64_t ppm;

		if (!sources[i].hz)
			continue;
		ppm = difference_ppm(sources[i].hz, choice->hz);
		if (ppm > AGREEMENT_PPM)
			continue;
		choice->nr_agreeing++;
		if (ppm > choice->spread_ppm && i != FROM_CPUID_16) /* nominal: off by design */
			choice->spread_ppm = ppm;
	}
	if (choice->nr_agreeing == 1)
		choice->spread_ppm = sources[which].spread_ppm;
}

void clock_calibrate(const struct clock_hw *hw, struct clock_choice *choice)
{
	struct source sources[NR_SOURCES] = {
		[FROM_HYPERVISOR] = {.name = "hypervisor leaf"},
		[FROM_PVCLOCK] = {.name = "pvclock"},
		[FROM_CPUID_15] = {.name = "cpuid.15"},
		[FROM_CPUID_16] = {.name = "cpuid.16"},
	};
	struct clock_choice first = {0};

	for (int i = 0; i < CLOCK_NR_COUNTERS; i++)
		sources[FROM_COUNTERS + i].name = hw->counters[i].source;
	ask_hypervisor(hw, sources);
	ask_cpuid(hw, sources);
	measure(hw, sources);
	for (unsigned i = 0; i < NR_SOURCES; i++) {
		if (!sources[i].hz)
			continue;
		compare(sources, i, choice);
		if (choice->nr_agreeing > 1)
			return;
		if (!first.hz)
			first = *choice;
	}
	*choice = first;
}
