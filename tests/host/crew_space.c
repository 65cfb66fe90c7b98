// SPDX-License-Identifier: MIT
#include "tests/host/crew_space.h"

#include <string.h>

static uint32_t owners[1 << CREW_ORDER];

/* Other spaces may have the page, too, if it is an object's. */
static uint64_t word_load(const uint64_t *word)
{
	return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static void word_store(uint64_t *word, uint64_t value)
{
	__atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/* Made under the lock of the space if it goes through. */
static bool access_try(struct vspace *vs, uint64_t addr, const uint64_t *value,
		       struct crew_access *access)
{
	phys_addr_t phys;
	unsigned prot;
	bool through;

	port_lock(&vs->lock);
	through = port_pt_lookup(vs->pt, addr, &phys, NULL, &prot) && !(prot & PORT_PROT_NONE) &&
		  (!value || prot & PORT_PROT_WRITE);
	if (through) {
		uint64_t *first = port_phys_to_virt(phys);
		uint64_t *last = first + CREW_WORDS - 1;

		*access = (struct crew_access){FAULT_RESOLVED, phys >> PAGE_SHIFT, word_load(first),
					       word_load(last)};
		if (value) {
			word_store(first, *value);
			word_store(last, *value);
		}
	}
	port_unlock(&vs->lock);
	return through;
}

static struct crew_access access_make(struct vspace *vs, uint64_t addr, const uint64_t *value)
{
	struct crew_access access;

	while (!access_try(vs, addr, value, &access)) {
		access.result = vspace_fault(vs, addr, value ? PORT_STORE : PORT_LOAD);
		if (access.result != FAULT_RESOLVED)
			return access;
	}
	return access;
}

struct crew_access crew_store(struct vspace *vs, uint64_t addr, uint64_t value)
{
	return access_make(vs, addr, &value);
}

struct crew_access crew_load(struct vspace *vs, uint64_t addr)
{
	return access_make(vs, addr, NULL);
}

void frames_forget(void)
{
	memset(owners, 0, sizeof(owners));
}

bool frame_own(const struct vm_fixture *f, pfn_t pfn, uint32_t owner)
{
	return !__atomic_exchange_n(&owners[pfn - f->start_pfn], owner, __ATOMIC_RELAXED);
}

bool frame_disown(const struct vm_fixture *f, pfn_t pfn, uint32_t owner)
{
	return __atomic_exchange_n(&owners[pfn - f->start_pfn], 0, __ATOMIC_RELAXED) == owner;
}

/* Those of a file or an object are not the region's own. */
static bool is_own(const struct vm_region *r, phys_addr_t phys)
{
	if (!(r->flags & MAP_PRIVATE))
		return false;
	return !r->object || phys - r->object->phys >= r->object->len;
}

static bool run_own(const struct vm_fixture *f, const struct vm_region *r,
		    const struct port_pt_run *run, uint32_t owner)
{
	for (uint64_t i = 0; i < run->len; i += PAGE_SIZE)
		if (is_own(r, run->phys + i) && !frame_own(f, (run->phys + i) >> PAGE_SHIFT, owner))
			return false;
	return true;
}

const char *frames_own_mapped(const struct vm_fixture *f, struct vspace *vs, uint32_t owner)
{
	struct vm_region r;
	uint64_t from = 0;

	for (; vspace_next_region(vs, from, &r); from = r.range.end) {
		uint64_t at = r.range.start;
		struct port_pt_run run;

		for (; port_pt_next(vs->pt, at, r.range.end, &run); at = run.virt + run.len)
			if (!run_own(f, &r, &run, owner))
				return "a frame is mapped for two private pages";
	}
	return NULL;
}
