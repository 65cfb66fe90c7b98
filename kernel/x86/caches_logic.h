// SPDX-License-Identifier: MIT
/*
 * Which memory a CPU may cache, by its MTRRs (SDM 3A, 11.11; AMD APM 2, 7.7). Firmware that left
 * out some RAM makes it slower by a factor of fifty, which no benchmark can explain.
 */
#pragma once

#include "mm/types.h"

enum { CACHES_MAX_RANGES = 32 }; /* variable ones looked at; CPUs have 8 to 10 */

/* Registers of one CPU. */
struct cache_state {
	bool has_mtrrs;
	uint32_t cr0;	   /* as it is now */
	uint64_t def_type; /* IA32_MTRR_DEF_TYPE */
	uint64_t wb_end;   /* AMD: from 4 GiB up to here the default is write-back; 0: no such */
	unsigned nr_ranges;
	uint64_t base[CACHES_MAX_RANGES], mask[CACHES_MAX_RANGES]; /* PHYSBASE, PHYSMASK */
};

/* AMD: wb_end out of the registers SYSCFG and TOP_MEM2 (APM 2, 7.9.2 and 7.9.4). */
uint64_t caches_wb_end(uint64_t syscfg, uint64_t top_mem2);

/* Memory types, by their number in the MTRRs. */
enum memory_type {
	MEMORY_UC = 0,
	MEMORY_WC = 1,
	MEMORY_WT = 4,
	MEMORY_WP = 5,
	MEMORY_WB = 6,
	MEMORY_TYPES = 7,
};

/* "uncached", ...; "reserved" for numbers that are none. */
const char *memory_type_name(unsigned type);

/*
 * The type of [start, end), from 1 MiB on, as far as it is one: returns where that ends, end at
 * most, with it in *type. Without MTRRs all is write-back; with MTRRs off, or CR0.CD set, uncached.
 */
phys_addr_t caches_type(const struct cache_state *state, phys_addr_t start, phys_addr_t end,
			unsigned *type);

/* Ranges in use whose masks have holes: they are left out of caches_type(). */
unsigned caches_odd_ranges(const struct cache_state *state);

/* Do two CPUs see memory alike, from 1 MiB on? CR0 is not compared. */
bool caches_alike(const struct cache_state *a, const struct cache_state *b);
