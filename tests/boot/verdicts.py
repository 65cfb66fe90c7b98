# SPDX-License-Identifier: MIT
"""tools/run without QEMU: what it makes of a capture, and the command line that it builds."""

import os
import tempfile

from bootlib import case, expect, load_tool

import qemu
import report

RUN = load_tool("run")
BOOTED = b"[    0.001] boot: here\r\n"
TESTS = b"KTAP version 1\r\n1..2\r\nok 1 a.b\r\nok 2 a.c # SKIP no\r\n"
BENCHMARKS = b"plan: 2 benchmark lines\r\n" + b"BenchmarkA/x=1 10 2.0 cycles/op\r\n" * 2
VERDICT = b"2 passed, 0 failed, 0 skipped\r\n"


def judge(data, status=33, resets="", **variables):
    """(exit status, words) for a guest that said this and left QEMU with this status."""
    given = qemu.settings(dict({"BOOT": "direct", "ACCEL": "tcg"}, **variables))
    with tempfile.TemporaryDirectory() as scratch:
        with open(os.path.join(scratch, "resets.log"), "w", encoding="utf-8") as file:
            file.write(resets)
        run = RUN.Run(given, [], scratch)
        run.status = status
        run.capture.feed(data)
        run.capture.finish()
        outcome, words = run.outcome()
        return outcome.name, words


def expect_judged(name, *arguments, **options):
    judged = judge(*arguments, **options)
    expect(judged[0] == name, f"should be {name}", judged)


@case
def whole_reports_pass():
    expect_judged("PASSED", BOOTED + TESTS + VERDICT)
    expect_judged("PASSED", BOOTED + BENCHMARKS + VERDICT)
    expect_judged("PASSED", BOOTED + TESTS + BENCHMARKS + VERDICT)
    expect_judged("PASSED", BOOTED + TESTS + VERDICT[:-2])
    expect_judged("PASSED", BOOTED + b"BulkArray\r\n" + VERDICT, ARGS="list")


@case
def only_status_33_passes():
    for status in (0, 34, 35, 1, -9):
        judged = judge(BOOTED + TESTS + VERDICT, status=status)
        expect(judged[0] != "PASSED", f"status {status} should not pass", judged)


@case
def short_reports_fail():
    expect_judged("SHORT", BOOTED + TESTS.replace(b"ok 2 a.c # SKIP no\r\n", b"") + VERDICT)
    expect_judged("SHORT", BOOTED + TESTS.replace(b"1..2", b"1..1") + VERDICT)
    expect_judged("SHORT", BOOTED + TESTS.replace(b"1..2\r\n", b"") + VERDICT)
    expect_judged("SHORT", BOOTED + BENCHMARKS.replace(b"plan: 2", b"plan: 3") + VERDICT)
    expect_judged("SHORT", BOOTED + BENCHMARKS.replace(b"plan: 2", b"plan: 1") + VERDICT)
    expect_judged("SHORT", BOOTED + BENCHMARKS.replace(b"plan: 2 benchmark lines", b"") + VERDICT)
    expect_judged("SHORT", BOOTED + VERDICT)


@case
def failures_fail():
    failed = b"1 passed, 1 failed, 0 skipped\r\n"
    expect_judged("FAILED", BOOTED + TESTS + failed, status=35)
    expect_judged("FAILED", BOOTED + TESTS + failed)
    expect_judged("FAILED", BOOTED + TESTS + VERDICT, status=35)
    expect_judged("FAILED", BOOTED + TESTS.replace(b"ok 1", b"not ok 1") + VERDICT)
    expect_judged("FAILED", BOOTED + b"[    0.002] panic: x\r\n" + failed, status=35)
    judged = judge(b"\r\nrefused: boot: no NX bit\r\n" + failed, status=35)
    expect(judged == ("FAILED", "refused: boot: no NX bit"), "should say why", judged)


@case
def missing_verdicts_fail():
    expect_judged("NO_VERDICT", BOOTED + TESTS)
    expect_judged("NO_VERDICT", BOOTED + TESTS, status=35)
    expect_judged("NO_VERDICT", b"")
    expect_judged("NO_VERDICT", BOOTED + TESTS + VERDICT + b"# more\r\n")
    expect_judged("NO_VERDICT", BOOTED + TESTS + b"2 passed, 0 failed\r\n")
    expect_judged("NO_VERDICT", BOOTED + TESTS + b"x 2 passed, 0 failed, 0 skipped\r\n")


@case
def resets_are_told_apart():
    judged = judge(BOOTED, status=0, resets="CPU Reset\nTriple fault\n")
    expect(judged[0] == "RESET" and "triple fault" in judged[1], "should be a triple fault", judged)
    judged = judge(BOOTED, status=0, resets="CPU Reset\n")
    expect(judged[0] == "RESET" and "triple" not in judged[1], "should be another reset", judged)


@case
def escapes_and_chatter_are_taken_away():
    capture = report.Capture()
    data = (b"\x1b[2J\x1b[01;01H\x1b[=3hBdsDxe: loading\r\n\x1b[0m\x1b[30mWelcome to GRUB!"
            b"\x1b[5;80H\x1b[m[    0.000] boot: \x1b[1mhere\x1b[0m\r\nok\x00 1\r\n\xff\r\nlast")
    new = []
    for i in range(len(data)):   # one byte at a time, so that every escape is cut in the middle
        new += capture.feed(data[i:i + 1])
    new += capture.finish()
    expect(new == capture.report == ["[    0.000] boot: here", "ok 1", "\ufffd", "last"],
           "only the report should be left", new)
    expect(capture.chatter == ["BdsDxe: loading", "Welcome to GRUB!"], "chatter", capture.chatter)


@case
def reports_begin_with_the_first_line_of_the_kernel():
    for first in ("version: bulkhead 1", "[    0.000] boot: x", "[ 1234.567890] boot: x",
                  "panic: early", "refused: boot: early", "KTAP version 1"):
        capture = report.Capture()
        capture.feed(f"  Booting `x'\r\n\x1b[1;1H{first}\r\nmore\r\n".encode())
        expect(capture.report == [first, "more"], "should begin there", capture.report)


@case
def loader_errors_are_found():
    capture = report.Capture()
    capture.feed(b"error: no suitable video mode found.\r\nerror: out of memory.\r\n"
                 b"  Failed to boot both default and fallback entries.\r\n")
    expect(capture.loader_failure() == "error: out of memory.", "should name the error",
           capture.loader_failure())
    capture = report.Capture()
    capture.feed(b"fatal error: token too large, exceeds YYLMAX\r\n\r\nAborted. Press any key to exit.")
    expect(capture.loader_failure() == "fatal error: token too large, exceeds YYLMAX",
           "should name the error", capture.loader_failure())
    capture = report.Capture()
    capture.feed(b"error: serial port `com0' isn't found.\r\n")
    expect(capture.loader_failure() is None, "an error alone is no failure")


def refused(**variables):
    try:
        qemu.settings(variables)
    except qemu.BadValue as bad:
        return str(bad)
    return None


def with_kvm(usable, hardware, function):
    """Call function() as if this were the state of KVM."""
    kept = qemu.usable_kvm, qemu.hardware_kvm
    qemu.usable_kvm, qemu.hardware_kvm = lambda: usable, lambda: hardware
    try:
        return function()
    finally:
        qemu.usable_kvm, qemu.hardware_kvm = kept


@case
def accel_follows_the_machine():
    expect(with_kvm(False, False, lambda: refused(ACCEL="kvm")), "kvm that cannot be opened")
    expect(not with_kvm(True, False, lambda: refused(ACCEL="kvm")), "kvm by wish")
    chosen = with_kvm(True, False, lambda: qemu.settings({})["ACCEL"])
    expect(chosen == "tcg", "auto leaves a KVM without vmx and svm alone", chosen)
    chosen = with_kvm(True, True, lambda: qemu.settings({})["ACCEL"])
    expect(chosen == "kvm", "auto takes a real KVM", chosen)


@case
def sizes_are_exact():
    expect(qemu.settings({"MEM": "1T"})["MEM"] == 1 << 40, "1T")
    expect(qemu.settings({"MEM": "512"})["MEM"] == 512 << 20, "no unit is MiB")
    sizes = qemu.settings({"MEM": "1G", "NODES": "3"})["NODES"]
    pieces = [word for word in qemu.memory_options(1 << 30, sizes, 1) if "size=" in word]
    total = sum(int(word.split("size=")[1].split(",")[0]) for word in pieces)
    expect(total == 1 << 30, "nodes should add up to all memory", pieces)


@case
def wide_memory_gets_address_bits():
    expect("phys-bits" in qemu.cpu_option("max", 1 << 40), "1T needs more than 40 bits")
    expect(qemu.cpu_option("max", 1 << 30) == "max", "1G does not")
