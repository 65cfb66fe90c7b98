# SPDX-License-Identifier: MIT
"""The page of tools/report in Chromium, as wide as a phone and as a desktop."""

import html
import json
import os
import re
import shutil
import tempfile

from bootlib import case, execute, expect
from report_page import ALL_PLOTS, Folder, hostile, made_up, pictures, with_distributions

LIMIT = 25      # seconds
FRAMES = """<!DOCTYPE html>
<html><body>
%s
<script>
addEventListener("load", () => {
  const found = [...document.querySelectorAll("iframe")].map(frame => {
    const inner = frame.contentWindow, page = frame.contentDocument;
    const boxes = [...page.querySelectorAll("figure svg")].map(e => e.getBoundingClientRect());
    return {
      width: inner.innerWidth, scroll: page.documentElement.scrollWidth, svgs: boxes.length,
      seen: boxes.filter(b => b.width > 250 && b.height > 100 && b.left >= 0
                              && b.right <= inner.innerWidth).length,
      paths: [...page.querySelectorAll("figure svg")].filter(e => e.querySelector("path")).length,
      dangling: [...page.querySelectorAll("use")].filter(
        e => !page.querySelector(e.getAttribute("xlink:href"))).length,
      loaded: inner.performance.getEntriesByType("resource").length,
      scripts: page.scripts.length, title: page.title };
  });
  document.body.textContent = "RESULT" + JSON.stringify(found) + "END";
});
</script></body></html>
"""


def browse(url, *options):
    """Chromium without a window, on this page: (what it dumps, its console's lines)."""
    expect(shutil.which("chromium"), "chromium is missing: `tools/deps browser` installs it")
    with tempfile.TemporaryDirectory(prefix="bulkhead-browser-") as profile:
        done = execute("timeout", "-k", "5", str(LIMIT), "chromium", "--headless",
                       "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                       "--disable-background-networking", "--disable-component-update",
                       "--enable-logging=stderr", f"--user-data-dir={profile}", *options, url,
                       timeout=LIMIT + 10)
    expect(done.status == 0, "chromium should end by itself in time", done)
    return done.out, [line for line in done.err.splitlines() if "CONSOLE" in line]


def browsed(folder, text):
    """([what each width shows], console lines) of a page at 360 and at 1280 pixels."""
    frames = "\n".join(f'<iframe style="border:0;width:{width}px;height:2000px" srcdoc="'
                       f'{html.escape(text, quote=True)}"></iframe>' for width in (360, 1280))
    path = folder.write("frames.html", FRAMES % frames)
    dumped, console = browse(f"file://{path}", "--dump-dom", "--window-size=1300,2000")
    result = re.search(r"RESULT(.*)END", dumped, re.S)
    expect(result, "the browser should say what it sees", dumped[-2000:])
    return json.loads(html.unescape(result.group(1))), console


def expect_fits(folder, plots):
    seen, console = browsed(folder, folder.page())
    expect([each["width"] for each in seen] == [360, 1280], "both widths", seen)
    for each in seen:
        expect(each["scroll"] <= each["width"], "no wider than the window", each)
        expect(each["svgs"] == each["seen"] == each["paths"] == plots, f"{plots} plots", each)
        expect(not each["loaded"] and not each["scripts"] and not each["dangling"], "alone", each)
        expect(each["title"] == "Bulkhead: what a page costs", "title", each)
    expect(not console, "the console should be empty", console)
    path = os.path.join(folder.output, "index.html")
    _, console = browse(f"file://{path}", "--dump-dom", "--window-size=1280,2000")
    expect(not console, "the console should be empty", console)


@case
def the_page_fits_phone_and_desktop():
    with Folder() as folder:
        folder.report(folder.write("good.log", with_distributions(made_up())))
        expect_fits(folder, len(ALL_PLOTS))


@case
def the_page_of_two_logs_fits_phone_and_desktop():
    with Folder() as folder:
        folder.report(folder.write("a.log", made_up()), folder.write("b" * 90 + ".log", made_up()))
        expect_fits(folder, len(pictures(folder.content())))


@case
def the_page_of_a_hostile_log_fits_phone_and_desktop():
    with Folder() as folder:
        folder.report(folder.write("x.log", hostile()))
        expect_fits(folder, len(ALL_PLOTS))


@case
def the_browser_check_can_fail():
    with Folder() as folder:
        wide = ('<div style="width:700px">x</div><script>nosuch()</script>'
                '<figure><svg width="9"></svg></figure>')
        seen, console = browsed(folder, wide)
        expect(seen[0]["scroll"] > 360 and seen[1]["scroll"] <= 1280, "too wide for a phone", seen)
        expect(seen[0]["scripts"] == 1 and seen[0]["seen"] == 0, "what should not be there", seen)
        expect(any("nosuch" in line for line in console), "errors are seen", console)
