# SPDX-License-Identifier: MIT
"""tools/compare_linux and tools/compare_native on logs made up: table, goals, exit statuses."""

import os

from bootlib import TOOLS, case, execute, expect
from report_page import HEAD, Folder, made_up

import beside

COMPARE = os.path.join(TOOLS, "compare_linux")
NATIVE = os.path.join(TOOLS, "compare_native")
COUNTED = "ticks: instructions, counted by the emulator, under QEMU TCG"
OURS_HEAD = HEAD.replace("ticks: of the TSC, under QEMU TCG", COUNTED) \
    + "# entry to first benchmark line: 1000 ticks\n"
LINUX_HEAD = OURS_HEAD.replace("0123abcd", "companion on Linux").replace(": 1000 t", ": 90000 t") \
    + "os: linux 6.1.0-test\n"
ALL = len(beside.SIMPLE) + len(beside.PROGRAMS) + 1
MATRICES = (("DenseMM", 256, 1000), ("TraceMM", 1024, 500))


def rows(ours, share=1.0):
    """Rows of the goals: every one of ours costs 10, and Linux's so that a goal is just held."""
    found = {}
    for name, other, least in beside.SIMPLE:
        times = int(least[2:]) * share
        found[name if ours else other or name] = {"cycles/op": 10 if ours else 10 * times}
    for base, n, cost in MATRICES:
        for policy in ("range", "demand") if ours else ("populate/thp=off", "lazy/thp=off"):
            found[f"{base}/policy={policy}/n={n}"] = {
                "cycles/op": cost if ours else (cost + 1) * share}
    return found


def log(ours, given=None, **changes):
    head = changes.pop("head", OURS_HEAD if ours else LINUX_HEAD)
    return made_up(given or rows(ours), noise=0, head=head, **changes)


def last(run):
    return (run.out.strip().splitlines() or [""])[-1]


@case
def goals_are_held_at_their_limit():
    with Folder() as folder:
        run = execute(COMPARE, folder.write("a.log", log(True)),
                      folder.write("b.log", log(False)))
    expect(run.status == 0 and last(run) == f"{ALL} goals, {ALL} held", "all should be held", run)
    expect("MISSED" not in run.out and "Not like for like" in run.out, "what is said", run)


@case
def each_goal_can_be_missed():
    names = [other or name for name, other, _ in beside.SIMPLE]
    names += [f"{base}/policy=" for base, _, _ in MATRICES]
    with Folder() as folder:
        ours = folder.write("a.log", log(True))
        for missed in names:
            given = rows(False)
            less = rows(False, 0.99)
            given = {name: less[name] if name.startswith(missed) else units
                     for name, units in given.items()}
            run = execute(COMPARE, ours, folder.write("b.log", log(False, given)))
            expect(run.status == 1 and last(run) == f"{ALL} goals, {ALL - 1} held", missed, run)
            expect(run.out.count("MISSED") == 1, "one is marked", run)
        slow = LINUX_HEAD.replace(": 90000 ticks", ": 79999 ticks")
        run = execute(COMPARE, ours, folder.write("b.log", log(False, head=slow)))
        expect(run.status == 1 and last(run) == f"{ALL} goals, {ALL - 1} held", "entry", run)


@case
def another_kernel_than_the_goals_is_named():
    with Folder() as folder:
        ours = folder.write("a.log", log(True))
        for release, named in (("6.1.0-test", False), ("6.12.0-test", True), ("7.1.0", True)):
            later = LINUX_HEAD.replace("6.1.0-test", release)
            run = execute(COMPARE, ours, folder.write("b.log", log(False, head=later)))
            expect(run.status == 0 and last(run) == f"{ALL} goals, {ALL} held", release, run)
            expect(("this is another kernel" in run.out) == named, release, run)


@case
def zeroing_is_taken_off_and_policies_stand_beside_their_like():
    ours, theirs = rows(True), rows(False)
    ours["MmapMap/policy=range/size=1M"] = {"cycles/op": 4106, "zero-cycles/op": 4096}
    theirs["MmapMap/policy=populate/thp=off/size=1M"] = {"cycles/op": 7104,
                                                         "zero-cycles/op": 4104}
    ours["MmapMap/policy=overcommit/size=1M"] = {"cycles/op": 5}
    with Folder() as folder:
        run = execute(COMPARE, folder.write("a.log", log(True, ours)),
                      folder.write("b.log", log(False, theirs)))
    line = next((line.split() for line in run.out.splitlines()
                 if line.startswith("MmapMap/policy=range/size=1M ")), [])
    expect(line == ["MmapMap/policy=range/size=1M", "10.00", "3000.00", "300", "populate,", "thp",
                    "off"], f"the row should be without zeroing: {line}", run)
    expect("overcommit" not in run.out, "Linux has nothing like overcommit", run)


@case
def ticks_of_a_clock_assert_no_goal():
    head = {True: OURS_HEAD, False: LINUX_HEAD}
    head = {which: text.replace(COUNTED, "ticks: of the TSC, under QEMU TCG")
            for which, text in head.items()}
    with Folder() as folder:
        slow = folder.write("b.log", log(False, rows(False, 0.1), head=head[False]))
        run = execute(COMPARE, folder.write("a.log", log(True, head=head[True])), slow)
        expect(run.status == 0 and last(run) == "0 goals, 0 held", "nothing is asserted", run)
        run = execute(COMPARE, folder.write("a.log", log(True)), slow)
        expect(run.status == 2 and "do not count the same" in run.err, "different ticks", run)


@case
def logs_that_cannot_be_judged_are_refused():
    with Folder() as folder:
        ours, theirs = folder.write("a.log", log(True)), folder.write("b.log", log(False))
        run = execute(COMPARE, ours, ours)
        expect(run.status == 2 and "no log of the companion" in run.err, "ours twice", run)
        cut = folder.write("cut.log", log(False).rsplit("\n", 3)[0])
        run = execute(COMPARE, ours, cut)
        expect(run.status == 2 and "cut short" in run.err, "a log cut short", run)
        less = {name: units for name, units in rows(False).items() if "PagePair" not in name}
        run = execute(COMPARE, ours, folder.write("c.log", log(False, less)))
        expect(run.status == 2 and "Linux's log does not say PagePair" in run.err, "a row", run)
        run = execute(COMPARE, ours)
        expect(run.status == 2, "one log alone", run)
        run = execute(COMPARE, ours, theirs)
        expect(run.status == 0, "and the good ones pass", run)


@case
def a_page_of_both_logs_has_the_ratios():
    with Folder() as folder:
        ours, theirs = folder.write("a.log", log(True)), folder.write("b.log", log(False))
        folder.report(ours, theirs)
        with open(os.path.join(folder.output, "index.html"), encoding="utf-8") as file:
            page = file.read()
        expect("Beside Linux" in page and "populate, thp off" in page, "the page", page[:2000])
        folder.report(ours)
        with open(os.path.join(folder.output, "index.html"), encoding="utf-8") as file:
            expect("Beside Linux" not in file.read(), "without Linux's log there is no such part")


def native(array, mapped):
    """What compare_native looks at: a stack limit of 2, so 5 for array and free together."""
    return made_up({"Limit/of=stack": {"cycles/op": 2}, "Limit/of=store": {"cycles/op": 1},
                    "Limit/of=zero": {"cycles/op": 100}, "BulkFree/batch=64": {"cycles/op": 2},
                    "BulkArray/batch=64": {"cycles/op": array},
                    "MmapMap/policy=range/size=1M": {"cycles/op": mapped,
                                                     "zero-cycles/op": 200}}, noise=0)


@case
def native_goals_are_multiples_of_the_limits():
    with Folder() as folder:
        for array, mapped, held in ((3, 220, 2), (3.01, 220, 1), (3, 220.1, 1), (4, 300, 0)):
            run = execute(NATIVE, folder.write("n.log", native(array, mapped)))
            expect(last(run) == f"2 goals, {held} held" and run.status == (held < 2),
                   f"{array}, {mapped}", run)
        run = execute(NATIVE, folder.write("n.log", log(True)))
        expect(run.status == 2 and "has no cycles/op of Limit/of=stack" in run.err, "no limit", run)
