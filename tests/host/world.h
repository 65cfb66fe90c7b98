// SPDX-License-Identifier: MIT
/*
 * Small worlds: every state that a sequence of operations from a finite alphabet can reach, up to a
 * depth, found breadth first; in each the whole is verified.
 *
 * A state is the memory of what is under test and of its model, the `regions`: it is put back by
 * writing that memory, so that nothing is replayed. Two states are one if all bytes of the regions
 * are the same; what nobody reads any more `settle` has to blank before. The set keeps whole keys,
 * as the words that differ from the first state: no hash decides.
 */
#pragma once

#include "mm/types.h"

enum { WORLD_REGIONS = 64, WORLD_DEPTH = 7 };

struct world_region {
	void *at;
	size_t len; /* a multiple of 8 */
};

struct world {
	const char *name;
	struct world_region regions[WORLD_REGIONS];
	unsigned nr_regions;

	/*
	 * Do operation i, and compare its result and the whole with the model. False: it cannot be
	 * done in this state. A difference, or a panic, ends the search: world_differs().
	 */
	unsigned nr_ops;
	bool (*op)(struct world *w, unsigned i);
	void (*op_name)(unsigned i, char *name, size_t len);

	/* Misuse i, which must end in a panic. False: in this state it would be none. */
	unsigned nr_wrong;
	bool (*wrong)(struct world *w, unsigned i);

	void (*settle)(struct world *w); /* blank what is dead; after every operation */
	void (*verify)(struct world *w); /* a new state; may leave any other behind */
	void *arg;

	/* What was found. */
	uint64_t nr_states[WORLD_DEPTH + 1]; /* first reached by so many operations */
	uint64_t nr_transitions, nr_panics;
	char said[400]; /* empty: nothing differs */
};

/* Say what is wrong; the first call counts. */
void world_differs(struct world *w, const char *fmt, ...) __printf(2, 3);

/*
 * From the regions as they are now, which they are again at the end. False, with `said`: something
 * differs, and the operations that lead there; or memory is short.
 */
bool world_explore(struct world *w, unsigned depth);

/* `depth=` of the command line, else 4, with `brief` 3. 0: it is no such number, and the test has
 * failed. */
unsigned world_depth(void);

/* Print the alphabet and what was found. */
void world_print(const struct world *w, unsigned depth);
