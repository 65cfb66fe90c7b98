# SPDX-License-Identifier: MIT
"""QEMU with a screen that is looked at: boots, takes pictures through QMP, reads their text.

The machine has no isa-debug-exit here, so that it halts at the end and its last screen stays.
"""

import contextlib
import gzip
import json
import os
import re
import socket
import subprocess
import tempfile
import time

from bootlib import ELF, ISO, TOOLS, clean_environment, execute, expect

import qemu   # noqa: E402, from tools/

FONT = "/usr/share/consolefonts/Lat15-VGA16.psf.gz"
GLYPH_WIDTH, GLYPH_HEIGHT = 8, 16
VERDICT = re.compile(r"^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped", re.MULTILINE)
PATIENCE = 60       # seconds for a run
TEXT_MEMORY, TEXT_COLUMNS, TEXT_ROWS = 0xb8000, 80, 25


def load_glyphs():
    """{rows of a glyph: character} of printable ASCII."""
    with gzip.open(FONT) as file:
        data = file.read()
    return {data[4 + code * GLYPH_HEIGHT:4 + (code + 1) * GLYPH_HEIGHT]: chr(code)
            for code in range(0x7e, 0x1f, -1)}


class Picture:
    """A screenshot as PPM."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            data = file.read()
        kind, width, height, _, self.pixels = data.split(maxsplit=4)
        expect(kind == b"P6", "a screenshot should be a PPM")
        self.width, self.height = int(width), int(height)
        self.pixels = data[-self.width * self.height * 3:]

    def cell(self, x, y, scale):
        """The glyph's rows at a place: what differs from the darker or the more frequent colour."""
        rows = []
        for row in range(GLYPH_HEIGHT):
            start = ((y * GLYPH_HEIGHT + row) * scale * self.width + x * GLYPH_WIDTH * scale) * 3
            rows.append([self.pixels[start + k * scale * 3:start + k * scale * 3 + 3]
                         for k in range(GLYPH_WIDTH)])
        colours = [pixel for row in rows for pixel in row]
        paper = max(set(colours), key=colours.count)
        return bytes(sum((pixel != paper) << (7 - k) for k, pixel in enumerate(row))
                     for row in rows)

    def lines(self, scale=1):
        """The text of all rows; what is no glyph is \ufffd."""
        glyphs = load_glyphs()
        columns = self.width // (GLYPH_WIDTH * scale)
        return ["".join(glyphs.get(self.cell(x, y, scale), "\ufffd")
                        for x in range(columns)).rstrip()
                for y in range(self.height // (GLYPH_HEIGHT * scale))]


class Machine:
    """A QEMU that runs until the block is left."""

    def __init__(self, folder, process, serial):
        self.folder = folder
        self.process = process
        self.serial_path = serial
        self.monitor = socket.socket(socket.AF_UNIX)
        self.stream = None
        self.pictures = 0
        self.events = []    # that QEMU has told so far

    def connect(self, path):
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                self.monitor.connect(path)
                break
            except OSError:
                time.sleep(0.05)
        self.monitor.settimeout(20)
        self.stream = self.monitor.makefile("rw", encoding="utf-8")
        self.stream.readline()
        self.command("qmp_capabilities")

    def command(self, name, **arguments):
        self.stream.write(json.dumps({"execute": name, "arguments": arguments}) + "\n")
        self.stream.flush()
        while True:
            line = self.stream.readline()
            expect(line, "QEMU should answer", name)
            answer = json.loads(line)
            if "return" in answer or "error" in answer:
                return answer
            self.events.append(answer)

    def type(self, *keys):
        """Press keys of the PS/2 keyboard, by QEMU's names; several at once joined by '-'."""
        for key in keys:
            codes = [{"type": "qcode", "data": code} for code in key.split("-")]
            answer = self.command("send-key", keys=codes, **{"hold-time": 20})
            expect("return" in answer, f"QEMU should know the key {key}", answer)
            time.sleep(0.05)

    def shutdown_reason(self):
        """Why QEMU would have ended (it has -no-shutdown), or None."""
        self.command("query-status")
        return next((event["data"]["reason"] for event in self.events
                     if event.get("event") == "SHUTDOWN"), None)

    def picture(self):
        self.pictures += 1
        path = os.path.join(self.folder, f"{self.pictures}.ppm")
        answer = self.command("screendump", filename=path)
        expect("return" in answer, "there should be a screen", answer)
        return Picture(path)

    def text_memory(self):
        """The rows of VGA's text screen."""
        path = os.path.join(self.folder, "text")
        self.command("pmemsave", val=TEXT_MEMORY, size=TEXT_COLUMNS * TEXT_ROWS * 2, filename=path)
        with open(path, "rb") as file:
            text = file.read()[::2].decode("latin-1")
        return [text[at:at + TEXT_COLUMNS].rstrip()
                for at in range(0, len(text), TEXT_COLUMNS)]

    def serial(self):
        """What came over the serial line, from the report's first line on."""
        with open(self.serial_path, encoding="utf-8", errors="replace") as file:
            text = file.read().replace("\r", "")
        start = text.find("\nversion: bulkhead")
        return text[start + 1:] if start >= 0 else ""

    def wait(self, condition, what):
        """Until condition() is true, whose value is returned."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
            expect(self.process.poll() is None, "QEMU should be running")
            time.sleep(0.3)
        text = self.serial() if self.serial_path else "\n".join(self.picture().lines())
        expect(False, f"{what} should come within {PATIENCE} s", text)
        return None

    def wait_for_verdict(self):
        """Of the serial line: its text. What the screen shows then follows within a moment."""
        def ended():
            text = self.serial()
            return text if VERDICT.search(text) and text.endswith("\n") else None
        text = self.wait(ended, "the verdict")
        time.sleep(0.5)
        return text

    def wait_for_screen(self, pattern):
        """A picture whose text has this, for machines without a serial line."""
        def shown():
            picture = self.picture()
            return picture if re.search(pattern, "\n".join(picture.lines())) else None
        return self.wait(shown, f"'{pattern}' on the screen")


def make_iso(folder, args, screen):
    path = os.path.join(folder, "run.iso")
    options = ["--screen", screen] if screen else []
    run = execute(os.path.join(TOOLS, "mkiso"), "--elf", ELF, "--output", path, "--args", args,
                  *options)
    expect(run.status == 0, "the ISO should be made", run)
    return path


def command_line(folder, iso, devices, serial, variables):
    """QEMU's, from that of tools/run: with a monitor, and a serial line that is a file or none."""
    given = qemu.settings(clean_environment(**variables))
    words = qemu.command(given, folder, iso, ELF)
    words[words.index("stdio")] = f"file:{serial}" if serial else "none"
    exit_device = words.index("-device", words.index("-no-reboot"))
    del words[exit_device:exit_device + 2]
    return words + devices + ["-qmp", f"unix:{folder}/qmp,server=on,wait=off"]


@contextlib.contextmanager
def machine(args, *devices, screen=None, serial=True, **variables):
    """Boot the ISO with this command line; `devices` are options of QEMU."""
    with tempfile.TemporaryDirectory(prefix="bulkhead-screen-") as folder:
        iso = make_iso(folder, args, screen) if args is not None else ISO
        capture = os.path.join(folder, "serial") if serial else None
        if capture:
            open(capture, "w", encoding="utf-8").close()
        words = command_line(folder, iso, list(devices), capture, variables)
        with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            guest = Machine(folder, process, capture)
            try:
                guest.connect(os.path.join(folder, "qmp"))
                yield guest
            finally:
                process.kill()
                guest.monitor.close()
