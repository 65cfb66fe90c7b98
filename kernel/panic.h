// SPDX-License-Identifier: MIT
/*
 * The end of a run that cannot go on, and the ways to come back from one for whoever asked for it.
 */
#pragma once

#include <stdarg.h>

#include "kernel/x86/exceptions.h"

#define PANIC_MAX 256 /* bytes of a panic's message, the rest is cut */

/*
 * Say why, print a backtrace and the verdict line with one failure more, and end the run. Any
 * context, with any lock held. A panic inside a panic ends too, saying less.
 */
void panic(const char *fmt, ...) __printf(1, 2) __attribute__((noreturn, cold));
void vpanic(const char *fmt, va_list args) __attribute__((noreturn, cold));

/*
 * Have fn print more, lines that begin with #, when a panic that nobody catches has been reported;
 * `address` is that of a page fault, else 0. NULL: nothing more.
 */
void panic_set_details(void (*fn)(uint64_t address));

/* The return addresses of the calls under way on this CPU, from our caller's on; how many. */
unsigned backtrace_read(const void **callers, unsigned max);

/*
 * The same for the watchdog, in its NMI: nothing was said for so long, and *frame is what was
 * running. Returns if somebody catches panics; *frame then leads there.
 */
void panic_hang(struct exc_frame *frame, uint64_t seconds);

/* The same for an exception: registers, CR2, and the backtrace of where it happened. */
void panic_exception(struct exc_frame *frame);

/*
 * Run fn(arg). Returns NULL if it returned, or the message if it panicked, which is valid until the
 * next panic. What fn had locked stays locked.
 */
const char *panic_catch(void (*fn)(void *arg), void *arg);

/*
 * Run fn(arg). Returns -1 if it returned, or the vector of the exception that it raised, with the
 * registers in *out unless that is NULL.
 */
int exc_catch(void (*fn)(void *arg), void *arg, struct exc_frame *out);

/* For the exception handler: true if exc_catch() waits for it; *frame then leads there. */
bool exc_caught(struct exc_frame *frame);
