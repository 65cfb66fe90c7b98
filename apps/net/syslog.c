// SPDX-License-Identifier: MIT
#include "apps/net/syslog.h"

#include "apps/harness/env.h"

enum {
	LOCAL0 = 16 * 8, /* RFC 5424, 6.2.1 */
	ERROR = 3,
	INFORMATIONAL = 6,
	HEAD_MOST = 120, /* bytes before the text */
	PIECE = SYSLOG_MAX - HEAD_MOST,
};

/* What lines begin with, as docs/benchmarks.md has it ("The log's format"). */
static const struct {
	const char *begin, *id;
	uint8_t severity;
} kinds[] = {
	{"[", "log", INFORMATIONAL},
	{"#", "table", INFORMATIONAL},
	{"Benchmark", "bench", INFORMATIONAL},
	{"Unit ", "bench", INFORMATIONAL},
	{"plan: ", "bench", INFORMATIONAL},
	{"ok ", "test", INFORMATIONAL},
	{"not ok ", "test", ERROR},
	{"KTAP ", "test", INFORMATIONAL},
	{"1..", "test", INFORMATIONAL},
	{"panic: ", "panic", ERROR},
	{"refused: ", "refused", ERROR},
};

static bool begins(const char *text, uint32_t len, const char *begin)
{
	size_t n = __builtin_strlen(begin);

	return len >= n && !__builtin_memcmp(text, begin, n);
}

static uint8_t kind_find(const char *text, uint32_t len, const char **id)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (begins(text, len, kinds[i].begin)) {
			*id = kinds[i].id;
			return kinds[i].severity;
		}
	}
	*id = len && text[0] >= '0' && text[0] <= '9' ? "verdict" : "head";
	return INFORMATIONAL;
}

void syslog_put(struct syslog *s, const char *text, size_t len)
{
	size_t room = SYSLOG_PENDING - s->nr_pending;
	size_t take = len < room ? len : room;

	__builtin_memcpy(s->pending + s->nr_pending, text, take);
	s->nr_pending += (uint32_t)take;
	if (take == len)
		return;
	s->lost += len - take;
	s->sequence++;
	s->pending[SYSLOG_PENDING - 1] = '\n'; /* what comes later is another line */
}

/* Bytes of the next piece without its newline; `ends`: it is the last of its line. */
static bool piece_find(const struct syslog *s, uint32_t *len, bool *ends)
{
	uint32_t n = 0;

	while (n < s->nr_pending && n < PIECE && s->pending[n] != '\n')
		n++;
	*len = n;
	*ends = n < s->nr_pending && s->pending[n] == '\n';
	return *ends || n == PIECE;
}

uint32_t syslog_next(const struct syslog *s, char *buf)
{
	const char *id;
	uint32_t len;
	uint8_t severity;
	bool ends;
	int head;

	if (!piece_find(s, &len, &ends))
		return 0;
	severity = kind_find(s->pending, len, &id);
	if (s->inside) {
		id = "head";
		severity = INFORMATIONAL;
	}
	if (!ends)
		id = "part";
	head = env_format(buf, HEAD_MOST, "<%d>1 - %.40s bulkhead - %s [meta sequenceId=\"%u\"]%s",
			  LOCAL0 + severity, s->host, id, s->sequence % 0x7fffffff + 1,
			  len ? " " : "");
	__builtin_memcpy(buf + head, s->pending, len);
	return (uint32_t)head + len;
}

void syslog_sent(struct syslog *s)
{
	uint32_t len;
	bool ends;

	if (!piece_find(s, &len, &ends))
		return;
	s->inside = !ends;
	s->sequence++;
	len += ends;
	s->nr_pending -= len;
	__builtin_memmove(s->pending, s->pending + len, s->nr_pending);
}
