// SPDX-License-Identifier: MIT
/*
 * Tables of ACPI, and of SMBIOS. Input: a byte for the kind; then one table as it is, which ends
 * where its memory ends, with the length of its last entry made to fit if FIT is added to the kind;
 * or, as kind 0, an RSDP of 36 bytes and the memory from MEMORY_PHYS on in
 * which its tables are looked for, with checksums mended first.
 */
#include <stdlib.h>
#include <string.h>

#include "drivers/pci_logic.h"
#include "kernel/x86/power_logic.h"
#include "kernel/x86/smbios_logic.h"
#include "kernel/x86/spcr_logic.h"
#include "kernel/x86/watchdog_logic.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/acpi_check.h"

enum { MEMORY_PHYS = 0x10000, RSDP_LEN = 36, HEADER_LEN = 36, FIT = 0x80 };

static const char *why;

/* ---- Readers of one table -------------------------------------------------------------------- */

static void read_madt(const struct acpi_table *table)
{
	static struct madt madt;
	struct ioapic ioapic;

	for (unsigned wide = 0; wide < 2; wide++) {
		uint32_t most = wide ? 0xfffffffe : 0xfe;
		int err;

		why = NULL;
		err = madt_parse(table, most, &madt, &why);
		fuzz_expect(acpi_check_madt(table, most, &madt, err, why));
	}
	for (uint32_t gsi = 0; gsi < 64; gsi += 9)
		if (ioapic_find(table, gsi, &ioapic) && ioapic.first > gsi)
			fuzz_expect("an I/O APIC that begins behind its input");
}

/* RAM in four pieces that the table's own bytes place. */
static void make_ram(const struct acpi_table *table, struct memmap *ram)
{
	struct mem_range in[4];
	uint64_t at = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(in); i++) {
		uint8_t some = table->len > 8 * i ? table->data[table->len - 1 - 8 * i] : 9;

		at += (some & 7) * PAGE_SIZE;
		in[i] = (struct mem_range){at, at + (1 + (some >> 3)) * PAGE_SIZE, MEM_RAM};
		at = in[i].end;
	}
	memmap_build(ram, in, ARRAY_SIZE(in));
}

static struct slit slit;

static void read_slit(const struct acpi_table *table)
{
	int err;

	why = NULL;
	err = slit_parse(table, &slit, &why);
	fuzz_expect(acpi_check_slit(table, &slit, err, why));
}

/* With the distances of the SLIT that was read last. */
static void read_srat(const struct acpi_table *table)
{
	static struct srat srat;
	static struct memmap ram;
	static struct numa_map numa;
	int err;

	why = NULL;
	err = srat_parse(table, &srat, &why);
	fuzz_expect(acpi_check_srat(table, &srat, err, why));
	make_ram(table, &ram);
	err = acpi_nodes_build(&srat, &slit, &ram, &numa, &why);
	fuzz_expect(acpi_check_nodes(&numa, &ram, &srat, &slit, table->len, err));
}

static void read_spcr(const struct acpi_table *table)
{
	struct acpi_spcr spcr;
	int err;

	why = NULL;
	err = acpi_spcr(table, &spcr, &why);
	if (err ? err != -ENODEV || !why : !spcr.addr)
		fuzz_expect("a port without an address, or refused without reason");
	if (!err && (spcr.is_port ? spcr.addr > 0xfff8 : spcr.stride != 1 && spcr.stride != 4))
		fuzz_expect("a port that cannot be");
}

static void read_fadt(const struct acpi_table *table)
{
	static const struct acpi_register none;
	struct acpi_power power;
	bool is_32bit;

	acpi_pm_timer(table, &is_32bit);
	acpi_dsdt(table);
	memset(&power, 0xa5, sizeof(power));
	acpi_power(table, &power);
	if (power.pm1b.addr && !memcmp(&power.pm1a, &none, sizeof(none)) && power.sleep.addr)
		fuzz_expect("PM1b without PM1a beside a sleep register");
}

static void read_hpet(const struct acpi_table *table)
{
	acpi_hpet(table);
}

static void read_aml(const struct acpi_table *table)
{
	struct acpi_s5 s5 = {0xff, 0xff};

	if (acpi_s5_find(table, &s5) && (s5.type_a > 7 || s5.type_b > 7))
		fuzz_expect("a sleep type of more than three bits");
}

static void read_mcfg(const struct acpi_table *table)
{
	struct pci_mcfg mcfg = {0};
	int err;

	why = NULL;
	err = pci_mcfg_parse(table->data, table->len, &mcfg, &why);
	if (err ? err != -EINVAL || !why : !mcfg.nr || mcfg.nr > PCI_MAX_ECAM)
		fuzz_expect("an MCFG of no area, or refused without reason");
	for (unsigned i = 0; i < mcfg.nr; i++)
		if (mcfg.ecam[i].first > mcfg.ecam[i].last || !mcfg.ecam[i].base)
			fuzz_expect("an area that cannot be");
}

static void read_smbios(const struct acpi_table *table)
{
	static struct smbios_info info;
	struct smbios_root root;

	if (!smbios_entry(table->data, table->len, &root) && root.table_len > SMBIOS_MAX_TABLE)
		fuzz_expect("an endless table");
	smbios_scan(table->data, table->len, &root);
	memset(&info, 0xa5, sizeof(info));
	smbios_read(table->data, table->len, &info);
	if (info.nr_dimms > SMBIOS_MAX_DIMMS || !memchr(info.bios, 0, sizeof(info.bios)) ||
	    !memchr(info.system, 0, sizeof(info.system)) ||
	    !memchr(info.board, 0, sizeof(info.board)))
		fuzz_expect("too many modules, or a text without an end");
	for (uint32_t i = 0; i < info.nr_dimms; i++)
		if (!memchr(info.dimms[i].locator, 0, SMBIOS_TEXT) ||
		    !memchr(info.dimms[i].part, 0, SMBIOS_TEXT))
			fuzz_expect("a module's text without an end");
}

static const struct {
	const char *signature; /* NULL: not found by the RSDP */
	uint32_t entries;      /* where entries of a type and a length begin; 0: it has none */
	void (*read)(const struct acpi_table *table);
} kinds[] = {
	{"APIC", 44, read_madt}, {"SLIT", 0, read_slit}, {"SRAT", 48, read_srat},
	{"SPCR", 0, read_spcr},	 {"FACP", 0, read_fadt}, {"HPET", 0, read_hpet},
	{"SSDT", 0, read_aml},	 {"MCFG", 0, read_mcfg}, {NULL, 0, read_smbios},
};

/* So that a cut table ends with an entry that is too short, and not with one that leads out. */
static void fit_last_entry(uint8_t *data, size_t len, uint32_t at)
{
	for (; at + 2 <= len && data[at + 1] >= 2; at += data[at + 1])
		if (data[at + 1] > len - at)
			data[at + 1] = (uint8_t)(len - at);
}

/* ---- Memory with tables in it ---------------------------------------------------------------- */

static uint8_t *memory;
static size_t memory_len;

static const void *map(void *ctx, phys_addr_t phys, size_t len)
{
	(void)ctx;
	if (phys < MEMORY_PHYS || phys - MEMORY_PHYS > memory_len ||
	    len > memory_len - (phys - MEMORY_PHYS))
		return NULL;
	return memory + (phys - MEMORY_PHYS);
}

static void mend(uint8_t *at, size_t len, size_t sum_at)
{
	uint8_t sum = 0;

	at[sum_at] = 0;
	for (size_t i = 0; i < len; i++)
		sum += at[i];
	at[sum_at] = (uint8_t)-sum;
}

/* The table there; NULL: it is not all in memory. */
static uint8_t *mend_table(phys_addr_t phys)
{
	uint8_t *table = (uint8_t *)map(NULL, phys, HEADER_LEN);
	uint32_t len = table ? acpi_load32(table + 4) : 0;

	if (len < HEADER_LEN || !map(NULL, phys, len))
		return NULL;
	mend(table, len, 9);
	return table;
}

static void mend_root(phys_addr_t phys, unsigned entry_len)
{
	uint8_t *root = mend_table(phys);
	uint32_t len = root ? acpi_load32(root + 4) : 0;

	for (uint32_t at = HEADER_LEN; at + entry_len <= len; at += entry_len)
		mend_table(entry_len == 8 ? acpi_load64(root + at) : acpi_load32(root + at));
	mend_table(phys); /* an entry may have been the root itself */
}

static void read_found(const struct acpi_table *table, unsigned kind)
{
	if (table->data < memory || table->len < HEADER_LEN ||
	    table->len > (size_t)(memory + memory_len - table->data))
		fuzz_expect("a table leads out of memory");
	if (memcmp(table->data, kinds[kind].signature, 4))
		fuzz_expect("another table is found");
	kinds[kind].read(table);
}

static void find_all(struct fuzz_bytes bytes)
{
	static const struct acpi_reader reader = {map, NULL};
	struct fuzz_bytes root = fuzz_take(&bytes, RSDP_LEN);
	uint8_t *rsdp = fuzz_copy(root.at, root.left);

	memory_len = bytes.left;
	memory = fuzz_copy(bytes.at, bytes.left);
	if (root.left == RSDP_LEN) {
		mend_root(acpi_load64(rsdp + 24), 8);
		mend_root(acpi_load32(rsdp + 16), 4);
		mend(rsdp, 20, 8);
		mend(rsdp, RSDP_LEN, 32);
	}
	for (unsigned kind = 0; kind < ARRAY_SIZE(kinds) && kinds[kind].signature; kind++)
		for (unsigned nth = 0; nth < 3; nth++) {
			struct acpi_table table = {NULL, 0};

			why = NULL;
			if (acpi_find(&reader, rsdp, root.left, kinds[kind].signature, nth, &table,
				      &why))
				fuzz_expect(why ? NULL : "no table and no reason");
			else
				read_found(&table, kind);
		}
	free(memory);
	free(rsdp);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct fuzz_bytes bytes = {data, len};
	uint8_t how = fuzz_u8(&bytes);
	uint8_t kind = (how & ~FIT) % (ARRAY_SIZE(kinds) + 1);
	struct acpi_table table;
	uint8_t *copy;

	fuzz_host_setup(); /* maps of RAM and nodes log */
	slit = (struct slit){0};
	if (!kind) {
		find_all(bytes);
		return 0;
	}
	copy = fuzz_copy(bytes.at, bytes.left);
	if (how & FIT && kinds[kind - 1].entries)
		fit_last_entry(copy, bytes.left, kinds[kind - 1].entries);
	table = (struct acpi_table){copy, (uint32_t)bytes.left};
	kinds[kind - 1].read(&table);
	free(copy);
	return 0;
}
