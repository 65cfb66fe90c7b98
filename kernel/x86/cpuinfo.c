// SPDX-License-Identifier: MIT
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/cpuid_logic.h"
#include "kernel/x86/cpuinfo.h"

static struct cpuid_answer ask(void *ctx, uint32_t leaf, uint32_t subleaf)
{
	struct cpuid_regs r = cpuid(leaf, subleaf);

	(void)ctx;
	return (struct cpuid_answer){r.eax, r.ebx, r.ecx, r.edx};
}

static const struct cpuid_source source = {ask, NULL};

const struct cpuid_source *cpuinfo_source(void)
{
	return &source;
}

struct msr_read {
	uint32_t msr;
	uint64_t value;
};

static void read_msr(void *arg)
{
	struct msr_read *read = arg;

	read->value = rdmsr(read->msr);
}

bool try_rdmsr(uint32_t msr, uint64_t *value)
{
	struct msr_read read = {.msr = msr};

	if (exc_catch(read_msr, &read, NULL) != -1)
		return false;
	*value = read.value;
	return true;
}

/* The loaded revision appears in the register after a CPUID 1 (SDM 3A, 9.11.7). */
static void ask_revision(void *arg)
{
	(void)arg;
	wrmsr(MSR_UCODE_REV, 0);
	cpuid(1, 0);
}

static void print_microcode(const struct cpu_identity *identity)
{
	uint64_t value;

	if (identity->vendor == CPU_INTEL && exc_catch(ask_revision, NULL, NULL) != -1)
		return;
	if (!try_rdmsr(MSR_UCODE_REV, &value))
		return;
	if (identity->vendor == CPU_INTEL)
		value >>= 32;
	kprintf("microcode: %#llx\n", (unsigned long long)value);
}

/*
 * System management interrupts since reset (MSR 0x34), on Intel hardware; -1 where they cannot be
 * counted. The difference over a run tells how often the firmware took the machine away.
 */
static long smi_count(const struct cpu_identity *identity)
{
	uint64_t value;

	if (identity->vendor != CPU_INTEL || identity->hypervisor[0] ||
	    !try_rdmsr(MSR_SMI_COUNT, &value))
		return -1;
	return (long)(value & UINT32_MAX);
}

void cpuinfo_print(void)
{
	struct cpu_identity identity;
	char text[512];
	long smis;

	cpuid_identity(&source, &identity);
	kprintf("cpu: %s\n", identity.brand);
	kprintf("cpu-model: family %#x, model %#x, stepping %u\n", identity.family, identity.model,
		identity.stepping);
	print_microcode(&identity);
	kprintf("hypervisor: %s\n", identity.hypervisor[0] ? identity.hypervisor : "none");
	cpuid_features(&source, text, sizeof(text));
	kprintf("features: %s\n", text);
	cpuid_caches(&source, text, sizeof(text));
	kprintf("caches: %s\n", text);
	cpuid_tlbs(&source, text, sizeof(text));
	kprintf("tlbs: %s\n", text);
	smis = smi_count(&identity);
	if (smis >= 0)
		kprintf("smis: %ld\n", smis);
}
