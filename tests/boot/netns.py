# SPDX-License-Identifier: MIT
"""A network of its own for a guest: namespaces with taps, and programs and sockets in them.

Needs root and /dev/net/tun; without them a case fails and says so.
"""

import ctypes
import itertools
import os
import re
import subprocess
import threading
import time

from backgroundlib import Typed
from bootlib import Failed, Finished, expect

CLONE_NEWNET = 0x40000000
NUMBERS = itertools.count()
GUEST_MAC = "52:54:00:12:34:{:02x}"


def must(*command):
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          timeout=60)
    if done.returncode:
        raise Failed(f"{' '.join(command)} failed; network tests need root, /dev/net/tun, iproute2\n"
                     f"{done.stdout}{done.stderr}")
    return done.stdout


class Namespace:
    """A network namespace, with programs and sockets in it."""

    def __init__(self):
        self.name = f"bulkhead-{os.getpid()}-{next(NUMBERS)}"

    def __enter__(self):
        must("ip", "netns", "add", self.name)
        for which in "all", "default":     # Linux would send frames of its own accord
            file = f"/proc/sys/net/ipv6/conf/{which}/disable_ipv6"
            self.run("sh", "-c", f"[ ! -e {file} ] || echo 1 >{file}")
        self.run("ip", "link", "set", "lo", "up")
        return self

    def __exit__(self, *_):
        subprocess.run(["ip", "netns", "del", self.name], check=False, timeout=60)

    def command(self, *words):
        return ["ip", "netns", "exec", self.name, *words]

    def run(self, *words):
        return must(*self.command(*words))

    def tool(self, *words, timeout=60, data=None):
        """A program that may fail: how it ended."""
        done = subprocess.run(self.command(*words), capture_output=True, timeout=timeout,
                              input=data if data is not None else b"")
        return Finished(done.returncode, done.stdout.decode(errors="replace"),
                        done.stderr.decode(errors="replace"))

    def inside(self, function):
        """What function() returns, called in a thread that is in the namespace."""
        result = []

        def enter():
            libc = ctypes.CDLL(None, use_errno=True)
            with open(f"/run/netns/{self.name}", "rb") as file:
                if libc.setns(file.fileno(), CLONE_NEWNET):
                    return
            result.append(function())

        thread = threading.Thread(target=enter)
        thread.start()
        thread.join()
        expect(result, "a thread should get into the namespace and come back")
        return result[0]

    def add_tap(self, tap, address=None):
        self.run("ip", "tuntap", "add", "dev", tap, "mode", "tap")
        if address:
            self.run("ip", "addr", "add", address, "dev", tap)
        self.run("ip", "link", "set", tap, "up")

    def tap_sent(self, tap):
        """Frames that the tap has given to QEMU in all; Linux asks nobody for an address any more."""
        self.run("ip", "link", "set", tap, "arp", "off")
        time.sleep(0.3)
        folder = f"/sys/class/net/{tap}/statistics"
        return int(self.run("cat", f"{folder}/tx_packets"))


class Station(Typed):
    """The guest on taps of a namespace, which are there: tap0, tap1 ... for the cards."""

    def __init__(self, space, cards, args, **variables):
        words = " ".join(f"-netdev tap,id=t{i},ifname=tap{i},script=no,downscript=no "
                         f"-device {card},netdev=t{i},romfile=,mac={GUEST_MAC.format(i)}"
                         for i, card in enumerate(cards))
        super().__init__(["--qemu-args", words], lambda command: space.command(*command),
                         **{"MEM": "256M", "ARGS": args, **variables})

    def wait(self, words):
        """Read until a line with these words has come."""
        at = 0
        while not re.search(f"{re.escape(words)}.*\n", self.seen[at:]):
            self.read(words)

    def start(self):
        """The command `net` in the shell; back when the station answers."""
        self.wait("`exit` or ^D ends")
        self.type(b"net 600\r")
        self.wait("# net: answering for")

    def stop(self):
        """End the command with a key and the session with `exit`; how all ended."""
        time.sleep(0.3)    # what is still on its way
        self.type(b"x")
        self.wait("net.no_page_is_lost")
        self.type(b"exit\r")
        return self.close()


class Counters:
    """What the guest has counted of one card."""

    def __init__(self, run, card):
        match = re.search(rf"^# net: {card} received (\d+), sent (\d+); by the card: (\d+) with "
                          r"errors, (\d+) dropped$", run.out, re.M)
        expect(match, f"counters of {card}", run)
        self.received, self.sent, self.errors, self.dropped = map(int, match.groups())
        self.reasons = {name: int(count) for name, count in
                        re.findall(rf"^# net: {card}   (\w+) +(\d+)$", run.out, re.M)}

    def __getitem__(self, name):
        return self.reasons.get(name, 0)
