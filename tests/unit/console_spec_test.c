// SPDX-License-Identifier: MIT
/*
 * kernel/console_logic.c and kernel/x86/spcr_logic.c: which serial port is meant.
 */
#include "kernel/console_logic.h"
#include "kernel/x86/spcr_logic.h"
#include "tests/harness/test.h"

static struct console_spec spec;

static bool parses(const char *text, enum console_kind kind, uint64_t addr, unsigned baud,
		   const char *name)
{
	const char *why = console_spec_parse(text, &spec);

	if (!why && spec.kind == kind && spec.addr == addr && spec.baud == baud &&
	    test_streq(spec.name, name))
		return true;
	test_note("%s: kind %d, address %#llx, %u baud, name '%s', wrong: %s", text, spec.kind,
		  (unsigned long long)spec.addr, spec.baud, spec.name, why ? why : "nothing");
	return false;
}

TEST(every_form_is_read)
{
	CHECK(parses("tty0", CONSOLE_SCREEN, 0, 0, "tty0"));
	CHECK(parses("ttyS0", CONSOLE_IO, 0x3f8, 115200, "ttyS0"));
	CHECK(parses("ttyS1,9600", CONSOLE_IO, 0x2f8, 9600, "ttyS1"));
	CHECK(parses("ttyS2,115200n8", CONSOLE_IO, 0x3e8, 115200, "ttyS2"));
	CHECK(parses("ttyS3,300n", CONSOLE_IO, 0x2e8, 300, "ttyS3"));
	CHECK(parses("uart,io,0x2f8", CONSOLE_IO, 0x2f8, 0, "uart,io,0x2f8"));
	CHECK(parses("uart8250,io,0x3f8,57600n8", CONSOLE_IO, 0x3f8, 57600, "uart8250,io,0x3f8"));
	CHECK(parses("uart,mmio,0xfe030000", CONSOLE_MMIO8, 0xfe030000, 0, "uart,mmio,0xfe030000"));
	CHECK(parses("uart,mmio32,0x12fe030000,115200", CONSOLE_MMIO32, 0x12fe030000, 115200,
		     "uart,mmio32,0x12fe030000"));
	CHECK(parses("pciserial", CONSOLE_PCI, CONSOLE_ANY, 0, "pciserial"));
	CHECK(parses("pciserial,9600", CONSOLE_PCI, CONSOLE_ANY, 9600, "pciserial"));
	CHECK(parses("pciserial,00:16.3", CONSOLE_PCI, 0x16 << 3 | 3, 0, "pciserial,00:16.3"));
	CHECK(parses("pciserial,a:2.0,115200", CONSOLE_PCI, 0xa10, 115200, "pciserial,a:2.0"));
	CHECK(parses("spcr", CONSOLE_SPCR, 0, 0, "spcr"));
	CHECK(parses("spcr,19200", CONSOLE_SPCR, 0, 19200, "spcr"));
}

TEST(what_is_no_console_is_refused)
{
	static const char *const bad[] = {
		"",
		",",
		"tty",
		"tty1",
		"tty0,9600",
		"ttyS",
		"ttyS4",
		"ttyS10",
		"ttyS0,",
		"ttyS0,0",
		"ttyS0,57601",
		"ttyS0,115200n9",
		"ttyS0,115200n8x",
		"ttyS0,9600,9600",
		"uart",
		"uart,",
		"uart,io",
		"uart,io,",
		"uart,io,0",
		"uart,io,x",
		"uart,io,0xfff9",
		"uart,io,0x3f8,7",
		"uart,mmio16,0x1000",
		"uart,mmio32,",
		"uart,mmio32,0xffffffffffffffff",
		"uart,mmio32,0x1000000000000000000",
		"pciserial,00:20.0",
		"pciserial,00:1f.8",
		"pciserial,100:0.0",
		"pciserial,0:0",
		"pciserial,:0.0",
		"pciserial,00:00.0x",
		"spcr,x",
		"netconsole",
		"ttyS0ttyS0ttyS0ttyS0ttyS0ttyS0",
	};

	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
		if (!console_spec_parse(bad[i], &spec))
			test_fail(__FILE__, __LINE__, "'%s' is taken as '%s'", bad[i], spec.name);
	}
}

static uint8_t bytes[80];

static const char *why;

static int spcr(struct acpi_spcr *found)
{
	struct acpi_table table = {bytes, sizeof(bytes)};

	why = NULL;
	return acpi_spcr(&table, found, &why);
}

static void spcr_begin(uint8_t type, uint8_t space, uint64_t addr)
{
	__builtin_memset(bytes, 0, sizeof(bytes));
	bytes[36] = type;
	bytes[40] = space;
	bytes[41] = 8;
	bytes[43] = 1;
	__builtin_memcpy(bytes + 44, &addr, sizeof(addr));
	bytes[58] = 7;
}

TEST(the_firmwares_port_is_found)
{
	struct acpi_spcr found;

	spcr_begin(0, 1, 0x3f8);
	CHECK_EQ(spcr(&found), 0);
	CHECK(found.is_port && found.addr == 0x3f8 && found.stride == 1 && found.baud == 115200);
	spcr_begin(0x12, 0, 0xfe03e000);
	bytes[41] = 32;
	bytes[43] = 3;
	bytes[58] = 0;
	CHECK_EQ(spcr(&found), 0);
	CHECK(!found.is_port && found.addr == 0xfe03e000 && found.stride == 4 && found.baud == 0);
}

TEST(what_the_firmware_says_wrongly_is_refused_with_a_reason)
{
	struct acpi_table brief = {bytes, sizeof(bytes) - 1};
	struct acpi_spcr found;

	spcr_begin(3, 0, 0x9000000); /* an ARM port */
	CHECK(spcr(&found) == -ENODEV && why);
	spcr_begin(0, 1, 0);
	CHECK(spcr(&found) == -ENODEV && why);
	spcr_begin(0, 1, 0xfff9);
	CHECK(spcr(&found) == -ENODEV && why);
	spcr_begin(0, 2, 0x3f8); /* PCI configuration space */
	CHECK(spcr(&found) == -ENODEV && why);
	why = NULL;
	CHECK(acpi_spcr(&brief, &found, &why) == -ENODEV && why);
}
