// SPDX-License-Identifier: MIT
/*
 * CPU 0 asks each other CPU for its TSC, through two words in memory, as fast as both can, and
 * reads its own before and after.
 */
#include "kernel/tsc_spread.h"

#include "kernel/printk.h"
#include "kernel/smp.h"
#include "kernel/time.h"
#include "kernel/tsc_spread_logic.h"
#include "kernel/x86/cpu.h"

enum {
	ROUNDS = 100,
	ALL_ROUNDS_US = 14000, /* of all CPUs together, */
	MOST_ROUNDS_US = 2000, /* and of one */
	COME_US = 20000,       /* until a CPU has come */
	ALL_US = 100000,
	LOOKS = 64, /* between two pauses, of which each takes some 100 cycles */
	OVER = ROUNDS + 1,
};

/* Each word is written by one side only. */
struct meeting {
	uint32_t asked; /* round, OVER */
	char pad[60];
	uint32_t answered; /* round */
	uint32_t has_come;
	uint64_t tsc;
	struct tsc_bracket bracket; /* CPU 0's */
	uint64_t rounds_us;
	unsigned nr_rounds;
} __attribute__((aligned(64)));

static void answer(void *arg)
{
	struct meeting *m = arg;
	uint32_t answered = 0;

	__atomic_store_n(&m->has_come, 1, __ATOMIC_RELEASE);
	for (unsigned looks = 1;; looks++) {
		uint32_t asked = __atomic_load_n(&m->asked, __ATOMIC_ACQUIRE);

		if (asked == OVER)
			return;
		if (asked != answered) {
			m->tsc = rdtsc_ordered();
			__atomic_store_n(&m->answered, asked, __ATOMIC_RELEASE);
			answered = asked;
		} else if (looks % LOOKS == 0) {
			cpu_relax();
		}
	}
}

/* Wait until *word is `value`. False: the time is over. */
static bool wait_for(const uint32_t *word, uint32_t value, uint64_t end)
{
	for (unsigned looks = 1; __atomic_load_n(word, __ATOMIC_ACQUIRE) != value; looks++) {
		if (looks % LOOKS)
			continue;
		if (clock_passed(end))
			return false;
		cpu_relax();
	}
	return true;
}

static void ask(void *arg)
{
	struct meeting *m = arg;
	uint64_t end = clock_deadline(COME_US); /* of the first round too */
	bool more = wait_for(&m->has_come, 1, end);

	for (uint32_t round = 1; more && round <= ROUNDS; round++) {
		uint64_t before = rdtsc_ordered();

		__atomic_store_n(&m->asked, round, __ATOMIC_RELEASE);
		more = wait_for(&m->answered, round, end);
		if (more) {
			tsc_bracket_add(&m->bracket, before, m->tsc, rdtsc_ordered());
			if (!m->nr_rounds++)
				end = clock_deadline(m->rounds_us);
			more = !clock_passed(end);
		}
	}
	__atomic_store_n(&m->asked, OVER, __ATOMIC_RELEASE);
}

static void meet(unsigned cpu, struct tsc_spread *spread)
{
	static struct meeting m;
	uint64_t share = ALL_ROUNDS_US / (smp_nr_cpus() - 1);

	m = (struct meeting){.bracket = tsc_bracket_begin(),
			     .rounds_us = share < MOST_ROUNDS_US ? share : MOST_ROUNDS_US};
	smp_call_beside(cpu, answer, ask, &m);
	if (m.nr_rounds)
		tsc_spread_add(spread, m.bracket);
}

void tsc_spread_print(void)
{
	struct tsc_spread spread = tsc_spread_begin();
	uint64_t end = clock_deadline(ALL_US);
	unsigned nr = smp_nr_cpus();

	if (nr == 1)
		return;
	for (unsigned cpu = 1; cpu < nr && !clock_passed(end); cpu++)
		meet(cpu, &spread);
	kprintf("tsc-spread: at most %llu ticks over %u CPUs",
		(unsigned long long)tsc_spread_most(&spread), spread.nr_cpus);
	if (tsc_spread_least(&spread) > clock_read_cost())
		kprintf(", at least %llu, which is more than reading takes",
			(unsigned long long)tsc_spread_least(&spread));
	if (spread.nr_unsteady)
		kprintf(", not the same all the time on %u", spread.nr_unsteady);
	if (spread.nr_cpus < nr)
		kprintf(", %u more not measured", nr - spread.nr_cpus);
	kprintf("\n");
}
