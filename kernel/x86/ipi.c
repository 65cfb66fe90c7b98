// SPDX-License-Identifier: MIT
/*
 * A request stands in the asker's struct cpu, and a bit of the asker in `flush_from` of each CPU
 * that is asked. That bit is set before the NMI is sent, so an NMI that is merged with another
 * loses nothing: whoever answers takes all bits. tests/spin/shootdown.pml verifies this.
 *
 * A CPU adds itself to a space's set before it loads the space's tables, and the asker changes the
 * tables before it looks at the set; both are locked instructions or fences. So either the asker
 * sees the CPU, or the CPU sees the changed tables.
 */
#include "kernel/x86/ipi.h"

#include "kernel/panic.h"
#include "kernel/time.h"
#include "kernel/x86/apic.h"
#include "kernel/x86/apic_logic.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/exceptions.h"
#include "kernel/x86/tlb.h"
#include "kernel/x86/watchdog.h"

enum { NOBODY = ~0u };

static uint32_t stopper = NOBODY; /* the CPU whose panic ends the run */

/* `rip`: what this CPU was doing; 0: a panic of its own. */
static void __attribute__((noreturn)) stop_here(uint64_t rip)
{
	this_cpu()->stopped_rip = rip;
	__atomic_store_n(&this_cpu()->stopped, 1, __ATOMIC_RELEASE);
	cpu_halt();
}

/* Do what others ask of this CPU. */
static void flushes_answer(struct cpu *me)
{
	for (unsigned w = 0; w < ARRAY_SIZE(me->flush_from.bits); w++) {
		uint64_t from = cpu_set_take(&me->flush_from, w);

		for (; from; from &= from - 1) {
			struct cpu *asker = cpu_at(w * 64 + (unsigned)__builtin_ctzll(from));

			tlb_flush_here(asker->flush.pages, asker->flush.nr, asker->flush.global);
			__atomic_fetch_sub(&asker->flush.nr_left, 1, __ATOMIC_RELEASE);
		}
	}
}

/*
 * An NMI that nobody sent is an error of the machine. One that was sent may find its request done
 * already, so they are counted; merged ones leave the count behind, and as many of the machine's
 * would go unseen then.
 */
static bool nmi_answer(struct exc_frame *frame)
{
	struct cpu *me = this_cpu();
	uint32_t sent = __atomic_load_n(&me->nr_nmis_sent, __ATOMIC_ACQUIRE);
	bool of_watchdog = !me->index && watchdog_answer(frame);
	uint32_t who;

	if (me->nr_nmis_taken == sent)
		return of_watchdog;
	me->nr_nmis_taken += !of_watchdog; /* what was sent may still be on its way */
	flushes_answer(me);
	who = __atomic_load_n(&stopper, __ATOMIC_ACQUIRE);
	/* One that was sent before its sender stopped may reach whoever reports the panic. */
	if (who != NOBODY && who != me->index)
		stop_here(frame->rip);
	return true;
}

static void wake_answer(void)
{
	apic_end_of_interrupt();
}

/* An interrupt that was gone when the CPU asked which: nothing to end (SDM 3A, 11.9). */
static void spurious_answer(void)
{
}

void ipi_answer_nmis(void)
{
	exc_set_nmi_handler(nmi_answer);
}

void ipi_init(void)
{
	ipi_answer_nmis();
	exc_set_interrupt(APIC_SPURIOUS_VECTOR, spurious_answer);
	exc_set_interrupt(IPI_WAKE, wake_answer);
}

static bool nmi_send(struct cpu *cpu)
{
	__atomic_fetch_add(&cpu->nr_nmis_sent, 1, __ATOMIC_RELEASE);
	return apic_send_nmi(cpu->apic_id) == 0;
}

static void flush_wait(struct cpu *me)
{
	uint64_t end = clock_deadline(IPI_SECONDS * 1000000ull);

	while (__atomic_load_n(&me->flush.nr_left, __ATOMIC_ACQUIRE)) {
		cpu_relax();
		if (clock_passed(end))
			panic("tlb: %u CPUs do not answer", me->flush.nr_left);
	}
}

/* The members of a set (NULL: all CPUs) that are online, without this one. Returns how many. */
static unsigned others_of(const struct cpu_set *cpus, struct cpu_set *others)
{
	unsigned nr = 0;

	*others = (struct cpu_set){{0}};
	for (unsigned i = 0; i < cpus_online(); i++) {
		uint64_t word =
			cpus ? __atomic_load_n(&cpus->bits[i / 64], __ATOMIC_RELAXED) : ~0ull;

		if (i == this_cpu()->index || !(word >> (i % 64) & 1))
			continue;
		others->bits[i / 64] |= 1ull << (i % 64);
		nr++;
	}
	return nr;
}

void ipi_flush(const struct cpu_set *cpus, const uint64_t *pages, unsigned nr, bool global)
{
	struct cpu *me = this_cpu();
	struct cpu_set others;
	unsigned nr_others = others_of(cpus, &others);

	if (!nr_others)
		return;
	me->nr_shootdowns++;
	me->nr_flushes_sent += nr_others;
	me->flush.pages = pages;
	me->flush.nr = nr;
	me->flush.global = global;
	__atomic_store_n(&me->flush.nr_left, nr_others, __ATOMIC_RELEASE);
	for (unsigned i = 0; i < cpus_online(); i++) {
		if (!(others.bits[i / 64] >> (i % 64) & 1))
			continue;
		cpu_set_add(&cpu_at(i)->flush_from, me->index);
		if (!nmi_send(cpu_at(i)))
			panic("tlb: CPU %u cannot be sent an NMI", i);
	}
	flush_wait(me);
}

void ipi_wake(struct cpu *cpu)
{
	if (apic_send_fixed(cpu->apic_id, IPI_WAKE))
		panic("smp: CPU %u cannot be woken", cpu->index);
}

unsigned ipi_stop_others(void)
{
	struct cpu *me = this_cpu();
	uint32_t nobody = NOBODY;
	uint64_t end = clock_deadline(1000000);
	unsigned nr_running = 0;

	if (!__atomic_compare_exchange_n(&stopper, &nobody, me->index, false, __ATOMIC_ACQ_REL,
					 __ATOMIC_ACQUIRE)) {
		if (nobody != me->index)
			stop_here(0);
		return 0; /* a panic in a panic */
	}
	for (unsigned i = 0; i < cpus_online(); i++)
		if (i != me->index)
			nmi_send(cpu_at(i));
	for (unsigned i = 0; i < cpus_online(); i++) {
		if (i == me->index)
			continue;
		while (!__atomic_load_n(&cpu_at(i)->stopped, __ATOMIC_ACQUIRE) &&
		       !clock_passed(end))
			cpu_relax();
		nr_running += !cpu_at(i)->stopped;
	}
	return nr_running;
}
