// SPDX-License-Identifier: MIT
/*
 * kernel/x86/apic_logic.c on a model of the APIC that notes what is done to it.
 */
#include "kernel/x86/apic_logic.h"
#include "tests/harness/test.h"

enum kind { WRITE, ICR_MSR, BASE, DELAY };

struct event {
	enum kind kind;
	unsigned reg; /* of a WRITE; microseconds of a DELAY */
	uint64_t value;
};

enum { MOST_EVENTS = 32, FIRMWARE_BASE = 0xfee00900 /* bit 8: the boot CPU */ };

static struct {
	struct event events[MOST_EVENTS];
	unsigned nr_events;
	uint32_t id, version;
	uint64_t base;
	unsigned busy_us;      /* how long an interrupt takes to leave */
	unsigned busy_left_us; /* of the present one */
	unsigned nr_icr_reads;
	uint64_t delayed_us;
	const char *fault; /* what real hardware would fault on */
} chip;

static void note(enum kind kind, unsigned reg, uint64_t value)
{
	if (chip.nr_events < MOST_EVENTS)
		chip.events[chip.nr_events] = (struct event){kind, reg, value};
	chip.nr_events++;
}

static uint32_t chip_read(void *ctx, unsigned reg)
{
	(void)ctx;
	switch (reg) {
	case 0x20:
		return chip.id;
	case 0x30:
		return chip.version;
	case 0x300:
		chip.nr_icr_reads++;
		return chip.busy_left_us ? 1u << 12 : 0;
	default:
		chip.fault = "an unexpected register is read";
		return 0;
	}
}

static void chip_write(void *ctx, unsigned reg, uint32_t value)
{
	(void)ctx;
	note(WRITE, reg, value);
	if (reg == 0x300)
		chip.busy_left_us = chip.busy_us;
}

static void chip_write_icr(void *ctx, uint64_t value)
{
	(void)ctx;
	note(ICR_MSR, 0, value);
}

static uint64_t chip_read_base(void *ctx)
{
	(void)ctx;
	return chip.base;
}

/* The transitions that do not fault: Intel SDM 3A, figure 11-27. */
static void chip_write_base(void *ctx, uint64_t value)
{
	unsigned from = chip.base >> 10 & 3, to = value >> 10 & 3;
	const unsigned off = 0, x = 2, x2 = 3;

	(void)ctx;
	if (!(from == to || (from == off && to == x) || (from == x && to == off) ||
	      (from == x && to == x2) || (from == x2 && to == off)))
		chip.fault = "a transition that faults";
	note(BASE, 0, value);
	chip.base = value;
}

/* Microseconds that pass singly are those of a wait for the ICR. */
static void chip_delay(void *ctx, unsigned us)
{
	(void)ctx;
	chip.delayed_us += us;
	chip.busy_left_us -= chip.busy_left_us < us ? chip.busy_left_us : us;
	if (us > 1)
		note(DELAY, us, 0);
}

static const struct apic_io io = {
	chip_read, chip_write, chip_write_icr, chip_read_base, chip_write_base, chip_delay, NULL};

static struct apic apic;

static void reset(enum apic_mode mode)
{
	__builtin_memset(&chip, 0, sizeof(chip));
	chip.version = 0x00060015;
	chip.base = FIRMWARE_BASE;
	apic_init(&apic, &io, mode);
}

static bool events_are(const struct event *expect, unsigned nr)
{
	if (chip.fault) {
		test_fail(__FILE__, __LINE__, "%s", chip.fault);
		return false;
	}
	for (unsigned i = 0; i < nr && i < chip.nr_events; i++) {
		const struct event *e = &chip.events[i];

		if (e->kind == expect[i].kind && e->reg == expect[i].reg &&
		    e->value == expect[i].value)
			continue;
		test_fail(__FILE__, __LINE__, "event %u: kind %d, %#x, value %#llx", i, e->kind,
			  e->reg, (unsigned long long)e->value);
		return false;
	}
	if (chip.nr_events != nr)
		test_fail(__FILE__, __LINE__, "%u events, not %u", chip.nr_events, nr);
	return chip.nr_events == nr;
}

#define EVENTS_ARE(...)                                                                            \
	do {                                                                                       \
		const struct event expect_[] = {__VA_ARGS__};                                      \
		if (!events_are(expect_, ARRAY_SIZE(expect_)))                                     \
			return;                                                                    \
	} while (0)

TEST(the_mode_is_the_firmwares_unless_it_is_not_wanted)
{
	static const struct {
		struct apic_facts facts;
		enum apic_mode mode;
	} cases[] = {
		{{.base = 0xfee00800}, APIC_X},
		{{.base = 0xfee00800, .has_x2apic = true}, APIC_X},
		{{.base = 0xfee00c00, .has_x2apic = true}, APIC_X2},
		{{.base = 0xfee00c00, .has_x2apic = true, .nox2apic = true}, APIC_X},
		{{.base = 0xfee00c00, .has_x2apic = true, .nox2apic = true, .x2apic_locked = true},
		 APIC_X2},
		{{.base = 0xfee00c00}, APIC_X},
		{{.base = 0xfee00800, .has_x2apic = true, .nox2apic = true}, APIC_X},
		{{.base = 0xfee00000, .has_x2apic = true}, APIC_NONE},
		{{.base = 0xfee00400, .has_x2apic = true}, APIC_NONE},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		CHECK_EQ(apic_choose_mode(&cases[i].facts), cases[i].mode);
}

TEST(ids_end_where_the_mode_ends)
{
	reset(APIC_X);
	CHECK_EQ(apic.max_apic_id, 254);
	reset(APIC_X2);
	CHECK_EQ(apic.max_apic_id, 0xfffffffe);
	CHECK_EQ(chip.nr_events, 0);
}

TEST(modes_change_only_in_ways_that_do_not_fault)
{
	/* Left as it is. */
	reset(APIC_X);
	apic_set_mode(&apic);
	CHECK_EQ(chip.nr_events, 0);
	reset(APIC_X2);
	chip.base = FIRMWARE_BASE | 0x400;
	apic_set_mode(&apic);
	CHECK_EQ(chip.nr_events, 0);

	/* x2APIC to xAPIC: through disabled. */
	reset(APIC_X);
	chip.base = FIRMWARE_BASE | 0x400;
	apic_set_mode(&apic);
	EVENTS_ARE({BASE, 0, 0xfee00100}, {BASE, 0, 0xfee00900});

	/* A CPU that woke up in xAPIC mode, or with its APIC off. */
	reset(APIC_X2);
	apic_set_mode(&apic);
	EVENTS_ARE({BASE, 0, 0xfee00d00});
	reset(APIC_X2);
	chip.base = 0xfee00000;
	apic_set_mode(&apic);
	EVENTS_ARE({BASE, 0, 0xfee00800}, {BASE, 0, 0xfee00c00});
	reset(APIC_X);
	chip.base = 0xfee00000;
	apic_set_mode(&apic);
	EVENTS_ARE({BASE, 0, 0xfee00800});
}

TEST(an_apic_is_enabled_with_its_sources_masked)
{
	static const enum apic_mode modes[] = {APIC_X, APIC_X2};

	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		reset(modes[i]);
		apic_enable(&apic);
		EVENTS_ARE({WRITE, 0x320, 0x100ff}, {WRITE, 0x350, 0x100ff},
			   {WRITE, 0x360, 0x100ff}, {WRITE, 0x370, 0x100ff},
			   {WRITE, 0x340, 0x100ff}, {WRITE, 0x330, 0x100ff},
			   {WRITE, 0x2f0, 0x100ff}, {WRITE, 0x80, 0}, {WRITE, 0xf0, 0x1ff});
		/* An old one, with four sources. */
		reset(modes[i]);
		chip.version = 0x00030010;
		apic_enable(&apic);
		EVENTS_ARE({WRITE, 0x320, 0x100ff}, {WRITE, 0x350, 0x100ff},
			   {WRITE, 0x360, 0x100ff}, {WRITE, 0x370, 0x100ff}, {WRITE, 0x80, 0},
			   {WRITE, 0xf0, 0x1ff});
	}
}

TEST(the_id_has_8_or_32_bits)
{
	reset(APIC_X);
	chip.id = 0xfe000000;
	CHECK_EQ(apic_id(&apic), 254);
	chip.id = 0x08ffffff;
	CHECK_EQ(apic_id(&apic), 8);
	reset(APIC_X2);
	chip.id = 300;
	CHECK_EQ(apic_id(&apic), 300);
	chip.id = 0x08000000;
	CHECK_EQ(apic_id(&apic), 0x08000000);
}

TEST(end_of_interrupt_is_a_zero)
{
	reset(APIC_X);
	apic_eoi(&apic);
	EVENTS_ARE({WRITE, 0xb0, 0});
	reset(APIC_X2);
	apic_eoi(&apic);
	EVENTS_ARE({WRITE, 0xb0, 0});
}

TEST(an_xapic_sends_by_two_writes_the_lower_half_last)
{
	reset(APIC_X);
	chip.busy_us = 3;
	CHECK_EQ(apic_send(&apic, APIC_FIXED, 0x40, 8), 0);
	EVENTS_ARE({WRITE, 0x310, 0x08000000}, {WRITE, 0x300, 0x4040});
	CHECK_EQ(chip.delayed_us, 3);
	CHECK_EQ(apic_send(&apic, APIC_NMI, 0, 254), 0);
	CHECK_EQ(apic_send(&apic, APIC_INIT, 0, 0), 0);
	CHECK_EQ(apic_send(&apic, APIC_STARTUP, 0x9f, 1), 0);
	CHECK_EQ(apic_send(&apic, APIC_FIXED, 0xff, 0), 0);
	EVENTS_ARE({WRITE, 0x310, 0x08000000}, {WRITE, 0x300, 0x4040}, {WRITE, 0x310, 0xfe000000},
		   {WRITE, 0x300, 0x4400}, {WRITE, 0x310, 0}, {WRITE, 0x300, 0x4500},
		   {WRITE, 0x310, 0x01000000}, {WRITE, 0x300, 0x469f}, {WRITE, 0x310, 0},
		   {WRITE, 0x300, 0x40ff});
}

TEST(an_x2apic_sends_by_one_write)
{
	reset(APIC_X2);
	chip.busy_us = ~0u; /* it has no status to wait for */
	CHECK_EQ(apic_send(&apic, APIC_FIXED, 0x40, 300), 0);
	CHECK_EQ(apic_send(&apic, APIC_NMI, 0, 255), 0);
	CHECK_EQ(apic_send(&apic, APIC_INIT, 0, 0xfffffffe), 0);
	CHECK_EQ(apic_send(&apic, APIC_STARTUP, 8, 0), 0);
	EVENTS_ARE({ICR_MSR, 0, 0x12c00004040}, {ICR_MSR, 0, 0xff00004400},
		   {ICR_MSR, 0, 0xfffffffe00004500}, {ICR_MSR, 0, 0x4608});
	CHECK_EQ(chip.nr_icr_reads, 0);
	CHECK_EQ(chip.delayed_us, 0);
}

TEST(ids_and_vectors_that_cannot_be_are_refused)
{
	static const enum apic_mode modes[] = {APIC_X, APIC_X2};

	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		reset(modes[i]);
		CHECK_EQ(apic_send(&apic, APIC_NMI, 0, 0xffffffff), -EINVAL);
		CHECK_EQ(apic_start(&apic, 0xffffffff, 8), -EINVAL);
		CHECK_EQ(apic_send(&apic, APIC_FIXED, 15, 0), -EINVAL);
		CHECK_EQ(apic_send(&apic, APIC_FIXED, 256, 0), -EINVAL);
		CHECK_EQ(apic_send(&apic, APIC_NMI, 2, 0), -EINVAL);
		CHECK_EQ(apic_send(&apic, APIC_INIT, 0x40, 0), -EINVAL);
		CHECK_EQ(apic_send(&apic, APIC_STARTUP, 0xa0, 0), -EINVAL);
		CHECK_EQ(apic_start(&apic, 0, 0xa0), -EINVAL);
		CHECK_EQ(apic_start(&apic, 0, 0x108), -EINVAL);
		CHECK_EQ(chip.nr_events, 0);
	}
	reset(APIC_X);
	CHECK_EQ(apic_send(&apic, APIC_NMI, 0, 255), -EINVAL);
	CHECK_EQ(apic_send(&apic, APIC_NMI, 0, 300), -EINVAL);
	CHECK_EQ(apic_start(&apic, 256, 8), -EINVAL);
	CHECK_EQ(chip.nr_events, 0);
	CHECK_EQ(chip.delayed_us, 0);
}

TEST(without_an_apic_nothing_is_touched)
{
	reset(APIC_NONE);
	chip.base = 0xfee00000;
	apic_set_mode(&apic);
	apic_enable(&apic);
	CHECK_EQ(apic_id(&apic), 0);
	CHECK_EQ(apic_send(&apic, APIC_NMI, 0, 0), -ENODEV);
	CHECK_EQ(apic_start(&apic, 0, 8), -ENODEV);
	CHECK_EQ(chip.nr_events, 0);
}

TEST(a_cpu_is_started_by_the_book)
{
	reset(APIC_X);
	chip.busy_us = 5;
	CHECK_EQ(apic_start(&apic, 3, 0x9a), 0);
	EVENTS_ARE({WRITE, 0x310, 0x03000000}, {WRITE, 0x300, 0x4500}, {DELAY, 10000, 0},
		   {WRITE, 0x310, 0x03000000}, {WRITE, 0x300, 0x469a}, {DELAY, 200, 0},
		   {WRITE, 0x310, 0x03000000}, {WRITE, 0x300, 0x469a});
	CHECK_EQ(chip.delayed_us, 10000 + 200 + 3 * 5);
	reset(APIC_X2);
	CHECK_EQ(apic_start(&apic, 300, 8), 0);
	EVENTS_ARE({ICR_MSR, 0, 0x12c00004500}, {DELAY, 10000, 0}, {ICR_MSR, 0, 0x12c00004608},
		   {DELAY, 200, 0}, {ICR_MSR, 0, 0x12c00004608});
}

TEST(an_xapic_that_stays_busy_costs_a_millisecond)
{
	/* It takes the interrupt and does not get rid of it. */
	reset(APIC_X);
	chip.busy_us = ~0u;
	CHECK_EQ(apic_send(&apic, APIC_FIXED, 0x40, 1), -ETIMEDOUT);
	CHECK_EQ(chip.nr_events, 2);
	CHECK_EQ(chip.delayed_us, APIC_SEND_US);
	CHECK(chip.nr_icr_reads <= APIC_SEND_US + 2);

	/* From then on nothing is sent. */
	chip.nr_events = 0;
	CHECK_EQ(apic_send(&apic, APIC_FIXED, 0x40, 2), -ETIMEDOUT);
	CHECK_EQ(apic_start(&apic, 2, 8), -ETIMEDOUT);
	CHECK_EQ(chip.nr_events, 0);
	CHECK_EQ(chip.delayed_us, 3 * APIC_SEND_US);

	/* The last moment is in time. */
	reset(APIC_X);
	chip.busy_us = APIC_SEND_US;
	CHECK_EQ(apic_send(&apic, APIC_FIXED, 0x40, 1), 0);
	chip.busy_us = APIC_SEND_US + 1;
	CHECK_EQ(apic_send(&apic, APIC_FIXED, 0x40, 1), -ETIMEDOUT);
}
