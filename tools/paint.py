# SPDX-License-Identifier: MIT
"""Paints charts with matplotlib: as <svg> to stand in a page, and as PNG.

The same chart gives the same bytes. In the page's <svg>, ink, grid and the curves' colours are the
page's own (currentColor, --grid, --c0 ...), so that they suit a light and a dark page. All widths
are made for a phone: the page shows two charts beside each other where there is room.
"""

import io
import math
import re
import textwrap

import matplotlib
matplotlib.use("Agg")
from matplotlib import ticker                   # noqa: E402
from matplotlib.backends.backend_agg import FigureCanvasAgg     # noqa: E402
from matplotlib.figure import Figure            # noqa: E402
from matplotlib.lines import Line2D             # noqa: E402

INK, GRID = "#22252b", "#d5d8de"
COLOURS = ("#0b63b5", "#c8500a", "#0a8462", "#a23a8e", "#8a6d00", "#5b5fc7")   # page.css has them
MARKERS = "osD^vP"
DASHES = ("-", (0, (4, 2)), (0, (1, 1.6)), (0, (6, 2, 1, 2)))
WIDTH, LEFT, RIGHT = 4.1, 0.72, 0.17            # inches
PLOT, TITLE, BOTTOM, LEGEND_ROW = 2.6, 0.36, 0.48, 0.22
TEXT = 10.0                                     # points

STYLE = {
    "font.family": "DejaVu Sans", "font.size": TEXT, "text.color": INK, "axes.labelcolor": INK,
    "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.linewidth": 0.8,
    "grid.color": GRID, "grid.linewidth": 0.7, "text.parse_math": False, "svg.fonttype": "path",
    "svg.hashsalt": "bulkhead", "path.simplify": False, "axes.unicode_minus": False,
}


def short(value):
    """A tick's label: 20k, 1.5M, 0.05."""
    for limit, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:.4g}{unit}"
    return f"{value:.4g}"


def short_size(size):
    for limit, unit in ((1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")):
        if size >= limit:
            return f"{size / limit:.4g}{unit}"
    return str(size)


def printable(text, most=22):
    """A label from a log's name: what the font has, and not too much of it."""
    text = "".join(c if " " <= c <= "~" else "?" for c in text)
    return text if len(text) <= most else text[:most - 2] + ".."


def log_ticks(low, high):
    """Ticks of a logarithmic axis: powers of ten, and between them where few decades are shown."""
    decades = math.log10(high / low)
    steps = (1, 1.5, 2, 3, 4, 5, 6, 8) if decades < 0.8 else (1, 2, 5) if decades < 2.5 else (1,)
    every = 1 if decades < 7 else 2
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    values = [step * 10.0 ** power for power in powers if power % every == 0 for step in steps]
    return [value for value in values if low <= value <= high]


def thinned(values, most=10):
    """At most so many of these, evenly chosen, the last always."""
    step = -(-len(values) // most)
    return values[::-1][::step][::-1]


def set_log(axis, low, high, ticks, label=short):
    """A logarithmic axis with these ticks and no others."""
    getattr(axis.axes, f"set_{axis.axis_name}scale")("log")
    getattr(axis.axes, f"set_{axis.axis_name}lim")(low, high)
    axis.set_major_locator(ticker.FixedLocator(ticks))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: label(value)))
    axis.set_minor_locator(ticker.NullLocator())


class Sheet:
    """A figure whose plots have a fixed size, with room for the title and the legend."""

    def __init__(self, heights, legend_rows, title="", left=LEFT):
        lines = textwrap.wrap(printable(title, 120), 40)
        top = TITLE + 0.18 * (len(lines) - 1) if lines else 0.1
        bottom = BOTTOM + LEGEND_ROW * legend_rows + 0.06
        gap = 0.12
        height = top + sum(heights) + gap * (len(heights) - 1) + bottom
        self.figure = Figure(figsize=(WIDTH, height))
        FigureCanvasAgg(self.figure)
        self.axes = []
        above = height - top
        for plot in heights:
            above -= plot
            place = (left / WIDTH, above / height, (WIDTH - left - RIGHT) / WIDTH, plot / height)
            axes = self.figure.add_axes(place)
            axes.set_axisbelow(True)
            axes.patch.set_alpha(0)
            axes.grid(True)
            for side in ("top", "right"):
                axes.spines[side].set_visible(False)
            self.axes.append(axes)
            above -= gap
        if title:
            self.figure.suptitle("\n".join(lines), x=0.5, y=1 - 0.1 / height, va="top",
                                 fontsize=TEXT + 0.5, fontweight="bold")

    def legend(self, handles, columns):
        if handles:
            self.figure.legend(handles=handles, loc="lower center", ncol=columns, frameon=False,
                               bbox_to_anchor=(0.5, 0), borderaxespad=0.2, fontsize=TEXT - 0.5,
                               handlelength=2.4, columnspacing=1.2, labelspacing=0.35)


def columns_for(handles):
    """How many columns of a legend fit into the width."""
    widest = max((len(handle.get_label()) for handle in handles), default=1)
    room = max(1, min(int(WIDTH / (0.55 + 0.076 * widest)), 4))
    rows = max(1, -(-len(handles) // room))
    return max(1, -(-len(handles) // rows))     # as even as it goes


def rows_for(handles):
    return -(-len(handles) // columns_for(handles)) if handles else 0


# ---- Kinds of charts ----------------------------------------------------------------------------

def curve_legend(chart):
    """A handle for each colour, and, if there are several dashes, one for each dash."""
    handles = [Line2D([], [], color=COLOURS[i % len(COLOURS)], marker=MARKERS[i % len(MARKERS)],
                      markersize=4.5, markerfacecolor="none", linewidth=1.5,
                      label=printable(colour))
               for i, colour in enumerate(chart.colours())]
    dashes = chart.dashes()
    if len(dashes) > 1:
        handles += [Line2D([], [], color=INK, linestyle=DASHES[i % len(DASHES)], linewidth=1.3,
                           label=printable(dash)) for i, dash in enumerate(dashes)]
    return handles


def value_label(chart):
    """The y axis's label; a long one in two lines."""
    label = printable(chart.ylabel, 64)
    return label.replace(", under ", "\nunder ") if len(label) > 32 else label


def value_axis(axes, chart, points):
    """Logarithmic or from zero, as the chart says; else logarithmic if the values differ enough."""
    axes.set_ylabel(value_label(chart))
    means = [y for _, y, _ in points]
    tops = [y + (sd or 0) for _, y, sd in points]
    if chart.scale == "linear" or chart.scale != "log" and max(tops) < 3 * min(means):
        top = max(tops) * 1.08 or 1
        axes.set_ylim(-0.02 * top, top)
        axes.yaxis.set_major_locator(ticker.MaxNLocator(6))
        axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: short(value)))
        return
    low, high = min(means) / 1.6, max(tops) * 1.4
    set_log(axes.yaxis, low, high, log_ticks(low, high))


def paint_curves(chart, title):
    handles = curve_legend(chart)
    sheet = Sheet([PLOT], rows_for(handles), title, LEFT + 0.15 * ("\n" in value_label(chart)))
    axes = sheet.axes[0]
    colours, dashes = chart.colours(), chart.dashes()
    drawn = []
    for curve in chart.curves:
        place = colours.index(curve.colour)
        # A logarithmic scale has no zero.
        points = [p for p in curve.points if chart.scale == "linear" or p[1] > 0]
        if not points:
            continue
        drawn += points
        x, y, deviation = zip(*points)
        bars = None
        if any(deviation):
            # On a log scale a bar that reaches zero runs out of the plot.
            bars = [[sd if sd < mean else mean * (1 - 1e-12) for mean, sd in zip(y, deviation)],
                    deviation]
        # Earlier curves are wider, so that one under another still shows.
        axes.errorbar(x, y, yerr=bars, color=COLOURS[place % len(COLOURS)],
                      linewidth=max(1.2, 2.4 - 0.35 * place),
                      linestyle=DASHES[dashes.index(curve.dash) % len(DASHES)],
                      marker=MARKERS[place % len(MARKERS)], markerfacecolor="none",
                      markersize=7.5 - min(place, 4) * 0.9, elinewidth=1, capsize=2.5)
    if drawn:
        value_axis(axes, chart, drawn)
    set_x(axes, chart)
    sheet.legend(handles, columns_for(handles))
    return sheet.figure


def set_x(axes, chart):
    axes.set_xlabel(chart.xlabel)
    xs = sorted({x for curve in chart.curves for x, _, _ in curve.points})
    room = (xs[-1] / xs[0]) ** 0.035 if xs[-1] > xs[0] else 2
    label = short_size if chart.sizes else str_int
    set_log(axes.xaxis, xs[0] / room, xs[-1] * room, thinned(spaced(xs)), label)


def str_int(value):
    return str(int(round(value))) if value < 1e6 else short(value)


def spaced(xs):
    """Those of the values that stand apart enough on a logarithmic axis for a label."""
    least = (xs[-1] / xs[0]) ** (1 / 13) if xs[-1] > xs[0] else 1
    kept = [xs[-1]]
    for x in reversed(xs[:-1]):
        if kept[-1] / x >= least:
            kept.append(x)
    return kept[::-1]


def paint_distribution(chart, title):
    labels = list(dict.fromkeys(label for _, shown in chart.panels for label, _ in shown))
    handles = [Line2D([], [], color=COLOURS[i % len(COLOURS)], linewidth=1.8,
                      label=printable(label))
               for i, label in enumerate(labels) if label]
    sheet = Sheet([0.95] * len(chart.panels), rows_for(handles), title)
    ends = [low for _, shown in chart.panels for _, bins in shown for low, _ in bins]
    first, last = max(1, min(ends)), max(ends)
    low, high = first / 1.1, last * 1.5
    least = min(100 * count / sum(c for _, c in bins) for _, shown in chart.panels
                for _, bins in shown for _, count in bins if count)
    floor = 10 ** math.floor(math.log10(min(least, 10)) - 0.01)
    for place, (axes, (policy, shown)) in enumerate(zip(sheet.axes, chart.panels)):
        for label, bins in shown:
            # Earlier logs are wider, so that one under another still shows.
            which = labels.index(label)
            paint_bins(axes, bins, COLOURS[(which if label else place) % len(COLOURS)], floor, high,
                       width=max(1.2, 3 - which) if label else 1.5, fill=not label)
        set_log(axes.yaxis, floor, 250, thinned(log_ticks(floor, 100), 3),
                lambda value: f"{value:.4g} %")
        set_log(axes.xaxis, low, high, log_ticks(low, high))
        axes.text(0.985, 0.93, policy, transform=axes.transAxes, ha="right", va="top",
                  fontweight="bold")
        axes.tick_params(labelbottom=axes is sheet.axes[-1], labelsize=TEXT - 1)
    sheet.axes[-1].tick_params(axis="x", labelsize=TEXT)
    sheet.axes[-1].set_xlabel(printable(chart.xlabel, 60))
    sheet.legend(handles, columns_for(handles))
    return sheet.figure


def paint_bins(axes, bins, colour, floor, end, width, fill):
    """One distribution as steps; the last bin goes to the end of the axis."""
    total = sum(count for _, count in bins)
    edges = [max(low, 1e-9) for low, _ in bins] + [end]
    shares = [max(100 * count / total, floor) for _, count in bins]
    axes.stairs(shares, edges, baseline=floor, color=colour, linewidth=width)
    if fill:
        axes.stairs(shares, edges, baseline=floor, color=colour, fill=True, alpha=0.25, linewidth=0)


def paint_marks(chart, title):
    figures = list(dict.fromkeys(name for _, marks in chart.rows for name in marks))
    handles = [Line2D([], [], color=COLOURS[i], marker="o|^"[i], linestyle="", markersize=7,
                      markerfacecolor="none", markeredgewidth=1.8, label=name)
               for i, name in enumerate(figures)]
    sheet = Sheet([0.35 + 0.36 * len(chart.rows)], rows_for(handles), title, left=0.95)
    axes = sheet.axes[0]
    values = [max(value, 0.01) for _, marks in chart.rows for value in marks.values()]
    low, high = min(values) / 1.6, max(values) * 1.6
    for place, (_, marks) in enumerate(chart.rows):
        axes.plot([max(min(marks.values()), 0.01), max(marks.values())], [place, place], color=GRID,
                  linewidth=3, solid_capstyle="butt")
        for i, name in enumerate(figures):
            axes.plot([max(marks[name], 0.01)], [place], color=COLOURS[i], marker="o|^"[i],
                      markersize=8, markerfacecolor="none", markeredgewidth=1.8, linestyle="")
    set_log(axes.xaxis, low, high, log_ticks(low, high))
    axes.set_ylim(len(chart.rows) - 0.5, -0.5)
    axes.set_yticks(range(len(chart.rows)))
    axes.set_yticklabels(["\n".join(printable(word, 11) for word in label.split(" ", 1))
                          for label, _ in chart.rows], fontsize=TEXT - 1.5)
    axes.grid(False, axis="y")
    axes.set_xlabel(printable(chart.xlabel, 60))
    sheet.legend(handles, columns_for(handles))
    return sheet.figure


PAINTERS = {"curves": paint_curves, "distribution": paint_distribution, "marks": paint_marks}


# ---- Bytes --------------------------------------------------------------------------------------

def inline(text, chart):
    """matplotlib's SVG file as an element of a page: its own ids, the page's colours."""
    text = text[text.index("<svg"):]
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", text, flags=re.S)
    prefix = f"{chart.name}-"
    text = re.sub(r'\bid="', f'id="{prefix}', text)
    text = re.sub(r'xlink:href="#', f'xlink:href="#{prefix}', text)
    text = text.replace("url(#", f"url(#{prefix}")
    for place, colour in enumerate(COLOURS):
        text = text.replace(colour, f"var(--c{place})")
    text = text.replace(INK, "currentColor").replace(GRID, "var(--grid)")
    box = re.search(r'viewBox="[^"]*"', text).group(0)
    text = re.sub(r"<svg[^>]*>", f'<svg role="img" aria-labelledby="{prefix}title" {box}'
                  ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg">',
                  text, count=1)
    return re.sub(r"\n\s*\n", "\n", text).strip()


def paint(chart):
    """(text of the <svg> element, bytes of the PNG)."""
    with matplotlib.rc_context(STYLE):
        drawing, picture = io.StringIO(), io.BytesIO()
        PAINTERS[chart.kind](chart, "").savefig(
            drawing, format="svg", transparent=True,
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
        PAINTERS[chart.kind](chart, chart.title).savefig(
            picture, format="png", dpi=160, facecolor="white", metadata={"Software": None})
    return inline(drawing.getvalue(), chart), picture.getvalue()
