// SPDX-License-Identifier: MIT
/* Which CPUs have a counter of page walks, by what their CPUID says. */
#include "kernel/x86/cpuid_logic.h"
#include "tests/harness/test.h"

struct fake {
	const char *vendor; /* 12 characters, in the order of EBX, EDX, ECX */
	uint32_t signature; /* leaf 1, EAX */
	uint32_t perfmon;   /* leaf 0xa, EAX */
	uint32_t amd;	    /* leaf 0x80000001, ECX */
	uint32_t most;	    /* leaf 0, EAX */
};

static struct cpuid_answer ask(void *ctx, uint32_t leaf, uint32_t subleaf)
{
	const struct fake *cpu = ctx;
	struct cpuid_answer r = {0, 0, 0, 0};

	(void)subleaf;
	switch (leaf) {
	case 0:
		r.eax = cpu->most;
		__builtin_memcpy(&r.ebx, cpu->vendor, 4);
		__builtin_memcpy(&r.edx, cpu->vendor + 4, 4);
		__builtin_memcpy(&r.ecx, cpu->vendor + 8, 4);
		break;
	case 1:
		r.eax = cpu->signature;
		break;
	case 0xa:
		r.eax = cpu->perfmon;
		break;
	case 0x80000000u:
		r.eax = 0x80000008u;
		break;
	case 0x80000001u:
		r.ecx = cpu->amd;
		break;
	default:
		break;
	}
	return r;
}

static bool found(struct fake cpu, struct pmu_counter *counter)
{
	const struct cpuid_source source = {ask, &cpu};

	return cpuid_pmu(&source, counter);
}

TEST(intel_by_model)
{
	static const struct {
		uint32_t signature;
		uint64_t walks; /* event and mask; 0: none */
	} cpus[] = {
		{0x206a7, 0x0108}, /* Sandy Bridge */
		{0x506e3, 0x0108}, /* Skylake */
		{0x706e5, 0x0e08}, /* Ice Lake */
		{0x806f8, 0x0e12}, /* Sapphire Rapids */
		{0x90672, 0},	   /* Alder Lake: its cores differ */
		{0x00f43, 0},	   /* Pentium 4 */
	};
	struct pmu_counter c;

	for (unsigned i = 0; i < ARRAY_SIZE(cpus); i++) {
		struct fake cpu = {"GenuineIntel", cpus[i].signature, 0x07300404, 0, 0x16};

		CHECK_EQ(found(cpu, &c), cpus[i].walks != 0);
		if (!cpus[i].walks)
			continue;
		CHECK_EQ(c.walks, cpus[i].walks | 0x430000);
		CHECK_EQ(c.instructions, 0x4300c0);
		CHECK_EQ(c.select_msr, 0x186);
		CHECK_EQ(c.value_msr, 0xc1);
		CHECK_EQ(c.global_msr, 0x38f);
	}
}

TEST(intel_without_architectural_counters_has_none)
{
	struct pmu_counter c;

	CHECK(!found((struct fake){"GenuineIntel", 0x506e3, 0, 0, 0x16}, &c));
	CHECK(!found((struct fake){"GenuineIntel", 0x506e3, 0x07300401, 0, 0x16}, &c));
	CHECK(!found((struct fake){"GenuineIntel", 0x506e3, 0x07300002, 0, 0x16}, &c));
	CHECK(!found((struct fake){"GenuineIntel", 0x506e3, 0x07300404, 0, 5}, &c));
}

TEST(amd_since_zen)
{
	struct pmu_counter c;

	CHECK(found((struct fake){"AuthenticAMD", 0x800f12, 0, 1 << 23, 0xd}, &c));
	CHECK_EQ(c.walks, 0x43f045);
	CHECK_EQ(c.select_msr, 0xc0010200u);
	CHECK_EQ(c.global_msr, 0);
	CHECK(!found((struct fake){"AuthenticAMD", 0x800f12, 0, 0, 0xd}, &c));
	CHECK(!found((struct fake){"AuthenticAMD", 0x600f12, 0, 1 << 23, 0xd}, &c));
	CHECK(!found((struct fake){"CentaurHauls", 0x506e3, 0x07300404, 1 << 23, 0x16}, &c));
}
