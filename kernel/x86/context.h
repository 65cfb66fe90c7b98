// SPDX-License-Identifier: MIT
/*
 * Leaving a function from deep below it.
 */
#pragma once

#include "mm/types.h"

/* Registers that a function must keep, and its stack; offsets are known to context.asm. */
struct context {
	uint64_t rbx, rbp, r12, r13, r14, r15, rsp;
};

/* Call fn(arg). Returns 0 when it returns, or what context_abort() was given. */
int context_run(struct context *ctx, void (*fn)(void *arg), void *arg);

/* Drop all calls since the context_run() of ctx, which returns `value` (not 0). */
void context_abort(struct context *ctx, int value) __attribute__((noreturn));

/* Call fn(arg) on another stack, whose end `top` is a multiple of 16; back on this one after. */
void context_call_on(void *top, void (*fn)(void *arg), void *arg);
