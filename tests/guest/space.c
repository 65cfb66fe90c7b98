// SPDX-License-Identifier: MIT
#include "tests/guest/space.h"

#include "kernel/panic.h"
#include "kernel/x86/exceptions.h"
#include "kernel/x86/paging.h"
#include "tests/harness/test.h"

bool space_enter(struct vspace *vs, enum mm_policy policy)
{
	if (vspace_init(vs, node_data(NUMA_NO_NODE), policy, true)) {
		test_fail(__FILE__, __LINE__, "no memory for a space");
		return false;
	}
	vspace_activate(vs);
	return true;
}

void space_leave(struct vspace *vs)
{
	vspace_check(vs);
	vspace_activate(NULL);
	vspace_destroy(vs);
}

void load_it(void *arg)
{
	(void)*(volatile uint64_t *)arg;
}

void store_it(void *arg)
{
	*(volatile uint64_t *)arg = 1;
}

bool faults(void (*access)(void *arg), uint64_t addr)
{
	struct exc_frame frame;

	return exc_catch(access, (void *)addr, &frame) == EXC_PF && frame.cr2 == addr;
}

static void call_it(void *arg)
{
	((void (*)(void))arg)();
}

bool call_faults(uint64_t addr, bool mapped)
{
	bool nx = paging_nx() != NX_NONE; /* else the CPU tells no fetch from a read */
	struct exc_frame frame;

	if (!nx && mapped)
		return true;
	return exc_catch(call_it, (void *)addr, &frame) == EXC_PF && frame.cr2 == addr &&
	       frame.error == (mapped ? PF_PRESENT : 0u) + (nx ? PF_FETCH : 0u);
}
