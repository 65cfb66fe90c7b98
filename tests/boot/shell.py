# SPDX-License-Identifier: MIT
"""The shell, on the serial line: what is typed is read, edited and run."""

import re

from backgroundlib import Typed
from bootlib import FAILED, PASSED, boot, case, expect, expect_pass
from screenlib import machine

PROMPT = "\n#> "
HELLO = "`exit` or ^D ends"


class Session(Typed):
    """The guest's shell."""

    def __init__(self, args="shell", **variables):
        super().__init__(ARGS=args, **variables)

    def wait(self, text):
        """Read until `text` has come; returns what came before it."""
        while text not in self.seen:
            self.read(text)
        before, self.seen = self.seen.split(text, 1)
        return before

    def ready(self):
        self.wait(HELLO)
        self.wait(PROMPT)

    def command(self, line):
        """What a command prints."""
        self.type(line.encode() + b"\r")
        self.wait("\n")
        self.seen = "\n" + self.seen    # of the prompt, if it says nothing
        return self.wait(PROMPT).removeprefix("\n")

    def end(self):
        """The rest, and how it ended."""
        self.type(b"exit\r")
        return self.close()


@case
def commands_show_the_machine():
    with Session(CPUS="2", NODES="2") as session:
        session.ready()
        told = session.command("help")
        for name in ("bench", "test", "buddyinfo", "vmallocinfo", "maps", "mem", "cpus", "set"):
            expect(re.search(rf"^#   {name} ", told, re.M), f"help should name {name}", told)
        expect(re.search(r"#   CPU 1: APIC id 1, node 1", session.command("cpus")), "cpus")
        expect(re.search(r"#      1 +[0-9]+ +[0-9]+ +0$", session.command("mem"), re.M), "mem")
        expect("#   node 1, zone  DMA32 " in session.command("buddyinfo"), "buddyinfo")
        told = session.command("vmallocinfo")
        expect(re.search(r"^#   0xffffc9[0-9a-f]+-0xffffc9.* cpus_start\+", told, re.M), "areas", told)
        told = session.command("maps")
        expect(re.search(r"^#   ffffffff80100000-[0-9a-f]+ r-x .* text$", told, re.M), "text", told)
        expect(" rwx" not in told, "nothing is writable and executable", told)
        run = session.end()
    expect(run.status == PASSED, "the session should pass", run)


@case
def benchmarks_and_tests_by_hand():
    """Their options can be set; results count for the verdict, and plans for tools/run."""
    with Session() as session:
        session.ready()
        expect(session.command("set reps=3 seed=7") == "", "set says nothing")
        told = session.command("bench PagePair/order=0*,PagePair/order=1*")
        expect(told.count("BenchmarkPagePair/") == 6, "two rows, three times", told)
        told = session.command("test format.*")
        expect(told.count("\nok ") + told.startswith("ok ") == 6, "six tests", told)
        expect("seed      7" in session.command("set"), "set shows")
        told = session.command("bench PagePair/order=0*")
        expect(told.count("BenchmarkPagePair/") == 3, "once more", told)
        run = session.end()
    expect(run.status == PASSED, "the session should pass", run)
    expect(re.search(r"^10 passed, 0 failed, [01] skipped$", run.out, re.M), "3 rows, 6 tests, the end", run)


@case
def what_is_wrong_is_told_and_harms_nothing():
    with Session() as session:
        session.ready()
        for line, words in (("nosuch", "no such command"), ("set reps=0", "it wants a number"),
                            ("set mem=1G", "command line only"), ("set nosuch=1", "no such option"),
                            ("set reps", "it wants a number"), ("bench a b", "one list of globs"),
                            (" ".join("x" * 20), "more words")):
            told = session.command(line)
            expect(told.startswith("# ") and words in told, f"{line}: {words}", told)
        expect(session.command("") == "", "an empty line")
        run = session.end()
    expect(run.status == PASSED, "the session should pass", run)


@case
def failures_by_hand_fail_the_run():
    with Session() as session:
        session.ready()
        session.command("bench NoSuchBenchmark")
        run = session.end()
    expect(run.status == FAILED, "a glob that matches nothing fails", run)


@case
def keys_edit_the_line():
    with Session(CPUS="2") as session:
        session.ready()
        session.type(b"xem\x01\x1b[3~m\x05\r")        # delete the x, put an m in its place
        expect(" managed " in session.wait("promised KiB"), "mem")
        session.wait(PROMPT)
        session.type(b"cp\t\r")
        session.wait("APIC id 1")
        session.wait(PROMPT)
        session.type(b"\x1b[A\x1b[A\r")
        session.wait("promised KiB")
        session.wait(PROMPT)
        session.type(b"rubbish\x15\x04")               # ^U and ^D
        run = session.close()
    expect(run.status == PASSED, "the session should pass", run)


@case
def input_is_never_required():
    """Nobody types: the session ends after its time. Nothing to type at: at once."""
    run = boot(BOOT="direct", ARGS="shell=1", TIMEOUT="60")
    expect_pass_told(run, "# shell: nobody has typed for 1 s")
    run = boot(BOOT="direct", ARGS="dry bench=Page*", TIMEOUT="60")
    expect_pass(run)
    expect("# shell" not in run.out, "no shell unasked", run)


def expect_pass_told(run, words):
    expect(run.status == PASSED and words in run.out, f"it should say '{words}'", run)


@case
def keyboard_and_screen_alone():
    """UEFI, no serial port: keys of the PS/2 keyboard, what is typed and said on the framebuffer."""
    with machine("shell console=tty0", serial=False, FIRMWARE="uefi") as guest:
        guest.wait_for_screen("(?m)^#>$")
        guest.type("m", "e", "n", "backspace", "m", "ret")
        picture = guest.wait_for_screen(r"node +managed +free +promised KiB\n#  +0 +[0-9]+")
        expect("#> mem" in picture.lines(), "what was typed, after the correction", picture.lines())
        guest.type("s", "e", "t", "spc", "r", "e", "p", "s", "equal", "3", "ret")
        guest.type("b", "e", "n", "c", "h", "spc", "shift-p", "a", "g", "e", "shift-p", "a", "i", "r",
                   "slash", "o", "r", "d", "e", "r", "equal", "0", "shift-8", "ret")
        guest.wait_for_screen(r"(?m)order=0 .*\n(.*\n)*#>$")
        guest.type("up", "up", "ret")
        guest.wait_for_screen(r"(?m)#> set reps=3\n(.*\n)*#> set reps=3\n#>$")
        guest.type("up", "up", "backspace", "backspace", "1", "slash", "shift-8", "ret")
        guest.wait_for_screen(r"(?m)order=1 .*\n(.*\n)*#>$")
        guest.type("e", "x", "i", "t", "ret")
        picture = guest.wait_for_screen(r"3 passed, 0 failed")
        expect(any(line.startswith("QR code: 2 of 2 medians ") for line in picture.lines()),
               "what both measured", picture.lines())
