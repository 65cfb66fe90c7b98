# SPDX-License-Identifier: MIT
"""Address spaces from outside: files that the loader passes, and what is said of a fault."""

import os
import re

from bootlib import ROOT, add_case, boot, case, expect, expect_pass

MODULE = os.path.join(ROOT, "LICENSE")
CAUSES = ("load from {}: nothing is mapped there",
          "store to {}: not allowed, in {}-{} r--",
          "store to {}: the guard page of a stack, which has overflowed, in {}-{} ---",
          "store to {}: no memory, and none was promised, in {}-{} rw-")
NUMBER = "0x[0-9a-f]+"


def define(name, variables):
    def is_mapped():
        """The guest compares every byte, shared and private."""
        run = boot(MODULE=MODULE, ARGS="quiet test=vspace_guest.a_module*", **variables)
        expect_pass(run)
        expect("1 passed, 0 failed, 0 skipped" in run.last, "no test may be skipped", run)

    is_mapped.__module__ = __name__
    add_case(f"module.{name}", is_mapped)


for each in ({"BOOT": "direct"}, {"BOOT": "iso"}, {"BOOT": "iso", "FIRMWARE": "uefi"}):
    define("-".join(each.values()), each)


@case
def module_outside_ram_is_said_and_left_alone():
    run = boot(BOOT="direct", MODULE=MODULE, ARGS="test=vspace_guest.* mem=512M")
    expect_pass(run)
    size = os.path.getsize(MODULE)
    expect(re.search(rf"module: 0 '' at {NUMBER}, {size} bytes: not in the RAM that is used",
                     run.out), "the log should say so", run)
    expect("0 failed, 1 skipped" in run.last, "there is nothing to map", run)


@case
def a_fault_is_logged_with_address_region_and_cause():
    run = boot(BOOT="direct", ARGS="test=vspace_guest.*,mmap_guest.*")
    expect_pass(run)
    for cause in CAUSES:
        pattern = "mmap: " + re.escape(cause).replace(r"\{\}", NUMBER)
        expect(re.search(pattern, run.out), f"the log should say '{cause}'", run)
    expect(re.search(rf"\(space {NUMBER}, overcommit\)", run.out), "and the space", run)
