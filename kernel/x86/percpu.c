// SPDX-License-Identifier: MIT
#include "kernel/x86/percpu.h"

static struct cpu boot_cpu;
static struct cpu *cpus[MM_NR_CPUS] = {&boot_cpu};
static unsigned nr_online = 1;

struct cpu *cpu_boot(void)
{
	for (int i = 0; i < NR_STACKS; i++)
		boot_cpu.stack[i] = layout_stack(i);
	boot_cpu.online = 1;
	return &boot_cpu;
}

struct cpu *cpu_at(unsigned index)
{
	return index < cpus_online() ? cpus[index] : NULL;
}

unsigned cpus_online(void)
{
	return __atomic_load_n(&nr_online, __ATOMIC_ACQUIRE);
}

void cpu_add(struct cpu *cpu)
{
	cpus[nr_online] = cpu;
	__atomic_store_n(&nr_online, nr_online + 1, __ATOMIC_RELEASE);
}
