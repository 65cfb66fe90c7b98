// SPDX-License-Identifier: MIT
#include "kernel/x86/apic_logic.h"

/* Registers, offsets in the xAPIC's page (Intel SDM 3A, table 11-1). */
enum {
	REG_ID = 0x20,
	REG_VERSION = 0x30,
	REG_TPR = 0x80, /* task priority */
	REG_EOI = 0xb0,
	REG_SVR = 0xf0, /* spurious vector, software enable */
	REG_LVT_CMCI = 0x2f0,
	REG_ICR = 0x300,
	REG_ICR_HIGH = 0x310, /* xAPIC only */
	REG_LVT_TIMER = 0x320,
	REG_LVT_THERMAL = 0x330,
	REG_LVT_PERF = 0x340,
	REG_LVT_LINT0 = 0x350,
	REG_LVT_LINT1 = 0x360,
	REG_LVT_ERROR = 0x370,
};

#define SVR_ENABLE (1u << 8)
#define LVT_MASKED (1u << 16)
#define ICR_BUSY   (1u << 12) /* delivery status */
#define ICR_ASSERT (1u << 14) /* of every kind but an INIT's de-assert, which no CPU needs now */
#define X_ID_SHIFT 24	      /* of the xAPIC: in its id register and the ICR's upper half */

#define FIRST_FIXED_VECTOR 16	/* SDM 3A, 11.5.2: those below are illegal */
#define END_OF_PAGES	   0xa0 /* SDM 3A, 9.4.4: 0xa0 .. 0xbf are reserved; ROM is above */

#define INIT_US	   10000
#define STARTUP_US 200

static uint32_t reg_read(const struct apic *apic, unsigned reg)
{
	return apic->io->read(apic->io->ctx, reg);
}

static void reg_write(const struct apic *apic, unsigned reg, uint32_t value)
{
	apic->io->write(apic->io->ctx, reg, value);
}

enum apic_mode apic_choose_mode(const struct apic_facts *facts)
{
	if (!(facts->base & APIC_BASE_EN))
		return APIC_NONE;
	if (!(facts->base & APIC_BASE_EXTD) || !facts->has_x2apic)
		return APIC_X;
	return facts->nox2apic && !facts->x2apic_locked ? APIC_X : APIC_X2;
}

void apic_init(struct apic *apic, const struct apic_io *io, enum apic_mode mode)
{
	static const uint32_t max_ids[] = {0, APIC_X_MAX_ID, APIC_X2_MAX_ID};

	*apic = (struct apic){.io = io, .mode = mode, .max_apic_id = max_ids[mode]};
}

void apic_set_mode(const struct apic *apic)
{
	const struct apic_io *io = apic->io;
	const uint64_t mode_bits = APIC_BASE_EN | APIC_BASE_EXTD;
	uint64_t base;

	if (apic->mode == APIC_NONE)
		return;
	base = io->read_base(io->ctx);
	if ((base & APIC_BASE_EXTD) && apic->mode == APIC_X) {
		base &= ~mode_bits;
		io->write_base(io->ctx, base);
	}
	if (!(base & APIC_BASE_EN)) {
		base |= APIC_BASE_EN;
		io->write_base(io->ctx, base);
	}
	if (!(base & APIC_BASE_EXTD) && apic->mode == APIC_X2)
		io->write_base(io->ctx, base | APIC_BASE_EXTD);
}

void apic_enable(const struct apic *apic)
{
	/* How many there are differs; in x2APIC mode to touch one that is not there is a fault. */
	static const struct {
		uint8_t needed; /* number of the last LVT entry, at least */
		uint16_t reg;
	} sources[] = {
		{0, REG_LVT_TIMER}, {1, REG_LVT_LINT0},	  {2, REG_LVT_LINT1}, {3, REG_LVT_ERROR},
		{4, REG_LVT_PERF},  {5, REG_LVT_THERMAL}, {6, REG_LVT_CMCI},
	};
	unsigned last;

	if (apic->mode == APIC_NONE)
		return;
	last = reg_read(apic, REG_VERSION) >> 16 & 0xff;
	/* With a legal vector: an illegal one is an error even if masked (SDM 3A, 11.5.1). */
	for (unsigned i = 0; i < ARRAY_SIZE(sources); i++)
		if (sources[i].needed <= last)
			reg_write(apic, sources[i].reg, LVT_MASKED | APIC_SPURIOUS_VECTOR);
	reg_write(apic, REG_TPR, 0);
	reg_write(apic, REG_SVR, SVR_ENABLE | APIC_SPURIOUS_VECTOR);
}

uint32_t apic_id(const struct apic *apic)
{
	if (apic->mode == APIC_NONE)
		return 0;
	return apic->mode == APIC_X2 ? reg_read(apic, REG_ID)
				     : reg_read(apic, REG_ID) >> X_ID_SHIFT;
}

void apic_eoi(const struct apic *apic)
{
	reg_write(apic, REG_EOI, 0);
}

static bool vector_valid(enum apic_ipi ipi, unsigned vector)
{
	switch (ipi) {
	case APIC_FIXED:
		return vector >= FIRST_FIXED_VECTOR && vector <= 0xff;
	case APIC_STARTUP:
		return vector < END_OF_PAGES;
	default:
		return vector == 0;
	}
}

static int wait_idle(const struct apic *apic)
{
	for (unsigned us = 0; us < APIC_SEND_US; us++) {
		if (!(reg_read(apic, REG_ICR) & ICR_BUSY))
			return 0;
		apic->io->delay_us(apic->io->ctx, 1);
	}
	return reg_read(apic, REG_ICR) & ICR_BUSY ? -ETIMEDOUT : 0;
}

int apic_send(const struct apic *apic, enum apic_ipi ipi, unsigned vector, uint32_t id)
{
	uint32_t command = vector | (uint32_t)ipi << 8 | ICR_ASSERT;
	int err;

	if (apic->mode == APIC_NONE)
		return -ENODEV;
	if (id > apic->max_apic_id || !vector_valid(ipi, vector))
		return -EINVAL;
	if (apic->mode == APIC_X2) {
		apic->io->write_icr(apic->io->ctx, (uint64_t)id << 32 | command);
		return 0;
	}
	err = wait_idle(apic);
	if (err)
		return err;
	reg_write(apic, REG_ICR_HIGH, id << X_ID_SHIFT);
	reg_write(apic, REG_ICR, command); /* the write to this half sends it */
	return wait_idle(apic);
}

int apic_start(const struct apic *apic, uint32_t id, unsigned page)
{
	const struct apic_io *io = apic->io;
	int err;

	/* Before INIT, which would stop the CPU for nothing. */
	if (page >= END_OF_PAGES)
		return -EINVAL;
	err = apic_send(apic, APIC_INIT, 0, id);
	if (err)
		return err;
	io->delay_us(io->ctx, INIT_US);
	err = apic_send(apic, APIC_STARTUP, page, id);
	if (err)
		return err;
	io->delay_us(io->ctx, STARTUP_US);
	return apic_send(apic, APIC_STARTUP, page, id);
}
