// SPDX-License-Identifier: MIT
/* Lines of the report as messages of RFC 5424. */
#include "apps/net/syslog.h"

#include "tests/harness/test.h"

static struct syslog s;
static char message[SYSLOG_MAX + 1];

static void begin(void)
{
	__builtin_memset(&s, 0, sizeof(s));
	s.host = "192.0.2.2";
}

static void put(const char *text)
{
	syslog_put(&s, text, __builtin_strlen(text));
}

/* The next message as text, "" if there is none; it is sent. */
static const char *next(void)
{
	message[syslog_next(&s, message)] = '\0';
	syslog_sent(&s);
	return message;
}

TEST(lines_become_messages_by_what_they_begin_with)
{
	begin();
	put("[    0.001] pci: x\n# table\nBenchmarkX/a=1  1  2 cycles/op\n\nversion: bulkhead 1\n");
	CHECK_STREQ(next(), "<134>1 - 192.0.2.2 bulkhead - log [meta sequenceId=\"1\"] "
			    "[    0.001] pci: x");
	CHECK_STREQ(next(), "<134>1 - 192.0.2.2 bulkhead - table [meta sequenceId=\"2\"] # table");
	CHECK_STREQ(next(), "<134>1 - 192.0.2.2 bulkhead - bench [meta sequenceId=\"3\"] "
			    "BenchmarkX/a=1  1  2 cycles/op");
	CHECK_STREQ(next(), "<134>1 - 192.0.2.2 bulkhead - head [meta sequenceId=\"4\"]");
	CHECK_STREQ(next(), "<134>1 - 192.0.2.2 bulkhead - head [meta sequenceId=\"5\"] "
			    "version: bulkhead 1");
	CHECK_STREQ(next(), "");
	put("not ok 1 x.y\npanic: oh\nrefused: no\nok 2 x\n1 passed, 0 failed, 0 skipped\n");
	CHECK(test_contains(next(), "<131>1 - 192.0.2.2 bulkhead - test ["));
	CHECK(test_contains(next(), "<131>1 - 192.0.2.2 bulkhead - panic ["));
	CHECK(test_contains(next(), "<131>1 - 192.0.2.2 bulkhead - refused ["));
	CHECK(test_contains(next(), "<134>1 - 192.0.2.2 bulkhead - test ["));
	CHECK(test_contains(next(), "<134>1 - 192.0.2.2 bulkhead - verdict ["));
}

TEST(a_line_waits_for_its_end_and_a_message_until_it_is_sent)
{
	begin();
	put("half a ");
	CHECK_EQ(syslog_next(&s, message), 0);
	put("line\nand");
	CHECK_EQ(syslog_next(&s, message), syslog_next(&s, message));
	CHECK(test_contains(next(), "\"1\"] half a line"));
	CHECK_EQ(syslog_next(&s, message), 0);
	syslog_sent(&s); /* nothing was there to be sent */
	put("\n");
	CHECK(test_contains(next(), "\"2\"] and"));
}

TEST(long_lines_are_split_and_nothing_is_cut)
{
	static char joined[8192];

	for (uint32_t len = 1000; len < 8000; len += 117) {
		uint32_t at = 0, nr = 0;
		bool more = true;

		begin();
		for (uint32_t i = 0; i < len; i++) {
			char c = (char)('a' + i % 26);

			syslog_put(&s, &c, 1);
		}
		put("\n");
		while (more) {
			const char *text = next(), *end = text;

			CHECK(__builtin_strlen(text) > 0 && __builtin_strlen(text) <= SYSLOG_MAX);
			more = test_contains(text, " - part [");
			while (*end != ']')
				end++;
			for (end += 2; *end; end++)
				joined[at++] = *end;
			nr++;
		}
		CHECK_EQ(at, len);
		CHECK_EQ(s.sequence, nr);
		for (uint32_t i = 0; i < len; i++)
			CHECK_EQ(joined[i], 'a' + i % 26);
		CHECK_EQ(s.nr_pending, 0);
	}
}

TEST(what_there_is_no_room_for_shows_as_a_gap)
{
	uint32_t nr = 0;

	begin();
	for (unsigned i = 0; i < SYSLOG_PENDING / 16 + 10; i++)
		put("fifteen letters\n");
	CHECK_EQ(s.lost, 160);
	CHECK_EQ(s.sequence, 10);
	while (*next())
		nr++;
	CHECK_EQ(nr, SYSLOG_PENDING / 16);
	CHECK_EQ(s.sequence, nr + 10);
	put("after\n");
	CHECK(test_contains(next(), "] after"));
}
