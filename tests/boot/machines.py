# SPDX-License-Identifier: MIT
"""PCs that are not as most are: memory at 1 MiB taken, NX switched off, no 1 GiB pages, more RAM than
the first 64 GiB.
"""

import os
import shutil
import struct
import subprocess
import tempfile
import threading

from bootlib import ELF, ISO, MACHINE_TESTS, PASSED, TOOLS, boot, case, execute, expect, expect_pass

import qemu

MB2_MAGIC = 0xE85250D6
TAG_END, TAG_RELOCATABLE = 0, 10


def relocatable_tag(image):
    """Offset of the tag in the bytes of an ELF file."""
    at = image.index(struct.pack("<I", MB2_MAGIC)) + 16
    while True:
        kind, _, size = struct.unpack_from("<HHI", image, at)
        if kind in (TAG_END, TAG_RELOCATABLE):
            expect(kind == TAG_RELOCATABLE, "the header should have a relocatable tag")
            return at
        at += (size + 7) // 8 * 8


def elf_for(lowest, folder, name):
    """The image, with a header that wants it at or above `lowest`, as if all below were taken."""
    with open(ELF, "rb") as file:
        image = bytearray(file.read())
    struct.pack_into("<I", image, relocatable_tag(image) + 8, lowest)
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(image)
    return path


def boot_at(lowest, **variables):
    with tempfile.TemporaryDirectory(prefix="bulkhead-test-") as folder:
        elf = elf_for(lowest, folder, "moved.elf")
        iso = os.path.join(folder, "moved.iso")
        made = execute(os.path.join(TOOLS, "mkiso"), "--elf", elf, "--output", iso)
        expect(made.status == PASSED, "the ISO should be made", made)
        return boot("--elf", elf, "--iso", iso, BOOT="iso", **variables)


def expect_image_at(run, start):
    kept = f"memory: kept 0x{start:012x}-"
    line = next((line for line in run.out.splitlines() if kept in line), "")
    expect(line.endswith(" image"), f"the image should be at {start:#x}", run)


MOVED = "test=paging*,smp*,exceptions*,symbols*,tlb*,vspace_guest*"


@case
def image_that_lies_elsewhere():
    """All that knows addresses of the image, with one that is no multiple of 2 MiB."""
    run = boot_at(0x2345000, MEM="512M", CPUS="2", ARGS=MOVED)
    expect_pass(run)
    expect_image_at(run, 0x2345000)


@case
def image_that_lies_high():
    run = boot_at(0x60000000, MEM="2G", FIRMWARE="uefi", ARGS=MOVED)
    expect_pass(run)
    expect_image_at(run, 0x60000000)


@case
def image_that_lies_at_one_mib():
    """Where that is free the loader takes it, on both kinds of firmware."""
    for firmware in ("bios", "uefi"):
        run = boot("--iso", ISO, BOOT="iso", FIRMWARE=firmware, ARGS="dry")
        expect_pass(run)
        expect_image_at(run, 0x100000)


@case
def panic_of_a_moved_image_has_names():
    run = boot_at(0x2345000, ARGS="provoke=divide")
    expect("panic: #DE divide error" in run.out and "provoke_failure+" in run.out, "names", run)


@case
def cpu_without_nx():
    """Everything works; execution of data is not caught, and the log says so."""
    run = boot(BOOT="direct", CPU="max,-nx", CPUS="2", MEM="512M", ARGS=MACHINE_TESTS)
    expect_pass(run)
    expect("paging: this CPU has no NX" in run.out, "the log should say so", run)


@case
def intel_cpu_without_nx():
    """The switch in IA32_MISC_ENABLE is looked at; here it is not what took NX away."""
    run = boot(BOOT="direct", CPU="Skylake-Client,-nx", CPUS="2", ARGS="test=paging*,tlb*,smp*")
    expect_pass(run)
    expect("paging: this CPU has no NX" in run.out, "the log should say so", run)


@case
def cpu_without_gb_pages():
    run = boot(BOOT="direct", CPU="max,-pdpe1gb", MEM="3G", ARGS="test=paging*,vmalloc_guest*")
    expect_pass(run)


@case
def more_than_64_gib():
    """Pages of the host come only where the guest writes."""
    run = boot(BOOT="direct", MEM="96G", ARGS="test=paging*,page_alloc*")
    expect_pass(run)
    total = sum(int(line.split()[3]) for line in run.out.splitlines()
                if line.startswith("ram: node "))
    expect(total > 95 << 10, f"RAM should be 96 GiB, not {total} MiB", run)


@case
def caches_that_are_off_are_told():
    """Nothing is slower for it here, but the figures would be on hardware."""
    run = boot(BOOT="direct", CPUS="2", ARGS="provoke=caches-off dry")
    expect_pass(run)
    expect("# caches: RAM 0x000000100000-" in run.out and " is uncached, by the MTRRs" in run.out
           and "cacheable: all RAM but " in run.out, "uncached RAM should be told", run)
    expect("cacheable: all RAM, write-back\n" in boot(BOOT="direct", ARGS="dry").out,
           "all is well elsewhere")


SECURE = ("OVMF_CODE_4M.secboot.fd", "OVMF_VARS_4M.ms.fd")   # with Microsoft's keys, switched on


@case
def secure_boot_refuses_the_image():
    """As docs/hardware.md says: nobody has signed it, and nothing of it runs."""
    folder = os.path.dirname(qemu.OVMF_CODE)
    with tempfile.TemporaryDirectory(prefix="bulkhead-test-") as scratch:
        variables = os.path.join(scratch, "vars.fd")
        shutil.copyfile(os.path.join(folder, SECURE[1]), variables)
        command = [qemu.QEMU, "-accel", "tcg", "-machine", "q35,smm=on", "-m", "512M",
                   "-global", "driver=cfi.pflash01,property=secure,value=on",
                   "-drive", "if=pflash,format=raw,unit=0,readonly=on,file="
                             + os.path.join(folder, SECURE[0]),
                   "-drive", f"if=pflash,format=raw,unit=1,file={variables}",
                   "-cdrom", ISO, "-display", "none", "-serial", "stdio", "-nic", "none"]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        seen = b""
        guard = threading.Timer(60, process.kill)
        guard.start()
        try:
            while b"Access Denied" not in seen and b"GRUB" not in seen and b"version:" not in seen:
                data = os.read(process.stdout.fileno(), 4096)
                expect(data, "the firmware should say something", seen.decode(errors="replace"))
                seen += data
        finally:
            guard.cancel()
            process.kill()
            process.wait()
    expect(b"failed to load Boot" in seen and b"Access Denied" in seen, "it should be refused",
           seen.decode(errors="replace"))
