// SPDX-License-Identifier: MIT
/*
 * Frames come when the wire brings them, so a batch may be handled in several bursts. A look at the
 * ring that finds nothing is not counted: it is waiting, not work. Before the first look all frames
 * have left the feeder, and some time has passed.
 *
 * Frames of other stations, on a wire that is not ours alone, are told by their addresses and left
 * out.
 */
#include "apps/packet/wire.h"

enum {
	PROBE_TYPE = 0x88b5, /* for experiments (IEEE 802, table 4) */
	PROBE_LEN = FRAME_MIN,
	PROBE_US = 50000,
	PAIR_US = 3000000,
	QUIET_US = 1000,
	ARRIVE_US = 20,	  /* from the last descriptor done to the frame in memory */
	LOST_US = 500000, /* a frame that has not come by then will not */
	MAC_LEN = 6,
	TYPE_OFFSET = 12,
};

static uint8_t *frame_of(const struct page *page)
{
	return (uint8_t *)page_address(page) + FRAME_OFFSET;
}

/* --- Rings ----------------------------------------------------------------------------------- */

/* Fill a card's receive ring. False: memory has run out. */
static bool ring_fill(unsigned nic)
{
	struct page *pages[WIRE_BATCH_MOST];
	unsigned wanted;

	while ((wanted = env_nic_wanted(nic))) {
		unsigned nr = wanted < WIRE_BATCH_MOST ? wanted : WIRE_BATCH_MOST;
		long got;

		__builtin_memset(pages, 0, sizeof(pages));
		got = alloc_pages_bulk_array(GFP_KERNEL, nr, pages);
		if (env_nic_post(nic, pages, (unsigned)got) != (unsigned)got || got < (long)nr)
			return false;
	}
	return true;
}

/* Free what a card has sent; returns how many frames that were. */
static unsigned sent_free(unsigned nic)
{
	struct page *pages[WIRE_BATCH_MOST];
	unsigned nr = env_nic_reclaim(nic, pages, WIRE_BATCH_MOST);

	free_pages_bulk(nr, pages);
	return nr;
}

/* Send pages[0..nr) and wait until they have left. False: they do not. */
static bool send_all(unsigned nic, struct page **pages, const uint32_t *lens, unsigned nr)
{
	uint64_t end = env_deadline(LOST_US);
	unsigned queued = env_nic_send(nic, pages, lens, nr), left = nr;

	free_pages_bulk(nr - queued, pages + queued);
	while (queued == nr && (left -= sent_free(nic)) && !env_passed(end))
		env_relax();
	return queued == nr && !left;
}

/* Take frames out of a ring, with new pages for it; for what is not timed. */
static unsigned take(unsigned nic, struct page **pages, uint32_t *lens)
{
	unsigned nr = env_nic_receive(nic, pages, lens, WIRE_BATCH_MOST);

	return ring_fill(nic) ? nr : 0;
}

/* --- Two cards on one wire ------------------------------------------------------------------- */

static void probe_write(struct page *page, const uint8_t *to, const uint8_t *from)
{
	uint8_t *frame = frame_of(page);

	__builtin_memset(frame, 0, PROBE_LEN);
	__builtin_memcpy(frame, to, MAC_LEN);
	__builtin_memcpy(frame + MAC_LEN, from, MAC_LEN);
	frame[TYPE_OFFSET] = PROBE_TYPE >> 8;
	frame[TYPE_OFFSET + 1] = PROBE_TYPE & 0xff;
}

/* Has a card got the probe of the station `from`? */
static bool probe_came(unsigned nic, const uint8_t *from)
{
	struct page *pages[WIRE_BATCH_MOST];
	uint32_t lens[WIRE_BATCH_MOST];
	unsigned nr = take(nic, pages, lens);
	bool came = false;

	for (unsigned i = 0; i < nr; i++) {
		const uint8_t *frame = frame_of(pages[i]);

		came |= lens[i] >= PROBE_LEN && frame[TYPE_OFFSET] == PROBE_TYPE >> 8 &&
			frame[TYPE_OFFSET + 1] == (PROBE_TYPE & 0xff) &&
			!__builtin_memcmp(frame + MAC_LEN, from, MAC_LEN);
	}
	free_pages_bulk(nr, pages);
	return came;
}

/* Does a frame of card a reach card b? */
static bool reaches(unsigned a, unsigned b)
{
	uint64_t end = env_deadline(PROBE_US);
	struct env_nic from, to;
	struct page *page = alloc_page(GFP_KERNEL);
	uint32_t len = PROBE_LEN;

	if (!page)
		return false;
	env_nic_info(a, &from);
	env_nic_info(b, &to);
	probe_write(page, to.mac, from.mac);
	if (!send_all(a, &page, &len, 1))
		return false;
	while (!env_passed(end)) {
		if (probe_came(b, from.mac))
			return true;
		env_relax();
	}
	return false;
}

static bool pair_try(struct wire *w, unsigned nr)
{
	for (unsigned a = 0; a < nr; a++)
		for (unsigned b = a + 1; b < nr; b++)
			if (reaches(a, b) && reaches(b, a)) {
				w->feeder = a;
				w->card = b;
				return true;
			}
	return false;
}

/* A card whose link has just come up may lose frames for a while, so all are tried again. */
static bool pair_find(struct wire *w, unsigned nr)
{
	uint64_t end = env_deadline(PAIR_US);

	do {
		if (pair_try(w, nr))
			return true;
	} while (!env_passed(end));
	return false;
}

const char *wire_open(struct wire *w)
{
	unsigned nr;
	bool filled = true;

	if (env_nics_present() < 2)
		return "there are no two network cards";
	if (env_nr_nics())
		return "the network cards are in use: netlog=";
	nr = env_nics_start();
	for (unsigned i = 0; i < nr; i++)
		filled &= ring_fill(i);
	if (filled && pair_find(w, nr))
		return NULL;
	wire_close();
	return filled ? "no two network cards are on one wire" : "no memory for their rings";
}

void wire_close(void)
{
	env_nics_stop();
}

/* --- Traffic --------------------------------------------------------------------------------- */

static void macs_make(struct wire *w)
{
	struct env_nic feeder, card;

	env_nic_info(w->feeder, &feeder);
	env_nic_info(w->card, &card);
	__builtin_memcpy(w->station, card.mac, MAC_LEN);
	for (unsigned hop = 0; hop < TRAFFIC_HOPS; hop++) {
		__builtin_memcpy(w->macs[hop], feeder.mac, MAC_LEN);
		__builtin_memcpy(w->macs[hop] + MAC_LEN, traffic_macs()[hop] + MAC_LEN, MAC_LEN);
	}
}

/* Put `batch` frames on the wire. NULL, or what went wrong. */
static const char *feed(struct wire *w, uint32_t batch)
{
	struct page *pages[WIRE_BATCH_MOST] = {NULL};
	uint32_t lens[WIRE_BATCH_MOST];
	long got = alloc_pages_bulk_array(GFP_KERNEL, batch, pages);

	if (got < (long)batch) {
		free_pages_bulk(got, pages);
		return "memory has run out";
	}
	for (uint32_t i = 0; i < batch; i++) {
		const struct traffic_frame *frame = &w->traffic->frames[w->next++ % TRAFFIC_FRAMES];

		lens[i] = frame->len;
		__builtin_memcpy(frame_of(pages[i]), traffic_bytes(frame), frame->len);
		__builtin_memcpy(frame_of(pages[i]), w->station, MAC_LEN);
	}
	return send_all(w->feeder, pages, lens, batch) ? NULL : "frames do not leave the card";
}

/* Is the frame the next that has to come back, as it has to? The link's addresses are ours. */
static bool came_right(struct wire *w, const uint8_t *frame, uint32_t len)
{
	const struct traffic_frame *f = &w->traffic->frames[w->next_back++ % TRAFFIC_FRAMES];
	uint32_t head = sizeof(f->sent) < f->len ? sizeof(f->sent) : f->len;

	return len == f->len && !__builtin_memcmp(frame, w->macs[f->hop], 2 * MAC_LEN) &&
	       !__builtin_memcmp(frame + 2 * MAC_LEN, f->sent + 2 * MAC_LEN, head - 2 * MAC_LEN) &&
	       !__builtin_memcmp(frame + head, traffic_bytes(f) + head, f->len - head);
}

/* A frame that the router sent: only its source addresses begin so. */
static bool is_ours(const struct wire *w, const uint8_t *frame)
{
	return !__builtin_memcmp(frame + MAC_LEN, w->macs[0] + MAC_LEN, MAC_LEN - 1);
}

/* Wait for `batch` frames to come back. NULL, or what went wrong. */
static const char *get_back(struct wire *w, uint32_t batch)
{
	uint64_t end = env_deadline(LOST_US);
	const char *why = NULL;

	while (batch && !why) {
		struct page *pages[WIRE_BATCH_MOST];
		uint32_t lens[WIRE_BATCH_MOST];
		unsigned nr = take(w->feeder, pages, lens);

		for (unsigned i = 0; i < nr; i++) {
			if (!is_ours(w, frame_of(pages[i])))
				continue;
			if (!batch-- || !came_right(w, frame_of(pages[i]), lens[i]))
				why = "a frame came back otherwise than it should have";
		}
		free_pages_bulk(nr, pages);
		if (!why && batch && env_passed(end))
			why = "frames were lost on the wire";
		if (!nr)
			env_relax();
	}
	return why;
}

/* --- The router ------------------------------------------------------------------------------ */

static void reclaim(struct wire *w)
{
	struct forwarder *f = &w->forwarder;
	unsigned nr = env_nic_reclaim(w->card, f->done + f->nr_done, WIRE_BATCH_MOST);

	f->nr_done += nr;
	w->nr_leaving -= nr;
}

/* Give the card what is to be sent, and take back what is. False: its ring is full. */
static inline bool send_on(struct wire *w)
{
	struct forwarder *f = &w->forwarder;
	struct page *pages[WIRE_BATCH_MOST];
	uint32_t lens[WIRE_BATCH_MOST];
	uint32_t nr = f->nr_sent, queued;

	for (uint32_t i = 0; i < nr; i++) {
		pages[i] = f->sent[i].page;
		lens[i] = f->sent[i].len;
	}
	queued = env_nic_send(w->card, pages, lens, nr);
	w->nr_leaving += queued;
	for (uint32_t i = queued; i < nr; i++)
		f->done[f->nr_done++] = pages[i];
	f->nr_sent = 0;
	reclaim(w);
	return queued == nr;
}

/* Handle what has come, up to `most` frames. Returns how many, timed only if there are any. */
static uint32_t burst(struct wire *w, uint32_t most, struct bench_sample *s)
{
	struct forwarder *f = &w->forwarder;
	uint32_t lens[WIRE_BATCH_MOST];
	uint64_t begin, middle, refilled, end;
	uint32_t nr, posted;
	bool good;

	begin = env_clock_begin();
	nr = env_nic_receive(w->card, f->slots, lens, most);
	if (!nr)
		return 0;
	for (uint32_t i = 0; i < nr; i++)
		f->lens[i] = (uint16_t)lens[i];
	forward_batch(f, nr);
	good = send_on(w);
	middle = env_clock_end();
	good &= forward_refill(f, nr);
	refilled = env_clock_end();
	posted = env_nic_post(w->card, f->slots, nr);
	end = env_clock_end();
	__builtin_memset(f->slots, 0, posted * sizeof(f->slots[0]));
	s->ticks += end - begin;
	s->ops += nr;
	s->sections += 3;
	refilled -= middle;
	w->alloc += refilled > s->clock_cost ? refilled - s->clock_cost : 0;
	w->nr_bursts++;
	if (!good || posted != nr)
		s->failure = "a ring took less than it had room for, or memory has run out";
	return nr;
}

/* What a repetition before this one left on the wire. */
static void flush(unsigned nic)
{
	uint64_t last = env_deadline(LOST_US), end = env_deadline(QUIET_US);

	while (!env_passed(end) && !env_passed(last)) {
		struct page *pages[WIRE_BATCH_MOST];
		uint32_t lens[WIRE_BATCH_MOST];
		unsigned nr = take(nic, pages, lens);

		free_pages_bulk(nr, pages);
		if (nr)
			end = env_deadline(QUIET_US);
		env_relax();
	}
}

void wire_begin(struct wire *w, const struct route_table *routes, const struct traffic *traffic,
		enum refill refill)
{
	struct forwarder *f = &w->forwarder;

	flush(w->card);
	flush(w->feeder);
	macs_make(w);
	w->traffic = traffic;
	w->next = w->next_back = 0;
	w->alloc = w->nr_bursts = 0;
	f->routes = routes;
	f->station = w->station;
	f->macs = w->macs;
	f->refill = refill;
	__builtin_memset(f->faults, 0, sizeof(f->faults));
}

void wire_batch(struct wire *w, uint32_t batch, struct bench_sample *s)
{
	uint64_t before = w->forwarder.faults[FRAME_GOOD], end;
	const char *why = feed(w, batch);

	if (why) {
		s->failure = why;
		return;
	}
	end = env_deadline(ARRIVE_US);
	while (!env_passed(end))
		env_relax();
	end = env_deadline(LOST_US);
	while (w->forwarder.faults[FRAME_GOOD] - before < batch && !s->failure) {
		if (burst(w, batch, s))
			continue;
		if (env_passed(end))
			s->failure = "frames were lost on the wire";
		env_relax();
	}
	why = s->failure ? NULL : get_back(w, batch);
	if (why)
		s->failure = why;
}

void wire_end(struct wire *w, struct bench_sample *s)
{
	uint64_t end = env_deadline(LOST_US);
	struct forwarder *f = &w->forwarder;

	while (w->nr_leaving && !env_passed(end)) {
		reclaim(w);
		free_pages_bulk(f->nr_done, f->done);
		f->nr_done = 0;
		env_relax();
	}
	if (w->nr_leaving && !s->failure)
		s->failure = "frames do not leave the card";
	forward_end(f);
}
