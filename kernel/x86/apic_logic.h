// SPDX-License-Identifier: MIT
/*
 * The local APIC: its two modes, switching it on, interrupts to other CPUs. Over whatever reads and
 * writes its registers: offsets are those in the xAPIC's page; in x2APIC mode the caller's
 * accessors turn them into MSR 0x800 + offset / 16 (Intel SDM 3A, 11.12.1.2). No wait is unbounded.
 */
#pragma once

#include "mm/types.h"

/*
 * All of the CPU that runs. In x2APIC mode a write to the ICR does not order earlier stores: it is
 * for write_icr to do so with MFENCE and LFENCE (SDM 3A, 11.12.3).
 */
struct apic_io {
	uint32_t (*read)(void *ctx, unsigned reg);
	void (*write)(void *ctx, unsigned reg, uint32_t value);
	void (*write_icr)(void *ctx, uint64_t value); /* x2APIC only: MSR 0x830 */
	uint64_t (*read_base)(void *ctx);	      /* MSR IA32_APIC_BASE */
	void (*write_base)(void *ctx, uint64_t value);
	void (*delay_us)(void *ctx, unsigned us);
	void *ctx;
};

/* Bits of IA32_APIC_BASE. */
#define APIC_BASE_EXTD (1ul << 10) /* x2APIC mode */
#define APIC_BASE_EN   (1ul << 11)

#define APIC_SPURIOUS_VECTOR 0xff

#define APIC_X_MAX_ID  0xfeu	   /* ids have 8 bits, and 0xff is all CPUs */
#define APIC_X2_MAX_ID 0xfffffffeu /* 32 bits, 0xffffffff is all CPUs */

enum apic_mode { APIC_NONE, APIC_X, APIC_X2 };

struct apic_facts {
	uint64_t base;	    /* IA32_APIC_BASE as the firmware left it */
	bool has_x2apic;    /* CPUID.1:ECX[21]; without it EXTD means nothing */
	bool x2apic_locked; /* LEGACY_XAPIC_DISABLED, MSR 0xbd bit 0: EXTD cannot be cleared */
	bool nox2apic;	    /* asked for on the command line */
};

struct apic {
	const struct apic_io *io;
	enum apic_mode mode;
	uint32_t max_apic_id; /* highest that can be reached; 0 without an APIC */
};

/*
 * The mode to use on all CPUs: x2APIC if firmware left it on (it had a reason: ids above 254, or a
 * hypervisor's wish), unless it is not wanted and can be left; else xAPIC. None if firmware
 * switched the APIC off.
 */
enum apic_mode apic_choose_mode(const struct apic_facts *facts);

/* Set up *apic for a mode. Touches no register. */
void apic_init(struct apic *apic, const struct apic_io *io, enum apic_mode mode);

/*
 * Bring this CPU's APIC to the mode. The way back from x2APIC leads through "disabled", which
 * resets it, as does the way from disabled to x2APIC through xAPIC (SDM 3A, 11.12.5 and figure
 * 11-27). Before apic_enable(), interrupts off.
 */
void apic_set_mode(const struct apic *apic);

/*
 * Let this CPU's APIC deliver interrupts: all local sources masked, every priority accepted, the
 * spurious vector set. Interrupts off.
 */
void apic_enable(const struct apic *apic);

/* The id of this CPU. */
uint32_t apic_id(const struct apic *apic);

/* End of the interrupt being served; not for the spurious vector, NMI, INIT and STARTUP. */
void apic_eoi(const struct apic *apic);

/* Delivery modes in the ICR. */
enum apic_ipi { APIC_FIXED = 0, APIC_NMI = 4, APIC_INIT = 5, APIC_STARTUP = 6 };

#define APIC_SEND_US 1000 /* longest wait for an interrupt to leave the xAPIC */

/*
 * Send an interrupt to one CPU. vector: of a fixed one 16 .. 255; for STARTUP the page number where
 * the CPU begins, below 0xa0; 0 for the others. Interrupts off: in xAPIC mode this takes two
 * writes.
 *
 * 0; -ENODEV: no APIC; -EINVAL: no such vector, or an id that cannot be reached or means all CPUs;
 * -ETIMEDOUT: the xAPIC was still busy with the last one, so nothing was sent, or does not get rid
 * of this one. x2APIC does not tell.
 */
int apic_send(const struct apic *apic, enum apic_ipi ipi, unsigned vector, uint32_t id);

/*
 * Make a CPU begin at page number `page`, in real mode: INIT, 10 ms, STARTUP, 200 us, STARTUP (SDM
 * 3A, 9.4.4.1; MultiProcessor Specification, B.4). Whether it does is for the caller to wait for.
 * Errors of apic_send(), of the first that fails.
 */
int apic_start(const struct apic *apic, uint32_t id, unsigned page);
