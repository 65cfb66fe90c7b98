// SPDX-License-Identifier: MIT
#include "kernel/glue/cpus.h"

#include "kernel/smp.h"
#include "kernel/x86/ap_start.h"
#include "kernel/x86/paging.h"
#include "mm/init.h"
#include "mm/vmalloc.h"

void smp_init(void)
{
	uint32_t nr;
	const struct mem_range *ram = paging_ram(&nr);

	cpus_start(ap_page_find(ram, nr), vzalloc, vfree);
	for (unsigned cpu = 1; cpu < smp_nr_cpus(); cpu++)
		mm_cpu_online(cpu);
}
