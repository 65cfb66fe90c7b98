# SPDX-License-Identifier: MIT
"""Bulkhead's log beside Linux's: which rows belong together, and the goals.

Figures are medians of cycles/op, with zeroing taken off where a row tells it.
"""

import re
import statistics
from fractions import Fraction

CPUS = "/cpus=1"
ENTRY = re.compile(r"^# entry to first benchmark line: ([0-9]+) ticks", re.MULTILINE | re.ASCII)

SAME = ("PageAlloc", "PageFree", "PagePair", "BulkArray", "BulkList", "BulkRefill", "BulkFree",
        "BulkLoop", "Vmalloc", "Vfree", "VmallocRead")
MAPPED = ("MmapMap", "MmapTouch", "MmapTotal", "Munmap", "FaultLatency", "DenseMM", "TraceMM")
# What Linux has that comes nearest to a policy.
NEAREST = {"range": "populate", "superlock": "lock", "demand": "lazy"}
LATENCIES = ("p50-cycles/op", "p99-cycles/op", "max-cycles/op")

UNLIKE = (
    "zeroing is taken off: under icount Linux's `rep stosb` counts each byte (4096 a page), our"
    " `rep stosq` each word (512). Ours is timed, page tables included; Linux's is clear_page() timed"
    " hot, times the pages, without its tables",
    "DenseMM and TraceMM: zeroing is taken off Linux's only, and only where thp is off; in ours it"
    " stays",
    "Linux counts references and memory cgroups, keeps LRU lists and statistics, and may be"
    " preempted; its processes enter the kernel by system calls and run in user mode",
    "Linux's per-CPU lists stay as the repetition before left them; ours are emptied. BulkFree and"
    " the freeing of Linux are loops over __free_page(): it has no bulk free",
    "Linux's areas and everything a process does are timed with interrupts on, pages and reads with"
    " interrupts off; ours always off",
    "range stands beside MAP_POPULATE, superlock beside mlock(), demand beside an ordinary mapping"
    " (which promises nothing); thp=always is shown where huge pages may come of it",
    "entry: Linux's is from the start of its clock to the first process, without decompression,"
    " idling and settling; ours from the first instruction to the first benchmark line",
    "instructions see neither exceptions' entry nor TLB and cache misses",
)


class Missing(Exception):
    """A log lacks a row that a goal needs."""


def figure(log, name, unit="cycles/op", zeroing=False):
    """Median of a row's repetitions; None if there is no such row or unit."""
    row = log.rows.get(name + CPUS)
    if not row:
        return None
    values = []
    for _, each in row.repetitions:
        if unit in each:
            zero = 0 if zeroing or unit != "cycles/op" else float(each.get("zero-cycles/op", 0))
            values.append(max(0.0, float(each[unit]) - zero))
    return statistics.median(values) if values else None


def is_linux(log):
    return log.value("os").startswith("linux ")


def entry(log):
    """Ticks from entry to the first result; None if the log does not say."""
    with open(log.path, encoding="utf-8", errors="replace") as file:
        found = ENTRY.search(file.read())
    return float(found.group(1)) if found else None


def partners(row, theirs):
    """(what to call it, name of Linux's row) for a row of ours."""
    name = row.name.removesuffix(CPUS)
    if row.base in SAME and name + CPUS in theirs.rows:
        yield "", name
    policy = NEAREST.get(row.params.get("policy"))
    if row.base not in MAPPED or not policy:
        return
    for thp in ("off", "always"):
        other = re.sub(r"/policy=[^/]*", f"/policy={policy}/thp={thp}", name)
        if other + CPUS in theirs.rows:
            yield f"{policy}, thp {thp}", other


def ratio(mine, other):
    """How many times as much Linux takes, for showing."""
    if not mine:
        return "-"
    times = other / mine
    return f"{times:.0f}" if times >= 100 else f"{times:.1f}" if times >= 10 else f"{times:.2f}"


def table(ours, theirs):
    """Rows of texts: figure, Bulkhead, Linux, times, beside what."""
    for row in ours.rows.values():
        name = row.name.removesuffix(CPUS)
        for beside, other in partners(row, theirs):
            units = LATENCIES if row.base == "FaultLatency" else ("cycles/op",)
            for unit in units:
                mine = figure(ours, name, unit)
                linux = figure(theirs, other, unit)
                if mine is not None and linux is not None:
                    shown = name if unit == "cycles/op" else f"{name}:{unit.split('-')[0]}"
                    yield [shown, f"{mine:.2f}", f"{linux:.2f}", ratio(mine, linux), beside]


class Goal:
    """A figure of ours and at most which share of Linux's it may be."""

    def __init__(self, text, share, mine, linux, strict=False):
        self.text = text
        self.share = Fraction(share)
        self.mine = mine
        self.linux = linux
        self.held = mine < linux * self.share if strict else mine <= linux * self.share

    def cells(self):
        wanted = f"1/{1 / self.share}" if self.share < 1 else "less"
        times = f"1/{self.linux / self.mine:.1f}" if self.mine else "0"
        return [self.text, f"{self.mine:.2f}", f"{self.linux:.2f}", times, f"goal {wanted}",
                "held" if self.held else "MISSED"]


SIMPLE = (
    ("BulkArray/batch=64", None, "1/8"),
    ("BulkFree/batch=64", None, "1/30"),
    ("PagePair/order=0", None, "1/12"),
    ("PageAlloc/order=9", None, "1/85"),
    ("PageFree/order=9", None, "1/120"),
    ("Vmalloc/size=16M/leaf=base", None, "1/10"),
    ("Vfree/size=16M/leaf=base", None, "1/22"),
    ("Vmalloc/size=16M/leaf=huge", None, "1/75"),
    ("Vfree/size=16M/leaf=huge", None, "1/1000"),
    ("MmapMap/policy=range/size=1M", "MmapMap/policy=populate/thp=off/size=1M", "1/200"),
    ("Munmap/policy=range/size=1M", "Munmap/policy=populate/thp=off/size=1M", "1/90"),
    ("MmapTouch/policy=demand/size=1M", "MmapTouch/policy=lazy/thp=off/size=1M", "1/5"),
)
PROGRAMS = (("DenseMM", 256), ("TraceMM", 1024))


def least(log, base, n):
    """The best of all policies."""
    found = [figure(log, name.removesuffix(CPUS)) for name, row in log.rows.items()
             if row.base == base and row.params.get("n") == str(n)]
    return min(found) if found else None


def goals(ours, theirs):
    """All goals; Missing if a log lacks a row."""
    def both(what, mine, linux):
        for whose, value in (("Bulkhead's", mine), ("Linux's", linux)):
            if value is None:
                raise Missing(f"{whose} log does not say {what}")
        return mine, linux

    found = []
    for name, other, share in SIMPLE:
        pair = both(name, figure(ours, name), figure(theirs, other or name))
        found.append(Goal(name, share, *pair))
    for base, n in PROGRAMS:
        pair = both(f"{base}/n={n}", least(ours, base, n), least(theirs, base, n))
        found.append(Goal(f"{base}/n={n}, better policy", 1, *pair, strict=True))
    pair = both("how long it took from entry to the first result", entry(ours), entry(theirs))
    found.append(Goal("entry to first result", "1/80", *pair))
    return found
