// SPDX-License-Identifier: MIT
/*
 * TLB shootdown: kernel/x86/tlb.c and kernel/x86/ipi.c.
 *
 * Three CPUs, a user space with one page (USER) and the kernel's, which all CPUs are always in,
 * with one (KERNEL). CPUs 0 and 1 unmap a page, flush, give its frame away and map another, for
 * ever; CPUs 0 and 2 enter and leave the user space as they like, CPU 1 stays in it. Sets are
 * masks, a bit a CPU.
 *
 *   tables, users     leaf of each page; pagetable.cpus of the user space
 *   cr3, tlb[page]    CPUs in the user space; CPUs that remember a translation
 *   unseen            x86's store buffer: CPUs whose store that clears a leaf is not seen by
 *                     others yet. Locked instructions, fences and serializing ones (INVLPG, MOV to
 *                     CR3) let it out, and it gets out when it likes (process buffers)
 *   nmis, in_nmi      NMIs that wait, one a CPU: more merge; CPUs that run nmi_answer()
 *   flush_from, nr_left  as in struct cpu; page_of: cpu.flush.pages
 *
 * An NMI comes between any two steps of a CPU, also while it waits with interrupts off: its handler
 * is a process that stops the CPU's (`provided`).
 *
 * Verified: (a) from the moment that a flush has returned no CPU remembers the old translation, nor
 * can it again; (b) every flush returns, also (c) two that ask each other at once: ltl answered.
 *
 * Left out, and why that is sound. A CPU remembers a translation the moment that it can, and drops
 * none by itself: no step depends on a TLB, so who remembers less does no harm that this one does
 * not. For the same reason -DLIVENESS has no TLB, tables or buffers, and each flush goes to any
 * CPUs. One page stands for a range. The leaf's is the one plain store whose order matters; `flush`
 * is written before a locked instruction that its reader waits for. nr_nmis_sent grows before its
 * NMI is sent, and no NMI arrives twice: one that was sent is never taken for the machine's.
 */
#define USER   0
#define KERNEL 1
#define BIT(i) (1 << (i))

byte tables = 3, given; /* masks of pages; given: unmapped, and the frame somebody else's */
byte users = 7, cr3 = 7, unseen;
byte tlb[2] = 7;
byte flush_from[3], nr_left[3], page_of[3];
byte nmis, in_nmi, waiting;

#ifdef LIVENESS
#define drain(cpu)	  skip
#define forget(cpu, page) skip
#define walk()		  skip
/*
 * NMI upon NMI could hold a CPU for ever. Nobody asks for ever with nothing to do in between, but
 * no fairness of Spin's says so: here each asks NR_ASKS times.
 */
#define NR_ASKS 2
#define MAY_ASK nr_asked < NR_ASKS
#define ASKED	nr_asked++
#else
#define MAY_ASK true
#define ASKED	skip
inline walk()
{
	tlb[USER] = tlb[USER] | (tables & BIT(USER) -> cr3 : 0);
	tlb[KERNEL] = tlb[KERNEL] | (tables & BIT(KERNEL) -> 7 : 0);
	assert(!(given & BIT(USER) && tlb[USER]) && !(given & BIT(KERNEL) && tlb[KERNEL]))
}
/* Let the stores of a CPU out. */
inline drain(cpu)
{
	tables = tables & ~(unseen & BIT(cpu) -> BIT(page_of[cpu]) : 0);
	unseen = unseen & ~BIT(cpu)
}
/* Nothing helps if the leaf is still there. */
inline forget(cpu, page) { tlb[page] = tlb[page] & ~BIT(cpu); walk() }
#endif

/* cpu_set_add(), cpu_set_remove(): locked instructions. write_cr3() forgets what is not global. */
#define SET_ADD(cpu)	drain(cpu); users = users | BIT(cpu)
#define SET_REMOVE(cpu) drain(cpu); users = users & ~BIT(cpu)
#define CR3_USER(cpu)	drain(cpu); cr3 = cr3 | BIT(cpu); forget(cpu, USER)
#define CR3_KERNEL(cpu) drain(cpu); cr3 = cr3 & ~BIT(cpu); forget(cpu, USER)

/* tlb_activate(), either way: two steps, other CPUs and NMIs in between. */
#define MOVES(cpu) (cpu != 1)
#ifdef BUG_BIT_AFTER_CR3
#define ENTER(cpu) atomic { !(cr3 & BIT(cpu)) -> CR3_USER(cpu) }; d_step { SET_ADD(cpu) }
#else
#define ENTER(cpu) atomic { !(cr3 & BIT(cpu)) -> SET_ADD(cpu) }; d_step { CR3_USER(cpu) }
#endif
#ifdef BUG_BIT_CLEARED_BEFORE_CR3
#define LEAVE(cpu) atomic { MOVES(cpu) && cr3 & BIT(cpu) -> \
			    SET_REMOVE(cpu) }; d_step { CR3_KERNEL(cpu) }
#else
#define LEAVE(cpu) atomic { MOVES(cpu) && cr3 & BIT(cpu) -> \
			    CR3_KERNEL(cpu) }; d_step { SET_REMOVE(cpu) }
#endif

/* ipi_flush(), a step for each CPU: others_of() reads the set anew, bit set, NMI sent, waiting. */
#ifdef LIVENESS
#define LOOK_AT(i) if :: i != me -> others = others | BIT(i) :: true fi
#else
#define LOOK_AT(i)                                                                                 \
	d_step { others = others | ((page == KERNEL || users & BIT(i)) && i != me -> BIT(i) : 0) }
#endif
#define SET_BIT(i)  d_step { drain(me); flush_from[i] = flush_from[i] | (others >> i & 1) << me }
#define SEND_NMI(i) nmis = nmis | (others & BIT(i))
#ifdef BUG_NMI_BEFORE_BIT
#define ASK(i) SEND_NMI(i); SET_BIT(i)
#else
#define ASK(i) SET_BIT(i); SEND_NMI(i)
#endif
#define COUNT nr_left[me] = (others & 1) + (others >> 1 & 1) + (others >> 2)

inline ipi_flush(page)
{
	LOOK_AT(0); LOOK_AT(1); LOOK_AT(2);
#ifdef BUG_COUNT_AFTER_BITS
	ASK(0); ASK(1); ASK(2); COUNT;
#else
	COUNT; ASK(0); ASK(1); ASK(2);
#endif
	waiting = waiting | BIT(me);
#ifndef BUG_FREE_BEFORE_ACK
	nr_left[me] == 0;
#endif
}

/* port_pt_unmap(), then tlb_flush_tables(). */
inline unmap_flush_free(page)
{
#ifndef LIVENESS
	d_step { page_of[me] = page; unseen = unseen | BIT(me) }
#endif
	d_step { /* tlb_flush_here() */
		if
		:: page == KERNEL || cr3 & BIT(me) -> drain(me); forget(me, page)
		:: else
		fi
	}
#ifndef BUG_NO_FENCE
	d_step { drain(me) }
#endif
	ipi_flush(page);
#ifndef LIVENESS
	d_step { given = given | BIT(page); walk() }
#endif
	atomic { /* Another frame is mapped, which needs no flush; the space's lock is released. */
		drain(me);
		given = given & ~BIT(page);
		tables = tables | BIT(page);
		walk();
		waiting = waiting & ~BIT(me);
		others = 0;
		ASKED
	}
}

/* The CPUs are the processes 0 to 2. */
active [3] proctype cpu() provided (!(in_nmi & BIT(_pid)))
{
	byte me = _pid, others;
#ifdef LIVENESS
	byte nr_asked;
#endif

end:	do
#ifndef LIVENESS
	:: ENTER(me)
	:: LEAVE(me)
#endif
	:: me == 0 && MAY_ASK -> unmap_flush_free(USER)
	:: me == 1 && MAY_ASK -> unmap_flush_free(KERNEL)
	od
}

/* nmi_answer() and flushes_answer() of CPU _pid - 3. */
active [3] proctype handler()
{
	byte me = _pid - 3, from, asker;

end:	do
#ifdef BUG_MASKED_WHILE_WAITING
	:: atomic { nmis & BIT(me) && !(waiting & BIT(me)) ->
#else
	:: atomic { nmis & BIT(me) ->
#endif
		    nmis = nmis & ~BIT(me); in_nmi = in_nmi | BIT(me) }
		d_step { /* cpu_set_take() */
			drain(me);
			from = flush_from[me];
#ifdef BUG_ONE_ANSWER_AN_NMI
			from = from & ~(from - 1);
#endif
			flush_from[me] = flush_from[me] & ~from
		}
		do
		:: atomic { from -> asker = (from & 1 -> 0 : 1); from = from & (from - 1) }
#ifdef BUG_ACK_BEFORE_FLUSH
			nr_left[asker]--;
			d_step { drain(me); forget(me, page_of[asker]) }
#else
			d_step { drain(me); forget(me, page_of[asker]) }
			d_step { assert(nr_left[asker]); nr_left[asker]-- }
#endif
		:: else -> break
		od
		atomic { asker = 0; in_nmi = in_nmi & ~BIT(me) }
	od
}

#ifndef LIVENESS
active proctype buffers()
{
end:	do
	:: d_step { unseen & 1 -> drain(0); walk() }
	:: d_step { unseen & 2 -> drain(1); walk() }
	od
}
#endif

ltl answered { [] (waiting & 1 -> <> !(waiting & 1)) && [] (waiting & 2 -> <> !(waiting & 2)) }
