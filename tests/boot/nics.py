# SPDX-License-Identifier: MIT
"""Network cards: each model alone and cabled to another, on both kinds of machine."""

import os
import re
import tempfile

from bootlib import add_case, boot, case, expect, expect_pass

MACHINES = {
    "i440fx": ((), "pci: configuration space by ports: there is no MCFG"),
    "q35": (("--qemu-args", "-machine q35"), "by the MCFG"),
}
LEGACY = ("--qemu-args", "-global virtio-net-pci.disable-modern=on")
MODERN = ("--qemu-args", "-global virtio-net-pci.disable-legacy=on")

# Name, the variable NICS, words for QEMU, and the models that the log must name.
ALONE = {
    "e1000": ("e1000", (), "82540EM"),
    "e1000-82544gc": ("e1000-82544gc", (), "82544GC"),
    "e1000-82545em": ("e1000-82545em", (), "82545EM"),
    "e1000e": ("e1000e", (), "82574L"),
    "virtio": ("virtio-net-pci", (), "virtio-net"),
    "virtio-legacy": ("virtio-net-pci", LEGACY, "virtio-net"),
    "virtio-modern": ("virtio-net-pci", MODERN, "virtio-net 1.0"),
}
PAIRS = {
    "e1000": ("e1000,e1000", (), ("82540EM", "82540EM")),
    "e1000-others": ("e1000-82544gc,e1000-82545em", (), ("82544GC", "82545EM")),
    "e1000e": ("e1000e,e1000e", (), ("82574L", "82574L")),
    "virtio": ("virtio-net-pci,virtio-net-pci", (), ("virtio-net", "virtio-net")),
    "virtio-legacy": ("virtio-net-pci,virtio-net-pci", LEGACY, ("virtio-net", "virtio-net")),
    "virtio-modern": ("virtio-net-pci,virtio-net-pci", MODERN,
                      ("virtio-net 1.0", "virtio-net 1.0")),
    "mixed": ("virtio-net-pci,e1000e", (), ("virtio-net", "82574L")),
    "mixed-legacy": ("e1000,virtio-net-pci", LEGACY, ("82540EM", "virtio-net")),
    "mixed-modern": ("virtio-net-pci-non-transitional,e1000", (), ("virtio-net 1.0", "82540EM")),
}
# Tests of tests/guest/nic_guest_test.c that one card is enough for.
FOR_ONE = 6
FOR_TWO = 3   # more, and one that only e1000 cards run


def expect_up(run, models):
    for number, model in enumerate(models):
        expect(re.search(rf"\] nic{number}: {re.escape(model)}, 52:54:00:12:34:[0-9a-f]{{2}}, "
                         "link up", run.out), f"nic{number} should be a {model} and up", run)


def passed(run):
    """How many tests ran and were not skipped."""
    return len(re.findall(r"^ok [0-9]+ nic_guest\.\S+$", run.out, re.MULTILINE))


def define_alone(name, nics, words, model, machine):
    def comes_up():
        more, access = MACHINES[machine]
        run = boot(*more, *words, BOOT="direct", MEM="256M", NICS=nics, ARGS="test=nic_guest*")
        expect_pass(run)
        expect(access in run.out, "the way into configuration space", run)
        expect_up(run, [model])
        expect(passed(run) == FOR_ONE, f"{FOR_ONE} tests should have run", run)

    comes_up.__module__ = __name__
    add_case(f"alone.{name}.{machine}", comes_up)


def define_pair(name, nics, words, models, machine):
    def exchanges_frames():
        more, access = MACHINES[machine]
        run = boot(*more, *words, BOOT="direct", MEM="256M", NICS=nics, ARGS="test=nic_guest*")
        expect_pass(run)
        expect(access in run.out, "the way into configuration space", run)
        expect_up(run, models)
        skips = models[1].startswith("virtio")
        expect(passed(run) == FOR_ONE + FOR_TWO + (not skips),
               "no test should have been skipped but for one that a virtio device decides", run)
        for test in ("frames_of_every_length_come_through_and_back_without_copying",
                     "rings_go_round_many_times"):
            expect(re.search(rf"^ok [0-9]+ nic_guest\.{test}$", run.out, re.MULTILINE), test, run)

    exchanges_frames.__module__ = __name__
    add_case(f"pair.{name}.{machine}", exchanges_frames)


for each_machine in MACHINES:
    for each, what in ALONE.items():
        define_alone(each, *what, each_machine)
    for each, what in PAIRS.items():
        define_pair(each, *what, each_machine)


@case
def cards_behind_bridges_are_found():
    run = boot("--qemu-args", "-machine q35 -device pcie-root-port,id=root,chassis=1 "
               "-device pcie-pci-bridge,id=old,bus=root "
               "-netdev hubport,id=near,hubid=0 -device e1000e,netdev=near "
               "-netdev hubport,id=far,hubid=0 -device e1000,bus=old,addr=3,netdev=far",
               BOOT="iso", MEM="256M", ARGS="test=nic_guest*")
    expect_pass(run)
    expect_up(run, ["82574L", "82540EM"])
    expect(re.search(r"\] nic1: 82540EM at 02:03\.0", run.out), "it is on the second bus", run)
    expect(passed(run) == FOR_ONE + FOR_TWO + 1, "all tests should have run", run)


@case
def a_link_that_is_down_is_told():
    """QEMU's monitor pulls the cable, before the guest looks: it reads what waits in a pipe."""
    for card in ("e1000", "e1000e", "virtio-net-pci"):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "monitor")
            os.mkfifo(f"{path}.in")
            os.mkfifo(f"{path}.out")
            pipe = os.open(f"{path}.in", os.O_RDWR)
            os.write(pipe, b"set_link net0 off\n")
            run = boot("--qemu-args", f"-chardev pipe,id=words,path={path} "
                       "-mon chardev=words,mode=readline", BOOT="direct", MEM="256M", NICS=card,
                       ARGS="test=nic_guest.a_frame_of_impossible*")
            os.close(pipe)
        expect_pass(run)
        expect(re.search(r"\] nic0: .*, link down", run.out), "the link is down", run)


@case
def cards_cost_nothing_until_they_are_started():
    """Only the lines of the log differ."""
    without = boot(BOOT="direct", MEM="256M", ARGS="dry")
    cards = boot(BOOT="direct", MEM="256M", NICS="e1000e,virtio-net-pci", ARGS="dry")
    expect_pass(without)
    expect_pass(cards)
    free = [re.findall(r"free [0-9]+ pages", run.out) for run in (without, cards)]
    expect(free[0] and free[0] == free[1], "the same memory is free", cards)
    expect(not re.search(r"link (up|down)", cards.out), "no card was started", cards)
