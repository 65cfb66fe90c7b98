// SPDX-License-Identifier: MIT
#pragma once

/*
 * Fail as `provoke=` says, by one of the ways listed in provoke.c. Anything else: return
 * (`short-report` is the benchmark runner's).
 */
void provoke_failure(void);

/*
 * Mistakes with memory (provoke_memory.c): a write to a page that was freed, to the record of one;
 * a second free; a read behind an area, a write behind its size, to one that was freed; pages that
 * are never freed.
 */
void provoke_use_after_free(void);
void provoke_record_overrun(void);
void provoke_double_free(void);
void provoke_read_behind(void);
void provoke_area_overrun(void);
void provoke_use_after_vfree(void);
void provoke_leak(void);
