// SPDX-License-Identifier: MIT
#include "kernel/ip_logic.h"

#include "kernel/cmdline_logic.h"

enum { FIELDS = 7, FIELD_MAX = 64, SYSLOG_PORT = 514 /* RFC 5426, 3.3 */ };

enum { CLIENT, SERVER, GATEWAY, MASK, HOST, DEVICE, AUTOCONF };

/* Four numbers of up to three digits with dots in between, and nothing else. */
static bool address_read(const char *text, uint32_t *addr)
{
	*addr = 0;
	for (unsigned i = 0; i < 4; i++) {
		unsigned number = 0, digits = 0;

		if (i && *text++ != '.')
			return false;
		while (*text >= '0' && *text <= '9' && digits < 3) {
			number = number * 10 + (unsigned)(*text++ - '0');
			digits++;
		}
		if (!digits || number > 255)
			return false;
		*addr = *addr << 8 | number;
	}
	return !*text;
}

/* An address of one host: RFC 1122, 3.2.1.3. */
static bool is_host(uint32_t addr)
{
	return addr >> 24 && addr >> 24 != 127 && addr >> 24 < 224;
}

/* Leading ones, then zeros; at least one of each but for a single host's. */
static bool is_mask(uint32_t mask)
{
	return mask && !(~mask & (~mask + 1));
}

/* Cut the text at its colons. False: too many fields, or one is too long. */
static bool fields_cut(const char *text, char fields[FIELDS][FIELD_MAX])
{
	unsigned field = 0, at = 0;

	__builtin_memset(fields, 0, FIELDS * FIELD_MAX);
	for (; *text; text++) {
		if (*text == ':') {
			at = 0;
			if (++field == FIELDS)
				return false;
		} else if (at == FIELD_MAX - 1) {
			return false;
		} else {
			fields[field][at++] = *text;
		}
	}
	return true;
}

/* off and none do without a protocol, and without an address if there is none. False: no such word,
 * or nothing is said at all. */
static bool autoconf_read(const char *word, struct ip_config *config)
{
	bool off = cmdline_streq(word, "off") || cmdline_streq(word, "none");

	if (cmdline_streq(word, "dhcp") || cmdline_streq(word, "on") || cmdline_streq(word, "any"))
		config->how = IP_DHCP;
	else if (*word ? !off : !config->addr)
		return false;
	else if (!config->addr)
		config->how = IP_OFF;
	return true;
}

/* The address, and the mask if it has /LENGTH behind it. */
static const char *client_read(char *text, struct ip_config *config)
{
	uint64_t len;

	for (char *p = text; *p; p++) {
		if (*p != '/')
			continue;
		if (cmdline_number(p + 1, 1, 32, &len))
			return "behind the / it wants 1 to 32";
		config->mask = ~0u << (32 - len);
		*p = '\0';
		break;
	}
	if (!address_read(text, &config->addr) || !is_host(config->addr))
		return "the client is no address of a host, such as 192.0.2.2";
	return NULL;
}

/* Do address, mask and gateway go together? */
static const char *static_check(const struct ip_config *config)
{
	uint32_t host = config->addr & ~config->mask;

	if (!config->mask)
		return "it wants a mask, as in 192.0.2.2/24 or in the fourth field";
	if (config->mask < 0xfffffffe && (!host || host == ~config->mask))
		return "the client is the subnet's own address or its broadcast";
	if (!config->gateway)
		return NULL;
	if (!is_host(config->gateway) || config->gateway == config->addr ||
	    (config->gateway ^ config->addr) & config->mask)
		return "the gateway is no other host of the client's subnet";
	return NULL;
}

static const char *device_read(const char *text, struct ip_config *config)
{
	uint64_t number;

	if (!*text)
		return NULL;
	if (text[0] != 'n' || text[1] != 'i' || text[2] != 'c' ||
	    cmdline_number(text + 3, 0, 7, &number) || text[4])
		return "the device is one of nic0 to nic7";
	__builtin_memcpy(config->device, text, 5);
	return NULL;
}

const char *ip_config_parse(const char *text, struct ip_config *config)
{
	char fields[FIELDS][FIELD_MAX];
	const char *why;
	uint32_t addr;

	*config = (struct ip_config){.how = IP_STATIC};
	if (*text && autoconf_read(text, config))
		return NULL;
	*config = (struct ip_config){.how = IP_STATIC};
	if (!*text || !fields_cut(text, fields))
		return "it wants ADDRESS/LENGTH, dhcp, off or Linux's seven fields with colons";
	why = *fields[CLIENT] ? client_read(fields[CLIENT], config) : NULL;
	why = why ? why : device_read(fields[DEVICE], config);
	if (why)
		return why;
	if (*fields[SERVER] && !address_read(fields[SERVER], &addr))
		return "the server is no address";
	if (*fields[GATEWAY] && !address_read(fields[GATEWAY], &config->gateway))
		return "the gateway is no address";
	if (*fields[MASK]) {
		if (config->mask)
			return "the mask is there twice";
		if (!address_read(fields[MASK], &config->mask) || !is_mask(config->mask))
			return "the mask is none, such as 255.255.255.0";
	}
	if (!autoconf_read(fields[AUTOCONF], config))
		return "without an address the last field is dhcp, on, any, off or none";
	if (config->how == IP_STATIC)
		return static_check(config);
	return config->mask || config->gateway || config->addr
		       ? "an address, a mask or a gateway go with a static address only"
		       : NULL;
}

const char *ip_endpoint_parse(const char *text, struct ip_endpoint *endpoint)
{
	char fields[FIELDS][FIELD_MAX];
	uint64_t port = SYSLOG_PORT;
	bool has_port = false;

	for (const char *p = text; *p; p++)
		has_port |= *p == ':';
	if (!fields_cut(text, fields) || *fields[2] || !address_read(fields[0], &endpoint->addr) ||
	    !is_host(endpoint->addr))
		return "it wants the address of a host, such as 192.0.2.1 or 192.0.2.1:514";
	if (has_port && cmdline_number(fields[1], 1, 65535, &port))
		return "the port is a number from 1 to 65535";
	endpoint->port = (uint16_t)port;
	return NULL;
}
