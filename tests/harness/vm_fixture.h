// SPDX-License-Identifier: MIT
/*
 * Memory and address spaces of a test's own whose frames exist: lent by the live allocator, with an
 * instance over them. Page tables come from the live allocator, and can be made to fail.
 */
#pragma once

#include "mm/mmap.h"
#include "mm/vmalloc.h"
#include "tests/harness/node_fixture.h"

struct vm_fixture {
	struct node_fixture node;
	struct page *lent; /* the block, of the live instance */
	unsigned order;
	pfn_t start_pfn;
	uint64_t nr_pages;
	struct port_pt *pt;
	uint64_t nr_tables;   /* that are out */
	uint64_t tables_left; /* until the next request for one fails; ~0 never */
};

#define VM_START (1ul << 40) /* addresses that tests map */
#define VM_END	 (VM_START + (1ul << 39))

/*
 * 2^order pages of frames, all free in the instance, and an empty space. False, with the test
 * failed or skipped, if there is no such block.
 */
bool vm_make(struct vm_fixture *f, unsigned order);

/* Give the frames back; the space has no mapping and all pages are free, or the test fails. */
void vm_drop(struct vm_fixture *f);

/* The same with an address space of the instance; nothing may be left promised when it goes. */
bool vm_make_space(struct vm_fixture *f, unsigned order, struct vspace *vs, enum mm_policy policy,
		   bool huge);
void vm_drop_space(struct vm_fixture *f, struct vspace *vs);

/* The word at a virtual address, through the tables. NULL: not mapped. */
uint64_t *vm_word(struct vm_fixture *f, const void *address);

/* Length of the leaf there, 0 if there is none. */
uint64_t vm_leaf(struct vm_fixture *f, const void *address);
