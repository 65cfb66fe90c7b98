// SPDX-License-Identifier: MIT
/*
 * All lines but the checks are remarks. One comes every ten seconds, so that whoever waits sees
 * that the machine lives.
 */
#include "apps/net/app.h"

#include "apps/harness/env.h"
#include "apps/net/stack.h"
#include "apps/net/wire.h"
#include "apps/shell/command.h"

enum {
	DHCP_US = 12000000, /* four questions */
	TELL_SECONDS = 10,
	DEFAULT_SECONDS = 60,
	MOST_SECONDS = 86400,
	NR_CHECKS = 4,
};

/* What was told of a card last. */
struct told {
	uint32_t addr;
	unsigned nr_conflicts;
};

static struct told told[NET_IFS];
static unsigned nr_checks;

static void check(bool right, const char *name, const char *why)
{
	nr_checks++;
	if (right)
		env_print("ok %u net.%s\n", nr_checks, name);
	else
		env_print("not ok %u net.%s: %s\n", nr_checks, name, why);
	env_verdict_add(right, !right, 0);
}

/* "192.0.2.2" */
struct ip_text {
	char text[16];
};

static struct ip_text ip_text(uint32_t addr)
{
	struct ip_text t;

	env_format(t.text, sizeof(t.text), "%u.%u.%u.%u", addr >> 24, addr >> 16 & 255,
		   addr >> 8 & 255, addr & 255);
	return t;
}

/* "52:54:00:12:34:56" */
struct mac_text {
	char text[18];
};

static struct mac_text mac_text(const uint8_t *mac)
{
	struct mac_text t;

	env_format(t.text, sizeof(t.text), "%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1], mac[2],
		   mac[3], mac[4], mac[5]);
	return t;
}

static void card_tell(const struct net_if *nif, unsigned i)
{
	struct env_nic info;

	env_nic_info(i, &info);
	env_print("# net: %s %s %s", info.name, info.model, mac_text(info.mac).text);
	if (nif->addr) {
		env_print(" %s/%d", ip_text(nif->addr).text, 32 - __builtin_ctz(nif->mask));
		if (nif->gateway)
			env_print(" gateway %s", ip_text(nif->gateway).text);
		if (nif->dhcp.state == DHCP_BOUND)
			env_print(", by DHCP from %s", ip_text(nif->dhcp.server).text);
	} else {
		env_print(" no address%s",
			  nif->dhcp.state == DHCP_OFF ? "" : ": no DHCP server has given one");
	}
	env_print("%s\n", info.link_up ? "" : ", link down");
	told[i].addr = nif->addr;
}

/* What has changed since it was last told. */
static void news_tell(const struct net *net)
{
	for (unsigned i = 0; i < net->nr_ifs; i++) {
		const struct net_if *nif = &net->ifs[i];

		if (nif->addr != told[i].addr)
			card_tell(nif, i);
		if (nif->nr_conflicts == told[i].nr_conflicts)
			continue;
		if (!told[i].nr_conflicts)
			env_print("# net: nic%u: %s has our address %s too\n", i,
				  mac_text(nif->conflict_mac).text, ip_text(nif->addr).text);
		told[i].nr_conflicts = nif->nr_conflicts;
	}
}

static void progress_tell(const struct net *net, uint64_t seconds)
{
	uint64_t received = 0, sent = 0;

	for (unsigned i = 0; i < net->nr_ifs; i++) {
		received += net->ifs[i].received;
		sent += net->ifs[i].counts[NET_SENT];
	}
	env_print("# net: %llu s, %llu frames received, %llu sent\n", (unsigned long long)seconds,
		  (unsigned long long)received, (unsigned long long)sent);
}

static bool key_typed(void)
{
	return env_read() >= 0;
}

static void serve(const struct net *net, uint64_t seconds, bool until_key)
{
	for (uint64_t s = 0; s < seconds; s++) {
		uint64_t end = env_deadline(1000000);

		if (s && s % TELL_SECONDS == 0)
			progress_tell(net, s);
		while (!env_passed(end)) {
			if (!stack_poll())
				env_relax();
			news_tell(net);
			if (until_key && key_typed())
				return;
		}
	}
}

static void counts_tell(const struct net_if *nif, const struct env_nic *info)
{
	env_print("# net: %s received %llu, sent %llu; by the card: %llu with errors, %llu "
		  "dropped\n",
		  info->name, (unsigned long long)nif->received,
		  (unsigned long long)nif->counts[NET_SENT],
		  (unsigned long long)info->received.errors,
		  (unsigned long long)info->received.drops);
	for (unsigned i = 0; i < NR_NET_OUTCOMES; i++)
		if (nif->outcomes[i])
			env_print("# net: %s   %-20s%llu\n", info->name, net_outcome_name(i),
				  (unsigned long long)nif->outcomes[i]);
	for (unsigned i = NET_SENT + 1; i < NR_NET_COUNTS; i++)
		if (nif->counts[i])
			env_print("# net: %s   %-20s%llu\n", info->name,
				  net_count_name((enum net_count)i),
				  (unsigned long long)nif->counts[i]);
}

/* Counters of all cards; whether none failed, and all frames are accounted for. */
static void end_tell(const struct net *net, bool *sound, bool *accounted)
{
	for (unsigned i = 0; i < net->nr_ifs; i++) {
		const struct net_if *nif = &net->ifs[i];
		struct env_nic info;

		env_nic_info(i, &info);
		counts_tell(nif, &info);
		*sound = *sound && !info.failed;
		*accounted = *accounted && net_accounted(nif) == nif->received;
	}
}

/* Returns why there was nothing to do, NULL if there was. */
static const char *session(uint64_t seconds, bool until_key, bool *sound, bool *accounted)
{
	struct net *net = stack_up();
	unsigned nr;

	if (!net)
		return "no network card is up";
	__builtin_memset(told, 0, sizeof(told));
	if (stack_waits())
		env_print("# net: asking for an address by DHCP\n");
	nr = stack_wait_addresses(DHCP_US, until_key ? key_typed : NULL);
	for (unsigned i = 0; i < net->nr_ifs; i++)
		card_tell(&net->ifs[i], i);
	if (nr) {
		env_print("# net: answering for %llu s%s\n", (unsigned long long)seconds,
			  until_key ? ", or until a key is typed" : "");
		serve(net, seconds, until_key);
		end_tell(net, sound, accounted);
	}
	stack_down();
	return nr ? NULL : "no card has an address";
}

void net_run(uint64_t seconds, bool until_key)
{
	uint64_t free = nr_free_pages();
	bool sound = true, accounted = true;
	const char *why = session(seconds, until_key, &sound, &accounted);

	nr_checks = 0;
	env_print("KTAP version 1\n1..%d\n", NR_CHECKS);
	check(!why, "there_is_an_address", why);
	check(sound, "no_card_failed", "one broke the rules, as the log says");
	check(accounted, "every_frame_is_accounted_for", "counters do not add up");
	check(nr_free_pages() == free, "no_page_is_lost", "free pages before and after differ");
}

/* Seconds from a word of the shell, 0: it is none. */
static uint64_t seconds_read(const char *word)
{
	uint64_t value = 0;

	for (; *word >= '0' && *word <= '9' && value <= MOST_SECONDS; word++)
		value = value * 10 + (uint64_t)(*word - '0');
	return *word || value > MOST_SECONDS ? 0 : value;
}

static const char *net_command(int argc, const char *const *argv)
{
	uint64_t seconds = argc > 1 ? seconds_read(argv[1]) : DEFAULT_SECONDS;

	if (argc > 2 || !seconds)
		return "it takes 1 to 86400 seconds";
	net_run(seconds, true);
	return NULL;
}

COMMAND(net) = {"net", "[SECONDS]", "answer on the network cards, until a key is typed",
		net_command};
