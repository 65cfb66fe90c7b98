// SPDX-License-Identifier: MIT
#include "kernel/printk.h"
#include "kernel/time.h"
#include "kernel/time_logic.h"
#include "kernel/x86/clock_hw.h"
#include "kernel/x86/cpu.h"

#define COST_READS 64

extern uint64_t boot_tsc; /* boot/entry.asm */

static struct clock_choice choice;
static uint32_t read_cost;

static uint32_t measure_read_cost(void)
{
	uint64_t least = UINT32_MAX;

	for (int i = 0; i < COST_READS; i++) {
		uint64_t start = rdtsc_ordered();
		uint64_t cost = rdtsc_ordered() - start;

		if (cost < least)
			least = cost;
	}
	return (uint32_t)least;
}

void clock_init(void)
{
	struct clock_hw hw;

	read_cost = measure_read_cost();
	clock_hw_init(&hw);
	clock_calibrate(&hw, &choice);
	clock_hw_done();
}

void clock_print(void)
{
	if (!choice.hz) {
		kprintf("clock: tsc of unknown frequency, ns n/a, read costs %u cycles\n",
			read_cost);
		return;
	}
	kprintf("clock: tsc %llu.%03llu MHz, source %s, read costs %u cycles, ",
		choice.hz / 1000000ull, choice.hz / 1000 % 1000ull, choice.source, read_cost);
	if (choice.nr_agreeing > 1)
		kprintf("%u sources agree, spread %u ppm\n", choice.nr_agreeing, choice.spread_ppm);
	else
		kprintf("no other agrees, spread %u ppm\n", choice.spread_ppm);
}

uint64_t clock_tsc_hz(void)
{
	return choice.hz;
}

uint32_t clock_read_cost(void)
{
	return read_cost;
}

uint64_t boot_entry_tsc(void)
{
	return boot_tsc;
}

uint64_t clock_cycles_to_ns(uint64_t cycles)
{
	return choice.hz ? clock_muldiv(cycles, 1000000000, choice.hz) : 0;
}

uint64_t clock_ns(void)
{
	return clock_cycles_to_ns(rdtsc() - boot_tsc);
}

enum { FASTEST_MHZ = 10000 }; /* assumed where nothing tells */

uint64_t clock_deadline(uint64_t us)
{
	uint64_t hz = choice.hz ? choice.hz : FASTEST_MHZ * 1000000ull;

	return rdtsc() + clock_muldiv(us, hz, 1000000);
}

bool clock_passed(uint64_t deadline)
{
	return (int64_t)(rdtsc() - deadline) >= 0;
}

void delay_us(uint64_t us)
{
	uint64_t start = rdtsc();

	if (choice.hz) {
		while (clock_cycles_to_ns(rdtsc() - start) / 1000 < us)
			cpu_relax();
		return;
	}
	while (us--)
		in8(0x80);
}
