// SPDX-License-Identifier: MIT
/*
 * Decodes CPUID: Intel SDM 2A and AMD APM 3, appendix E. Leaves beyond the maximum of their range
 * hold another leaf's content and are not asked.
 */
#include "kernel/x86/cpuid_logic.h"

#define LEAF_EXTENDED	0x80000000u
#define LEAF_HYPERVISOR 0x40000000u
#define MAX_SUBLEAVES	32 /* of lists that end by themselves */

struct text {
	char *buf;
	size_t size;
	size_t len;
};

static void add_char(struct text *text, char c)
{
	if (text->len + 1 < text->size)
		text->buf[text->len++] = c;
	text->buf[text->len] = '\0';
}

static void add(struct text *text, const char *s)
{
	while (*s)
		add_char(text, *s++);
}

static void add_number(struct text *text, uint64_t number)
{
	if (number >= 10)
		add_number(text, number / 10);
	add_char(text, (char)('0' + number % 10));
}

/* Begin an item of a list. */
static void add_separator(struct text *text)
{
	if (text->len)
		add(text, ", ");
}

static struct text begin_text(char *buf, size_t size)
{
	buf[0] = '\0';
	return (struct text){buf, size, 0};
}

/* A leaf, or zeroes if it is beyond the maximum of its range. */
static struct cpuid_answer ask(const struct cpuid_source *source, uint32_t leaf, uint32_t subleaf)
{
	uint32_t max = source->ask(source->ctx, leaf & 0xffff0000u, 0).eax;

	if (leaf > max)
		return (struct cpuid_answer){0};
	return source->ask(source->ctx, leaf, subleaf);
}

/* Characters out of registers, without those that would spoil a line. */
static char *add_register(char *to, uint32_t reg)
{
	for (int i = 0; i < 4; i++, reg >>= 8) {
		char c = (char)(reg & 0x7f);

		if (c)
			*to++ = c >= ' ' && c < 0x7f ? c : '?';
	}
	*to = '\0';
	return to;
}

static void read_brand(const struct cpuid_source *source, char *brand)
{
	char *to = brand;
	char *from = brand;

	if (source->ask(source->ctx, LEAF_EXTENDED, 0).eax < LEAF_EXTENDED + 4)
		return;
	for (uint32_t leaf = LEAF_EXTENDED + 2; leaf <= LEAF_EXTENDED + 4; leaf++) {
		struct cpuid_answer r = source->ask(source->ctx, leaf, 0);

		to = add_register(to, r.eax);
		to = add_register(to, r.ebx);
		to = add_register(to, r.ecx);
		to = add_register(to, r.edx);
	}
	/* Intel pads on the left, AMD on the right. */
	while (*from == ' ')
		from++;
	for (to = brand; (*to = *from); to++)
		from++;
	while (to > brand && to[-1] == ' ')
		*--to = '\0';
}

void cpuid_identity(const struct cpuid_source *source, struct cpu_identity *identity)
{
	struct cpuid_answer r = source->ask(source->ctx, 0, 0);
	char vendor[13];

	__builtin_memset(identity, 0, sizeof(*identity));
	add_register(add_register(add_register(vendor, r.ebx), r.edx), r.ecx);
	identity->vendor = CPU_OTHER;
	if (!__builtin_memcmp(vendor, "GenuineIntel", 12))
		identity->vendor = CPU_INTEL;
	else if (!__builtin_memcmp(vendor, "AuthenticAMD", 12) ||
		 !__builtin_memcmp(vendor, "HygonGenuine", 12))
		identity->vendor = CPU_AMD;
	read_brand(source, identity->brand);
	if (!identity->brand[0])
		__builtin_memcpy(identity->brand, vendor, sizeof(vendor));

	r = ask(source, 1, 0);
	identity->family = r.eax >> 8 & 0xf;
	identity->model = r.eax >> 4 & 0xf;
	identity->stepping = r.eax & 0xf;
	if (identity->family == 6 || identity->family == 15)
		identity->model += (r.eax >> 16 & 0xf) << 4;
	if (identity->family == 15)
		identity->family += r.eax >> 20 & 0xff;
	if (r.ecx & 1u << 31) {
		r = source->ask(source->ctx, LEAF_HYPERVISOR, 0);
		add_register(add_register(add_register(identity->hypervisor, r.ebx), r.ecx), r.edx);
	}
}

/* ---- Caches --------------------------------------------------------------------------------- */

/* "L2 1024K 16-way"; ways 0: not told. */
static void add_cache(struct text *text, unsigned level, char kind, uint64_t kib, unsigned ways)
{
	add_separator(text);
	add_char(text, 'L');
	add_number(text, level);
	if (kind)
		add_char(text, kind);
	add_char(text, ' ');
	add_number(text, kib);
	add_char(text, 'K');
	if (ways) {
		add_char(text, ' ');
		add_number(text, ways);
		add(text, "-way");
	}
}

/* Leaf 4 of Intel and 0x8000001d of AMD have one form. Returns the line's length, 0: nothing there.
 */
static unsigned add_cache_leaves(const struct cpuid_source *source, uint32_t leaf,
				 struct text *text)
{
	static const char kinds[] = {0, 'd', 'i', 0};
	unsigned line = 0;

	for (uint32_t i = 0; i < MAX_SUBLEAVES; i++) {
		struct cpuid_answer r = ask(source, leaf, i);
		unsigned kind = r.eax & 0x1f;
		unsigned ways = (r.ebx >> 22) + 1;
		uint64_t bytes;

		if (kind < 1 || kind > 3)
			break;
		line = (r.ebx & 0xfff) + 1;
		bytes = (uint64_t)ways * ((r.ebx >> 12 & 0x3ff) + 1) * line * ((uint64_t)r.ecx + 1);
		add_cache(text, r.eax >> 5 & 7, kinds[kind], bytes >> 10, ways);
	}
	return line;
}

/* AMD's older leaves. */
static unsigned add_amd_caches(const struct cpuid_source *source, struct text *text)
{
	static const uint8_t ways[] = {0, 1, 2, 3, 4, 6, 8, 0, 16, 0, 32, 48, 64, 96, 128, 0};
	struct cpuid_answer r = ask(source, LEAF_EXTENDED + 5, 0);
	unsigned line = r.ecx & 0xff;

	if (r.ecx >> 24)
		add_cache(text, 1, 'd', r.ecx >> 24, r.ecx >> 16 & 0xff);
	if (r.edx >> 24)
		add_cache(text, 1, 'i', r.edx >> 24, r.edx >> 16 & 0xff);
	r = ask(source, LEAF_EXTENDED + 6, 0);
	if (r.ecx >> 16)
		add_cache(text, 2, 0, r.ecx >> 16, ways[r.ecx >> 12 & 0xf]);
	if (r.edx >> 18)
		add_cache(text, 3, 0, (uint64_t)(r.edx >> 18) * 512, ways[r.edx >> 12 & 0xf]);
	return line;
}

void cpuid_caches(const struct cpuid_source *source, char *buf, size_t len)
{
	struct text text = begin_text(buf, len);
	unsigned line = add_cache_leaves(source, 4, &text);

	if (!line)
		line = add_cache_leaves(source, 0x8000001d, &text);
	if (!line)
		line = add_amd_caches(source, &text);
	if (!text.len) {
		add(&text, "unknown");
		return;
	}
	add(&text, ", line ");
	add_number(&text, line);
}

/* ---- TLBs ----------------------------------------------------------------------------------- */

/* Sizes of pages in a TLB, as in leaf 0x18. */
enum { PAGES_4K = 1, PAGES_2M = 2, PAGES_4M = 4, PAGES_1G = 8 };

/* "L1d 4K/2M 64 4-way"; ways 0: not told or full. */
static void add_tlb(struct text *text, unsigned level, char kind, unsigned pages, unsigned entries,
		    unsigned ways)
{
	static const char *const names[] = {"4K", "2M", "4M", "1G"};
	char before = ' ';

	if (!entries)
		return;
	add_separator(text);
	add_char(text, 'L');
	add_number(text, level);
	if (kind)
		add_char(text, kind);
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		if (!(pages & 1u << i))
			continue;
		add_char(text, before);
		add(text, names[i]);
		before = '/';
	}
	add_char(text, ' ');
	add_number(text, entries);
	if (ways) {
		add_char(text, ' ');
		add_number(text, ways);
		add(text, "-way");
	}
}

/* Intel since 2019: leaf 0x18, one subleaf a TLB. */
static void add_tlb_leaves(const struct cpuid_source *source, struct text *text)
{
	static const char kinds[] = {0, 'd', 'i', 0, 'l', 's'}; /* unified; loads, stores only */
	uint32_t max = ask(source, 0x18, 0).eax;

	for (uint32_t i = 0; i <= max && i < MAX_SUBLEAVES; i++) {
		struct cpuid_answer r = ask(source, 0x18, i);
		unsigned kind = r.edx & 0x1f;
		unsigned ways = r.ebx >> 16;

		if (kind < 1 || kind >= ARRAY_SIZE(kinds))
			continue;
		add_tlb(text, r.edx >> 5 & 7, kinds[kind], r.ebx & 0xf, ways * r.ecx,
			r.edx & 1 << 8 ? 0 : ways);
	}
}

/* Intel before: leaf 2, a byte a TLB (SDM 2A, table 3-12). */
static void add_tlb_bytes(const struct cpuid_source *source, struct text *text)
{
	static const struct {
		uint8_t byte, level;
		char kind;
		uint8_t pages;
		uint16_t entries;
		uint8_t ways;
	} known[] = {
		{0x01, 1, 'i', PAGES_4K, 32, 4},
		{0x02, 1, 'i', PAGES_4M, 2, 0},
		{0x03, 1, 'd', PAGES_4K, 64, 4},
		{0x04, 1, 'd', PAGES_4M, 8, 4},
		{0x05, 1, 'd', PAGES_4M, 32, 4},
		{0x0b, 1, 'i', PAGES_4M, 4, 4},
		{0x4f, 1, 'i', PAGES_4K, 32, 0},
		{0x50, 1, 'i', PAGES_4K | PAGES_2M | PAGES_4M, 64, 0},
		{0x51, 1, 'i', PAGES_4K | PAGES_2M | PAGES_4M, 128, 0},
		{0x52, 1, 'i', PAGES_4K | PAGES_2M | PAGES_4M, 256, 0},
		{0x55, 1, 'i', PAGES_2M | PAGES_4M, 7, 0},
		{0x56, 1, 'd', PAGES_4M, 16, 4},
		{0x57, 1, 'd', PAGES_4K, 16, 4},
		{0x59, 1, 'd', PAGES_4K, 16, 0},
		{0x5a, 1, 'd', PAGES_2M | PAGES_4M, 32, 4},
		{0x5b, 1, 'd', PAGES_4K | PAGES_4M, 64, 0},
		{0x5c, 1, 'd', PAGES_4K | PAGES_4M, 128, 0},
		{0x5d, 1, 'd', PAGES_4K | PAGES_4M, 256, 0},
		{0x61, 1, 'i', PAGES_4K, 48, 0},
		{0x63, 1, 'd', PAGES_2M | PAGES_4M, 32, 4},
		{0x63, 1, 'd', PAGES_1G, 4, 4},
		{0x64, 1, 'd', PAGES_4K, 512, 4},
		{0x6a, 1, 'd', PAGES_4K, 64, 8},
		{0x6b, 1, 'd', PAGES_4K, 256, 8},
		{0x6c, 1, 'd', PAGES_2M | PAGES_4M, 128, 8},
		{0x6d, 1, 'd', PAGES_1G, 16, 0},
		{0x76, 1, 'i', PAGES_2M | PAGES_4M, 8, 0},
		{0xa0, 1, 'd', PAGES_4K, 32, 0},
		{0xb0, 1, 'i', PAGES_4K, 128, 4},
		{0xb1, 1, 'i', PAGES_2M, 8, 4},
		{0xb2, 1, 'i', PAGES_4K, 64, 4},
		{0xb3, 1, 'd', PAGES_4K, 128, 4},
		{0xb4, 2, 'd', PAGES_4K, 256, 4},
		{0xb5, 1, 'i', PAGES_4K, 64, 8},
		{0xb6, 1, 'i', PAGES_4K, 128, 8},
		{0xba, 2, 'd', PAGES_4K, 64, 4},
		{0xc0, 1, 'd', PAGES_4K | PAGES_4M, 8, 4},
		{0xc1, 2, 0, PAGES_4K | PAGES_2M, 1024, 8},
		{0xc2, 1, 'd', PAGES_4K | PAGES_2M, 16, 4},
		{0xc3, 2, 0, PAGES_4K | PAGES_2M, 1536, 6},
		{0xc3, 2, 0, PAGES_1G, 16, 4},
		{0xc4, 1, 'd', PAGES_2M | PAGES_4M, 32, 4},
		{0xca, 2, 0, PAGES_4K, 512, 4},
	};
	struct cpuid_answer r = ask(source, 2, 0);
	uint32_t regs[] = {r.eax & ~0xffu, r.ebx, r.ecx,
			   r.edx}; /* al: how often to ask, always 1 */

	for (unsigned i = 0; i < 16; i++) {
		uint32_t reg = regs[i / 4];
		uint8_t byte = reg >> i % 4 * 8;

		if (reg & 1u << 31) /* no descriptors in this register */
			continue;
		for (unsigned k = 0; k < ARRAY_SIZE(known); k++) {
			if (known[k].byte == byte)
				add_tlb(text, known[k].level, known[k].kind, known[k].pages,
					known[k].entries, known[k].ways);
		}
	}
}

static void add_amd_tlbs(const struct cpuid_source *source, struct text *text)
{
	struct cpuid_answer l1 = ask(source, LEAF_EXTENDED + 5, 0);
	struct cpuid_answer l2 = ask(source, LEAF_EXTENDED + 6, 0);
	struct cpuid_answer gb = ask(source, LEAF_EXTENDED + 0x19, 0);

	add_tlb(text, 1, 'd', PAGES_4K, l1.ebx >> 16 & 0xff, 0);
	add_tlb(text, 1, 'd', PAGES_2M, l1.eax >> 16 & 0xff, 0);
	add_tlb(text, 1, 'd', PAGES_1G, gb.eax >> 16 & 0xfff, 0);
	add_tlb(text, 1, 'i', PAGES_4K, l1.ebx & 0xff, 0);
	add_tlb(text, 1, 'i', PAGES_2M, l1.eax & 0xff, 0);
	add_tlb(text, 1, 'i', PAGES_1G, gb.eax & 0xfff, 0);
	add_tlb(text, 2, 'd', PAGES_4K, l2.ebx >> 16 & 0xfff, 0);
	add_tlb(text, 2, 'd', PAGES_2M, l2.eax >> 16 & 0xfff, 0);
	add_tlb(text, 2, 'd', PAGES_1G, gb.ebx >> 16 & 0xfff, 0);
	add_tlb(text, 2, 'i', PAGES_4K, l2.ebx & 0xfff, 0);
	add_tlb(text, 2, 'i', PAGES_2M, l2.eax & 0xfff, 0);
	add_tlb(text, 2, 'i', PAGES_1G, gb.ebx & 0xfff, 0);
}

void cpuid_tlbs(const struct cpuid_source *source, char *buf, size_t len)
{
	struct text text = begin_text(buf, len);
	struct cpu_identity identity;

	cpuid_identity(source, &identity);
	if (identity.vendor == CPU_INTEL) {
		add_tlb_leaves(source, &text);
		if (!text.len)
			add_tlb_bytes(source, &text);
	} else {
		add_amd_tlbs(source, &text);
	}
	if (!text.len)
		add(&text, "unknown");
}

/* ---- Features ------------------------------------------------------------------------------- */

void cpuid_features(const struct cpuid_source *source, char *buf, size_t len)
{
	enum { EAX, EBX, ECX, EDX };
	static const struct {
		uint32_t leaf;
		uint8_t reg, bit;
		const char *name;
	} known[] = {
		{0x80000001, EDX, 26, "1gb-pages"},
		{0x80000001, EDX, 20, "nx"},
		{1, EDX, 13, "pge"},
		{1, EDX, 16, "pat"},
		{1, ECX, 17, "pcid"},
		{7, EBX, 10, "invpcid"},
		{7, ECX, 16, "la57"},
		{7, EBX, 9, "erms"},
		{7, EDX, 4, "fsrm"},
		{0x80000008, EBX, 0, "clzero"},
		{1, ECX, 23, "popcnt"},
		{7, EBX, 8, "bmi2"},
		{7, EBX, 5, "avx2"},
		{7, EBX, 16, "avx512f"},
		{0x80000001, EDX, 27, "rdtscp"},
		{0x80000007, EDX, 8, "invariant-tsc"},
		{1, ECX, 21, "x2apic"},
		{1, ECX, 24, "tsc-deadline"},
	};
	struct text text = begin_text(buf, len);

	for (unsigned i = 0; i < ARRAY_SIZE(known); i++) {
		struct cpuid_answer r = ask(source, known[i].leaf, 0);
		uint32_t regs[] = {r.eax, r.ebx, r.ecx, r.edx};

		if (!(regs[known[i].reg] >> known[i].bit & 1))
			continue;
		if (text.len)
			add_char(&text, ' ');
		add(&text, known[i].name);
	}
}

/* ---- This core ------------------------------------------------------------------------------ */

/* Intel SDM 2A, CPUID: leaf 7 EDX bit 15, leaf 0x1a EAX bits 31..24. */
enum cpu_core cpuid_core(const struct cpuid_source *source)
{
	if (!(ask(source, 7, 0).edx & 1u << 15))
		return CORE_PLAIN;
	switch (ask(source, 0x1a, 0).eax >> 24) {
	case 0x20:
		return CORE_ATOM;
	case 0x40:
		return CORE_CORE;
	default:
		return CORE_UNKNOWN;
	}
}

/* The leaves of the topology are there if they name a width in EBX (SDM 2A, CPUID). */
uint32_t cpuid_apic_id(const struct cpuid_source *source)
{
	static const uint32_t leaves[] = {0x1f, 0xb};

	for (unsigned i = 0; i < ARRAY_SIZE(leaves); i++) {
		struct cpuid_answer r = ask(source, leaves[i], 0);

		if (r.ebx & 0xffff)
			return r.edx;
	}
	return ask(source, 1, 0).ebx >> 24;
}

/* --- A counter of page walks ------------------------------------------------------------------ */

/* Event select registers of both vendors (SDM 3B, 20.2.1; APM 2, 13.2.1). */
#define SELECT(event, umask) ((event) | (umask) << 8 | 3ul << 16 | 1ul << 22)
#define INSTRUCTIONS	     SELECT(0xc0, 0)

enum {
	INTEL_SELECT = 0x186,
	INTEL_VALUE = 0xc1,
	INTEL_GLOBAL = 0x38f,
	AMD_SELECT = 0xc0010200u,
	AMD_VALUE = 0xc0010201u,
	LEAF_PERFMON = 0xa,
	LEAF_AMD_FEATURES = 0x80000001u,
	AMD_CORE_COUNTERS = 1 << 23,
};

/* Models of family 6 by the event that they have (Intel's perfmon event files). */
struct intel_models {
	uint64_t walks;
	const char *event;
	uint8_t models[20];
};

static const struct intel_models intel[] = {
	/* Sandy Bridge to Skylake and its like */
	{SELECT(0x08, 0x01),
	 "DTLB_LOAD_MISSES.MISS_CAUSES_A_WALK",
	 {0x2a, 0x2d, 0x3a, 0x3e, 0x3c, 0x3f, 0x45, 0x46, 0x3d, 0x47, 0x4f, 0x56, 0x4e, 0x5e, 0x55,
	  0x8e, 0x9e, 0xa5, 0xa6}},
	/* Ice Lake, Tiger Lake, Rocket Lake */
	{SELECT(0x08, 0x0e),
	 "DTLB_LOAD_MISSES.WALK_COMPLETED",
	 {0x7d, 0x7e, 0x6a, 0x6c, 0x8c, 0x8d, 0xa7}},
	/* Sapphire Rapids, Emerald Rapids; hybrids are left out, whose cores differ */
	{SELECT(0x12, 0x0e), "DTLB_LOAD_MISSES.WALK_COMPLETED", {0x8f, 0xcf}},
};

static bool intel_find(const struct cpuid_source *source, unsigned model,
		       struct pmu_counter *counter)
{
	struct cpuid_answer answer;

	if (source->ask(source->ctx, 0, 0).eax < LEAF_PERFMON)
		return false;
	answer = source->ask(source->ctx, LEAF_PERFMON, 0);
	if ((answer.eax & 0xff) < 2 || !(answer.eax >> 8 & 0xff))
		return false;
	for (unsigned i = 0; i < ARRAY_SIZE(intel); i++)
		for (unsigned k = 0; k < ARRAY_SIZE(intel[i].models) && intel[i].models[k]; k++) {
			if (intel[i].models[k] != model)
				continue;
			*counter =
				(struct pmu_counter){intel[i].event, INTEL_SELECT,   INTEL_VALUE,
						     INTEL_GLOBAL,   intel[i].walks, INSTRUCTIONS};
			return true;
		}
	return false;
}

/* Zen and later: misses of the second level, for pages of every size (PPR, PMCx045). */
static bool amd_find(const struct cpuid_source *source, unsigned family,
		     struct pmu_counter *counter)
{
	if (family < 0x17 || source->ask(source->ctx, 0x80000000u, 0).eax < LEAF_AMD_FEATURES ||
	    !(source->ask(source->ctx, LEAF_AMD_FEATURES, 0).ecx & AMD_CORE_COUNTERS))
		return false;
	*counter = (struct pmu_counter){"LsL1DTlbMiss, missing L2", AMD_SELECT,	 AMD_VALUE, 0,
					SELECT(0x45, 0xf0),	    INSTRUCTIONS};
	return true;
}

bool cpuid_pmu(const struct cpuid_source *source, struct pmu_counter *counter)
{
	struct cpu_identity identity;

	cpuid_identity(source, &identity);
	if (identity.vendor == CPU_INTEL && identity.family == 6)
		return intel_find(source, identity.model, counter);
	if (identity.vendor == CPU_AMD)
		return amd_find(source, identity.family, counter);
	return false;
}
