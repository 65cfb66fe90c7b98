// SPDX-License-Identifier: MIT
/*
 * The live spaces: which one each CPU is in, and the page faults that arise there.
 */
#include "mm/mmap_int.h"

static struct vspace *active[MM_NR_CPUS];
static bool signalling[MM_NR_CPUS]; /* this CPU is in a space's signal function */

const char *mm_policy_name(enum mm_policy policy)
{
	static const char *const names[NR_POLICIES] = {"range", "superlock", "demand",
						       "overcommit"};

	return names[policy];
}

static void fault_log(struct vspace *vs, uint64_t addr, enum port_access access,
		      enum fault_result result)
{
	static const char *const accesses[] = {"load from", "store to", "fetch from"};
	static const char *const causes[] = {
		[FAULT_GUARD] = "the guard page of a stack, which has overflowed",
		[FAULT_PROT] = "not allowed",
		[FAULT_NO_MEMORY] = "no memory, and none was promised",
	};
	struct vm_region region;
	bool found = vspace_region(vs, addr, &region);

	if (!found) {
		port_log("mmap: %s %#llx: nothing is mapped there (space %p, %s)", accesses[access],
			 (unsigned long long)addr, (void *)vs, mm_policy_name(vs->policy));
		return;
	}
	port_log("mmap: %s %#llx: %s, in %#llx-%#llx %c%c%c (space %p, %s)", accesses[access],
		 (unsigned long long)addr, causes[result], (unsigned long long)region.range.start,
		 (unsigned long long)region.range.end, region.prot & PROT_READ ? 'r' : '-',
		 region.prot & PROT_WRITE ? 'w' : '-', region.prot & PROT_EXEC ? 'x' : '-',
		 (void *)vs, mm_policy_name(vs->policy));
}

/* The space's function may use the space's memory, but not have a fault of its own signalled. */
static bool signal_resolves(struct vspace *vs, uint64_t addr, enum port_access access,
			    enum fault_result result)
{
	vspace_signal_fn signal = vs->signal;
	bool resolved;

	if (!signal || signalling[port_cpu()])
		return false;
	signalling[port_cpu()] = true;
	port_faults_nest(true);
	resolved = signal(vs, addr, access, result, vs->signal_arg);
	port_faults_nest(false);
	signalling[port_cpu()] = false;
	return resolved;
}

static bool fault_resolve(uint64_t addr, enum port_access access)
{
	struct vspace *vs = active[port_cpu()];
	enum fault_result result;

	if (!vs)
		return false;
	result = vspace_fault(vs, addr, access);
	if (result == FAULT_RESOLVED || signal_resolves(vs, addr, access, result))
		return true;
	fault_log(vs, addr, access, result);
	return false;
}

bool vspace_holds_stack(struct vspace *vs)
{
	struct vm_region region;

	return active[port_cpu()] == vs &&
	       vspace_region(vs, (uintptr_t)__builtin_frame_address(0), &region);
}

int vspace_activate(struct vspace *vs)
{
	active[port_cpu()] = vs;
	port_pt_activate(vs ? vs->pt : port_kernel_pt());
	return port_set_fault_handler(fault_resolve);
}

bool vspace_usable(void)
{
	return port_set_fault_handler(fault_resolve) == 0;
}
