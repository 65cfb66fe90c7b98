// SPDX-License-Identifier: MIT
/*
 * The report's lines as syslog messages: RFC 5424.
 *
 *	<134>1 - 192.0.2.2 bulkhead - bench [meta sequenceId="17"] BenchmarkPageAlloc/...
 *
 * One line is one message; of a line that is longer than a message all but the last piece have the
 * MSGID "part". Facility local0; severity "error" for what failed, else "informational". There is
 *no date, as no clock here knows it. sequenceId (7.3.1) counts messages from 1, those lost too.
 */
#pragma once

#include "mm/types.h"

enum {
	SYSLOG_MAX = 1400,	/* bytes of a message: it fits any Ethernet */
	SYSLOG_PENDING = 16384, /* bytes of text that waits to be sent */
};

struct syslog {
	const char *host;  /* the sender's address as text */
	uint32_t sequence; /* of the latest message, sent or lost */
	uint64_t lost;	   /* bytes of text */
	bool inside;	   /* the next piece goes on with a line */
	char pending[SYSLOG_PENDING];
	uint32_t nr_pending; /* bytes */
};

/* Text that was printed. What there is no room for is lost, and counts as a message. */
void syslog_put(struct syslog *s, const char *text, size_t len);

/*
 * Write the next message to buf, SYSLOG_MAX bytes, and return its length; 0: there is no whole
 * line. It stays the next one until syslog_sent().
 */
uint32_t syslog_next(const struct syslog *s, char *buf);
void syslog_sent(struct syslog *s);
