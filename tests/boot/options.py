# SPDX-License-Identifier: MIT
"""The kernel's command line: malformed values end the run and are named, the rest goes on."""

from bootlib import FAILED, add_case, boot, case, expect, expect_pass

MALFORMED = (
    "reps=0", "reps=1001", "reps=x", "reps", "seed=-1", "list=2", "dry=maybe", "quiet=loud",
    "shell=0", "shell=x", "net=0", "net=x", "net=86401", "ip=", "ip=192.0.2.2", "ip=192.0.2.2/33",
    "ip=192.0.2.2/24::192.0.3.1", "netlog=", "netlog=192.0.2.1:0", "netlog=host:514", "end=never", "watchdog=x", "console=ttyS4", "console=uart,mmio16,0x1000", "console=ttyS0,57601", "console=", "panic=soon", "panic=86401",
    "mem=0", "mem=garbage", "mem=-1", "mem=16777216T", "memmap=0", "memmap=", "memmap=64M$",
    "memmap=@64M", "memmap=64M%1G", "memmap=64M@1G,", "memmap=0@1G", "memmap=1M@0xffffffffffffffff",
    "init_on_alloc=2", "page_poison=x", "page_redzone=2", "page_owner=x", "page_trace=x", "vmalloc_guard=9",
    "fail_page_alloc=", "fail_page_alloc=1,2,3", "fail_page_alloc=0,1,1,1", "fail_page_alloc=1,101,0,-1", "nohugevmalloc=9", "nohugemmap=x", "nosmp=2", "maxcpus=x",
    "nox2apic=5", "numa=on", "numa=fake=0", "numa=fake=x", "provoke=nothing",
)


def define(option):
    def is_refused():
        run = boot(BOOT="direct", ARGS=f"quiet dry {option}")
        expect(run.status == FAILED, "should fail", run)
        key, _, value = option.partition("=")
        expect(f"refused: cmdline: '{key}={value}': " in run.last, "the last line names it", run)
        expect(f"cmdline: quiet dry {option}\n" in run.out, "the head comes all the same", run)

    is_refused.__module__ = __name__
    add_case(f"malformed.{option}", is_refused)


for each in MALFORMED:
    define(each)


@case
def unknown_ones_are_logged():
    run = boot(BOOT="direct", ARGS="dry nosuch=1 numa=fake=2 page_poison=1 maxcpus=1 nohugevmalloc nohugemmap "
                               "list=0")
    expect_pass(run)
    expect("'nosuch=1' is not known here, ignored" in run.out, "unknown", run)
    expect(run.out.count(" is not known here") == 1, "the others are", run)


@case
def familiar_ones_that_hold_anyway_are_silent():
    run = boot(BOOT="direct", ARGS="dry nosmp maxcpus=1 nox2apic numa=off")
    expect_pass(run)
    expect("] cmdline:" not in run.out, "nothing to say", run)


@case
def long_lines_come_whole_or_not_at_all():
    """Half a line could be half a value, or lack the range that must not be used as RAM."""
    words = "dry " + " ".join(f"unknown{i}" for i in range(370))
    run = boot(BOOT="direct", ARGS=words)
    expect_pass(run)
    expect(f"cmdline: {words}\ncpu: " in run.out, "the line should be shown whole", run)
    for args in ("dry" + (" x" + "y" * 97) * 90, "dry" + " z" * 1100):
        run = boot(BOOT="iso", ARGS=args)
        expect(run.status == FAILED and "refused: cmdline: more than" in run.last, "too long", run)


@case
def a_card_has_one_address():
    run = boot(BOOT="direct", ARGS="dry ip=192.0.2.2/24:::::nic1 ip=:::::nic1:dhcp")
    expect(run.status == FAILED and "this device has been given an address already" in run.last, "twice", run)
    run = boot(BOOT="direct", ARGS="dry ip=192.0.2.2/24:::::nic1 ip=dhcp" + " ip=off" * 7)
    expect(run.status == FAILED and "there may be 8 addresses" in run.last, "nine", run)
    run = boot(BOOT="direct", ARGS="dry ip=192.0.2.2/24:::::nic1 ip=dhcp" + " ip=off" * 6)
    expect_pass(run)
