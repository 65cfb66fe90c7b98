# SPDX-License-Identifier: MIT
"""All benchmarks on small and odd machines: each passes, or says why it is skipped."""

import re

from bootlib import add_case, boot, case, expect, expect_pass

MACHINES = ({"MEM": "64M"}, {"MEM": "300M"}, {"MEM": "256M", "CPU": "qemu64"},
            {"MEM": "512M", "ARGS": "nohugemmap nohugevmalloc"},
            {"MEM": "512M", "ARGS": "init_on_alloc=1"})


def define(variables):
    def all_pass_or_are_skipped():
        args = f"reps=1 quiet {variables.get('ARGS', '')}"
        run = boot(BOOT="direct", **dict(variables, ARGS=args.strip()))
        expect_pass(run)
        verdict = re.search(r"([0-9]+) passed, 0 failed, ([0-9]+) skipped$", run.last)
        skipped = len(re.findall(r"^# \S+ skipped: ", run.out, re.MULTILINE))
        expect(verdict and int(verdict.group(2)) == skipped, "each skip should be said", run)

    all_pass_or_are_skipped.__module__ = __name__
    add_case("-".join(variables.values()).replace(" ", "-"), all_pass_or_are_skipped)


for each in MACHINES:
    define(each)


@case
def the_tables_have_at_most_100_columns():
    run = boot(BOOT="direct", MEM="512M", ARGS="reps=1 quiet")
    expect_pass(run)
    tables = run.out[run.out.index("# ticks are"):].splitlines()
    wide = [line for line in tables if len(line) > 100 and not line.startswith("# distribution ")]
    expect(not wide, "lines that are wider", wide)
    expect(len(tables) > 300, "there should be tables", tables)


@case
def a_cpu_with_avx_but_without_the_leaf_of_its_state():
    """Beyond its last leaf a CPU answers with another's content, which is no set of registers."""
    run = boot(BOOT="direct", CPU="Skylake-Server,level=1",
               ARGS="quiet reps=1 bench=RpcReceive,DenseMM/policy=range/n=64/*")
    expect_pass(run)
    expect("# matrices: kernel for SSE2" in run.out, "no wider registers", run)


@case
def matrices_of_no_size_are_refused():
    run = boot(BOOT="direct", ARGS="matrix=0")
    expect(run.status == 1 and "matrix=0" in run.out, "the value should be named", run)
