// SPDX-License-Identifier: MIT
/* Spaces held against the model: regions, tables, frames and what they hold, promises. */
#include "tests/harness/mmap_model.h"

/* Do a region and a page of the model say the same? */
static bool region_is(const struct mmap_model *m, const struct vm_region *r,
		      const struct model_page *page, uint64_t i)
{
	unsigned mask = MAP_SHARED | MAP_PRIVATE | MAP_LAZY | MAP_STACK | MAP_PHYS | MAP_ANON;
	uint64_t offset = page->index * PAGE_SIZE;

	if (page->kind == MODEL_PHYS_MAP)
		offset += pgdat_pfn(m->f.node.p, m->phys_frames) << PAGE_SHIFT;
	return page->kind != MODEL_NONE && page->prot == r->prot &&
	       (r->flags & mask) == page->flags && !(r->flags & REGION_LOCKED) == !page->locked &&
	       !(r->flags & REGION_GUARD) == !page->guard && r->object == page->object &&
	       (page->kind == MODEL_ANON || r->offset + (model_addr(i) - r->range.start) == offset);
}

/* Should they have been joined? Of private memory the offset says nothing. */
static bool regions_alike(const struct vm_region *low, const struct vm_region *high)
{
	bool offsets = high->object || high->flags & MAP_PHYS;

	return low->range.end == high->range.start && low->prot == high->prot &&
	       low->flags == high->flags && low->object == high->object &&
	       (!offsets || low->offset + (low->range.end - low->range.start) == high->offset);
}

static const char *regions_compare(struct mmap_model *m, unsigned s)
{
	struct vm_region r, last = {.range.end = 0};
	uint64_t i = 0;

	for (; vspace_next_region(&m->space[s], last.range.end, &r); last = r) {
		if (regions_alike(&last, &r))
			return "two regions that are alike are not one";
		for (; model_addr(i) < r.range.start; i++)
			if (m->page[s][i].kind != MODEL_NONE)
				return "a page is in no region";
		for (; model_addr(i) < r.range.end; i++)
			if (!region_is(m, &r, &m->page[s][i], i))
				return "a region is not what was mapped there";
	}
	for (; i < MODEL_WINDOW; i++)
		if (m->page[s][i].kind != MODEL_NONE)
			return "a page is in no region";
	return NULL;
}

/* One frame shows one cell. */
static bool frame_shows(struct mmap_model *m, phys_addr_t phys, uint32_t cell)
{
	uint64_t frame = (phys >> PAGE_SHIFT) - m->f.start_pfn;

	if (frame >= m->f.nr_pages)
		return false;
	if (m->frame_pass[frame] == m->pass)
		return m->frame_cell[frame] == cell;
	m->frame_pass[frame] = m->pass;
	m->frame_cell[frame] = cell;
	return true;
}

static const char *pages_compare(struct mmap_model *m, unsigned s)
{
	const struct vspace *vs = &m->space[s];

	for (uint64_t i = 0; i < MODEL_WINDOW; i++) {
		const struct model_page *page = &m->page[s][i];
		phys_addr_t phys;
		uint64_t *words;
		uint32_t cell;

		if (!port_pt_lookup(vs->pt, model_addr(i), &phys, NULL, NULL)) {
			if (page->mapped)
				return "a page that should be mapped is not";
			continue;
		}
		if (!page->mapped)
			return "a page is mapped that should not be";
		cell = model_page_cell(page);
		words = port_phys_to_virt(phys);
		if (words[0] != model_cell_at(m, cell)->stamp || words[MODEL_WORDS - 1] != words[0])
			return "a page does not hold what was stored";
		if (!frame_shows(m, phys, cell))
			return "a frame shows two pages";
	}
	return NULL;
}

/* Overcommit keeps no table that is not in use. */
static bool tables_are_spare(const struct mmap_model *m, const struct table_pool *tables)
{
	return m->policy == MM_OVERCOMMIT && (tables->nr_spares || tables->nr_promised);
}

/* No cell may lie on two frames: each frame shows one, and this many do. */
static const char *cells_compare(struct mmap_model *m)
{
	uint64_t nr_frames = 0, nr_cells = 0, nr_promised = 0;
	bool seen[MODEL_NO_CELL] = {false};

	for (unsigned s = 0; s < MODEL_SPACES; s++)
		for (uint64_t i = 0; m->alive[s] && i < MODEL_WINDOW; i++)
			if (m->page[s][i].mapped)
				seen[model_page_cell(&m->page[s][i])] = true;
	for (uint32_t id = 0; id < MODEL_NO_CELL; id++)
		nr_cells += seen[id];
	for (uint64_t i = 0; i < m->f.nr_pages; i++)
		nr_frames += m->frame_pass[i] == m->pass;
	if (nr_cells != nr_frames)
		return "the same memory lies on two frames";
	for (unsigned s = 0; s < MODEL_SPACES; s++)
		nr_promised += m->alive[s] ? m->space[s].nr_promised : 0;
	for (uint32_t id = 0; id < MODEL_CELLS; id++)
		if (m->cell[id].nr_uses > 1 && m->policy != MM_OVERCOMMIT)
			nr_promised += m->cell[id].nr_uses - 1;
	for (uint32_t i = 0; i < MODEL_SHARED; i++)
		nr_promised += m->shared->kind == OBJECT_PROMISED && !m->shared_backed[i];
	if (nr_promised != m->f.node.p->nr_reserved)
		return "not as much is promised as should be";
	return NULL;
}

const char *mmap_model_compare(struct mmap_model *m)
{
	const char *said = NULL;

	m->pass++;
	if (tables_are_spare(m, &m->shared->tables))
		return "a call has kept tables of the object that nobody promised";
	for (unsigned s = 0; s < MODEL_SPACES && !said; s++) {
		if (!m->alive[s])
			continue;
		if (port_pt_flush_pending(m->space[s].pt))
			return "a call has ended before its flush";
		if (tables_are_spare(m, &m->space[s].tables))
			return "a call has kept tables that nobody promised";
		vspace_check(&m->space[s]);
		said = regions_compare(m, s);
		if (!said)
			said = pages_compare(m, s);
	}
	return said ? said : cells_compare(m);
}
