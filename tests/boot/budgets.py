# SPDX-License-Identifier: MIT
"""What a page may cost, in instructions: figures under icount against tests/boot/budgets.

One tick is one instruction there, on every machine and in every run, so a figure above its budget
is a change of the code and not noise.
"""

import os
import re
import statistics
import threading

from bootlib import benchmark_lines, boot, case, expect, expect_pass

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "budgets")
VARIABLES = {"BOOT": "direct", "ACCEL": "icount", "MEM": "1G",
             "ARGS": "quiet bench=Page*,Bulk*,Vmalloc,Vfree,Mmap*,Munmap,FaultLatency,Rpc*,"
                     "PacketForward/alloc=bulk/batch=64/table=huge/* reps=3"}
WORST = dict(VARIABLES, ARGS="quiet bench=Worst*,Jitter* reps=1")
ENTRY = re.compile(r"^# entry to first benchmark line: ([0-9]+) ticks", re.MULTILINE)

lock = threading.Lock()
first_run = []


def measured():
    """The run that all cases but one look at."""
    with lock:
        if not first_run:
            first_run.append(boot(**VARIABLES))
    expect_pass(first_run[0])
    return first_run[0]


def budgets():
    """[(name, most)] of the table; "entry" is not a benchmark."""
    found = []
    with open(TABLE, encoding="utf-8") as file:
        for line in file:
            words = line.split("#")[0].split()
            if words:
                found.append((words[0], float(words[1])))
    return found


def figures(run):
    """{name without cpus=1: median of the repetitions}, and for further figures name:unit."""
    found = dict(benchmark_lines(run, zeroing=False))
    for line in run.out.splitlines():
        match = re.match(r"Benchmark(\S+)\s", line)
        for value, unit in re.findall(r" ([0-9.]+) (\w+-cycles/op)", line) if match else ():
            found.setdefault(f"{match.group(1)}:{unit}", []).append(float(value))
    return {name.replace("/cpus=1", ""): statistics.median(values)
            for name, values in found.items()}


def keep_budgets(run, wanted):
    have = figures(run)
    over = []
    expect(len(wanted) >= 15, "the table should hold all budgets", wanted)
    for name, most in wanted:
        figure = have.get(name)
        print(f"# budget {name}: {figure} of {most}", flush=True)
        if figure is None:
            over.append(f"{name} was not measured")
        elif figure > most:
            over.append(f"{name} costs {figure}, at most {most}")
    expect(not over, "\n".join(over), run)


@case
def every_benchmark_keeps_its_budget():
    keep_budgets(measured(), [(name, most) for name, most in budgets()
                              if name != "entry" and not name.startswith("Worst")])


@case
def every_worst_case_keeps_its_bound():
    run = boot(**WORST)
    expect_pass(run)
    keep_budgets(run, [(name, most) for name, most in budgets() if name.startswith("Worst")])
    jitter = re.findall(r"^BenchmarkJitter(\S+)/cpus=1 .* ([0-9.]+) p99.9/p50$", run.out, re.M)
    expect(len(jitter) >= 11, "each call's jitter", run)


@case
def range_takes_no_fault_after_mmap():
    """By the space's own counter, in the report; under demand paging there is one for each page."""
    found = dict(re.findall(r"^Benchmark(\S+)/cpus=1 .* ([0-9.]+) faults/op", measured().out, re.M))
    for policy, most in (("range", 0), ("superlock", 0), ("demand", 1), ("overcommit", 1)):
        rows = {name: float(n) for name, n in found.items() if f"policy={policy}" in name}
        expect(len(rows) >= 6 and set(rows.values()) == {most}, f"faults under {policy}", rows)


@case
def entry_to_first_benchmark_line_keeps_its_budget():
    run = measured()
    ticks = ENTRY.search(run.out)
    expect(ticks, "the report should say how long it took", run)
    most = dict(budgets())["entry"]
    print(f"# budget entry: {ticks.group(1)} of {most:.0f}", flush=True)
    expect(int(ticks.group(1)) <= most, f"at most {most:.0f} ticks", ticks.group(0))


@case
def icount_repeats_exactly():
    few = dict(VARIABLES, ARGS="quiet bench=Bulk*,PagePair,MmapTotal/policy=demand/* reps=2")
    run, again = boot(**few), boot(**few)
    expect_pass(run)
    expect_pass(again)

    def lines(finished):
        return [line for line in finished.out.splitlines() if line.startswith("Benchmark")]
    differing = [f"{a}\n{b}" for a, b in zip(lines(run), lines(again)) if a != b]
    expect(lines(run) and len(lines(run)) == len(lines(again)), "as many lines in both runs", again)
    expect(not differing, "two runs should be the same\n" + "\n".join(differing))
