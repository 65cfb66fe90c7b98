# SPDX-License-Identifier: MIT
"""What must hold of tools/report whatever the log is: a whole report, or one line that says what is
wrong. Run by report_fuzz.c. Painting is left out, as matplotlib takes seconds a plot.
"""

import atexit
import importlib.machinery
import importlib.util
import io
import os
import shutil
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def load(path):
    """A tool without ending as a module."""
    loader = importlib.machinery.SourceFileLoader("report_tool", path)
    spec = importlib.util.spec_from_loader(loader.name, loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


class Painter:
    """In the place of tools/paint.py."""

    @staticmethod
    def paint(chart):
        return f"<svg><!-- {chart.kind} --></svg>", b"PNG"


TOOL = load(os.path.join(ROOT, "tools", "report"))
TOOL.painter = lambda: Painter
TOOL.runlog.LONGEST_FILE = 1 << 15     # 64 MiB are asked for at once, which costs more than all else
SCRATCH = tempfile.mkdtemp(prefix="fuzz-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)
LOG = os.path.join(SCRATCH, "log")
OUTPUT = os.path.join(SCRATCH, "output")


def check_written():
    names = sorted(os.listdir(OUTPUT))
    with open(os.path.join(OUTPUT, TOOL.KEPT), encoding="utf-8") as file:
        kept = file.read().split("\n")[:-1]
    assert names == sorted(kept + [TOOL.KEPT]), (names, kept)
    assert "report.csv" in names
    with open(os.path.join(OUTPUT, "index.html"), encoding="utf-8") as file:
        page = file.read()
    assert page.rstrip().endswith("</html>"), page[-100:]
    assert "<script" not in page.lower(), "a log's text is taken for a tag"
    for name in names:
        os.remove(os.path.join(OUTPUT, name))
    os.rmdir(OUTPUT)


def take(data):
    with open(LOG, "wb") as file:
        file.write(data)
    said, stderr, sys.argv = io.StringIO(), sys.stderr, ["report", LOG, "--output", OUTPUT]
    sys.stderr = said
    try:
        status = TOOL.main()
    finally:
        sys.stderr = stderr
    lines = said.getvalue().split("\n")
    assert lines[0].startswith("report: ") and lines[1:] == [""], lines
    if status == 0:
        check_written()
    else:
        assert status == 2 and not os.path.exists(OUTPUT), status
