// SPDX-License-Identifier: MIT
/*
 * The head of the log is taken from the consoles' ring before tests and benchmarks push it out; the
 * medians are copied at the end of bench_run(), whose rows are gone afterwards.
 */
#include "kernel/glue/summary.h"

#include "apps/harness/bench.h"
#include "apps/mmbench/claim.h"
#include "drivers/code_place_logic.h"
#include "drivers/fbcon.h"
#include "kernel/console.h"
#include "kernel/format_logic.h"
#include "kernel/payload_logic.h"
#include "kernel/printk.h"
#include "kernel/qr_logic.h"
#include "kernel/smp.h"
#include "kernel/string.h"
#include "kernel/verdict.h"
#include "kernel/x86/paging.h"
#include "tests/harness/harness.h"

enum {
	MAX_HEAD = 2048,  /* bytes of its lines */
	MAX_LINE = 160,	  /* bytes of one, the rest is cut */
	MAX_NAME = 96,	  /* of a row */
	FAILED_SHOWN = 8, /* names */
	VERDICT_LEN = 32, /* characters of its line */
	LOW_SCREEN = 36,  /* rows: a lower one has no empty rows between the parts */
};

/* Lines of the log's head that are kept. */
static const char *const keys[] = {
	"version: ", "cpu: ", "hypervisor: ", "clock: ", "system: ", "firmware: ", "cmdline: "};

/* What things usually cost. */
static const struct {
	const char *label, *row;
} headlines[] = {
	{"alloc_page", "PageAlloc/order=0"},
	{"free_page", "PageFree/order=0"},
	{"page, bulk of 64", "BulkArray/batch=64"},
	{"  in aged memory", "BulkArray/batch=64/mem=aged"},
	{"  freed", "BulkFree/batch=64"},
	{"vmalloc 16M, 2M leaves", "Vmalloc/size=16M/leaf=huge"},
	{"  4K leaves", "Vmalloc/size=16M/leaf=base"},
	{"mmap+touch 1M, range", "MmapTotal/policy=range/size=1M"},
	{"  on demand", "MmapTotal/policy=demand/size=1M"},
	{"page fault, demand", "FaultLatency/policy=demand"},
	{"packet, pages singly", "PacketForward/alloc=single/batch=64/table=huge/drops=0"},
	{"  in bulk", "PacketForward/alloc=bulk/batch=64/table=huge/drops=0"},
	{"  recycled", "PacketForward/alloc=recycle/batch=64/table=huge/drops=0"},
};

/* A text that grows, and says if it did not fit. */
struct text {
	char bytes[2 * MAX_HEAD];
	size_t len;
};

/* What takes memory, had when it is needed. */
struct room {
	struct payload payload;
	struct qr qr;
};

static struct {
	struct text head;
	bool has_headline[ARRAY_SIZE(headlines)];
	uint64_t headline[ARRAY_SIZE(headlines)]; /* hundredths of a tick */
	struct payload_row *rows; /* of benchmarks; NULL: none were run, or no memory */
	char (*names)[MAX_NAME];  /* theirs */
	uint32_t nr_rows;
	char failed[FAILED_SHOWN][MAX_NAME];
	unsigned nr_failed; /* names; may be more than there is room for */
} run;

static void clear(struct text *text)
{
	text->len = 0;
	text->bytes[0] = '\0';
}

static void __printf(2, 3) add(struct text *to, const char *fmt, ...)
{
	size_t room = sizeof(to->bytes) - to->len;
	va_list args;
	int len;

	va_start(args, fmt);
	len = kvsnprintf(to->bytes + to->len, room, fmt, args);
	va_end(args);
	if ((size_t)len < room)
		to->len += (size_t)len;
	else
		to->bytes[to->len] = '\0'; /* lines are left out whole */
}

/* --- What was run ------------------------------------------------------------------------ */

static bool is_wanted(const char *line)
{
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strncmp(line, keys[i], strlen(keys[i])) && line[strlen(keys[i])])
			return true;
	return false;
}

static uint64_t ram_mib(void)
{
	uint64_t len = 0;
	uint32_t nr;
	const struct mem_range *ram = paging_ram(&nr);

	for (uint32_t i = 0; i < nr; i++)
		len += ram[i].end - ram[i].start;
	return len >> 20;
}

/* The wanted lines among those that the ring has. */
static void keep_head(void)
{
	char line[MAX_LINE], c;
	uint64_t pos = 0;
	size_t len = 0;

	while (console_ring_read(&pos, &c, 1)) {
		if (c != '\n') {
			if (len < sizeof(line) - 1)
				line[len++] = c;
			continue;
		}
		line[len] = '\0';
		len = 0;
		if (is_wanted(line) && run.head.len + MAX_LINE < MAX_HEAD)
			add(&run.head, "%s\n", line);
	}
	add(&run.head, "ram: %llu MiB, %u CPU%s\n", (unsigned long long)ram_mib(), smp_nr_cpus(),
	    smp_nr_cpus() > 1 ? "s" : "");
}

static void keep_failed(const char *name)
{
	if (run.nr_failed < FAILED_SHOWN)
		ksnprintf(run.failed[run.nr_failed], MAX_NAME, "%s", name);
	run.nr_failed++;
}

static void count_row(const struct bench_result *result, void *arg)
{
	(void)result;
	(*(uint32_t *)arg)++;
}

static bool is_headline(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(headlines); i++) {
		size_t len = strlen(headlines[i].row);

		if (!strncmp(name, headlines[i].row, len) && !strcmp(name + len, "/cpus=1"))
			return true;
	}
	return false;
}

static void keep_row(const struct bench_result *result, void *arg)
{
	struct payload_row *row = &run.rows[run.nr_rows];

	(void)arg;
	if (result->failed) {
		keep_failed(result->name);
		return;
	}
	ksnprintf(run.names[run.nr_rows], MAX_NAME, "%s", result->name);
	row->name = run.names[run.nr_rows++];
	row->hundredths = result->median;
	row->first = is_headline(row->name);
}

static void keep_rows(void)
{
	uint32_t nr = 0;

	for (size_t i = 0; i < ARRAY_SIZE(headlines); i++)
		run.has_headline[i] = bench_median(headlines[i].row, &run.headline[i]);
	bench_each(count_row, &nr);
	run.rows = env_alloc((nr + 1) * sizeof(run.rows[0]));
	run.names = env_alloc((nr + 1) * sizeof(run.names[0]));
	if (run.rows && run.names)
		bench_each(keep_row, NULL);
	else
		printk("screen: no memory to keep %u medians", nr);
}

void summary_begin(void)
{
	if (!fbcon_fb())
		return;
	keep_head();
	bench_at_end(keep_rows);
}

/* --- Claims ------------------------------------------------------------------------------ */

/* All answers to one claim; it may be asked of several rows. */
struct claim_sum {
	const char *id;
	unsigned nr[CLAIM_UNJUDGED + 1];
	unsigned nr_all;
};

enum { MAX_CLAIMS = 40 };

static unsigned sum_claims(struct claim_sum *sums)
{
	enum claim_answer answer;
	unsigned nr = 0, at;
	const char *id;

	for (unsigned i = 0; claim_at(i, &id, &answer); i++) {
		for (at = 0; at < nr && strcmp(sums[at].id, id); at++)
			;
		if (at == MAX_CLAIMS)
			continue;
		if (at == nr)
			sums[nr++] = (struct claim_sum){.id = id};
		sums[at].nr[answer]++;
		sums[at].nr_all++;
	}
	/* By name, which few benchmarks give in order. */
	for (unsigned i = 1; i < nr; i++)
		for (unsigned k = i; k && strcmp(sums[k - 1].id, sums[k].id) > 0; k--) {
			struct claim_sum other = sums[k];

			sums[k] = sums[k - 1];
			sums[k - 1] = other;
		}
	return nr;
}

/* "held: L1 L2 L3 3/5": those of this kind, with how many of several where not all are. */
static void add_claims(struct text *to, const char *head, const struct claim_sum *sums, unsigned nr,
		       enum claim_answer answer)
{
	bool any = false;

	for (unsigned i = 0; i < nr; i++) {
		if (!sums[i].nr[answer])
			continue;
		add(to, "%s%s", any ? " " : head, sums[i].id);
		if (sums[i].nr[answer] < sums[i].nr_all)
			add(to, "(%u/%u)", sums[i].nr[answer], sums[i].nr_all);
		any = true;
	}
	if (any)
		add(to, "\n");
}

static void add_all_claims(struct text *to)
{
	static struct claim_sum sums[MAX_CLAIMS];
	unsigned nr = sum_claims(sums);

	add_claims(to, "claims held: ", sums, nr, CLAIM_HOLDS);
	add_claims(to, "not held: ", sums, nr, CLAIM_FAILS);
	add_claims(to, "no difference: ", sums, nr, CLAIM_NO_DIFFERENCE);
	add_claims(to, "not judged: ", sums, nr, CLAIM_UNJUDGED);
}

/* --- The code ---------------------------------------------------------------------------- */

static void add_failed(struct text *to)
{
	for (unsigned i = 0; i < run.nr_failed && i < FAILED_SHOWN; i++)
		add(to, "failed: %s\n", run.failed[i]);
	if (run.nr_failed > FAILED_SHOWN)
		add(to, "failed: and %u more\n", run.nr_failed - FAILED_SHOWN);
}

static void make_head(struct text *to)
{
	struct verdict v = verdict_counts();

	clear(to);
	add(to, "%s", run.head.bytes);
	if (run.nr_rows)
		add(to, "ticks: %s%s%s\n",
		    env_clock_counts_instructions() ? "instructions, counted by the emulator"
						    : "of the TSC",
		    env_emulator()[0] ? ", under " : "", env_emulator());
	add_all_claims(to);
	add_failed(to);
	add(to, "verdict: %u passed, %u failed, %u skipped\n", v.passed, v.failed, v.skipped);
}

/* Make the code, the largest at most that the screen has a place for. False: there is none. */
static bool make_code(struct room *room, const struct fb *fb)
{
	static struct text head;
	struct qr *qr = &room->qr;
	struct payload *payload = &room->payload;
	uint32_t side = code_max_side(fb);
	unsigned version = (side - 17) / 4;
	enum qr_level level = QR_L;

	if (!side)
		return false;
	make_head(&head);
	if (payload_make(payload, head.bytes, run.rows, run.nr_rows,
			 qr_alphanumeric_capacity(version, QR_L)))
		return false;
	for (version = 1; qr_alphanumeric_capacity(version, QR_L) < payload->len; version++)
		;
	while (level < QR_H &&
	       qr_alphanumeric_capacity(version, (enum qr_level)(level + 1)) >= payload->len)
		level = (enum qr_level)(level + 1);
	return !qr_encode(qr, payload->code, payload->len, level, version, version, QR_BEST_MASK);
}

static void draw_code(struct fb *fb, const struct qr *qr, const struct code_place *place)
{
	fb_fill(fb, place->x, place->y, place->len, place->len, FB_WHITE);
	for (unsigned row = 0; row < qr->side; row++)
		for (unsigned column = 0, end; column < qr->side; column = end + 1) {
			for (end = column; end < qr->side && qr_dark(qr, row, end); end++)
				;
			fb_fill(fb, place->x + (CODE_QUIET + column) * place->module,
				place->y + (CODE_QUIET + row) * place->module,
				(end - column) * place->module, place->module, FB_BLACK);
		}
}

/* --- The text ---------------------------------------------------------------------------- */

/* Is there a row left for another line, above those of the verdict and one more? */
static bool has_row(const struct screen *s)
{
	return s->y + 3 + VERDICT_LEN / s->width < s->rows;
}

/* A line, cut to the columns. */
static void show(struct screen *s, enum screen_colour colour, const char *line, size_t len)
{
	if (!has_row(s))
		return;
	screen_print(s, line, len < s->width ? len : s->width, colour);
	screen_print(s, "\n", 1, colour);
}

static void __printf(3, 4)
	show_line(struct screen *s, enum screen_colour colour, const char *fmt, ...)
{
	char line[SCREEN_MAX_COLUMNS + 1];
	va_list args;

	va_start(args, fmt);
	kvsnprintf(line, sizeof(line), fmt, args);
	va_end(args);
	show(s, colour, line, strlen(line));
}

/* How much of a line its next row has: up to a space, if it is too long. */
static size_t row_len(const struct screen *s, const char *line, size_t len)
{
	size_t at = s->width;

	if (len <= s->width)
		return len;
	while (at && line[at] != ' ')
		at--;
	return at ? at : s->width;
}

/* Lines of a text; what does not fit in one goes on in the next, or is cut. */
static void show_text(struct screen *s, enum screen_colour colour, const struct text *text,
		      bool wrap)
{
	for (const char *line = text->bytes; *line;) {
		const char *end = strchr(line, '\n');
		size_t len = end ? (size_t)(end - line) : strlen(line);
		size_t now = wrap ? row_len(s, line, len) : len;

		show(s, colour, line, now);
		line += now;
		line += *line == '\n' || *line == ' ';
	}
}

static void show_gap(struct screen *s)
{
	if (s->rows >= LOW_SCREEN)
		show_line(s, SCREEN_PLAIN, " ");
}

static void show_headlines(struct screen *s)
{
	show_gap(s);
	show_line(s, SCREEN_BRIGHT, "%-24s%8s", "median of", "ticks");
	for (size_t i = 0; i < ARRAY_SIZE(headlines); i++)
		if (run.has_headline[i])
			show_line(s, SCREEN_PLAIN, "%-22s%7llu.%02llu", headlines[i].label,
				  (unsigned long long)run.headline[i] / 100,
				  (unsigned long long)run.headline[i] % 100);
}

static void show_all(struct screen *s, const struct room *room)
{
	static struct text text;

	show_text(s, SCREEN_PLAIN, &run.head, false);
	if (room && run.nr_rows)
		show_line(s, SCREEN_PLAIN, "QR code: %u of %u medians", room->payload.nr_kept,
			  run.nr_rows);
	add_failed(&text);
	show_text(s, SCREEN_BAD, &text, false);
	clear(&text);
	add_all_claims(&text);
	if (text.len)
		show_gap(s);
	show_text(s, SCREEN_PLAIN, &text, true);
	if (run.nr_rows)
		show_headlines(s);
	show_gap(s);
}

void summary_show(void)
{
	struct screen *s = fbcon_screen();
	struct fb *fb = fbcon_fb();
	struct code_place place = {0};
	char name[MAX_NAME];
	struct room *room;

	if (!fb)
		return;
	for (unsigned i = 0; tests_failed_at(i, name, sizeof(name)); i++)
		keep_failed(name);
	room = env_alloc(sizeof(*room));
	if (!room)
		printk("screen: no memory for the QR code");
	else if (make_code(room, fb))
		place = code_place(fb, room->qr.side);
	printk("screen: summary; QR code of version %u, %u of %u medians, %u pixels a module",
	       place.module ? room->qr.version : 0, place.module ? room->payload.nr_kept : 0,
	       run.nr_rows, place.module);
	screen_clear(s);
	screen_set_status(s, NULL, 0);
	screen_set_window(s, 0, place.module ? place.columns : s->columns);
	show_all(s, place.module ? room : NULL);
	screen_flush(s);
	if (place.module)
		draw_code(fb, &room->qr, &place);
	screen_set_window(s, s->y + 1, s->width);
	if (room)
		env_free(room, sizeof(*room));
}
