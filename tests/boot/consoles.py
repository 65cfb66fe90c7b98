# SPDX-License-Identifier: MIT
"""Serial consoles: COM1 to COM4, by port, on a PCI card, by ACPI's SPCR, and several at once.

The run's own console is COM1; what others print goes to files.
"""

import os
import struct
import tempfile

from bootlib import NO_VERDICT, boot, case, expect, expect_pass

HEAD = ("version: bulkhead ", "cmdline: ", "cpu: ", "plan: ", " passed, 0 failed, ")


class Ports:
    """QEMU's arguments for serial ports that write to files of a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.arguments = []

    def add(self, name, *device):
        """A port: `device` is what QEMU is told, with CHARDEV for where it writes."""
        self.arguments += ["-chardev", f"file,id={name},path={self.path(name)}"]
        self.arguments += [word.replace("CHARDEV", name) for word in device]

    def path(self, name):
        return os.path.join(self.folder, f"{name}.log")

    def text(self, name):
        with open(self.path(name), encoding="utf-8", errors="replace") as file:
            return file.read().replace("\r\n", "\n")


def run_with(ports, args, *options, **variables):
    return boot(*options, "--qemu-args", " ".join(ports.arguments), BOOT="direct", ARGS=args, **variables)


def expect_whole(text, what):
    """Is this a whole report?"""
    for part in HEAD:
        expect(part in text, f"{what} should have '{part}'", text)
    expect(text.rstrip().splitlines()[-1].endswith(" skipped"), f"{what} ends in a verdict", text)


def expect_ended_well(run):
    """A run that says nothing on COM1 has its exit status alone."""
    expect(run.status == NO_VERDICT and "left with status 33 " in run.last and not run.out,
           "it should end by itself and say that it passed", run)


@case
def second_port_alone():
    """COM1 then says nothing, and tools/run, which reads that, misses the verdict."""
    with tempfile.TemporaryDirectory() as folder:
        ports = Ports(folder)
        ports.add("com2", "-serial", "chardev:CHARDEV")
        run = run_with(ports, "console=ttyS1,57600 dry")
        expect_ended_well(run)
        expect_whole(ports.text("com2"), "COM2")


@case
def several_at_once():
    with tempfile.TemporaryDirectory() as folder:
        ports = Ports(folder)
        for name in ("com2", "com3", "com4"):
            ports.add(name, "-serial", "chardev:CHARDEV")
        run = run_with(ports, "console=ttyS0 console=uart,io,0x2f8 console=ttyS3,9600n8 dry")
        expect_pass(run)
        for name in ("com2", "com4"):
            expect(ports.text(name) == run.out, f"{name} should say what COM1 says", run)
        expect(not ports.text("com3"), "what is not named is left alone", ports.text("com3"))


@case
def two_names_of_one_port():
    """It is one console: nothing is said twice."""
    run = boot(BOOT="direct", ARGS="console=ttyS0 console=uart,io,0x3f8,115200 dry")
    expect_pass(run)
    expect(run.out.count("version: bulkhead") == 1, "each line once", run)
    run = boot(BOOT="direct", ARGS="console=uart8250,io,0x3f8 dry")
    expect_pass(run)


@case
def ports_that_are_not_there():
    """Each is named in the log, and the others go on."""
    named = ("ttyS2", "uart,io,0x1f0", "uart,mmio32,0xfe000000", "uart,mmio,0xfe000000", "pciserial",
             "spcr")
    run = boot(BOOT="direct", ARGS="console=ttyS0 dry " + " ".join(f"console={n}" for n in named))
    expect_pass(run)
    for name in named:
        expect(f"console: {name}: no serial port answers there" in run.out, name, run)
    expect("console: spcr: there is no such table" in run.out, "why", run)


@case
def pci_card_without_asking():
    """With no console= at all a serial card is used too, with all that was said before it came."""
    with tempfile.TemporaryDirectory() as folder:
        ports = Ports(folder)
        ports.add("card", "-device", "pci-serial,chardev=CHARDEV")
        run = run_with(ports, "dry")
        expect_pass(run)
        expect(ports.text("card") == run.out, "the card should say what COM1 says", run)


@case
def pci_card_alone_on_a_bare_machine():
    """-nodefaults: no COM1, no screen, nothing but the card."""
    with tempfile.TemporaryDirectory() as folder:
        ports = Ports(folder)
        ports.add("card", "-nodefaults", "-device", "pci-serial,chardev=CHARDEV,addr=7")
        for console in ("", "console=pciserial,00:07.0,115200 "):
            run = run_with(ports, f"{console}dry", "--no-serial")
            expect_ended_well(run)
            expect_whole(ports.text("card"), "the card")
        run = run_with(ports, "console=pciserial,00:08.0 dry", "--no-serial")
        expect_ended_well(run)
        expect(not ports.text("card"), "a card that is not named is left alone", ports.text("card"))


def spcr_table(folder, space, address):
    """File of a table for QEMU's -acpitable: the part behind the header."""
    body = bytearray(80 - 36)
    body[4:8] = struct.pack("<BBBB", space, 8, 0, 1)
    body[8:16] = struct.pack("<Q", address)
    body[58 - 36] = 7
    path = os.path.join(folder, "spcr.bin")
    with open(path, "wb") as file:
        file.write(body)
    return path


@case
def port_that_acpi_names():
    with tempfile.TemporaryDirectory() as folder:
        ports = Ports(folder)
        ports.add("com4", "-device", "isa-serial,index=3,iobase=0x6e8,chardev=CHARDEV")
        ports.arguments += ["-acpitable", f"sig=SPCR,rev=2,data={spcr_table(folder, 1, 0x6e8)}"]
        run = run_with(ports, "dry")
        expect_pass(run)
        expect(ports.text("com4") == run.out, "SPCR's port should say what COM1 says", run)
        run = run_with(ports, "console=spcr dry")
        expect_whole(ports.text("com4"), "SPCR's port")


@case
def com1_that_acpi_names():
    """It is known before the table is read, and then gets what was printed while nobody wanted it."""
    with tempfile.TemporaryDirectory() as folder:
        ports = Ports(folder)
        ports.arguments = ["-acpitable", f"sig=SPCR,rev=2,data={spcr_table(folder, 1, 0x3f8)}"]
        run = run_with(ports, "console=spcr dry")
        expect_pass(run)
        expect_whole(run.out, "COM1")


@case
def no_console_at_all():
    """No serial port and no screen: the run still ends, with its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        ports = Ports(folder)
        ports.arguments = ["-nodefaults", "-vga", "none"]
        expect_ended_well(run_with(ports, "test=console*", "--no-serial", TIMEOUT="60"))
