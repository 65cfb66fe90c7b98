# SPDX-License-Identifier: MIT
"""netlog=: the report over UDP, line by line the one of the serial port; and its receiver."""

import os
import re
import socket
import subprocess
import tempfile

from backgroundlib import Background
from bootlib import FAILED, TOOLS, Finished, add_case, boot, case, execute, expect, expect_pass
from net import GUEST, HOST, expect_ended_well, expect_pings, ping
from netns import Namespace, Station

CARDS = ("e1000", "e1000e", "virtio-net-pci")
SLIRP_HOST = "10.0.2.2"     # the host, as QEMU's user network shows it


class Receiver(Background):
    """tools/netlog on a port of its own."""

    def __init__(self, space=None, once=True):
        super().__init__("netlog.log", 120)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(("", 0))
            self.port = free.getsockname()[1]
        command = [os.path.join(TOOLS, "netlog"), "--port", str(self.port), "--output", self.log]
        command += ["--once"] if once else []
        self.begin(space.command(*command) if space else command, text=True)
        self.first = self.process.stderr.readline()

    def finish(self):
        """What it received, once it has ended by itself."""
        try:
            out, err = self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            out, err = self.process.communicate()
        return Finished(self.process.returncode, out, self.first + err, self.logged())


def expect_same(run, received):
    """Line by line what the serial port said."""
    got, sent = received.log.splitlines(), run.log.splitlines()
    for number, (a, b) in enumerate(zip(got, sent), 1):
        expect(a == b, f"line {number} came as {a!r}, and was {b!r}", received)
    expect(len(got) == len(sent), f"{len(got)} lines came of {len(sent)}", received)
    expect(received.out == received.log, "what it shows is what it writes", received)
    expect("missing" not in received.err, "nothing should be missing", received)


def boot_with_receiver(args, **variables):
    with Receiver() as receiver:
        run = boot(BOOT="direct", MEM="256M", ARGS=f"{args} netlog={SLIRP_HOST}:{receiver.port}",
                   **variables)
        return run, receiver.finish()


def define_report(card):
    def arrives_whole():
        run, received = boot_with_receiver("bench=Bulk*,PagePair reps=3", NICS=card)
        expect_pass(run)
        expect_same(run, received)
        expect(received.status == 0, "the receiver should say that it passed", received)
        expect(re.search(rf"\] netlog: from 10\.0\.2\.15 to {re.escape(SLIRP_HOST)}:\d+$", run.out, re.M),
               "the log says so", run)

    arrives_whole.__module__ = __name__
    add_case(f"report.{card}", arrives_whole)


PANICS = {
    "panic": {}, "divide": {}, "fault-in-panic": {}, "stack-overflow": {},
    "panic-elsewhere": {"CPUS": "2"}, "panic-everywhere": {"CPUS": "4"},
}


def define_panic(failure, variables):
    def arrives_to_its_last_line():
        run, received = boot_with_receiver(f"provoke={failure}", NICS="virtio-net-pci", **variables)
        expect(run.status == FAILED and "\npanic: " in run.out, "it panics", run)
        expect_same(run, received)
        expect(received.status == 1, "the receiver should say that it failed", received)

    arrives_to_its_last_line.__module__ = __name__
    add_case(f"panic.{failure}", arrives_to_its_last_line)


for each in CARDS:
    define_report(each)
for each, what in PANICS.items():
    define_panic(each, what)


@case
def tests_with_long_lines_arrive_and_leave_the_cards_alone():
    filler = " ".join(f"unknown{i:04}" for i in range(200))
    run, received = boot_with_receiver(f"test=nic_guest*,net.*,page_bulk* {filler}", NICS="e1000e")
    expect_pass(run)
    expect_same(run, received)
    expect("# skipped: the cards are in use: netlog=" in run.out, "tests of cards are skipped", run)
    expect(max(map(len, received.log.splitlines())) > 2000, "a line of several messages", received)


@case
def net_and_netlog_share_the_cards():
    with Namespace() as space:
        space.add_tap("tap0", f"{HOST}/24")
        with Receiver(space) as receiver:
            with Station(space, ["e1000e"], f"shell ip={GUEST}/24 netlog={HOST}:{receiver.port}") \
                    as station:
                station.start()
                expect_pings(ping(space, "-f", "-q", "-c", "1000", "-s", "1400"), 1000)
                run = station.stop()
            received = receiver.finish()
    expect_ended_well(run)
    # Of a session half lines are shown as they are typed; of both only whole ones count.
    expect(received.log.splitlines()[-1] == run.log.splitlines()[-1], "the verdict comes", received)
    expect("ok 4 net.no_page_is_lost\n" in received.log, "and the checks", received)
    expect("missing" not in received.err, "nothing is missing", received)


@case
def a_receiver_that_is_not_there_is_told_of_and_waited_for_no_longer():
    run = boot(BOOT="direct", MEM="256M", NICS="e1000e", ARGS="dry netlog=10.0.2.77", TIMEOUT="40")
    expect_pass(run)
    expect("] netlog: nothing is sent: the receiver, or the gateway to it, does not answer" in run.out,
           "nobody answers", run)
    run = boot(BOOT="direct", MEM="256M", NICS="e1000e", ARGS="dry ip=10.0.2.15/24 netlog=192.0.2.1")
    expect_pass(run)
    expect("] netlog: nothing is sent: there is no way to the receiver" in run.out, "no way", run)
    run = boot(BOOT="direct", MEM="256M", ARGS="dry netlog=192.0.2.1")
    expect_pass(run)
    expect("] netlog: nothing is sent: no network card is up" in run.out, "no card", run)


# ---- The receiver alone ---------------------------------------------------------------------

def message(number, text, ident="table"):
    return f'<134>1 - 127.0.0.1 bulkhead - {ident} [meta sequenceId="{number}"] {text}'.encode()


def receive(*messages):
    """What the receiver makes of these."""
    with Receiver() as receiver, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for each_message in messages:
            sock.sendto(each_message, ("127.0.0.1", receiver.port))
        return receiver.finish()


VERDICT = "3 passed, 0 failed, 0 skipped"


@case
def the_receiver_puts_lines_in_order():
    done = receive(message(2, "# two"), message(1, "# one"), message(4, "half ", "part"), message(3, "# three"),
                   message(3, "# three"), message(5, "a line"), message(6, VERDICT, "verdict"))
    expect(done.log == f"# one\n# two\n# three\nhalf a line\n{VERDICT}\n", "in order, each once", done)
    expect(done.status == 0, "it passed", done)


@case
def the_receiver_names_what_is_missing():
    done = receive(message(1, "# one"), message(4, "# four"), message(6, VERDICT, "verdict"))
    expect(done.log == f"# one\n# four\n{VERDICT}\n", "the others come", done)
    expect("netlog: missing: 2 to 3\n" in done.err and "netlog: missing: 5\n" in done.err, "named", done)
    expect(done.status == 1, "and it fails", done)
    done = receive(b"rubbish", b"<134>1 -", message(1, "0 passed, 1 failed, 0 skipped"))
    expect(done.err.count("sent something else") == 2 and done.status == 1, "rubbish", done)


@case
def a_received_log_makes_a_report():
    run, received = boot_with_receiver("bench=Bulk* reps=2", NICS="e1000e")
    expect_pass(run)
    with tempfile.TemporaryDirectory(prefix="bulkhead-test-") as folder:
        log = os.path.join(folder, "netlog.log")
        with open(log, "w", encoding="utf-8") as file:
            file.write(received.log)
        done = execute(os.path.join(TOOLS, "report"), "--output", os.path.join(folder, "report"), log)
        expect(done.status == 0, "tools/report should read it", done)
