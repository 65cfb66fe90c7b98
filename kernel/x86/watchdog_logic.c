// SPDX-License-Identifier: MIT
#include "kernel/x86/watchdog_logic.h"

/* MADT: what comes before the entries, and the entry of an I/O APIC. */
enum {
	MADT_HEAD_LEN = 44,
	ENTRY_IOAPIC = 1,
	IOAPIC_LEN = 12,
	IOAPIC_ADDRESS = 4,
	IOAPIC_FIRST = 8,
	MOST_INPUTS = 240, /* that one can have */
};

enum { ISA_INPUTS = 16, PIT_INPUT = 2 };

#define FS_PER_SECOND 1000000000000000ull

bool ioapic_find(const struct acpi_table *madt, uint32_t gsi, struct ioapic *ioapic)
{
	uint32_t at = MADT_HEAD_LEN;
	const uint8_t *entry;
	bool found = false;
	int len;

	while ((len = acpi_next_entry(madt, &at, &entry)) > 0) {
		uint32_t first;

		if (entry[0] != ENTRY_IOAPIC || len < IOAPIC_LEN)
			continue;
		first = acpi_load32(entry + IOAPIC_FIRST);
		if (first > gsi || gsi - first >= MOST_INPUTS ||
		    !acpi_load32(entry + IOAPIC_ADDRESS) || (found && first < ioapic->first))
			continue;
		*ioapic = (struct ioapic){acpi_load32(entry + IOAPIC_ADDRESS), first};
		found = true;
	}
	return found;
}

unsigned hpet_input(uint32_t routes)
{
	for (unsigned i = ISA_INPUTS; i < 32; i++)
		if (routes >> i & 1)
			return i;
	for (unsigned i = ISA_INPUTS; i-- > 0;)
		if ((routes >> i & 1) && i != PIT_INPUT)
			return i;
	return routes >> PIT_INPUT & 1 ? PIT_INPUT : HPET_NO_INPUT;
}

uint64_t hpet_ticks(uint64_t seconds, uint32_t period_fs, bool is_64bit)
{
	uint64_t most = is_64bit ? UINT64_MAX / 4 : UINT32_MAX / 4;
	uint64_t second = FS_PER_SECOND / period_fs;

	return seconds > most / second ? most : seconds * second;
}
