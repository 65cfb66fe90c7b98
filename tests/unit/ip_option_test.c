// SPDX-License-Identifier: MIT
/* The values of ip= and netlog=, good and bad. */
#include "kernel/ip_logic.h"
#include "tests/harness/test.h"

#define CLIENT_IP  0xc0000202u
#define GATEWAY_IP 0xc0000201u

static const struct {
	const char *text;
	struct ip_config config;
} good[] = {
	{"192.0.2.2/24", {IP_STATIC, CLIENT_IP, 0xffffff00, 0, ""}},
	{"192.0.2.2/24::192.0.2.1", {IP_STATIC, CLIENT_IP, 0xffffff00, GATEWAY_IP, ""}},
	{"192.0.2.2/24::192.0.2.1:::nic1", {IP_STATIC, CLIENT_IP, 0xffffff00, GATEWAY_IP, "nic1"}},
	{"192.0.2.2:192.0.2.9:192.0.2.1:255.255.255.0:pc:nic0:off",
	 {IP_STATIC, CLIENT_IP, 0xffffff00, GATEWAY_IP, "nic0"}},
	{"192.0.2.2:::255.255.255.0::nic7:none", {IP_STATIC, CLIENT_IP, 0xffffff00, 0, "nic7"}},
	{"192.0.2.2/31", {IP_STATIC, CLIENT_IP, 0xfffffffe, 0, ""}},
	{"192.0.2.2/32", {IP_STATIC, CLIENT_IP, 0xffffffff, 0, ""}},
	{"dhcp", {IP_DHCP, 0, 0, 0, ""}},
	{"on", {IP_DHCP, 0, 0, 0, ""}},
	{"any", {IP_DHCP, 0, 0, 0, ""}},
	{"off", {IP_OFF, 0, 0, 0, ""}},
	{"none", {IP_OFF, 0, 0, 0, ""}},
	{":::::nic1:dhcp", {IP_DHCP, 0, 0, 0, "nic1"}},
	{"::::pc:nic1:dhcp", {IP_DHCP, 0, 0, 0, "nic1"}},
	{":::::nic1:off", {IP_OFF, 0, 0, 0, "nic1"}},
};

TEST(addresses_are_read_as_linux_has_them_and_in_short)
{
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		const struct ip_config *want = &good[i].config;
		struct ip_config got;
		const char *why = ip_config_parse(good[i].text, &got);

		if (why)
			test_fail(__FILE__, __LINE__, "%s: %s", good[i].text, why);
		else if (got.how != want->how || got.addr != want->addr || got.mask != want->mask ||
			 got.gateway != want->gateway || !test_streq(got.device, want->device))
			test_fail(__FILE__, __LINE__, "%s is read wrongly", good[i].text);
	}
}

TEST(malformed_addresses_are_refused_and_nothing_is_guessed)
{
	static const char *const bad[] = {
		"",
		":",
		":::::nic1",
		"::::::",
		"x",
		"DHCP",
		"dhcp6",
		"192.0.2.2",
		"192.0.2/24",
		"192.0.2.2.3/24",
		"192.0.2.256/24",
		"192.0.2.2222/24",
		"192.0..2/24",
		" 192.0.2.2/24",
		"192.0.2.2/0",
		"192.0.2.2/33",
		"192.0.2.2/",
		"192.0.2.2/24x",
		"192.0.2.0/24",
		"192.0.2.255/24",
		"0.0.0.1/8",
		"127.0.0.1/8",
		"224.0.0.1/24",
		"255.255.255.255/32",
		"192.0.2.2:::255.0.255.0",
		"192.0.2.2:::0.0.0.0",
		"192.0.2.2/24:::255.255.255.0",
		"192.0.2.2/24::192.0.3.1",
		"192.0.2.2/24::192.0.2.2",
		"192.0.2.2/24::x",
		"192.0.2.2/24:x",
		"192.0.2.2/24:::::eth0",
		"192.0.2.2/24:::::nic",
		"192.0.2.2/24:::::nic8",
		"192.0.2.2/24:::::nic0x",
		"192.0.2.2/24:::::nic00",
		"192.0.2.2/24:::::nic0:dhcp",
		"192.0.2.2/24:::::nic0:maybe",
		"192.0.2.2/24:::::nic0:off:192.0.2.1",
		"::192.0.2.1::::dhcp",
	};

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct ip_config config;

		if (!ip_config_parse(bad[i], &config))
			test_fail(__FILE__, __LINE__, "'%s' is taken", bad[i]);
	}
}

TEST(fields_of_any_length_are_read_or_refused)
{
	char text[300];
	struct ip_config config;
	struct ip_endpoint endpoint;

	for (size_t len = 0; len < sizeof(text) - 1; len++) {
		__builtin_memset(text, len & 1 ? '1' : ':', len);
		text[len] = '\0';
		CHECK(ip_config_parse(text, &config));
		CHECK(ip_endpoint_parse(text, &endpoint));
	}
}

TEST(receivers_have_an_address_and_a_port)
{
	static const char *const bad[] = {"",
					  "x",
					  ":514",
					  "192.0.2.1:",
					  "192.0.2.1:0",
					  "192.0.2.1:65536",
					  "192.0.2.1:x",
					  "192.0.2.1:514:1",
					  "192.0.2:514",
					  "255.255.255.255",
					  "224.0.0.1",
					  "0.0.0.0",
					  "127.0.0.1:5"};
	struct ip_endpoint e;

	CHECK(!ip_endpoint_parse("192.0.2.1", &e));
	CHECK(e.addr == GATEWAY_IP && e.port == 514);
	CHECK(!ip_endpoint_parse("192.0.2.1:65535", &e));
	CHECK(e.addr == GATEWAY_IP && e.port == 65535);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		if (!ip_endpoint_parse(bad[i], &e))
			test_fail(__FILE__, __LINE__, "'%s' is taken", bad[i]);
}
