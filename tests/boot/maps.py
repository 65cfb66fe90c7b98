# SPDX-License-Identifier: MIT
"""Memory maps that no machine of QEMU has, made by `memmap=`: what is RAM adds up, all is used."""

import random
import re

from bootlib import FAILED, boot, case, expect, expect_pass

SIGNS = {1: "@", 2: "$", 3: "#", 4: "$"}
SUMS = re.compile(r"memory: RAM ([0-9]+) pages; below its end: holes ([0-9]+) pages, reserved by the "
                  r"firmware ([0-9]+) pages; ACPI tables ([0-9]+) pages, NVS ([0-9]+) pages")
KEPT = re.compile(r"memory: kept ([0-9]+) pages, of which metadata ([0-9]+) KiB \(([0-9.]+) % of RAM"
                  r"\), free ([0-9]+) pages")
# Of an Intel D875PBZ and an Intel S3420GPV: start, end, type.
D875PBZ = ((0, 0x9fc00, 1), (0x9fc00, 0xa0000, 2), (0xe6000, 0x100000, 2),
           (0x100000, 0x7fe30000, 1), (0x7fe30000, 0x7fe41810, 4), (0x7fe41810, 0x7ff30000, 1),
           (0x7ff30000, 0x7ff40000, 3), (0x7ff40000, 0x7fff0000, 4), (0x7fff0000, 0x80000000, 2),
           (0xfecf0000, 0xfecf1000, 2), (0xfed20000, 0xfeda0000, 2))
S3420GPV = ((0, 0x9c000, 1), (0x9c000, 0xa0000, 2), (0xe0000, 0x100000, 2),
            (0x100000, 0x9d7c8000, 1), (0x9d7c8000, 0x9d89c000, 4), (0x9d89c000, 0x9f6a4000, 3),
            (0x9f6a4000, 0x9f6df000, 2), (0x9f6df000, 0x9f78a000, 3), (0x9f78a000, 0x9f7df000, 4),
            (0x9f7df000, 0x9f800000, 3), (0x9f800000, 0xb0000000, 2), (0xfed1c000, 0xfed20000, 2),
            (0xff800000, 0x100000000, 2), (0x100000000, 0x15c000000, 1))


def memmap(ranges):
    return ",".join(f"{end - start:#x}{SIGNS[kind]}{start:#x}" for start, end, kind in ranges)


def sums(run):
    """(RAM, holes, reserved, ACPI) in pages; what is kept and what is free must make up RAM."""
    expect_pass(run)
    seen, kept = SUMS.search(run.out), KEPT.search(run.out)
    expect(seen and kept, "the log should have its sums", run)
    ram, holes, reserved, acpi, _ = (int(n) for n in seen.groups())
    expect(int(kept.group(1)) + int(kept.group(4)) == ram, "kept and free should make up RAM", run)
    return ram, holes, reserved, acpi


@case
def of_an_intel_d875pbz():
    run = boot(BOOT="direct", MEM="3G", ARGS=f"test=paging.*,page_alloc.* memmap=exactmap,"
                                             f"{memmap(D875PBZ)}")
    expect(sums(run)[0] == 523965, "pages of RAM", run)
    expect("RAM 0x00007fe42000-0x00007ff30000 952 KiB" in run.out, "whole pages only", run)


@case
def of_an_intel_s3420gpv():
    run = boot(BOOT="direct", MEM="6G", ARGS=f"test=paging.*,page_alloc.* memmap=exactmap,"
                                             f"{memmap(S3420GPV)}")
    ram, _, _, acpi = sums(run)
    expect((ram, acpi) == (1021796, 7892), "pages of RAM and of ACPI tables", run)


@case
def with_hundreds_of_holes():
    holes = ",".join(f"4K${0x2000000 + i * 0x3000:#x}" for i in range(250))
    plain = sums(boot(BOOT="direct", ARGS="dry"))
    holed = sums(boot(BOOT="direct", ARGS=f"test=paging.*,page_alloc.* memmap={holes}"))
    expect(plain[0] - holed[0] == 250 and holed[2] - plain[2] == 250, "a page each", holed)


@case
def with_ragged_edges():
    """Each of these bytes takes a page out, a byte at each of two pages takes two."""
    plain = sums(boot(BOOT="direct", ARGS="dry"))
    ragged = sums(boot(BOOT="direct", ARGS="test=paging.* memmap=1$0x5000fff,2!0x6000fff,1#0x7000000"))
    expect(plain[0] - ragged[0] == 4, "four pages", ragged)


@case
def where_the_image_is_reserved():
    """Then the direct map has no alias of it; the run goes on in its own mapping."""
    for option in ("memmap=8M$0", "memmap=64M$0", "memmap=exactmap,64M@16M"):
        sums(boot(BOOT="direct", ARGS=f"test=paging.*,page_alloc.* {option}"))
        sums(boot(BOOT="direct", ARGS=f"bench=BulkArray reps=1 {option}"))


@case
def with_just_enough_and_one_page_less():
    sums(boot(BOOT="direct", ARGS="bench=BulkArray reps=1 memmap=exactmap,32M@1M"))
    run = boot(BOOT="direct", ARGS="memmap=exactmap,32764K@1M")
    expect(run.status == FAILED and "refused: memory: 32764 KiB" in run.last, "refused", run)


@case
def with_ram_that_is_not_there():
    """Named on the command line or by a firmware that lies: refused before anything is put there."""
    for size, option in (("1G", "64M@2G"), ("1G", "64M@5G"), ("1G", "1G@1G"), ("1G", "64T@0"),
                         ("1G", "64M@0xfe000000"), ("5G", "1M@0xc0800000"), ("5G", "1G@3G")):
        run = boot(BOOT="direct", MEM=size, ARGS=f"test memmap={option}")
        expect(run.status == FAILED and "refused: memory: no RAM answers at 0x" in run.last,
               f"memmap={option} should be refused", run)


@case
def with_ram_beyond_the_address_bits():
    """Left out, with a line that says so: a page table entry cannot name it."""
    run = boot(BOOT="direct", CPU="qemu64", ARGS="dry memmap=1G@2T memmap=2T$1T")
    plain = sums(boot(BOOT="direct", ARGS="dry"))
    expect(sums(run)[0] == plain[0], "should change nothing", run)
    expect("this CPU's addresses end at 0x10000000000" in run.out, "should say so", run)


def available_gib():
    with open("/proc/meminfo", encoding="utf-8") as file:
        return int(re.search(r"MemAvailable: *([0-9]+)", file.read()).group(1)) >> 20


@case
def of_a_terabyte():
    """Of which the host must find what is touched: the metadata, 4 GiB."""
    if available_gib() < 8:
        print("# skipped: the host has not 8 GiB to spare", flush=True)
        return
    run = boot(BOOT="direct", MEM="1T", CPU="max,-pdpe1gb", ARGS="bench=BulkArray reps=1")
    expect(sums(run)[0] > 0.999 * (1 << 28), "all of it is RAM", run)


@case
def at_random():
    """Overlapping pieces of every kind, also over the image."""
    seed = 20240101
    generator = random.Random(seed)
    print(f"# seed {seed}", flush=True)
    for _ in range(8):
        pieces = []
        for _ in range(generator.randrange(5, 150)):
            start, size = generator.randrange(0x100000, 0x3fc00000), generator.randrange(1, 0x300000)
            pieces.append((start, start + size, generator.randrange(1, 5)))
        sums(boot(BOOT="direct", ARGS=f"test=paging.* bench=BulkArray reps=1 "
                                      f"memmap={memmap(pieces)}"))
