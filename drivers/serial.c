// SPDX-License-Identifier: MIT
/*
 * A port is known by where its registers are, so two names for one are one console. A port that is
 * named and does not answer is told in the log, which the other consoles and the ring have.
 */
#include "drivers/serial.h"

#include <linux/pci_regs.h>

#include "drivers/pci.h"
#include "drivers/uart16550_logic.h"
#include "kernel/console.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/string.h"
#include "kernel/x86/acpi.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/spcr_logic.h"

enum { MAX_PORTS = 12, NR_REGISTERS = 8, DEFAULT_BAUD = 115200, CLASS_SERIAL = 0x0700 };

struct port {
	struct console con; /* first: a pointer to it is one to the port */
	struct uart uart;
	struct io_ops io;
	enum console_kind kind; /* CONSOLE_IO, CONSOLE_MMIO8 or CONSOLE_MMIO32 */
	uint64_t addr;
	unsigned baud;
	char name[sizeof(((struct console_spec *)0)->name)];
};

static struct port ports[MAX_PORTS];
static unsigned nr_ports;

static uint8_t port_in8(void *ctx, uint16_t port)
{
	(void)ctx;
	return in8(port);
}

static void port_out8(void *ctx, uint16_t port, uint8_t value)
{
	(void)ctx;
	out8(port, value);
}

static uint8_t mmio8_in8(void *ctx, uint16_t reg)
{
	return ((volatile uint8_t *)ctx)[reg];
}

static void mmio8_out8(void *ctx, uint16_t reg, uint8_t value)
{
	((volatile uint8_t *)ctx)[reg] = value;
}

static uint8_t mmio32_in8(void *ctx, uint16_t reg)
{
	return (uint8_t)((volatile uint32_t *)ctx)[reg];
}

static void mmio32_out8(void *ctx, uint16_t reg, uint8_t value)
{
	((volatile uint32_t *)ctx)[reg] = value;
}

static void serial_write(struct console *con, const char *text, size_t len)
{
	struct port *port = (struct port *)con;

	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\n')
			uart_send(&port->uart, '\r');
		uart_send(&port->uart, (uint8_t)text[i]);
	}
}

static int serial_read(struct console *con)
{
	return uart_receive(&((struct port *)con)->uart);
}

static uint64_t serial_dropped(struct console *con)
{
	return ((struct port *)con)->uart.nr_dropped;
}

/* How its registers are reached. False: they cannot be. */
static bool port_reach(struct port *port)
{
	unsigned stride = port->kind == CONSOLE_MMIO32 ? 4 : 1;

	if (port->kind == CONSOLE_IO) {
		port->io = (struct io_ops){port_in8, port_out8, NULL};
		return true;
	}
	port->io.ctx = paging_map_device(port->addr, NR_REGISTERS * stride, CACHE_UC);
	port->io.in8 = port->kind == CONSOLE_MMIO32 ? mmio32_in8 : mmio8_in8;
	port->io.out8 = port->kind == CONSOLE_MMIO32 ? mmio32_out8 : mmio8_out8;
	return port->io.ctx;
}

static int port_start(struct port *port)
{
	uint16_t base = port->kind == CONSOLE_IO ? (uint16_t)port->addr : 0;
	uint64_t dropped = port->uart.nr_dropped;
	int err = uart_init(&port->uart, &port->io, base, port->baud);

	port->uart.nr_dropped = dropped;
	return err;
}

static struct port *port_at(enum console_kind kind, uint64_t addr)
{
	for (unsigned i = 0; i < nr_ports; i++)
		if (ports[i].kind == kind && ports[i].addr == addr)
			return &ports[i];
	return NULL;
}

/*
 * Make the port that answers at `spec` a console. -ENODEV: none does; -ENOSPC: there are too many.
 * A port that is one already gets the speed; it goes by the new name if nobody wanted the old one.
 */
static int port_open(const struct console_spec *spec)
{
	struct port *port = port_at(spec->kind, spec->addr);

	if (port) {
		int err = 0;

		if (!port->con.enabled)
			memcpy(port->name, spec->name, sizeof(port->name));
		if (spec->baud && spec->baud != port->baud) {
			port->baud = spec->baud;
			err = port_start(port);
		}
		console_enable(&port->con);
		return err;
	}
	if (nr_ports == MAX_PORTS)
		return -ENOSPC;
	port = &ports[nr_ports];
	*port = (struct port){.kind = spec->kind, .addr = spec->addr, .baud = spec->baud};
	if (!port_reach(port) || port_start(port))
		return -ENODEV;
	nr_ports++;
	memcpy(port->name, spec->name, sizeof(port->name));
	port->con = (struct console){.name = port->name,
				     .write = serial_write,
				     .read = serial_read,
				     .dropped = serial_dropped};
	console_register(&port->con);
	return 0;
}

void serial_init(void)
{
	struct console_spec com1 = {.kind = CONSOLE_IO,
				    .addr = console_com_port(0),
				    .baud = DEFAULT_BAUD,
				    .name = "ttyS0"};

	port_open(&com1);
}

static bool is_late(const struct console_spec *spec)
{
	return spec->kind == CONSOLE_PCI || spec->kind == CONSOLE_SPCR;
}

/* Specs of `console=` that no port has answered for, a bit each; options_consoles() has few. */
static unsigned missing;

void serial_choose(void)
{
	unsigned nr;
	const struct console_spec *specs = options_consoles(&nr);

	for (unsigned i = 0; i < nr; i++)
		if (specs[i].kind != CONSOLE_SCREEN && !is_late(&specs[i]) && port_open(&specs[i]))
			missing |= 1u << i;
}

/* What the firmware itself talks to. `asked`: say why it cannot be used. */
static int spcr_open(struct console_spec spec, bool asked)
{
	struct acpi_table table;
	struct acpi_spcr found;
	const char *why = "there is no such table";

	if (acpi_look("SPCR", 0, &table) || acpi_spcr(&table, &found, &why)) {
		if (asked)
			printk("console: spcr: %s", why);
		return -ENODEV;
	}
	spec.kind = found.is_port ? CONSOLE_IO : found.stride == 4 ? CONSOLE_MMIO32 : CONSOLE_MMIO8;
	spec.addr = found.addr;
	if (!spec.baud)
		spec.baud = found.baud;
	if (!asked && port_at(spec.kind, spec.addr))
		return 0; /* it talks already, at the speed that it has */
	return port_open(&spec);
}

/* Serial cards have their registers behind the first BAR, one port behind the other. */
static int pci_open(struct console_spec spec)
{
	static const struct pci_id any = {.vendor = PCI_ANY,
					  .device = PCI_ANY,
					  .class = CLASS_SERIAL << 8,
					  .class_mask = 0xffff00};
	const struct pci_device *dev = NULL;
	struct pci_bar bar;

	do
		dev = pci_find(dev, &any);
	while (dev && spec.addr != CONSOLE_ANY &&
	       spec.addr != ((uint64_t)dev->at.bus << 8 | dev->at.devfn));
	if (!dev || pci_bar(dev, 0, &bar))
		return -ENODEV;
	pci_enable(dev, bar.is_io ? PCI_COMMAND_IO : PCI_COMMAND_MEMORY);
	spec.kind = bar.is_io ? CONSOLE_IO : CONSOLE_MMIO8;
	spec.addr = bar.start;
	return port_open(&spec);
}

void serial_init_late(void)
{
	static const struct console_spec pci = {
		.kind = CONSOLE_PCI, .addr = CONSOLE_ANY, .name = "pciserial"};
	static const struct console_spec spcr = {.kind = CONSOLE_SPCR, .name = "spcr"};
	unsigned nr;
	const struct console_spec *specs = options_consoles(&nr);

	if (!nr) {
		pci_open(pci);
		spcr_open(spcr, false);
	}
	for (unsigned i = 0; i < nr; i++) {
		int err = specs[i].kind == CONSOLE_PCI	  ? pci_open(specs[i])
			  : specs[i].kind == CONSOLE_SPCR ? spcr_open(specs[i], true)
							  : 0;

		if (err || (missing & 1u << i))
			printk("console: %s: no serial port answers there", specs[i].name);
	}
}
