// SPDX-License-Identifier: MIT
/*
 * Address spaces against a model of them: up to three spaces, clones of each other, in which a
 * window of pages is mapped, unmapped, protected, locked and touched at random.
 *
 * The model knows of each page what it is, what it allows, whether it is there, and which cell of
 * memory it shows. A cell is what one frame should be: two pages that show the same cell must lie
 * on one frame, two that do not must not. After each call everything is compared: the regions, the
 * tables, the frames and their contents, and what is promised.
 */
#pragma once

#include "mm/mmap.h"
#include "tests/harness/vm_fixture.h"

enum {
	MODEL_SPACES = 3,
	MODEL_WINDOW = 96,  /* pages of each space, about a border of 1 GiB */
	MODEL_SHARED = 24,  /* pages of the memory object that all can map */
	MODEL_FILE = 20,    /* pages of the file */
	MODEL_PHYS = 16,    /* pages mapped by physical address */
	MODEL_CELLS = 1024, /* more than can be in use */
	MODEL_ORDER = 11,   /* pages of memory: 2^11 */
};

/* Cells of private pages are numbered from 0; others come behind. */
enum {
	MODEL_SHARED_CELL = MODEL_CELLS,
	MODEL_FILE_CELL = MODEL_SHARED_CELL + MODEL_SHARED,
	MODEL_PHYS_CELL = MODEL_FILE_CELL + MODEL_FILE,
	MODEL_NO_CELL = MODEL_PHYS_CELL + MODEL_PHYS,
};

enum { MODEL_WORDS = PAGE_SIZE / sizeof(uint64_t) }; /* of a page */

struct model_cell {
	uint64_t stamp;	  /* what its first and its last word hold */
	uint32_t nr_uses; /* by private pages; 0 is free */
};

enum model_kind { MODEL_NONE, MODEL_ANON, MODEL_OBJECT, MODEL_FILE_MAP, MODEL_PHYS_MAP };

struct model_page {
	enum model_kind kind;
	unsigned prot;
	unsigned flags; /* MAP_* that matter later */
	bool guard, locked;
	bool mapped;
	bool own;	/* private: of the cell below */
	uint32_t cell;	/* private and own */
	uint64_t index; /* of the page in the object, the file or the physical piece */
	struct mm_object *object;
};

struct mmap_model {
	struct vm_fixture f;
	enum mm_policy policy;
	bool huge;
	uint64_t random;
	uint64_t (*draw)(void *arg, uint64_t n); /* in place of it; NULL: none */
	void *draw_arg;

	struct vspace space[MODEL_SPACES];
	bool alive[MODEL_SPACES];
	struct model_page page[MODEL_SPACES][MODEL_WINDOW];

	struct mm_object *shared, *file;
	struct page *file_frames, *phys_frames;
	bool shared_backed[MODEL_SHARED];
	struct model_cell shared_cell[MODEL_SHARED], file_cell[MODEL_FILE], phys_cell[MODEL_PHYS];
	struct model_cell cell[MODEL_CELLS];

	uint64_t nr_calls, nr_failed; /* failed: for want of memory */
	struct page *held[1 << MODEL_ORDER];
	bool short_of_memory;

	/* Of one comparison: which cell each frame shows. */
	uint32_t frame_pass[1 << MODEL_ORDER], frame_cell[1 << MODEL_ORDER], pass;
};

/* The first address of the window's page i. */
static inline uint64_t model_addr(uint64_t i)
{
	return VM_START + (1ul << 30) + i * PAGE_SIZE - MODEL_WINDOW / 2 * PAGE_SIZE;
}

/* What a mapped page shows, and the cell of that number. */
uint32_t model_page_cell(const struct model_page *page);
struct model_cell *model_cell_at(struct mmap_model *m, uint32_t id);

/* NULL, or how the spaces differ from the model. Panics if a space is wrong in itself. */
const char *mmap_model_compare(struct mmap_model *m);

/* False, with the test failed or skipped. */
bool mmap_model_make(struct mmap_model *m, enum mm_policy policy, bool huge, uint64_t seed);

/* nr_calls random ones, the second half short of memory. NULL, or what went wrong. */
const char *mmap_model_run(struct mmap_model *m, uint64_t nr_calls);

/* One call, with the comparison after it. NULL, or what went wrong. */
const char *mmap_model_call(struct mmap_model *m);

/* Someone else takes all but a few pages, or gives them back. */
void mmap_model_shorten(struct mmap_model *m, bool shorten);

/* Unmap and end everything. NULL, or what is left. */
const char *mmap_model_finish(struct mmap_model *m);

/* All three; the test fails if the model does not agree, or `failures` calls or fewer have failed
 * for want of memory. */
void mmap_model_test(struct mmap_model *m, enum mm_policy policy, bool huge, uint64_t seed,
		     uint64_t nr_calls, uint64_t failures);
