// SPDX-License-Identifier: MIT
#include "kernel/x86/pmu.h"

#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/cpuinfo.h"
#include "kernel/x86/cpuid_logic.h"

enum { TRIAL_ROUNDS = 10000 };

static struct pmu_counter counter;
static bool works;

static uint64_t counter_stop(void)
{
	uint64_t value = rdmsr(counter.value_msr);

	wrmsr(counter.select_msr, 0);
	return value;
}

static void counter_start(uint64_t select)
{
	wrmsr(counter.select_msr, 0);
	wrmsr(counter.value_msr, 0);
	if (counter.global_msr)
		wrmsr(counter.global_msr, rdmsr(counter.global_msr) | 1);
	wrmsr(counter.select_msr, select);
}

/* Two instructions a round, so what it says of them tells whether it counts. */
static void trial(void *arg)
{
	uint32_t rounds = TRIAL_ROUNDS;
	uint64_t counted;

	counter_start(counter.instructions);
	__asm__ volatile("1: dec %0; jnz 1b" : "+r"(rounds)::"cc");
	counted = counter_stop();
	*(bool *)arg = counted >= 2 * TRIAL_ROUNDS && counted < 4 * TRIAL_ROUNDS;
}

void pmu_init(void)
{
	bool counts = false;

	/* A hypervisor may let the CPU look as if it had one, and refuse or forget the registers.
	 */
	works = cpuid_pmu(cpuinfo_source(), &counter) && exc_catch(trial, &counts, NULL) == -1 &&
		counts;
	kprintf("pmu: %s\n", works ? counter.event : "none that counts page walks");
}

bool pmu_walks_begin(void)
{
	if (works)
		counter_start(counter.walks);
	return works;
}

uint64_t pmu_walks_end(void)
{
	return counter_stop();
}
