// SPDX-License-Identifier: MIT
#include "kernel/x86/caches_logic.h"

#define CR0_CD		(1u << 30)
#define DEF_TYPE_ENABLE (1ul << 11)
#define MASK_VALID	(1ul << 11)
#define RANGE_ADDRESS	0x000ffffffffff000ul
#define TYPE_MASK	0xfful
#define WB_START	(1ul << 32) /* of AMD's range */
#define SYSCFG_TOP_MEM2 (1ul << 21) /* TOP_MEM2 is in use */
#define SYSCFG_FORCE_WB (1ul << 22) /* what is below it is write-back by default */
#define TOP_MEM2_MASK	0x000fffffff800000ul

const char *memory_type_name(unsigned type)
{
	static const char *const names[MEMORY_TYPES] = {
		[MEMORY_UC] = "uncached",      [MEMORY_WC] = "write-combining",
		[MEMORY_WT] = "write-through", [MEMORY_WP] = "write-protected",
		[MEMORY_WB] = "write-back",
	};

	return type < MEMORY_TYPES && names[type] ? names[type] : "reserved";
}

/* Of ranges that overlap: uncached wins, write-through beats write-back (SDM 3A, 11.11.4.1). */
static unsigned stronger(unsigned a, unsigned b)
{
	if (a == b)
		return a;
	if ((a == MEMORY_WT && b == MEMORY_WB) || (a == MEMORY_WB && b == MEMORY_WT))
		return MEMORY_WT;
	return MEMORY_UC;
}

/* A range as addresses: `len` bytes from `start` on, and again every `period`. */
struct range {
	uint64_t start, len, period;
};

/* Range i. False: it is not in use, or its mask has holes. */
static bool range_of(const struct cache_state *s, unsigned i, struct range *range)
{
	uint64_t mask = s->mask[i] & RANGE_ADDRESS;

	range->len = mask & -mask;
	range->period = (mask | (range->len - 1)) + 1;
	range->start = s->base[i] & mask;
	return (s->mask[i] & MASK_VALID) && mask && !(range->period & (range->period - 1));
}

static bool in_range(const struct cache_state *s, unsigned i, phys_addr_t phys)
{
	struct range range;

	return range_of(s, i, &range) &&
	       (phys & (range.period - 1) & ~(range.len - 1)) == range.start;
}

uint64_t caches_wb_end(uint64_t syscfg, uint64_t top_mem2)
{
	return (syscfg & SYSCFG_TOP_MEM2) && (syscfg & SYSCFG_FORCE_WB) ? top_mem2 & TOP_MEM2_MASK
									: 0;
}

static unsigned default_type(const struct cache_state *s, phys_addr_t phys)
{
	return phys >= WB_START && phys < s->wb_end ? MEMORY_WB : s->def_type & TYPE_MASK;
}

static unsigned type_at(const struct cache_state *s, phys_addr_t phys)
{
	unsigned type = MEMORY_TYPES;

	for (unsigned i = 0; i < s->nr_ranges; i++) {
		unsigned mine = s->base[i] & TYPE_MASK;

		if (in_range(s, i, phys))
			type = type == MEMORY_TYPES ? mine : stronger(type, mine);
	}
	return type == MEMORY_TYPES ? default_type(s, phys) : type;
}

/* The next address behind `phys` at which range i begins or ends, 0 if none. */
static phys_addr_t next_border(const struct cache_state *s, unsigned i, phys_addr_t phys)
{
	struct range range;
	phys_addr_t start;

	if (!range_of(s, i, &range))
		return 0;
	start = ALIGN_DOWN(phys, range.period) + range.start;
	if (phys < start)
		return start;
	return phys < start + range.len ? start + range.len : start + range.period;
}

unsigned caches_odd_ranges(const struct cache_state *s)
{
	struct range range;
	unsigned nr = 0;

	for (unsigned i = 0; i < s->nr_ranges; i++)
		nr += (s->mask[i] & MASK_VALID) && !range_of(s, i, &range);
	return nr;
}

phys_addr_t caches_type(const struct cache_state *s, phys_addr_t start, phys_addr_t end,
			unsigned *type)
{
	phys_addr_t at = start;

	*type = s->cr0 & CR0_CD ? MEMORY_UC : MEMORY_WB;
	if (!s->has_mtrrs || *type == MEMORY_UC)
		return end;
	*type = s->def_type & DEF_TYPE_ENABLE ? type_at(s, start) : MEMORY_UC;
	if (!(s->def_type & DEF_TYPE_ENABLE))
		return end;
	for (;;) {
		phys_addr_t next = end;

		if (at < WB_START && WB_START < next)
			next = WB_START;
		if (at < s->wb_end && s->wb_end < next)
			next = s->wb_end;
		for (unsigned i = 0; i < s->nr_ranges; i++) {
			phys_addr_t border = next_border(s, i, at);

			if (border > at && border < next)
				next = border;
		}
		if (next == end || type_at(s, next) != *type)
			return next;
		at = next;
	}
}

bool caches_alike(const struct cache_state *a, const struct cache_state *b)
{
	if (a->has_mtrrs != b->has_mtrrs || a->nr_ranges != b->nr_ranges || a->wb_end != b->wb_end)
		return false;
	if ((a->def_type ^ b->def_type) & (DEF_TYPE_ENABLE | TYPE_MASK))
		return false;
	for (unsigned i = 0; i < a->nr_ranges; i++) {
		if ((a->mask[i] ^ b->mask[i]) & MASK_VALID)
			return false;
		if ((a->mask[i] & MASK_VALID) &&
		    (a->mask[i] != b->mask[i] || a->base[i] != b->base[i]))
			return false;
	}
	return true;
}
