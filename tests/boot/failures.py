# SPDX-License-Identifier: MIT
"""Each way in which a run can fail, provoked: it must be told apart from all others."""

import os
import shutil
import signal
import subprocess
import tempfile
import time

from bootlib import (PASSED, FAILED, HUNG, INTERRUPTED, LOADER_FAILED, NO_VERDICT, QEMU_FAILED, RESET,
                     ROOT, SHORT, TOOLS, add_case, boot, case, clean_environment, execute,
                     expect)


def expect_failure(run, status, *words):
    """The run failed in this way, and its last line says so."""
    expect(run.status == status, f"exit status should be {status}", run)
    expect(run.last.startswith("run: FAILED, "), "the last line should say FAILED", run)
    for word in words:
        expect(word in run.last, f"the last line should say '{word}'", run)


@case
def triple_fault():
    run = boot(BOOT="direct", ARGS="provoke=triple-fault")
    expect_failure(run, RESET, "triple fault", "last line:")


@case
def triple_fault_from_the_iso():
    run = boot(BOOT="iso", ARGS="provoke=triple-fault")
    expect_failure(run, RESET, "triple fault")


@case
def hang():
    run = boot(BOOT="direct", ARGS="provoke=hang", TIMEOUT="15")
    expect_failure(run, HUNG, "hang: ended after", "without output", "last line:")


@case
def hang_becomes_a_report():
    """Registers, a backtrace, the verdict; on a PC whose timer has an input of its own too."""
    for machine in ("pc", "q35"):
        for kind, words in (("hang", "cpu_halt+"), ("spin", "spin+")):
            run = boot(f"--qemu-args=-machine {machine}", BOOT="direct",
                       ARGS=f"watchdog=2 provoke={kind}")
            expect_failure(run, FAILED, "panic: hang: nothing was said for 2 s, at ", words)
            expect("# backtrace:" in run.out and "provoke_failure+" in run.out, "where", run)
            expect(run.out.endswith("\n0 passed, 1 failed, 0 skipped\n"), "the verdict", run)


@case
def hang_of_another_cpu_is_told():
    run = boot(BOOT="direct", CPUS="3", ARGS="watchdog=2 provoke=hang-elsewhere")
    expect_failure(run, FAILED, "panic: hang: nothing was said for 2 s, at ")
    expect("\n# CPU 1 was at " in run.out and " smp_idle+" in run.out, "the idle one", run)
    expect("\n# CPU 2 was at " in run.out and " hang_there+" in run.out, "the hung one", run)


@case
def hang_in_a_test_fails_the_test():
    run = boot(BOOT="direct", ARGS="watchdog=1 test=watchdog_guest*,format*")
    expect(run.status == PASSED and "ok 1 " in run.out and "0 skipped" in run.last, "goes on", run)


@case
def no_watchdog():
    """Without the timer, or by wish: the log says why, and all else works."""
    run = boot("--qemu-args=-no-hpet", BOOT="direct", ARGS="dry")
    expect(run.status == PASSED and "watchdog: none, there is no HPET" in run.out, "why", run)
    run = boot(BOOT="direct", ARGS="watchdog=0 dry")
    expect(run.status == PASSED and "watchdog:" not in run.out, "silent", run)


@case
def panic():
    run = boot(BOOT="direct", ARGS="provoke=panic")
    expect_failure(run, FAILED, "panic")


# What the panic line says, and lines that must follow it.
EXCEPTIONS = {
    "divide": ("#DE divide error", "provoke_failure+"),
    "null-call": ("#PF page fault: execution of 0, not mapped", "provoke_failure+"),
    "run-data": ("#PF page fault: execution of 0xffffffff8", "not allowed", "provoke_failure+"),
    "write-text": ("#PF page fault: write to 0xffffffff80100000, not allowed",
                   "provoke_failure+"),
    "stack-overflow": ("#PF page fault: write to 0xffffffff8", "a stack has run over",
                       " times more", "provoke_failure+"),
}


def define_exception(name, words):
    def ends_the_run():
        """Registers, CR2, a backtrace with names, and the verdict as the last line."""
        run = boot(BOOT="direct", ARGS=f"provoke={name}")
        expect_failure(run, FAILED, "panic: #")
        told = run.out[run.out.index("\npanic: "):]
        for word in words + ("rip ", "cr2 ", "# backtrace:", "kmain+"):
            expect(word in told, f"the panic should say '{word}'", told)
        expect(told.endswith("\n0 passed, 1 failed, 0 skipped\n"), "the verdict comes last", told)

    ends_the_run.__module__ = __name__
    add_case(f"exception.{name}", ends_the_run)


for each_name, each_words in EXCEPTIONS.items():
    define_exception(each_name, each_words)


@case
def fault_inside_a_panic():
    run = boot(BOOT="direct", ARGS="provoke=fault-in-panic")
    expect_failure(run, FAILED, "panic: provoked by the command line")
    expect("panic: in a panic: #PF" in run.out, "the second one should be told", run)


@case
def short_report():
    run = boot(BOOT="direct", ARGS="bench=PageAlloc/* reps=2 provoke=short-report")
    expect_failure(run, SHORT, "the plan said")


@case
def missing_verdict():
    run = boot(BOOT="direct", ARGS="provoke=no-verdict")
    expect_failure(run, NO_VERDICT, "no verdict")


@case
def glob_that_matches_nothing():
    run = boot(BOOT="direct", ARGS="bench=NoSuchBenchmark")
    expect_failure(run, FAILED)


@case
def too_little_memory():
    """Below 32 MiB of usable RAM there is a message, not a crash."""
    run = boot(BOOT="direct", MEM="24M")
    expect_failure(run, FAILED, "refused: memory: ", "32 MiB")


@case
def cpu_without_what_is_needed():
    """Refused by the first instructions, which have no printf."""
    for model in ("max,-lm", "486"):
        run = boot(BOOT="direct", CPU=model)
        expect_failure(run, FAILED, "refused: boot: this CPU has no 64-bit mode")
    expect_failure(boot(BOOT="iso", CPU="max,-lm", ARGS="dry"), FAILED, "refused: boot: ")


@case
def qemu_that_refuses():
    run = boot(BOOT="direct", CPU="max,-nosuchfeature")
    expect_failure(run, QEMU_FAILED, "nosuchfeature")


@case
def nothing_to_boot():
    with tempfile.TemporaryDirectory() as folder:
        run = boot("--iso", os.path.join(folder, "none.iso"), BOOT="iso")
    expect_failure(run, QEMU_FAILED, "nothing to boot")


@case
def grub_without_a_kernel():
    """An ISO whose kernel is no multiboot2 kernel: GRUB complains and nothing runs."""
    with tempfile.TemporaryDirectory() as folder:
        program, iso = os.path.join(folder, "program"), os.path.join(folder, "no.iso")
        shutil.copyfile("/usr/bin/env", program)
        made = execute(os.path.join(TOOLS, "mkiso"), "--elf", program, "--output", iso)
        expect(made.status == 0, "the ISO should be made", made)
        run = boot("--iso", iso, BOOT="iso", TIMEOUT="60")
    expect_failure(run, LOADER_FAILED, "error: ")


def boot_zeroes(**variables):
    """A run from a medium of nothing but zeroes."""
    with tempfile.TemporaryDirectory() as folder:
        iso = os.path.join(folder, "zero.iso")
        with open(iso, "wb") as file:
            file.truncate(4 << 20)
        return boot("--iso", iso, BOOT="iso", **variables)


@case
def disk_without_a_loader():
    run = boot_zeroes(TIMEOUT="10")
    expect_failure(run, LOADER_FAILED, "not a line came")


@case
def firmware_without_a_loader():
    run = boot_zeroes(FIRMWARE="uefi", TIMEOUT="60")
    expect_failure(run, LOADER_FAILED)


@case
def firmware_that_faults():
    """OVMF with too little memory for itself."""
    run = boot(BOOT="iso", FIRMWARE="uefi", MEM="32M")
    expect_failure(run, LOADER_FAILED, "X64 Exception")


def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
        return file.read().split()


def heed_interrupt():
    """A shell starts background jobs with SIGINT ignored, and a child inherits that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@case
def interrupt_ends_qemu():
    """Ctrl-C leaves no QEMU behind."""
    with tempfile.TemporaryDirectory() as folder:
        environment = clean_environment(BOOT="direct", ARGS="provoke=hang",
                                        LOG=os.path.join(folder, "log"))
        process = subprocess.Popen([os.path.join(TOOLS, "run")], env=environment, cwd=ROOT,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True,
                                   preexec_fn=heed_interrupt)
        first = process.stdout.readline()
        children = children_of(process.pid)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    expect(first, "the guest should have started", out + err)
    expect(process.returncode == INTERRUPTED, "exit status should be 130", err)
    expect(children, "QEMU should have been running", err)
    time.sleep(0.2)
    left = [pid for pid in children if os.path.exists(f"/proc/{pid}")]
    expect(not left, "QEMU should be gone", left)
