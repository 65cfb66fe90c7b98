// SPDX-License-Identifier: MIT
#include "kernel/console.h"
#include "kernel/format_logic.h"
#include "kernel/printk.h"
#include "kernel/time.h"

void vprintk(const char *fmt, va_list args)
{
	char line[PRINT_MAX];
	uint64_t ms = clock_ns() / 1000000;
	int len = ksnprintf(line, sizeof(line), "[%5llu.%03llu] ", ms / 1000ull, ms % 1000ull);

	len += kvsnprintf(line + len, sizeof(line) - len - 1, fmt, args);
	if (len > PRINT_MAX - 2)
		len = PRINT_MAX - 2;
	line[len++] = '\n';
	console_fresh_line();
	console_write(line, len);
}

void printk(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vprintk(fmt, args);
	va_end(args);
}

void kvprintf(const char *fmt, va_list args)
{
	char text[PRINT_MAX];
	int len = kvsnprintf(text, sizeof(text), fmt, args);

	console_write(text, len < PRINT_MAX ? len : PRINT_MAX - 1);
}

void kprintf(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	kvprintf(fmt, args);
	va_end(args);
}
