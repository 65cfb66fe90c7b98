# SPDX-License-Identifier: MIT
"""tools/report: logs good and bad, what the page and the table say."""

import csv
import html.parser
import os
import random
import re
import tempfile

from bootlib import TOOLS, boot, case, clean_environment, execute, expect, expect_pass, make

import charts
import page
import runlog
import samples

REPORT = os.path.join(TOOLS, "report")
POLICIES = ("range", "superlock", "demand", "overcommit")
HEAD = """\
version: bulkhead 0123abcd
compiler: gcc 12
cmdline: reps=4
cpu: A CPU of the test
clock: tsc 2000.000 MHz
[    0.001] memory: RAM enough
# PageAlloc/order=18/cpus=1 skipped: no such block is free
ticks: of the TSC, under QEMU TCG
Unit cycles/op better=lower
"""


# ---- Logs made up -------------------------------------------------------------------------------

def everything():
    """{name: {unit: value}} of every benchmark that a plot shows."""
    rows = {}
    for batch in (1, 8, 64, 512):
        for base, once in (("BulkArray", 60), ("BulkList", 90), ("BulkRefill", 100),
                           ("BulkFree", 150), ("BulkLoop", 0)):
            rows[f"{base}/batch={batch}"] = {"cycles/op": 8 + once / batch}
        rows[f"BulkArray/batch={batch}/mem=aged"] = {"cycles/op": 20 + 60 / batch}
        rows[f"BulkFree/batch={batch}/mem=aged/free=random"] = {"cycles/op": 30 + 150 / batch}
    for place, policy in enumerate(POLICIES, 1):
        for size, pages in (("4K", 1), ("1M", 256), ("64M", 16384)):
            rows[f"MmapMap/policy={policy}/size={size}"] = {"cycles/op": 4000 * place / pages + 3}
            rows[f"MmapTotal/policy={policy}/size={size}"] = {"cycles/op": 2000 * place}
        rows[f"FaultLatency/policy={policy}"] = {
            "cycles/op": 300 * place, "p50-cycles/op": 290 * place, "p99-cycles/op": 500 * place,
            "max-cycles/op": 20000 * place}
        for n in (16, 64, 256):
            for base in ("DenseMM", "TraceMM"):
                rows[f"{base}/policy={policy}/n={n}"] = {
                    "cycles/op": n ** 3 + n ** 2 * place, "map-cycles/op": n ** 2 * place,
                    "compute-cycles/op": n ** 3}
    for leaf, share in (("direct", 0.1), ("huge", 0.1), ("base", 1)):
        for size, missed in (("64K", 0), ("16M", 0.8), ("256M", 0.99)):
            rows[f"VmallocRead/size={size}/leaf={leaf}"] = {
                "cycles/op": 100, "tlbmiss/op(model)": missed * share}
            rows[f"HashLookup/size={size}/leaf={leaf}/nodes=local"] = {
                "cycles/op": 200, "tlbmiss/op": missed * share}
    for alloc, cost in (("single", 90), ("bulk", 30), ("recycle", 10)):
        for batch in (1, 16, 256):
            for drops in (0, 5):
                name = f"PacketForward/alloc={alloc}/batch={batch}/table=huge/drops={drops}"
                rows[name] = {"cycles/op": 300 + cost / batch, "alloc-cycles/op": cost / batch + 5}
    for cpus in (1, 2, 4):
        for name in ("PageAlloc/order=0", "PageFree/order=0", "BulkArray/batch=64",
                     "BulkFree/batch=64", "Handover/order=0", "PacketForward/alloc=bulk/batch=64"):
            rows[f"Scale{name}/cpus={cpus}"] = {"cycles/op": 20 + cpus, "lockwaits/op": 0.001}
        for policy in ("range", "demand"):
            for space in ("shared", "separate"):
                for name in ("MmapTotal", "Munmap"):
                    rows[f"Scale{name}/policy={policy}/space={space}/cpus={cpus}"] = {
                        "cycles/op": 300 * cpus, "lockwaits/op": 0.1 * (cpus - 1)}
    return rows


def made_up(rows=None, reps=4, seed=1, factor=1.0, head=HEAD, noise=0.02):
    """A whole log of these rows."""
    rows = everything() if rows is None else rows
    chance = random.Random(seed)
    lines = [head + f"plan: {len(rows) * reps} benchmark lines"]
    for _ in range(reps):
        for name, units in rows.items():
            values = "  ".join(f"{value * factor * (1 + noise * chance.random()):.3f} {unit}"
                               for unit, value in units.items())
            cpus = "" if "/cpus=" in name else "/cpus=1"
            lines.append(f"Benchmark{name}{cpus}  16384  {values}")
    return "\n".join(lines) + f"""
#
# BulkArray: one page of alloc_pages_bulk_array()
#   against BulkLoop
#                                                min    median      mean        sd       p99
#   batch=1/cpus=1                             66.11     67.05     71.19      9.67     97.61
#
# What others say
# claim Q1: mapping is dearer with a promise
#   5.68 against 9.34 ticks, 1.64 times: holds here
# claim Q2: a claim that fails
#   9.00 against 5.00 ticks: does not hold here
# 64 at a time a page costs 4.13 times less than one by one.
{len(rows)} passed, 0 failed, 1 skipped
"""


def distributions():
    lines = []
    for place, policy in enumerate(POLICIES, 1):
        bins = ", ".join(f"{200 * place + 32 * i} {max(0, 400 - 60 * abs(i - 3))}"
                         for i in range(12))
        lines.append(f"# distribution FaultLatency/policy={policy}/cpus=1: {bins}, 90000 2")
    return "\n".join(lines) + "\n"


def with_distributions(text):
    return text.replace("#\n# BulkArray", distributions() + "#\n# BulkArray", 1)


class Folder:
    """A folder for a case, with files written into it."""

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="bulkhead-report-")
        self.path = self.temporary.name
        self.output = os.path.join(self.path, "out")
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def write(self, name, data):
        path = os.path.join(self.path, name)
        with open(path, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
        return path

    def report(self, *logs, status=0, **variables):
        done = execute(REPORT, "--output", self.output, *logs, timeout=120,
                       env=clean_environment(**variables))
        expect(done.status == status, f"exit status should be {status}", done)
        return done

    def page(self):
        with open(os.path.join(self.output, "index.html"), encoding="utf-8") as file:
            return file.read()

    def content(self):
        """{name: bytes} of the report."""
        found = {}
        for name in sorted(os.listdir(self.output)) if os.path.isdir(self.output) else ():
            with open(os.path.join(self.output, name), "rb") as file:
                found[name] = file.read()
        return found


# ---- A page without a browser -------------------------------------------------------------------

class Outline(html.parser.HTMLParser):
    """What elements a page has, and its text."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.ids = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        for name, value in attrs:
            loads = name in ("src", "href", "xlink:href", "action", "data", "srcset", "poster")
            expect(not name.startswith("on"), "an event handler", (tag, name, value))
            expect(not loads or not re.match(r"\s*(https?:|//|javascript:|file:)", value or ""),
                   "an outside resource", (tag, name, value))

    def handle_data(self, data):
        self.text += data

    def count(self, tag):
        return self.elements.count(tag)


def expect_sound(text):
    outline = Outline(text)
    for tag in ("script", "img", "iframe", "object", "embed", "form", "base"):
        expect(not outline.count(tag), f"there should be no {tag}", outline.count(tag))
    twice = {each for each in outline.ids if outline.ids.count(each) > 1}
    expect(not twice, "ids should be unique", twice)
    return outline


ALL_PLOTS = {"bulk", "mmap-map", "mmap-total", "fault-latency", "dense-map", "dense-compute",
             "dense-total", "trace-map", "trace-compute", "trace-total", "tlb-vmallocread-model",
             "tlb-hashlookup", "packet-drops0", "alloc-drops0", "packet-drops5", "alloc-drops5",
             "scale-pages", "scale-mmap", "scale-munmap", "scale-waits"}


def pictures(content):
    return {name[:-4] for name in content if name.endswith(".png")}


@case
def a_good_log_gives_page_pictures_and_table():
    with Folder() as folder:
        folder.report(folder.write("good.log", with_distributions(made_up())))
        content = folder.content()
        outline = expect_sound(folder.page())
        expect(pictures(content) == ALL_PLOTS, "plots", pictures(content) ^ ALL_PLOTS)
        expect(outline.count("svg") == len(ALL_PLOTS), "svg elements", outline.count("svg"))
        for name in pictures(content):
            expect(content[f"{name}.png"][:8] == b"\x89PNG\r\n\x1a\n", "should be a PNG", name)
        for words in ("bulkhead 0123abcd", "A CPU of the test", "68 passed, 0 failed, 1 skipped",
                      "mapping is dearer with a promise", "does not hold", "under an emulator",
                      "64 at a time a page costs", "PageAlloc/order=18/cpus=1",
                      "policy=overcommit/size=64M/cpus=1", "alloc_pages_bulk_array()"):
            words = words.replace("68", str(len(everything())))
            expect(words in outline.text, f"the page should say {words}", outline.text[:3000])
        expect("Not drawn" not in outline.text, "nothing is missing")
        expect("\ufffd" not in outline.text, "every character is one")


@case
def the_table_has_every_repetition_as_the_log_has_it():
    with Folder() as folder:
        text = made_up()
        folder.report(folder.write("good.log", text))
        rows = list(csv.DictReader(folder.content()["report.csv"].decode().splitlines()))
        found = [f"Benchmark{row['name']}  {row['iterations']}  " + "  ".join(
            f"{value} {unit}" for unit, value in row.items()
            if unit not in ("name", "repetition", "iterations") and value) for row in rows]
        wanted = [line for line in text.splitlines() if line.startswith("Benchmark")]
        expect(sorted(map(parts, found)) == sorted(map(parts, wanted)), "should be the same",
               list(zip(found, wanted))[:5])
        numbers = {row["repetition"] for row in rows}
        expect(numbers == {"1", "2", "3", "4"}, "repetitions", numbers)


def parts(line):
    """A benchmark line whatever the order of its units."""
    name, count, *values = line.split()
    return name, count, sorted(zip(values[1::2], values[::2]))


@case
def the_page_has_the_statistics_of_hand():
    row = "BulkArray/batch=1"
    text = made_up({row: {"cycles/op": 1}}, reps=4, noise=0)
    for value in ("10.00", "12.00", "11.00", "19.00"):
        text = text.replace("1.000 cycles/op", f"{value} cycles/op", 1)
    with Folder() as folder:
        folder.report(folder.write("a.log", text))
        cells = re.findall(r"<td>([^<]*)</td>", folder.page())
        # sd: 3, 1, 2, 6 from the mean 13: sqrt(50 / 3)
        wanted = ["10.00", "11.50", "13.00", "4.08", "19.00", "19.00", "4"]
        expect(cells[:7] == wanted, "min, median, mean, sd, p99, max, n", cells)


@case
def absent_benchmarks_leave_their_plot_out():
    rows = {name: units for name, units in everything().items() if name.startswith("Mmap")}
    with Folder() as folder:
        log = folder.write("all.log", made_up())
        folder.report(log)
        folder.report(folder.write("mmap.log", made_up(rows)))
        expect(pictures(folder.content()) == {"mmap-map", "mmap-total"},
               "only these plots, the former ones gone", folder.content().keys())
        text = expect_sound(folder.page()).text
        expect("Not drawn" in text and "PacketForward" in text, "should say what is missing", text)
        folder.report(folder.write("none.log", made_up({"PageFree/order=0": {"cycles/op": 3}})))
        expect(not pictures(folder.content()), "no plots", folder.content().keys())


@case
def distributions_are_drawn_if_the_log_has_them():
    def drawn(text):
        with Folder() as folder:
            families = charts.families([runlog.read(folder.write("x.log", text))])
            return next(chart for family in families for chart in family.charts
                        if chart.name == "fault-latency")
    chart = drawn(with_distributions(made_up()))
    expect(chart.kind == "distribution", "bins", chart.kind)
    expect([policy for policy, _ in chart.panels] == list(POLICIES), "policies", chart.panels)
    expect(chart.panels[0][1][0][1][:4] == [(200, 220), (232, 280), (264, 340), (296, 400)],
           "bins as the log has them", chart.panels[0])
    chart = drawn(made_up(noise=0))
    expect(chart.kind == "marks", "else the percentiles", chart.kind)
    expect(chart.rows[1] == ("superlock", {"p50": 580, "p99": 1000, "max": 40000}), "figures",
           chart.rows)
    for bad in ("256 12, 200 40", "256", "256 x", "256 12 13", ""):
        chart = drawn(made_up().replace("#\n", f"# distribution FaultLatency/policy=demand/cpus=1: "
                                        f"{bad}\n#\n", 1))
        expect(chart.kind == "marks", f"'{bad}' are no bins", chart.kind)


@case
def the_same_log_gives_the_same_bytes():
    with Folder() as folder:
        log = folder.write("a.log", with_distributions(made_up()))
        folder.report(log, PYTHONHASHSEED="1")
        first = folder.content()
        folder.output += "-again"
        folder.report(log, PYTHONHASHSEED="2", TZ="Asia/Tokyo", SOURCE_DATE_EPOCH="1")
        again = folder.content()
        expect(first.keys() == again.keys(), "files", first.keys() ^ again.keys())
        differing = [name for name in first if first[name] != again[name]]
        expect(not differing, "should be the same", differing)


@case
def captures_with_chatter_are_read():
    text = made_up()
    chatter = (b"\x1b[2J\x1b[01;01H\x1b[=3hBdsDxe: loading\r\nGRUB loading.\r\n\x1b[0m"
               b"\x1b[5;80H\x1b[mBooting `Bulkhead'\r\n\xff\xfe\x00\r\n")
    data = chatter + text.replace("\n", "\r\n").encode() + b"\r\n\x1b[2JBdsDxe: loading again\r\n"
    with Folder() as folder:
        log = runlog.read(folder.write("hardware.log", data))
        plain = runlog.read(folder.write("plain.log", text))
        expect(log.rows.keys() == plain.rows.keys() and log.head == plain.head, "same", log.head)
        expect([text for _, text in log.odd] == ["BdsDxe: loading again"], "the rest", log.odd)
        # A line's number is that of the file, chatter included.
        bad = data.replace(b"  16384  ", b"  16[    1.000] x  ", 1)
        expect(str(trouble(folder.write("bad.log", bad))).startswith(
            f"{folder.path}/bad.log:{bad[:bad.index(b'16[')].count(10) + 1}: "), "line",
               trouble(folder.write("bad.log", bad)))


@case
def native_logs_are_read():
    head = "make: x\ncpu: A CPU\nbackend: linux\nclock: tsc 1.000 MHz\nticks: of the TSC\n"
    with Folder() as folder:
        log = runlog.read(folder.write("native.log", made_up(head=head)))
        expect(log.head[0] == ("cpu", "A CPU") and log.tick == "ticks of the TSC", "head", log.head)


# ---- Bad logs -----------------------------------------------------------------------------------

def trouble(path):
    """The error that reading it gives, or None."""
    try:
        runlog.read(path)
    except runlog.LogError as error:
        return error
    return None


def expect_refused(name, data, words, line=None):
    """The log is refused with the file and the line named, and nothing is written."""
    with Folder() as folder:
        path = folder.write(f"{name}.log", data)
        done = folder.report(path, status=2)
        number = r"[0-9]+" if line is None else str(line)
        expect(re.fullmatch(rf"report: {re.escape(path)}:{number}: .*{words}.*\n", done.err),
               f"{name}: should name the line and say '{words}'", done)
        expect(not os.path.exists(folder.output), "nothing should be written", folder.content())
        folder.report(folder.write("good.log", made_up({"PageFree/order=0": {"cycles/op": 3}})))
        before = folder.content()
        folder.report(path, status=2)
        expect(folder.content() == before, "what was there should stay")


@case
def cut_short_logs_are_refused():
    text = made_up()
    lines = text.splitlines(keepends=True)
    last = max(i for i, line in enumerate(lines, 1) if line.startswith("Benchmark"))
    expect_refused("cut", "".join(lines[:last - 10]), "cut short", last - 10)
    expect_refused("no-verdict", "".join(lines[:-1]), "no verdict", len(lines) - 1)
    expect_refused("fewer", "".join(lines[:40] + lines[41:]), "the plan in line 10 said")
    expect_refused("headless", "".join(lines[9:]), "beginning is missing")
    expect_refused("tail", "".join(lines[40:]), "")
    with Folder() as folder:
        whole = folder.write("whole.log", text)
        expect(trouble(whole) is None, "the whole log is good", trouble(whole))
        for cut in list(range(0, len(text) - 20, 997)) + [len(text) - 20, len(text) - 10]:
            error = trouble(folder.write("cut.log", text[:cut]))
            expect(error, "should be refused", (cut, text[:cut][-100:]))


@case
def foreign_files_are_refused():
    expect_refused("foreign", "Hello\nworld\n", "not a log of Bulkhead", 1)
    expect_refused("dmesg", "[    0.000000] Linux version 6.1\n[    0.1] x\n", "not a log", 1)
    expect_refused("go", "goos: linux\nBenchmarkX-8  100  2.0 ns/op\nPASS\n", "not a log", 1)
    expect_refused("ktap", "KTAP version 1\n1..1\nok 1 x\n", "not a log", 1)
    expect_refused("binary", bytes(range(256)) * 1000, "not a log")
    expect_refused("tests", HEAD + "KTAP version 1\n1..1\nok 1 a.b\n"
                   "1 passed, 0 failed, 0 skipped\n", "no benchmark was run")
    expect_refused("dry", HEAD + "plan: 0 benchmark lines\n1 passed, 0 failed, 0 skipped\n",
                   "no benchmark was run")
    expect_refused("panic", HEAD + "plan: 9 benchmark lines\n[    1.000] panic: out of luck\n",
                   "panic: out of luck", 11)
    expect_refused("twice", made_up() * 2, "a second run begins here")


@case
def unreadable_files_are_refused():
    with Folder() as folder:
        for path, words in ((os.path.join(folder.path, "none.log"), "No such file"),
                            (folder.path, "Is a directory"), (folder.write("e.log", ""), "empty")):
            done = folder.report(path, status=2)
            expect(words in done.err and "Traceback" not in done.err, f"should say {words}", done)
        good = folder.write("good.log", made_up({"PageFree/order=0": {"cycles/op": 3}}))
        folder.output = folder.write("file", "x")
        done = folder.report(good, status=2)
        expect("Traceback" not in done.err and "file" in done.err, "output that is a file", done)
        done = folder.report(status=2)
        expect("usage:" in done.err, "no log", done)


LINE = "BenchmarkBulkList/batch=8/cpus=1  16384  "
GARBLED = {
    "log-within-number": ("163[    1.234] net: link up\n84  10.0 cycles/op", "iterations"),
    "log-within-value": ("16384  10.[    1.234] net: link up", "no value"),
    "log-within-unit": ("16384  10.0 cyc[    1.234] net: up", "unit"),
    "two-in-one": ("16384  10.0 cyclesBenchmarkBulkList/batch=8/cpus=1  16384  10.0 cycles/op",
                   "unit"),
    "half": ("16384  10.0", "without a unit"),
    "no-number": ("", "iterations"),
    "negative": ("16384  -10.0 cycles/op", "no value"),
    "nan": ("16384  nan cycles/op", "no value"),
    "infinite": ("16384  inf cycles/op", "no value"),
    "exponent": ("16384  1e999 cycles/op", "no value"),
    "long-number": ("16384  " + "9" * 400 + " cycles/op", "no value"),
    "zero-times": ("0  10.0 cycles/op", "iterations"),
    "many-times": ("9" * 5000 + "  10.0 cycles/op", "characters"),
    "other-digits": ("\u0661\u0662  10.0 cycles/op", "iterations"),
    "unit-twice": ("16384  10.0 cycles/op  11.0 cycles/op", "should be a unit"),
    "no-cycles": ("16384  10.0 ns/op", "cycles/op is missing"),
    "not-utf8": ("16384  10.0 cyc\udcff\udcfees/op", "unit"),
    "split": ("16384  10.0 cycles/op\n  5.0 ns/op", "part of a benchmark line"),
    "huge": ("16384  " + "10.0 cycles/op " * 100000, "characters"),
}


@case
def garbled_benchmark_lines_are_refused():
    lines = made_up().splitlines()
    place = 9 + 33
    for name, (rest, words) in GARBLED.items():
        bad = lines[:place] + [LINE[:LINE.index("16384")] + rest] + lines[place + 1:]
        where = place + (2 if name == "split" else 1)
        data = "\n".join(bad).encode("utf-8", "surrogateescape")
        with Folder() as folder:
            path = folder.write("x.log", data)
            error = str(trouble(path))
            expect(error.startswith(f"{path}:{where}: ") and words in error and len(error) < 400,
                   f"{name}: line {where} should be refused for '{words}'", error)
    expect_refused("interleaved", "\n".join(
        lines[:place] + [LINE + "10.[    1.234] net: up"] + lines[place + 1:]), "garbled",
                   place + 1)


@case
def lines_mixed_into_others_are_found():
    lines = made_up().splitlines()
    for bad in (f"[    1.234] net: li{lines[50]}", f"# remark {lines[50]}", f"x: {lines[50]}"):
        with Folder() as folder:
            error = str(trouble(folder.write("x.log", "\n".join(lines[:50] + [bad] + lines[51:]))))
            expect(":51: part of a benchmark line" in error, "should be found", error)
    # A letter lost in a name makes another benchmark of it.
    with Folder() as folder:
        bad = lines[50].replace("Benchmark", "BenchmarkX", 1)
        error = str(trouble(folder.write("x.log", "\n".join(lines[:50] + [bad] + lines[51:]))))
        expect(":51: garbled: X" in error or "came 3 times" in error, "should be found", error)


@case
def failed_benchmarks_are_shown_as_such():
    """A benchmark that failed prints fewer lines than planned, and says so."""
    text = made_up(reps=4)
    name = "BulkList/batch=8/cpus=1"
    text = re.sub(rf"^Benchmark{name} .*\n", f"not ok {name}: slots are <b>wrong</b>\n", text,
                  count=1, flags=re.M)
    text = re.sub(rf"^Benchmark{name} .*\n", "", text, flags=re.M).replace(" 0 failed", " 1 failed")
    with Folder() as folder:
        folder.report(folder.write("failed.log", text))
        outline = expect_sound(folder.page())
        expect("The run failed" in outline.text and "slots are <b>wrong</b>" in outline.text,
               "should show it", outline.text[:500])
        less = re.sub(r"^BenchmarkBulkLoop/batch=1/.*\n", "", text, count=1, flags=re.M)
        expect(trouble(folder.write("less.log", less)), "another missing line is no excuse")


EVIL = ("</style></svg>--><script>document.title='owned'</script><img src=x onerror=alert(1)>"
        "\"'&$\\frac{$")


def hostile():
    text = with_distributions(made_up()).replace("A CPU of the test", EVIL)
    text = text.replace("bulkhead 0123abcd", "bulkhead " + EVIL).replace("under QEMU TCG",
                                                                        f"under {EVIL}")
    text = text.replace("cmdline: reps=4", f"cmdline: {EVIL}\n{'k' * 5000}: v\nevil: \u202e\u2028x")
    text = text.replace("mapping is dearer", EVIL).replace("5.68 against", f"{EVIL} against")
    text = text.replace("# 64 at a time", f"# {EVIL}\n#   {EVIL}\n#    {EVIL}\n# 64 at a time")
    text = text.replace("no such block", EVIL).replace("RAM enough", EVIL)
    text = text.replace("#\n# BulkArray", f"# distribution {EVIL}: 1 2\n# distribution x: 1 2, y\n"
                        f"# {'x' * 3000000}\n[    2.000] {'y ' * 500000}\n{'[' * 300000}\n"
                        f"not ok {EVIL}: {EVIL}\n#\n# BulkArray", 1)
    data = text.encode().replace(b"RAM", b"R\x00A\x00M\xff\xfe\xc3\x28").replace(
        b"  16384", b"  16\x00384", 5)
    return b"\x00\xff\x1b[" + EVIL.encode() + b"\n" + data


@case
def hostile_logs_are_shown_as_text():
    with Folder() as folder:
        folder.report(folder.write("<b>$x$.log", hostile()))
        outline = expect_sound(folder.page())
        expect(outline.count("svg") == len(ALL_PLOTS), "svg elements", outline.count("svg"))
        expect(EVIL in outline.text, "the text itself is shown")
        expect("\u202e" not in folder.page(), "no control characters")
        expect(len(folder.page()) < 3000000, "long lines are cut", len(folder.page()))
        again = folder.write("<i>.log", hostile())
        folder.report(os.path.join(folder.path, "<b>$x$.log"), again)
        expect_sound(folder.page())


@case
def damaged_logs_never_crash():
    """Bytes changed at random: read or refused, and what was read makes a sound page."""
    seed = int.from_bytes(os.urandom(4), "big")
    print(f"# report_page: seed {seed}", flush=True)
    chance = random.Random(seed)
    rows = {name: units for i, (name, units) in enumerate(everything().items()) if i % 7 == 0}
    good = with_distributions(made_up(rows, reps=2)).encode()
    read = 0
    for _ in range(400):
        data = bytearray(good)
        for _ in range(chance.choice((1, 1, 2, 30))):
            place = chance.randrange(len(data))
            kind = chance.randrange(3)
            if kind == 0:
                data[place] = chance.randrange(256)
            elif kind == 1:
                del data[place:place + chance.randrange(1, 40)]
            else:
                data[place:place] = chance.choice((b"<script>", b"\n", b"\x00", b"# ", b"9" * 30))
        with Folder() as folder:
            path = folder.write("x.log", bytes(data))
            if trouble(path):
                continue
            read += 1
            logs = [runlog.read(path)]
            families = charts.families(logs)
            painted = {chart.name: "" for family in families for chart in family.charts}
            expect_sound(page.page(logs, families, painted))
    expect(0 < read < 400, "some should be read and some refused", read)


# ---- Several logs -------------------------------------------------------------------------------

@case
def several_logs_stand_beside_each_other():
    with Folder() as folder:
        rows = everything()
        rows["PageFree/order=0"] = {"cycles/op": 77}
        logs = [folder.write("old.log", with_distributions(made_up())),
                folder.write("new.log", made_up(rows, factor=1.5, seed=2)),
                folder.write("icount.log", made_up(head=HEAD.replace(
                    "of the TSC", "instructions, counted by the emulator"), seed=3))]
        folder.report(*logs)
        outline = expect_sound(folder.page())
        content = folder.content()
        expect(outline.count("svg") == len(pictures(content)) >= 10, "plots", pictures(content))
        for words in ("old.log", "new.log", "icount.log", "1.50", "1.00 ~", "not count the same"):
            expect(words in outline.text, f"should say {words}", outline.text[:3000])
        table = list(csv.DictReader(content["report.csv"].decode().splitlines()))
        expect({row["log"] for row in table} == {"old.log", "new.log", "icount.log"}, "csv")
        folder.report(logs[0], logs[0])
        expect("2:old.log" in folder.page(), "equal names are told apart")
        bad = folder.write("bad.log", "x")
        done = folder.report(logs[0], bad, status=2)
        expect(f"{bad}:1:" in done.err, "the bad one is named", done)


# ---- A real run, and make -----------------------------------------------------------------------

def as_shown(value, shown):
    """Is this the value, as the guest shows it: in hundredths, whole, or in thousands?"""
    if shown.endswith("k"):
        return abs(value - 1000 * float(shown[:-1])) <= 1000
    return abs(value - float(shown)) <= (0.0151 if "." in shown else 1.01)


@case
def a_real_run_agrees_with_its_own_tables():
    run = boot(BOOT="direct", ARGS="reps=2 bench=BulkArray,BulkLoop,MmapMap/*/size=4K*,"
                                   "VmallocRead/size=64K*")
    expect_pass(run)
    with Folder() as folder:
        path = folder.write("run.log", run.log)
        folder.report(path)
        expect(pictures(folder.content()) == {"bulk", "mmap-map", "tlb-vmallocread-model"}, "plots",
               folder.content().keys())
        expect_sound(folder.page())
        log = runlog.read(path)
        expect(not log.odd, "every line is of a known kind", log.odd)
        checked = 0
        for table in log.tables:
            for line in run.log.splitlines():
                match = re.match(r"#   (\S+)((?: +[0-9]+(?:\.[0-9]{2}|k)?){6})$", line)
                row = match and log.rows.get(f"{table.name}/{match.group(1)}/cpus=1")
                if not row or match.group(1) not in table.rows:
                    continue
                own = samples.summary(row.values("cycles/op"))
                theirs = match.group(2).split()
                named = dict(zip(("min", "median", "mean", "sd", "p99", "max"), theirs))
                if all(as_shown(own[f], shown) for f, shown in named.items()):
                    checked += 1
        expect(checked >= len(log.rows), "each row should be as the guest has it",
               (checked, len(log.rows)))


@case
def make_report_boots_only_if_it_must():
    with Folder() as folder:
        log = folder.write("run.log", "x")
        listing = make("-n", "report", "BOOT=direct", f"LOG={log}")
        expect(listing.status == 0 and "tools/report --output" in listing.out, "recipe", listing)
        guard = re.search(r"^\[ '.*run\.log' -nt '(.*)' \] \|\| tools/run$", listing.out, re.M)
        expect(guard and guard.group(1).endswith("bulkhead.elf"), "if the log is old", listing)
