// SPDX-License-Identifier: MIT
/*
 * Is all RAM cached, on every CPU?
 */
#pragma once

/* See how the boot CPU has it. Before other CPUs start. */
void caches_init(void);

/* Another CPU, early: it gets the boot CPU's MTRRs if its own are not the same. */
void caches_init_cpu(void);

/*
 * Say which RAM is not cached, so that slow figures have their reason beside them. Once, when all
 * CPUs run.
 */
void caches_print(void);
