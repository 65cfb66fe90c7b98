// SPDX-License-Identifier: MIT
/*
 * A call stands in the asker's struct cpu, and a bit of the asker in `calls_from` of the CPU asked.
 * Whoever clears that bit has the call: the CPU asked, which then makes it, or the asker, which has
 * lost patience. So a call is made once or not at all. While it waits, the asker answers calls too:
 * two that ask each other both get their answer. tests/spin/drain.pml verifies this. What is called
 * may wait for locks, and answers nobody meanwhile: so it must not ask, nor wait for one who does.
 */
#include "kernel/smp.h"

#include "kernel/panic.h"
#include "kernel/time.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/ipi.h"

/* A run under way. */
struct smp_work {
	void (*fn)(void *arg, unsigned cpu);
	void *arg;
	uint32_t nr;
	uint32_t nr_done;
	uint32_t nr_arrived; /* at the barrier */
	uint32_t round;	     /* of barriers */
};

static struct smp_work *current; /* written by CPU 0 alone, outside of runs */

unsigned smp_nr_cpus(void)
{
	return cpus_online();
}

static void calls_answer(struct cpu *me)
{
	me->answering = true;
	for (unsigned w = 0; w < ARRAY_SIZE(me->calls_from.bits); w++) {
		uint64_t from = cpu_set_take(&me->calls_from, w);

		for (; from; from &= from - 1) {
			struct cpu *asker = cpu_at(w * 64 + (unsigned)__builtin_ctzll(from));

			asker->call.fn(asker->call.arg);
			__atomic_store_n(&asker->call.done, 1, __ATOMIC_RELEASE);
		}
	}
	me->answering = false;
}

void smp_poll(void)
{
	struct cpu *me = this_cpu();

	if (unlikely(!cpu_set_empty(&me->calls_from)) && !me->answering)
		calls_answer(me);
}

static void call_begin(struct cpu *other, void (*fn)(void *arg), void *arg)
{
	struct cpu *me = this_cpu();

	me->call = (struct cpu_call){fn, arg, 0};
	cpu_set_add(&other->calls_from, me->index);
	ipi_wake(other);
}

static int call_wait(struct cpu *other)
{
	struct cpu *me = this_cpu();
	uint64_t end = clock_deadline(SMP_CALL_SECONDS * 1000000ull);

	while (!__atomic_load_n(&me->call.done, __ATOMIC_ACQUIRE)) {
		smp_poll();
		cpu_relax();
		if (clock_passed(end)) {
			if (cpu_set_remove(&other->calls_from, me->index))
				return -ETIMEDOUT;
			end += clock_deadline(SMP_RUN_SECONDS * 1000000ull) - rdtsc();
		}
	}
	return 0;
}

int smp_call(unsigned cpu, void (*fn)(void *arg), void *arg)
{
	struct cpu *other = cpu_at(cpu);

	if (!other)
		return -ENODEV;
	if (other == this_cpu()) {
		fn(arg);
		return 0;
	}
	call_begin(other, fn, arg);
	return call_wait(other);
}

int smp_call_beside(unsigned cpu, void (*fn)(void *arg), void (*here)(void *arg), void *arg)
{
	struct cpu *other = cpu_at(cpu);

	if (!other || other == this_cpu())
		return -ENODEV;
	call_begin(other, fn, arg);
	here(arg);
	return call_wait(other);
}

/*
 * Waiting for others in a run. CPU 0 looks all the time and knows when it has been too long; the
 * rest look for a while and then sleep, so that whoever is waited for gets the machine, if it is
 * shared. `asleep` is set before the last look, and what is waited for is stored before `asleep` is
 * read.
 */
struct waiting {
	uint64_t end;
	unsigned looks;
};

enum { LOOKS = 1000 };

static struct waiting waiting_begin(void)
{
	return (struct waiting){clock_deadline(SMP_RUN_SECONDS * 1000000ull), 0};
}

static void wait_more(struct waiting *w, const uint32_t *word, uint32_t unwanted, const char *what)
{
	struct cpu *me = this_cpu();

	smp_poll();
	if (!me->index && clock_passed(w->end))
		panic("smp: CPU 0 has waited %d s for %s", SMP_RUN_SECONDS, what);
	if (!me->index || w->looks++ < LOOKS) {
		cpu_relax();
		return;
	}
	__atomic_store_n(&me->asleep, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(word, __ATOMIC_SEQ_CST) == unwanted && cpu_set_empty(&me->calls_from))
		cpu_sleep();
	__atomic_store_n(&me->asleep, 0, __ATOMIC_SEQ_CST);
}

static void wake_sleepers(unsigned nr)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	for (unsigned i = 1; i < nr; i++)
		if (__atomic_load_n(&cpu_at(i)->asleep, __ATOMIC_SEQ_CST))
			ipi_wake(cpu_at(i));
}

void smp_barrier(void)
{
	struct smp_work *work = current;
	uint32_t round = __atomic_load_n(&work->round, __ATOMIC_ACQUIRE);
	unsigned nr = work->nr;
	struct waiting w = waiting_begin();

	if (__atomic_add_fetch(&work->nr_arrived, 1, __ATOMIC_ACQ_REL) == nr) {
		__atomic_store_n(&work->nr_arrived, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&work->round, round + 1, __ATOMIC_SEQ_CST);
		wake_sleepers(nr);
		return;
	}
	while (__atomic_load_n(&work->round, __ATOMIC_ACQUIRE) == round)
		wait_more(&w, &work->round, round, "the others at a barrier");
}

static void work_do(struct smp_work *work)
{
	smp_barrier();
	work->fn(work->arg, this_cpu()->index);
	__atomic_add_fetch(&work->nr_done, 1, __ATOMIC_RELEASE);
}

void smp_run(unsigned nr, void (*fn)(void *arg, unsigned cpu), void *arg)
{
	struct smp_work work = {.fn = fn, .arg = arg, .nr = nr};
	struct waiting w;

	if (this_cpu()->index || current || !nr || nr > cpus_online())
		panic("smp: a run on %u CPUs of %u, by CPU %u", nr, cpus_online(),
		      this_cpu()->index);
	current = &work;
	for (unsigned i = 1; i < nr; i++) {
		__atomic_store_n(&cpu_at(i)->work, &work, __ATOMIC_RELEASE);
		ipi_wake(cpu_at(i));
	}
	work_do(&work);
	w = waiting_begin();
	while (__atomic_load_n(&work.nr_done, __ATOMIC_ACQUIRE) < nr)
		wait_more(&w, &work.nr_done, nr, "the others to finish");
	current = NULL;
}

void smp_idle(void)
{
	struct cpu *me = this_cpu();

	for (;;) {
		struct smp_work *work = __atomic_load_n(&me->work, __ATOMIC_ACQUIRE);

		smp_poll();
		if (work) {
			me->work = NULL;
			work_do(work);
		} else if (cpu_set_empty(&me->calls_from)) {
			cpu_sleep();
		}
	}
}
