# SPDX-License-Identifier: MIT
"""Writes the report's page: one HTML text that needs nothing else, not even a script.

Everything that comes from a log goes through text() and nothing but text(): a log may say what it
likes. The page's policy forbids scripts and loading all the same.
"""

import html
import os

import beside
import runlog
import samples

FOLDER = os.path.dirname(os.path.abspath(__file__))
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
FIGURES = ("min", "median", "mean", "sd", "p99", "max", "n")
MOST_LINES = 400            # of the kernel's messages

# How the head of the log reads, in this order; other keys follow under their own names.
KEYS = {
    "version": "version", "compiler": "compiler",
    "cmdline": "command line", "backend": "backend", "cpu": "CPU", "cpu-model": "CPU model",
    "microcode": "microcode", "hypervisor": "hypervisor", "features": "features",
    "caches": "caches", "tlbs": "TLBs", "firmware": "firmware", "system": "system",
    "dimm": "memory modules", "ram": "RAM", "clock": "clock", "ticks": "a tick is",
    "overhead": "overhead", "flags": "compiler's flags",
}


def text(value):
    """This text, for a page."""
    return html.escape(runlog.plain(str(value)), quote=True)


def figure(value):
    """A value for reading: two decimals while they matter."""
    if value < 1000:
        return f"{value:.2f}"
    return f"{value:,.0f}"


def scroll(inside, label):
    """A box that scrolls by itself, by keyboard too."""
    return (f'<div class="scroll" tabindex="0" role="region" aria-label="{text(label)}">'
            f"{inside}</div>")


def table(head, rows, label):
    """A table; head and rows are HTML cells that are whole."""
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return scroll(f"<table><thead><tr>{''.join(head)}</tr></thead>\n"
                  f"<tbody>\n{body}\n</tbody></table>", label)


def style(kind):
    return f' class="{kind}"' if kind else ""


def column(name, kind=""):
    return f'<th scope="col"{style(kind)}>{text(name)}</th>'


def cell(value, kind=""):
    return f'<td{style(kind)}>{text(value)}</td>'


def row_head(name):
    return f'<th scope="row" class="name">{text(name)}</th>'


# ---- What was measured on -----------------------------------------------------------------------

def verdict(log):
    passed, failed, skipped = log.verdict
    kind = "bad" if failed or log.failures else "good"
    return f'<span class="{kind}">{passed} passed, {failed} failed, {skipped} skipped</span>'


def head_keys(logs):
    """Keys of the heads, the known ones first."""
    seen = dict.fromkeys(key for log in logs for key, _ in log.head)
    return [key for key in KEYS if key in seen] + [key for key in seen if key not in KEYS]


def head_values(log, key):
    return [value or "(empty)" for name, value in log.head if name == key]


def machine(logs):
    if len(logs) == 1:
        lines = [f"<dt>{text(KEYS.get(key, key))}</dt><dd>"
                 + "<br>".join(text(value) for value in head_values(logs[0], key)) + "</dd>"
                 for key in head_keys(logs)]
        return "<dl>\n" + "\n".join(lines) + "\n</dl>"
    rows = []
    for key in head_keys(logs):
        values = ["; ".join(head_values(log, key)) or "-" for log in logs]
        differs = " *" if len(set(values)) > 1 else ""
        rows.append([row_head(KEYS.get(key, key) + differs)]
                    + [cell(value, "text wrap") for value in values])
    rows.append([row_head("verdict")] + [f'<td class="text">{verdict(log)}</td>' for log in logs])
    return (table([column("")] + [column(log.label, "text") for log in logs], rows, "Machines")
            + '<p class="soft">* differs</p>')


def notices(logs):
    """What a reader must know before any number."""
    found = []
    alike = len({(log.tick, log.emulator) for log in logs}) == 1
    for log in logs[:1] if alike else logs:
        name = "" if alike else f"{text(log.label)}: "
        if log.emulator:
            found.append(f"{name}Measured under an emulator ({text(log.emulator)}): figures are"
                         f" {text(log.tick)} and no CPU's cycles.")
        elif log.tick == "ticks":
            found.append(f"{name}The log does not say what a tick is.")
    for log in logs:
        name = f"{text(log.label)}: " if len(logs) > 1 else ""
        if log.failures:
            lines = "<br>".join(text(line) for line in log.failures[:20])
            found.append(f'<span class="bad">{name}The run failed.</span><br>{lines}')
    if not alike:
        found.append("The logs do not count the same: ratios between them mean little.")
    return "\n".join(f'<div class="notice">{notice}</div>' for notice in found)


# ---- What was found -----------------------------------------------------------------------------

def answer(claim):
    """What the run says to a claim: in a word, and what was measured."""
    word = {"holds": '<span class="good">holds</span>: ', "": "",
            "does not hold": '<span class="bad">does not hold</span>: ',
            "no difference": "no difference: "}[claim.answer]
    return f'<td class="text wrap">{word}{text(claim.measured)}</td>'


def claims(found):
    rows = [[row_head(claim.ident), cell(claim.text, "text wrap"), answer(claim)]
            for claim in found]
    head = [column("claim", "text"), column("", "text"), column("here", "text")]
    return table(head, rows, "Claims")


def block(items):
    """One block of findings: its texts, its indented lines, its claims."""
    parts = []
    pending = []
    for item in items + [None]:
        if isinstance(item, runlog.Claim):
            pending.append(item)
            continue
        if pending:
            parts.append(claims(pending))
            pending = []
        if isinstance(item, list):
            parts.append(scroll("<pre>" + "\n".join(text(line) for line in item) + "</pre>",
                                "Lines of the log"))
        elif isinstance(item, runlog.Section):
            parts.append(f"<h3>{text(item)}</h3>")
        elif item is not None:
            parts.append(f"<p>{text(item)}</p>")
    return "\n".join(parts)


def without_empty_sections(found):
    """The blocks but for headings that nothing follows before the next."""
    def heads(items):
        return len(items) == 1 and isinstance(items[0], runlog.Section)
    return [items for items, after in zip(found, found[1:] + [None])
            if not heads(items) or (after and not heads(after))]


def merged_claims(logs):
    """The claims of several logs beside each other."""
    found = {}
    for place, log in enumerate(logs):
        for items in log.findings:
            for claim in items:
                if isinstance(claim, runlog.Claim):
                    found.setdefault((claim.ident, claim.text), {})[place] = claim
    if not found:
        return ""
    rows = []
    for (ident, words), answers in found.items():
        cells = [row_head(ident), cell(words, "text wrap")]
        for place in range(len(logs)):
            cells.append(answer(answers[place]) if place in answers else cell("-", "text"))
        rows.append(cells)
    head = [column("claim", "text"), column("", "text")]
    head += [column(log.label, "text") for log in logs]
    return table(head, rows, "Claims")


def findings(logs):
    if len(logs) == 1:
        return ("\n".join(block(items) for items in without_empty_sections(logs[0].findings))
                or "<p>The log has no findings.</p>")
    parts = [merged_claims(logs)]
    for log in logs:
        others = [[item for item in items if not isinstance(item, runlog.Claim)]
                  for items in log.findings]
        others = without_empty_sections([items for items in others if items])
        inside = "\n".join(block(items) for items in others)
        parts.append(f"<details><summary>What {text(log.label)} found besides</summary>\n{inside}\n"
                     "</details>")
    return "\n".join(parts)


# ---- Plots --------------------------------------------------------------------------------------

def plots(families, painted):
    parts = []
    for family in families:
        if not family.charts:
            continue
        parts.append(f'<h3>{text(family.title)}</h3>\n<div class="charts">')
        for chart in family.charts:
            parts.append(f'<figure id="plot-{text(chart.name)}"><figcaption>'
                         f'<b id="{text(chart.name)}-title">{text(chart.title)}</b></figcaption>\n'
                         f'{painted[chart.name]}\n<figcaption>{text(chart.note)}'
                         f' <a href="{text(chart.name)}.png">PNG</a></figcaption></figure>')
        parts.append("</div>")
    absent = [family for family in families if not family.charts]
    if absent:
        parts.append("<p>Not drawn, as the log does not have what it takes:</p>\n<ul>" + "".join(
            f"<li>{text(family.title)} ({text(family.needs)})</li>" for family in absent) + "</ul>")
    return "\n".join(parts)


# ---- Tables -------------------------------------------------------------------------------------

def groups(logs):
    """[(benchmark, meaning, [name])]: rows that the log's own tables show together."""
    found = {}
    for log in logs:
        for row in log.rows.values():
            shape = tuple(key for key in row.params if key != "cpus")
            names = found.setdefault((row.base, shape), {})
            names.setdefault(row.name)
    shown = []
    for (base, _), names in found.items():
        first = next(iter(names)).partition("/")[2]
        meaning = next((t for log in logs for t in log.tables
                        if t.name == base and first in t.rows), None)
        shown.append((base, meaning, list(names)))
    return sorted(shown, key=lambda group: group[0])


def group_head(base, meaning, what):
    lines = [f"<h3>{text(base)}</h3>"]
    if meaning:
        against = f"; to hold against: {meaning.against}" if meaning.against else ""
        lines.append(f'<p class="soft">{text(what)} for {text(meaning.operation + against)}</p>')
    else:
        lines.append(f'<p class="soft">{text(what)} for one operation</p>')
    return "\n".join(lines)


def own_table(log, base, names):
    """Statistics of cycles/op; of the further units the medians."""
    rows = [log.rows[name] for name in names]
    further = [unit for unit in dict.fromkeys(u for row in rows for u in row.units())
               if unit != "cycles/op"]
    lines = []
    for row in rows:
        values = samples.summary(row.values("cycles/op"))
        cells = [row_head(row.name.partition("/")[2] or row.name)]
        cells += [cell(figure(values[f]) if f != "n" else values[f]) for f in FIGURES]
        for unit in further:
            have = row.values(unit)
            cells.append(cell(figure(samples.summary(have)["median"]) if have else ""))
        lines.append(cells)
    head = [column("", "text")] + [column(f) for f in FIGURES] + [column(u) for u in further]
    return table(head, lines, base)


def difference(first, other):
    """The other's median as a multiple of the first's, and ~ where chance explains it."""
    base, value = samples.summary(first)["median"], samples.summary(other)["median"]
    ratio = f"{value / base:.2f}" if base else "-"
    return ratio if samples.mann_whitney(first, other)[1] < 0.05 else f"{ratio} ~"


def shared_table(logs, base, names):
    lines = []
    for name in names:
        values = [log.rows[name].values("cycles/op") if name in log.rows else [] for log in logs]
        cells = [row_head(name.partition("/")[2] or name)]
        for place, own in enumerate(values):
            cells.append(cell(f"{figure(samples.summary(own)['median'])} \u00b1 "
                              f"{samples.spread(own):.0f} %" if own else "-"))
            if place:
                both = values[0] and own
                cells.append(cell(difference(values[0], own) if both else "-"))
        lines.append(cells)
    head = [column("", "text"), column(logs[0].label)]
    for log in logs[1:]:
        head += [column(log.label), column("ratio")]
    return table(head, lines, base)


def tables(logs):
    kinds = {(log.tick, log.emulator) for log in logs}
    tick, emulator = kinds.pop() if len(kinds) == 1 else ("ticks", "")
    what = tick + (f" under {emulator}" if emulator else "")
    what = what[0].upper() + what[1:]
    parts = []
    if len(logs) > 1:
        parts.append('<p class="soft">cycles/op: median, standard deviation in % of the mean; ratio'
                     f" to {text(logs[0].label)}. ~: chance explains the difference (two-sided"
                     " Mann-Whitney U test, p &ge; 0.05).</p>")
    else:
        parts.append('<p class="soft">cycles/op over the repetitions; of further units the'
                     " median.</p>")
    for base, meaning, names in groups(logs):
        parts.append(group_head(base, meaning, what))
        parts.append(own_table(logs[0], base, names) if len(logs) == 1
                     else shared_table(logs, base, names))
    return "\n".join(parts)


def beside_linux(logs):
    """Bulkhead's log and Linux's (tools/linux) in ratios; nothing if there is none of each."""
    theirs = next((log for log in logs if beside.is_linux(log)), None)
    ours = next((log for log in logs if not beside.is_linux(log) and theirs
                 and (log.tick, log.emulator) == (theirs.tick, theirs.emulator)), None)
    rows = list(beside.table(ours, theirs)) if ours else []
    if not rows:
        return ""
    notes = "".join(f"<li>{text(note)}</li>" for note in beside.UNLIKE)
    head = [column("", "text"), column(ours.label), column(theirs.label), column("times"),
            column("beside", "text")]
    lines = [[row_head(row[0]), *(cell(value) for value in row[1:4]), cell(row[4], "text")]
             for row in rows]
    return (f'<p class="soft">{text(ours.tick)} an operation, zeroing apart; times: Linux\'s as a'
            f" multiple. Not like for like:</p><ul>{notes}</ul>"
            + table(head, lines, "Beside Linux"))


# ---- The rest of a log --------------------------------------------------------------------------

def folded(summary, lines):
    if not lines:
        return ""
    more = [f"... {len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
    inside = "\n".join(text(line) for line in lines[:MOST_LINES] + more)
    return (f"<details><summary>{text(summary)} ({len(lines)})</summary>\n"
            + scroll(f"<pre>{inside}</pre>", summary) + "</details>")


def remains(logs):
    parts = []
    for log in logs:
        of = f" of {log.label}" if len(logs) > 1 else ""
        parts.append(folded(f"Skipped benchmarks{of}", [f"{n}: {why}" for n, why in log.skipped]))
        parts.append(folded(f"Messages of the kernel{of}", log.messages))
        parts.append(folded(f"Lines of no known kind{of}",
                            [f"line {number}: {line}" for number, line in log.odd]))
    return "\n".join(part for part in parts if part) or "<p>Nothing.</p>"


def page(logs, families, painted):
    """The whole page."""
    with open(os.path.join(FOLDER, "page.css"), encoding="utf-8") as file:
        sheet = file.read()
    sections = [("machine", "The machine" if len(logs) == 1 else "The machines", machine(logs)),
                ("findings", "What was found", findings(logs)),
                ("plots", "Plots", plots(families, painted)),
                ("tables", "All benchmarks", tables(logs)),
                ("rest", "The rest of the log", remains(logs))]
    ratios = beside_linux(logs)
    if ratios:
        sections.insert(2, ("linux", "Beside Linux", ratios))
    links = "".join(f'<li><a href="#{name}">{title}</a></li>' for name, title, _ in sections)
    body = "\n".join(f'<section>\n<h2 id="{name}">{title}</h2>\n{inside}\n</section>'
                     for name, title, inside in sections)
    if len(logs) == 1:
        where = logs[0].value("cpu") or "an unnamed CPU"
        line = f"{text(where)}. {verdict(logs[0])}"
    else:
        line = f"{len(logs)} logs: " + ", ".join(text(log.label) for log in logs)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bulkhead: what a page costs</title>
<style>
{sheet}</style>
</head>
<body>
<header>
<h1>What a page costs on this machine</h1>
<p>{line}</p>
{notices(logs)}
<nav aria-label="Contents"><ul>{links}</ul></nav>
</header>
<main>
{body}
</main>
<footer><p class="soft">Every repetition: <a href="report.csv">report.csv</a></p></footer>
</body>
</html>
"""
