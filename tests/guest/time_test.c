// SPDX-License-Identifier: MIT
#include "kernel/time.h"
#include "kernel/x86/cpu.h"
#include "tests/harness/test.h"

TEST(time_passes_at_the_rate_of_the_tsc)
{
	uint64_t start, cycles, ns;

	if (!clock_tsc_hz()) {
		test_skip("the TSC's frequency is unknown");
		return;
	}
	ns = clock_ns();
	start = rdtsc();
	delay_us(500);
	cycles = rdtsc() - start;
	ns = clock_ns() - ns;
	CHECK(cycles >= clock_tsc_hz() / 2000 - clock_tsc_hz() / 1000000);
	CHECK(ns >= 499000);
	CHECK_EQ(clock_cycles_to_ns(clock_tsc_hz()), 1000000000);
}

TEST(the_clock_began_at_kernel_entry)
{
	CHECK(boot_entry_tsc() < rdtsc());
	CHECK(clock_read_cost() < 100000);
}
