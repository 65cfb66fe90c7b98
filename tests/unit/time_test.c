// SPDX-License-Identifier: MIT
/*
 * kernel/time_logic.c on simulated machines: A to D of case O07 and relatives. Time passes only by
 * reading: each access to a counter or the TSC costs some picoseconds.
 */
#include "kernel/time_logic.h"
#include "tests/harness/test.h"

#define PS_PER_S 1000000000000ull

enum state { ABSENT, WORKS, FROZEN, STOPS, ONES };

struct machine {
	uint64_t ps;	    /* since power on */
	uint64_t tsc_hz;    /* the truth */
	uint64_t access_ps; /* what an access takes */
	enum state state[CLOCK_NR_COUNTERS];
	uint64_t claimed_hz[CLOCK_NR_COUNTERS]; /* what its table says, */
	uint64_t real_hz[CLOCK_NR_COUNTERS];	/* and what it does */
	uint32_t mask[CLOCK_NR_COUNTERS];
	uint64_t stop_ps; /* STOPS: then */
	uint32_t max_leaf, max_hypervisor_leaf;
	bool hypervisor;
	struct clock_cpuid leaf_15, leaf_16, leaf_hypervisor, beyond;
	bool pvclock;
	uint32_t mul;
	int8_t shift;
	uint64_t nr_accesses;
};

static struct machine m;

static void pass(void)
{
	m.ps += m.access_ps;
	m.nr_accesses++;
}

static uint64_t read_tsc(void *ctx)
{
	(void)ctx;
	m.ps += m.access_ps / 20 + 1;
	return clock_muldiv(m.ps, m.tsc_hz, PS_PER_S);
}

static uint32_t read_counter(int which)
{
	uint64_t ps;

	pass();
	ps = m.ps;
	switch (m.state[which]) {
	case FROZEN:
		return 0x1234 & m.mask[which];
	case ONES:
		return UINT32_MAX;
	case STOPS:
		if (ps > m.stop_ps)
			ps = m.stop_ps;
		break;
	default:
		break;
	}
	/* Shortly before they wrap. */
	return (uint32_t)(clock_muldiv(ps, m.real_hz[which], PS_PER_S) - 1000) & m.mask[which];
}

static uint32_t read_hpet(void *ctx)
{
	(void)ctx;
	return read_counter(CLOCK_HPET);
}

static uint32_t read_pm(void *ctx)
{
	(void)ctx;
	return read_counter(CLOCK_PM) | 0xaa000000u * (m.mask[CLOCK_PM] == 0xffffff);
}

static uint32_t read_pit(void *ctx)
{
	(void)ctx;
	return read_counter(CLOCK_PIT);
}

static struct clock_cpuid ask_cpuid(void *ctx, uint32_t leaf)
{
	(void)ctx;
	switch (leaf) {
	case 0:
		return (struct clock_cpuid){.eax = m.max_leaf};
	case 1:
		return (struct clock_cpuid){.ecx = m.hypervisor ? 1u << 31 : 0};
	case 0x15:
		return m.max_leaf >= 0x15 ? m.leaf_15 : m.beyond;
	case 0x16:
		return m.max_leaf >= 0x16 ? m.leaf_16 : m.beyond;
	case 0x40000000:
		return m.hypervisor ? (struct clock_cpuid){.eax = m.max_hypervisor_leaf} : m.beyond;
	case 0x40000010:
		return m.max_hypervisor_leaf >= 0x40000010 ? m.leaf_hypervisor : m.beyond;
	default:
		return m.beyond;
	}
}

static bool ask_pvclock(void *ctx, uint32_t *mul, int8_t *shift)
{
	(void)ctx;
	*mul = m.mul;
	*shift = m.shift;
	return m.pvclock;
}

/* A machine of 2304 MHz with nothing but a PIT, frozen. */
static void reset(void)
{
	m = (struct machine){
		.tsc_hz = 2304000000,
		.access_ps = 1000000,
		.state = {ABSENT, ABSENT, FROZEN},
		.claimed_hz = {14318180, 3579545, 1193182},
		.mask = {UINT32_MAX, UINT32_MAX, 0xffff},
		.max_leaf = 0x16,
	};
	for (int i = 0; i < CLOCK_NR_COUNTERS; i++)
		m.real_hz[i] = m.claimed_hz[i];
}

static struct clock_choice calibrate(void)
{
	static uint32_t (*const reads[])(void *ctx) = {read_hpet, read_pm, read_pit};
	static const char *const names[] = {"hpet", "pm", "pit"};
	struct clock_hw hw = {.read_tsc = read_tsc, .cpuid = ask_cpuid, .pvclock = ask_pvclock};
	struct clock_choice choice = {.hz = 1};

	for (int i = 0; i < CLOCK_NR_COUNTERS; i++) {
		hw.counters[i] = (struct clock_counter){
			.source = names[i],
			.period_fs = m.state[i] == ABSENT ? 0 : 1000 * PS_PER_S / m.claimed_hz[i],
			.mask = m.mask[i],
			.read = reads[i],
		};
	}
	clock_calibrate(&hw, &choice);
	return choice;
}

static bool near(uint64_t hz, uint64_t want, uint64_t ppm)
{
	uint64_t off = hz > want ? hz - want : want - hz;

	return off <= want / 1000000 * ppm;
}

TEST(machine_a_asks_pvclock)
{
	struct clock_choice c;

	reset();
	m.hypervisor = true;
	m.max_hypervisor_leaf = 0x40000001;
	m.pvclock = true;
	m.mul = 3728270222u; /* (10^9 << 32) / 2304 MHz, shifted left once */
	m.shift = -1;
	c = calibrate();
	CHECK_STREQ(c.source, "pvclock");
	CHECK(near(c.hz, 2304000000, 1));
}

TEST(pvclock_shifts_both_ways)
{
	static const struct {
		uint32_t mul;
		int8_t shift;
		uint64_t hz;
	} tries[] = {
		{0x80000000u, 0, 2000000000},  {0x80000000u, 1, 1000000000},
		{0x80000000u, -1, 4000000000}, {0, 0, 0},
		{0x80000000u, 40, 0},	       {1, -31, 0},
		{0x80000000u, -128, 0},	       {0xffffffffu, 31, 0},
	};

	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		reset();
		m.hypervisor = true;
		m.pvclock = true;
		m.mul = tries[i].mul;
		m.shift = tries[i].shift;
		CHECK_EQ(calibrate().hz, tries[i].hz);
	}
}

TEST(machine_b_measures_and_does_not_take_the_nominal_number)
{
	struct clock_choice c;

	reset();
	m.leaf_15 = (struct clock_cpuid){2, 192, 0, 0};
	m.leaf_16 = (struct clock_cpuid){2300, 4000, 100, 0};
	m.state[CLOCK_HPET] = WORKS;
	m.state[CLOCK_PM] = WORKS;
	c = calibrate();
	CHECK_STREQ(c.source, "hpet");
	CHECK(near(c.hz, 2304000000, 500));
	CHECK_EQ(c.nr_agreeing, 3);
	CHECK(c.spread_ppm < 500);
	CHECK(m.ps < 5 * PS_PER_S / 1000);
}

TEST(machine_c_measures_with_the_pm_timer)
{
	static const uint32_t masks[] = {0xffffff, UINT32_MAX};

	for (size_t i = 0; i < ARRAY_SIZE(masks); i++) {
		struct clock_choice c;

		reset();
		m.state[CLOCK_PM] = WORKS;
		m.mask[CLOCK_PM] = masks[i];
		c = calibrate();
		CHECK_STREQ(c.source, "pm");
		CHECK(near(c.hz, 2304000000, 500));
		CHECK_EQ(c.nr_agreeing, 1);
		CHECK(m.ps < 5 * PS_PER_S / 1000);
	}
}

TEST(machine_d_has_no_clock_and_goes_on)
{
	static const enum state states[] = {FROZEN, ONES, ABSENT};

	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		struct clock_choice c;

		reset();
		for (int k = 0; k < CLOCK_NR_COUNTERS; k++)
			m.state[k] = states[i];
		c = calibrate();
		CHECK_EQ(c.hz, 0);
		CHECK(!c.source);
		CHECK(m.nr_accesses < 5000);
	}
}

/* What QEMU's `-cpu max` says: the maximum is 0xd, and any leaf beyond answers as the last one. */
TEST(leaves_beyond_the_maximum_are_refused)
{
	reset();
	m.max_leaf = 0xd;
	m.beyond = (struct clock_cpuid){0x21f, 0x240, 0xa88, 0};
	m.hypervisor = true;
	m.max_hypervisor_leaf = 0x40000001;
	CHECK_EQ(calibrate().hz, 0);

	/* The same numbers, were they frequencies that a TSC may have. */
	m.beyond = (struct clock_cpuid){2400000, 200, 100000000, 0};
	CHECK_EQ(calibrate().hz, 0);
	m.max_hypervisor_leaf = 0;
	CHECK_EQ(calibrate().hz, 0);

	m.state[CLOCK_PM] = WORKS;
	CHECK_STREQ(calibrate().source, "pm");
}

TEST(numbers_that_no_tsc_has_are_refused)
{
	reset();
	m.leaf_15 = (struct clock_cpuid){0x21f, 0x240, 0xa88, 0};
	m.leaf_16 = (struct clock_cpuid){0x21f0000, 0, 0, 0};
	m.hypervisor = true;
	m.max_hypervisor_leaf = 0x40000010;
	m.leaf_hypervisor = (struct clock_cpuid){0x21f, 0x240, 0xa88, 0};
	CHECK_EQ(calibrate().hz, 0);
	m.leaf_hypervisor.eax = UINT32_MAX;
	CHECK_EQ(calibrate().hz, 0);
}

TEST(sources_come_in_their_order)
{
	struct clock_choice c;

	reset();
	m.leaf_16.eax = 2300;
	c = calibrate();
	CHECK_STREQ(c.source, "cpuid.16");
	CHECK_EQ(c.hz, 2300000000);

	m.state[CLOCK_PIT] = WORKS;
	c = calibrate();
	CHECK_STREQ(c.source, "pit");
	CHECK(near(c.hz, 2304000000, 1000));

	m.state[CLOCK_PM] = WORKS;
	CHECK_STREQ(calibrate().source, "pm");

	m.state[CLOCK_HPET] = WORKS;
	CHECK_STREQ(calibrate().source, "hpet");

	m.leaf_15 = (struct clock_cpuid){2, 192, 24000000, 0};
	c = calibrate();
	CHECK_STREQ(c.source, "cpuid.15");
	CHECK_EQ(c.hz, 2304000000);

	m.hypervisor = true;
	m.pvclock = true;
	m.mul = 3728270222u;
	m.shift = -1;
	CHECK_STREQ(calibrate().source, "pvclock");

	m.max_hypervisor_leaf = 0x40000010;
	m.leaf_hypervisor.eax = 2304000;
	c = calibrate();
	CHECK_STREQ(c.source, "hypervisor leaf");
	CHECK_EQ(c.nr_agreeing, 7);
}

TEST(a_source_that_disagrees_with_all_is_passed_over)
{
	struct clock_choice c;

	reset();
	m.leaf_15 = (struct clock_cpuid){2, 192, 25000000, 0}; /* 2400 MHz: a wrong crystal */
	m.state[CLOCK_HPET] = WORKS;
	m.state[CLOCK_PM] = WORKS;
	c = calibrate();
	CHECK_STREQ(c.source, "hpet");
	CHECK(near(c.hz, 2304000000, 500));

	reset();
	m.state[CLOCK_HPET] = WORKS;
	m.real_hz[CLOCK_HPET] = 10000000; /* its table lies */
	m.state[CLOCK_PM] = WORKS;
	m.state[CLOCK_PIT] = WORKS;
	c = calibrate();
	CHECK_STREQ(c.source, "pm");
	CHECK(near(c.hz, 2304000000, 500));
}

TEST(counters_that_stop_halfway_do_not_hang)
{
	reset();
	m.state[CLOCK_PM] = STOPS;
	m.stop_ps = PS_PER_S / 2000;
	CHECK_EQ(calibrate().hz, 0);
	CHECK(m.nr_accesses < 500000);

	reset();
	m.state[CLOCK_HPET] = STOPS;
	m.stop_ps = PS_PER_S / 2000;
	m.state[CLOCK_PIT] = WORKS;
	CHECK_STREQ(calibrate().source, "pit");
	CHECK(m.ps < 7 * PS_PER_S / 1000);
}

TEST(fast_and_slow_accesses_give_the_same_answer)
{
	static const uint64_t access_ps[] = {20000, 100000, 500000, 3000000, 10000000};

	for (size_t i = 0; i < ARRAY_SIZE(access_ps); i++) {
		struct clock_choice c;

		reset();
		m.access_ps = access_ps[i];
		m.state[CLOCK_PM] = WORKS;
		m.state[CLOCK_PIT] = WORKS;
		c = calibrate();
		CHECK(near(c.hz, 2304000000, 5000));
		CHECK(m.ps < 5 * PS_PER_S / 1000);
	}
}

TEST(products_do_not_overflow)
{
	CHECK_EQ(clock_muldiv(7, 6, 4), 10);
	CHECK_EQ(clock_muldiv(0, UINT64_MAX, 1), 0);
	CHECK_EQ(clock_muldiv(UINT64_MAX, UINT64_MAX, UINT64_MAX), UINT64_MAX);
	CHECK_EQ(clock_muldiv(UINT64_MAX, 2, 4), UINT64_MAX / 2);
	CHECK_EQ(clock_muldiv(UINT64_MAX, 2, 1), UINT64_MAX);
	CHECK_EQ(clock_muldiv(1ull << 63, 1ull << 63, 1ull << 63), 1ull << 63);
	CHECK_EQ(clock_muldiv(0xfedcba9876543210, 0x123456789abcdef, 0xfedcba9876543211),
		 0x123456789abcdee);
	CHECK_EQ(clock_muldiv(10000000000, 1000000000, 3), 3333333333333333333ull);
}
