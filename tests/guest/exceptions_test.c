// SPDX-License-Identifier: MIT
/*
 * Every exception, raised on purpose and caught. Those that ring 0 in 64-bit mode cannot raise are
 * #TS (only a switch of privilege reads the TSS's stacks), #AC (only ring 3), #VE and #CP.
 */
#include "kernel/layout.h"
#include "kernel/panic.h"
#include "kernel/symbols.h"
#include "kernel/x86/apic_logic.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/gdt.h"
#include "kernel/x86/ipi.h"
#include "kernel/x86/paging.h"
#include "tests/harness/test.h"

#define NON_CANONICAL 0x1234567812345678ul

struct table_pointer {
	uint16_t limit;
	uint64_t base;
} __attribute__((packed));

static struct exc_frame frame;

static int raise(void (*fn)(void *))
{
	frame = (struct exc_frame){0};
	return exc_catch(fn, NULL, &frame);
}

static void divide_error(void *arg)
{
	(void)arg;
	__asm__ volatile("xor %%edx, %%edx; mov $1, %%eax; xor %%ecx, %%ecx; div %%ecx" ::
				 : "rax", "rcx", "rdx", "cc");
}

static void single_step(void *arg)
{
	(void)arg;
	__asm__ volatile("pushf; orq $0x100, (%%rsp); popf; nop; nop" ::: "cc", "memory");
}

static void breakpoint(void *arg)
{
	(void)arg;
	__asm__ volatile("int3");
}

static void invalid_opcode(void *arg)
{
	(void)arg;
	__asm__ volatile("ud2");
}

static void x87_without_device(void *arg)
{
	(void)arg;
	write_cr0(read_cr0() | 1 << 3); /* TS */
	__asm__ volatile("fnop");
}

static void general_protection(void *arg)
{
	(void)arg;
	*(volatile uint8_t *)NON_CANONICAL;
}

static void x87_error(void *arg)
{
	static const uint16_t all_unmasked = 0x0340;

	(void)arg;
	__asm__ volatile("fninit; fldcw %0; fld1; fldz; fdivrp; fwait" : : "m"(all_unmasked));
}

static void simd_error(void *arg)
{
	static const uint32_t all_unmasked = 0;

	(void)arg;
	__asm__ volatile("ldmxcsr %0; xorps %%xmm0, %%xmm0; mov $1, %%eax; cvtsi2ss %%eax, %%xmm1;"
			 "divss %%xmm0, %%xmm1"
			 :
			 : "m"(all_unmasked)
			 : "rax");
}

TEST(faults_and_traps_are_caught)
{
	CHECK_EQ(raise(divide_error), EXC_DE);
	CHECK_EQ(raise(single_step), EXC_DB);
	CHECK_EQ(raise(breakpoint), EXC_BP);
	CHECK_EQ(raise(invalid_opcode), EXC_UD);
	CHECK_EQ(raise(general_protection), EXC_GP);
	CHECK_EQ(frame.error, 0);

	CHECK_EQ(raise(x87_without_device), EXC_NM);
	write_cr0(read_cr0() & ~(1ul << 3));

	CHECK_EQ(raise(x87_error), EXC_MF);
	__asm__ volatile("fninit");
}

TEST(simd_errors_are_caught)
{
	static const uint32_t all_masked = 0x1f80;
	int vector = raise(simd_error);

	__asm__ volatile("ldmxcsr %0" : : "m"(all_masked));
	if (vector == -1 && cpuid(0x40000000, 0).ebx == 0x54474354) {
		test_skip("QEMU's TCG never raises #XM");
		return;
	}
	CHECK_EQ(vector, EXC_XM);
}

static void return_at_once(void *arg)
{
	(void)arg;
}

TEST(nothing_raised_is_nothing_caught)
{
	CHECK_EQ(exc_catch(return_at_once, NULL, NULL), -1);
}

/* Four bytes for each vector n: int $n; ret; nop. */
__asm__(".pushsection .text\n"
	"int_stubs:\n"
	".set n, 0\n"
	".rept 256\n"
	".byte 0xcd, n, 0xc3, 0x90\n"
	".set n, n + 1\n"
	".endr\n"
	".popsection\n");

extern const char int_stubs[];

static void raise_vector(void *arg)
{
	((void (*)(void))arg)();
}

/* INT pushes no error code, so the vectors that have one must be left out. */
static bool has_error_code(unsigned vector)
{
	return vector == EXC_DF || (vector >= EXC_TS && vector <= EXC_PF) || vector == EXC_AC ||
	       vector == 21 || vector == 29 || vector == 30;
}

TEST(every_vector_has_a_handler)
{
	for (unsigned vector = 0; vector < 256; vector++) {
		void *stub = (void *)(int_stubs + 4 * vector);

		if (has_error_code(vector))
			continue;
		if (cpus_online() > 1 && (vector == IPI_WAKE || vector == APIC_SPURIOUS_VECTOR))
			continue; /* nobody's error */
		CHECK_EQ(exc_catch(raise_vector, stub, &frame), vector);
		CHECK_EQ(frame.vector, vector);
		CHECK_EQ(frame.rip, (uintptr_t)stub + 2);
		CHECK_EQ(frame.error, 0);
	}
}

static void mark_registers(void *arg)
{
	(void)arg;
	__asm__ volatile("mov $0xa, %%rax; mov $0xb, %%rbx; mov $0xc, %%rcx; mov $0xd, %%rdx;"
			 "mov $0x51, %%rsi; mov $0xd1, %%rdi; mov $8, %%r8; mov $9, %%r9;"
			 "mov $10, %%r10; mov $11, %%r11; mov $12, %%r12; mov $13, %%r13;"
			 "mov $14, %%r14; mov $15, %%r15; ud2" ::
				 : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
				   "r11", "r12", "r13", "r14", "r15");
}

TEST(the_frame_holds_the_registers)
{
	uint64_t offset;
	const char *name;

	CHECK_EQ(raise(mark_registers), EXC_UD);
	CHECK_EQ(frame.rax, 0xa);
	CHECK_EQ(frame.rbx, 0xb);
	CHECK_EQ(frame.rcx, 0xc);
	CHECK_EQ(frame.rdx, 0xd);
	CHECK_EQ(frame.rsi, 0x51);
	CHECK_EQ(frame.rdi, 0xd1);
	CHECK_EQ(frame.r8, 8);
	CHECK_EQ(frame.r9, 9);
	CHECK_EQ(frame.r10, 10);
	CHECK_EQ(frame.r11, 11);
	CHECK_EQ(frame.r12, 12);
	CHECK_EQ(frame.r13, 13);
	CHECK_EQ(frame.r14, 14);
	CHECK_EQ(frame.r15, 15);
	CHECK_EQ(frame.cs, GDT_CODE);
	CHECK_EQ(frame.ss, GDT_DATA);
	CHECK(layout_part_has(layout_stack(STACK_MAIN), frame.rsp, 8));
	name = symbol_lookup(frame.rip, &offset);
	CHECK(name);
	CHECK_STREQ(name, "mark_registers");
}

static void use_stack(void *arg)
{
	__asm__ volatile("mov %0, %%rsp; push %%rax" : : "r"(arg) : "memory");
}

/* An exception whose own frame cannot be pushed. */
static void fault_on_stack(void *arg)
{
	__asm__ volatile("mov %0, %%rsp; ud2" : : "r"(arg) : "memory");
}

TEST(a_fault_on_an_unbacked_stack_reaches_its_handler)
{
	uint64_t guard = layout_stack(STACK_MAIN).start - 64;
	uint64_t below;

	CHECK_EQ(exc_catch(use_stack, (void *)guard, &frame), EXC_PF);
	CHECK_EQ(frame.cr2, guard - 8);
	CHECK_EQ(frame.error, PF_WRITE);
	CHECK_EQ(frame.rsp, guard);

	/* The CPU aligns the stack before it pushes SS. */
	CHECK_EQ(exc_catch(fault_on_stack, (void *)guard, &frame), EXC_PF);
	CHECK_EQ(frame.cr2, ALIGN_DOWN(guard, 16ul) - 8);

	/* The null page, and below the lowest stack by running down from it. */
	CHECK_EQ(exc_catch(use_stack, (void *)8, &frame), EXC_PF);
	below = layout_stack(STACK_MAIN).start;
	CHECK_EQ(exc_catch(use_stack, (void *)below, &frame), EXC_PF);
	CHECK_EQ(frame.cr2, below - 8);
}

TEST(a_double_fault_reaches_its_handler)
{
	for (int i = 0; i < 3; i++) {
		CHECK_EQ(exc_catch(fault_on_stack, (void *)NON_CANONICAL, &frame), EXC_DF);
		CHECK_EQ(frame.error, 0);
	}
}

/* Handlers run on the stack of their own that the TSS names. */
TEST(four_exceptions_have_stacks_of_their_own)
{
	static const struct {
		unsigned vector, ist;
		enum layout_stack stack;
	} want[] = {
		{EXC_PF, IST_PAGE_FAULT, STACK_PAGE_FAULT},
		{EXC_DF, IST_DOUBLE_FAULT, STACK_DOUBLE_FAULT},
		{EXC_NMI, IST_NMI, STACK_NMI},
		{EXC_MC, IST_MACHINE_CHECK, STACK_MACHINE_CHECK},
	};
	struct table_pointer idt, gdt;
	uint64_t low, high;
	const uint8_t *tss;

	__asm__ volatile("sidt %0; sgdt %1" : "=m"(idt), "=m"(gdt));
	low = *(const uint64_t *)(gdt.base + GDT_TSS);
	high = *(const uint64_t *)(gdt.base + GDT_TSS + 8);
	tss = (const uint8_t *)((low >> 16 & 0xffffff) | (low >> 56) << 24 | high << 32);
	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		const uint8_t *gate = (const uint8_t *)idt.base + 16 * want[i].vector;
		uint64_t end;

		CHECK_EQ(gate[4], want[i].ist);
		__builtin_memcpy(&end, tss + 0x24 + 8 * (want[i].ist - 1), 8);
		CHECK_EQ(end, layout_stack(want[i].stack).end);
	}
}

/* A copy of the GDT with one descriptor more: data, but not present. */
static uint64_t gdt_copy[8];

#define NOT_PRESENT_SELECTOR 0x28

static void load_gdt_copy(struct table_pointer *old)
{
	struct table_pointer new = {sizeof(gdt_copy) - 1, (uintptr_t)gdt_copy};

	__asm__ volatile("sgdt %0" : "=m"(*old));
	__builtin_memcpy(gdt_copy, (const void *)old->base, old->limit + 1);
	gdt_copy[NOT_PRESENT_SELECTOR / 8] = 0x00cf13000000ffff;
	__asm__ volatile("lgdt %0" : : "m"(new));
}

static void load_data_segment(void *arg)
{
	(void)arg;
	__asm__ volatile("mov %w0, %%ds" : : "r"(NOT_PRESENT_SELECTOR));
}

static void load_stack_segment(void *arg)
{
	(void)arg;
	__asm__ volatile("mov %w0, %%ss" : : "r"(NOT_PRESENT_SELECTOR));
}

TEST(segments_that_are_not_present_are_caught)
{
	struct table_pointer old;
	int data, stack;
	uint64_t data_error;

	load_gdt_copy(&old);
	data = raise(load_data_segment);
	data_error = frame.error;
	stack = raise(load_stack_segment);
	__asm__ volatile("lgdt %0" : : "m"(old));
	CHECK_EQ(data, EXC_NP);
	CHECK_EQ(data_error, NOT_PRESENT_SELECTOR);
	CHECK_EQ(stack, EXC_SS);
	CHECK_EQ(frame.error, NOT_PRESENT_SELECTOR);
}

#define APIC_BASE	 0xfee00000
#define APIC_ID		 (0x20 / 4)
#define APIC_ICR_LOW	 (0x300 / 4)
#define APIC_ICR_HIGH	 (0x310 / 4)
#define ICR_NMI		 0x400
#define MSR_APIC_BASE	 0x1b
#define APIC_BASE_ENABLE (1 << 11)
#define APIC_BASE_X2APIC (1 << 10)

/* Send an NMI to this CPU and wait for it; it must come within so many rounds. */
static void send_nmi(void *arg)
{
	volatile uint32_t *apic = arg;

	apic[APIC_ICR_HIGH] = apic[APIC_ID] & 0xff000000;
	apic[APIC_ICR_LOW] = ICR_NMI;
	for (int i = 0; i < 1000000; i++)
		cpu_relax();
}

TEST(nmis_are_caught_and_not_left_blocked)
{
	volatile uint32_t *apic;
	uint64_t base;

	if (!(cpuid(1, 0).edx & 1 << 9)) {
		test_skip("no local APIC");
		return;
	}
	base = rdmsr(MSR_APIC_BASE);
	if ((base & (APIC_BASE_ENABLE | APIC_BASE_X2APIC)) != APIC_BASE_ENABLE) {
		test_skip("the local APIC is off or has no registers in memory");
		return;
	}
	apic = paging_map_device(APIC_BASE, 0x400, CACHE_UC);
	CHECK(apic);
	for (int i = 0; i < 3; i++)
		CHECK_EQ(exc_catch(send_nmi, (void *)apic, &frame), EXC_NMI);
}

static void catch_inside(void *arg)
{
	int *vectors = arg;

	vectors[0] = exc_catch(breakpoint, NULL, NULL);
	__asm__ volatile("ud2");
}

static void panic_on_purpose(void *arg)
{
	panic("number %d", *(int *)arg);
}

static void panic_below_a_catcher_of_exceptions(void *arg)
{
	exc_catch(panic_on_purpose, arg, NULL);
}

TEST(catchers_nest)
{
	int vectors[1] = {-1};
	int number = 42;

	CHECK_EQ(exc_catch(catch_inside, vectors, NULL), EXC_UD);
	CHECK_EQ(vectors[0], EXC_BP);
	CHECK_STREQ(panic_catch(panic_on_purpose, &number), "number 42");
	CHECK_STREQ(panic_catch(panic_below_a_catcher_of_exceptions, &number), "number 42");
	CHECK_EQ(exc_catch(breakpoint, NULL, NULL), EXC_BP);
}

static void read_byte(void *addr)
{
	*(volatile uint8_t *)addr;
}

TEST(exceptions_that_nobody_catches_panic)
{
	const char *message = panic_catch(read_byte, (void *)0x10);

	CHECK(message);
	CHECK(test_contains(message, "#PF page fault: read of 0x10, not mapped, at read_byte+"));
	message = panic_catch(divide_error, NULL);
	CHECK(message);
	CHECK(test_contains(message, "#DE divide error"));
	CHECK(!panic_catch(return_at_once, NULL));
}
