// SPDX-License-Identifier: MIT
/*
 * kernel/x86/cpuid_logic.c on the answers of other CPUs.
 */
#include "kernel/x86/cpuid_logic.h"
#include "tests/harness/test.h"

struct answer {
	uint32_t leaf, subleaf;
	struct cpuid_answer regs;
};

struct cpu {
	const struct answer *answers;
	size_t nr;
};

static struct cpuid_answer ask(void *ctx, uint32_t leaf, uint32_t subleaf)
{
	const struct cpu *cpu = ctx;

	for (size_t i = 0; i < cpu->nr; i++) {
		if (cpu->answers[i].leaf == leaf && cpu->answers[i].subleaf == subleaf)
			return cpu->answers[i].regs;
	}
	return (struct cpuid_answer){0};
}

/* An Intel CPU with leaves 4 and 2. */
static const struct answer intel[] = {
	{0, 0, {0x16, 0x756e6547, 0x6c65746e, 0x49656e69}},
	{1, 0, {0x000906ea, 0, 1u << 17 | 1u << 23, 1u << 13}},
	{2, 0, {0x76036301, 0x00f0b5ff, 0, 0x00c30000}},
	{4, 0, {0x1c004121, 0x01c0003f, 0x3f, 0}},
	{4, 1, {0x1c004122, 0x01c0003f, 0x3f, 0}},
	{4, 2, {0x1c004143, 0x00c0003f, 0x3ff, 0}},
	{4, 3, {0x1c03c163, 0x02c0003f, 0x3fff, 6}},
	{7, 0, {0, 1u << 9, 0, 0}},
	{0x80000000, 0, {0x80000008, 0, 0, 0}},
	{0x80000001, 0, {0, 0, 0, 1u << 26 | 1u << 20 | 1u << 27}},
	{0x80000002, 0, {0x20202020, 0x65746e49, 0x6f43206c, 0x69206572}},
	{0x80000003, 0, {0x00000037, 0, 0, 0}},
	{0x80000007, 0, {0, 0, 0, 1u << 8}},
};

TEST(an_intel_cpu_is_described)
{
	struct cpu cpu = {intel, ARRAY_SIZE(intel)};
	struct cpuid_source source = {ask, &cpu};
	struct cpu_identity identity;
	char text[256];

	cpuid_identity(&source, &identity);
	CHECK_STREQ(identity.brand, "Intel Core i7");
	CHECK_EQ(identity.vendor, CPU_INTEL);
	CHECK_EQ(identity.family, 6);
	CHECK_EQ(identity.model, 0x9e);
	CHECK_EQ(identity.stepping, 10);
	CHECK_STREQ(identity.hypervisor, "");
	cpuid_caches(&source, text, sizeof(text));
	CHECK_STREQ(text, "L1d 32K 8-way, L1i 32K 8-way, L2 256K 4-way, L3 12288K 12-way, line 64");
	cpuid_tlbs(&source, text, sizeof(text));
	CHECK_STREQ(text, "L1d 2M/4M 32 4-way, L1d 1G 4 4-way, L1d 4K 64 4-way, L1i 2M/4M 8, "
			  "L1i 4K 64 8-way, L2 4K/2M 1536 6-way, L2 1G 16 4-way");
	cpuid_features(&source, text, sizeof(text));
	CHECK_STREQ(text, "1gb-pages nx pge pcid erms popcnt rdtscp invariant-tsc");
}

/* A newer one, with leaf 0x18. */
TEST(tlb_leaves_are_preferred_to_bytes)
{
	static const struct answer answers[] = {
		{0, 0, {0x1b, 0x756e6547, 0x6c65746e, 0x49656e69}},
		{2, 0, {0x00feff01, 0x000000f0, 0, 0}},
		{0x18, 0, {3, 0, 0, 0}},
		{0x18, 1, {0, 0x00080001, 16, 0x4022}},
		{0x18, 2, {0, 0x0010000f, 1, 0x4125}},
		{0x18, 3, {0, 0x00080003, 128, 0x4043}},
	};
	struct cpu cpu = {answers, ARRAY_SIZE(answers)};
	struct cpuid_source source = {ask, &cpu};
	char text[256];

	cpuid_tlbs(&source, text, sizeof(text));
	CHECK_STREQ(text, "L1i 4K 128 8-way, L1s 4K/2M/4M/1G 16, L2 4K/2M 1024 8-way");
	cpuid_caches(&source, text, sizeof(text));
	CHECK_STREQ(text, "unknown");
}

TEST(an_amd_cpu_is_described_by_its_own_leaves)
{
	static const struct answer answers[] = {
		{0, 0, {0xd, 0x68747541, 0x444d4163, 0x69746e65}},
		{1, 0, {0x00860f01, 0, 1u << 31, 0}},
		{0x40000000, 0, {0x40000001, 0x4b4d564b, 0x564b4d56, 0x4d}},
		{0x80000000, 0, {0x80000019, 0, 0, 0}},
		{0x80000005, 0, {0xff40ff40, 0xff40ff40, 0x20080140, 0x20080140}},
		{0x80000006, 0, {0x48002200, 0x68004200, 0x02006140, 0x01009140}},
		{0x80000019, 0, {0xf040f040, 0, 0, 0}},
	};
	struct cpu cpu = {answers, ARRAY_SIZE(answers)};
	struct cpuid_source source = {ask, &cpu};
	struct cpu_identity identity;
	char text[256];

	cpuid_identity(&source, &identity);
	CHECK_EQ(identity.vendor, CPU_AMD);
	CHECK_EQ(identity.family, 0x17);
	CHECK_EQ(identity.model, 0x60);
	CHECK_STREQ(identity.brand, "AuthenticAMD");
	CHECK_STREQ(identity.hypervisor, "KVMKVMKVM");
	cpuid_caches(&source, text, sizeof(text));
	CHECK_STREQ(text, "L1d 32K 8-way, L1i 32K 8-way, L2 512K 8-way, L3 32768K, line 64");
	cpuid_tlbs(&source, text, sizeof(text));
	CHECK_STREQ(text, "L1d 4K 64, L1d 2M 64, L1d 1G 64, L1i 4K 64, L1i 2M 64, L1i 1G 64, "
			  "L2d 4K 2048, L2d 2M 2048, L2i 4K 512, L2i 2M 512");
}

TEST(a_cpu_that_tells_nothing_is_unknown)
{
	struct cpu cpu = {NULL, 0};
	struct cpuid_source source = {ask, &cpu};
	struct cpu_identity identity;
	char text[8];

	cpuid_identity(&source, &identity);
	CHECK_STREQ(identity.brand, "");
	cpuid_caches(&source, text, sizeof(text));
	CHECK_STREQ(text, "unknown");
	cpuid_tlbs(&source, text, sizeof(text));
	CHECK_STREQ(text, "unknown");
	cpuid_features(&source, text, sizeof(text));
	CHECK_STREQ(text, "");
}

TEST(texts_are_cut_to_fit)
{
	struct cpu cpu = {intel, ARRAY_SIZE(intel)};
	struct cpuid_source source = {ask, &cpu};
	char text[8] = "zzzzzzz";

	cpuid_caches(&source, text, 5);
	CHECK_STREQ(text, "L1d ");
	CHECK_EQ(text[5], 'z');
}

TEST(cores_of_a_hybrid_are_told_apart)
{
	struct answer answers[] = {
		{0, 0, {0x20, 0x756e6547, 0x6c65746e, 0x49656e69}},
		{7, 0, {0, 0, 0, 1u << 15}},
		{0x1a, 0, {0x40000001, 0, 0, 0}},
	};
	struct cpu cpu = {answers, ARRAY_SIZE(answers)};
	struct cpuid_source source = {ask, &cpu};

	CHECK_EQ(cpuid_core(&source), CORE_CORE);
	answers[2].regs.eax = 0x20000001;
	CHECK_EQ(cpuid_core(&source), CORE_ATOM);
	answers[2].regs.eax = 0;
	CHECK_EQ(cpuid_core(&source), CORE_UNKNOWN);
	answers[2].regs.eax = 0x40000001;
	answers[0].regs.eax = 0x19; /* leaf 0x1a is beyond the last */
	CHECK_EQ(cpuid_core(&source), CORE_UNKNOWN);
	answers[0].regs.eax = 0x20;
	answers[1].regs.edx = ~(1u << 15);
	CHECK_EQ(cpuid_core(&source), CORE_PLAIN);
	cpu.nr = 0;
	CHECK_EQ(cpuid_core(&source), CORE_PLAIN);
}

TEST(the_apic_id_has_32_bits_where_a_leaf_tells)
{
	struct answer answers[] = {
		{0, 0, {0x1f, 0x756e6547, 0x6c65746e, 0x49656e69}},
		{1, 0, {0, 0x2c100800, 0, 0}},
		{0xb, 0, {1, 2, 0x100, 300}},
		{0x1f, 0, {1, 2, 0x100, 0x12345678}},
	};
	struct cpu cpu = {answers, ARRAY_SIZE(answers)};
	struct cpuid_source source = {ask, &cpu};

	CHECK_EQ(cpuid_apic_id(&source), 0x12345678);
	answers[3].regs.ebx = 0xffff0000; /* no level: the leaf is not there */
	CHECK_EQ(cpuid_apic_id(&source), 300);
	answers[3].regs.ebx = 2;
	answers[0].regs.eax = 0x1e;
	CHECK_EQ(cpuid_apic_id(&source), 300);
	answers[2].regs.ebx = 0;
	CHECK_EQ(cpuid_apic_id(&source), 0x2c);
	answers[2].regs.ebx = 2;
	answers[0].regs.eax = 0xa;
	CHECK_EQ(cpuid_apic_id(&source), 0x2c);
}
