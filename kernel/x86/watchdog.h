// SPDX-License-Identifier: MIT
/*
 * Turns a hang into a report: when nothing has been said for a while, and nobody was waited for,
 * the boot CPU gets an NMI and panics where it is, which shows where all CPUs are.
 *
 * The NMI comes from a timer of the HPET, at most once in that while, so what is timed is not
 * disturbed. A machine without HPET or I/O APIC has no watchdog, and the log says so.
 */
#pragma once

#include "kernel/x86/exceptions.h"

/* Start it as `watchdog=` says: seconds, 0 for none. On the boot CPU, after clock_init(). */
void watchdog_init(void);

/* There is life: count from here. Any CPU, any context. */
void watchdog_kick(void);

/* For the NMI handler of the boot CPU: was it the watchdog's, and has it done what it must? */
bool watchdog_answer(struct exc_frame *frame);

/*
 * For an NMI that nobody knows, on the boot CPU: the timer may have sent it before it was set anew,
 * as emulators deliver some late; or another device has the same input, which the report says then.
 * False: the chipset says that it is the hardware's, or there is no watchdog.
 */
bool watchdog_excuses(void);

/* Print a remark if NMIs came that are nobody's. */
void watchdog_report(void);
