// SPDX-License-Identifier: MIT
/* Address spaces on the machine: stacks that overflow, forks, locks, objects, faults that fail. */
#include "kernel/modules.h"
#include "kernel/panic.h"
#include "kernel/x86/context.h"
#include "tests/guest/space.h"
#include "tests/harness/test.h"
#include "tests/harness/vm_fixture.h"

enum { SOME = 16, FRAME_WORDS = 60 };

#define ANON (MAP_ANON | MAP_PRIVATE)
#define RW   (PROT_READ | PROT_WRITE)

static struct vspace vs, other;

static volatile uint64_t *word(uint64_t addr)
{
	return (volatile uint64_t *)addr;
}

/* --- Stacks ---------------------------------------------------------------------------------- */

static volatile uint64_t most_depth;

static __noinline uint64_t recurse(uint64_t depth)
{
	volatile uint64_t frame[FRAME_WORDS];

	for (unsigned i = 0; i < FRAME_WORDS; i++)
		frame[i] = depth;
	return depth < most_depth ? recurse(depth + 1) + frame[depth % FRAME_WORDS] : 0;
}

static void recurse_from(void *arg)
{
	(void)arg;
	recurse(0);
}

static void run_on(void *top)
{
	context_call_on(top, recurse_from, NULL);
}

TEST(a_stack_grows_by_faults_and_ends_at_its_guard_page)
{
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		uint64_t promised = policy == MM_OVERCOMMIT ? 0 : SOME - 1;
		struct exc_frame frame;
		uint64_t at, top;

		if (!space_enter(&vs, policy))
			return;
		CHECK_EQ(mm_mmap(&vs, 0, SOME * PAGE_SIZE, RW, ANON | MAP_STACK, &at), 0);
		top = at + SOME * PAGE_SIZE;
		CHECK_EQ(vs.nr_mapped, 0);
		CHECK_EQ(vs.nr_promised, promised);
		most_depth = 10;
		CHECK_EQ(exc_catch(run_on, (void *)top, &frame), -1);
		CHECK(vs.nr_mapped >= 2 && vs.nr_mapped <= 3);
		CHECK_EQ(vs.nr_faults, vs.nr_mapped);
		most_depth = ~0ull;
		CHECK_EQ(exc_catch(run_on, (void *)top, &frame), EXC_PF);
		CHECK(frame.cr2 >= at && frame.cr2 < at + PAGE_SIZE);
		CHECK_EQ(vs.nr_mapped, SOME - 1);
		CHECK_EQ(vs.nr_promised, 0);
		CHECK_EQ(mm_mprotect(&vs, at, SOME * PAGE_SIZE, RW), 0);
		CHECK(faults(load_it, at));
		CHECK_EQ(mm_munmap(&vs, at, SOME * PAGE_SIZE), 0);
		CHECK_EQ(vs.regions.nr_ranges, 0);
		space_leave(&vs);
	}
}

/* --- Fork ------------------------------------------------------------------------------------ */

/* The child's pages, seen from inside it. */
static bool child_has(uint64_t at, uint64_t first)
{
	bool right = true;

	vspace_activate(&other);
	for (uint64_t i = 0; i < SOME; i++)
		right &= *word(at + i * PAGE_SIZE) == first + i;
	vspace_activate(&vs);
	return right;
}

TEST(a_fork_is_a_copy_whoever_stores_first)
{
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		bool copied = policy < MM_DEMAND;
		uint64_t at, faults_before;

		if (!space_enter(&vs, policy))
			return;
		CHECK_EQ(mm_mmap(&vs, 0, SOME * PAGE_SIZE, RW, ANON, &at), 0);
		for (uint64_t i = 0; i < SOME; i++)
			*word(at + i * PAGE_SIZE) = i; /* in the TLB now, to be stored to */
		CHECK_EQ(mm_clone(&other, &vs), 0);
		faults_before = vs.nr_faults;
		for (uint64_t i = 0; i < SOME; i++)
			*word(at + i * PAGE_SIZE) = 100 + i;
		CHECK_EQ(vs.nr_faults - faults_before, copied ? 0 : SOME);
		CHECK(child_has(at, 0));
		vspace_activate(&other);
		faults_before = other.nr_faults;
		for (uint64_t i = 0; i < SOME; i++)
			*word(at + i * PAGE_SIZE) = 200 + i;
		CHECK_EQ(other.nr_faults - faults_before, copied ? 0 : SOME);
		vspace_activate(&vs);
		CHECK(child_has(at, 200));
		for (uint64_t i = 0; i < SOME; i++)
			CHECK_EQ(*word(at + i * PAGE_SIZE), 100 + i);
		vspace_check(&other);
		vspace_destroy(&other);
		space_leave(&vs);
	}
}

TEST(a_grandchild_and_its_parents_share_until_stored_to)
{
	struct vspace third;
	uint64_t at;

	if (!space_enter(&vs, MM_DEMAND))
		return;
	CHECK_EQ(mm_mmap(&vs, 0, SOME * PAGE_SIZE, RW, ANON, &at), 0);
	*word(at) = 1;
	CHECK_EQ(mm_clone(&other, &vs), 0);
	CHECK_EQ(mm_clone(&third, &other), 0);
	*word(at) = 2;
	vspace_activate(&third);
	CHECK_EQ(*word(at), 1);
	*word(at) = 3;
	vspace_activate(&other);
	CHECK_EQ(*word(at), 1);
	vspace_activate(&vs);
	vspace_destroy(&third);
	*word(at) = 4;
	vspace_activate(&other);
	CHECK_EQ(*word(at), 1);
	*word(at) = 5;
	vspace_activate(&vs);
	CHECK_EQ(*word(at), 4);
	vspace_destroy(&other);
	space_leave(&vs);
}

/* --- Locks ----------------------------------------------------------------------------------- */

TEST(locked_memory_takes_no_fault)
{
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		uint64_t lazy, later, before;

		if (!space_enter(&vs, policy))
			return;
		CHECK_EQ(mm_mmap(&vs, 0, SOME * PAGE_SIZE, RW, ANON | MAP_LAZY, &lazy), 0);
		*word(lazy) = 7;
		CHECK_EQ(mm_mlockall(&vs, MCL_CURRENT | MCL_FUTURE), 0);
		CHECK_EQ(mm_mmap(&vs, 0, SOME * PAGE_SIZE, RW, ANON | MAP_LAZY, &later), 0);
		before = vs.nr_faults;
		CHECK_EQ(*word(lazy), 7);
		for (uint64_t i = 0; i < SOME; i++) {
			*word(lazy + i * PAGE_SIZE) = i;
			*word(later + i * PAGE_SIZE) = i;
		}
		CHECK_EQ(vs.nr_faults, before);
		/* Forked, it is copied, and still the parent takes no fault. */
		CHECK_EQ(mm_clone(&other, &vs), 0);
		*word(lazy) = 8;
		CHECK_EQ(vs.nr_faults, before);
		vspace_destroy(&other);
		mm_munlockall(&vs);
		CHECK_EQ(mm_mmap(&vs, 0, SOME * PAGE_SIZE, RW, ANON | MAP_LAZY, &later), 0);
		*word(later) = 1;
		CHECK_EQ(vs.nr_faults, before + 1);
		space_leave(&vs);
	}
}

/* --- Objects --------------------------------------------------------------------------------- */

TEST(shared_memory_is_one_and_promised_once)
{
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		bool promises = policy == MM_DEMAND;
		uint64_t promised = node_data(NUMA_NO_NODE)->nr_reserved;
		struct mm_object *object;
		uint64_t at, again;

		if (!space_enter(&vs, policy))
			return;
		object = mm_object_create(node_data(NUMA_NO_NODE), SOME * PAGE_SIZE,
					  promises ? OBJECT_PROMISED : OBJECT_OVERCOMMIT);
		CHECK(object);
		CHECK_EQ(mm_mmap_object(&vs, 0, SOME * PAGE_SIZE, RW, MAP_SHARED, object, 0, &at),
			 0);
		CHECK_EQ(mm_mmap_object(&vs, 0, 4 * PAGE_SIZE, RW, MAP_SHARED, object, PAGE_SIZE,
					&again),
			 0);
		CHECK_EQ(mm_clone(&other, &vs), 0);
		CHECK_EQ(node_data(NUMA_NO_NODE)->nr_reserved - promised, promises ? SOME : 0);
		*word(at + PAGE_SIZE) = 55;
		CHECK_EQ(*word(again), 55);
		vspace_activate(&other);
		CHECK_EQ(*word(at + PAGE_SIZE), 55);
		*word(again) = 66;
		vspace_activate(&vs);
		CHECK_EQ(*word(at + PAGE_SIZE), 66);
		vspace_destroy(&other);
		space_leave(&vs);
		mm_object_put(object);
		CHECK_EQ(node_data(NUMA_NO_NODE)->nr_reserved, promised);
	}
}

TEST(a_module_can_be_mapped_shared_and_private)
{
	uint64_t len, at, copy;
	struct mm_object *file = module_file(0, &len);
	const volatile uint8_t *bytes;

	if (!file) {
		test_skip("no module has come along (MODULE=file)");
		return;
	}
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		uint64_t promised = node_data(NUMA_NO_NODE)->nr_reserved,
			 size = ALIGN_UP(len, PAGE_SIZE);

		if (!space_enter(&vs, policy))
			return;
		CHECK_EQ(mm_mmap_object(&vs, 0, len, PROT_READ, MAP_PRIVATE, file, 0, &at), 0);
		CHECK_EQ(node_data(NUMA_NO_NODE)->nr_reserved, promised);
		CHECK_EQ(mm_mmap_object(&vs, 0, len, RW, MAP_PRIVATE, file, 0, &copy), 0);
		CHECK_EQ(node_data(NUMA_NO_NODE)->nr_reserved - promised,
			 policy == MM_DEMAND ? size / PAGE_SIZE : 0);
		bytes = port_phys_to_virt(file->phys);
		for (uint64_t i = 0; i < size; i++)
			CHECK_EQ(((volatile uint8_t *)at)[i], i < len ? bytes[i] : 0);
		CHECK(faults(store_it, at));
		*word(copy) = ~*word(at);
		CHECK(*word(copy) == ~*word(at));
		CHECK_EQ(((volatile uint8_t *)copy)[8], bytes[8]);
		CHECK_EQ((unsigned)-mm_mmap_object(&vs, 0, size + PAGE_SIZE, PROT_READ, MAP_PRIVATE,
						   file, 0, &at),
			 ENXIO);
		space_leave(&vs);
	}
}

TEST(physical_memory_is_mapped_where_it_is)
{
	for (unsigned policy = 0; policy < NR_POLICIES; policy++) {
		struct page *page = alloc_page(__GFP_ZERO);
		phys_addr_t phys, block, next;
		uint64_t at;

		CHECK(page);
		if (!space_enter(&vs, policy))
			return;
		phys = page_to_pfn(page) << PAGE_SHIFT;
		CHECK_EQ(mm_mmap_object(&vs, 0, PAGE_SIZE, RW, MAP_SHARED | MAP_PHYS, NULL, phys,
					&at),
			 0);
		*word(at) = 44;
		CHECK_EQ(*(uint64_t *)page_address(page), 44);
		CHECK_EQ(mm_mmap(&vs, 0, 5 * PAGE_SIZE, RW, ANON | MAP_PHYS, &at), 0);
		CHECK(port_pt_lookup(vs.pt, at, &block, NULL, NULL));
		for (uint64_t i = 0; i < 5; i++) {
			CHECK_EQ(*word(at + i * PAGE_SIZE), 0);
			CHECK(port_pt_lookup(vs.pt, at + i * PAGE_SIZE, &next, NULL, NULL));
			CHECK_EQ(next, block + i * PAGE_SIZE);
		}
		CHECK_EQ(vs.nr_faults, 0);
		space_leave(&vs);
		__free_pages(page, 0);
	}
}

/* --- Faults that fail ------------------------------------------------------------------------ */

enum { SMALL_ORDER = 10, SMALL_PAGES = 1 << SMALL_ORDER };

static struct {
	unsigned nr_calls;
	uint64_t addr;
	enum fault_result result;
	enum port_access access;
	struct page *give; /* a page to free, so that the access can be made again */
} heard;

static bool hear(struct vspace *space, uint64_t addr, enum port_access access,
		 enum fault_result result, void *arg)
{
	struct vm_fixture *f = arg;
	struct page *page = heard.give;

	heard.nr_calls += space == &vs;
	heard.addr = addr;
	heard.access = access;
	heard.result = result;
	heard.give = NULL;
	if (page)
		pgdat_free(f->node.p, page, 0);
	return page;
}

TEST(overcommit_signals_what_it_cannot_give)
{
	static struct page *held[SMALL_PAGES];
	static struct vm_fixture f;
	uint64_t at;

	__builtin_memset(held, 0, sizeof(held));
	__builtin_memset(&heard, 0, sizeof(heard));
	if (!vm_make(&f, SMALL_ORDER))
		return;
	CHECK_EQ(vspace_init(&vs, f.node.p, MM_OVERCOMMIT, true), 0);
	vspace_activate(&vs);
	vspace_set_signal(&vs, hear, &f);
	CHECK_EQ(mm_mmap(&vs, 0, 2 * SMALL_PAGES * PAGE_SIZE, RW, ANON, &at), 0);
	*word(at) = 1;
	CHECK_EQ(heard.nr_calls, 0);
	CHECK(pgdat_bulk_array(f.node.p, __GFP_NOWARN, SMALL_PAGES, held) > 2);
	/* Memory is found: the access is made again, and succeeds. */
	heard.give = held[0];
	held[0] = NULL;
	*word(at + PAGE_SIZE) = 2;
	CHECK_EQ(*word(at + PAGE_SIZE), 2);
	CHECK_EQ(heard.nr_calls, 1);
	CHECK_EQ(heard.addr, at + PAGE_SIZE);
	CHECK_EQ(heard.result, FAULT_NO_MEMORY);
	CHECK_EQ(heard.access, PORT_STORE);
	/* None is found: it is an error. */
	CHECK(faults(store_it, at + 2 * PAGE_SIZE));
	CHECK_EQ(heard.nr_calls, 2);
	CHECK_EQ(*word(at), 1);
	vspace_set_signal(&vs, NULL, NULL);
	CHECK(faults(store_it, at + 2 * PAGE_SIZE));
	CHECK_EQ(heard.nr_calls, 2);
	pgdat_free_bulk(f.node.p, SMALL_PAGES, held);
	space_leave(&vs);
	vm_drop(&f);
}

/* --- Calls from within a space ---------------------------------------------------------------- */

static struct {
	int err;
	uint64_t at;
} call;

static void clone_here(void *arg)
{
	(void)arg;
	call.err = mm_clone(&other, &vs);
}

static void map_here(void *arg)
{
	(void)arg;
	call.err = mm_mmap(&vs, 0, PAGE_SIZE, RW, ANON, &call.at);
}

TEST(a_stack_in_the_space_cannot_be_forked_from)
{
	uint64_t at;

	if (!space_enter(&vs, MM_DEMAND))
		return;
	CHECK_EQ(mm_mmap(&vs, 0, SOME * PAGE_SIZE, RW, ANON | MAP_STACK, &at), 0);
	context_call_on((void *)(at + SOME * PAGE_SIZE), clone_here, NULL);
	CHECK_EQ(-call.err, EINVAL);
	space_leave(&vs);
}

/* With the border of the last page backed at every distance below the caller's stack pointer. */
TEST(calls_can_be_made_on_a_lazy_stack)
{
	uint64_t at;

	if (!space_enter(&vs, MM_DEMAND))
		return;
	for (uint64_t distance = 16; distance < 2048; distance += 16) {
		CHECK_EQ(mm_mmap(&vs, VM_START, SOME * PAGE_SIZE, RW, ANON | MAP_STACK | MAP_FIXED,
				 &at),
			 0);
		context_call_on((void *)(at + 8 * PAGE_SIZE + distance), map_here, NULL);
		CHECK_EQ(call.err, 0);
	}
	space_leave(&vs);
}

TEST(a_result_can_go_to_memory_of_the_space)
{
	uint64_t at;

	if (!space_enter(&vs, MM_DEMAND))
		return;
	CHECK_EQ(mm_mmap(&vs, 0, SOME * PAGE_SIZE, RW, ANON, &at), 0);
	CHECK_EQ(mm_mmap(&vs, 0, PAGE_SIZE, RW, ANON, (uint64_t *)at), 0);
	CHECK(*word(at));
	CHECK(vspace_region(&vs, at, (struct vm_region *)(at + 2 * PAGE_SIZE)));
	vspace_stats(&vs, (struct vspace_stats *)(at + 4 * PAGE_SIZE));
	CHECK_EQ(vs.nr_faults, 3);
	space_leave(&vs);
}

static bool map_and_touch(struct vspace *space, uint64_t addr, enum port_access access,
			  enum fault_result result, void *arg)
{
	uint64_t got;

	(void)access;
	(void)result;
	*word(*(uint64_t *)arg) = 5;
	return !mm_mmap(space, ALIGN_DOWN(addr, PAGE_SIZE), PAGE_SIZE, RW, ANON | MAP_FIXED, &got);
}

TEST(a_signal_function_may_take_a_fault_itself)
{
	uint64_t at;

	if (!space_enter(&vs, MM_DEMAND))
		return;
	CHECK_EQ(mm_mmap(&vs, 0, SOME * PAGE_SIZE, RW, ANON, &at), 0);
	vspace_set_signal(&vs, map_and_touch, &at);
	*word(at + (1ul << 30)) = 9;
	CHECK_EQ(*word(at + (1ul << 30)), 9);
	CHECK_EQ(*word(at), 5);
	CHECK_EQ(vs.nr_faults, 2);
	space_leave(&vs);
}

static void lock_twice(void *arg)
{
	port_lock(arg);
	port_lock(arg);
}

TEST(a_lock_taken_twice_ends_the_run)
{
	static struct port_lock lock;
	const char *said = test_expect_panic(lock_twice, &lock);

	CHECK(said && test_contains(said, "is taken twice"));
	port_unlock(&lock);
}
