// SPDX-License-Identifier: MIT
/*
 * How fast does the TSC tick? All that is asked of the machine goes through struct clock_hw, so the
 * choice runs on simulated machines too.
 */
#pragma once

#include "mm/types.h"

/* A counter of known frequency to hold against the TSC. */
struct clock_counter {
	const char *source;
	uint64_t period_fs;	     /* femtoseconds a tick; 0: the machine has no such counter */
	uint32_t mask;		     /* of the bits that count: they wrap there */
	uint32_t (*read)(void *ctx); /* counts upwards */
};

struct clock_cpuid {
	uint32_t eax, ebx, ecx, edx;
};

enum { CLOCK_HPET, CLOCK_PM, CLOCK_PIT, CLOCK_NR_COUNTERS };

struct clock_hw {
	void *ctx;
	uint64_t (*read_tsc)(void *ctx);
	struct clock_cpuid (*cpuid)(void *ctx, uint32_t leaf);
	/* KVM's or Xen's clock page: multiplier and shift. False: there is none. */
	bool (*pvclock)(void *ctx, uint32_t *mul, int8_t *shift);
	struct clock_counter counters[CLOCK_NR_COUNTERS];
};

struct clock_choice {
	uint64_t hz;	      /* 0: nothing on this machine tells */
	const char *source;   /* NULL with hz 0 */
	unsigned nr_agreeing; /* sources that worked and agree, the chosen one included */
	uint32_t spread_ppm; /* between the agreeing ones; of one alone, between two measurements */
};

/*
 * Ask the hypervisor's leaf and clock page, CPUID 0x15, HPET, ACPI PM timer, PIT, CPUID 0x16, in
 * this order of trust, and choose the first that agrees with another one; if none does, the first.
 * The counters are measured in one common window of about 2 ms. No loop depends on a clock that
 * ticks.
 */
void clock_calibrate(const struct clock_hw *hw, struct clock_choice *choice);

/* a * b / c without overflow in between; c > 0. UINT64_MAX if the result does not fit. */
uint64_t clock_muldiv(uint64_t a, uint64_t b, uint64_t c);
