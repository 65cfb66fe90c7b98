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
#include "tests/unit/numa_check.h"

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

static const char *check_madt(const struct acpi_table *table, uint32_t max_apic_id, int err)
{
	static const uint8_t types[] = {0, 9};

	if (madt.good_len > table->len || (err && madt.good_len && madt.good_len == table->len) ||
	    (!err && madt.good_len != table->len))
		return "a wrong length counts as good";
	if (err && (err != -EINVAL || !why))
		return "an error without reason";
	if (madt.nr_cpus > MADT_MAX_CPUS || madt.nr_online_capable > madt.nr_disabled ||
	    madt.nr_cpus + madt.nr_disabled + madt.nr_beyond + madt.nr_duplicate +
			    madt.nr_dropped !=
		    madt.nr_entries)
		return "reasons do not add up";
	if (madt.nr_entries != count_entries(table, 44, madt.good_len, types, 2))
		return "entries are miscounted";
	for (uint32_t i = 0; i < madt.nr_cpus; i++) {
		if (madt.cpu[i].apic_id > max_apic_id || madt.cpu[i].apic_id == 0xffffffff)
			return "an id is out of reach";
		for (uint32_t k = 0; k < i; k++)
			if (madt.cpu[k].apic_id == madt.cpu[i].apic_id)
				return "an id is there twice";
	}
	return NULL;
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
		fault = check_madt(&table, max_apic_id, err);
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

static const char *check_slit(const struct acpi_table *table, int err)
{
	if (err)
		return slit.nr || err != -EINVAL || !why ? "an error without reason" : NULL;
	if (!slit.nr || slit.matrix != table->data + 44 || slit.nr * slit.nr > table->len - 44)
		return "a matrix longer than its table";
	for (uint32_t from = 0; from < slit.nr + 2; from++)
		for (uint32_t to = 0; to < slit.nr + 2; to++)
			if (slit_distance(&slit, from, to) < 10 ||
			    (from == to && slit_distance(&slit, from, to) != 10))
				return "a distance cannot be";
	return NULL;
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

static const char *check_srat(const struct acpi_table *table, int err)
{
	static const uint8_t types[] = {0, 1, 2};

	if (srat.good_len > table->len || (err && srat.good_len && srat.good_len == table->len) ||
	    (!err && srat.good_len != table->len))
		return "a wrong length counts as good";
	if (err && (err != -EINVAL || !why))
		return "an error without reason";
	if (srat.nr_mem > SRAT_MAX_MEM || srat.nr_cpus > SRAT_MAX_CPUS ||
	    srat.nr_conflicts > srat.nr_duplicate ||
	    srat.nr_mem + srat.nr_cpus + srat.nr_disabled + srat.nr_ignored + srat.nr_duplicate +
			    srat.nr_dropped !=
		    srat.nr_entries)
		return "reasons do not add up";
	if (srat.nr_entries != count_entries(table, 48, srat.good_len, types, 3))
		return "entries are miscounted";
	for (uint32_t i = 0; i < srat.nr_mem; i++)
		if (srat.mem[i].start >= srat.mem[i].end)
			return "a range is empty";
	for (uint32_t i = 0; i < srat.nr_cpus; i++) {
		uint32_t pxm;

		/* The first of this id is this one. */
		if (srat_cpu_domain(&srat, srat.cpu[i].apic_id, &pxm) || pxm != srat.cpu[i].pxm)
			return "a CPU is not found";
		for (uint32_t k = 0; k < i; k++)
			if (srat.cpu[k].apic_id == srat.cpu[i].apic_id)
				return "an id is there twice";
	}
	return NULL;
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

static uint8_t distance_of(void *arg, uint32_t from, uint32_t to)
{
	return slit_distance(arg, from, to);
}

static int make_nodes(void)
{
	static struct numa_affinity aff[SRAT_MAX_MEM];
	static uint32_t cpu_domains[SRAT_MAX_CPUS];

	for (uint32_t i = 0; i < srat.nr_mem; i++)
		aff[i] =
			(struct numa_affinity){srat.mem[i].start, srat.mem[i].end, srat.mem[i].pxm};
	for (uint32_t i = 0; i < srat.nr_cpus; i++)
		cpu_domains[i] = srat.cpu[i].pxm;
	return numa_map_build(&numa, &ram, aff, srat.nr_mem, cpu_domains, srat.nr_cpus, distance_of,
			      &slit, &why);
}

static bool domains_overlap(void)
{
	for (uint32_t i = 0; i < srat.nr_mem; i++)
		for (uint32_t k = 0; k < i; k++)
			if (srat.mem[i].pxm != srat.mem[k].pxm &&
			    srat.mem[i].start < srat.mem[k].end &&
			    srat.mem[k].start < srat.mem[i].end)
				return true;
	return false;
}

/* The node that a page must have: of the lowest range with a byte of it, else the first. */
static int node_expected(uint64_t phys)
{
	const struct srat_mem *lowest = NULL;
	int nid = 0;

	for (uint32_t i = 0; i < srat.nr_mem; i++) {
		const struct srat_mem *mem = &srat.mem[i];

		if (mem->start < phys + PAGE_SIZE && mem->end > phys &&
		    (!lowest || mem->start < lowest->start))
			lowest = mem;
	}
	while (lowest && nid < numa.nr_nodes && numa.domain[nid] != lowest->pxm)
		nid++;
	return nid;
}

static const char *check_nodes(int err)
{
	const char *fault = numa_check(&numa, &ram);

	if (fault)
		return fault;
	if ((err == -EINVAL) != domains_overlap())
		return "overlaps are not seen, or seen where there are none";
	if (err && numa.nr_nodes != 1)
		return "an error and nodes";
	for (uint32_t i = 0; i < ram.nr_ram && !err; i++) {
		uint64_t nr_pages = (ram.ram[i].end - ram.ram[i].start) / PAGE_SIZE;
		uint64_t phys = ram.ram[i].start + pick((uint32_t)nr_pages) * PAGE_SIZE;

		if (numa_nid_of(&numa, phys) != node_expected(phys))
			return "a page has another node than its range";
	}
	for (int from = 0; from < numa.nr_nodes && !err; from++)
		for (int to = 0; to < numa.nr_nodes; to++)
			if (numa.distance[from][to] !=
			    slit_distance(&slit, numa.domain[from], numa.domain[to]))
				return "a distance is another domain's";
	return NULL;
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
		fault = check_srat(&table, err);
		if (!fault) {
			make_slit();
			if (!damage("SLIT", BUILD_MAX_LEN, &table))
				return;
			err = slit_parse(&table, &slit, &why);
			nr_slits += !err;
			fault = check_slit(&table, err);
		}
		if (!fault) {
			make_ram();
			err = make_nodes();
			nr_maps += !err && numa.nr_nodes > 1;
			nr_overlaps += err == -EINVAL;
			fault = check_nodes(err);
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
