// SPDX-License-Identifier: MIT
#include "kernel/x86/apic.h"

#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/time.h"
#include "kernel/x86/apic_logic.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/percpu.h"

#define MSR_APIC_BASE		 0x1b
#define MSR_XAPIC_DISABLE_STATUS 0xbd
#define MSR_X2APIC		 0x800
#define MSR_X2APIC_ICR		 0x830
#define BASE_ADDRESS		 0x000ffffffffff000ul
#define ECX1_X2APIC		 (1u << 21)
#define EDX1_APIC		 (1u << 9)
#define EDX7_ARCH_CAPABILITIES	 (1u << 29)
#define MSR_ARCH_CAPABILITIES	 0x10a
#define XAPIC_DISABLE_STATUS	 (1ul << 21) /* MSR 0xbd is there */

static struct apic apic;
static volatile uint8_t *registers; /* of the xAPIC */

static uint32_t xapic_read(void *ctx, unsigned reg)
{
	(void)ctx;
	return *(volatile uint32_t *)(registers + reg);
}

static void xapic_write(void *ctx, unsigned reg, uint32_t value)
{
	(void)ctx;
	*(volatile uint32_t *)(registers + reg) = value;
}

static uint32_t x2apic_read(void *ctx, unsigned reg)
{
	(void)ctx;
	return (uint32_t)rdmsr(MSR_X2APIC + reg / 16);
}

static void x2apic_write(void *ctx, unsigned reg, uint32_t value)
{
	(void)ctx;
	wrmsr(MSR_X2APIC + reg / 16, value);
}

static void x2apic_write_icr(void *ctx, uint64_t value)
{
	(void)ctx;
	__asm__ volatile("mfence; lfence" : : : "memory");
	wrmsr(MSR_X2APIC_ICR, value);
}

static uint64_t base_read(void *ctx)
{
	(void)ctx;
	return rdmsr(MSR_APIC_BASE);
}

static void base_write(void *ctx, uint64_t value)
{
	(void)ctx;
	wrmsr(MSR_APIC_BASE, value);
}

static void wait_us(void *ctx, unsigned us)
{
	(void)ctx;
	delay_us(us);
}

static const struct apic_io xapic_io = {xapic_read, xapic_write, NULL, base_read,
					base_write, wait_us,	 NULL};
static const struct apic_io x2apic_io = {
	x2apic_read, x2apic_write, x2apic_write_icr, base_read, base_write, wait_us, NULL};

static bool x2apic_locked(void)
{
	if (cpuid(0, 0).eax < 7 || !(cpuid(7, 0).edx & EDX7_ARCH_CAPABILITIES) ||
	    !(rdmsr(MSR_ARCH_CAPABILITIES) & XAPIC_DISABLE_STATUS))
		return false;
	return rdmsr(MSR_XAPIC_DISABLE_STATUS) & 1;
}

bool apic_find(void)
{
	struct cpuid_regs one = cpuid(1, 0);
	struct apic_facts facts = {.nox2apic = option_flag("nox2apic", false)};
	enum apic_mode mode;

	if (!(one.edx & EDX1_APIC)) {
		printk("apic: this CPU has none");
		return false;
	}
	facts.base = rdmsr(MSR_APIC_BASE);
	facts.has_x2apic = one.ecx & ECX1_X2APIC;
	facts.x2apic_locked = facts.has_x2apic && x2apic_locked();
	mode = apic_choose_mode(&facts);
	if (mode == APIC_NONE) {
		printk("apic: the firmware has switched it off");
		return false;
	}
	apic_init(&apic, mode == APIC_X2 ? &x2apic_io : &xapic_io, mode);
	if (mode == APIC_X) {
		registers = paging_map_device(facts.base & BASE_ADDRESS, PAGE_SIZE, CACHE_UC);
		if (!registers) {
			printk("apic: its registers cannot be mapped");
			return false;
		}
	}
	apic_set_mode(&apic);
	this_cpu()->apic_id = apic_id(&apic);
	printk("apic: %s, id of this CPU %#x%s", mode == APIC_X2 ? "x2APIC" : "xAPIC",
	       this_cpu()->apic_id,
	       facts.nox2apic && mode == APIC_X2 ? "; it cannot be left, so nox2apic is ignored"
						 : "");
	return true;
}

void apic_init_cpu(void)
{
	apic_set_mode(&apic);
	apic_enable(&apic);
	if (this_cpu()->apic_id != apic_id(&apic))
		panic("apic: CPU %u has the id %#x and was thought to have %#x", this_cpu()->index,
		      apic_id(&apic), this_cpu()->apic_id);
}

uint32_t apic_max_id(void)
{
	return apic.max_apic_id;
}

int apic_send_nmi(uint32_t id)
{
	return apic_send(&apic, APIC_NMI, 0, id);
}

int apic_send_fixed(uint32_t id, unsigned vector)
{
	return apic_send(&apic, APIC_FIXED, vector, id);
}

int apic_start_cpu(uint32_t id, phys_addr_t page)
{
	return apic_start(&apic, id, (unsigned)(page >> PAGE_SHIFT));
}

void apic_end_of_interrupt(void)
{
	apic_eoi(&apic);
}
