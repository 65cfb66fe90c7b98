// SPDX-License-Identifier: MIT
/*
 * The instructions that C lacks, one function each.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct cpuid_regs {
	uint32_t eax, ebx, ecx, edx;
};

static inline struct cpuid_regs cpuid(uint32_t leaf, uint32_t subleaf)
{
	struct cpuid_regs r;

	__asm__ volatile("cpuid"
			 : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
			 : "a"(leaf), "c"(subleaf));
	return r;
}

/* The time stamp, not ordered against other instructions. */
static inline uint64_t rdtsc(void)
{
	uint32_t lo, hi;

	__asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
	return (uint64_t)hi << 32 | lo;
}

/* The time stamp after all earlier and before all later instructions (SDM 2B, RDTSC). */
static inline uint64_t rdtsc_ordered(void)
{
	uint32_t lo, hi;

	__asm__ volatile("lfence; rdtsc; lfence" : "=a"(lo), "=d"(hi) : : "memory");
	return (uint64_t)hi << 32 | lo;
}

static inline uint64_t rdmsr(uint32_t msr)
{
	uint32_t lo, hi;

	__asm__ volatile("rdmsr" : "=a"(lo), "=d"(hi) : "c"(msr));
	return (uint64_t)hi << 32 | lo;
}

static inline void wrmsr(uint32_t msr, uint64_t value)
{
	__asm__ volatile("wrmsr"
			 :
			 : "c"(msr), "a"((uint32_t)value), "d"((uint32_t)(value >> 32))
			 : "memory");
}

static inline uint8_t in8(uint16_t port)
{
	uint8_t value;

	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

static inline void out8(uint16_t port, uint8_t value)
{
	__asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static inline uint16_t in16(uint16_t port)
{
	uint16_t value;

	__asm__ volatile("inw %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

static inline void out16(uint16_t port, uint16_t value)
{
	__asm__ volatile("outw %0, %1" : : "a"(value), "Nd"(port));
}

static inline uint32_t in32(uint16_t port)
{
	uint32_t value;

	__asm__ volatile("inl %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

static inline void out32(uint16_t port, uint32_t value)
{
	__asm__ volatile("outl %0, %1" : : "a"(value), "Nd"(port));
}

static inline uint64_t read_cr0(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr0, %0" : "=r"(value));
	return value;
}

static inline void write_cr0(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr0" : : "r"(value) : "memory");
}

static inline uint64_t read_cr3(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr3, %0" : "=r"(value));
	return value;
}

static inline void write_cr3(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr3" : : "r"(value) : "memory");
}

static inline uint64_t read_cr4(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr4, %0" : "=r"(value));
	return value;
}

static inline void write_cr4(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr4" : : "r"(value) : "memory");
}

/* Write the cache line at `p` back and drop it. The CPU has CLFLUSH: CPUID 1, EDX bit 19. */
static inline void flush_line(const volatile void *p)
{
	__asm__ volatile("mfence; clflush (%0); mfence" : : "r"(p) : "memory");
}

/* Zero nr words. One instruction, so that its time is the zeroing's. */
static inline void zero_words(void *at, uint64_t nr)
{
	__asm__ volatile("rep stosq" : "+D"(at), "+c"(nr) : "a"(0ull) : "memory");
}

static inline void cpu_relax(void)
{
	__asm__ volatile("pause");
}

/*
 * Sleep until an interrupt, with interrupts on only for that: one that came before, after the
 * reason to sleep was looked at, still ends it (SDM 2B, STI).
 */
static inline void cpu_sleep(void)
{
	__asm__ volatile("sti; hlt; cli" : : : "memory");
}

/* Stop this CPU for good; an NMI or SMI only delays it. */
static inline void __attribute__((noreturn)) cpu_halt(void)
{
	for (;;)
		__asm__ volatile("cli; hlt");
}

/* Model-specific registers. */
enum {
	MSR_SMI_COUNT = 0x34, /* Intel, since Nehalem */
	MSR_UCODE_REV = 0x8b,
	MSR_PAT = 0x277,
};
