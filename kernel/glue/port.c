// SPDX-License-Identifier: MIT
/* Seam 1 on the machine. */
#include "mm/port.h"

#include <stdarg.h>

#include "kernel/format_logic.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/symbols.h"
#include "kernel/x86/paging.h"

int port_on_cpu(unsigned cpu, void (*fn)(void *arg), void *arg)
{
	if (cpu != port_cpu())
		return -ENODEV;
	fn(arg);
	return 0;
}

int port_map_run(void *virt, phys_addr_t phys, size_t len)
{
	return paging_map_run(virt, phys, len);
}

void port_log(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vprintk(fmt, args);
	va_end(args);
}

void port_panic(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vpanic(fmt, args);
}

void port_symbol(const void *address, char *buf, size_t len)
{
	uint64_t offset;
	const char *name = symbol_lookup((uintptr_t)address, &offset);

	if (name)
		ksnprintf(buf, len, "%s+%#llx", name, (unsigned long long)offset);
	else
		ksnprintf(buf, len, "%p", address);
}
