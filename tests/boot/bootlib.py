# SPDX-License-Identifier: MIT
"""What the modules of this folder share: cases, and booting the image with tools/run.

A module defines cases; tests/boot/run finds and runs them:

    @case
    def triple_fault_is_told_apart():
        run = boot(BOOT="direct", ARGS="provoke=triple-fault")
        expect(run.status == 3, "status", run)
"""

import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOLS = os.path.join(ROOT, "tools")
BUILD_GIVEN = os.environ.get("BUILD") or "build"
BUILD = os.path.join(ROOT, BUILD_GIVEN)
COMPILER = os.environ.get("CC") or "gcc"
ELF = os.path.join(BUILD, "bulkhead.elf")
ISO = os.path.join(BUILD, "bulkhead.iso")
sys.path.insert(0, TOOLS)

# The variables of `make run`, so that those of a `make test` do not reach the cases.
RUN_VARIABLES = ("BOOT", "FIRMWARE", "ACCEL", "CPUS", "MEM", "NODES", "CPU", "NICS", "ARGS",
                 "MODULE", "LOG", "TIMEOUT", "T", "FUZZ")
MAKE_VARIABLES = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")

# Exit statuses of tools/run.
PASSED, FAILED, BAD_VALUE, RESET, HUNG, NO_VERDICT, SHORT, QEMU_FAILED, LOADER_FAILED = range(9)
INTERRUPTED = 130

# The guest's tests that depend on the machine; all others are logic, the same in every boot.
MACHINE_TESTS = ("test=console*,exceptions*,mmap_guest*,nodes*,paging*,pci_guest*,ram_probe*,smp*,string*,"
                 "symbols*,time*,tlb*,vmalloc*,vspace_guest*,watchdog*,page_state*,page_alloc.*")

CASES = {}


# Lines of a report that say nothing about a failure, and how many of the others to show.
FINE = re.compile(r"ok [0-9]+ |Benchmark|Unit |#   ")
GIST = 80


def load_tool(name):
    """A script of tools/ as a module."""
    full = f"tools_{name}"
    loader = importlib.machinery.SourceFileLoader(full, os.path.join(TOOLS, name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(full, loader))
    loader.exec_module(module)
    return module


def gist(text):
    """The lines of a capture that a reader of the failure wants."""
    lines = [line for line in text.splitlines() if not FINE.match(line)]
    cut = [f"... {len(lines) - GIST} lines"] if len(lines) > GIST else []
    return "\n".join(cut + lines[-GIST:])


class Failed(Exception):
    """A case's expectation that did not hold, with what was seen."""


class Finished:
    """A program that has ended."""

    def __init__(self, status, out, err, log=""):
        self.status = status
        self.out = out
        self.err = err
        self.log = log

    @property
    def last(self):
        """The last line on standard error: where tools/run tells the outcome."""
        lines = self.err.strip().splitlines()
        return lines[-1] if lines else ""

    def __str__(self):
        return f"exit status {self.status}\n--- output\n{gist(self.out)}\n--- errors\n{self.err}"


def add_case(name, function):
    """Register a case; its full name is module.name."""
    full = f"{function.__module__}.{name}"
    if full in CASES:
        raise ValueError(f"two cases are named {full}")
    CASES[full] = function


def case(function):
    add_case(function.__name__, function)
    return function


def expect(condition, what, seen=""):
    if not condition:
        raise Failed(f"{what}\n{seen}")


def clean_environment(**variables):
    """The environment without the variables of make, plus these."""
    kept = {name: value for name, value in os.environ.items()
            if name not in RUN_VARIABLES + MAKE_VARIABLES}
    return dict(kept, BUILD=BUILD, **variables)


def execute(*command, timeout=1200, cwd=ROOT, env=None):
    """Run a program to its end, with its output kept."""
    done = subprocess.run(command, cwd=cwd, env=env or clean_environment(), timeout=timeout,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace")
    return Finished(done.returncode, done.stdout, done.stderr)


def make(*arguments):
    """make in this tree, with the folder and the compiler that everything was built with."""
    return execute("make", f"BUILD={BUILD_GIVEN}", f"CC={COMPILER}", "NO_DEPS=1", *arguments)


def boot(*options, **variables):
    """tools/run with these variables, and a log of its own."""
    with tempfile.TemporaryDirectory(prefix="bulkhead-test-") as folder:
        log = os.path.join(folder, "run.log")
        run = execute(os.path.join(TOOLS, "run"), *options,
                      env=clean_environment(LOG=log, **variables))
        if os.path.exists(log):
            with open(log, encoding="utf-8") as file:
                run.log = file.read()
    return run


def expect_pass(run):
    expect(run.status == PASSED, "the run should have passed", run)
    expect(run.log == run.out, "the log should be what was shown", run)


def benchmark_lines(run, zeroing=True):
    """{name: [cycles/op of each repetition, as float]}; with or without the zeroing share."""
    found = {}
    for line in run.out.splitlines():
        match = re.match(r"Benchmark(\S+)\s+[0-9]+\s+([0-9.]+) cycles/op", line)
        if not match:
            continue
        share = None if zeroing else re.search(r" ([0-9.]+) zero-cycles/op", line)
        cycles = float(match.group(2)) - (float(share.group(1)) if share else 0)
        found.setdefault(match.group(1), []).append(cycles)
    return found
