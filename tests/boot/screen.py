# SPDX-License-Identifier: MIT
"""What is on the screen: its text, read by the font's glyphs, and the QR code, read by zbarimg."""

import os
import re
import statistics
import tempfile
import zlib

from bootlib import case, execute, expect, load_tool
from screenlib import VERDICT, machine

SMALL = "bench=BulkArray/* reps=1"
HEAD = ("version: ", "cpu: ", "clock: ", "firmware: ", "system: ", "cmdline: ")


def medians(serial):
    """{name: hundredths} of a capture, as the kernel rounds them."""
    found = {}
    for name, whole, part in re.findall(r"^Benchmark(\S+)  [0-9]+  ([0-9]+)\.([0-9]{2}) cycles/op",
                                        serial, re.MULTILINE):
        found.setdefault(name, []).append(int(whole + part))
    return {name: statistics.median(values) for name, values in found.items()}


def four_digits(value):
    scale = 10 ** max(0, len(str(value)) - 4)
    return (value + scale // 2) // scale * scale


def read_code(picture):
    """What tools/qr makes of a picture."""
    run = execute("tools/qr", picture.path)
    expect(run.status == 0, "the QR code should be read", run)
    return run.out


def expect_summary(picture, serial, scale=1):
    """The last screen of a run of benchmarks: head, verdict, code."""
    shown = [line.split("\ufffd")[0].rstrip() for line in picture.lines(scale)]
    for line in serial.splitlines():
        if line.startswith(HEAD) and not line.endswith(": "):
            cut = [text for text in shown if text and line.startswith(text) and len(text) > 20]
            expect(cut or line in shown, f"'{line}' should be on the screen", "\n".join(shown))
    verdict = VERDICT.search(serial).group(0)
    expect(verdict in shown, "the verdict should be on the screen", "\n".join(shown))
    out = read_code(picture)
    for line in serial.splitlines():
        if line.startswith(HEAD) and not line.endswith(": "):
            expect(line[:159] in out.splitlines(), f"'{line}' should be in the code", out)
    expect(out.splitlines()[-1] == verdict, "the verdict should be in the code", out)
    expected = {name: four_digits(value) for name, value in medians(serial).items()}
    expect(medians(out) == expected, "the code should have all medians",
           f"{out}\n{expected}")
    expect(f"QR code: {len(expected)} of {len(expected)} medians" in shown,
           "the screen should say how many", "\n".join(shown))


def check_summary(*devices, size, **options):
    with machine(SMALL, *devices, **options) as guest:
        serial = guest.wait_for_verdict()
        picture = guest.picture()
        expect((picture.width, picture.height) == size, "the screen's size",
               f"{picture.width}x{picture.height}")
        expect_summary(picture, serial)


@case
def bios_shows_the_summary():
    check_summary("-vga", "std", size=(1024, 768))


@case
def virtio_shows_the_summary():
    check_summary("-vga", "virtio", size=(1024, 768))


@case
def pixels_of_24_bits_show_the_summary():
    check_summary("-vga", "cirrus", screen="800x600x24", size=(800, 599))   # QEMU leaves a row out


@case
def pixels_of_16_bits_show_the_summary():
    check_summary("-vga", "std", screen="640x480x16", size=(640, 480))


@case
def pixels_of_15_bits_show_the_summary():
    check_summary("-vga", "std", screen="800x600x15", size=(800, 600))


@case
def wide_screens_show_the_summary():
    check_summary("-vga", "std", screen="1280x800x32", size=(1280, 800))


@case
def large_glyphs_are_read_on_large_screens():
    with machine(SMALL, "-vga", "std", screen="1920x1080x32") as guest:
        serial = guest.wait_for_verdict()
        expect_summary(guest.picture(), serial, scale=2)


@case
def uefi_shows_the_summary():
    check_summary("-vga", "std", FIRMWARE="uefi", size=(800, 600))


@case
def uefi_with_virtio_shows_the_summary():
    check_summary("-vga", "virtio", FIRMWARE="uefi", size=(1280, 800))


@case
def uefi_without_serial_line_says_all_on_the_screen():
    with machine(SMALL, "-vga", "std", serial=False, FIRMWARE="uefi") as guest:
        picture = guest.wait_for_screen(r"(?m)^[0-9]+ passed, ")
        shown = picture.lines()
        out = read_code(picture)
        verdict = VERDICT.search("\n".join(shown)).group(0)
        expect(out.splitlines()[-1] == verdict, "screen and code should agree", out)
        expect(verdict == "20 passed, 0 failed, 0 skipped", "all should have passed", verdict)
        expect(len(medians(out)) == 20, "all medians should be in the code", out)
        bulk = re.search(r"(?m)^page, bulk of 64 +([0-9]+)\.([0-9]{2})", "\n".join(shown))
        row = medians(out)["BulkArray/batch=64/cpus=1"]
        expect(bulk and four_digits(int(bulk.group(1) + bulk.group(2))) == row,
               "the table and the code should agree", f"{bulk} {row}")


def check_without_screen(*devices, **variables):
    with machine(SMALL, *devices, **variables) as guest:
        serial = guest.wait_for_verdict()
        expect(" 0 failed" in VERDICT.search(serial).group(0), "should pass without a screen",
               serial)
        expect("summary" not in serial, "there is nothing to draw on", serial)


@case
def no_screen_is_fine():
    check_without_screen("-vga", "none")


@case
def no_screen_is_fine_on_uefi():
    check_without_screen("-vga", "none", FIRMWARE="uefi")


@case
def no_default_devices_are_fine():
    check_without_screen("-nodefaults")


@case
def no_default_devices_are_fine_on_uefi():
    check_without_screen("-nodefaults", FIRMWARE="uefi")


FOR_MACHINES = ("ok ", "1..", "Benchmark", "plan: ", "Unit ", "KTAP ")


def expect_tail(shown, serial, columns):
    """Rows are the last ones of the report, wrapped, without the lines for machines."""
    expected = [line[at:at + columns].rstrip() for line in serial.splitlines()
                if not line.startswith(FOR_MACHINES)
                for at in range(0, max(len(line), 1), columns)]
    while shown and not shown[-1]:
        shown.pop()
    expect(shown == expected[-len(shown):], "the screen should have the report's last rows",
           "\n".join(shown))


@case
def text_mode_shows_the_report():
    with machine(SMALL, "-vga", "std", screen="text") as guest:
        serial = guest.wait_for_verdict()
        shown = guest.text_memory()
        expect(sum(map(bool, shown)) >= 24 // 2, "half of the rows should be in use", shown)
        expect_tail(shown, serial, 80)


@case
def a_list_scrolls_and_stays():
    """Thousands of lines later the screen has the last ones, each once and in order."""
    with machine("list", "-vga", "std") as guest:
        serial = guest.wait_for_verdict()
        shown = guest.picture().lines()
        expect(sum(map(bool, shown)) >= 768 // 16 // 2 - 1, "half of the rows should be in use")
        expect_tail(shown, serial, 1024 // 8)


@case
def tests_end_with_a_summary():
    with machine("test=page_bulk.*", "-vga", "std") as guest:
        serial = guest.wait_for_verdict()
        picture = guest.picture()
        out = read_code(picture)
        expect(out.splitlines()[-1] == VERDICT.search(serial).group(0), "the code's verdict", out)
        expect("Benchmark" not in out and "cmdline: test=page_bulk.*" in out, "no benchmarks", out)


@case
def a_panic_stays_on_the_screen():
    with machine("provoke=panic", "-vga", "std") as guest:
        serial = guest.wait_for_verdict()
        shown = guest.picture().lines()
        panic = next(line for line in serial.splitlines() if line.startswith("panic: "))
        expect(panic in shown, "the panic should be shown", "\n".join(shown))
        expect("# backtrace:" in shown, "and where it came from", "\n".join(shown))
        expect(execute("tools/qr", guest.picture().path).status == 1, "without a code")


@case
def a_refusal_stays_on_the_screen():
    with machine("reps=many", "-vga", "std") as guest:
        serial = guest.wait_for_verdict()
        shown = guest.picture().lines()
        refused = next(line for line in serial.splitlines() if line.startswith("refused: "))
        expect(refused in shown, "the refusal should be shown", "\n".join(shown))


@case
def progress_is_shown_meanwhile():
    with machine("bench=BulkArray/* reps=1000", "-vga", "std") as guest:
        status = r"(?m)^benchmarks: ([1-9][0-9]*) of 20000, BulkArray/batch=[0-9]+/.*cpus=1$"
        counts = set()

        def has_grown():
            shown = re.search(status, "\n".join(guest.picture().lines()))
            counts.update({int(shown.group(1))} if shown else ())
            return len(counts) > 2
        guest.wait(has_grown, "a count that grows")


@case
def a_screen_that_is_not_wanted_is_left_alone():
    with machine(f"{SMALL} console=ttyS0", "-vga", "std") as guest:
        serial = guest.wait_for_verdict()
        expect("summary" not in serial, "nothing should be drawn", serial)
        expect(not any("bulkhead" in line for line in guest.picture().lines()),
               "the screen should be as GRUB left it")


# --- tools/qr ---------------------------------------------------------------------------------

qr_tool = load_tool("qr")

TEXT = ("version: bulkhead x\nverdict: 3 passed, 1 failed, 0 skipped\nclaims held: L1\n"
        "failed: A/b=3/cpus=1\nrows: 3 of 5\nA/b=1/c=x\n/2/y\nB/b=1/cpus=4\n\n12\n3456\n123500\n")
LINES = """version: bulkhead x
# claims held: L1
# from a QR code: medians of 3 of 5 rows, to four digits
Unit cycles/op better=lower
plan: 4 benchmark lines
BenchmarkA/b=1/c=x/cpus=1  1  0.12 cycles/op
BenchmarkA/b=2/c=y/cpus=1  1  34.56 cycles/op
BenchmarkB/b=1/cpus=4  1  1235.00 cycles/op
not ok A/b=3/cpus=1: as the QR code says
3 passed, 1 failed, 0 skipped"""


def made_code(text):
    data = zlib.compress(text.encode())
    digits = qr_tool.DIGITS
    out = ""
    for at in range(0, len(data), 2):
        pair = data[at:at + 2]
        number = int.from_bytes(pair, "big")
        for _ in range(len(pair) + 1):
            out += digits[number % 45]
            number //= 45
    return qr_tool.PREFIX + out


def refused(code):
    """Why tools/qr refuses a code, or None."""
    try:
        qr_tool.report(qr_tool.payload(code))
        return None
    except qr_tool.Damaged as damaged:
        return str(damaged)


@case
def qr_prints_the_report():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "text")
        with open(path, "w", encoding="utf-8") as file:
            file.write(made_code(TEXT) + "\r\n")
        run = execute("tools/qr", "--text", path)
        expect(run.status == 0 and run.out == LINES + "\n", "the report", run)
        run = execute("tools/compare", *[write_log(folder, run.out)] * 2)
        expect(run.status in (0, 1) and "3 compared" in run.out, "tools/compare should read it", run)


def write_log(folder, text):
    path = os.path.join(folder, "log")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


@case
def qr_refuses_every_single_wrong_character():
    code = made_code(TEXT)
    for at in range(len(code)):
        for wrong in ("A", "0", ":", "a", ""):
            changed = code[:at] + wrong + code[at + 1:]
            expect(changed == code or refused(changed), "should be refused", changed)
    for length in range(len(code)):
        expect(refused(code[:length]), "cut short: should be refused", length)


@case
def qr_refuses_contents_that_cannot_be():
    for text, why in (("", "no list"), ("rows: 1 of 1\n\n", "says 1"),
                      ("rows: 1 of 1\n/2\n\n1\n", "refers"),
                      ("rows: 2 of 2\nA/b=1\n\n1\n", "says 2"),
                      ("rows: 1 of 1\nA\n\n-1\n", "no median"),
                      ("rows: 1 of 1\nA\n\n1", "no list"),
                      ("\x1b[2J" * 10, "no list")):
        fault = refused(made_code(text))
        expect(fault and re.search(why, fault), f"{text!r} should be refused", fault)
    bomb = made_code("x" * 50_000_000)
    expect(refused(bomb), "a text that unpacks to 50 MB should be refused")
    expect("begin" in refused("WIFI:S:net;;"), "another code", refused("WIFI:S:net;;"))


@case
def qr_says_when_a_picture_has_no_code():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "white.pgm")
        with open(path, "wb") as file:
            file.write(b"P5 64 64 255\n" + b"\xff" * 4096)
        run = execute("tools/qr", path, os.path.join(folder, "none.png"))
        expect(run.status == 1 and "no QR code of Bulkhead" in run.err, "should say so", run)
        expect("none.png" in run.err and not run.out, "for each picture", run)
