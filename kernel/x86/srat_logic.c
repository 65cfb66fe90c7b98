// SPDX-License-Identifier: MIT
#include "kernel/x86/srat_logic.h"

/* Bytes, and offsets in them: ACPI 6.5, 5.2.16 and 5.2.17. */
enum {
	TABLE_REVISION = 8,
	SRAT_ENTRIES = 48,

	TYPE_CPU = 0, /* 5.2.16.1 */
	CPU_LEN = 16,
	CPU_PXM_LOW = 2,
	CPU_ID = 3,
	CPU_FLAGS = 4,
	CPU_PXM_HIGH = 8, /* its upper three bytes; the lowest one is the SAPIC's */

	TYPE_MEM = 1, /* 5.2.16.2 */
	MEM_LEN = 40,
	MEM_PXM = 2,
	MEM_BASE = 8,
	MEM_SIZE = 16,
	MEM_FLAGS = 28,

	TYPE_X2APIC = 2, /* 5.2.16.3 */
	X2APIC_LEN = 24,
	X2APIC_PXM = 4,
	X2APIC_ID = 8,
	X2APIC_FLAGS = 12,

	SLIT_NR = 36,
	SLIT_MATRIX = 44,
};

#define FLAG_ENABLED	 (1u << 0) /* of all three */
#define FLAG_HOTPLUG	 (1u << 1) /* of memory */
#define FLAG_NONVOLATILE (1u << 2) /* of memory */

#define SLIT_MAX_NR 1024 /* as many fill a table of ACPI_MAX_TABLE */

static int needed_len(uint8_t type)
{
	switch (type) {
	case TYPE_CPU:
		return CPU_LEN;
	case TYPE_MEM:
		return MEM_LEN;
	case TYPE_X2APIC:
		return X2APIC_LEN;
	default:
		return 0;
	}
}

static const struct srat_cpu *find_cpu(const struct srat *srat, uint32_t apic_id)
{
	for (uint32_t i = 0; i < srat->nr_cpus; i++)
		if (srat->cpu[i].apic_id == apic_id)
			return &srat->cpu[i];
	return NULL;
}

static void add_cpu(struct srat *srat, struct srat_cpu cpu, uint32_t flags)
{
	const struct srat_cpu *before = find_cpu(srat, cpu.apic_id);

	srat->nr_entries++;
	if (!(flags & FLAG_ENABLED)) {
		srat->nr_disabled++;
	} else if (before) {
		srat->nr_duplicate++;
		if (before->pxm != cpu.pxm)
			srat->nr_conflicts++;
	} else if (srat->nr_cpus == SRAT_MAX_CPUS) {
		srat->nr_dropped++;
	} else {
		srat->cpu[srat->nr_cpus++] = cpu;
	}
}

static void add_mem(struct srat *srat, const uint8_t *entry, uint32_t pxm_mask)
{
	uint64_t start = acpi_load64(entry + MEM_BASE);
	uint64_t end = start + acpi_load64(entry + MEM_SIZE);
	uint32_t flags = acpi_load32(entry + MEM_FLAGS);

	srat->nr_entries++;
	if (!(flags & FLAG_ENABLED)) {
		srat->nr_disabled++;
	} else if (end <= start) {
		srat->nr_ignored++;
	} else if (srat->nr_mem == SRAT_MAX_MEM) {
		srat->nr_dropped++;
	} else {
		srat->mem[srat->nr_mem++] = (struct srat_mem){
			.start = start,
			.end = end,
			.pxm = acpi_load32(entry + MEM_PXM) & pxm_mask,
			.hotplug = flags & FLAG_HOTPLUG,
			.nonvolatile = flags & FLAG_NONVOLATILE,
		};
	}
}

/* Before revision 2 a domain had 8 bits, and what are its upper bits now was reserved. */
static void add_entry(struct srat *srat, const uint8_t *entry, uint8_t revision)
{
	uint32_t pxm_mask = revision < 2 ? 0xff : 0xffffffff;
	struct srat_cpu cpu;

	switch (entry[0]) {
	case TYPE_CPU:
		cpu.apic_id = entry[CPU_ID];
		cpu.pxm = (acpi_load32(entry + CPU_PXM_HIGH) & 0xffffff00) | entry[CPU_PXM_LOW];
		cpu.pxm &= pxm_mask;
		add_cpu(srat, cpu, acpi_load32(entry + CPU_FLAGS));
		break;
	case TYPE_MEM:
		add_mem(srat, entry, pxm_mask);
		break;
	case TYPE_X2APIC: /* has always had 32 bits */
		cpu.apic_id = acpi_load32(entry + X2APIC_ID);
		cpu.pxm = acpi_load32(entry + X2APIC_PXM);
		add_cpu(srat, cpu, acpi_load32(entry + X2APIC_FLAGS));
		break;
	default:
		break;
	}
}

int srat_parse(const struct acpi_table *table, struct srat *srat, const char **why)
{
	uint32_t at = SRAT_ENTRIES;
	const uint8_t *entry;
	int len;

	__builtin_memset(srat, 0, sizeof(*srat));
	if (table->len < SRAT_ENTRIES) {
		*why = "the SRAT ends before its first entry";
		return -EINVAL;
	}
	srat->good_len = at;
	while ((len = acpi_next_entry(table, &at, &entry)) > 0) {
		if (len < needed_len(entry[0])) {
			*why = "an entry of the SRAT is shorter than its type";
			return -EINVAL;
		}
		add_entry(srat, entry, table->data[TABLE_REVISION]);
		srat->good_len = at;
	}
	if (len < 0)
		*why = "an entry of the SRAT has no length or leads out of it";
	return len;
}

int srat_cpu_domain(const struct srat *srat, uint32_t apic_id, uint32_t *pxm)
{
	const struct srat_cpu *cpu = find_cpu(srat, apic_id);

	if (!cpu)
		return -ENOENT;
	*pxm = cpu->pxm;
	return 0;
}

static bool distances_sound(const uint8_t *matrix, uint64_t nr)
{
	for (uint64_t from = 0; from < nr; from++) {
		for (uint64_t to = 0; to < nr; to++) {
			uint8_t distance = matrix[from * nr + to];

			if (from == to ? distance != SLIT_LOCAL : distance < SLIT_LOCAL)
				return false;
		}
	}
	return true;
}

int slit_parse(const struct acpi_table *table, struct slit *slit, const char **why)
{
	uint64_t nr;

	*slit = (struct slit){0, NULL};
	if (table->len < SLIT_MATRIX) {
		*why = "the SLIT ends before its matrix";
		return -EINVAL;
	}
	nr = acpi_load64(table->data + SLIT_NR);
	if (!nr || nr > SLIT_MAX_NR || nr * nr > table->len - SLIT_MATRIX) {
		*why = "the SLIT is empty, or shorter than its matrix";
		return -EINVAL;
	}
	if (!distances_sound(table->data + SLIT_MATRIX, nr)) {
		*why = "the SLIT has distances below 10, or not 10 from a domain to itself";
		return -EINVAL;
	}
	*slit = (struct slit){nr, table->data + SLIT_MATRIX};
	return 0;
}

uint8_t slit_distance(const struct slit *slit, uint32_t from, uint32_t to)
{
	if (from < slit->nr && to < slit->nr)
		return slit->matrix[from * slit->nr + to];
	return from == to ? SLIT_LOCAL : SLIT_REMOTE;
}
