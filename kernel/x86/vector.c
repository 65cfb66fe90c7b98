// SPDX-License-Identifier: MIT
#include "kernel/x86/vector.h"

#include "kernel/x86/cpu.h"

#define CR0_MP	       1ul	   /* WAIT heeds TS */
#define CR0_EM	       (1ul << 2)  /* no floating point: not so */
#define CR0_TS	       (1ul << 3)  /* trap its first use: not so */
#define CR4_OSFXSR     (1ul << 9)  /* SSE */
#define CR4_OSXMMEXCPT (1ul << 10) /* its exceptions are #XM */
#define CR4_OSXSAVE    (1ul << 18) /* XSETBV, and with it AVX */
#define MXCSR_DEFAULT  0x1f80	   /* all exceptions masked, round to nearest */
#define XCR0_X87_SSE   3ul
#define XCR0_AVX       (1ul << 2)
#define XCR0_AVX512    (7ul << 5) /* masks, and the upper halves of all registers */

/* Bits of CPUID. */
#define ECX1_FMA      (1u << 12)
#define ECX1_XSAVE    (1u << 26)
#define ECX1_AVX      (1u << 28)
#define EBX7_AVX2     (1u << 5)
#define EBX7_AVX512F  (1u << 16)
#define LEAF_FEATURES 7
#define LEAF_XSAVE    0xd

static enum vector_width width;

static void write_xcr0(uint64_t value)
{
	__asm__ volatile("xsetbv" : : "c"(0), "a"((uint32_t)value), "d"((uint32_t)(value >> 32)));
}

/* What of `wanted` the CPU can keep. */
static uint64_t xcr0_supported(uint64_t wanted)
{
	struct cpuid_regs r = cpuid(LEAF_XSAVE, 0);

	return wanted & ((uint64_t)r.edx << 32 | r.eax);
}

static void avx_init(void)
{
	struct cpuid_regs one = cpuid(1, 0), seven;
	uint64_t wanted = XCR0_X87_SSE | XCR0_AVX | XCR0_AVX512, xcr0;

	/* Beyond its last leaf a CPU answers with another's content. */
	if (!(one.ecx & ECX1_XSAVE) || !(one.ecx & ECX1_AVX) || cpuid(0, 0).eax < LEAF_XSAVE)
		return;
	seven = cpuid(LEAF_FEATURES, 0);
	xcr0 = xcr0_supported(wanted);
	if ((xcr0 & (XCR0_X87_SSE | XCR0_AVX)) != (XCR0_X87_SSE | XCR0_AVX))
		return;
	if (!(seven.ebx & EBX7_AVX512F) || (xcr0 & XCR0_AVX512) != XCR0_AVX512)
		xcr0 &= ~XCR0_AVX512;
	write_cr4(read_cr4() | CR4_OSXSAVE);
	write_xcr0(xcr0);
	if (seven.ebx & EBX7_AVX2 && one.ecx & ECX1_FMA)
		width = VECTOR_256;
	if (xcr0 & XCR0_AVX512)
		width = VECTOR_512;
}

void vector_init_cpu(void)
{
	uint32_t mxcsr = MXCSR_DEFAULT;

	write_cr0((read_cr0() | CR0_MP) & ~(CR0_EM | CR0_TS));
	write_cr4(read_cr4() | CR4_OSFXSR | CR4_OSXMMEXCPT);
	__asm__ volatile("fninit; ldmxcsr %0" : : "m"(mxcsr));
	avx_init();
}

void vector_init(void)
{
	width = VECTOR_128;
	vector_init_cpu();
}

enum vector_width vector_width(void)
{
	return width;
}
