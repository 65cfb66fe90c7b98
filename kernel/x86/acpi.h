// SPDX-License-Identifier: MIT
/*
 * The machine's ACPI tables, readable for the whole run: windows of their own, never RAM that
 * somebody else may get.
 */
#pragma once

#include "boot/boot_info.h"
#include "kernel/x86/acpi_logic.h"

/* Take the RSDP from the loader's word, a copy or an address. */
void acpi_init(const struct boot_info *info);

/* Find a table by its signature. 0, or -ENOENT: none that is sound; the log says why. */
int acpi_table(const char *signature, struct acpi_table *table);

/*
 * The same for one that many machines lack, or have several of: the nth, from 0 on. Nothing is said
 * in the log.
 */
int acpi_look(const char *signature, unsigned nth, struct acpi_table *table);

/* The table at phys. 0, -ENOENT: it has another signature; -EINVAL: it is not sound. */
int acpi_at(phys_addr_t phys, const char *signature, struct acpi_table *table);
