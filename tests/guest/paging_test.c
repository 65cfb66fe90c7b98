// SPDX-License-Identifier: MIT
/*
 * The kernel's page tables, leaf by leaf, against the list of RAM and the parts of the image.
 */
#include "kernel/panic.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/paging.h"
#include "tests/guest/space.h"
#include "tests/harness/test.h"

#define MSR_EFER 0xc0000080
#define EFER_NXE (1ul << 11)
#define CR0_WP	 (1ul << 16)
#define CR4_LA57 (1ul << 12)

#define IMAGE_START_PHYS layout_phys(layout_image().start)
#define READONLY_END	 layout_phys(layout_rodata().end)

struct audit {
	uint64_t direct_bytes;
	uint64_t nr_leaves;
	const char *wrong;
	struct pt_leaf leaf; /* the wrong one */
};

static struct audit audit;

/* The run of the direct map that phys belongs to: a piece of RAM, less what is read-only in it. */
static bool direct_run(phys_addr_t phys, struct mem_range *run, bool *readonly)
{
	uint32_t nr;
	const struct mem_range *ram = paging_ram(&nr);

	for (uint32_t i = 0; i < nr; i++) {
		if (phys < ram[i].start || phys >= ram[i].end)
			continue;
		*run = ram[i];
		*readonly = phys >= IMAGE_START_PHYS && phys < READONLY_END;
		if (*readonly && run->start < IMAGE_START_PHYS)
			run->start = IMAGE_START_PHYS;
		if (*readonly && run->end > READONLY_END)
			run->end = READONLY_END;
		if (!*readonly && phys < IMAGE_START_PHYS && run->end > IMAGE_START_PHYS)
			run->end = IMAGE_START_PHYS;
		if (!*readonly && phys >= READONLY_END && run->start < READONLY_END)
			run->start = READONLY_END;
		return true;
	}
	return false;
}

static const char *check_direct(const struct pt_leaf *leaf)
{
	uint64_t larger = leaf->len << 9;
	struct mem_range run;
	bool readonly;

	audit.direct_bytes += leaf->len;
	if (leaf->virt - DIRECT_BASE != leaf->phys)
		return "a leaf of the direct map leads elsewhere";
	if (!direct_run(leaf->phys, &run, &readonly))
		return "the direct map holds what is not RAM";
	if (leaf->phys + leaf->len > run.end)
		return "a leaf of the direct map reaches beyond its run";
	if (leaf->prot != ((readonly ? PT_READ : PT_WRITE) | PT_GLOBAL))
		return "the direct map allows the wrong things";
	if (larger > PUD_SIZE || (larger == PUD_SIZE && !paging_kernel_tables()->gb_pages))
		return NULL;
	if (ALIGN_DOWN(leaf->phys, larger) >= run.start &&
	    ALIGN_DOWN(leaf->phys, larger) + larger <= run.end)
		return "a leaf of the direct map could be larger";
	return NULL;
}

static bool leaf_within(const struct pt_leaf *leaf, struct layout_part part)
{
	return leaf->virt >= part.start && leaf->virt + leaf->len <= part.end;
}

static const char *check_image(const struct pt_leaf *leaf)
{
	unsigned want;

	if (layout_phys(leaf->virt) != leaf->phys)
		return "a leaf of the image leads elsewhere";
	if (leaf_within(leaf, layout_text()))
		want = PT_EXEC | PT_GLOBAL;
	else if (leaf_within(leaf, layout_rodata()))
		want = PT_READ | PT_GLOBAL;
	else if (leaf_within(leaf, layout_data()))
		want = PT_WRITE | PT_GLOBAL;
	else
		return "a leaf of the image is in no part of it, or in two";
	return leaf->prot == want ? NULL : "the image allows the wrong things";
}

/* Metadata and whatever else is mapped between direct map and devices: RAM, never executable. */
static const char *check_other(const struct pt_leaf *leaf)
{
	struct mem_range run;
	bool readonly;

	if (leaf->prot & PT_EXEC)
		return "code outside of the image";
	if (leaf->virt >= DEVICE_BASE)
		return NULL;
	if (!direct_run(leaf->phys, &run, &readonly) || leaf->phys + leaf->len > run.end)
		return "a mapping of RAM holds what is not RAM";
	return readonly ? "constants have a writable alias" : NULL;
}

static bool check_leaf(const struct pt_leaf *leaf, void *arg)
{
	(void)arg;
	audit.nr_leaves++;
	audit.leaf = *leaf;
	if ((leaf->prot & PT_WRITE) && (leaf->prot & PT_EXEC))
		audit.wrong = "writable and executable";
	else if (!(leaf->virt >> 63))
		audit.wrong = "something is mapped in the low half";
	else if (leaf->virt >= KERNEL_BASE)
		audit.wrong = check_image(leaf);
	else if (leaf->virt >= DIRECT_BASE && leaf->virt < DIRECT_BASE + DIRECT_LEN)
		audit.wrong = check_direct(leaf);
	else
		audit.wrong = check_other(leaf);
	return !audit.wrong;
}

TEST(every_leaf_is_as_it_should_be)
{
	uint32_t nr;
	const struct mem_range *ram = paging_ram(&nr);
	uint64_t ram_bytes = 0;

	for (uint32_t i = 0; i < nr; i++)
		ram_bytes += ram[i].end - ram[i].start;
	audit = (struct audit){0};
	pt_walk(paging_kernel_tables(), check_leaf, NULL);
	if (audit.wrong) {
		test_fail(__FILE__, __LINE__, "%s: %#llx to %#llx, %llu KiB, prot %#x", audit.wrong,
			  (unsigned long long)audit.leaf.virt, (unsigned long long)audit.leaf.phys,
			  (unsigned long long)audit.leaf.len / 1024, audit.leaf.prot);
		return;
	}
	CHECK_EQ(audit.direct_bytes, ram_bytes);
	test_note("%llu leaves, %llu tables", (unsigned long long)audit.nr_leaves,
		  (unsigned long long)pt_count_tables(paging_kernel_tables()));
}

TEST(the_cpu_uses_these_tables_with_all_protections_on)
{
	CHECK_EQ(read_cr3() & ~0xffful, paging_kernel_tables()->root);
	CHECK(read_cr0() & CR0_WP);
	CHECK(!(read_cr4() & CR4_LA57));
	CHECK_EQ(!(rdmsr(MSR_EFER) & EFER_NXE), paging_nx() == NX_NONE);
}

TEST(guard_pages_and_the_null_page_are_unmapped)
{
	struct pt_leaf leaf;

	for (int i = 0; i < NR_STACKS; i++) {
		struct layout_part stack = layout_stack(i);

		CHECK(stack.end > stack.start);
		CHECK(!pt_lookup(paging_kernel_tables(), stack.start - 1, &leaf));
		CHECK(!pt_lookup(paging_kernel_tables(), stack.start - PAGE_SIZE, &leaf));
		CHECK(pt_lookup(paging_kernel_tables(), stack.start, &leaf));
		CHECK(pt_lookup(paging_kernel_tables(), stack.end - 1, &leaf));
		CHECK(!pt_lookup(paging_kernel_tables(), stack.end, &leaf));
	}
	CHECK(!pt_lookup(paging_kernel_tables(), 0, &leaf));
	CHECK(!pt_lookup(paging_kernel_tables(), 0x100000, &leaf));
}

static void read_byte(void *addr)
{
	*(volatile uint8_t *)addr;
}

static void write_byte(void *addr)
{
	*(volatile uint8_t *)addr = 0;
}

/* Does fn(addr) raise a page fault there with this error code? */
static bool faults_with(void (*fn)(void *), uint64_t addr, uint64_t error)
{
	struct exc_frame frame;
	int vector = exc_catch(fn, (void *)addr, &frame);

	if (vector == EXC_PF && frame.cr2 == addr && frame.error == error)
		return true;
	test_note("%#llx: vector %d, cr2 %#llx, error %#llx", (unsigned long long)addr, vector,
		  (unsigned long long)frame.cr2, (unsigned long long)frame.error);
	return false;
}

/* Has this part of the image an alias in the direct map? A `memmap=` can keep it out of RAM. */
static bool alias_mapped(uint64_t addr)
{
	struct mem_range run;
	bool readonly;

	return direct_run(layout_phys(addr), &run, &readonly);
}

/* Does fn() on the alias of `addr`, in the read-only part of the image, fault as it must? */
static bool alias_faults(void (*fn)(void *), uint64_t addr, uint64_t error)
{
	if (alias_mapped(addr))
		error |= PF_PRESENT;
	return faults_with(fn, layout_phys(addr) + DIRECT_BASE, error);
}

TEST(the_cpu_enforces_what_the_tables_say)
{
	static uint8_t data[16];
	uint64_t text = layout_text().start;
	uint64_t constants = layout_rodata().start;
	uint64_t guard = layout_stack(STACK_MAIN).start - 8;

	CHECK(faults_with(read_byte, 0, 0));
	CHECK(faults_with(read_byte, 0xfff, 0));
	CHECK(faults_with(write_byte, 8, PF_WRITE));
	CHECK(call_faults(0x100000, false));
	CHECK(faults_with(read_byte, guard, 0));
	CHECK(faults_with(write_byte, guard, PF_WRITE));
	CHECK(faults_with(write_byte, text, PF_PRESENT | PF_WRITE));
	CHECK(faults_with(write_byte, constants, PF_PRESENT | PF_WRITE));
	CHECK(alias_faults(write_byte, text, PF_WRITE));
	CHECK(alias_faults(write_byte, constants, PF_WRITE));
	CHECK(call_faults((uintptr_t)data, true));
	CHECK(call_faults(constants, true));
	CHECK(call_faults(layout_phys(text) + DIRECT_BASE, alias_mapped(text)));
	CHECK_EQ(exc_catch(read_byte, (void *)text, NULL), -1);
	CHECK_EQ(exc_catch(write_byte, data, NULL), -1);
}

TEST(device_windows_keep_their_offset_and_are_guarded)
{
	/* The BIOS's ROM, which every PC has, and which paging_map_device() may show any number of
	 * times. */
	uint8_t *rom = paging_map_device(0xffff3, 13, CACHE_WB_READONLY);
	struct pt_leaf leaf;

	CHECK(rom);
	CHECK_EQ((uintptr_t)rom & 0xfff, 0xff3);
	CHECK(pt_lookup(paging_kernel_tables(), (uintptr_t)rom, &leaf));
	CHECK_EQ(leaf.phys, 0xff000);
	CHECK_EQ(leaf.prot, PT_READ | PT_GLOBAL);
	CHECK(!pt_lookup(paging_kernel_tables(), leaf.virt + PAGE_SIZE, &leaf));
	CHECK(faults_with(write_byte, (uintptr_t)rom, PF_PRESENT | PF_WRITE));

	CHECK(!paging_map_device(0x1000, 0, CACHE_UC));
	CHECK(!paging_map_device(UINT64_MAX - 10, 20, CACHE_UC));
	CHECK(!paging_map_device(0, DEVICE_LEN, CACHE_UC));
	CHECK(!paging_map_device(1ul << 52, 4096, CACHE_UC));
	CHECK(!paging_map_device(paging_phys_limit(), 4096, CACHE_UC));
	CHECK(!paging_map_device(paging_phys_limit() - 1, 2, CACHE_UC));
}

TEST(windows_may_lie_above_all_ram)
{
	/* Where large framebuffers are put; nothing answers there, so only the tables are looked
	 * at. */
	phys_addr_t phys = paging_phys_limit() - 4 * PMD_SIZE;
	uint8_t *window = paging_map_device(phys, 3 * PMD_SIZE, CACHE_WC);
	struct pt_leaf leaf;

	CHECK(phys >= 1ul << 32);
	CHECK(window);
	for (uint64_t at = 0; at < 3 * PMD_SIZE; at += PMD_SIZE) {
		CHECK(pt_lookup(paging_kernel_tables(), (uintptr_t)window + at, &leaf));
		CHECK_EQ(leaf.phys, phys + at);
		CHECK_EQ(leaf.prot, PT_WRITE | PT_GLOBAL | PT_CACHE_WC);
	}
	CHECK_EQ(rdmsr(MSR_PAT) >> 8 & 0xff, 1); /* the slot that it names is write-combining */
}

TEST(large_windows_get_large_leaves)
{
	phys_addr_t phys = 0xfd000000; /* where PCs have a framebuffer; not touched here */
	uint8_t *window = paging_map_device(phys + 0x1000, 3 * PMD_SIZE, CACHE_WC);
	struct pt_leaf leaf;

	CHECK(window);
	CHECK(pt_lookup(paging_kernel_tables(), (uintptr_t)window + PMD_SIZE, &leaf));
	CHECK_EQ(leaf.len, PMD_SIZE);
	CHECK_EQ(leaf.prot, PT_WRITE | PT_GLOBAL | PT_CACHE_WC);
}
