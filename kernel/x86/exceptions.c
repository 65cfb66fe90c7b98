// SPDX-License-Identifier: MIT
#include "kernel/panic.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/exceptions.h"
#include "kernel/x86/gdt.h"
#include "kernel/x86/percpu.h"
#include "kernel/x86/watchdog.h"

#define NR_VECTORS   256
#define ISR_STUB_LEN 16	  /* bytes, isr.asm */
#define GATE_INTR    0x8e /* present, ring 0, interrupt gate: IF is cleared */
#define LOW_HALF_END (1ul << 47)
#define CR4_MCE	     (1 << 6) /* without it a machine check shuts the CPU down */

struct gate {
	uint16_t offset_low;
	uint16_t selector;
	uint8_t ist; /* 0: stay on the current stack */
	uint8_t type;
	uint16_t offset_middle;
	uint32_t offset_high;
	uint32_t reserved;
};

extern const char isr_stubs[];

void exc_handler(struct exc_frame *frame);

static struct gate idt[NR_VECTORS];

const char *exc_name(unsigned vector)
{
	static const char *const names[] = {
		"#DE divide error",
		"#DB debug",
		"NMI",
		"#BP breakpoint",
		"#OF overflow",
		"#BR bound range",
		"#UD invalid opcode",
		"#NM device not available",
		"#DF double fault",
		"coprocessor overrun",
		"#TS invalid TSS",
		"#NP segment not present",
		"#SS stack fault",
		"#GP general protection",
		"#PF page fault",
		"reserved exception 15",
		"#MF x87 floating point",
		"#AC alignment check",
		"#MC machine check",
		"#XM SIMD floating point",
		"#VE virtualization",
		"#CP control protection",
	};

	return vector < ARRAY_SIZE(names) ? names[vector] : "unexpected interrupt";
}

static bool (*fault_handler)(uint64_t addr, uint64_t error);

void exc_set_fault_handler(bool (*fn)(uint64_t addr, uint64_t error))
{
	fault_handler = fn;
}

bool exc_faults_nest(void)
{
	return this_cpu()->faults_nest;
}

void exc_set_faults_nest(bool on)
{
	this_cpu()->faults_nest = on;
	gdt_page_fault_stack(on);
}

static bool (*nmi_handler)(struct exc_frame *frame);
static void (*interrupt_handlers[NR_VECTORS])(void);

void exc_set_nmi_handler(bool (*fn)(struct exc_frame *frame))
{
	nmi_handler = fn;
}

void exc_set_interrupt(unsigned vector, void (*fn)(void))
{
	interrupt_handlers[vector] = fn;
}

/* An interrupt that somebody expects? */
static bool interrupt_handled(struct exc_frame *frame)
{
	if (frame->vector == EXC_NMI)
		return nmi_handler && nmi_handler(frame);
	if (!interrupt_handlers[frame->vector])
		return false;
	interrupt_handlers[frame->vector]();
	return true;
}

static bool fault_resolved(const struct exc_frame *frame)
{
	return frame->vector == EXC_PF && fault_handler && frame->cr2 < LOW_HALF_END &&
	       !(frame->error & PF_RESERVED_BIT) && fault_handler(frame->cr2, frame->error);
}

/* Called by isr.asm. Returns if it was expected, or somebody waits for the exception. */
void exc_handler(struct exc_frame *frame)
{
	if (fault_resolved(frame) || interrupt_handled(frame) || exc_caught(frame))
		return;
	if (frame->vector == EXC_NMI && watchdog_excuses())
		return;
	panic_exception(frame);
}

static uint8_t ist_of(unsigned vector)
{
	switch (vector) {
	case EXC_PF:
		return IST_PAGE_FAULT;
	case EXC_DF:
		return IST_DOUBLE_FAULT;
	case EXC_NMI:
		return IST_NMI;
	case EXC_MC:
		return IST_MACHINE_CHECK;
	default:
		return 0;
	}
}

void exceptions_init(void)
{
	for (unsigned i = 0; i < NR_VECTORS; i++) {
		uint64_t stub = (uintptr_t)isr_stubs + i * ISR_STUB_LEN;

		idt[i] = (struct gate){
			.offset_low = stub,
			.selector = GDT_CODE,
			.ist = ist_of(i),
			.type = GATE_INTR,
			.offset_middle = stub >> 16,
			.offset_high = stub >> 32,
		};
	}
	exceptions_init_cpu();
}

void exceptions_init_cpu(void)
{
	struct {
		uint16_t limit;
		uint64_t base;
	} __attribute__((packed)) pointer = {sizeof(idt) - 1, (uintptr_t)idt};
	struct cpuid_regs features = cpuid(1, 0);

	__asm__ volatile("lidt %0" : : "m"(pointer));
	if (features.edx & 1 << 7)
		write_cr4(read_cr4() | CR4_MCE);
}
