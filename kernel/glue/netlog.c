// SPDX-License-Identifier: MIT
/*
 * netlog=: a console that sends every line as a UDP datagram (apps/net/syslog.h).
 *
 * Cards stay up while benchmarks run, and are polled only when text is printed, so outside of what
 * is timed; ARP is answered then. The station's pool is closed: it holds the same pages throughout,
 * and whoever counts free pages sees nothing of it.
 *
 * Text that is printed while the station is in use waits for the next line. In a panic nobody is
 * waited for: the CPU that reports it sends by what is known of the way, receives nothing, and does
 * not enter a second time.
 */
#include "kernel/glue/netlog.h"

#include "apps/net/stack.h"
#include "apps/net/syslog.h"
#include "kernel/console.h"
#include "kernel/format_logic.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/time.h"
#include "kernel/x86/cpu.h"

enum {
	ADDRESS_US = 12000000,	/* until there is an address */
	NEIGHBOUR_US = 4000000, /* until the next hop has answered: it is asked three times */
	AGAIN_US = 1000000,	/* the same when it was known before */
	REST_US = 10000000,	/* after it did not answer, in which lines only gather */
	LEAVE_US = 50000,	/* until a card has sent */
	PACE_US = 100,		/* between messages, so that a receiver's queue holds them */
	SYSLOG_PORT = 514,
};

static struct net *net;
static struct syslog messages;
static char own_address[16];
static const struct ip_endpoint *receiver;
static uint64_t rest_until; /* 0: the way is open, as far as is known */
static bool in_panic;	    /* the station was taken for a panic's lines */

static void address_print(char *buf, size_t len, uint32_t addr)
{
	ksnprintf(buf, len, "%u.%u.%u.%u", addr >> 24, addr >> 16 & 255, addr >> 8 & 255,
		  addr & 255);
}

/* What panicked may have been a protocol, so that none of them is asked then. */
static void pump(void)
{
	if (in_panic)
		net_flush(net);
	else
		net_poll(net, stack_now_ms());
}

/* Poll until the way is known, for so long. The station is ours. */
static bool way_known(uint64_t us)
{
	uint64_t end = clock_deadline(us);

	while (!net_resolve(net, receiver->addr)) {
		if (in_panic || clock_passed(end))
			return false;
		pump();
		cpu_relax();
	}
	return true;
}

/* Poll until the cards have sent what they were given. */
static void wait_sent(void)
{
	uint64_t end = clock_deadline(LEAVE_US);

	do
		pump();
	while (net_nr_flying(net) && !clock_passed(end));
}

/* Is the way open? A receiver that has gone must not cost a second a line. */
static bool way_open(void)
{
	if (rest_until && !in_panic && !clock_passed(rest_until))
		return false;
	rest_until = way_known(AGAIN_US) ? 0 : clock_deadline(REST_US);
	return !rest_until;
}

/* Send the lines that are whole, as long as the way is open. The station is ours. */
static void send_lines(void)
{
	static char message[SYSLOG_MAX];
	uint32_t len;

	while ((len = syslog_next(&messages, message)) > 0) {
		uint64_t pace = clock_deadline(PACE_US);

		if (!way_open())
			return;
		if (net_send_udp(net, receiver->addr, SYSLOG_PORT, receiver->port, message, len))
			return;
		syslog_sent(&messages);
		wait_sent();
		while (!clock_passed(pace))
			cpu_relax();
	}
	wait_sent();
}

static void netlog_write(struct console *con, const char *text, size_t len)
{
	(void)con;
	syslog_put(&messages, text, len);
	if (text[len - 1] != '\n' || in_panic)
		return;
	in_panic = console_taken();
	if (!stack_enter() && !in_panic)
		return;
	send_lines();
	stack_leave();
	in_panic = false;
}

static uint64_t netlog_dropped(struct console *con)
{
	(void)con;
	return messages.lost;
}

static struct console netlog = {
	.name = "netlog",
	.write = netlog_write,
	.dropped = netlog_dropped,
};

/* NULL, or why nothing can be sent. */
static const char *open_way(void)
{
	uint32_t next;
	struct net_if *nif;

	net = stack_up();
	if (!net)
		return "no network card is up";
	if (!stack_wait_addresses(ADDRESS_US, NULL))
		return "no card has an address";
	nif = net_route(net, receiver->addr, &next);
	if (!nif)
		return "there is no way to the receiver: no card is in its subnet or has a gateway";
	if (!way_known(NEIGHBOUR_US))
		return "the receiver, or the gateway to it, does not answer";
	address_print(own_address, sizeof(own_address), nif->addr);
	return net_close_pool(net) ? NULL : "no memory";
}

void netlog_start(void)
{
	char to[16];
	const char *why;

	receiver = options_netlog();
	if (!receiver)
		return;
	why = open_way();
	if (why) {
		printk("netlog: nothing is sent: %s", why);
		if (net)
			stack_down();
		return;
	}
	address_print(to, sizeof(to), receiver->addr);
	messages.host = own_address;
	console_register(&netlog);
	printk("netlog: from %s to %s:%u", own_address, to, receiver->port);
}
