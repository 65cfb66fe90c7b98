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
