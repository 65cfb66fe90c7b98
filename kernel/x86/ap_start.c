// SPDX-License-Identifier: MIT
/*
 * Each CPU has a slot that says whether it is wanted. It finds its own by its APIC id and takes it
 * with one locked instruction (ap_start.asm); the boot CPU gives a late one up the same way. So a
 * CPU comes online, or halts, whenever it may arrive.
 */
#include "kernel/x86/ap_start.h"

#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/smp.h"
#include "kernel/string.h"
#include "kernel/time.h"
#include "kernel/x86/acpi.h"
#include "kernel/x86/apic.h"
#include "kernel/x86/caches.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/cpuinfo.h"
#include "kernel/x86/exceptions.h"
#include "kernel/x86/ipi.h"
#include "kernel/x86/madt_logic.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/vector.h"

/* Of the startup code: it reaches this with 20 bits of address. */
#define LOW_END	   0xa0000ul /* the legacy video memory */
#define LOW_START  0x1000ul
#define ENTRIES	   512
#define LEAF_2M_RX 0x81ul /* present, large */
#define TABLE	   0x03ul /* present, writable */

#define ABSENT_ID 0xfdu /* for `provoke=dead-cpu` */

/* Known to ap_start.asm. */
struct ap_slot {
	uint32_t apic_id;
	uint32_t state;
	uint64_t stack_top;
	uint64_t cpu;
};

enum { SLOT_FREE, SLOT_STARTING, SLOT_ARRIVED, SLOT_GIVEN_UP };

extern uint8_t ap_trampoline[], ap_trampoline_end[];
extern uint8_t ap_trampoline_cr3[], ap_trampoline_nx[];
extern uint8_t ap_trampoline_gdt_base[], ap_trampoline_far[];

struct ap_slot ap_slots[MM_NR_CPUS];
uint32_t ap_nr_slots;

void ap_main(struct cpu *cpu);

static struct madt madt;
static bool madt_sound;
static unsigned nr_wanted = 1; /* with the boot CPU */

/* The tables by which a CPU comes from the low page into the image. */
static uint64_t low_tables[3][ENTRIES] __attribute__((aligned(4096)));

/* --- Which ones there are ----------------------------------------------------------------------
 */

static unsigned most_cpus(void)
{
	uint64_t most = option_number("maxcpus", MM_NR_CPUS);

	if (option_flag("nosmp", false) || most < 1)
		return 1;
	return most < MM_NR_CPUS ? (unsigned)most : MM_NR_CPUS;
}

static void madt_log(void)
{
	printk("acpi: MADT: %u CPU entries: %u usable, %u not enabled, %u duplicate, %u with an "
	       "APIC "
	       "id out of reach, %u for which there is no room",
	       madt.nr_entries, madt.nr_cpus, madt.nr_disabled, madt.nr_duplicate, madt.nr_beyond,
	       madt.nr_dropped);
}

void cpus_find(void)
{
	struct acpi_table table;
	const char *why = "";

	if (most_cpus() == 1 || acpi_table("APIC", &table))
		return;
	if (!apic_find())
		return;
	if (madt_parse(&table, apic_max_id(), &madt, &why))
		printk("acpi: MADT: %s; the CPUs before that are used", why);
	madt_log();
	madt_sound = true;
	if (options_provoke("dead-cpu") && madt.nr_cpus < MADT_MAX_CPUS)
		madt.cpu[madt.nr_cpus++].apic_id = ABSENT_ID;
	nr_wanted = 1;
	for (uint32_t i = 0; i < madt.nr_cpus && nr_wanted < most_cpus(); i++)
		nr_wanted += madt.cpu[i].apic_id != this_cpu()->apic_id;
}

unsigned cpus_possible(void)
{
	return nr_wanted;
}

/* --- The way up --------------------------------------------------------------------------------
 */

phys_addr_t ap_page_find(const struct mem_range *ram, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		phys_addr_t start = ram[i].start > LOW_START ? ram[i].start : LOW_START;
		phys_addr_t end = ram[i].end < LOW_END ? ram[i].end : LOW_END;

		/* The highest: firmware keeps what it still needs at the bottom. */
		if (start < end && end - start >= PAGE_SIZE)
			return ALIGN_DOWN(end, PAGE_SIZE) - PAGE_SIZE;
	}
	return 0;
}

/* What the copy needs to know of where it is. */
static void patch32(uint8_t *copy, const uint8_t *field, uint32_t value)
{
	uint8_t *at = copy + (field - ap_trampoline);

	memcpy(at, &value, sizeof(value));
}

static uint32_t offset_in(const uint8_t *field)
{
	uint32_t value;

	memcpy(&value, field, sizeof(value));
	return value;
}

static void trampoline_place(phys_addr_t page)
{
	uint8_t *copy = direct_map(page);

	memcpy(copy, ap_trampoline, (size_t)(ap_trampoline_end - ap_trampoline));
	patch32(copy, ap_trampoline_cr3, (uint32_t)image_phys(low_tables[0]));
	patch32(copy, ap_trampoline_nx, paging_nx());
	patch32(copy, ap_trampoline_gdt_base, (uint32_t)page + offset_in(ap_trampoline_gdt_base));
	patch32(copy, ap_trampoline_far, (uint32_t)page + offset_in(ap_trampoline_far));
}

/*
 * The low page at its own address, and the upper half as it is now: stacks may be new there. A CPU
 * that was given up may be on its way through these, so what was valid stays so, each entry.
 */
static void low_tables_fill(void)
{
	const uint64_t *kernel = direct_map(paging_kernel_tables()->root);

	for (unsigned i = ENTRIES / 2; i < ENTRIES; i++)
		__atomic_store_n(&low_tables[0][i], kernel[i], __ATOMIC_RELAXED);
	low_tables[0][0] = image_phys(low_tables[1]) | TABLE;
	low_tables[1][0] = image_phys(low_tables[2]) | TABLE;
	low_tables[2][0] = LEAF_2M_RX;
}

/* --- On the new CPU ----------------------------------------------------------------------------
 */

void ap_main(struct cpu *cpu)
{
	paging_init_cpu();
	caches_init_cpu();
	gdt_init(cpu, cpu->index);
	exceptions_init_cpu();
	vector_init_cpu();
	cpu->core = cpuid_core(cpuinfo_source());
	apic_init_cpu();
	__atomic_store_n(&cpu->online, 1, __ATOMIC_RELEASE);
	smp_idle();
}

/* --- On the boot CPU ---------------------------------------------------------------------------
 */

static void *(*memory_alloc)(size_t len);
static void (*memory_free)(const void *memory);

static void cpu_destroy(struct cpu *cpu)
{
	for (int i = 0; i < NR_STACKS; i++)
		if (cpu->stack[i].start)
			memory_free((const void *)cpu->stack[i].start);
	memory_free(cpu);
}

/* A struct cpu with its stacks. NULL: no memory. */
static struct cpu *cpu_create(uint32_t apic_id)
{
	static const size_t stack_len[NR_STACKS] = {
		[STACK_MAIN] = 0x8000,		[STACK_PAGE_FAULT] = 0x4000,
		[STACK_DOUBLE_FAULT] = 0x2000,	[STACK_NMI] = 0x2000,
		[STACK_MACHINE_CHECK] = 0x2000,
	};
	struct cpu *cpu = memory_alloc(sizeof(*cpu));

	if (!cpu)
		return NULL;
	cpu->index = cpus_online();
	cpu->apic_id = apic_id;
	for (int i = 0; i < NR_STACKS; i++) {
		cpu->stack[i].start = (uintptr_t)memory_alloc(stack_len[i]);
		cpu->stack[i].end = cpu->stack[i].start + stack_len[i];
		if (!cpu->stack[i].start) {
			cpu_destroy(cpu);
			return NULL;
		}
	}
	return cpu;
}

static bool online_wait(const struct cpu *cpu, uint64_t end)
{
	while (!__atomic_load_n(&cpu->online, __ATOMIC_ACQUIRE)) {
		cpu_relax();
		if (clock_passed(end))
			return false;
	}
	return true;
}

/* Why it is not online, NULL if it is. */
static const char *cpu_try(struct cpu *cpu, phys_addr_t page)
{
	struct ap_slot *slot = &ap_slots[ap_nr_slots];
	uint32_t starting = SLOT_STARTING;

	low_tables_fill();
	*slot = (struct ap_slot){cpu->apic_id, SLOT_STARTING, cpu->stack[STACK_MAIN].end,
				 (uintptr_t)cpu};
	__atomic_store_n(&ap_nr_slots, ap_nr_slots + 1, __ATOMIC_RELEASE);
	if (!apic_start_cpu(cpu->apic_id, page) &&
	    online_wait(cpu, clock_deadline(AP_ANSWER_MS * 1000ull)))
		return NULL;
	if (__atomic_compare_exchange_n(&slot->state, &starting, SLOT_GIVEN_UP, false,
					__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return "it does not answer";
	/* It is on its way, in our memory: it must arrive. */
	if (!online_wait(cpu, clock_deadline(IPI_SECONDS * 1000000ull)))
		panic("smp: the CPU with APIC id %#x began to start, and did not end it",
		      cpu->apic_id);
	return NULL;
}

static void cpu_start_next(uint32_t apic_id, phys_addr_t page)
{
	struct cpu *cpu = cpu_create(apic_id);
	const char *why = cpu ? cpu_try(cpu, page) : "there is no memory for its stacks";

	if (!why) {
		cpu_add(cpu);
		return;
	}
	printk("smp: CPU with APIC id %#x left out: %s", apic_id, why);
	if (cpu)
		cpu_destroy(cpu);
}

/* "cpus: 4 online (Core 2, Atom 2, other kinds 0)". */
static void cpus_print(unsigned nr_tried)
{
	unsigned nr[CORE_UNKNOWN + 1] = {0};

	for (unsigned i = 0; i < cpus_online(); i++)
		nr[cpu_at(i)->core]++;
	kprintf("cpus: %u online", cpus_online());
	if (nr[CORE_PLAIN] < cpus_online())
		kprintf(" (Core %u, Atom %u, other kinds %u)", nr[CORE_CORE], nr[CORE_ATOM],
			nr[CORE_UNKNOWN] + nr[CORE_PLAIN]);
	if (nr_tried > cpus_online())
		kprintf(", %u did not start", nr_tried - cpus_online());
	if (madt_sound && nr_tried == most_cpus() && madt.nr_cpus > nr_tried)
		kprintf(", %u left out by maxcpus=", madt.nr_cpus - nr_tried);
	kprintf("\n");
}

void cpus_start(phys_addr_t page, void *(*alloc)(size_t len), void (*free)(const void *memory))
{
	unsigned nr_tried = 1;

	memory_alloc = alloc;
	memory_free = free;
	this_cpu()->core = cpuid_core(cpuinfo_source());
	if (nr_wanted > 1 && !page) {
		printk("smp: no RAM below 640 KiB for the startup code: one CPU");
		nr_wanted = 1;
	}
	if (nr_wanted > 1) {
		ipi_init();
		apic_init_cpu();
		trampoline_place(page);
	}
	for (uint32_t i = 0; i < madt.nr_cpus && nr_tried < nr_wanted; i++) {
		if (madt.cpu[i].apic_id == this_cpu()->apic_id)
			continue;
		nr_tried++;
		cpu_start_next(madt.cpu[i].apic_id, page);
	}
	cpus_print(nr_tried);
}
