// SPDX-License-Identifier: MIT
#include "kernel/printk.h"
#include "kernel/string.h"
#include "kernel/x86/acpi.h"
#include "kernel/x86/paging.h"

/* Windows on table pages made so far: tables share pages, and each is asked for more than once. */
#define MAX_WINDOWS 64

struct window {
	phys_addr_t start;
	phys_addr_t end;
	const uint8_t *data;
};

static struct window windows[MAX_WINDOWS];
static unsigned nr_windows;
static uint8_t rsdp[36];
static size_t rsdp_len;

static const void *map(void *ctx, phys_addr_t phys, size_t len)
{
	phys_addr_t start = ALIGN_DOWN(phys, PAGE_SIZE);
	phys_addr_t end = ALIGN_UP(phys + len, PAGE_SIZE);
	const uint8_t *data;

	(void)ctx;
	if (end <= start)
		return NULL;
	for (unsigned i = 0; i < nr_windows; i++) {
		if (start >= windows[i].start && end <= windows[i].end)
			return windows[i].data + (phys - windows[i].start);
	}
	data = paging_map_device(start, end - start, CACHE_WB_READONLY);
	if (!data)
		return NULL;
	if (nr_windows < MAX_WINDOWS)
		windows[nr_windows++] = (struct window){start, end, data};
	return data + (phys - start);
}

static const struct acpi_reader reader = {map, NULL};

void acpi_init(const struct boot_info *info)
{
	const void *found = info->rsdp;

	rsdp_len = info->rsdp_len;
	if (!rsdp_len && info->rsdp_phys) {
		found = map(NULL, info->rsdp_phys, sizeof(rsdp));
		rsdp_len = found ? sizeof(rsdp) : 0;
	}
	memcpy(rsdp, found, rsdp_len);
}

int acpi_look(const char *signature, unsigned nth, struct acpi_table *table)
{
	const char *why;

	return acpi_find(&reader, rsdp, rsdp_len, signature, nth, table, &why);
}

int acpi_at(phys_addr_t phys, const char *signature, struct acpi_table *table)
{
	return acpi_map_table(&reader, phys, signature, table);
}

int acpi_table(const char *signature, struct acpi_table *table)
{
	const char *why;
	int err = acpi_find(&reader, rsdp, rsdp_len, signature, 0, table, &why);

	if (err)
		printk("acpi: %s: %s", signature, why);
	return err;
}
