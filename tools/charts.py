# SPDX-License-Identifier: MIT
"""What the report draws: charts as data, without a thought of how they are painted (paint.py).

A family is a function that makes charts of some benchmarks. With one log, a chart's colours tell
benchmarks or policies apart, and dashes a second parameter; with several, each colour becomes a
chart of its own in which the colours are the logs.
"""

import samples

POLICIES = ("range", "superlock", "demand", "overcommit")
BULK = ("BulkArray", "BulkList", "BulkRefill", "BulkFree", "BulkLoop")
SIZE_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


class Curve:
    """Points of one colour and one dash: (x, y, standard deviation or None)."""

    def __init__(self, colour, dash, points):
        self.colour = colour
        self.dash = dash
        self.points = points


class Chart:
    """Curves over a common x."""
    kind = "curves"

    def __init__(self, name, title, note, **options):
        self.name = name                            # of its file
        self.title = title
        self.note = note                            # what a point and a bar are
        self.xlabel = options.get("xlabel", "")
        self.ylabel = options.get("ylabel", "")
        self.sizes = options.get("sizes", False)    # x in bytes
        self.scale = options.get("scale", "")       # of y: linear, log, or what suits the values
        self.curves = []

    def colours(self):
        return list(dict.fromkeys(curve.colour for curve in self.curves))

    def dashes(self):
        return list(dict.fromkeys(curve.dash for curve in self.curves))

    def copy(self, name, title):
        return Chart(name, title, self.note, xlabel=self.xlabel, ylabel=self.ylabel,
                     sizes=self.sizes, scale=self.scale)


class Distribution:
    """Panels with the logs' bins: panels[i] is (policy, [(label, bins)])."""
    kind = "distribution"

    def __init__(self, name, title, note, xlabel, panels):
        self.name = name
        self.title = title
        self.note = note
        self.xlabel = xlabel
        self.panels = panels


class Marks:
    """Rows with a mark for each of a few figures: rows[i] is (label, {figure: value})."""
    kind = "marks"

    def __init__(self, name, title, note, xlabel, rows):
        self.name = name
        self.title = title
        self.note = note
        self.xlabel = xlabel
        self.rows = rows


class Family:
    """Charts that belong together, and why there are none where there are none."""

    def __init__(self, title, needs, charts):
        self.title = title
        self.needs = needs
        self.charts = charts


def number(text):
    """A parameter's value: a count, or a size such as 64K; None if it is neither."""
    digits, unit = (text[:-1], text[-1:]) if text[-1:] in "KMG" else (text, "")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 12:
        return None
    return int(digits) * SIZE_UNITS[unit]


def pick(log, base, axis, **wanted):
    """[(x, row)] of a benchmark's rows with exactly these parameters besides the axis and cpus.

    Rows of the least number of CPUs only.
    """
    found = {}
    for row in log.rows.values():
        params = dict(row.params)
        cpus = number(params.pop("cpus", "1")) or 0
        x = number(params.pop(axis, ""))
        if row.base == base and x and params == wanted:
            found.setdefault(cpus, []).append((x, row))
    return sorted(found[min(found)], key=lambda pair: pair[0]) if found else []


def values_of(log, base, key):
    """The values that a parameter of this benchmark has, in the log's order."""
    return list(dict.fromkeys(row.params[key] for row in log.rows.values()
                              if row.base == base and key in row.params))


def medians(rows, unit):
    points = [(x, row.values(unit)) for x, row in rows]
    return [(x, samples.summary(values)["median"], None) for x, values in points if values]


def means(rows, unit):
    points = [(x, samples.summary(row.values(unit))) for x, row in rows if row.values(unit)]
    return [(x, figures["mean"], figures["sd"]) for x, figures in points]


def ticks(logs):
    """What the logs count in, as an axis says it."""
    kinds = {log.tick for log in logs}
    kind = kinds.pop() if len(kinds) == 1 else "ticks"
    emulators = {log.emulator for log in logs}
    where = emulators.pop() if len(emulators) == 1 else "emulated or not"
    return kind, f", under {where[:24]}" if where else ""


def per(logs, operation):
    kind, where = ticks(logs)
    return f"{kind} {operation}{where}"


def arrange(logs, chart, make):
    """The chart with make(log)'s curves; with several logs a chart a colour."""
    if len(logs) == 1:
        chart.curves = [curve for curve in make(logs[0]) if curve.points]
        return [chart] if chart.curves else []
    charts = {}
    for log in logs:
        for curve in make(log):
            if curve.points:
                own = charts.setdefault(curve.colour, chart.copy(
                    f"{chart.name}-{curve.colour.lower()}", f"{chart.title}: {curve.colour}"))
                own.curves.append(Curve(log.label, curve.dash, curve.points))
    return list(charts.values())


MEDIAN = "Points: medians of the repetitions."
MEAN = "Points: means of the repetitions; bars: their standard deviation."


# ---- Families -----------------------------------------------------------------------------------

def batches(logs):
    """Ticks a page against the batch, fresh and aged."""
    aged = {"BulkFree": {"mem": "aged", "free": "random"}}

    def curves(log):
        for base in BULK:
            yield Curve(base, "fresh", medians(pick(log, base, "batch"), "cycles/op"))
            old = pick(log, base, "batch", **aged.get(base, {"mem": "aged"}))
            yield Curve(base, "aged", medians(old, "cycles/op"))
    chart = Chart("bulk", "A page, one by one and in bulk", MEDIAN + " Aged: every chunk of 2 MiB"
                  " is half allocated, and pages are freed in random order.",
                  xlabel="pages a call (batch)", ylabel=per(logs, "a page"))
    return Family("Bulk", "BulkArray, BulkList, BulkRefill, BulkFree, BulkLoop",
                  arrange(logs, chart, curves))


def mappings(logs):
    """Map, and map and touch, against the region's size."""
    charts = []
    for base, name, title in (("MmapMap", "mmap-map", "Mapping alone"),
                              ("MmapTotal", "mmap-total", "Mapping and the first touch")):
        def curves(log, base=base):
            for policy in POLICIES:
                rows = pick(log, base, "size", policy=policy)
                yield Curve(policy, "", means(rows, "cycles/op"))
        chart = Chart(name, title, MEAN, xlabel="size of the region", sizes=True,
                      scale="log", ylabel=per(logs, "for 4 KiB"))
        charts += arrange(logs, chart, curves)
    return Family("mmap under four policies", "MmapMap, MmapTotal", charts)


def first_policy_row(log, base, policy):
    """This benchmark's row of the policy on the fewest CPUs."""
    rows = [row for row in log.rows.values() if row.base == base
            and {key: value for key, value in row.params.items() if key != "cpus"}
            == {"policy": policy}]
    return min(rows, key=lambda row: number(row.params.get("cpus", "1")) or 0, default=None)


def faults(logs):
    """How long the first touch takes: bins if the log has them, else p50, p99 and max."""
    kind, where = ticks(logs)
    title, xlabel = "The first touch of a page", kind + where
    panels, rows = [], []
    for policy in POLICIES:
        shown = []
        for log in logs:
            row = first_policy_row(log, "FaultLatency", policy)
            if not row:
                continue
            label = log.label if len(logs) > 1 else ""
            bins = log.distributions.get(row.name)
            if bins and sum(count for _, count in bins):
                shown.append((label, bins))
            figures = {f: row.values(f"{f}-cycles/op") for f in ("p50", "p99", "max")}
            if all(figures.values()):
                rows.append((f"{policy} {label}".strip(), {
                    f: samples.summary(values)["median"] for f, values in figures.items()}))
        if shown:
            panels.append((policy, shown))
    charts = []
    if panels:
        note = ("Share of the touches by what they took, each timed by itself, without zeroing; the"
                " last bin of each is open. Both axes are logarithmic.")
        charts = [Distribution("fault-latency", title, note, xlabel, panels)]
    elif rows:
        note = ("Half of the touches took at most p50, 99 in 100 at most p99; medians of the"
                " repetitions, without zeroing.")
        charts = [Marks("fault-latency", title, note, xlabel, rows)]
    return Family("Page faults", "FaultLatency", charts)


def programs(logs):
    """Whole programs: mapping, computing, both."""
    charts = []
    parts = [("map", "mapping", "map-cycles/op"), ("compute", "computing", "compute-cycles/op"),
             ("total", "whole program", "cycles/op")]
    if len(logs) > 1:       # computing is the same whatever the policy
        del parts[1]
    for base, short, words in (("DenseMM", "dense", "Dense matrix"), ("TraceMM", "trace", "Trace")):
        for part, what, unit in parts:
            def curves(log, base=base, unit=unit):
                for policy in POLICIES:
                    yield Curve(policy, "", means(pick(log, base, "n", policy=policy), unit))
            chart = Chart(f"{short}-{part}", f"{words}: {what}", MEAN,
                          xlabel="n, the problem's size", ylabel=per(logs, "a program"))
            charts += arrange(logs, chart, curves)
    return Family("Programs", "DenseMM, TraceMM", charts)


def misses(logs):
    """TLB misses by leaf against the table's size."""
    charts = []
    for base, words in (("VmallocRead", "a random read"), ("HashLookup", "a lookup")):
        units = {unit for log in logs for row in log.rows.values() if row.base == base
                 for unit in row.units() if unit.startswith("tlbmiss/op")}
        for unit in sorted(units):
            model = " (model)" if "model" in unit else ""

            def curves(log, base=base, unit=unit):
                for leaf in ("direct", "huge", "base"):
                    for nodes in values_of(log, base, "nodes") or [""]:
                        params = {"leaf": leaf, **({"nodes": nodes} if nodes else {})}
                        rows = pick(log, base, "size", **params)
                        yield Curve(f"leaf={leaf}", nodes and f"nodes={nodes}", medians(rows, unit))
            name = f"tlb-{base.lower()}" + ("-model" if model else "")
            chart = Chart(name, f"TLB misses of {words} ({base}){model}", MEDIAN + (
                " A model's figure: no CPU was asked." if model else ""),
                xlabel="size of the table", sizes=True, scale="linear",
                ylabel=f"TLB misses of {words}{model}")
            made = arrange(logs, chart, curves)
            for each in made:       # in a file's name "=" is in the way
                each.name = each.name.replace("=", "-")
            charts += made
    return Family("TLB misses by leaf", "VmallocRead, HashLookup with tlbmiss/op", charts)


def packets(logs):
    """What a packet costs, and what of that is allocation, against the batch."""
    charts = []
    drops = sorted({value for log in logs for value in values_of(log, "PacketForward", "drops")
                    if number(value) is not None}, key=number)
    for drop in drops:
        for part, unit, words in (("packet", "cycles/op", "a packet"),
                                  ("alloc", "alloc-cycles/op", "allocation")):
            def curves(log, drop=drop, unit=unit):
                for alloc in ("single", "bulk", "recycle"):
                    for table in values_of(log, "PacketForward", "table"):
                        rows = pick(log, "PacketForward", "batch", alloc=alloc, table=table,
                                    drops=drop)
                        yield Curve(alloc, f"table={table}", medians(rows, unit))
            title = f"Forwarding, {number(drop)} % dropped: {words}"
            chart = Chart(f"{part}-drops{number(drop)}", title, MEDIAN,
                          xlabel="packets a batch", ylabel=per(logs, "a packet"))
            charts += arrange(logs, chart, curves)
    return Family("Packets", "PacketForward", charts + packets_on_wire(logs))


def packets_on_wire(logs):
    """The same over the rings of real cards, where there are two on one wire."""
    charts = []
    for part, unit, words in (("packet", "cycles/op", "a packet"),
                              ("alloc", "alloc-cycles/op", "allocation")):
        def curves(log, unit=unit):
            for alloc in ("single", "bulk", "recycle"):
                rows = pick(log, "PacketForward", "batch", alloc=alloc, table="huge", drops="0",
                            ring="wire")
                yield Curve(alloc, "", medians(rows, unit))
        chart = Chart(f"{part}-wire", f"Forwarding over the rings of a real card: {words}", MEDIAN,
                      xlabel="packets a batch", ylabel=per(logs, "a packet"))
        charts += arrange(logs, chart, curves)
    return charts


def over_cpus(log, base, **wanted):
    """[(cpus, row)] of a benchmark's rows with these parameters; none where one CPU ran."""
    rows = [(number(row.params.get("cpus", "")), row) for row in log.rows.values()
            if row.base == base and all(row.params.get(k) == v for k, v in wanted.items())]
    rows = sorted(((cpus, row) for cpus, row in rows if cpus), key=lambda pair: pair[0])
    return rows if len({cpus for cpus, _ in rows}) > 1 else []


def scaling(logs):
    """What an operation costs each CPU when so many do it at once."""
    xlabel, note = "CPUs that do it at once", MEDIAN + " Level is best: what it costs one CPU."
    if any(log.emulator for log in logs):
        note += " Emulated CPUs share the host's: where one waits for another, it waits for both."
    charts = []

    def pages(log):
        for base in ("PageAlloc", "PageFree", "BulkArray", "BulkFree", "Handover", "PacketForward"):
            yield Curve(base, "", medians(over_cpus(log, f"Scale{base}"), "cycles/op"))
    chart = Chart("scale-pages", "Pages, by CPUs", note + " Bulk: 64 at a time. Handover:"
                  " freed by another CPU. PacketForward: a packet.", xlabel=xlabel, scale="log",
                  ylabel=per(logs, "a page"))
    charts += arrange(logs, chart, pages)
    for base, unit, name, title, scale, ylabel in (
            ("ScaleMmapTotal", "cycles/op", "scale-mmap", "Mapping and the first touch", "log",
             per(logs, "for 4 KiB")),
            ("ScaleMunmap", "cycles/op", "scale-munmap", "Unmapping", "log",
             per(logs, "for 4 KiB")),
            ("ScaleMmapTotal", "lockwaits/op", "scale-waits", "Waits for locks when mapping",
             "linear", "waits for 4 KiB")):
        def spaces(log, base=base, unit=unit):
            for policy in POLICIES:
                for space in ("shared", "separate"):
                    rows = over_cpus(log, base, policy=policy, space=space)
                    yield Curve(policy, f"space={space}", medians(rows, unit))
        chart = Chart(name, f"{title}, by CPUs", note if scale == "log" else MEDIAN +
                      " Counted, so the same on an emulator.", xlabel=xlabel, scale=scale,
                      ylabel=ylabel)
        charts += arrange(logs, chart, spaces)
    return Family("Several CPUs", "Scale*, run with more than one CPU", charts)


FAMILIES = (batches, mappings, faults, programs, misses, packets, scaling)


def families(logs):
    return [family(logs) for family in FAMILIES]
