# SPDX-License-Identifier: MIT
"""Many CPUs and nodes: each way in, each number, and what goes wrong on a CPU that did not boot."""

import re

from bootlib import FAILED, add_case, boot, case, expect, expect_pass

WAYS = {
    "direct": {"BOOT": "direct"},
    "seabios": {"BOOT": "iso", "FIRMWARE": "bios"},
    "ovmf": {"BOOT": "iso", "FIRMWARE": "uefi"},
}


def expect_cpus(run, online, more=""):
    expect(f"\ncpus: {online} online{more}\n" in run.out, f"{online} CPUs should be online", run)


def expect_ran(run, pattern):
    """Tests of these names ran, and none was skipped for want of CPUs."""
    expect(re.search(pattern, run.out), f"there should be results of {pattern}", run)
    expect("skipped: one CPU" not in run.out, "no test should have found one CPU only", run)


def define_cpus(way, cpus, tests):
    def come_online():
        run = boot(CPUS=str(cpus), ARGS=f"test={tests}", MEM="1G", **WAYS[way])
        expect_pass(run)
        expect_cpus(run, cpus)
        spread = re.findall(r"^tsc-spread: at most \d+ ticks over (\d+) CPUs", run.out, re.MULTILINE)
        expect(len(spread) == (cpus > 1) and all(1 <= int(nr) <= cpus for nr in spread),
               "with several CPUs the spread of their TSCs should be told", run)
        expect_ran(run, r"\nok [0-9]+ smp\.pages_wander_between_cpus_and_none_is_lost\n")

    come_online.__module__ = __name__
    add_case(f"{way}.{cpus}_cpus", come_online)


for each_way, each_cpus, each_tests in (
        ("direct", 2, "*"), ("direct", 4, "*"), ("direct", 8, "smp*,vspace*,vmalloc*,page*"),
        ("direct", 64, "smp*"), ("seabios", 4, "smp*"), ("ovmf", 4, "smp*"), ("ovmf", 8, "smp*")):
    define_cpus(each_way, each_cpus, each_tests)


# Nodes: the variable NODES, CPUs, and MiB that each should have: QEMU's BIOS keeps some of the first
# and the last one's.
NODES = {
    "two": ("2", 2, (512, 512)),
    "four": ("4", 4, (256, 256, 256, 256)),
    "eight_with_two_cpus": ("8", 2, (128,) * 8),
    "uneven": ("600M,64M,360M", 4, (600, 64, 360)),
    "without_memory": ("512M,0,256M,0", 4, (512, 0, 256, 0)),
    "first_without_memory": ("0,512M,0,512M", 4, (0, 512, 0, 512)),
}


def define_nodes(name, nodes, cpus, sizes, way):
    def have_their_memory():
        run = boot(NODES=nodes, CPUS=str(cpus), ARGS="test=smp*,node*,page*,vmalloc*", **WAYS[way])
        expect_pass(run)
        expect_cpus(run, cpus)
        found = [int(mib) for mib in re.findall(r"^ram: node [0-9]+, ([0-9]+) MiB$", run.out,
                                                re.MULTILINE)]
        expect(len(found) == len(sizes), f"there should be {len(sizes)} nodes", run)
        for have, size in zip(found, sizes):
            expect(size - 16 <= have <= size if size else have == 0,
                   f"nodes should have {sizes} MiB, less what the firmware keeps", found)

    have_their_memory.__module__ = __name__
    add_case(f"nodes.{name}.{way}", have_their_memory)


for each_name, (each_nodes, each_cpus, each_sizes) in NODES.items():
    define_nodes(each_name, each_nodes, each_cpus, each_sizes, "direct")
define_nodes("uneven", *NODES["uneven"], "ovmf")


@case
def options_leave_cpus_out():
    for option, online, more in (("maxcpus=2", 2, ", 2 left out by maxcpus="), ("maxcpus=1", 1, ""),
                                 ("maxcpus=0", 1, ""), ("nosmp", 1, ""),
                                 ("maxcpus=64", 4, ""), ("nox2apic", 4, "")):
        run = boot(BOOT="direct", CPUS="4", ARGS=f"dry {option}")
        expect_pass(run)
        expect_cpus(run, online, more)
        expect("no effect" not in run.out, f"{option} has an effect", run)
        expect(("apic: " in run.out) == (online > 1), f"with {option} the APIC is touched only if "
               "other CPUs are wanted", run)


@case
def options_make_nodes():
    for option, nodes in (("numa=off", 1), ("numa=fake=1", 1), ("numa=fake=3", 3),
                          ("numa=fake=64", 64)):
        run = boot(BOOT="direct", CPUS="2", NODES="2", ARGS=f"dry {option}")
        expect_pass(run)
        expect(len(re.findall(r"^ram: node ", run.out, re.MULTILINE)) == nodes,
               f"{option} should make {nodes} nodes", run)


@case
def a_cpu_that_does_not_answer_is_left_out():
    run = boot(BOOT="direct", CPUS="4", ARGS="provoke=dead-cpu test=smp*")
    expect_pass(run)
    expect_cpus(run, 4, ", 1 did not start")
    expect("smp: CPU with APIC id 0xfd left out: it does not answer" in run.out, "the log", run)


# What the report of a panic on another CPU says.
ELSEWHERE = {
    "panic-elsewhere": ("panic: provoked by the command line\n# on CPU 3 of 4\n", "ap_main+"),
    "overflow-elsewhere": ("a stack has run over", "# on CPU 3 of 4\n", " times more", "ap_main+"),
    "panic-everywhere": ("panic: provoked by the command line\n# on CPU ",),
    "panic-amid-lines": (" on and on\n", "panic: provoked by the command line\n# on CPU 3 of 4\n",
                         "ap_main+"),
    "nmi-in-panic": ("panic: provoked by the command line\n# on CPU 0 of 4\n", "provoke_failure+"),
    "deaf-cpu": ("# on CPU 0 of 4\n# 3 CPUs did not stop\n",),
}


def define_elsewhere(name, words):
    def is_one_report():
        run = boot(BOOT="direct", CPUS="4", ARGS=f"provoke={name}")
        expect(run.status == FAILED, "the guest should say that it failed", run)
        expect(run.out.count("panic: ") == 1, "there should be one report", run)
        for word in words:
            expect(word in run.out, f"the report should say '{word}'", run)
        expect(run.out.endswith("\n0 passed, 1 failed, 0 skipped\n"), "the verdict comes last", run)

    is_one_report.__module__ = __name__
    add_case(f"panic.{name}", is_one_report)


for each_failure, each_words in ELSEWHERE.items():
    define_elsewhere(each_failure, each_words)


@case
def every_benchmark_passes_with_several_cpus_and_nodes():
    run = boot(BOOT="direct", CPUS="3", NODES="2", MEM="1G", ARGS="reps=1 quiet")
    expect_pass(run)
    expect(run.out.count("BenchmarkHashLookup/size=64M/leaf=huge/nodes=interleave/") == 1,
           "tables that are spread", run)


@case
def benchmarks_scale_over_cpus():
    run = boot(BOOT="direct", CPUS="4", MEM="1G", ARGS="bench=Scale* reps=2")
    expect_pass(run)
    for cpus in (1, 2, 4):
        expect(f"BenchmarkScalePagePair/order=0/cpus={cpus}  " in run.out, f"{cpus} CPUs", run)
    expect("# claim Q6: " in run.out, "the claim should be held against this run", run)
    expect("ticks, " in run.out and ": not judged, as emulated CPUs share the host's" in run.out,
           "an emulator's ticks judge no claim about several CPUs", run)
    expect("#   locks waited for: 0.000 for each on one CPU, " in run.out, "counted locks", run)


@case
def the_count_of_cpus_does_not_change_what_one_pays():
    """Under icount: the hit path is the same; a batch claims words of a chunk of its own for 3 %."""
    found = {}
    for cpus in ("1", "2"):
        run = boot(BOOT="direct", ACCEL="icount", CPUS=cpus, MEM="1G",
                   ARGS="quiet bench=PagePair/order=0/*,BulkArray/batch=64/cpus=1 reps=1")
        expect_pass(run)
        found[cpus] = [float(value) for value in
                       re.findall(r"^Benchmark\S+  [0-9]+  ([0-9.]+) cycles/op", run.out,
                                  re.MULTILINE)]
    expect(len(found["1"]) == len(found["2"]) == 2, "two figures each", found)
    (array_one, pair_one), (array_two, pair_two) = found["1"], found["2"]
    expect(abs(pair_one - pair_two) <= 0.005 * pair_one, "the same within 0.5 %", found)
    expect(array_two <= 1.04 * array_one, "a batch at most 4 % dearer", found)
