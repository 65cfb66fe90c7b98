// SPDX-License-Identifier: MIT
/*
 * Exceptions: what the CPU and isr.asm leave on the stack, and the table of handlers.
 */
#pragma once

#include "mm/types.h"

enum exc_vector {
	EXC_DE = 0,
	EXC_DB = 1,
	EXC_NMI = 2,
	EXC_BP = 3,
	EXC_OF = 4,
	EXC_BR = 5,
	EXC_UD = 6,
	EXC_NM = 7,
	EXC_DF = 8,
	EXC_TS = 10,
	EXC_NP = 11,
	EXC_SS = 12,
	EXC_GP = 13,
	EXC_PF = 14,
	EXC_MF = 16,
	EXC_AC = 17,
	EXC_MC = 18,
	EXC_XM = 19,
};

/* Bits of a page fault's error code (SDM 3A, 4.7). */
enum { PF_PRESENT = 1, PF_WRITE = 2, PF_RESERVED_BIT = 8, PF_FETCH = 16 };

/* In the order that isr.asm pushes, upwards. */
struct exc_frame {
	uint64_t cr2;
	uint64_t r15, r14, r13, r12, r11, r10, r9, r8;
	uint64_t rbp, rdi, rsi, rdx, rcx, rbx, rax;
	uint64_t vector;
	uint64_t error; /* 0 where the exception has none */
	uint64_t rip, cs, rflags, rsp, ss;
};

/*
 * Load the IDT: all 256 vectors have a handler, #PF, #DF, NMI and #MC on stacks of their own.
 * gdt_init() comes first. Interrupts stay off.
 */
void exceptions_init(void);

/* The same table on another CPU. */
void exceptions_init_cpu(void);

/*
 * Ask fn about page faults below 2^47 that are no broken entry; `error` is the CPU's code. True:
 * the access is made again. NULL: nobody is asked.
 */
void exc_set_fault_handler(bool (*fn)(uint64_t addr, uint64_t error));

/*
 * While on, a page fault's handler on this CPU may take another, on the lower half of its stack;
 * that one's may not. Whoever leaves a handler by another way than returning puts it back.
 */
bool exc_faults_nest(void);
void exc_set_faults_nest(bool on);

/*
 * Ask fn about NMIs, on the CPU and its NMI stack; it may interrupt anything. False: not ours, and
 * so an error. NULL: nobody is asked.
 */
void exc_set_nmi_handler(bool (*fn)(struct exc_frame *frame));

/* Call fn at this interrupt, 32 to 255; it tells the APIC. Only where interrupts are let in. */
void exc_set_interrupt(unsigned vector, void (*fn)(void));

/* "#PF page fault"; a placeholder for numbers that no exception has. */
const char *exc_name(unsigned vector);
