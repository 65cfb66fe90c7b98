// SPDX-License-Identifier: MIT
#define _GNU_SOURCE

#include "tests/host/world.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "apps/harness/env.h"
#include "tests/harness/test.h"
#include "tests/host/host.h"

enum { DEFAULT_DEPTH = 4, BRIEF_DEPTH = 3, MAX_STATES = 3 << 22, SLOTS = 1 << 24, NO_STATE = 0 };

/* Addresses for all keys; only what is used takes memory. */
#define KEYS_LEN (64ul << 30)

/* The words of the image that differ from the first state: values, then their places. */
struct state {
	uint64_t key; /* where in `keys` */
	uint32_t nr_words;
	uint32_t parent;
	uint8_t op, depth;
};

static struct search {
	struct world *w;
	uint64_t *first; /* the image of the first state */
	uint32_t nr_image;
	struct state *states; /* 1 is the first, 0 none */
	uint32_t nr_states;
	uint32_t *slots;
	char *keys;
	uint64_t keys_len;
	unsigned at; /* the operation or misuse under way */
	bool done;   /* it could be done */
} s;

void world_differs(struct world *w, const char *fmt, ...)
{
	va_list args;

	if (w->said[0])
		return;
	va_start(args, fmt);
	vsnprintf(w->said, sizeof(w->said), fmt, args);
	va_end(args);
}

unsigned world_depth(void)
{
	const char *text = env_option("depth");

	if (!text)
		return env_option("brief") ? BRIEF_DEPTH : DEFAULT_DEPTH;
	if (text[0] >= '1' && text[0] <= '0' + WORLD_DEPTH && !text[1])
		return (unsigned)(text[0] - '0');
	test_fail(__FILE__, __LINE__, "depth='%s' is not a number from 1 to %d", text, WORLD_DEPTH);
	return 0;
}

/* --- Memory ------------------------------------------------------------------------------ */

static void *addresses(size_t len)
{
	void *at = mmap(NULL, len, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

static void search_end(void)
{
	free(s.first);
	if (s.states)
		munmap(s.states, MAX_STATES * sizeof(*s.states));
	if (s.slots)
		munmap(s.slots, SLOTS * sizeof(*s.slots));
	if (s.keys)
		munmap(s.keys, KEYS_LEN);
}

static bool search_begin(struct world *w)
{
	uint64_t *at;

	s = (struct search){.w = w, .nr_states = 1};
	for (unsigned r = 0; r < w->nr_regions; r++)
		s.nr_image += (uint32_t)(w->regions[r].len / 8);
	s.first = malloc(s.nr_image * sizeof(uint64_t));
	s.states = addresses(MAX_STATES * sizeof(*s.states));
	s.slots = addresses(SLOTS * sizeof(*s.slots));
	s.keys = addresses(KEYS_LEN);
	if (!s.first || !s.states || !s.slots || !s.keys)
		return false;
	at = s.first;
	for (unsigned r = 0; r < w->nr_regions; r++) {
		memcpy(at, w->regions[r].at, w->regions[r].len);
		at += w->regions[r].len / 8;
	}
	return true;
}

/* --- States ------------------------------------------------------------------------------ */

static const uint64_t *key_values(const struct state *state)
{
	return (const uint64_t *)(s.keys + state->key);
}

static const uint32_t *key_places(const struct state *state)
{
	return (const uint32_t *)(key_values(state) + state->nr_words);
}

/* The memory of the regions as a key behind all others; not yet a state. */
static void state_read(struct state *state)
{
	static uint32_t places[1 << 20];
	uint64_t *values = (uint64_t *)(s.keys + s.keys_len);
	uint32_t nr = 0, base = 0;

	for (unsigned r = 0; r < s.w->nr_regions; r++) {
		const uint64_t *words = s.w->regions[r].at, *first = s.first + base;
		uint32_t nr_words = (uint32_t)(s.w->regions[r].len / 8);

		for (uint32_t i = 0; i < nr_words; i++)
			if (words[i] != first[i]) {
				places[nr] = base + i;
				values[nr++] = words[i];
			}
		base += nr_words;
	}
	memcpy(values + nr, places, nr * sizeof(*places));
	*state = (struct state){.key = s.keys_len, .nr_words = nr};
}

static void state_write(const struct state *state)
{
	const uint64_t *values = key_values(state);
	const uint32_t *places = key_places(state);
	uint32_t base = 0, k = 0;

	for (unsigned r = 0; r < s.w->nr_regions; r++) {
		uint64_t *words = s.w->regions[r].at;
		uint32_t nr_words = (uint32_t)(s.w->regions[r].len / 8);

		memcpy(words, s.first + base, s.w->regions[r].len);
		for (; k < state->nr_words && places[k] < base + nr_words; k++)
			words[places[k] - base] = values[k];
		base += nr_words;
	}
}

static size_t key_len(const struct state *state)
{
	return state->nr_words * (sizeof(uint64_t) + sizeof(uint32_t));
}

static uint64_t key_hash(const struct state *state)
{
	const uint64_t *values = key_values(state);
	const uint32_t *places = key_places(state);
	uint64_t hash = state->nr_words;

	for (uint32_t i = 0; i < state->nr_words; i++) {
		hash = (hash ^ values[i] ^ (uint64_t)places[i] << 32) * 0x9e3779b97f4a7c15ull;
		hash ^= hash >> 29;
	}
	return hash;
}

/* Keep the state that was read, unless it is known. False: it is. */
static bool state_keep(struct state *state)
{
	uint64_t slot = key_hash(state) % SLOTS;

	for (; s.slots[slot]; slot = (slot + 1) % SLOTS) {
		const struct state *known = &s.states[s.slots[slot]];

		if (known->nr_words == state->nr_words &&
		    !memcmp(s.keys + known->key, s.keys + state->key, key_len(state)))
			return false;
	}
	if (s.nr_states == MAX_STATES || s.keys_len > KEYS_LEN / 2) {
		world_differs(s.w, "more states than there is room for");
		return false;
	}
	s.slots[slot] = s.nr_states;
	s.states[s.nr_states++] = *state;
	s.keys_len += ALIGN_UP(key_len(state), sizeof(uint64_t));
	s.w->nr_states[state->depth]++;
	return true;
}

/* --- The search -------------------------------------------------------------------------- */

static void op_call(void *arg)
{
	struct world *w = arg;

	host_set_cpu(0); /* the last may have panicked on another */
	s.done = w->op(w, s.at);
	if (s.done)
		w->settle(w);
}

static void wrong_call(void *arg)
{
	struct world *w = arg;

	host_set_cpu(0);
	s.done = w->wrong(w, s.at);
}

static void verify_call(void *arg)
{
	struct world *w = arg;

	host_set_cpu(0);
	w->verify(w);
}

/* Behind what is wrong, the operations that led there. */
static void trail_add(uint32_t i)
{
	struct world *w = s.w;
	uint8_t ops[WORLD_DEPTH + 1];
	unsigned nr = 0;

	for (; s.states[i].parent; i = s.states[i].parent)
		ops[nr++] = s.states[i].op;
	while (nr--) {
		size_t len = strlen(w->said);
		char name[64];

		w->op_name(ops[nr], name, sizeof(name));
		snprintf(w->said + len, sizeof(w->said) - len, "; %s", name);
	}
}

static bool state_verify(uint32_t i)
{
	const struct state *state = &s.states[i];
	struct world *w = s.w;
	const char *panic = test_expect_panic(verify_call, w);

	if (panic)
		world_differs(w, "panic: %s", panic);
	for (unsigned k = 0; k < w->nr_wrong && !w->said[0]; k++) {
		state_write(state);
		s.at = k;
		panic = test_expect_panic(wrong_call, w);
		if (panic)
			w->nr_panics++;
		else if (s.done)
			world_differs(w, "misuse %u went through", k);
	}
	return !w->said[0];
}

/* Operation k from state i. */
static bool transition(uint32_t i, unsigned k)
{
	struct state next;
	struct world *w = s.w;
	const char *panic;
	char name[64];

	state_write(&s.states[i]);
	s.at = k;
	s.done = true;
	panic = test_expect_panic(op_call, w);
	if (panic)
		world_differs(w, "panic: %s", panic);
	if (w->said[0]) {
		size_t len;

		w->op_name(k, name, sizeof(name));
		len = strlen(w->said);
		snprintf(w->said + len, sizeof(w->said) - len, " (%s) after", name);
		trail_add(i);
		return false;
	}
	if (!s.done)
		return true;
	w->nr_transitions++;
	state_read(&next);
	next.parent = i;
	next.op = (uint8_t)k;
	next.depth = s.states[i].depth + 1;
	if (!state_keep(&next))
		return !w->said[0];
	if (state_verify(s.nr_states - 1))
		return true;
	trail_add(s.nr_states - 1);
	return false;
}

bool world_explore(struct world *w, unsigned depth)
{
	struct state first;
	bool right;

	w->settle(w);
	right = search_begin(w);
	if (!right)
		world_differs(w, "no memory for the search");
	if (right) {
		state_read(&first);
		first.parent = NO_STATE;
		right = state_keep(&first) && state_verify(1);
	}
	for (uint32_t i = 1; right && i < s.nr_states && s.states[i].depth < depth; i++)
		for (unsigned k = 0; right && k < w->nr_ops; k++)
			right = transition(i, k);
	if (s.nr_states > 1)
		state_write(&s.states[1]);
	search_end();
	host_set_cpu(0);
	return right;
}

void world_print(const struct world *w, unsigned depth)
{
	char text[200] = "";
	uint64_t all = 0;

	for (unsigned k = 0; k < w->nr_ops; k++) {
		char name[64];
		size_t len = strlen(text);

		w->op_name(k, name, sizeof(name));
		snprintf(text + len, sizeof(text) - len, "%s%s", len ? ", " : "", name);
		if (strlen(text) > 120 || k + 1 == w->nr_ops) {
			test_note("%s: %s", w->name, text);
			text[0] = 0;
		}
	}
	for (unsigned d = 0; d <= depth; d++) {
		size_t len = strlen(text);

		all += w->nr_states[d];
		snprintf(text + len, sizeof(text) - len, " %llu",
			 (unsigned long long)w->nr_states[d]);
	}
	test_note("%s: %u operations, depth %u: %llu states, by depth%s; %llu transitions, "
		  "%llu panics provoked",
		  w->name, w->nr_ops, depth, (unsigned long long)all, text,
		  (unsigned long long)w->nr_transitions, (unsigned long long)w->nr_panics);
}
