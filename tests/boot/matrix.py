# SPDX-License-Identifier: MIT
"""Twenty machines: every way in with every size of memory, CPU model, number of CPUs and of nodes.

Not the product of all, which would be two thousand: each value of one column meets each way in, and
each number of CPUs a number of nodes and a size. Sizes have odd tails (an odd number of MiB, and by
`mem=` of pages, and a broken page); 16G is below and above 4 GiB.

The guest's tests that depend on the machine run once a way in at least (all of them: the suites guest-gcc
and guest-clang); the rest runs benchmarks, so that both kinds of report come through each way in.
"""

from bootlib import MACHINE_TESTS, add_case, benchmark_lines, boot, expect, expect_pass

WAYS = {
    "seabios": {"BOOT": "iso", "FIRMWARE": "bios"},
    "ovmf": {"BOOT": "iso", "FIRMWARE": "uefi"},
    "direct": {"BOOT": "direct"},
}
BENCH = "bench=Bulk*,Vmalloc,MmapTotal reps=1"

# way, memory, CPU model, CPUs, nodes, and what runs there
MACHINES = (
    ("seabios", "128M", "max", "1", "1", BENCH),
    ("seabios", "255M", "qemu64", "2", "1", BENCH),
    ("seabios", "1G", "qemu64", "1", "1", MACHINE_TESTS),
    ("seabios", "1025M", "Skylake-Client", "3", "3", BENCH),
    ("seabios", "5G", "max", "4", "2", BENCH),
    ("seabios", "16G", "EPYC", "2", "4", BENCH),
    ("seabios", "3G", "max,-pdpe1gb", "1", "2", BENCH),
    ("ovmf", "129M", "qemu64", "1", "1", BENCH),
    ("ovmf", "1G", "max", "1", "1", MACHINE_TESTS),
    ("ovmf", "1023M", "max,-pdpe1gb", "2", "2", BENCH),
    ("ovmf", "5G", "qemu64", "3", "1", BENCH),
    ("ovmf", "5121M", "Skylake-Client", "4", "4", BENCH),
    ("ovmf", "16G", "max", "1", "2", BENCH),
    ("direct", "128M", "qemu64", "4", "1", BENCH),
    ("direct", "513M", "Nehalem", "2", "2", BENCH),
    ("direct", "1G", "EPYC", "3", "512M,0,512M", MACHINE_TESTS),
    ("direct", "2G", "Skylake-Client,-nx", "1", "1", BENCH),
    ("direct", "5G", "max", "1", "1", BENCH),
    ("direct", "4097M", "qemu64", "2", "1G,2G,1025M", BENCH),
    ("direct", "16G", "max,-pdpe1gb", "8", "8", BENCH),
)

# Ends of RAM that are no multiple of anything: bytes, and pages that are then RAM below 1 GiB.
TAILS = ("1073741823", "1000000001", "987654321", "536883199")


def define(way, size, model, cpus, nodes, args):
    def passes():
        run = boot(MEM=size, CPU=model, CPUS=cpus, NODES=nodes, ARGS=args, **WAYS[way])
        expect_pass(run)
        if args == BENCH:
            expect(benchmark_lines(run), "there should be benchmark lines", run)
        else:
            expect("\nok 1 " in run.out, "there should be test results", run)
        expect(f"\ncpus: {cpus} online\n" in run.out, "all CPUs", run)
        expect(run.out.count("\nram: node ") == len(nodes.split(",")) if "," in nodes
               else run.out.count("\nram: node ") == int(nodes), "all nodes", run)

    passes.__module__ = __name__
    add_case(f"{way}.{size}.{model}.cpus={cpus}.nodes={nodes}", passes)


for machine in MACHINES:
    define(*machine)


def define_tail(tail):
    def is_whole():
        run = boot(BOOT="direct", MEM="1G", ARGS=f"mem={tail} test=page_alloc.*,paging*,nodes*")
        expect_pass(run)
        last = int(tail) // 4096 * 4096
        expect(f"-0x{last:012x} " in run.out or int(tail) > 0x3ffe0000, "RAM ends with the last whole page", run)

    is_whole.__module__ = __name__
    add_case(f"tail.{tail}", is_whole)


for each_tail in TAILS:
    define_tail(each_tail)
