// SPDX-License-Identifier: MIT
#include "tests/unit/acpi_check.h"

#include "tests/unit/numa_check.h"

/* Entries of these types in bytes [at, end). */
static uint32_t count_entries(const struct acpi_table *table, uint32_t at, uint32_t end,
			      const uint8_t *types, uint32_t nr_types)
{
	uint32_t nr = 0;

	for (; at < end; at += table->data[at + 1])
		for (uint32_t i = 0; i < nr_types; i++)
			nr += table->data[at] == types[i];
	return nr;
}

const char *acpi_check_madt(const struct acpi_table *table, uint32_t max_apic_id,
			    const struct madt *madt, int err, const char *why)
{
	static const uint8_t types[] = {0, 9};

	if (madt->good_len > table->len ||
	    (err && madt->good_len && madt->good_len == table->len) ||
	    (!err && madt->good_len != table->len))
		return "a wrong length counts as good";
	if (err && (err != -EINVAL || !why))
		return "an error without reason";
	if (madt->nr_cpus > MADT_MAX_CPUS || madt->nr_online_capable > madt->nr_disabled ||
	    madt->nr_cpus + madt->nr_disabled + madt->nr_beyond + madt->nr_duplicate +
			    madt->nr_dropped !=
		    madt->nr_entries)
		return "reasons do not add up";
	if (madt->nr_entries != count_entries(table, 44, madt->good_len, types, 2))
		return "entries are miscounted";
	for (uint32_t i = 0; i < madt->nr_cpus; i++) {
		if (madt->cpu[i].apic_id > max_apic_id || madt->cpu[i].apic_id == 0xffffffff)
			return "an id is out of reach";
		for (uint32_t k = 0; k < i; k++)
			if (madt->cpu[k].apic_id == madt->cpu[i].apic_id)
				return "an id is there twice";
	}
	return NULL;
}

const char *acpi_check_slit(const struct acpi_table *table, const struct slit *slit, int err,
			    const char *why)
{
	if (err)
		return slit->nr || err != -EINVAL || !why ? "an error without reason" : NULL;
	if (!slit->nr || slit->matrix != table->data + 44 || slit->nr * slit->nr > table->len - 44)
		return "a matrix longer than its table";
	for (uint32_t from = 0; from < slit->nr + 2; from++)
		for (uint32_t to = 0; to < slit->nr + 2; to++)
			if (slit_distance(slit, from, to) < 10 ||
			    (from == to && slit_distance(slit, from, to) != 10))
				return "a distance cannot be";
	return NULL;
}

const char *acpi_check_srat(const struct acpi_table *table, const struct srat *srat, int err,
			    const char *why)
{
	static const uint8_t types[] = {0, 1, 2};

	if (srat->good_len > table->len ||
	    (err && srat->good_len && srat->good_len == table->len) ||
	    (!err && srat->good_len != table->len))
		return "a wrong length counts as good";
	if (err && (err != -EINVAL || !why))
		return "an error without reason";
	if (srat->nr_mem > SRAT_MAX_MEM || srat->nr_cpus > SRAT_MAX_CPUS ||
	    srat->nr_conflicts > srat->nr_duplicate ||
	    srat->nr_mem + srat->nr_cpus + srat->nr_disabled + srat->nr_ignored +
			    srat->nr_duplicate + srat->nr_dropped !=
		    srat->nr_entries)
		return "reasons do not add up";
	if (srat->nr_entries != count_entries(table, 48, srat->good_len, types, 3))
		return "entries are miscounted";
	for (uint32_t i = 0; i < srat->nr_mem; i++)
		if (srat->mem[i].start >= srat->mem[i].end)
			return "a range is empty";
	for (uint32_t i = 0; i < srat->nr_cpus; i++) {
		uint32_t pxm;

		/* The first of this id is this one. */
		if (srat_cpu_domain(srat, srat->cpu[i].apic_id, &pxm) || pxm != srat->cpu[i].pxm)
			return "a CPU is not found";
		for (uint32_t k = 0; k < i; k++)
			if (srat->cpu[k].apic_id == srat->cpu[i].apic_id)
				return "an id is there twice";
	}
	return NULL;
}

static uint8_t distance_of(void *arg, uint32_t from, uint32_t to)
{
	return slit_distance(arg, from, to);
}

int acpi_nodes_build(const struct srat *srat, const struct slit *slit, const struct memmap *ram,
		     struct numa_map *numa, const char **why)
{
	static struct numa_affinity aff[SRAT_MAX_MEM];
	static uint32_t cpu_domains[SRAT_MAX_CPUS];

	for (uint32_t i = 0; i < srat->nr_mem; i++)
		aff[i] = (struct numa_affinity){srat->mem[i].start, srat->mem[i].end,
						srat->mem[i].pxm};
	for (uint32_t i = 0; i < srat->nr_cpus; i++)
		cpu_domains[i] = srat->cpu[i].pxm;
	return numa_map_build(numa, ram, aff, srat->nr_mem, cpu_domains, srat->nr_cpus, distance_of,
			      (void *)slit, why);
}

static bool domains_overlap(const struct srat *srat)
{
	for (uint32_t i = 0; i < srat->nr_mem; i++)
		for (uint32_t k = 0; k < i; k++)
			if (srat->mem[i].pxm != srat->mem[k].pxm &&
			    srat->mem[i].start < srat->mem[k].end &&
			    srat->mem[k].start < srat->mem[i].end)
				return true;
	return false;
}

/* The node that a page must have: of the lowest range with a byte of it, else the first. */
static int node_expected(const struct numa_map *numa, const struct srat *srat, uint64_t phys)
{
	const struct srat_mem *lowest = NULL;
	int nid = 0;

	for (uint32_t i = 0; i < srat->nr_mem; i++) {
		const struct srat_mem *mem = &srat->mem[i];

		if (mem->start < phys + PAGE_SIZE && mem->end > phys &&
		    (!lowest || mem->start < lowest->start))
			lowest = mem;
	}
	while (lowest && nid < numa->nr_nodes && numa->domain[nid] != lowest->pxm)
		nid++;
	return nid;
}

const char *acpi_check_nodes(const struct numa_map *numa, const struct memmap *ram,
			     const struct srat *srat, const struct slit *slit, uint32_t page,
			     int err)
{
	const char *fault = numa_check(numa, ram);

	if (fault)
		return fault;
	if ((err == -EINVAL) != domains_overlap(srat))
		return "overlaps are not seen, or seen where there are none";
	if (err && numa->nr_nodes != 1)
		return "an error and nodes";
	for (uint32_t i = 0; i < ram->nr_ram && !err; i++) {
		uint64_t nr_pages = (ram->ram[i].end - ram->ram[i].start) / PAGE_SIZE;
		uint64_t phys = ram->ram[i].start + page % nr_pages * PAGE_SIZE;

		if (numa_nid_of(numa, phys) != node_expected(numa, srat, phys))
			return "a page has another node than its range";
	}
	for (int from = 0; from < numa->nr_nodes && !err; from++)
		for (int to = 0; to < numa->nr_nodes; to++)
			if (numa->distance[from][to] !=
			    slit_distance(slit, numa->domain[from], numa->domain[to]))
				return "a distance is another domain's";
	return NULL;
}
