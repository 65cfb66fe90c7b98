// SPDX-License-Identifier: MIT
#include "kernel/glue/nodes.h"

#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/x86/acpi.h"
#include "kernel/x86/srat_logic.h"

static struct numa_map nodes;
static struct srat srat;
static struct slit slit;
static bool by_srat;

static uint8_t distance(void *arg, uint32_t from, uint32_t to)
{
	return slit_distance(arg, from, to);
}

static void slit_read(void)
{
	struct acpi_table table;
	const char *why;

	if (acpi_table("SLIT", &table))
		return;
	if (slit_parse(&table, &slit, &why))
		printk("numa: SLIT: %s: all nodes are equally far apart", why);
}

static bool srat_read(void)
{
	struct acpi_table table;
	const char *why;

	if (acpi_table("SRAT", &table))
		return false;
	if (srat_parse(&table, &srat, &why)) {
		printk("numa: SRAT: %s: one node", why);
		return false;
	}
	printk("numa: SRAT: %u ranges of memory, %u CPUs; %u entries not enabled, %u ignored, %u "
	       "duplicate, %u for which there is no room",
	       srat.nr_mem, srat.nr_cpus, srat.nr_disabled, srat.nr_ignored, srat.nr_duplicate,
	       srat.nr_dropped);
	return true;
}

static bool nodes_by_srat(const struct memmap *map)
{
	static struct numa_affinity affinity[SRAT_MAX_MEM];
	static uint32_t domains[SRAT_MAX_CPUS];
	uint32_t nr = 0;
	const char *why;

	if (!srat_read())
		return false;
	slit_read();
	for (uint32_t i = 0; i < srat.nr_mem; i++)
		affinity[nr++] =
			(struct numa_affinity){srat.mem[i].start, srat.mem[i].end, srat.mem[i].pxm};
	for (uint32_t i = 0; i < srat.nr_cpus; i++)
		domains[i] = srat.cpu[i].pxm;
	if (numa_map_build(&nodes, map, affinity, nr, domains, srat.nr_cpus, distance, &slit,
			   &why)) {
		printk("numa: %s: one node", why);
		return false;
	}
	if (nodes.nr_unclaimed_pages)
		printk("numa: %llu pages of RAM are in no range of the SRAT: node 0 has them",
		       (unsigned long long)nodes.nr_unclaimed_pages);
	return true;
}

struct numa_map *nodes_find(const struct memmap *map)
{
	unsigned fake;

	if (options_numa_off()) {
		numa_map_single(&nodes, map);
	} else if ((fake = options_numa_fake())) {
		numa_map_fake(&nodes, map, (int)fake);
	} else {
		by_srat = nodes_by_srat(map);
		if (!by_srat)
			numa_map_single(&nodes, map);
	}
	return &nodes;
}

int nodes_of_cpu(unsigned cpu, uint32_t apic_id)
{
	uint32_t domain;

	if (!by_srat)
		return options_numa_fake() ? (int)(cpu % (unsigned)nodes.nr_nodes) : 0;
	if (srat_cpu_domain(&srat, apic_id, &domain))
		return 0;
	for (int nid = 0; nid < nodes.nr_nodes; nid++)
		if (nodes.domain[nid] == domain)
			return nid;
	return 0;
}
