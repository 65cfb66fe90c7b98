// SPDX-License-Identifier: MIT
/*
 * The timer is one-shot and is not set anew at each sign of life, which only moves the deadline:
 * when it fires too early it is set for another round. So a hang is told after one to two times the
 * seconds wanted.
 */
#include "kernel/x86/watchdog.h"

#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/time.h"
#include "kernel/x86/acpi.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/ipi.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/percpu.h"
#include "kernel/x86/watchdog_logic.h"

enum {
	USUAL_SECONDS = 120,
	COME_US = 20000,
	QUIET_US = 2000,
	QUIET_TRIES = 5,
	PIT_END_US = 100,
	GRACE_US = 1000000
};

/* System control port B: memory parity, or a card, has an NMI. */
enum { PORT_NMI_REASON = 0x61, NMI_OF_HARDWARE = 0xc0 };

/* HPET: offsets of 32-bit registers (IA-PC HPET 1.0a, 2.3). */
enum {
	HPET_CAPABILITIES = 0x00,
	HPET_PERIOD = 0x04,
	HPET_CONFIG = 0x10,
	HPET_COUNTER = 0xf0,
	HPET_TIMER = 0x100, /* the first: configuration, routes, comparator; 32 bytes each */
	HPET_ROUTES = 4,
	HPET_COMPARATOR = 8,
	HPET_LEN = 0x400,
};
#define HPET_MAX_PERIOD_FS 100000000u
#define CAPABILITIES_64BIT (1u << 13)
#define CONFIG_ENABLE	   1u
#define CONFIG_LEGACY	   2u /* timers 0 and 1 stand for the PIT and the RTC */
#define TIMER_INT_ENABLE   (1u << 2)
#define TIMER_64BIT	   (1u << 5)
#define TIMER_INPUT_SHIFT  9
#define TIMER_KEEP	   0xffff8031u /* read-only and reserved bits */

/* I/O APIC (82093AA data sheet, 3.1). */
enum { IOAPIC_SELECT = 0x00, IOAPIC_WINDOW = 0x10, IOAPIC_VERSION = 1, IOAPIC_INPUTS = 0x10 };
#define ENTRY_NMI    0x400u /* edge, active high, physical destination, not masked */
#define ENTRY_MASKED 0x10000u

enum { PIT_CHANNEL_0 = 0x40, PIT_COMMAND = 0x43, PIT_ONCE = 0x30 /* low, high byte, mode 0 */ };

static volatile uint8_t *hpet;
static unsigned timer;	      /* offset of its registers */
static uint32_t timer_config; /* without its interrupt */
static bool is_64bit;
static uint64_t round_ticks;
static uint64_t target; /* count at which it fires */
static uint64_t seconds;
static uint64_t deadline; /* TSC */
static uint64_t grace;	  /* TSC: until then an NMI may be one of before the timer was set */
static bool trying, came; /* the first NMIs only show that they come */
static bool running;
static volatile uint8_t *ioapic_regs;
static uint32_t ioapic_entry; /* register of the input that the timer is led to */
static uint32_t nr_unknown;   /* NMIs of others on that input */

static uint32_t hpet_read(unsigned reg)
{
	return *(volatile uint32_t *)(hpet + reg);
}

static void hpet_write(unsigned reg, uint32_t value)
{
	*(volatile uint32_t *)(hpet + reg) = value;
}

static uint64_t counter_read(void)
{
	uint32_t high, low;

	if (!is_64bit)
		return hpet_read(HPET_COUNTER);
	do {
		high = hpet_read(HPET_COUNTER + 4);
		low = hpet_read(HPET_COUNTER);
	} while (high != hpet_read(HPET_COUNTER + 4));
	return (uint64_t)high << 32 | low;
}

/* Switched off meanwhile: half a comparator may lie in the past. */
static void timer_set(uint64_t ticks)
{
	hpet_write(timer, timer_config);
	target = counter_read() + ticks;
	grace = clock_deadline(GRACE_US);
	hpet_write(timer + HPET_COMPARATOR, (uint32_t)target);
	if (is_64bit)
		hpet_write(timer + HPET_COMPARATOR + 4, (uint32_t)(target >> 32));
	hpet_write(timer, timer_config | TIMER_INT_ENABLE);
}

/* Has the counter come to the target? Of 32 bits, less than half a turn ago. */
static bool timer_fired(void)
{
	uint64_t now = counter_read();

	return is_64bit ? now >= target : (int32_t)((uint32_t)now - (uint32_t)target) >= 0;
}

/* --- Start ----------------------------------------------------------------------------------- */

static uint32_t ioapic_read(uint32_t reg)
{
	*(volatile uint32_t *)(ioapic_regs + IOAPIC_SELECT) = reg;
	return *(volatile uint32_t *)(ioapic_regs + IOAPIC_WINDOW);
}

static void ioapic_write(uint32_t reg, uint32_t value)
{
	*(volatile uint32_t *)(ioapic_regs + IOAPIC_SELECT) = reg;
	*(volatile uint32_t *)(ioapic_regs + IOAPIC_WINDOW) = value;
}

static const char *hpet_reach(void)
{
	struct acpi_table table;
	phys_addr_t phys;

	if (acpi_look("HPET", 0, &table))
		return "there is no HPET";
	phys = acpi_hpet(&table);
	if (!phys || !IS_ALIGNED(phys, 8))
		return "the HPET cannot be reached";
	hpet = paging_map_device(phys, HPET_LEN, CACHE_UC);
	if (!hpet || !hpet_read(HPET_PERIOD) || hpet_read(HPET_PERIOD) > HPET_MAX_PERIOD_FS)
		return "the HPET does not answer";
	return NULL;
}

/* The last timer that can be led anywhere: the first two may be the firmware's. */
static const char *timer_choose(unsigned *input)
{
	unsigned nr = (hpet_read(HPET_CAPABILITIES) >> 8 & 0x1f) + 1;

	while (nr--) {
		timer = HPET_TIMER + nr * 32;
		*input = hpet_input(hpet_read(timer + HPET_ROUTES));
		if (*input == HPET_NO_INPUT)
			continue;
		is_64bit = (hpet_read(HPET_CAPABILITIES) & CAPABILITIES_64BIT) &&
			   (hpet_read(timer) & TIMER_64BIT);
		return NULL;
	}
	return "no timer of the HPET can be led to an I/O APIC";
}

/*
 * Channel 0 of the PIT, which firmware leaves running, may share our input. It counts to its end
 * once more, and then waits, with its output low, for a count that never comes (8254 data sheet,
 * mode 0).
 */
static void pit_stop(void)
{
	out8(PIT_COMMAND, PIT_ONCE);
	out8(PIT_CHANNEL_0, 1);
	out8(PIT_CHANNEL_0, 0);
	delay_us(PIT_END_US);
	out8(PIT_COMMAND, PIT_ONCE);
}

/* Find the I/O APIC that has the input; it is led to this CPU by timer_start(). */
static const char *input_find(unsigned input)
{
	struct acpi_table madt;
	struct ioapic ioapic;
	uint32_t pin;

	if (acpi_look("APIC", 0, &madt) || !ioapic_find(&madt, input, &ioapic))
		return "no I/O APIC has the timer's input";
	if (this_cpu()->apic_id > 0xff)
		return "the boot CPU's APIC id is above 255";
	pin = input - ioapic.first;
	ioapic_regs = paging_map_device(ioapic.phys, PAGE_SIZE, CACHE_UC);
	if (!ioapic_regs || pin > (ioapic_read(IOAPIC_VERSION) >> 16 & 0xff))
		return "the I/O APIC does not answer";
	ioapic_entry = IOAPIC_INPUTS + 2 * pin;
	pit_stop();
	return NULL;
}

/* For good: whatever else has the input must not send NMIs either. One may be on its way. */
static void timer_stop(void)
{
	grace = clock_deadline(GRACE_US);
	__atomic_store_n(&running, false, __ATOMIC_SEQ_CST);
	hpet_write(timer, timer_config);
	ioapic_write(ioapic_entry, ENTRY_MASKED);
}

static void timer_start(unsigned input)
{
	hpet_write(HPET_CONFIG, (hpet_read(HPET_CONFIG) & ~CONFIG_LEGACY) | CONFIG_ENABLE);
	timer_config = (hpet_read(timer) & TIMER_KEEP) | input << TIMER_INPUT_SHIFT;
	ioapic_write(ioapic_entry + 1, this_cpu()->apic_id << 24);
	ioapic_write(ioapic_entry, ENTRY_NMI);
}

/* Wait until an NMI has come, or has not for so long. */
static bool nmi_awaited(uint64_t ticks, uint64_t us)
{
	uint64_t end = clock_deadline(us);

	__atomic_store_n(&came, false, __ATOMIC_RELEASE);
	timer_set(ticks);
	while (!__atomic_load_n(&came, __ATOMIC_ACQUIRE) && !clock_passed(end))
		cpu_relax();
	return came;
}

/*
 * Does an NMI come when the timer fires, and only then? Switching it on may be taken for a first
 * time by the chipset, and emulators may deliver that late.
 */
static const char *timer_try(unsigned input)
{
	uint64_t second = hpet_ticks(1, hpet_read(HPET_PERIOD), is_64bit);
	bool comes = true;

	__atomic_store_n(&running, true, __ATOMIC_SEQ_CST);
	__atomic_store_n(&trying, true, __ATOMIC_SEQ_CST); /* from here on NMIs may come */
	timer_start(input);
	for (unsigned i = 0; i < QUIET_TRIES && comes; i++)
		comes = nmi_awaited(second, QUIET_US);
	if (!comes && nmi_awaited(second / 10000, COME_US)) {
		trying = false;
		return NULL;
	}
	trying = false;
	timer_stop();
	return comes ? "NMIs come on the timer's input that are not its"
		     : "the timer's NMI does not come";
}

void watchdog_init(void)
{
	const char *why;
	unsigned input = 0;

	seconds = option_number("watchdog", USUAL_SECONDS);
	if (!seconds)
		return;
	ipi_answer_nmis();
	why = hpet_reach();
	if (!why)
		why = timer_choose(&input);
	if (!why)
		why = input_find(input);
	if (!why)
		why = timer_try(input);
	if (why) {
		printk("watchdog: none, %s", why);
		return;
	}
	round_ticks = hpet_ticks(seconds, hpet_read(HPET_PERIOD), is_64bit);
	watchdog_kick();
	timer_set(round_ticks);
	printk("watchdog: after %llu s of silence, by the HPET's timer on input %u",
	       (unsigned long long)seconds, input);
}

/* --- At work --------------------------------------------------------------------------------- */

void watchdog_kick(void)
{
	if (running)
		__atomic_store_n(&deadline, clock_deadline(seconds * 1000000), __ATOMIC_RELAXED);
}

void watchdog_stop(void)
{
	if (running)
		timer_stop();
}

bool watchdog_answer(struct exc_frame *frame)
{
	if (trying) {
		__atomic_store_n(&came, true, __ATOMIC_RELEASE);
		return true;
	}
	if (!running || !timer_fired())
		return false;
	timer_set(round_ticks);
	if (!clock_passed(__atomic_load_n(&deadline, __ATOMIC_RELAXED)))
		return true;
	watchdog_kick(); /* whoever catches this panic goes on */
	panic_hang(frame, seconds);
	return true;
}

bool watchdog_excuses(void)
{
	if (this_cpu()->index || (in8(PORT_NMI_REASON) & NMI_OF_HARDWARE))
		return false;
	if (!clock_passed(grace))
		return true;
	nr_unknown += running;
	return running;
}

void watchdog_report(void)
{
	if (nr_unknown)
		kprintf("# watchdog: %u NMIs came that nobody knows: another device on its "
			"input?\n",
			nr_unknown);
}
