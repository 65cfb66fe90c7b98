// SPDX-License-Identifier: MIT
/* The router's look at frames: case O09 and its kind, every length, every field. */
#include <linux/if_ether.h>

#include "apps/harness/env.h"
#include "apps/packet/device.h"
#include "tests/harness/test.h"

enum { IP = ETH_HLEN, L4 = IP + 20, ROOM = 2048, LONGEST = 1600, ROUNDS = 40 };

/* A frame at the place where it lies in a buffer. */
static uint8_t buffer[ROOM] __attribute__((aligned(16)));
static struct frame_info info;

static uint8_t *frame(void)
{
	return buffer + FRAME_OFFSET % 16;
}

static enum frame_fault parse(uint32_t len)
{
	return frame_parse(frame(), len, traffic_station(), &info);
}

static void put16(uint32_t at, uint32_t value)
{
	frame()[at] = (uint8_t)(value >> 8);
	frame()[at + 1] = (uint8_t)value;
}

/* The IP header's checksum, by RFC 1071 over bytes; `len` of the header. */
static void checksum(unsigned len)
{
	uint32_t sum = 0;

	put16(IP + 10, 0);
	for (unsigned i = 0; i < len; i += 2)
		sum += (uint32_t)(frame()[IP + i] << 8 | frame()[IP + i + 1]);
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	put16(IP + 10, ~sum & 0xffff);
}

/* A good frame of `len` bytes with `options` bytes of IP options, NOPs. */
static void good_make(uint32_t len, bool tcp, unsigned options)
{
	uint32_t l4 = L4 + options;

	__builtin_memset(buffer, 0, sizeof(buffer));
	__builtin_memcpy(frame(), traffic_station(), 6);
	frame()[6] = 2;
	put16(12, ETH_P_IP);
	frame()[IP] = (uint8_t)(0x45 + options / 4);
	put16(IP + 2, len - IP);
	frame()[IP + 8] = 64;
	frame()[IP + 9] = tcp ? 6 : 17;
	__builtin_memcpy(frame() + IP + 12, "\xc0\x00\x02\x01\xc6\x33\x64\x01", 8);
	__builtin_memset(frame() + L4, 1, options);
	if (tcp)
		frame()[l4 + 12] = 0x50;
	else
		put16(l4 + 4, len - l4);
	checksum(20 + options);
}

#define FAULT_IS(len, fault_)                                                                      \
	do {                                                                                       \
		enum frame_fault got_ = parse(len);                                                \
		CHECK_STREQ(frame_fault_name(got_), frame_fault_name(fault_));                     \
	} while (0)

static void hex_load(const char *hex)
{
	uint8_t *to = frame();

	__builtin_memset(buffer, 0, sizeof(buffer));
	for (; hex[0] && hex[1]; hex += 2) {
		uint8_t high = (uint8_t)(hex[0] <= '9' ? hex[0] - '0' : hex[0] - 'a' + 10);
		uint8_t low = (uint8_t)(hex[1] <= '9' ? hex[1] - '0' : hex[1] - 'a' + 10);

		*to++ = (uint8_t)(high << 4 | low);
	}
}

/* mirage-tcpip 56: a walk over options stood still at a length of 0. */
TEST(o09_tcp_options_that_would_stop_a_walk)
{
	static const struct {
		const char *hex;
		enum frame_fault fault;
		uint16_t mss;
	} frames[] = {
		{"02000000000202000000000108004500002c000100004006f6c7c0000201c00002020fa0005011223"
		 "344"
		 "0000000060020400c282000001020000",
		 FRAME_TCP_OPTION, 0},
		{"02000000000202000000000108004500002c000100004006f6c7c0000201c00002020fa0005011223"
		 "344"
		 "0000000060020400c083000003010000",
		 FRAME_TCP_OPTION, 0},
		{"02000000000202000000000108004500002c000100004006f6c7c0000201c00002020fa0005011223"
		 "344"
		 "0000000060020400bf840000010102ff",
		 FRAME_TCP_OPTION, 0},
		{"02000000000202000000000108004500002c000100004006f6c7c0000201c00002020fa0005011223"
		 "344"
		 "0000000060020400bbcc0000020405b4",
		 FRAME_GOOD, 1460},
	};
	static const uint8_t station[6] = {2, 0, 0, 0, 0, 2};

	for (unsigned i = 0; i < ARRAY_SIZE(frames); i++) {
		hex_load(frames[i].hex);
		CHECK_EQ(frame_parse(frame(), FRAME_MIN, station, &info), frames[i].fault);
		if (!frames[i].fault)
			CHECK_EQ(info.mss, frames[i].mss);
	}
}

/* Whatever stands behind a frame of any length does not matter, and a cut one is never good. */
TEST(every_length_is_judged_by_its_own_bytes)
{
	for (uint32_t whole = L4 + 20; whole <= FRAME_MAX; whole += 97) {
		for (uint32_t len = 0; len <= LONGEST; len++) {
			enum frame_fault first;

			good_make(whole, whole & 1, 0);
			first = parse(len);
			CHECK_EQ(first == FRAME_GOOD, len >= whole && len <= FRAME_MAX);
			__builtin_memset(frame() + len, 0xff, ROOM - 16 - len);
			CHECK_EQ(parse(len), first);
		}
	}
}

TEST(good_frames_are_good)
{
	for (uint32_t len = L4 + 20 + 40; len <= FRAME_MAX; len++)
		for (unsigned options = 0; options <= 40; options += 20) {
			good_make(len, len & 1, options);
			FAULT_IS(len, FRAME_GOOD);
			CHECK_EQ(info.dst, 0xc6336401);
			CHECK_EQ(info.protocol, len & 1 ? 6 : 17);
		}
}

TEST(each_wrong_field_has_its_name)
{
	good_make(100, false, 0);
	FAULT_IS(33, FRAME_SHORT);
	FAULT_IS(FRAME_MAX + 1, FRAME_LONG);
	frame()[5] ^= 1;
	FAULT_IS(100, FRAME_NOT_OURS);
	good_make(100, false, 0);
	frame()[6] |= 1;
	FAULT_IS(100, FRAME_SOURCE);
	good_make(100, false, 0);
	put16(12, ETH_P_ARP);
	FAULT_IS(100, FRAME_NOT_IPV4);
	for (unsigned version = 0; version < 16; version++) {
		good_make(100, false, 0);
		frame()[IP] = (uint8_t)(version << 4 | 5);
		checksum(20);
		FAULT_IS(100, version == 4 ? FRAME_GOOD : FRAME_IP_VERSION);
	}
	for (unsigned words = 0; words < 5; words++) {
		good_make(100, false, 0);
		frame()[IP] = (uint8_t)(0x40 | words);
		FAULT_IS(100, FRAME_IP_HEADER);
	}
	good_make(L4 + 20, true, 0);
	frame()[IP] = 0x4f;
	FAULT_IS(L4 + 20, FRAME_IP_HEADER);
	for (uint32_t total = 0; total < 200; total++) {
		good_make(100, true, 0);
		put16(IP + 2, total);
		checksum(20);
		FAULT_IS(100, total < 20 || total > 86 ? FRAME_IP_LENGTH
			      : total < 40	       ? FRAME_TCP_HEADER
						       : FRAME_GOOD);
	}
	for (unsigned ttl = 0; ttl < 256; ttl++) {
		good_make(100, false, 0);
		frame()[IP + 8] = (uint8_t)ttl;
		checksum(20);
		FAULT_IS(100, ttl <= 1 ? FRAME_TTL : FRAME_GOOD);
	}
}

TEST(every_bit_of_the_header_is_under_the_checksum)
{
	for (unsigned bit = 0; bit < 160; bit++) {
		enum frame_fault fault;

		good_make(100, false, 0);
		frame()[IP + bit / 8] ^= (uint8_t)(1 << bit % 8);
		fault = parse(100);
		/* Version and lengths are looked at first. */
		CHECK(fault == FRAME_IP_CHECKSUM || (bit < 32 && fault != FRAME_GOOD));
	}
}

TEST(addresses_that_are_never_routed)
{
	for (unsigned first = 0; first < 256; first++) {
		bool bad = first == 0 || first == 127 || first >= 224;

		for (unsigned at = 12; at <= 16; at += 4) {
			good_make(100, false, 0);
			frame()[IP + at] = (uint8_t)first;
			checksum(20);
			FAULT_IS(100, bad ? FRAME_IP_ADDRESS : FRAME_GOOD);
			put16(IP + at, 0xa9fe); /* link-local */
			checksum(20);
			FAULT_IS(100, FRAME_IP_ADDRESS);
		}
	}
}

TEST(ip_options_fit_or_are_refused)
{
	static const struct {
		uint8_t bytes[8];
		enum frame_fault fault;
	} options[] = {
		{{1, 1, 1, 1, 1, 1, 1, 1}, FRAME_GOOD},
		{{0, 99, 0, 99, 99, 99, 99, 99}, FRAME_GOOD}, /* the end comes first */
		{{7, 7, 4, 0, 0, 0, 0, 0}, FRAME_GOOD},	      /* record route */
		{{7, 7, 0, 0, 0, 0, 0, 0}, FRAME_IP_OPTION},  /* at no place */
		{{7, 2, 1, 1, 1, 1, 1, 1}, FRAME_IP_OPTION},
		{{68, 8, 5, 0, 0, 0, 0, 0}, FRAME_GOOD}, /* time stamps */
		{{68, 8, 4, 0, 0, 0, 0, 0}, FRAME_IP_OPTION},
		{{68, 3, 5, 0, 0, 0, 0, 0}, FRAME_IP_OPTION},
		{{7, 8, 4, 0, 0, 0, 0, 0}, FRAME_GOOD},
		{{7, 9, 4, 0, 0, 0, 0, 0}, FRAME_IP_OPTION},
		{{7, 0, 0, 0, 0, 0, 0, 0}, FRAME_IP_OPTION},
		{{7, 1, 0, 0, 0, 0, 0, 0}, FRAME_IP_OPTION},
		{{1, 1, 1, 1, 1, 1, 1, 7}, FRAME_IP_OPTION}, /* no room for its length */
		{{131, 7, 4, 0, 0, 0, 0, 0}, FRAME_IP_OPTION},
		{{137, 7, 4, 0, 0, 0, 0, 0}, FRAME_IP_OPTION},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(options); i++) {
		good_make(120, false, 8);
		__builtin_memcpy(frame() + L4, options[i].bytes, 8);
		checksum(28);
		FAULT_IS(120, options[i].fault);
	}
	/* The shortest header that has any. */
	good_make(120, false, 4);
	frame()[L4] = 131;
	checksum(24);
	FAULT_IS(120, FRAME_IP_OPTION);
}

TEST(fragments_can_be_put_together)
{
	static const struct {
		uint16_t field;	  /* flags and offset */
		uint32_t payload; /* bytes */
		enum frame_fault fault;
	} pieces[] = {
		{0x4000, 80, FRAME_GOOD}, /* do not fragment */
		{0x2000, 80, FRAME_GOOD}, /* the first piece: its UDP header says more */
		{0x2000, 81, FRAME_IP_FRAGMENT},
		{0x2001, 80, FRAME_GOOD},	/* one in the middle: no header in it */
		{0x0001, 81, FRAME_GOOD},	/* the last */
		{0x1fff, 8, FRAME_IP_FRAGMENT}, /* ends beyond 65535 */
		{0x1ffe, 8, FRAME_IP_FRAGMENT}, /* with the header it does, too */
		{0x1ffc, 8, FRAME_GOOD},
		{0x1ffd, 4, FRAME_IP_FRAGMENT},
		{0x0001, 0, FRAME_IP_FRAGMENT},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(pieces); i++) {
		good_make(L4 + pieces[i].payload, false, 0);
		put16(IP + 6, pieces[i].field);
		if (pieces[i].field == 0x2000)
			put16(L4 + 4, 4000);
		checksum(20);
		FAULT_IS(L4 + pieces[i].payload, pieces[i].fault);
	}
	/* The first piece of a datagram is no longer than that. */
	good_make(L4 + 80, false, 0);
	put16(IP + 6, 0x2000);
	put16(L4 + 4, 79);
	checksum(20);
	FAULT_IS(L4 + 80, FRAME_UDP_LENGTH);
}

TEST(udp_and_tcp_lengths)
{
	for (uint32_t len = 0; len < 100; len++) {
		good_make(L4 + 40, false, 0);
		put16(L4 + 4, len);
		FAULT_IS(L4 + 40, len >= 8 && len <= 40 ? FRAME_GOOD : FRAME_UDP_LENGTH);
	}
	for (unsigned words = 0; words < 16; words++) {
		good_make(L4 + 40, true, 0);
		frame()[L4 + 12] = (uint8_t)(words << 4);
		FAULT_IS(L4 + 40, words < 5 || words > 10 ? FRAME_TCP_HEADER : FRAME_GOOD);
	}
	for (uint32_t payload = 0; payload < 8; payload++) {
		good_make(L4 + 8, false, 0);
		put16(IP + 2, 20 + payload);
		checksum(20);
		FAULT_IS(L4 + 8, FRAME_UDP_LENGTH);
	}
}

TEST(the_checksum_follows_the_ttl)
{
	for (uint32_t id = 0; id < 65536; id++) {
		uint8_t aged[20];

		good_make(60, false, 0);
		put16(IP + 4, id);
		frame()[IP + 8] = (uint8_t)(2 + id % 254);
		checksum(20);
		frame_age(frame());
		__builtin_memcpy(aged, frame() + IP, 20);
		checksum(20);
		CHECK(!__builtin_memcmp(aged, frame() + IP, 20));
	}
}

/* --- Routes and the loop ---------------------------------------------------------------------- */

static struct route_table routes;
static struct forwarder forwarder;
static struct device device;

static bool setup(unsigned drops)
{
	struct traffic *traffic = test_arena(sizeof(*traffic));

	routes = (struct route_table){env_alloc(ROUTE_TABLE_LEN), env_alloc(ROUTE_GROUPS_LEN), 0};
	if (!routes.networks || !routes.groups || !traffic) {
		test_skip("no memory for the tables");
		return false;
	}
	traffic_make(traffic, drops, test_seed());
	device = (struct device){.traffic = traffic};
	return true;
}

static void teardown(void)
{
	env_free(routes.networks, ROUTE_TABLE_LEN);
	env_free(routes.groups, ROUTE_GROUPS_LEN);
}

TEST(the_longest_prefix_wins_in_any_order)
{
	static const struct {
		uint32_t prefix;
		unsigned depth;
		uint16_t hop;
	} added[] = {
		{0x0a010203, 32, 1}, {0x0a000000, 8, 2},  {0x0a010200, 24, 3},
		{0x0a010000, 16, 4}, {0x0a010280, 25, 5}, {0xc0000000, 3, 6},
	};
	static const struct {
		uint32_t addr;
		uint16_t hop;
	} asked[] = {
		{0x0a010203, 1},	  {0x0a010204, 3},	    {0x0a010280, 5},
		{0x0a0102ff, 5},	  {0x0a010303, 4},	    {0x0aff0000, 2},
		{0xdfffffff, 6},	  {0x0b000000, ROUTE_NONE}, {0, ROUTE_NONE},
		{0xffffffff, ROUTE_NONE},
	};

	for (unsigned first = 0; first < ARRAY_SIZE(added); first++) {
		if (!setup(0))
			return;
		for (unsigned i = 0; i < ARRAY_SIZE(added); i++) {
			unsigned k = (first + i) % ARRAY_SIZE(added);

			CHECK_EQ(route_add(&routes, added[k].prefix, added[k].depth, added[k].hop),
				 0);
		}
		for (unsigned i = 0; i < ARRAY_SIZE(asked); i++)
			CHECK_EQ(route_lookup(&routes, asked[i].addr), asked[i].hop);
		CHECK_EQ((unsigned)-route_add(&routes, 1, 0, 1), EINVAL);
		CHECK_EQ((unsigned)-route_add(&routes, 1, 33, 1), EINVAL);
		CHECK_EQ((unsigned)-route_add(&routes, 1, 24, ROUTE_NONE), EINVAL);
		teardown();
	}
}

/* Random prefixes in random order, some of them more than once, against a look at all of them. */
TEST(routes_agree_with_a_look_at_all)
{
	enum { ROUTES = 300, ADDRESSES = 3000 };
	static struct {
		uint32_t prefix;
		unsigned depth;
		uint16_t hop;
	} added[ROUTES];
	uint64_t seed = test_seed();

	if (!setup(0))
		return;
	for (unsigned i = 0; i < ROUTES; i++) {
		added[i].depth = 20 + (unsigned)test_random(&seed) % 13;
		/* Few networks, so that prefixes lie in each other. */
		added[i].prefix = (0x0a000000 | ((uint32_t)test_random(&seed) & 0xffff)) &
				  ~0u << (32 - added[i].depth);
		added[i].hop = (uint16_t)i;
		CHECK_EQ(route_add(&routes, added[i].prefix, added[i].depth, added[i].hop), 0);
	}
	for (unsigned k = 0; k < ADDRESSES; k++) {
		uint32_t addr = 0x0a000000 | ((uint32_t)test_random(&seed) & 0x1ffff);
		unsigned longest = 0;
		uint16_t hop = ROUTE_NONE;

		for (unsigned i = 0; i < ROUTES; i++)
			if (added[i].depth >= longest &&
			    !((addr ^ added[i].prefix) >> (32 - added[i].depth))) {
				longest = added[i].depth;
				hop = added[i].hop;
			}
		CHECK_EQ(route_lookup(&routes, addr), hop);
	}
	teardown();
}

/* More pages done than there is room for among the spares: the rest goes back. */
TEST(recycling_gives_back_what_it_cannot_keep)
{
	uint64_t free_before;

	pgdat_drain(node_data(NUMA_NO_NODE));
	free_before = nr_free_pages();
	forwarder = (struct forwarder){.refill = REFILL_RECYCLE};
	for (unsigned round = 0; round < 4; round++) {
		long nr = (long)ARRAY_SIZE(forwarder.done);

		__builtin_memset(forwarder.done, 0, sizeof(forwarder.done));
		CHECK_EQ(alloc_pages_bulk_array(GFP_KERNEL, nr, forwarder.done), nr);
		forwarder.nr_done = (uint32_t)nr;
		CHECK(forward_refill(&forwarder, 0));
		CHECK_EQ(forwarder.nr_done, 0);
		CHECK_EQ(forwarder.nr_spare, ARRAY_SIZE(forwarder.spare));
	}
	forward_end(&forwarder);
	pgdat_drain(node_data(NUMA_NO_NODE));
	CHECK_EQ(nr_free_pages(), free_before);
}

TEST(there_are_only_so_many_groups)
{
	if (!setup(0))
		return;
	for (uint32_t i = 0; i < ROUTE_GROUPS; i++)
		CHECK_EQ(route_add(&routes, i << 8, 32, 1), 0);
	CHECK_EQ((unsigned)-route_add(&routes, ROUTE_GROUPS << 8, 32, 1), ENOSPC);
	CHECK_EQ(route_add(&routes, 0, 32, 2), 0);
	teardown();
}

/* Half of all frames are bad, in every way there is; no buffer is lost, and each is counted. */
TEST(buffers_are_conserved)
{
	for (unsigned refill = REFILL_SINGLE; refill <= REFILL_RECYCLE; refill++) {
		uint64_t seed = test_seed(), free_before, handled = 0;

		if (!setup(50))
			return;
		CHECK_EQ(traffic_routes(&routes), 0);
		pgdat_drain(node_data(NUMA_NO_NODE));
		free_before = nr_free_pages();
		forwarder = (struct forwarder){.routes = &routes,
					       .station = traffic_station(),
					       .macs = traffic_macs(),
					       .refill = (enum refill)refill};
		for (unsigned round = 0; round < ROUNDS; round++) {
			uint32_t nr = 1 + (uint32_t)test_random(&seed) % RING_SLOTS;

			CHECK(forward_refill(&forwarder, nr));
			device_receive(&device, &forwarder, nr);
			forward_batch(&forwarder, nr);
			CHECK(device_send(&device, &forwarder));
			handled += nr;
		}
		for (unsigned i = 0; i < NR_FRAME_FAULTS; i++)
			handled -= forwarder.faults[i];
		CHECK_EQ(handled, 0);
		CHECK(forwarder.faults[FRAME_TCP_OPTION] && forwarder.faults[FRAME_NO_ROUTE]);
		forward_end(&forwarder);
		pgdat_drain(node_data(NUMA_NO_NODE));
		CHECK_EQ(nr_free_pages(), free_before);
		teardown();
	}
}
