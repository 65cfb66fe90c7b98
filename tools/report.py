# SPDX-License-Identifier: MIT
"""Reads what the guest sends over the serial line, and judges whether the report is whole.

The capture begins with whatever firmware and GRUB write, full of cursor movement; the report starts
at the kernel's first line. What counts as a whole report is in docs/testing.md.
"""

import codecs
import re

# Cursor movement and erasing begin a new place on the screen, so they end a line; colours do not.
MOVES = re.compile(r"\x1b\[[0-9;?]*[A-HJKSTf]")
ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-Z]"
                     r"|[=>78cDEHMNOZ])")
UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[()])?$")
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

FIRST_LINE = re.compile(r"version: bulkhead |\[ *[0-9]+\.[0-9]{3,}\] |^(?:panic|refused): "
                        r"|^KTAP version |^plan: ")
LOADER_FAILED = re.compile(r"Failed to boot both default|Press any key to continue|grub rescue>"
                           r"|Aborted\. Press any key to exit|!!!! X64 Exception"
                           r"|No bootable device|Boot failed: could not read the boot disk"
                           r"|No bootable option or device was found|UEFI Interactive Shell")
LOADER_ERROR = re.compile(r"(?:fatal )?error: .*|!!!! X64 Exception.*|No bootable .*|Boot failed.*"
                          r"|BdsDxe: failed to load .*")

VERDICT = re.compile(r"([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped")
BENCHMARK_PLAN = re.compile(r"plan: ([0-9]+) benchmark lines")
TEST_PLAN = re.compile(r"1\.\.([0-9]+)")
PANIC = re.compile(r"(?:\[ *[0-9.]+\] )?((?:panic|refused): .*)")


class Cleaner:
    """Turns bytes of the serial line into whole lines of plain text."""

    def __init__(self):
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self.pending = ""
        self.line = ""

    def feed(self, data):
        """The lines that these bytes complete."""
        text = self.pending + self.decode(data)
        unfinished = UNFINISHED.search(text)
        cut = len(text)
        if unfinished and cut - unfinished.start() < 100:   # longer ones are no escapes
            cut = unfinished.start()
        self.pending, text = text[cut:], text[:cut]
        text = ESCAPES.sub("", MOVES.sub("\n", text))
        text = self.line + CONTROLS.sub("", text.replace("\r", ""))
        *lines, self.line = text.split("\n")
        return lines

    def rest(self):
        """What stands in the last line, which has no end yet."""
        return self.line


class Capture:
    """The guest's output, split into the loader's chatter and the report."""

    def __init__(self):
        self.cleaner = Cleaner()
        self.chatter = []
        self.report = []

    def feed(self, data):
        """Take bytes; returns the new lines of the report."""
        return self._take(self.cleaner.feed(data))

    def finish(self):
        """The guest has ended: its last line may lack the newline."""
        rest = self.cleaner.rest()
        return self._take([rest]) if rest else []

    def _take(self, lines):
        new = []
        for line in lines:
            if self.report or new:
                new.append(line)
                continue
            start = FIRST_LINE.search(line)
            if start:
                new.append(line[start.start():])
            elif line.strip():
                self.chatter.append(line.strip())
        self.report += new
        return new

    def loader_failure(self):
        """Why GRUB or the firmware gave up, or None."""
        lines = self.chatter + [self.cleaner.rest()]
        if self.report or not any(LOADER_FAILED.search(line) for line in lines):
            return None
        for line in lines:
            error = LOADER_ERROR.search(line)
            if error and "no suitable video mode" not in line:
                return error.group(0)
        return "no error message"


def first_match(pattern, lines):
    for line in lines:
        match = pattern.fullmatch(line)
        if match:
            return match
    return None


def planned(pattern, lines):
    """The sum of what all plans announce, None without any: a session may have several."""
    numbers = [int(match.group(1)) for match in map(pattern.fullmatch, lines) if match]
    return sum(numbers) if numbers else None


def tally(lines):
    """What the report promised and what came, by name."""
    lines = [line.rstrip() for line in lines if line.strip()]
    verdict = VERDICT.fullmatch(lines[-1]) if lines else None
    panic = first_match(PANIC, lines)
    return {
        "verdict": tuple(map(int, verdict.groups())) if verdict else None,
        "early_verdict": not verdict and first_match(VERDICT, lines) is not None,
        "panic": panic.group(1) if panic else None,
        "planned_benchmarks": planned(BENCHMARK_PLAN, lines),
        "planned_tests": planned(TEST_PLAN, lines),
        "benchmarks": sum(line.startswith("Benchmark") for line in lines),
        "ok": sum(line.startswith("ok ") for line in lines),
        "not_ok": sum(line.startswith("not ok ") for line in lines),
    }


def shortfall(seen, needs_plan):
    """How the report falls short of what it promised, in words, or None."""
    plan, came = seen["planned_benchmarks"], seen["benchmarks"]
    if plan is None and came:
        return f"{came} benchmark lines without a plan"
    if plan is not None and plan != came:
        return f"the plan said {plan} benchmark lines, {came} came"
    plan, came = seen["planned_tests"], seen["ok"] + seen["not_ok"]
    if plan is None and seen["ok"]:
        return f"{came} test results without a plan"
    if plan is not None and plan != came:
        return f"the plan said {plan} tests, {came} results came"
    if needs_plan and seen["planned_tests"] is None and seen["planned_benchmarks"] is None:
        return "neither tests nor benchmarks were announced"
    return None
