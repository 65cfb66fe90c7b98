// SPDX-License-Identifier: MIT
#include "kernel/glue/cpus.h"

#include "kernel/glue/nodes.h"
#include "kernel/smp.h"
#include "kernel/x86/ap_start.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/percpu.h"
#include "mm/init.h"
#include "mm/vmalloc.h"

void smp_init(void)
{
	uint32_t nr;
	const struct mem_range *ram = paging_ram(&nr);

	cpus_start(ap_page_find(ram, nr), vzalloc, vfree);
	for (unsigned cpu = 0; cpu < smp_nr_cpus(); cpu++)
		mm_cpu_online(cpu, nodes_of_cpu(cpu, cpu_at(cpu)->apic_id));
}
