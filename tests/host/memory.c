// SPDX-License-Identifier: MIT
/* The live instance, as a machine would set it up. */
#include <stdio.h>
#include <stdlib.h>

#include "mm/init.h"
#include "mm/vmalloc.h"
#include "tests/host/host.h"
#include "tests/host/options.h"

/* Addresses for vmalloc, as on the machine; nothing is mapped there for the CPU. */
#define VMALLOC_START 0xffffc90000000000ul
#define VMALLOC_LEN   (1ul << 45)

static struct memmap map;
static struct numa_map nodes;
static struct memblock mb;

void host_memory_setup(void)
{
	const struct mem_range firmware[] = {{0, 2ul << 30, MEM_RAM}};
	uint64_t metadata_len;

	memmap_build(&map, firmware, ARRAY_SIZE(firmware));
	memblock_init(&mb, &map);
	memblock_reserve(&mb, 0, 1 << 20, "low memory");
	numa_map_single(&nodes, &map);
	if (mm_init(&mb, &nodes, GFP_KERNEL, &metadata_len)) {
		fprintf(stderr, "no memory for the allocator\n");
		exit(1);
	}
	for (unsigned cpu = 1; cpu < HOST_CPUS; cpu++)
		mm_cpu_online(cpu, 0);
	vmalloc_init(port_kernel_pt(), VMALLOC_START, VMALLOC_START + VMALLOC_LEN,
		     !host_option("nohugevmalloc"));
}
