// SPDX-License-Identifier: MIT
/* What a machine's first process has to do, and the end of any. */
#include "tools/linux/program/program.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { DEBUG_EXIT = 0xf4 }; /* port of QEMU's isa-debug-exit */

bool first_process(void)
{
	return getpid() == 1;
}

void leave(bool passed)
{
	fflush(stdout);
	if (!first_process())
		exit(passed ? 0 : 1);
	tcdrain(1);
	if (!ioperm(DEBUG_EXIT, 4, 1))
		outl(passed ? 0x10 : 0x11, DEBUG_EXIT);
	for (;;)
		pause();
}

void give_up(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	printf("panic: ");
	vprintf(fmt, args);
	printf("\n");
	va_end(args);
	leave(false);
}

bool file_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY);
	bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return written;
}

char *file_read(const char *path)
{
	size_t room = 1 << 20;
	ssize_t len = 0, got = 1;
	int fd = open(path, O_RDONLY);
	char *text;

	if (fd < 0)
		return NULL;
	text = malloc(room);
	if (!text)
		give_up("no memory for %s", path);
	while (got > 0 && (size_t)len < room - 1) {
		got = read(fd, text + len, room - 1 - (size_t)len);
		len += got > 0 ? got : 0;
	}
	close(fd);
	text[len] = 0;
	return text;
}

static uint64_t boot_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* What booting took, and three seconds of rest, by which the TSC is told. */
static uint64_t settle(void)
{
	uint64_t at_start = boot_ns(), ticks, ns, hz;
	double up, idle = 0;
	char *text = file_read("/proc/uptime");

	if (text)
		sscanf(text, "%lf %lf", &up, &idle);
	free(text);
	ns = boot_ns();
	ticks = ticks_now();
	sleep(3);
	ticks = ticks_now() - ticks;
	ns = boot_ns() - ns;
	hz = ticks * 1000 / (ns / 1000000);
	return (uint64_t)(((double)at_start / 1e9 - idle) * (double)hz);
}

static void module_load(const char *options)
{
	int fd = open("/bulkhead_linux.ko", O_RDONLY | O_CLOEXEC);

	if (fd < 0 || syscall(SYS_finit_module, fd, options, 0))
		give_up("/bulkhead_linux.ko cannot be loaded: %m");
	close(fd);
}

uint64_t machine_prepare(const char *options)
{
	uint64_t boot_ticks;

	mount("proc", "/proc", "proc", 0, NULL);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
	boot_ticks = settle();
	module_load(options);
	return boot_ticks;
}
