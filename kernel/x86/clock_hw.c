// SPDX-License-Identifier: MIT
#include "kernel/layout.h"
#include "kernel/x86/acpi.h"
#include "kernel/x86/clock_hw.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/paging.h"

#define PM_PERIOD_FS  279365115ull /* 3.579545 MHz */
#define PIT_PERIOD_FS 838095345ull /* 1.193182 MHz */

/* HPET registers, byte offsets (IA-PC HPET 1.0a, 2.3). */
enum { HPET_PERIOD = 0x04, HPET_CONFIG = 0x10, HPET_COUNTER = 0xf0 };
#define HPET_LEN	   0x400 /* bytes */
#define HPET_MAX_PERIOD_FS 100000000u
#define HPET_ENABLE	   1u

/* PIT channel 2, whose gate and output are bits of port 0x61. */
enum { PIT_CHANNEL_2 = 0x42, PIT_COMMAND = 0x43, PIT_GATE = 0x61 };
#define PIT_SET_RATE 0xb4 /* channel 2, low then high byte, mode 2: rate generator */
#define PIT_LATCH    0x80 /* channel 2 */
#define GATE_OPEN    0x01
#define SPEAKER	     0x02

/* Clock pages of KVM: cpuid leaf and bit, MSR to say where the page is. */
#define LEAF_KVM	 0x40000000u
#define KVM_CLOCKSOURCE2 (1u << 3)
#define MSR_KVM_SYSTEM	 0x4b564d01
#define PVCLOCK_ENABLE	 1u
#define PVCLOCK_TRIES	 1000

struct pvclock_page {
	uint32_t version; /* odd while it is being written */
	uint32_t reserved;
	uint64_t tsc;
	uint64_t ns;
	uint32_t mul;
	int8_t shift;
	uint8_t flags;
	uint8_t padding[2];
};

static volatile uint32_t *hpet;
static uint32_t hpet_config; /* as found */
static uint16_t pm_port;
static uint8_t gate; /* as found */

static uint64_t read_tsc(void *ctx)
{
	(void)ctx;
	return rdtsc_ordered();
}

static struct clock_cpuid read_cpuid(void *ctx, uint32_t leaf)
{
	struct cpuid_regs r = cpuid(leaf, 0);

	(void)ctx;
	return (struct clock_cpuid){r.eax, r.ebx, r.ecx, r.edx};
}

static uint32_t read_hpet(void *ctx)
{
	(void)ctx;
	return hpet[HPET_COUNTER / 4];
}

static uint32_t read_pm(void *ctx)
{
	(void)ctx;
	return in32(pm_port);
}

/* It counts down; made to count up. */
static uint32_t read_pit(void *ctx)
{
	uint32_t low, high;

	(void)ctx;
	out8(PIT_COMMAND, PIT_LATCH);
	low = in8(PIT_CHANNEL_2);
	high = in8(PIT_CHANNEL_2);
	return 0xffff - (high << 8 | low);
}

static bool read_pvclock(void *ctx, uint32_t *mul, int8_t *shift)
{
	static volatile struct pvclock_page page __attribute__((aligned(64)));
	struct cpuid_regs kvm = cpuid(LEAF_KVM, 0);
	bool found = false;

	(void)ctx;
	/* "KVMKVMKVM" in three registers */
	if (kvm.ebx != 0x4b4d564b || kvm.ecx != 0x564b4d56 || kvm.edx != 0x0000004d)
		return false;
	if (!(cpuid(LEAF_KVM + 1, 0).eax & KVM_CLOCKSOURCE2))
		return false;
	wrmsr(MSR_KVM_SYSTEM, image_phys((const void *)&page) | PVCLOCK_ENABLE);
	for (int i = 0; i < PVCLOCK_TRIES && !found; i++) {
		uint32_t version = page.version;

		*mul = page.mul;
		*shift = page.shift;
		found = version && !(version & 1) && version == page.version;
	}
	wrmsr(MSR_KVM_SYSTEM, 0);
	return found;
}

static void init_hpet(struct clock_counter *counter)
{
	struct acpi_table table;
	phys_addr_t phys;
	uint32_t period;

	if (acpi_table("HPET", &table))
		return;
	phys = acpi_hpet(&table);
	if (!phys || !IS_ALIGNED(phys, 8))
		return;
	hpet = paging_map_device(phys, HPET_LEN, CACHE_UC);
	if (!hpet)
		return;
	period = hpet[HPET_PERIOD / 4];
	if (!period || period > HPET_MAX_PERIOD_FS) { /* all ones: nobody answers there */
		hpet = NULL;
		return;
	}
	hpet_config = hpet[HPET_CONFIG / 4];
	hpet[HPET_CONFIG / 4] = hpet_config | HPET_ENABLE;
	*counter = (struct clock_counter){"hpet", period, UINT32_MAX, read_hpet};
}

static void init_pm(struct clock_counter *counter)
{
	struct acpi_table table;
	bool is_32bit = false;

	if (acpi_table("FACP", &table))
		return;
	pm_port = acpi_pm_timer(&table, &is_32bit);
	if (!pm_port)
		return;
	*counter = (struct clock_counter){"acpi pm timer", PM_PERIOD_FS,
					  is_32bit ? UINT32_MAX : 0xffffff, read_pm};
}

static void init_pit(struct clock_counter *counter)
{
	gate = in8(PIT_GATE);
	out8(PIT_GATE, (gate & ~SPEAKER) | GATE_OPEN);
	out8(PIT_COMMAND, PIT_SET_RATE);
	out8(PIT_CHANNEL_2, 0);
	out8(PIT_CHANNEL_2, 0);
	*counter = (struct clock_counter){"pit", PIT_PERIOD_FS, 0xffff, read_pit};
}

void clock_hw_init(struct clock_hw *hw)
{
	*hw = (struct clock_hw){
		.read_tsc = read_tsc,
		.cpuid = read_cpuid,
		.pvclock = read_pvclock,
	};
	init_hpet(&hw->counters[CLOCK_HPET]);
	init_pm(&hw->counters[CLOCK_PM]);
	init_pit(&hw->counters[CLOCK_PIT]);
}

void clock_hw_done(void)
{
	if (hpet)
		hpet[HPET_CONFIG / 4] = hpet_config;
	out8(PIT_GATE, gate);
}
