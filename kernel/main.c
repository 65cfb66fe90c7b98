// SPDX-License-Identifier: MIT
/*
 * Start-up, in order.
 */
#include "drivers/uart16550.h"
#include "drivers/vgatext.h"
#include "kernel/bootinfo.h"
#include "kernel/console.h"
#include "kernel/glue/memory.h"
#include "kernel/glue/run.h"
#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/provoke.h"
#include "kernel/time.h"
#include "kernel/version.h"
#include "kernel/x86/acpi.h"
#include "kernel/x86/cpuinfo.h"
#include "kernel/x86/exceptions.h"
#include "kernel/x86/gdt.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/smbios.h"

#define FB_EGA_TEXT 2

void kmain(uint32_t magic, uint64_t info_phys) __attribute__((noreturn));

static void print_version(void)
{
	kprintf("version: bulkhead %s\n", version_git());
	kprintf("compiler: %s\n", version_compiler());
	kprintf("flags: %s\n", version_flags());
	kprintf("cmdline: %s\n", options_text());
}

static void choose_consoles(void)
{
	console_choose(options_console);
	uart16550_set_baud(options_baud());
	if (option_flag("quiet", false))
		console_set_quiet();
}

static void start_screen(const struct boot_fb *fb)
{
	if (fb->present && fb->type == FB_EGA_TEXT)
		vgatext_init(fb->addr, fb->pitch, fb->width, fb->height);
}

void kmain(uint32_t magic, uint64_t info_phys)
{
	const struct boot_info *info;

	gdt_init();					/* our segments and fault stacks */
	exceptions_init();				/* from here on a fault says what it was */
	paging_init_early();				/* windows on devices */
	uart16550_init();				/* serial console, if there is a port */
	info = boot_info_load(magic, info_phys);	/* the loader's structure */
	options_init(info->cmdline, info->cmdline_cut); /* command line */
	choose_consoles();				/* console=, quiet */
	start_screen(&info->fb);			/* screen, if in text mode */
	print_version();
	cpuinfo_print();
	options_log();
	boot_info_log(info);
	memory_init(info); /* RAM, page tables, page allocator */
	acpi_init(info);   /* firmware tables */
	smbios_print(info);
	clock_init(); /* how fast the TSC ticks */
	clock_print();
	provoke_failure(); /* provoke= */
	run_selected();	   /* tests or benchmarks, and the verdict */
}
