// SPDX-License-Identifier: MIT
#pragma once

/* Restart the machine, by whichever way it has. */
void reset_machine(void) __attribute__((noreturn));

/* Shut this CPU down by a fault that has no handler; most machines restart. */
void triple_fault(void) __attribute__((noreturn));
