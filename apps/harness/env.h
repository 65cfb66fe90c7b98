// SPDX-License-Identifier: MIT
/*
 * Seam 2: all that apps/ and the tests ask of whoever runs them. On the machine kernel/glue/
 * answers, on Linux tests/host/. The inline half is <env_impl.h>, found by include path.
 */
#pragma once

#include "mm/types.h"

struct page;

/*
 * The inline half defines:
 *
 *   uint64_t env_clock_begin(void)   TSC before what is timed: earlier work is complete
 *   uint64_t env_clock_end(void)     TSC after it: later work has not begun
 *   void env_relax(void)             between two looks at what another CPU writes: an emulator
 *                                    with fewer CPUs than ours may run that one then
 *
 * Interrupts are off throughout on the machine.
 */
#include <env_impl.h>

/* TSC ticks a second, 0 if unknown: then nothing is said in ns. */
uint64_t env_clock_hz(void);

/* One TSC tick is one instruction: an emulator that counts. Figures are then exact. */
bool env_clock_counts_instructions(void);

/* Ticks since the kernel's first instruction; 0 where there is no such thing. */
uint64_t env_ticks_since_entry(void);

/* What runs us, for remarks: "QEMU TCG", "" for bare metal or unknown. */
const char *env_emulator(void);

/* The clock in so many microseconds, and whether it has come: for waits with a bound. */
uint64_t env_deadline(uint64_t us);
bool env_passed(uint64_t deadline);

/*
 * A byte that was typed, -1 if there is none now; what was printed so far is shown first, be it
 * half a line. env_can_read(): is there anything to type at?
 */
int env_read(void);
bool env_can_read(void);

/* Text to the report, as it is. */
void env_print(const char *fmt, ...) __printf(1, 2);

/* End the run with a failed verdict. */
void env_panic(const char *fmt, ...) __printf(1, 2) __attribute__((noreturn));

/* Format into buf as snprintf() does: always ends it, returns the length wanted. */
int env_format(char *buf, size_t len, const char *fmt, ...) __printf(3, 4);

int env_vformat(char *buf, size_t len, const char *fmt, __builtin_va_list args);

/* Value of a command-line option: NULL if absent, "" for a bare word. */
const char *env_option(const char *name);

/*
 * Count the ticks that mm/ spends zeroing on this CPU from now on, from 0, or stop counting. Under
 * an emulator that counts instructions they are those of the zeroing alone.
 */
void env_zero_clock(bool on);
uint64_t env_zero_ticks(void);

/* CPUs that run, 1 or more; on Linux threads that there are real CPUs for. */
unsigned env_nr_cpus(void);

/*
 * Run fn(arg, i) on CPUs 0 .. nr-1 at once, i being the CPU's number; all begin together. Returns
 * when all have returned. From CPU 0 and not from inside itself; nr is 1 .. env_nr_cpus().
 */
void env_run(unsigned nr, void (*fn)(void *arg, unsigned cpu), void *arg);

/* Within env_run(): wait until all of its CPUs are here. */
void env_barrier(void);

/* Locks that this CPU has taken since it came up, and how many of those not at once. */
struct env_locks {
	uint64_t nr_taken, nr_waits;
};
struct env_locks env_locks(void);

/* Memory that is not what is measured: page aligned, zeroed. NULL: none. */
void *env_alloc(size_t len);
void env_free(void *address, size_t len);

/* How large memory is mapped: with 4 KiB leaves, with huge ones, or through the direct map. */
enum env_leaf { ENV_LEAF_BASE, ENV_LEAF_HUGE, ENV_LEAF_DIRECT };

/*
 * Zeroed memory mapped so: vmalloc memory and the direct map on the machine, madvise()d memory on
 * Linux, where the last two are the same. NULL: none.
 */
void *env_map(size_t len, enum env_leaf leaf);

/* The same with 4 KiB or huge leaves, spread over all nodes; freed by env_unmap(). */
void *env_map_interleaved(size_t len, enum env_leaf leaf);

/* NUMA nodes with memory; 1 on Linux, where nobody looks. */
unsigned env_nr_nodes(void);
void env_unmap(void *address, size_t len, enum env_leaf leaf);

/* Could env_map() do so now? Looks without zeroing anything. */
bool env_map_possible(size_t len, enum env_leaf leaf);

/* Length of the leaf that maps an address of env_map(), by the page tables; 0 where nobody can
 * tell. */
uint64_t env_leaf_len(const void *address);

/*
 * A program's address space under a policy (enum mm_policy), for workloads that run on Linux too:
 * there MAP_POPULATE stands for range, and an ordinary mapping for the lazy ones. One at
 * a time. False: it cannot be had.
 */
bool env_space_begin(unsigned policy);

/* NULL, or why there is no such policy here. */
const char *env_space_unavailable(unsigned policy);

/* Zeroed memory in it; `stack`: as MAP_STACK, lazy under every policy. NULL: none. */
void *env_space_map(size_t len, bool stack);

/* Pages backed so far; ~0: nobody can tell (Linux). */
uint64_t env_space_pages(void);

void env_space_end(void);

/* The widest vector registers that may be used, with all that is needed for them enabled. */
enum env_vector { ENV_VECTOR_SSE2, ENV_VECTOR_AVX2, ENV_VECTOR_AVX512 };

enum env_vector env_vector(void);

/*
 * Count the page walks of loads by the CPU's own counter from now on. False: it has none, or none
 * may be used. env_walks_end() tells how many.
 */
bool env_walks_begin(void);
uint64_t env_walks_end(void);

/*
 * Network cards: a packet device each. Frames live in pages of mm/, one each, at FRAME_OFFSET of
 * apps/packet/frame.h. A page belongs to the card from post and send on until receive and reclaim
 * give it back, or env_nics_stop() frees it; one that was received can be sent as it is, by any
 * card. A card is used by one CPU at a time; nothing here waits. On Linux there are none.
 *
 * Cards are not touched until env_nics_start(), as they cost memory and up to some seconds.
 */
struct env_nic_counts {
	uint64_t frames, bytes;
	uint64_t errors; /* received: bad or impossible */
	uint64_t drops;	 /* received: for want of a page in time, or too long */
};

struct env_nic {
	char name[8];	   /* "nic0" */
	const char *model; /* "82574L" */
	uint8_t mac[6];
	bool link_up;
	bool failed; /* it broke its own rules and does nothing until it is started anew */
	struct env_nic_counts received, sent;
};

/* Cards there are, up or not: known without touching them. */
unsigned env_nics_present(void);

/* Bring up the cards there are; returns how many are up. Or stop them all, from CPU 0 both. */
unsigned env_nics_start(void);
void env_nics_stop(void);

/* Cards that are up, numbered from 0; what one is, and has counted since it was started. */
unsigned env_nr_nics(void);
void env_nic_info(unsigned nic, struct env_nic *info);

/*
 * Empty slots of the receive ring; pages for these, as alloc_pages_bulk_array() gives them. Returns
 * how many it took, from the first on.
 */
unsigned env_nic_wanted(unsigned nic);
unsigned env_nic_post(unsigned nic, struct page **pages, unsigned nr);

/* Up to nr frames that have come: their pages and lengths, without checksum. */
unsigned env_nic_receive(unsigned nic, struct page **pages, uint32_t *lens, unsigned nr);

/*
 * Queue frames of 14 to 1514 bytes. Returns how many it took, from the first on. The 12 bytes
 * before a frame may be overwritten.
 */
unsigned env_nic_send(unsigned nic, struct page **pages, const uint32_t *lens, unsigned nr);

/* Up to nr pages whose frames have been sent. */
unsigned env_nic_reclaim(unsigned nic, struct page **pages, unsigned nr);

/* How a card gets its address, as the n-th `ip=` of the command line has it. */
enum env_ip_how { ENV_IP_STATIC, ENV_IP_DHCP, ENV_IP_OFF };

struct env_ip {
	enum env_ip_how how;
	uint32_t addr, mask, gateway; /* host order; gateway 0: none */
	char device[8];		      /* "nic0"; "": the first card that no other names */
};

/* False: there are no more. */
bool env_ip(unsigned n, struct env_ip *ip);

/* Run fn(arg). Its panic's message, or NULL if it returned. Locks it held stay locked. */
const char *env_catch_panic(void (*fn)(void *arg), void *arg);

/* Count checks for the verdict, as they end: a run that dies later has not lost them. */
void env_verdict_add(unsigned passed, unsigned failed, unsigned skipped);

/* A deliberate failure for the tests of the tools: `provoke=` names it. */
bool env_provoked(const char *failure);
