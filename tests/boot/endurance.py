# SPDX-License-Identifier: MIT
"""tools/endurance: what is refused, that an interrupted run goes on, that a failure is one."""

import os
import signal
import subprocess
import tempfile

from bootlib import BUILD, ROOT, case, clean_environment, execute, expect

TOOL = os.path.join(ROOT, "tools", "endurance")
SMALL = ("--segment", "1e6")
PROGRAM = os.path.join(os.path.abspath(BUILD), "host", "bench")


def environment(folder, ops, program=PROGRAM):
    """With a build folder in which the program is the one given."""
    os.makedirs(os.path.join(folder, "host"), exist_ok=True)
    link = os.path.join(folder, "host", "bench")
    if not os.path.lexists(link):
        os.symlink(program, link)
    return dict(clean_environment(), BUILD=folder, OPS=ops)


def table(folder):
    with open(os.path.join(folder, "endurance", "table.csv"), encoding="utf-8") as file:
        return file.read()


def interrupt_after_first_segment(folder):
    with subprocess.Popen([TOOL, *SMALL], env=environment(folder, "2e6"), text=True, cwd=ROOT,
                          stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            if line.startswith("segment ended"):
                process.send_signal(signal.SIGINT)
                break
        rest = process.stdout.read()
    expect(process.returncode == 130, "should say that it was interrupted", rest)


@case
def an_interrupted_run_goes_on_to_the_same_figures():
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as whole:
        interrupt_after_first_segment(folder)
        expect(table(folder).count("\n") == 2, "should keep the first segment", table(folder))
        again = execute(TOOL, *SMALL, env=environment(folder, "2e6"))
        expect(again.status == 0 and "goes on after 1 million" in again.out,
               "should go on", again)
        run = execute(TOOL, *SMALL, env=environment(whole, "2e6"))
        expect(run.status == 0 and "2 million operations" in run.out, "should end", run)
        expect("goes on" not in run.out, "should begin anew", run)
        expect(table(folder) == table(whole), "should have the same figures", table(folder))


@case
def bad_values_are_refused():
    for ops in ("x", "0", "1.5e6", "-1e6", "nan", "inf", "1e20"):
        run = execute(TOOL, "--check-only", env=dict(clean_environment(), OPS=ops))
        expect(run.status == 2 and f"OPS={ops!r}" in run.err, "should name the value", run)
        expect(run.err.count("\n") == 1, "should be one line", run)


@case
def what_is_left_of_another_run_is_refused():
    with tempfile.TemporaryDirectory() as folder:
        env = environment(folder, "1e6")
        expect(execute(TOOL, *SMALL, env=env).status == 0, "should end", folder)
        run = execute(TOOL, env=env)
        expect(run.status == 2 and "another seed or segment" in run.err, "should refuse", run)
        with open(os.path.join(folder, "endurance", "table.csv"), "a", encoding="utf-8") as file:
            file.write("1,2\n")
        run = execute(TOOL, *SMALL, env=env)
        expect(run.status == 2 and "do not belong together" in run.err, "should refuse", run)


@case
def a_segment_that_fails_is_kept_nowhere():
    with tempfile.TemporaryDirectory() as folder:
        run = execute(TOOL, *SMALL, env=environment(folder, "1e6", "/bin/true"))
        expect(run.status == 1 and "failed, status 0" in run.out, "should fail", run)
        expect(not os.listdir(os.path.join(folder, "endurance")), "should keep nothing", run)
