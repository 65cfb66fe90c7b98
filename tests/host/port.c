// SPDX-License-Identifier: MIT
/*
 * Seam 1 on Linux. RAM is a memory file mapped once, so that port_map_run() can map parts of it a
 * second time as page tables would; nothing is backed until touched.
 */
#define _GNU_SOURCE

#include "tests/host/host.h"

#include <ctype.h>
#include <execinfo.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "apps/harness/env.h"
#include "mm/port.h"

static int ram_fd = -1;
static char *ram;
static void *page_array;
static bool quiet;

static _Thread_local jmp_buf *catcher;
static _Thread_local char panic_text[512];

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* An address range without memory behind it. */
static void *window(size_t len)
{
	void *at = mmap(NULL, len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		die("mmap");
	return at;
}

void host_ram_setup(void)
{
	ram_fd = memfd_create("ram", 0);
	if (ram_fd < 0 || ftruncate(ram_fd, HOST_RAM_LEN))
		die("memfd_create");
	ram = mmap(NULL, HOST_RAM_LEN, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, ram_fd,
		   0);
	if (ram == MAP_FAILED)
		die("mmap of the RAM");
	page_array = window(HOST_PAGE_ARRAY_LEN);
}

char *host_ram_base(void)
{
	return ram;
}

void *host_page_array(void)
{
	return page_array;
}

/* Of the compiler's, where it counts what runs (tools/coverage). */
int __llvm_profile_write_file(void) __attribute__((weak));

void host_exit(int status)
{
	if (__llvm_profile_write_file)
		__llvm_profile_write_file();
	_exit(status);
}

void host_set_quiet(bool on)
{
	quiet = on;
}

/* The other thread may be waiting for this one's processor. */
void port_relax(void)
{
	port_poll();
	sched_yield();
}

int port_map_run(void *virt, phys_addr_t phys, size_t len)
{
	void *at = mmap(virt, len, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, ram_fd,
			(off_t)phys);

	return at == virt ? 0 : -ENOMEM;
}

static bool zeroing_yields;

void host_set_zeroing_yields(bool on)
{
	__atomic_store_n(&zeroing_yields, on, __ATOMIC_RELAXED);
}

/* Of all threads together. */
static bool zero_counted;
static uint64_t zero_ticks;

void port_zero(void *at, size_t len)
{
	bool counted = __atomic_load_n(&zero_counted, __ATOMIC_RELAXED);
	uint64_t start = counted ? env_clock_begin() : 0;

	__builtin_memset(at, 0, len);
	if (__atomic_load_n(&zeroing_yields, __ATOMIC_RELAXED))
		sched_yield();
	if (counted)
		__atomic_add_fetch(&zero_ticks, env_clock_end() - start, __ATOMIC_RELAXED);
}

void env_zero_clock(bool on)
{
	__atomic_store_n(&zero_counted, on, __ATOMIC_RELAXED);
	__atomic_store_n(&zero_ticks, 0, __ATOMIC_RELAXED);
}

uint64_t env_zero_ticks(void)
{
	return __atomic_load_n(&zero_ticks, __ATOMIC_RELAXED);
}

/* Of a text without its numbers. */
static uint32_t text_hash(const char *text)
{
	uint32_t hash = 2166136261u;

	for (; *text; text++)
		if (!isxdigit((unsigned char)*text))
			hash = (hash ^ (uint8_t)*text) * 16777619u;
	return hash;
}

/*
 * What mm/ says goes to the file that $BULKHEAD_SAID names, too; what differs in numbers only,
 * once.
 */
static void said(const char *fmt, va_list args)
{
	enum { TEXTS = 4096 };
	static uint32_t seen[TEXTS];
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	const char *path = getenv("BULKHEAD_SAID");
	uint32_t hash;
	char text[512];
	FILE *file;

	if (!path)
		return;
	vsnprintf(text, sizeof(text), fmt, args);
	hash = text_hash(text);
	pthread_mutex_lock(&lock);
	file = seen[hash % TEXTS] == hash ? NULL : fopen(path, "a");
	if (file) {
		seen[hash % TEXTS] = hash;
		fprintf(file, "%s\n", text);
		fclose(file);
	}
	pthread_mutex_unlock(&lock);
}

void port_log(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	said(fmt, args);
	va_end(args);
	if (quiet)
		return;
	va_start(args, fmt);
	printf("[    0.000] ");
	vprintf(fmt, args);
	printf("\n");
	va_end(args);
}

void port_panic(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	said(fmt, args);
	va_end(args);
	va_start(args, fmt);
	vsnprintf(panic_text, sizeof(panic_text), fmt, args);
	va_end(args);
	if (catcher)
		longjmp(*catcher, 1);
	fprintf(stderr, "panic: %s\n", panic_text);
	abort();
}

void port_call_sites(const void **sites, unsigned max)
{
	void *found[32];
	int nr = backtrace(found, ARRAY_SIZE(found));

	/* The first is here, the second where we were called. */
	for (unsigned i = 0; i < max; i++)
		sites[i] = (int)i + 2 < nr ? found[i + 2] : NULL;
}

void port_symbol(const void *address, char *buf, size_t len)
{
	snprintf(buf, len, "%p", address);
}

const char *host_catch_panic(void (*fn)(void *arg), void *arg)
{
	jmp_buf here;
	jmp_buf *outer = catcher;

	catcher = &here;
	if (setjmp(here)) {
		catcher = outer;
		return panic_text;
	}
	fn(arg);
	catcher = outer;
	return NULL;
}
