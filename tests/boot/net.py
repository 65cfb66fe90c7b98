# SPDX-License-Identifier: MIT
"""The application net and real clients: ping, arping, socat, sockets, in namespaces with taps."""

import os
import random
import re
import socket
import struct
import subprocess
import threading
import time

from bootlib import FAILED, PASSED, add_case, boot, case, expect, expect_pass
from netns import GUEST_MAC, Counters, Namespace, Station

CARDS = ("e1000", "e1000e", "virtio-net-pci")
GUEST, HOST = "192.0.2.2", "192.0.2.1"
GUEST_B, HOST_B = "198.51.100.2", "198.51.100.1"
ECHO, DISCARD = 7, 9
PASSED_ALL = "4 passed, 0 failed"
LONGEST_PING = 1472   # bytes in a packet of 1500


def udp_socket(space):
    made = space.inside(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
    made.settimeout(2)
    return made


def raw_socket(space, tap):
    def make():
        made = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
        made.bind((tap, 0))
        return made

    return space.inside(make)


def expect_ended_well(run):
    expect(run.status == PASSED, "the session should pass", run)
    for name in ("there_is_an_address", "no_card_failed", "every_frame_is_accounted_for",
                 "no_page_is_lost"):
        expect(re.search(rf"^ok \d net\.{name}$", run.out, re.M), name, run)


def expect_pings(run, count):
    expect(re.search(rf"\b{count} (?:packets )?received", run.out), f"{count} answers", run)


def ping(space, *words, to=GUEST):
    return space.tool("ping", "-n", *words, to)


def load(space, port, seconds, size=512):
    """Datagrams as fast as they go: how many were sent, and how many came back, all as sent."""
    sock = udp_socket(space)
    sock.connect((GUEST, port))
    sock.setblocking(False)
    sent = back = 0
    end = time.monotonic() + seconds
    body = os.urandom(size - 4)
    while time.monotonic() < end + 0.3:
        if time.monotonic() < end:
            try:
                sock.send(struct.pack("!I", sent) + body)
                sent += 1
            except BlockingIOError:
                pass
        try:
            while True:
                data = sock.recv(2048)
                expect(data[4:] == body, "what comes back is what was sent")
                back += 1
        except BlockingIOError:
            pass
    sock.close()
    return sent, back


# ---- Clients on one card --------------------------------------------------------------------

def try_ping_and_arp(space):
    expect(ping(space, "-c", "1", "-W", "5").status == 0, "QEMU's e1000 takes a second to begin")
    arps = space.tool("arping", "-c", "3", "-W", "0.5", "-i", "tap0", GUEST)
    expect(arps.status == 0 and "3 packets received" in arps.out and GUEST_MAC.format(0) in arps.out,
           "three answers to arping", arps)
    expect_pings(ping(space, "-f", "-q", "-c", "1000", "-s", "1400"), 1000)
    for size in list(range(0, LONGEST_PING, 92)) + [1, 17, 18, 19, 1471, LONGEST_PING]:
        run = ping(space, "-c", "1", "-W", "2", "-s", str(size))
        expect(run.status == 0, f"a ping of {size} bytes", run)


def try_udp(space):
    for size in (1, 2, 17, 18, 19, 512, 1471, 1472):
        data = os.urandom(size)
        run = space.command("socat", "-t", "2", "-", f"UDP:{GUEST}:{ECHO}")
        done = socat(run, data)
        expect(done == data, f"{size} bytes echoed to socat")
    sock = udp_socket(space)
    sock.connect((GUEST, 4711))
    sock.send(b"nobody is there")
    try:
        sock.recv(100)
        refused = False
    except ConnectionRefusedError:
        refused = True
    sock.close()
    expect(refused, "a closed port should be told of")


def socat(command, data):
    """What comes back for data, as soon as it is as much."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(data)
        process.stdin.flush()
        guard = threading.Timer(5, process.kill)
        guard.start()
        back = process.stdout.read(len(data))
        guard.cancel()
        process.kill()
    return back


def define_clients(card):
    def are_answered():
        with Namespace() as space:
            space.add_tap("tap0", f"{HOST}/24")
            with Station(space, [card], f"shell ip={GUEST}/24") as station:
                station.start()
                try_ping_and_arp(space)
                try_udp(space)
                echoed, back = load(space, ECHO, 2)
                discarded, _ = load(space, DISCARD, 2)
                expect(ping(space, "-c", "1").status == 0, "it lives")
                arrived = space.tap_sent("tap0")
                run = station.stop()
        expect_ended_well(run)
        counters = Counters(run, "nic0")
        expect(0 < back <= counters["udp_echoed"] <= echoed + 8, f"{echoed} to echo, {back} back", run)
        expect(0 < counters["udp_discarded"] <= discarded, f"{discarded} to discard", run)
        counted = counters.received + counters.errors + counters.dropped
        expect(counted == arrived, f"{arrived} frames arrived, {counted} are accounted for", run)
        expect(counters["udp_closed"] == 1 and counters["icmp_errors_sent"] == 1, "one closed", run)

    are_answered.__module__ = __name__
    add_case(f"clients.{card}", are_answered)


# ---- Addresses ------------------------------------------------------------------------------

def define_dhcp(card):
    def gives_an_address():
        run = boot(BOOT="direct", MEM="256M", NICS=card, ARGS="net=1")
        expect_pass(run)
        expect(re.search(r"^# net: nic0 .* 10\.0\.2\.15/24 gateway 10\.0\.2\.2, by DHCP from 10\.0\.2\.2$",
                         run.out, re.M), "an address of QEMU's server", run)
        expect(PASSED_ALL in run.out, "four checks", run)

    gives_an_address.__module__ = __name__
    add_case(f"dhcp.{card}", gives_an_address)


for each in CARDS:
    define_clients(each)
    define_dhcp(each)


class DhcpServer(threading.Thread):
    """Refuses the first request, then gives 192.0.2.2/28."""

    def __init__(self, space):
        super().__init__(daemon=True)
        self.types = []
        self.sock = space.inside(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"tap0")
        self.sock.bind(("", 67))
        self.sock.settimeout(30)

    @staticmethod
    def options(message):
        found, at = {}, 240
        while message[at] != 255:
            found[message[at]] = message[at + 2:at + 2 + message[at + 1]]
            at += 2 + message[at + 1]
        return found

    def answer(self, message, kind):
        server = socket.inet_aton(HOST)
        yours = socket.inet_aton("0.0.0.0" if kind == 6 else GUEST)
        head = bytes([2, 1, 6, 0]) + message[4:8] + bytes(8) + yours + bytes(8) + message[28:44]
        options = bytes([53, 1, kind, 54, 4]) + server
        if kind != 6:
            options += bytes([51, 4]) + struct.pack("!I", 3600)
            options += bytes([1, 4, 255, 255, 255, 240, 3, 8]) + server + socket.inet_aton(HOST_B)
        self.sock.sendto(head + bytes(192) + b"\x63\x82\x53\x63" + options + b"\xff",
                         ("255.255.255.255", 68))

    def run(self):
        while len(self.types) < 4:
            message = self.sock.recv(2048)
            kind = self.options(message)[53][0]
            self.types.append(kind)
            self.answer(message, 2 if kind == 1 else 5 if len(self.types) > 2 else 6)


@case
def a_dhcp_server_that_refuses_first_is_asked_again():
    with Namespace() as space:
        space.add_tap("tap0", f"{HOST}/24")
        server = DhcpServer(space)
        server.start()
        with Station(space, ["e1000e"], "shell ip=dhcp") as station:
            station.start()
            run = station.stop()
        server.sock.close()
    expect_ended_well(run)
    expect(server.types == [1, 3, 1, 3], f"DISCOVER, REQUEST, twice: {server.types}", run)
    expect(re.search(rf"^# net: nic0 .* {GUEST}/28 gateway {HOST}, by DHCP from {HOST}$", run.out, re.M),
           "the second address", run)


@case
def without_a_card_or_an_address_it_fails_and_says_so():
    run = boot(BOOT="direct", MEM="256M", ARGS="net=1")
    expect(run.status == FAILED and "not ok 1 net.there_is_an_address: no network card is up" in run.out,
           "no card", run)
    run = boot(BOOT="direct", MEM="256M", NICS="e1000e", ARGS="net=1 ip=off")
    expect(run.status == FAILED and "not ok 1 net.there_is_an_address: no card has an address" in run.out,
           "no address", run)
    with Namespace() as space:
        space.add_tap("tap0")
        with Station(space, ["e1000e"], "net=1") as station:
            run = station.close()
    expect(run.status == FAILED and "no address: no DHCP server has given one" in run.out,
           "nobody gives one", run)


# ---- Routing --------------------------------------------------------------------------------

@case
def two_cards_route_between_their_networks():
    with Namespace() as near, Namespace() as far:
        near.add_tap("tap0", f"{HOST}/24")
        near.add_tap("tap1")
        with Station(near, ["e1000e", "virtio-net-pci"],
                     f"shell ip={GUEST_B}/24:::::nic1 ip={GUEST}/24") as station:
            station.start()
            near.run("ip", "link", "set", "tap1", "netns", far.name)
            far.run("ip", "addr", "add", f"{HOST_B}/24", "dev", "tap1")
            far.run("ip", "link", "set", "tap1", "up")
            near.run("ip", "route", "add", "default", "via", GUEST)
            far.run("ip", "route", "add", "default", "via", GUEST_B)
            expect_pings(ping(near, "-c", "1", "-W", "3", to=HOST_B), 1)
            expect_pings(ping(near, "-f", "-q", "-c", "500", "-s", "1400", to=HOST_B), 500)
            expect_pings(ping(far, "-c", "3", "-i", "0.1", "-s", "1472", to=HOST), 3)
            expect_pings(ping(near, "-c", "1", to=GUEST_B), 1)
            run = ping(near, "-c", "1", "-t", "1", "-W", "2", to=HOST_B)
            expect("Time to live exceeded" in run.out and GUEST in run.out, "time exceeded", run)
            run = ping(near, "-c", "1", "-t", "2", "-W", "2", to=HOST_B)
            expect(run.status == 0, "one hop is enough", run)
            ttl = ping(near, "-c", "1", "-t", "9", "-W", "2", to=HOST_B)
            expect("ttl=63" in ttl.out, "the answer has come one hop", ttl)
            exchange(near, far)
            run = station.stop()
    expect_ended_well(run)
    expect(Counters(run, "nic0")["forwarded"] > 500 and Counters(run, "nic1")["forwarded"] > 500,
           "both ways", run)


def exchange(near, far):
    """Datagrams across, with sizes up to the longest."""
    a, b = udp_socket(near), udp_socket(far)
    b.bind((HOST_B, 6000))
    for size in (0, 1, 100, 1472):
        data = os.urandom(size)
        a.sendto(data, (HOST_B, 6000))
        got, peer = b.recvfrom(2048)
        expect(got == data and peer[0] == HOST, f"{size} bytes across")
        b.sendto(got, peer)
        expect(a.recv(2048) == data, f"{size} bytes back")
    a.close()
    b.close()


# ---- Everything at once ---------------------------------------------------------------------

SOAK_SECONDS = 30
SEED = 20260801
NETS = {"tap0": (HOST, GUEST, 0), "tap1": (HOST_B, GUEST_B, 1)}


def checksum(data):
    total = sum(struct.unpack(f"!{len(data) // 2}H", data[:len(data) & ~1]))
    total += data[-1] << 8 if len(data) % 2 else 0
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return ~total & 0xffff


class Noise(threading.Thread):
    """Frames on one tap until the end: malformed packets, mutated ones, ARP storms."""

    def __init__(self, space, tap, end):
        super().__init__(daemon=True)
        self.sock = raw_socket(space, tap)
        self.mac = bytes.fromhex(space.run("cat", f"/sys/class/net/{tap}/address")
                                 .strip().replace(":", ""))
        host, guest, card = NETS[tap]
        self.host, self.guest = socket.inet_aton(host), socket.inet_aton(guest)
        self.target = bytes.fromhex(GUEST_MAC.format(card).replace(":", ""))
        self.random = random.Random(SEED + card)
        self.end = end
        self.sent = 0

    def packet(self, protocol, payload):
        head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(payload), 1, 0, 64, protocol, 0,
                           self.host, self.guest)
        return head[:10] + struct.pack("!H", checksum(head)) + head[12:] + payload

    def frame(self):
        rnd = self.random
        kind = rnd.randrange(6)
        link = self.target + self.mac
        if kind == 0:       # anything at all, of any length that a tap takes
            return link + rnd.randbytes(rnd.randrange(2, 1500))
        if kind == 1:       # who has which address, from stations that are not there
            made_up = bytes([2]) + rnd.randbytes(5)
            return (b"\xff" * 6 + made_up + struct.pack("!HHHBBH", 0x806, 1, 0x800, 6, 4, rnd.choice((1, 2)))
                    + made_up + self.host[:3] + rnd.randbytes(1) + bytes(6)
                    + rnd.choice((self.guest, rnd.randbytes(4))))
        if kind == 2:       # a datagram whose length lies
            body = struct.pack("!HHHH", 5000, ECHO, rnd.randrange(65536), 0) + rnd.randbytes(40)
            return link + b"\x08\x00" + self.packet(17, body)
        if kind == 3:       # a SYN with any options (case O09)
            body = struct.pack("!HHIIHHHH", 4000, 80, 1, 0, 0x8002, 1024, 0, 0) + rnd.randbytes(12)
            return link + b"\x08\x00" + self.packet(6, body)
        good = bytearray(link + b"\x08\x00" + self.packet(1, bytes([8, 0, 0, 0, 1, 2, 3, 4]) + rnd.randbytes(60)))
        for _ in range(rnd.randrange(1, 5)):
            good[rnd.randrange(12, len(good))] = rnd.randrange(256)
        return bytes(good[:rnd.randrange(15, len(good))] if kind == 4 else good)

    def run(self):
        while time.monotonic() < self.end:
            for _ in range(20):
                self.sock.send(self.frame())
                self.sent += 1
            time.sleep(0.005)
        self.sock.close()


def soak(space, station):
    """30 s of all kinds of traffic, on both cards at once."""
    end = time.monotonic() + SOAK_SECONDS
    floods = [subprocess.Popen(space.command("ping", "-n", "-q", "-f", "-w", str(SOAK_SECONDS), "-s",
                                             size, guest), stdout=subprocess.PIPE, text=True)
              for guest, size in ((GUEST, "1400"), (GUEST_B, "64"))]
    noises = [Noise(space, tap, end) for tap in NETS]
    for noise in noises:
        noise.start()
    loads = []
    while time.monotonic() < end:
        loads.append(load(space, ECHO, 1))
        load(space, DISCARD, 0.5, size=1472)
    for noise in noises:
        noise.join()
    answered = [int(re.search(r"(\d+) received", flood.communicate()[0]).group(1)) for flood in floods]
    expect(min(answered) > 100, f"pings were answered all the time: {answered}", station.seen)
    expect(sum(back for _, back in loads) > 1000, f"datagrams too: {loads}", station.seen)
    expect(min(noise.sent for noise in noises) > 1000, "and there was noise")


@case
def half_a_minute_of_everything_loses_no_page():
    with Namespace() as space:
        for tap, (host, _, _) in NETS.items():
            space.add_tap(tap, f"{host}/24")
        with Station(space, ["e1000e", "virtio-net-pci"],
                     f"shell ip={GUEST}/24 ip={GUEST_B}/24") as station:
            station.start()
            soak(space, station)
            for _, guest, _ in NETS.values():
                expect_pings(ping(space, "-c", "3", "-i", "0.2", to=guest), 3)
            conflict = raw_socket(space, "tap0")
            other = bytes.fromhex("020000000009")
            conflict.send(b"\xff" * 6 + other + struct.pack("!HHHBBH", 0x806, 1, 0x800, 6, 4, 1) + other
                          + socket.inet_aton(GUEST) + bytes(6) + socket.inet_aton(GUEST))
            conflict.close()
            arrived = [space.tap_sent(tap) for tap in NETS]
            run = station.stop()
    expect_ended_well(run)
    expect("# net: 20 s, " in run.out, "a line every ten seconds", run)
    expect(f" has our address {GUEST} too" in run.out, "a conflict is told", run)
    for card, frames in enumerate(arrived):
        counters = Counters(run, f"nic{card}")
        counted = counters.received + counters.errors + counters.dropped
        expect(counted == frames, f"nic{card}: {frames} arrived, {counted} are accounted for", run)
        for reason in ("bad_tcp_option", "bad_udp_length", "bad_ip_checksum", "bad_ip_version"):
            expect(counters[reason], f"nic{card}: {reason} should have been seen", run)
