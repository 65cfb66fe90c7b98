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
FOR_ONE = 7
FOR_TWO = 3   # more, and one that only e1000 cards run


def expect_up(run, models):
    for number, model in enumerate(models):
        expect(re.search(rf"\] nic{number}: {re.escape(model)}, 52:54:00:12:34:[0-9a-f]{{2}}, "
                         "link up", run.out), f"nic{number} should be a {model} and up", run)


def passed(run):
    """How many tests ran and were not skipped."""
    return len(re.findall(r"^ok [0-9]+ nic_guest\.\S+$", run.out, re.MULTILINE))


@case
def forwarding_over_real_rings():
    """Every frame that is sent on comes back over the wire and is compared; with more than one CPU too."""
    for nics, cpus in (("e1000e,e1000e", "1"), ("virtio-net-pci,virtio-net-pci", "2"),
                       ("e1000,virtio-net-pci", "1")):
        run = boot(BOOT="direct", NICS=nics, CPUS=cpus, ARGS="bench=PacketForward/*ring=wire* reps=2")
        expect_pass(run)
        lines = re.findall(r"^BenchmarkPacketForward/\S+/ring=wire/cpus=1 .* alloc-cycles/op", run.out,
                           re.MULTILINE)
        expect(len(lines) == 18 and "# wire: nic0 " in run.out, "nine rows, twice", run)


@case
def forwarding_without_a_wire():
    """One card, or two that do not reach each other: the rows are skipped, and the run says why."""
    run = boot(BOOT="direct", NICS="e1000e", ARGS="bench=PacketForward/*batch=8/* reps=1")
    expect_pass(run)
    expect(run.out.count("skipped: there are no two network cards") == 3, "three rows", run)
    apart = ("-netdev hubport,id=w0,hubid=1 -device e1000e,netdev=w0 "
             "-netdev hubport,id=w1,hubid=2 -device e1000e,netdev=w1")
    run = boot("--qemu-args", apart, BOOT="direct",
               ARGS="bench=PacketForward/*batch=8/*drops=0* reps=1")
    expect_pass(run)
    expect(run.out.count("skipped: no two network cards are on one wire") == 3, "three rows", run)


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


# What of QEMU's virtio device cannot be used, and what the log says then.
REFUSED = {
    "features_forced": ("iommu_platform=on,disable-legacy=on", "it insists on features"),
    "header_apart": ("any_layout=off,disable-modern=on", "a descriptor of its own"),
    "address_of_a_group": ("mac=01:00:00:00:00:01", "its address is none"),
}
# What makes no difference: other features on offer, longer queues, other places for registers.
TAKEN = {
    "features_offered": "packed=on,event_idx=on,mq=on,host_mtu=1500",
    "features_lacking": "status=off,event_idx=off,indirect_desc=off,ctrl_vq=off,mrg_rxbuf=off",
    "long_queue_legacy": "rx_queue_size=1024,disable-modern=on",
    "long_queue_modern": "rx_queue_size=1024,disable-legacy=on",
    "page_per_queue": "page-per-vq=on",
}


def boot_with(properties, tests):
    words = " ".join(f"-global virtio-net-pci.{each}" for each in properties.split(","))
    return boot("--qemu-args", words, BOOT="direct", MEM="256M", NICS="virtio-net-pci,e1000e",
                ARGS=f"test={tests}")


def define_refused(name, properties, why):
    def is_left_alone():
        run = boot_with(properties, "nic_guest.no_page_is_lost*")
        expect_pass(run)
        expect(re.search(rf"\] nic0: [^\n]*{why}[^\n]*\n\[ *[0-9.]+\] nic0: left alone\n", run.out),
               f"the log should say: {why}", run)
        expect("nic0: virtio-net, " not in run.out, "nic0 should not be up", run)
        expect("] nic1: 82574L, " in run.out, "the other card is up all the same", run)

    is_left_alone.__module__ = __name__
    add_case(f"refused.{name}", is_left_alone)


def define_taken(name, properties):
    def exchanges_frames():
        run = boot_with(properties, "nic_guest.frames_of*,nic_guest.rings*")
        expect_pass(run)
        expect(passed(run) == 2, "both tests should have run", run)

    exchanges_frames.__module__ = __name__
    add_case(f"taken.{name}", exchanges_frames)


for each, what in REFUSED.items():
    define_refused(each, *what)
for each, what in TAKEN.items():
    define_taken(each, what)


@case
def registers_above_4_gib_are_reached():
    """OVMF puts the 64-bit BARs of virtio there."""
    run = boot("--qemu-args", "-machine q35", BOOT="iso", FIRMWARE="uefi", MEM="3G",
               NICS="virtio-net-pci-non-transitional,virtio-net-pci-non-transitional",
               ARGS="test=nic_guest*")
    expect_pass(run)
    expect(passed(run) == FOR_ONE + FOR_TWO, "the tests should have run", run)
    where = [int(at, 16) for at in re.findall(r"registers at 0x([0-9a-f]+)", run.out)]
    expect(where and min(where) >= 1 << 32, "above 4 GiB", run)


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
    without = boot(BOOT="direct", MEM="256M", ARGS="dry bench=Page*")
    cards = boot(BOOT="direct", MEM="256M", NICS="e1000e,virtio-net-pci",
                 ARGS="dry bench=Page*")
    expect_pass(without)
    expect_pass(cards)
    free = [re.findall(r"free [0-9]+ pages", run.out) for run in (without, cards)]
    expect(free[0] and free[0] == free[1], "the same memory is free", cards)
    expect(not re.search(r"link (up|down)", cards.out), "no card was started", cards)
