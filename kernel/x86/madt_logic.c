// SPDX-License-Identifier: MIT
#include "kernel/x86/madt_logic.h"

/* Bytes, and offsets in them: ACPI 6.5, 5.2.12. */
enum {
	MADT_LAPIC = 36,
	MADT_ENTRIES = 44,

	TYPE_LAPIC = 0, /* 5.2.12.2 */
	LAPIC_LEN = 8,
	LAPIC_UID = 2,
	LAPIC_ID = 3,
	LAPIC_FLAGS = 4,

	TYPE_LAPIC_ADDRESS = 5, /* 5.2.12.8 */
	LAPIC_ADDRESS_LEN = 12,
	LAPIC_ADDRESS = 4,

	TYPE_X2APIC = 9, /* 5.2.12.12 */
	X2APIC_LEN = 16,
	X2APIC_ID = 4,
	X2APIC_FLAGS = 8,
	X2APIC_UID = 12,
};

#define FLAG_ENABLED	    (1u << 0)
#define FLAG_ONLINE_CAPABLE (1u << 1) /* if not enabled */

/* Ids that address all CPUs. */
#define LAPIC_ALL  0xffu
#define X2APIC_ALL 0xffffffffu

static int needed_len(uint8_t type)
{
	switch (type) {
	case TYPE_LAPIC:
		return LAPIC_LEN;
	case TYPE_LAPIC_ADDRESS:
		return LAPIC_ADDRESS_LEN;
	case TYPE_X2APIC:
		return X2APIC_LEN;
	default:
		return 0;
	}
}

static bool is_listed(const struct madt *madt, uint32_t apic_id)
{
	for (uint32_t i = 0; i < madt->nr_cpus; i++)
		if (madt->cpu[i].apic_id == apic_id)
			return true;
	return false;
}

/* highest: the largest id that is a CPU's. */
static void add_cpu(struct madt *madt, struct madt_cpu cpu, uint32_t flags, uint32_t highest)
{
	madt->nr_entries++;
	if (!(flags & FLAG_ENABLED)) {
		madt->nr_disabled++;
		if (flags & FLAG_ONLINE_CAPABLE)
			madt->nr_online_capable++;
	} else if (cpu.apic_id > highest) {
		madt->nr_beyond++;
	} else if (is_listed(madt, cpu.apic_id)) {
		madt->nr_duplicate++;
	} else if (madt->nr_cpus == MADT_MAX_CPUS) {
		madt->nr_dropped++;
	} else {
		madt->cpu[madt->nr_cpus++] = cpu;
	}
}

static uint32_t lower(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static void add_entry(struct madt *madt, const uint8_t *entry, uint32_t max_apic_id)
{
	struct madt_cpu cpu;

	switch (entry[0]) {
	case TYPE_LAPIC:
		cpu = (struct madt_cpu){entry[LAPIC_ID], entry[LAPIC_UID]};
		add_cpu(madt, cpu, acpi_load32(entry + LAPIC_FLAGS),
			lower(max_apic_id, LAPIC_ALL - 1));
		break;
	case TYPE_LAPIC_ADDRESS:
		madt->lapic = acpi_load64(entry + LAPIC_ADDRESS);
		break;
	case TYPE_X2APIC:
		cpu = (struct madt_cpu){acpi_load32(entry + X2APIC_ID),
					acpi_load32(entry + X2APIC_UID)};
		add_cpu(madt, cpu, acpi_load32(entry + X2APIC_FLAGS),
			lower(max_apic_id, X2APIC_ALL - 1));
		break;
	default:
		break;
	}
}

int madt_parse(const struct acpi_table *table, uint32_t max_apic_id, struct madt *madt,
	       const char **why)
{
	uint32_t at = MADT_ENTRIES;
	const uint8_t *entry;
	int len;

	__builtin_memset(madt, 0, sizeof(*madt));
	if (table->len < MADT_ENTRIES) {
		*why = "the MADT ends before its first entry";
		return -EINVAL;
	}
	madt->lapic = acpi_load32(table->data + MADT_LAPIC);
	madt->good_len = at;
	while ((len = acpi_next_entry(table, &at, &entry)) > 0) {
		if (len < needed_len(entry[0])) {
			*why = "an entry of the MADT is shorter than its type";
			return -EINVAL;
		}
		add_entry(madt, entry, max_apic_id);
		madt->good_len = at;
	}
	if (len < 0)
		*why = "an entry of the MADT has no length or leads out of it";
	return len;
}
