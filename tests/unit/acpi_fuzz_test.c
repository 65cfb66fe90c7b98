// SPDX-License-Identifier: MIT
/*
 * Damaged tables of ACPI. Each round makes a sound one at random, changes bytes of it, cuts it, and
 * in half of the rounds mends its length and checksum. What is read out of it must be sound in
 * itself whatever the table was, and must not come from beyond its end: tables end where their
 * memory ends, which the address sanitizer watches.
 */
#include "kernel/x86/madt_logic.h"
#include "kernel/x86/srat_logic.h"
#include "tests/harness/test.h"
#include "tests/unit/acpi_build.h"
#include "tests/unit/acpi_check.h"

enum { NR_ROUNDS = 20000, XSDT_PHYS = 0x1000, TABLE_PHYS = 0x100000 };

static uint64_t seed;
static const char *why;

static uint32_t pick(uint32_t nr)
{
	return (uint32_t)(test_random(&seed) >> 32) % nr;
}

static void begin(void)
{
	seed = test_seed();
	test_note("seed %llu", (unsigned long long)seed);
}

static void set_sum(uint8_t *data, uint32_t len, uint32_t at)
{
	uint8_t sum = 0;

	data[at] = 0;
	for (uint32_t i = 0; i < len; i++)
		sum += data[i];
	data[at] = -sum;
}

/* ---- One table, behind an RSDP and an XSDT that are sound ------------------------------------ */

static uint8_t rsdp[36], xsdt[44];
static struct acpi_table placed;

static const void *map(void *ctx, phys_addr_t phys, size_t len)
{
	(void)ctx;
	if (phys == XSDT_PHYS && len <= sizeof(xsdt))
		return xsdt;
	return phys == TABLE_PHYS && len <= placed.len ? placed.data : NULL;
}

static void make_roots(void)
{
	__builtin_memcpy(rsdp, "RSD PTR ", 8);
	rsdp[15] = 2;
	build_set64(rsdp + 24, XSDT_PHYS);
	set_sum(rsdp, 20, 8);
	set_sum(rsdp, 36, 32);
	__builtin_memcpy(xsdt, "XSDT", 4);
	build_set32(xsdt + 4, sizeof(xsdt));
	build_set64(xsdt + 36, TABLE_PHYS);
	set_sum(xsdt, sizeof(xsdt), 9);
}

/* Make the last entry of a table that was cut as long as there is room for it. */
static void fit_last_entry(uint32_t at)
{
	while (at + 2 <= build_len() && build_at(at)[1] >= 2) {
		uint32_t left = build_len() - at;

		if (build_at(at)[1] > left)
			build_at(at)[1] = (uint8_t)left;
		at += build_at(at)[1];
	}
}

/*
 * Damage the table begun and finish it. If it was mended it must be found; if it is not found it is
 * taken as it is, for the readers of tables must stand that as well. entries: where they begin.
 * False, with the test failed.
 */
static bool damage(const char *signature, uint32_t entries, struct acpi_table *table)
{
	static const struct acpi_reader reader = {map, NULL};
	bool mend = pick(2);
	bool sound;
	int err;

	for (uint32_t n = pick(5); n--;)
		*build_at(pick(build_len())) = (uint8_t)pick(256);
	if (pick(3) == 0) {
		build_cut(pick(build_len() + 1));
		if (pick(2))
			fit_last_entry(entries);
	}
	sound = mend && build_len() >= 36 && !__builtin_memcmp(build_at(0), signature, 4);
	placed = mend ? build_end() : build_end_raw(build_len());
	make_roots();
	*table = (struct acpi_table){NULL, 0};
	err = acpi_find(&reader, rsdp, sizeof(rsdp), signature, 0, table, &why);
	if ((sound && err) || (!err && (table->data != placed.data || table->len > placed.len)))
		test_fail(__FILE__, __LINE__, "%s of %u bytes: error %d, %u bytes found", signature,
			  placed.len, err, table->len);
	if (err)
		*table = placed;
	return !test_failed();
}

/* ---- MADT ------------------------------------------------------------------------------------ */

static struct madt madt;

static void make_madt(void)
{
	build_madt();
	for (uint32_t n = pick(24); n--;) {
		if (pick(2))
			build_lapic((uint8_t)pick(pick(2) ? 8 : 256), (uint8_t)n, pick(4));
		else
			build_x2apic(pick(pick(2) ? 8 : 600), n, pick(4));
		if (pick(4) == 0) { /* of another type */
			uint8_t len = (uint8_t)(2 + pick(30));
			uint8_t *entry = build_add(len);

			entry[0] = (uint8_t)(10 + pick(200));
			entry[1] = len;
		}
	}
}

TEST(damaged_madts_list_no_cpu_twice)
{
	uint32_t nr_good = 0, nr_bad = 0;

	begin();
	for (uint32_t round = 0; round < NR_ROUNDS; round++) {
		uint32_t max_apic_id = pick(2) ? 254 : 0xffffffff;
		struct acpi_table table;
		const char *fault;
		int err;

		make_madt();
		if (!damage("APIC", 44, &table))
			return;
		why = NULL;
		err = madt_parse(&table, max_apic_id, &madt, &why);
		fault = acpi_check_madt(&table, max_apic_id, &madt, err, why);
		if (fault) {
			test_fail(__FILE__, __LINE__, "round %u: %s", round, fault);
			return;
		}
		nr_good += !err;
		nr_bad += !!err;
	}
	CHECK(nr_good > NR_ROUNDS / 10);
	CHECK(nr_bad > NR_ROUNDS / 10);
}

/* ---- SLIT, SRAT, and the nodes that come out ------------------------------------------------- */

static struct srat srat;
static struct slit slit;
static struct memmap ram;
static struct numa_map numa;

static void make_slit(void)
{
	uint8_t distances[64];
	uint32_t nr = 1 + pick(8);

	for (uint32_t i = 0; i < nr * nr; i++)
		distances[i] = i % (nr + 1) ? (uint8_t)(10 + pick(4) * 5) : 10;
	build_slit(nr, distances, nr * nr);
}

/* Mostly disjoint, at odd addresses, of up to 11 domains. */
static void make_srat(void)
{
	uint64_t at = pick(4) * 0x800;

	build_srat((uint8_t)(1 + pick(3)));
	for (uint32_t n = pick(16); n--;) {
		uint64_t end = at + (1 + pick(40)) * (pick(4) ? 0x1000 : 0x700);
		uint32_t pxm = pick(4) ? pick(10) : 0x12345678;

		build_srat_mem(at, end, pxm, (pick(8) ? BUILD_ENABLED : 0) | pick(4) << 1);
		at = end + (pick(3) ? 0 : pick(8) * 0x400);
		if (pick(200) == 0)
			at -= 0x1000; /* overlaps */
		if (pick(2))
			build_srat_cpu((uint8_t)pick(32), pick(10), pick(4) ? BUILD_ENABLED : 0);
		if (pick(2))
			build_srat_x2apic(pick(32), pick(10), BUILD_ENABLED);
	}
}

static void make_ram(void)
{
	struct mem_range in[6];
	uint64_t at = pick(3) * 0x1000;
	uint32_t nr = 1 + pick(ARRAY_SIZE(in));

	for (uint32_t i = 0; i < nr; i++) {
		in[i] = (struct mem_range){at, at + (1 + pick(100)) * 0x1000, MEM_RAM};
		at = in[i].end + pick(3) * 0x3000;
	}
	memmap_build(&ram, in, nr);
}

TEST(damaged_srats_and_slits_make_sound_nodes)
{
	uint32_t nr_slits = 0, nr_srats = 0, nr_maps = 0, nr_overlaps = 0;

	begin();
	for (uint32_t round = 0; round < NR_ROUNDS; round++) {
		struct acpi_table table;
		const char *fault;
		int err;

		why = NULL;
		make_srat();
		if (!damage("SRAT", 48, &table))
			return;
		err = srat_parse(&table, &srat, &why);
		nr_srats += !err;
		fault = acpi_check_srat(&table, &srat, err, why);
		if (!fault) {
			make_slit();
			if (!damage("SLIT", BUILD_MAX_LEN, &table))
				return;
			err = slit_parse(&table, &slit, &why);
			nr_slits += !err;
			fault = acpi_check_slit(&table, &slit, err, why);
		}
		if (!fault) {
			make_ram();
			err = acpi_nodes_build(&srat, &slit, &ram, &numa, &why);
			nr_maps += !err && numa.nr_nodes > 1;
			nr_overlaps += err == -EINVAL;
			fault = acpi_check_nodes(&numa, &ram, &srat, &slit, pick(1 << 20), err);
		}
		if (fault) {
			test_fail(__FILE__, __LINE__, "round %u: %s", round, fault);
			return;
		}
	}
	test_note("sound: %u SRATs, %u SLITs; %u maps of nodes, %u overlaps", nr_srats, nr_slits,
		  nr_maps, nr_overlaps);
	CHECK(nr_srats > NR_ROUNDS / 10 && nr_srats < NR_ROUNDS);
	CHECK(nr_slits > NR_ROUNDS / 10 && nr_slits < NR_ROUNDS);
	CHECK(nr_maps > NR_ROUNDS / 10);
	CHECK(nr_overlaps > NR_ROUNDS / 100);
}

/* ---- RSDP, roots, HPET and FADT -------------------------------------------------------------- */

enum { RSDT, XSDT, SSDT, HPET, FADT, NR_TABLES };
enum { MEMORY_PHYS = 0x7fe0000, MEMORY_LEN = 48 + 60 + 40 + 56 + 244 };

static const char *const signatures[] = {"RSDT", "XSDT", "SSDT", "HPET", "FACP"};
static const uint32_t full_len[] = {48, 60, 40, 56, 244};
static uint8_t memory[MEMORY_LEN];
static uint32_t place[NR_TABLES], place_len[NR_TABLES];
static uint32_t nr_windows;

/* Any bytes of memory, and none beyond. */
static const void *map_memory(void *ctx, phys_addr_t phys, size_t len)
{
	(void)ctx;
	nr_windows++;
	if (phys < MEMORY_PHYS || phys - MEMORY_PHYS > MEMORY_LEN ||
	    len > MEMORY_LEN - (phys - MEMORY_PHYS))
		return NULL;
	return memory + (phys - MEMORY_PHYS);
}

/* Full length, or a shorter one, often about the end of a field. */
static uint32_t pick_len(uint32_t kind)
{
	if (pick(3))
		return full_len[kind];
	switch (kind) {
	case FADT:
		return pick(2) ? 36 + pick(209) : pick(2) ? 110 + pick(8) : 206 + pick(16);
	case HPET:
		return 36 + pick(21);
	default:
		return full_len[kind] - pick(5);
	}
}

/* Tables side by side in any order up to the end of memory, so that each is the last at times. */
static void make_places(void)
{
	uint32_t order[NR_TABLES];
	uint32_t at = MEMORY_LEN;

	for (uint32_t i = 0; i < NR_TABLES; i++) {
		uint32_t k = pick(i + 1);

		order[i] = order[k];
		order[k] = i;
	}
	for (uint32_t i = 0; i < NR_TABLES; i++) {
		uint32_t kind = order[i];

		place_len[kind] = pick_len(kind);
		at -= place_len[kind];
		place[kind] = at;
	}
}

static void make_memory(void)
{
	uint8_t table[NR_TABLES][256] = {0};

	make_places();
	for (uint32_t i = SSDT; i <= FADT; i++) {
		build_set32(table[RSDT] + 36 + 4 * (i - SSDT), MEMORY_PHYS + place[i]);
		build_set64(table[XSDT] + 36 + 8 * (i - SSDT), MEMORY_PHYS + place[i]);
	}
	build_set64(table[HPET] + 44, 0xfed00000);
	build_set32(table[FADT] + 76, 0x608);
	table[FADT][91] = 4;
	build_set32(table[FADT] + 112, 1 << 8);
	__builtin_memset(memory, 0, sizeof(memory));
	for (uint32_t i = 0; i < NR_TABLES; i++) {
		__builtin_memcpy(table[i], signatures[i], 4);
		build_set32(table[i] + 4, place_len[i]);
		__builtin_memcpy(memory + place[i], table[i], place_len[i]);
	}

	__builtin_memset(rsdp, 0, sizeof(rsdp));
	__builtin_memcpy(rsdp, "RSD PTR ", 8);
	rsdp[15] = 2;
	build_set32(rsdp + 16, MEMORY_PHYS + place[RSDT]);
	build_set64(rsdp + 24, MEMORY_PHYS + place[XSDT]);
}

static void damage_memory(void)
{
	for (uint32_t n = pick(6); n--;)
		memory[pick(MEMORY_LEN)] = (uint8_t)pick(256);
	if (pick(3) == 0)
		rsdp[pick(sizeof(rsdp))] = (uint8_t)pick(256);
	/* Another length, also of one that goes on into its neighbour or out of memory. */
	for (uint32_t n = pick(2); n--;) {
		uint32_t i = pick(NR_TABLES);

		place_len[i] = pick(MEMORY_LEN - place[i] + 8);
		build_set32(memory + place[i] + 4, place_len[i]);
	}
}

static void mend_memory(void)
{
	set_sum(rsdp, 20, 8);
	set_sum(rsdp, 36, 32);
	for (uint32_t i = 0; i < NR_TABLES; i++)
		if (place_len[i] >= 36 && place_len[i] <= MEMORY_LEN - place[i])
			set_sum(memory + place[i], place_len[i], 9);
}

static const char *check_found(const struct acpi_table *table, const char *signature, int err)
{
	if (err)
		return err != -ENOENT || !why ? "an error without reason" : NULL;
	if (table->data < memory || table->len < 36 ||
	    table->len > (uint32_t)(memory + MEMORY_LEN - table->data))
		return "a table leads out of memory";
	return __builtin_memcmp(table->data, signature, 4) ? "another table is found" : NULL;
}

/* Find the table of a kind by rsdp_len bytes of the RSDP that end where rsdp[] ends. */
static const char *find_damaged(uint32_t kind, uint32_t rsdp_len, struct acpi_table *table)
{
	static const struct acpi_reader reader = {map_memory, NULL};
	static uint8_t cut[36];
	uint8_t *at = cut + sizeof(cut) - rsdp_len;
	const char *fault;
	int err;

	__builtin_memcpy(at, rsdp, rsdp_len);
	nr_windows = 0;
	why = NULL;
	*table = (struct acpi_table){NULL, 0};
	err = acpi_find(&reader, at, rsdp_len, signatures[kind], 0, table, &why);
	fault = check_found(table, signatures[kind], err);
	/* Two a table, and both roots. */
	if (!fault && nr_windows > 4 + 2 * MEMORY_LEN / 4)
		fault = "more tables are asked for than can be listed";
	return fault;
}

TEST(damaged_roots_lead_to_sound_tables)
{
	uint32_t nr_hpets = 0, nr_fadts = 0;

	begin();
	for (uint32_t round = 0; round < NR_ROUNDS; round++) {
		uint32_t rsdp_len = pick(4) ? 36 : pick(37);
		struct acpi_table table;
		bool is_32bit;
		const char *fault;

		make_memory();
		mend_memory();
		damage_memory();
		if (pick(2))
			mend_memory();
		fault = find_damaged(HPET, rsdp_len, &table);
		if (!fault && table.data) {
			acpi_hpet(&table);
			nr_hpets++;
		}
		if (!fault)
			fault = find_damaged(FADT, rsdp_len, &table);
		if (!fault && table.data) {
			acpi_pm_timer(&table, &is_32bit);
			nr_fadts++;
		}
		if (fault) {
			test_fail(__FILE__, __LINE__, "round %u: %s", round, fault);
			return;
		}
	}
	CHECK(nr_hpets > NR_ROUNDS / 10 && nr_hpets < NR_ROUNDS);
	CHECK(nr_fadts > NR_ROUNDS / 10 && nr_fadts < NR_ROUNDS);
}
