// SPDX-License-Identifier: MIT
/*
 * Commands of the shell that show memory: who has it, how it is cut up, and where it is mapped.
 */
#include "apps/shell/command.h"
#include "kernel/glue/memory.h"
#include "kernel/layout.h"
#include "kernel/printk.h"
#include "kernel/x86/paging.h"
#include "mm/page_alloc.h"
#include "mm/vmalloc.h"

enum { KIB_PAGE = PAGE_SIZE / 1024 };

static const char *mem_command(int argc, const char *const *argv)
{
	(void)argc;
	(void)argv;
	kprintf("#   %4s %14s %14s %14s KiB\n", "node", "managed", "free", "promised");
	for (int nid = 0; nid < nr_nodes(); nid++) {
		struct pg_data *p = node_data(nid);
		uint64_t present = 0;

		for (int type = 0; type < NR_ZONES; type++) {
			struct zone_info zone;

			zone_info(p, (enum zone_type)type, &zone);
			present += zone.nr_present;
		}
		kprintf("#   %4d %14llu %14llu %14llu\n", nid,
			(unsigned long long)present * KIB_PAGE,
			(unsigned long long)pgdat_nr_free(p) * KIB_PAGE,
			(unsigned long long)p->nr_reserved * KIB_PAGE);
	}
	return NULL;
}

static const char *buddyinfo_command(int argc, const char *const *argv)
{
	char row[BUDDYINFO_MAX];

	(void)argc;
	(void)argv;
	for (int i = 0; i < nr_nodes() * NR_ZONES; i++)
		if (buddyinfo_row(i / NR_ZONES, i % NR_ZONES, row))
			kprintf("#   %s\n", row);
	return NULL;
}

static __printf(1, 2) void area_print(const char *fmt, ...)
{
	va_list args;

	kprintf("#   ");
	va_start(args, fmt);
	kvprintf(fmt, args);
	va_end(args);
}

static const char *vmallocinfo_command(int argc, const char *const *argv)
{
	(void)argc;
	(void)argv;
	vmalloc_info(area_print);
	return NULL;
}

/* Leaves that follow each other and allow the same. */
struct run {
	uint64_t start, end;
	unsigned prot;
	uint64_t nr[3]; /* leaves of 4 KiB, 2 MiB, 1 GiB */
	unsigned nr_runs;
};

static const char *part_name(uint64_t virt)
{
	if (virt >= KERNEL_BASE)
		return layout_part_has(layout_text(), virt, 1)	   ? "text"
		       : layout_part_has(layout_rodata(), virt, 1) ? "constants"
								   : "data";
	if (virt >= DEVICE_BASE)
		return "devices and firmware tables";
	if (virt >= 0xffffea0000000000ul)
		return "page array";
	if (virt >= VMALLOC_START)
		return "vmalloc";
	return virt >= DIRECT_BASE ? "direct map" : "address space";
}

static void run_print(struct run *run)
{
	if (!run->end)
		return;
	kprintf("#   %016llx-%016llx %c%c%c%s %llu KiB, leaves: %llu of 4K, %llu of 2M, %llu of "
		"1G, "
		"%s\n",
		(unsigned long long)run->start, (unsigned long long)run->end,
		run->prot & PT_NONE ? '-' : 'r', run->prot & PT_WRITE ? 'w' : '-',
		run->prot & PT_EXEC	 ? 'x'
		: paging_nx() == NX_NONE ? '?'
					 : '-',
		run->prot & PT_CACHE_UC	  ? " uncached"
		: run->prot & PT_CACHE_WC ? " write-combining"
					  : "",
		(unsigned long long)(run->end - run->start) / 1024, (unsigned long long)run->nr[0],
		(unsigned long long)run->nr[1], (unsigned long long)run->nr[2],
		part_name(run->start));
	run->nr_runs++;
}

static bool leaf_add(const struct pt_leaf *leaf, void *arg)
{
	struct run *run = arg;
	unsigned size = leaf->len == PAGE_SIZE ? 0 : leaf->len == PMD_SIZE ? 1 : 2;

	if (leaf->virt != run->end || leaf->prot != run->prot ||
	    part_name(leaf->virt) != part_name(run->start)) {
		run_print(run);
		*run = (struct run){
			.start = leaf->virt, .prot = leaf->prot, .nr_runs = run->nr_runs};
	}
	run->end = leaf->virt + leaf->len;
	run->nr[size]++;
	return true;
}

static const char *maps_command(int argc, const char *const *argv)
{
	struct run run = {0};

	(void)argc;
	(void)argv;
	pt_walk(paging_kernel_tables(), leaf_add, &run);
	run_print(&run);
	kprintf("#   %u ranges, %llu pages of tables\n", run.nr_runs,
		(unsigned long long)pt_count_tables(paging_kernel_tables()));
	return NULL;
}

COMMAND(mem) = {"mem", "", "memory by node: managed, free, promised", mem_command};
COMMAND(buddyinfo) = {"buddyinfo", "", "free blocks by order, each zone", buddyinfo_command};
COMMAND(vmallocinfo) = {"vmallocinfo", "", "areas of vmalloc, with who asked", vmallocinfo_command};
COMMAND(maps) = {"maps", "", "what is mapped where, by which leaves", maps_command};
