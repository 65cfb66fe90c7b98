// SPDX-License-Identifier: MIT
/*
 * The debug aids of memory on the machine: `page_poison`, `page_redzone`, `page_owner`,
 * `page_trace`, `vmalloc_guard`, `fail_page_alloc=`. Without these options nothing here does
 * anything.
 */
#pragma once

/* Set up what the command line asks for; memory is there. Ends the run if there is no room. */
void debug_aids_init(void);

/* The run begins: requests may fail from now on, and what is allocated should be freed. */
void debug_aids_begin(void);

/* It has ended: how many requests failed, and which pages were not freed, by who allocated them. */
void debug_aids_end(void);
