// SPDX-License-Identifier: MIT
/*
 * Panics and the catching of them.
 *
 * Whoever catches stands in a chain, innermost first. A panic goes to the innermost panic_catch();
 * an exception goes to the innermost catcher if that is an exc_catch(), and else is a panic.
 * Control leaves an exception handler only by its IRET, so that NMIs are not left blocked: the
 * frame on the stack is changed to lead to context_abort().
 *
 * Each CPU has its own chain. A panic that nobody catches stops the other CPUs first, so that there
 * is one report; a CPU that panics meanwhile stops instead.
 *
 * Nothing here allocates; the one wait, for the others to stop, is bounded.
 */
#include "kernel/console.h"
#include "kernel/format_logic.h"
#include "kernel/layout.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/symbols.h"
#include "kernel/verdict.h"
#include "kernel/x86/context.h"
#include "kernel/x86/ipi.h"
#include "kernel/x86/percpu.h"

#define BACKTRACE_MAX 32 /* calls */
#define OTHERS_MAX    16 /* CPUs */

struct catch
{
	struct context ctx;
	struct catch *outer;
	struct exc_frame *out; /* takes an exception, whose registers go here; NULL: takes panics */
	bool faults_nest;      /* as it was */
};

static int depth; /* panics under way that nobody catches */

/* The innermost catcher of panics, NULL if there is none. */
static struct catch *panic_catcher(void)
{
	struct catch *c = this_cpu()->catcher;

	while (c && c->out)
		c = c->outer;
	return c;
}

/* Make the exception's IRET end the catcher's context_run(). */
static void redirect(struct exc_frame *frame, struct catch *c)
{
	frame->rip = (uintptr_t)context_abort;
	frame->rdi = (uintptr_t)&c->ctx;
	frame->rsi = 1;
	frame->rsp = c->ctx.rsp;
	frame->rflags = 2; /* the bit that is always set: interrupts off, no single step */
}

static void print_address(uint64_t addr, const char *remark)
{
	uint64_t offset;
	const char *name = symbol_lookup(addr, &offset);

	if (name)
		kprintf("#   0x%016llx %s+%#llx%s\n", (unsigned long long)addr, name,
			(unsigned long long)offset, remark);
	else
		kprintf("#   0x%016llx%s\n", (unsigned long long)addr, remark);
}

/* A return address. A call that does not return may be a function's last instruction: look before.
 */
static void print_caller(uint64_t addr, const char *remark)
{
	print_address(addr - 1, remark);
}

/* Are the `len` bytes at addr in one stack of this CPU? */
static bool in_stack(uint64_t addr, uint64_t len)
{
	for (int i = 0; i < NR_STACKS; i++)
		if (layout_part_has(this_cpu()->stack[i], addr, len))
			return true;
	return false;
}

unsigned backtrace_read(const void **callers, unsigned max)
{
	uint64_t rbp = (uintptr_t)__builtin_frame_address(0);
	unsigned nr = 0;

	while (nr < max && IS_ALIGNED(rbp, 8ul) && in_stack(rbp, 16)) {
		const uint64_t *frame = (const uint64_t *)rbp;

		if (!frame[1])
			break;
		callers[nr++] = (const void *)frame[1];
		if (frame[0] <= rbp)
			break;
		rbp = frame[0];
	}
	return nr;
}

/* Follow the chain of frame pointers, as long as they point up in one of our stacks. */
static void print_backtrace(uint64_t rbp)
{
	uint64_t last = 0;
	unsigned repeats = 0;

	for (int printed = 0; printed < BACKTRACE_MAX;) {
		const uint64_t *frame = (const uint64_t *)rbp;
		bool more = IS_ALIGNED(rbp, 8ul) && in_stack(rbp, 16) && frame[1];

		if (more && frame[1] == last) {
			repeats++;
		} else {
			if (repeats)
				kprintf("#   the last one %u times more\n", repeats);
			repeats = 0;
			if (!more)
				return;
			last = frame[1];
			print_caller(last, "");
			printed++;
		}
		if (frame[0] <= rbp)
			return;
		rbp = frame[0];
	}
}

/*
 * A call that led nowhere has left its return address on top of the stack, and no frame. So has a
 * function without a frame of its own, but what is on top may be something else there.
 */
static void print_frameless_caller(const struct exc_frame *frame)
{
	const uint64_t *top = (const uint64_t *)frame->rsp;

	if (IS_ALIGNED(frame->rsp, 8ul) && in_stack(frame->rsp, 8) && layout_is_text(*top))
		print_caller(*top, layout_is_text(frame->rip) ? " (perhaps)" : "");
}

static void print_registers(const struct exc_frame *f)
{
	const struct {
		const char *name;
		uint64_t value;
	} regs[] = {
		{"rip", f->rip}, {"rsp", f->rsp}, {"flags", f->rflags}, {"rax", f->rax},
		{"rbx", f->rbx}, {"rcx", f->rcx}, {"rdx", f->rdx},	{"rsi", f->rsi},
		{"rdi", f->rdi}, {"rbp", f->rbp}, {"r8", f->r8},	{"r9", f->r9},
		{"r10", f->r10}, {"r11", f->r11}, {"r12", f->r12},	{"r13", f->r13},
		{"r14", f->r14}, {"r15", f->r15}, {"cr2", f->cr2},	{"error", f->error},
		{"cs", f->cs},
	};

	for (size_t i = 0; i < ARRAY_SIZE(regs); i++)
		kprintf("%s%5s %016llx%s", i % 3 ? " " : "# ", regs[i].name,
			(unsigned long long)regs[i].value, i % 3 == 2 ? "\n" : "");
}

static void (*details)(uint64_t address);

void panic_set_details(void (*fn)(uint64_t address))
{
	details = fn;
}

static void __attribute__((noreturn)) end_panic(void)
{
	verdict_cut_short();
}

/* The same after a panic of which all has been said that is known here. */
static void __attribute__((noreturn)) end_told(uint64_t address)
{
	if (details)
		details(address);
	end_panic();
}

/* Where the other CPUs were. */
static void print_others(void)
{
	for (unsigned i = 0; i < cpus_online() && i < OTHERS_MAX; i++) {
		uint64_t offset, rip = cpu_at(i)->stopped_rip;
		const char *name = symbol_lookup(rip, &offset);

		if (cpu_at(i) != this_cpu() && rip)
			kprintf("# CPU %u was at 0x%016llx %s+%#llx\n", i, (unsigned long long)rip,
				name ? name : "?", name ? (unsigned long long)offset : 0ull);
	}
}

/* Count one more panic; the second says less, the third nothing. */
static void begin_panic(void)
{
	unsigned nr_running = ipi_stop_others();

	if (++depth > 2)
		verdict_exit(1);
	console_take();
	console_fresh_line();
	kprintf("panic: %s%s\n", depth > 1 ? "in a panic: " : "", this_cpu()->message);
	if (depth > 1)
		end_panic();
	if (cpus_online() > 1)
		kprintf("# on CPU %u of %u\n", this_cpu()->index, cpus_online());
	if (nr_running)
		kprintf("# %u CPUs did not stop\n", nr_running);
	print_others();
}

void vpanic(const char *fmt, va_list args)
{
	struct catch *c = panic_catcher();

	kvsnprintf(this_cpu()->message, PANIC_MAX, fmt, args);
	if (c) {
		this_cpu()->catcher = c->outer;
		context_abort(&c->ctx, 1);
	}
	begin_panic();
	kprintf("# backtrace:\n");
	print_backtrace((uintptr_t)__builtin_frame_address(0));
	end_told(0);
}

void panic(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vpanic(fmt, args);
}

/* What stands in the way of the access. */
static const char *describe_obstacle(const struct exc_frame *f)
{
	if (f->error & PF_RESERVED_BIT)
		return "broken page tables";
	if (f->error & PF_PRESENT)
		return "not allowed";
	for (int i = 0; i < NR_STACKS; i++) {
		if (this_cpu()->stack[i].start - f->cr2 <= PAGE_SIZE)
			return "a stack has run over";
	}
	return "not mapped";
}

/* "#PF page fault: write to 0x10, not mapped, at memset+0x14". */
static void describe(const struct exc_frame *f)
{
	uint64_t offset = 0;
	const char *name = symbol_lookup(f->rip, &offset);
	char *message = this_cpu()->message;
	char where[96];

	if (name)
		ksnprintf(where, sizeof(where), "%s+%#llx", name, (unsigned long long)offset);
	else
		ksnprintf(where, sizeof(where), "%#llx", (unsigned long long)f->rip);
	if (f->vector == EXC_PF)
		ksnprintf(message, PANIC_MAX, "%s: %s %#llx, %s, at %s", exc_name(f->vector),
			  f->error & PF_FETCH	? "execution of"
			  : f->error & PF_WRITE ? "write to"
						: "read of",
			  (unsigned long long)f->cr2, describe_obstacle(f), where);
	else
		ksnprintf(message, PANIC_MAX, "%s: vector %llu, error code %#llx, at %s",
			  exc_name(f->vector), (unsigned long long)f->vector,
			  (unsigned long long)f->error, where);
}

/* The message is made; *frame is what happened where. */
static void panic_at(struct exc_frame *frame)
{
	struct catch *c = panic_catcher();

	if (c) {
		this_cpu()->catcher = c->outer;
		redirect(frame, c);
		return;
	}
	begin_panic();
	print_registers(frame);
	kprintf("# backtrace:\n");
	print_address(frame->rip, "");
	print_frameless_caller(frame);
	print_backtrace(frame->rbp);
	end_told(frame->vector == EXC_PF ? frame->cr2 : 0);
}

void panic_exception(struct exc_frame *frame)
{
	describe(frame);
	panic_at(frame);
}

void panic_hang(struct exc_frame *frame, uint64_t seconds)
{
	uint64_t offset = 0;
	const char *name = symbol_lookup(frame->rip, &offset);

	ksnprintf(this_cpu()->message, PANIC_MAX, "hang: nothing was said for %llu s, at %s+%#llx",
		  (unsigned long long)seconds, name ? name : "?", (unsigned long long)offset);
	panic_at(frame);
}

bool exc_caught(struct exc_frame *frame)
{
	struct catch *c = this_cpu()->catcher;

	if (!c || !c->out)
		return false;
	*c->out = *frame;
	this_cpu()->catcher = c->outer;
	redirect(frame, c);
	return true;
}

const char *panic_catch(void (*fn)(void *arg), void *arg)
{
	struct catch c = {.outer = this_cpu()->catcher, .faults_nest = exc_faults_nest()};

	this_cpu()->catcher = &c;
	if (context_run(&c.ctx, fn, arg)) {
		exc_set_faults_nest(c.faults_nest);
		return this_cpu()->message;
	}
	this_cpu()->catcher = c.outer;
	return NULL;
}

int exc_catch(void (*fn)(void *arg), void *arg, struct exc_frame *out)
{
	struct exc_frame frame;
	struct catch c = {
		.outer = this_cpu()->catcher, .out = &frame, .faults_nest = exc_faults_nest()};

	this_cpu()->catcher = &c;
	if (context_run(&c.ctx, fn, arg)) {
		exc_set_faults_nest(c.faults_nest);
		if (out)
			*out = frame;
		return (int)frame.vector;
	}
	this_cpu()->catcher = c.outer;
	return -1;
}
