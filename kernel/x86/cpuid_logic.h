// SPDX-License-Identifier: MIT
/*
 * What CPUID says about the CPU, in words. Asks through a function, so other CPUs' answers can be
 * tried. Each text is cut to fit and always ends in a NUL.
 */
#pragma once

#include "mm/types.h"

struct cpuid_answer {
	uint32_t eax, ebx, ecx, edx;
};

struct cpuid_source {
	struct cpuid_answer (*ask)(void *ctx, uint32_t leaf, uint32_t subleaf);
	void *ctx;
};

enum cpu_vendor { CPU_INTEL, CPU_AMD, CPU_OTHER };

struct cpu_identity {
	char brand[49]; /* the vendor's name if there is no brand string */
	enum cpu_vendor vendor;
	unsigned family, model, stepping; /* as displayed: extended parts added */
	char hypervisor[13];		  /* its signature, "" if there is none */
};

void cpuid_identity(const struct cpuid_source *source, struct cpu_identity *identity);

/* "L1d 32K 8-way, L1i 32K 8-way, L2 ..., line 64"; "unknown" if no leaf tells. */
void cpuid_caches(const struct cpuid_source *source, char *text, size_t len);

/* "L1d 4K 64 4-way, ..."; "unknown" if no leaf tells. */
void cpuid_tlbs(const struct cpuid_source *source, char *text, size_t len);

/* The features that matter for the cost of a page: "1gb-pages pcid erms ...". */
void cpuid_features(const struct cpuid_source *source, char *text, size_t len);

/*
 * Which counter of the CPU counts the page walks for loads. Its events differ from model to model,
 * so a CPU that is not known has none.
 */
struct pmu_counter {
	const char *event; /* its vendor's name */
	uint32_t select_msr, value_msr;
	uint32_t global_msr;   /* Intel: enables counters by bits; 0: there is none */
	uint64_t walks;	       /* what to select: loads that missed every TLB, in rings 0 and 3 */
	uint64_t instructions; /* the same for instructions retired, to see that it counts */
};

/* False: there is no such counter, or it is not known how to ask for the event. */
bool cpuid_pmu(const struct cpuid_source *source, struct pmu_counter *counter);

/*
 * Hybrids have cores of two kinds, and the page costs more on one. Unknown: a hybrid, and this
 * core's kind has no name here.
 */
enum cpu_core { CORE_PLAIN, CORE_ATOM, CORE_CORE, CORE_UNKNOWN };

/* The kind of the core that answers: ask on the CPU in question. */
enum cpu_core cpuid_core(const struct cpuid_source *source);

/* The APIC id of the CPU that answers: of 32 bits where a leaf has them, else of 8. */
uint32_t cpuid_apic_id(const struct cpuid_source *source);
