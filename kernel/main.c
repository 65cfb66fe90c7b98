// SPDX-License-Identifier: MIT
/*
 * Start-up, in order.
 */
#include "drivers/fbcon.h"
#include "drivers/pci.h"
#include "drivers/ps2.h"
#include "drivers/serial.h"
#include "drivers/vgatext.h"
#include "kernel/bootinfo.h"
#include "kernel/console.h"
#include "kernel/glue/cpus.h"
#include "kernel/glue/debug_aids.h"
#include "kernel/glue/memory.h"
#include "kernel/glue/netlog.h"
#include "kernel/glue/run.h"
#include "kernel/modules.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/provoke.h"
#include "kernel/string.h"
#include "kernel/time.h"
#include "kernel/tsc_spread.h"
#include "kernel/version.h"
#include "kernel/x86/acpi.h"
#include "kernel/x86/ap_start.h"
#include "kernel/x86/caches.h"
#include "kernel/x86/cpuinfo.h"
#include "kernel/x86/exceptions.h"
#include "kernel/x86/gdt.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/percpu.h"
#include "kernel/x86/pmu.h"
#include "kernel/x86/reset.h"
#include "kernel/x86/smbios.h"
#include "kernel/x86/vector.h"
#include "kernel/x86/watchdog.h"

#define FB_EGA_TEXT 2

void kmain(uint32_t magic, uint64_t info_phys) __attribute__((noreturn));

static void print_version(void)
{
	kprintf("version: bulkhead %s\n", version_git());
	kprintf("compiler: %s\n", version_compiler());
	kprintf("flags: %s\n", version_flags());
	kprintf("cmdline: ");
	console_write(options_text(), strlen(options_text())); /* longer than kprintf() takes */
	kprintf("\n");
}

static void choose_consoles(void)
{
	if (!options_valid())
		return; /* all of them, to say so */
	console_choose(options_console);
	serial_choose();
	if (option_flag("quiet", false))
		console_set_quiet(true);
}

static void start_screen(const struct boot_fb *fb)
{
	const char *why;

	if (!fb->present)
		return;
	if (fb->type == FB_EGA_TEXT && !fb_check(fb, &why))
		vgatext_init(fb->addr, fb->pitch, fb->width, fb->height);
	else
		fbcon_init(fb);
}

void kmain(uint32_t magic, uint64_t info_phys)
{
	const struct boot_info *info;

	/* From here on a fault says what it was. */
	gdt_init(cpu_boot(), 0);
	exceptions_init();
	vector_init();

	/* Something to say it on, and what the loader and its user want. */
	paging_init_early();
	serial_init();
	info = boot_info_load(magic, info_phys);
	options_init(info->cmdline, info->cmdline_cut);
	choose_consoles();
	start_screen(&info->fb);

	/* The head of the report. */
	print_version();
	options_check();
	cpuinfo_print();
	pmu_init();
	smbios_print(info);
	options_log();
	boot_info_log(info);
	paging_log_nx();

	/* Which CPUs and nodes there are. */
	acpi_init(info);
	cpus_find();

	/* RAM, page tables, page allocator; files that came along. */
	memory_init(info);
	modules_init(info);

	/* What else is in the machine. */
	power_init();
	pci_init();
	serial_init_late();
	ps2_init();

	/* How fast the TSC ticks; the other CPUs, and how theirs stand. */
	clock_init();
	clock_print();
	caches_init();
	smp_init();
	watchdog_init();
	tsc_spread_print();
	caches_print();

	/* The report over the network, tests or benchmarks, and the verdict. */
	netlog_start();
	debug_aids_begin();
	provoke_failure();
	run_selected();
}
