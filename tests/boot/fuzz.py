# SPDX-License-Identifier: MIT
"""tests/fuzz/run where something is found: the target with the planted bug under another's name."""

import os
import re
import shutil
import tempfile

from bootlib import BUILD, ROOT, case, clean_environment, execute, expect

RUN = os.path.join(ROOT, "tests", "fuzz", "run")


def run_fuzz(folder, name, program):
    programs = os.path.join(folder, "fuzz", "libfuzzer")
    os.makedirs(programs)
    shutil.copy(program, os.path.join(programs, name))
    return execute(RUN, env=dict(clean_environment(), BUILD=folder, T="0", FUZZ=name))


def built(name):
    path = os.path.join(BUILD, "fuzz", "libfuzzer", name)
    if not os.path.exists(path):
        raise AssertionError(f"{path} is not there: make fuzz-programs")
    return path


@case
def a_crash_fails_and_is_kept():
    with tempfile.TemporaryDirectory() as folder:
        run = run_fuzz(folder, "acpi", built("planted"))
        expect(run.status == 1 and "0 passed, 1 failed" in run.out, "should fail", run)
        expect("not ok 1 acpi libfuzzer" in run.out and "heap-buffer-overflow" in run.out,
               "should say what was found", run)
        replay = re.search(r"^# replay: (\S+) (\S+)$", run.out, re.M)
        expect(replay, "should say how to repeat it", run)
        again = execute(*replay.groups())
        expect(again.status != 0 and "heap-buffer-overflow" in again.out + again.err,
               "should repeat", again)


@case
def a_planted_bug_not_found_fails():
    with tempfile.TemporaryDirectory() as folder:
        run = run_fuzz(folder, "planted", built("pvh"))
        expect(run.status == 1 and "the planted bug was not found" in run.out, "should fail", run)


@case
def a_target_that_does_not_run_fails():
    with tempfile.TemporaryDirectory() as folder:
        run = run_fuzz(folder, "pvh", "/bin/true")
        expect(run.status == 1 and "0 passed, 1 failed" in run.out, "should fail", run)
