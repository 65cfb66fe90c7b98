// SPDX-License-Identifier: MIT
/*
 * Draining the CPUs' caches of pages: mm/page_alloc.c, page_bulk.c, page_bulk_free.c, and the calls
 * of kernel/smp.c by which it is asked for.
 *
 * Three CPUs and three pages, each page a bit. A CPU allocates, frees and drains, NR_OPS times in
 * any mix.
 *
 *   pool, lock        free_map and pg_data.lock; `space` is a lock that callers of mm/ hold around
 *                     an allocation (vmalloc's, an address space's): its holder may ask others
 *   cache[cpu]        magazine, which is full with one page, and claimed word, as one set. Touched
 *                     with plain loads and stores: each is a step, others' steps come in between
 *   calls_from, called, done   as in struct cpu; made: how often the call has been made
 *   nr_askers, parkable        as in struct pcp; parkable is a mask of CPUs, not 0 or all pages
 *   polling           CPUs that are in smp_poll(): their process waits, process answers runs
 *
 * Verified always: (a) no page is handed out, kept or put back twice, and at the end each is in one
 * place; (c) a call is made once if smp_call() returns 0, and neither then nor later if it returns
 * -ETIMEDOUT; (b) every run ends, none is stuck or in a circle, and CPUs may keep pages then. With
 * -DTIMEOUTS a CPU waits as long as it likes, and one that has done its work does not answer.
 * Without, nobody loses patience, so two that ask each other must answer; and (d) an allocation
 * fails only if each page was held, or taken by another CPU, since the shortage began.
 *
 * (d) says no more: another CPU may claim, along with the page that it wants, others that were just
 * drained, and keep them. -DSTRICT does not let that pass, and fails.
 *
 * Left out. Order of stores: whatever passes between CPUs goes through locked instructions. That
 * drain_this_cpu() takes the lock twice: each time it gives back what it finds. Whole chunks: as
 * the magazine. A CPU is asked or not by a look at its cache, which is a guess as it is here.
 */
#define BIT(i)	  (1 << (i))
#define LOWEST(s) ((s) & ~((s) - 1))
#define FIRST(s)  ((s) & 1 -> 0 : ((s) & 2 -> 1 : 2))
#define HELD	  (held[0] | held[1] | held[2])
#define CACHED	  (cache[0] | cache[1] | cache[2])
#define PAGES	  7
#define CPUS	  7
#define NR_OPS	  (me == 2 -> 1 : 2)

byte pool, lock, space;
byte cache[3] = { 1, 2, 0 }; /* as some use has left them */
byte held[3] = { 0, 4, 0 };
byte calls_from[3], called[3], made[3], done;
byte nr_askers[3], parkable = CPUS;
byte polling, ended;
byte untaken[3]; /* pages that were free when a shortage began, and that nobody took since */

inline note_taken(pages)
{
	untaken[0] = untaken[0] & ~(pages);
	untaken[1] = untaken[1] & ~(pages);
	untaken[2] = untaken[2] & ~(pages)
}

inline page_take(page)
{
	assert(!(HELD & page));
	held[me] = held[me] | page;
	note_taken(page)
}

inline pool_put(pages) { assert(!(pool & (pages))); pool = pool | (pages) }

/* smp_poll() where somebody was seen to ask. */
#define POLL polling = polling | BIT(me); !(polling & BIT(me))

/* port_lock(): polls while it waits. */
inline lock_take(l)
{
	do
	:: atomic { l == 0 -> l = me + 1; break }
#ifndef BUG_NO_POLL_IN_LOCK
	:: l && calls_from[me] -> POLL
#endif
	od
}

/* magazine_flush(): `pages` is evaluated under the lock, for the cache may be empty by then. */
inline cache_flush(pages)
{
#ifdef BUG_COUNT_BEFORE_LOCK
	w = pages;
	lock_take(lock);
#else
	lock_take(lock);
	w = pages;
#endif
	atomic { pool_put(w) }
	lock = 0;
	d_step { cache[me] = cache[me] & ~w; w = 0 }
}

/* smp_call(other, drain_this_cpu, p) */
inline call(other)
{
	d_step { called[me] = other + 1; made[me] = 0; done = done & ~BIT(me); late = 0 }
	calls_from[other] = calls_from[other] | BIT(me);
	do
	:: done & BIT(me) -> break
#ifndef BUG_NO_POLL_WHILE_WAITING
	:: !(done & BIT(me)) && calls_from[me] -> POLL
#endif
#ifdef TIMEOUTS
	:: !(done & BIT(me)) && !late ->
		d_step { /* cpu_set_remove() */
			late = (calls_from[other] & BIT(me) -> 2 : 1);
#ifndef BUG_NO_WITHDRAW
			calls_from[other] = calls_from[other] & ~BIT(me);
#endif
#ifdef BUG_WITHDRAW_BLIND
			late = 2
#endif
		}
		if
		:: late == 2 -> break /* -ETIMEDOUT */
		:: else
		fi
#endif
	od;
	atomic {
		assert(made[me] == (late == 2 -> 0 : 1));
		called[me] = 0; late = 0
	}
}

inline ask_end(pcp)
{
	d_step { nr_askers[pcp]--; w = nr_askers[pcp] }
	if
	:: w
	:: else ->
		do
		:: parkable = parkable | BIT(pcp);
			if
			:: nr_askers[pcp] == 0 -> break
			:: else -> parkable = parkable & ~BIT(pcp)
			fi;
#ifdef BUG_ASK_END_ONCE
			break
#else
			if
			:: nr_askers[pcp] -> break
			:: else
			fi
#endif
		od
	fi;
	w = 0
}

/* pgdat_shortage(), pgdat_drain(), cpu_drain() */
inline shortage()
{
	d_step { untaken[me] = PAGES & ~HELD; other = 0 }
	do
	:: other == 3 -> break
	:: other < 3 && cache[other] == 0 -> other++
	:: other < 3 && cache[other] && other == me -> cache_flush(cache[me]); other++
	:: other < 3 && cache[other] && other != me ->
#ifdef BUG_DRAIN_FROM_OUTSIDE
		lock_take(lock);
		atomic { w = cache[other]; pool_put(w); cache[other] = 0; w = 0 }
		lock = 0;
#else
		nr_askers[other]++;	/* ask_begin() */
		parkable = parkable & ~BIT(other);
		call(other);
		ask_end(other);
#endif
		other++
	od
}

/* claim_take_locked(): the whole word, of which the caller gets the first page. */
inline claim()
{
	d_step {
		assert(lock == me + 1 && cache[me] == 0);
		w = LOWEST(pool);
#ifndef STRICT
		note_taken(pool);
#endif
		cache[me] = pool & ~w;
		pool = 0;
		page_take(w);
		w = 0
	}
}

/* pcp_alloc(), bulk_claim_hard() */
inline alloc()
{
	if
	:: cache[me] -> w = cache[me];
		d_step { cache[me] = w & ~LOWEST(w); page_take(LOWEST(w)); w = 0 }
	:: else ->
		lock_take(lock);
		if
		:: pool -> claim()
		:: else ->
			lock = 0;
			shortage();
			lock_take(lock);
			if
			:: pool -> claim()
			:: else ->
#ifndef TIMEOUTS
				assert(!untaken[me]);
#endif
				skip
			fi;
			untaken[me] = 0
		fi;
		lock = 0
	fi
}

/* pcp_free(), pgdat_magazine_full(), pgdat_free_slow() */
inline free(page)
{
	if
	:: parkable & BIT(me) ->
		if
		:: cache[me] -> cache_flush(LOWEST(cache[me])) /* full */
		:: else
		fi;
		w = cache[me];
		d_step { assert(!(w & page)); cache[me] = w | page; held[me] = held[me] & ~page; w = 0 }
	:: else ->
		if
		:: nr_askers[me] && calls_from[me] -> POLL
		:: else
		fi;
		lock_take(lock);
		atomic { pool_put(page); held[me] = held[me] & ~page }
		lock = 0
	fi
}

/* The CPUs are the processes 0 to 2. */
active [3] proctype cpu()
{
	byte me = _pid, w, nr, other, late;

	do
#ifdef TIMEOUTS
	:: nr < NR_OPS -> nr++; alloc()
#else
	:: nr < NR_OPS && me < 2 -> nr++; lock_take(space); alloc(); space = 0
	:: nr < NR_OPS && me == 2 -> nr++; alloc()
	:: nr < NR_OPS && me < 2 -> nr++; shortage() /* of blocks, or for a promise */
#endif
	:: nr < NR_OPS && held[me] -> nr++; free(LOWEST(held[me]))
	:: nr == NR_OPS -> break
	od;
	ended = ended | BIT(me);
end:
#ifdef TIMEOUTS
	false
#else
	do /* smp_idle() */
	:: calls_from[me] -> POLL
	od
#endif
}

/*
 * calls_answer() of CPU _pid - 3. drain_this_cpu() polls too while it waits for the lock: one level
 * down, and no deeper, for at a level somebody waits who does not ask meanwhile.
 */
active [3] proctype answers()
{
	byte me = _pid - 3, level, asker, w;
	byte from[2];

end:	do
	:: atomic { polling & BIT(me) -> from[0] = calls_from[me]; calls_from[me] = 0 }
		do
		:: from[level] == 0 && level == 0 -> break
		:: from[level] == 0 && level -> level--
		:: lock && from[level] && calls_from[me] ->
#ifndef BUG_NO_POLL_IN_LOCK
			d_step { assert(level == 0); level = 1; from[1] = calls_from[me]; calls_from[me] = 0 }
#else
			lock == 0
#endif
		:: atomic { from[level] && lock == 0 -> lock = me + 1; asker = FIRST(from[level]) }
			d_step { assert(called[asker] == me + 1); made[asker]++ }
#ifdef BUG_DONE_BEFORE_DRAIN
			done = done | BIT(asker);
#endif
			d_step { w = cache[me]; pool_put(w) }
			lock = 0;
			d_step { cache[me] = cache[me] & ~w; w = 0 }
			d_step { done = done | BIT(asker); from[level] = from[level] & ~BIT(asker); asker = 0 }
		od;
		polling = polling & ~BIT(me)
	od
}

active proctype at_the_end()
{
	atomic {
		ended == CPUS && !polling;
		assert((pool | CACHED | HELD) == PAGES && !(pool & (CACHED | HELD)) && !(CACHED & HELD));
		assert(parkable == CPUS && !(nr_askers[0] + nr_askers[1] + nr_askers[2]))
	}
}
