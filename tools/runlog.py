# SPDX-License-Identifier: MIT
"""One captured log as data: the machine, every benchmark's repetitions, findings, the verdict.

The format is in docs/benchmarks.md ("The log's format"). A log that is cut short, garbled within a
benchmark line, or of something else is refused with the line's number in the file. What the log
says is taken as text: whoever shows it must escape it.
"""

import os
import re

import report

LONGEST_FILE = 64 << 20     # bytes
LONGEST_LINE = 2000         # characters of a line that are kept for showing

NAME = re.compile(r"[A-Z][A-Za-z0-9]*(?:/[a-z][a-z0-9-]*=[A-Za-z0-9_.:+-]+)*", re.ASCII)
COUNT = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)
VALUE = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,9})?", re.ASCII)
UNIT = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,30}/[A-Za-z]{1,10}(?:\([a-z]{1,10}\))?", re.ASCII)
LOST = re.compile(r"Benchmark[A-Z]\S*\s+[0-9]|(?:^|\s)[0-9.]+\s+[A-Za-z0-9-]*/op\b", re.ASCII)

HEAD = re.compile(r"([a-z][a-z0-9-]*): ?(.*)")
NO_HEAD = ("plan", "run", "panic", "refused", "make", "deps")
UNIT_LINE = re.compile(r"Unit (\S+) better=(lower|higher)")
LOG_LINE = re.compile(r"\[ *[0-9]+\.[0-9]+\] ")
TABLE = re.compile(r"([A-Z]\w*): (.*)")           # the next line begins with "against "
SECTION = re.compile(r"---- (.*) ----")
PROGRESS = re.compile(r"group [0-9]+ of [0-9]+: .*|ticks are .*")
SKIPPED = re.compile(r"(\S+) skipped: (.*)")
CLAIM = re.compile(r"claim (\S+): (.*)")
MEASURED = re.compile(r"(.*): (holds|does not hold|no difference) here")
DISTRIBUTION = re.compile(r"distribution (\S+): (.*)")
FAILED = re.compile(r"not ok (?:[0-9]+ )?(\S+?):? (.*)|not ok (.*)")


class LogError(Exception):
    """A log that cannot be used: file, line, why."""

    def __init__(self, path, line, why):
        super().__init__(f"{plain(path)}:{line}: {why}" if line else f"{plain(path)}: {why}")


def plain(text):
    """This text without anything that a terminal or a page would not show as a character."""
    text = os.fsencode(text).decode("utf-8", "replace")
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def quote(text, most=60):
    text = plain(text)
    return f"'{text[:most]}'" + (" ..." if len(text) > most else "")


class Section(str):
    """The heading of a part of the report."""


class Row:
    """A benchmark with one set of parameters, and all its repetitions."""

    def __init__(self, name, line):
        self.name = name
        self.line = line                # of its first repetition
        self.base, *params = name.split("/")
        self.params = dict(param.split("=", 1) for param in params)
        self.repetitions = []           # (iterations, {unit: value}) as text

    def units(self):
        return list(dict.fromkeys(unit for _, values in self.repetitions for unit in values))

    def values(self, unit):
        return [float(values[unit]) for _, values in self.repetitions if unit in values]


class Table:
    """The heading of one of the log's own tables: what its rows mean."""

    def __init__(self, name, operation):
        self.name = name
        self.operation = operation
        self.against = ""
        self.rows = set()


class Claim:
    """What others have said, and what the run says to that."""

    def __init__(self, ident, text):
        self.ident = ident
        self.text = text
        self.measured = ""
        self.answer = ""        # "holds", "does not hold", "no difference"; empty: it is not said


class Log:
    """All of one log that is worth showing."""

    def __init__(self, path):
        self.path = path
        self.label = plain(os.path.basename(path))
        self.head = []              # (key, value), in the log's order
        self.rows = {}              # name: Row
        self.better = {}            # unit: lower, higher
        self.tables = []
        self.findings = []          # blocks: lists of Claim, text, or lists of indented texts
        self.distributions = {}     # name: [(from, how many)]
        self.skipped = []           # (name, why)
        self.failures = []          # "not ok" lines
        self.messages = []          # the kernel's log lines
        self.odd = []               # (line number, text): lines of no known kind
        self.verdict = None         # (passed, failed, skipped)

    def value(self, key):
        """The first value of a key of the head, or an empty text."""
        return next((value for name, value in self.head if name == key), "")

    @property
    def emulator(self):
        return self.value("ticks").partition("under ")[2]

    @property
    def tick(self):
        """What one tick is, in the plural."""
        ticks = self.value("ticks")
        if ticks.startswith("instructions"):
            return "instructions"
        return "ticks of the TSC" if ticks.startswith("of the TSC") else "ticks"

    def units(self):
        return list(dict.fromkeys(unit for row in self.rows.values() for unit in row.units()))


def numbered_lines(path):
    """(line number in the file, text) of the report in it, without the loader's chatter."""
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise LogError(path, 0, error.strerror or str(error)) from None
    if len(data) > LONGEST_FILE:
        raise LogError(path, 0, f"more than {LONGEST_FILE >> 20} MiB")
    if not data:
        raise LogError(path, 0, "the file is empty")
    capture = report.Capture()
    lines = []
    chatter = []
    raw = data.split(b"\n")
    ends = [line + b"\n" for line in raw[:-1]] + [raw[-1]]
    for number, line in enumerate(ends, 1):
        lines += [(number, text) for text in capture.feed(line)]
        chatter += [(number, text) for text in capture.chatter[len(chatter):]]
    lines += [(len(ends), text) for text in capture.finish()]
    return native_head(chatter) + lines


def native_head(chatter):
    """On Linux (`make bench`) the head has no version, so that it passes for chatter."""
    if not any(text.startswith("backend: ") for _, text in chatter):
        return []
    first = next((i for i, (_, text) in enumerate(chatter) if text.startswith("cpu: ")), 0)
    return chatter[first:]


class Reader:
    """Takes a log's lines one by one."""

    def __init__(self, path):
        self.path = path
        self.log = Log(path)
        self.plan = None        # (line number, benchmark lines)
        self.count = 0
        self.start = None       # line number of the head's first line
        self.block = []         # remarks since the last empty one
        self.last = 0

    def fail(self, line, why):
        raise LogError(self.path, line, why)

    def number(self, line, text):
        if len(text) > 18:
            self.fail(line, f"no number that can be: {quote(text)}")
        return int(text)

    def take(self, line, text):
        """One line; text has no control characters."""
        self.last = line
        if text.startswith("Benchmark"):
            self.benchmark(line, text)
        elif text.startswith("#"):
            self.remark(line, text)
        elif self.start and text.startswith("version: bulkhead "):
            self.fail(line, f"a second run begins here; the first began in line {self.start}")
        elif self.lost(text):
            self.fail(line, f"part of a benchmark line, mixed with something else: {quote(text)}")
        else:
            self.other(line, text.rstrip()[:LONGEST_LINE])

    def lost(self, text):
        user = text.startswith(("cmdline: ", "flags: "))
        return self.plan and not self.log.verdict and not user and LOST.search(text[:LONGEST_LINE])

    # -- Benchmark lines --

    def benchmark(self, line, text):
        if self.log.verdict:
            self.fail(line, "a benchmark line after the verdict")
        if not self.plan:
            self.fail(line, "a benchmark line before the plan; the log's beginning is missing")
        if len(text) > LONGEST_LINE:
            self.fail(line, f"garbled: a benchmark line of {len(text)} characters")
        name, iterations, *rest = (text[len("Benchmark"):].split() + ["", ""])[:200]
        if not NAME.fullmatch(name) or "Benchmark" in name:
            self.fail(line, f"garbled: no benchmark is named {quote(name)}")
        if not COUNT.fullmatch(iterations):
            self.fail(line, f"garbled: {quote(iterations)} is no number of iterations")
        rest = [word for word in rest if word]
        values = {}
        for value, unit in zip(rest[::2], rest[1::2]):
            if not VALUE.fullmatch(value):
                self.fail(line, f"garbled: {quote(value)} is no value")
            if not UNIT.fullmatch(unit) or unit in values or "Benchmark" in unit:
                self.fail(line, f"garbled: {quote(unit)} should be a unit")
            values[unit] = value
        if len(rest) % 2 or not values:
            self.fail(line, f"garbled: a value without a unit ends {quote(text[-60:])}")
        if "cycles/op" not in values:
            self.fail(line, "garbled: cycles/op is missing")
        self.count += 1
        row = self.log.rows.setdefault(name, Row(name, line))
        row.repetitions.append((iterations, values))

    # -- Remarks --

    def remark(self, line, text):
        if re.search(r"Benchmark[A-Z]\S*/\S*\s+[0-9]", text[:LONGEST_LINE]):
            self.fail(line, f"part of a benchmark line, mixed with something else: {quote(text)}")
        text = plain(text[1:].rstrip()[:LONGEST_LINE])
        if not text:
            self.end_block()
        elif text.startswith("   "):
            self.block.append((line, text[3:], True))
        elif not self.distribution(line, text.strip()):
            self.block.append((line, text.strip(), False))

    def distribution(self, line, text):
        """Take a line of `# distribution`; False if this is another."""
        match = DISTRIBUTION.fullmatch(text)
        if not match:
            return False
        pairs = [pair.split() for pair in match.group(2).split(",")]
        good = all(len(pair) == 2 and all(COUNT.fullmatch(word) or word == "0" for word in pair)
                   for pair in pairs)
        bins = [(int(low), int(count)) for low, count in pairs] if good else []
        if not bins or any(a[0] >= b[0] for a, b in zip(bins, bins[1:])):
            self.log.odd.append((line, "# " + text))
        else:
            self.log.distributions[match.group(1)] = bins
        return True

    def end_block(self):
        block, self.block = self.block, []
        if not block:
            return
        heading = TABLE.fullmatch(block[0][1])
        if heading and not block[0][2] and block[1:] and block[1][1].startswith("against "):
            block = self.table(heading, block[1:])
        found = []
        for _, text, indented in block:
            if not indented and PROGRESS.fullmatch(text):
                continue
            section = SECTION.fullmatch(text)
            if not indented and section:
                found.append(Section(section.group(1)))
                continue
            skipped, claim = SKIPPED.fullmatch(text), CLAIM.fullmatch(text)
            if not indented and skipped:
                self.log.skipped.append(skipped.groups())
            elif not indented and claim:
                found.append(Claim(*claim.groups()))
            elif not indented:
                found.append(text)
            elif found and isinstance(found[-1], Claim) and not found[-1].measured:
                self.measured(found[-1], text)
            elif found and isinstance(found[-1], list):
                found[-1].append(text)
            else:
                found.append([text])
        if found:
            self.log.findings.append(found)

    def table(self, heading, lines):
        """Take a table; what stands behind it is left."""
        table = Table(*heading.groups())
        while lines and lines[0][2]:
            text = lines.pop(0)[1]
            if text.startswith("against "):
                table.against = text[len("against "):]
            elif not text.startswith(" "):
                table.rows.add(text.split()[0])
        self.log.tables.append(table)
        return lines

    @staticmethod
    def measured(claim, text):
        match = MEASURED.fullmatch(text)
        claim.measured = match.group(1) if match else text
        claim.answer = match.group(2) if match else ""

    # -- Everything else --

    def other(self, line, text):
        verdict, plan = report.VERDICT.fullmatch(text), report.BENCHMARK_PLAN.fullmatch(text)
        panic = report.PANIC.fullmatch(text)
        head, unit = HEAD.fullmatch(text), UNIT_LINE.fullmatch(text)
        if self.log.verdict:
            if text.strip():
                self.log.odd.append((line, plain(text)))
        elif verdict:
            self.end_block()
            self.log.verdict = tuple(self.number(line, n) for n in verdict.groups())
        elif panic:
            self.fail(line, f"the guest did not finish: {plain(panic.group(1))}")
        elif plan:
            if self.plan:
                self.fail(line, f"a second plan; the first is in line {self.plan[0]}")
            self.plan = line, self.number(line, plan.group(1))
        elif text.startswith("not ok "):
            self.log.failures.append(plain(text))
        elif LOG_LINE.match(text):
            self.log.messages.append(plain(text))
        elif unit:
            self.log.better[unit.group(1)] = unit.group(2)
        elif head and head.group(1) not in NO_HEAD:
            self.start = self.start or line
            self.log.head.append((head.group(1), plain(head.group(2).strip())))
        elif text.strip() and not re.match(r"ok [0-9]|KTAP version|1\.\.[0-9]|run: |make", text):
            self.log.odd.append((line, plain(text)))

    # -- The whole --

    def finish(self):
        self.end_block()
        log = self.log
        ours = log.value("version").startswith("bulkhead ") or log.value("backend")
        if not ours:
            self.fail(1, "not a log of Bulkhead, or its beginning is missing:"
                         " no line 'version: bulkhead ...'")
        if not self.plan or not self.plan[1]:
            self.fail(self.last, "no benchmark was run (`make run` without test, list or dry"
                                 " measures)")
        line, planned = self.plan
        missing = planned - self.count
        if not log.verdict:
            self.fail(self.last, f"cut short: {self.count} of the {planned} benchmark lines planned"
                                 f" in line {line}, and no verdict")
        failed = self.failed_rows()
        if missing != self.excused(failed):
            why = f" ({log.failures[0]})" if log.failures else ""
            self.fail(self.last, f"cut short or garbled: the plan in line {line} said {planned}"
                                 f" benchmark lines, {self.count} came{why}")
        usual = max(len(row.repetitions) for row in log.rows.values())
        for row in log.rows.values():
            if len(row.repetitions) != usual and row.name not in failed:
                self.fail(row.line, f"garbled: {row.name} came {len(row.repetitions)} times,"
                                    f" others {usual} times")
        return log

    def failed_rows(self):
        """Names of the benchmarks that failed, whose lines are missing."""
        matches = [FAILED.fullmatch(text) for text in self.log.failures]
        return {match.group(1) for match in matches if match and match.group(1)
                and NAME.fullmatch(match.group(1)) and "/" in match.group(1)}

    def excused(self, failed):
        """How many lines the failed benchmarks did not print."""
        if not self.log.rows:
            return -1
        counts = {name: len(row.repetitions) for name, row in self.log.rows.items()}
        return sum(max(counts.values()) - counts.get(name, 0) for name in failed)


def read(path):
    """The Log in this file; LogError if it is not whole."""
    reader = Reader(path)
    lines = numbered_lines(path)
    if not lines:
        raise LogError(path, 1, "not a log of Bulkhead: no line of it is one of the kernel's")
    for line, text in lines:
        reader.take(line, text)
    return reader.finish()


def read_all(paths):
    """Logs with labels that tell them apart."""
    logs = [read(path) for path in paths]
    labels = [log.label for log in logs]
    for place, log in enumerate(logs, 1):
        if labels.count(log.label) > 1:
            log.label = f"{place}:{log.label}"
    return logs
