# SPDX-License-Identifier: MIT
"""The ISO as a thing: its size, its licences, its bytes, and what it can be written to."""

import hashlib
import os
import re
import shutil
import tempfile

from backgroundlib import Typed
from bootlib import (BUILD, COMPILER, ELF, ISO, ROOT, boot, case, clean_environment, execute,
                     expect, expect_pass)


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def extract(path):
    """Bytes of a file on the ISO."""
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "file")
        run = execute("xorriso", "-osirrox", "on", "-indev", ISO, "-extract", path, target)
        expect(os.path.exists(target), f"the ISO should hold {path}", run)
        with open(target, "rb") as file:
            return file.read()


@case
def is_smaller_than_8_MiB():
    expect(os.path.getsize(ISO) < 8 << 20, "too large", os.path.getsize(ISO))


@case
def image_ends_below_8_MiB():
    run = execute("tools/check_image", ELF)
    expect(run.status == 0, "should fit", run)


@case
def carries_the_licences():
    with open(os.path.join(ROOT, "LICENSE"), "rb") as file:
        expect(extract("/licenses/LICENSE.txt") == file.read(), "LICENSE.txt should be ours")
    with open("/usr/share/common-licenses/GPL-3", "rb") as file:
        expect(extract("/licenses/GPL-3.txt") == file.read(), "GPL-3.txt should be the GPL")
    notice = extract("/licenses/GRUB.txt").decode()
    expect(re.search(r"grub-pc-bin \S*[0-9]", notice), "should name the version", notice)
    expect("apt-get source grub2=" in notice, "should say where the source is", notice)
    expect("@" not in notice, "no placeholder should be left", notice)
    with open(os.path.join(ROOT, "iso", "FONT.txt"), "rb") as file:
        expect(extract("/licenses/FONT.txt") == file.read(), "FONT.txt should be the font's licence")


@case
def boots_from_a_usb_stick():
    expect_pass(boot("--medium", "usb", FIRMWARE="bios", ARGS="test=paging*"))


@case
def boots_from_a_usb_stick_on_uefi():
    expect_pass(boot("--medium", "usb", FIRMWARE="uefi", ARGS="test=paging*"))


@case
def boots_from_a_disk():
    expect_pass(boot("--medium", "disk", FIRMWARE="bios", ARGS="test=paging*"))


@case
def default_entry_starts_by_itself():
    """The ISO exactly as it was built: menu, wait, and the benchmarks begin."""
    with Typed(BOOT="iso") as run:
        while "\nBenchmark" not in run.seen:
            run.read("a benchmark line")
    expect(re.search(r"^plan: [0-9]{4} benchmark lines$", run.seen, re.M), "all benchmarks", run.seen)


def copy_tree(target):
    """The tree as it is now, with its git history if it has one, so that the version is the same."""
    built = {os.path.realpath(BUILD), os.path.join(os.path.realpath(ROOT), "build")}

    def skip(folder, names):
        return [name for name in names if os.path.realpath(os.path.join(folder, name)) in built
                or name == "__pycache__"]
    shutil.copytree(ROOT, target, symlinks=True, ignore=skip)


@case
def is_reproducible():
    """Built from nothing in another folder, it comes out bit for bit the same."""
    with tempfile.TemporaryDirectory(prefix="bulkhead-again-") as folder:
        target = os.path.join(folder, "deeper", "down", "tree")
        copy_tree(target)
        environment = clean_environment(NO_DEPS="1", TZ="Asia/Tokyo", LANG="C.UTF-8")
        del environment["BUILD"]
        run = execute("make", "-j2", "iso", f"CC={COMPILER}", cwd=target, env=environment)
        expect(run.status == 0, "should build", run)
        for name in ("bulkhead.elf", "bulkhead.iso"):
            again = os.path.join(target, "build", name)
            expect(sha256(again) == sha256(os.path.join(BUILD, name)), f"{name} should be the same")


@case
def boots_over_the_network():
    """PXE: GRUB, its menu and the kernel come by TFTP, on both kinds of firmware."""
    for firmware in ("bios", "uefi"):
        run = boot("--medium", "network", BOOT="iso", FIRMWARE=firmware, ARGS="dry bench=Page*")
        expect_pass(run)
        expect("boot: multiboot2, GRUB" in run.out, "GRUB should have started it", run)


@case
def folder_for_network_boot_is_whole():
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):   # over an old one too
            run = execute("tools/mknetboot", "--elf", ELF, "--output", folder)
            expect(run.status == 0, "should be made", run)
        found = sorted(os.path.relpath(os.path.join(where, name), folder)
                       for where, _, names in os.walk(folder) for name in names)
        expect(found == [f"bulkhead/{name}" for name in (
            "bulkhead.0", "bulkhead.efi", "bulkhead.elf", "grub.cfg", "licenses/FONT.txt",
            "licenses/GPL-3.txt", "licenses/GRUB.txt", "licenses/LICENSE.txt")], "files", found)
        with open(os.path.join(folder, "bulkhead", "grub.cfg"), encoding="utf-8") as file:
            text = file.read()
        expect(text.count("multiboot2 $prefix/bulkhead.elf") == 6 and "/boot/" not in text,
               "every entry's kernel is on the server", text)
