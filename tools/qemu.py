# SPDX-License-Identifier: MIT
"""The variables of `make run`: checks them and turns them into QEMU's command line."""

import os
import re
import shutil
import subprocess

QEMU = "qemu-system-x86_64"
OVMF_CODE = "/usr/share/OVMF/OVMF_CODE_4M.fd"
OVMF_VARS = "/usr/share/OVMF/OVMF_VARS_4M.fd"

DEFAULTS = {
    "BOOT": "iso", "FIRMWARE": "bios", "ACCEL": "auto", "CPUS": "1", "MEM": "1G", "NODES": "1",
    "CPU": "max", "NICS": "", "ARGS": "", "MODULE": "", "LOG": "", "TIMEOUT": "900", "BUILD": "build",
}
CHOICES = {
    "BOOT": ("iso", "direct"),
    "FIRMWARE": ("bios", "uefi"),
    "ACCEL": ("auto", "tcg", "kvm", "icount"),
}
MEDIA = ("cdrom", "usb", "disk", "network")   # what holds the ISO; or a folder for TFTP
PVH_CMDLINE = 4095   # characters: what QEMU's loader behind -kernel has room for
NUMBERS = {"CPUS": (1, 255), "TIMEOUT": (1, 86400)}
NODES_MOST = 64

# Network cards of QEMU that there is a driver for (docs/hardware.md).
NICS = ("e1000", "e1000-82544gc", "e1000-82545em", "e1000e", "virtio-net-pci", "virtio-net-pci-transitional",
        "virtio-net-pci-non-transitional")
NICS_MOST = 8

UNITS = {"": 1 << 20, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}   # bytes; QEMU's default is MiB
MEM_LEAST, MEM_MOST = 8 << 20, 16 << 40
# From here on RAM reaches beyond the 40 address bits that QEMU's models have.
MEM_WIDE, WIDE_BITS = 512 << 30, 46


class BadValue(Exception):
    """A variable has a value that cannot be used; the text names both."""


def refuse(name, value, why):
    raise BadValue(f'{name}="{value}": {why}')


def usable_kvm():
    try:
        os.close(os.open("/dev/kvm", os.O_RDWR))
        return True
    except OSError:
        return False


def hardware_kvm():
    """KVM without vmx or svm emulates ring 0 one instruction at a time: slower than TCG."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            flags = set(file.read().split())
    except OSError:
        return False
    return bool(flags & {"vmx", "svm"}) and usable_kvm()


def check_number(name, value):
    least, most = NUMBERS[name]
    if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
        refuse(name, value, f"must be a number from {least} to {most}")
    return int(value)


def check_nodes(value, mem, mem_given):
    """Bytes of each node: a number shares MEM out, a list names them, and MEM is their sum."""
    if "," not in value:
        if not re.fullmatch(r"[0-9]{1,9}", value) or not 1 <= int(value) <= NODES_MOST:
            refuse("NODES", value, f"must be a number from 1 to {NODES_MOST}, or sizes such as "
                   "512M,0,256M")
        share = (mem // int(value)) >> 20 << 20
        return [mem - share * (int(value) - 1)] + [share] * (int(value) - 1)
    sizes = []
    for text in value.split(","):
        match = re.fullmatch(r"([0-9]{1,12})([MGT]?)", text)
        if not match:
            refuse("NODES", value, f"'{text}' is no size; they are such as 512M,0,256M")
        sizes.append(int(match.group(1)) * UNITS[match.group(2)])
    if len(sizes) > NODES_MOST:
        refuse("NODES", value, f"there may be {NODES_MOST} nodes")
    if mem_given and sum(sizes) != mem:
        refuse("NODES", value, "the sizes must add up to MEM, or leave that out")
    return sizes


def check_mem(value):
    match = re.fullmatch(r"([0-9]{1,12})([MGT]?)", value)
    if not match:
        refuse("MEM", value, "must be a number with M, G or T, such as 512M")
    size = int(match.group(1)) * UNITS[match.group(2)]
    if not MEM_LEAST <= size <= MEM_MOST:
        refuse("MEM", value, "must be from 8M to 16T")
    return size


def cpu_models():
    """Names that QEMU knows; none if QEMU cannot be asked."""
    try:
        listing = subprocess.run([QEMU, "-cpu", "help"], capture_output=True, text=True,
                                 stdin=subprocess.DEVNULL, timeout=30).stdout
    except (OSError, subprocess.TimeoutExpired):
        return set()
    return {line.split()[1] for line in listing.splitlines() if line.startswith("x86 ")}


def check_cpu(value):
    feature = r"[+-]?[a-z][a-z0-9._-]*(?:=[^,\s]+)?"
    if not re.fullmatch(rf"[A-Za-z0-9._-]+(?:,{feature})*", value):
        refuse("CPU", value, "must be a model of QEMU with features, such as max,-erms")
    models = cpu_models()
    if models and value.split(",")[0] not in models:
        refuse("CPU", value, f"{QEMU} -cpu help does not list this model")
    return value


def check_nics(value):
    cards = value.split(",") if value else []
    for card in cards:
        if card not in NICS:
            refuse("NICS", value, f"'{card}' is no card; there are {', '.join(NICS)}")
    if len(cards) > NICS_MOST:
        refuse("NICS", value, f"there may be {NICS_MOST} cards")
    return cards


def check_args(value, boot):
    if any(ord(char) < 32 or ord(char) == 127 for char in value):
        refuse("ARGS", value.encode("unicode_escape").decode(), "must be one line of text")
    if boot == "iso" and set(value) & set("'\"\\"):
        refuse("ARGS", value, "GRUB alters quotes and backslashes; use BOOT=direct for these")
    if boot == "direct" and len(value.encode()) > PVH_CMDLINE:
        refuse("ARGS", f"{value[:40]}...",
               f"QEMU's -kernel passes at most {PVH_CMDLINE} characters; use BOOT=iso for more")
    return value.strip()


def check_module(value):
    if not os.path.isfile(value) or not os.access(value, os.R_OK):
        refuse("MODULE", value, "is no file that can be read")
    if not os.path.getsize(value):
        refuse("MODULE", value, "is empty")
    return value


def check_log(value):
    folder = os.path.dirname(os.path.abspath(value))
    if not os.path.isdir(folder):
        refuse("LOG", value, f"there is no folder {folder}")
    target = value if os.path.exists(value) else folder
    if os.path.isdir(value) or not os.access(target, os.W_OK):
        refuse("LOG", value, "cannot be written")
    return value


def settings(environment):
    """The checked variables: numbers as int, MEM in bytes. Raises BadValue."""
    given = {name: environment.get(name) or default for name, default in DEFAULTS.items()}
    for name, allowed in CHOICES.items():
        if given[name] not in allowed:
            refuse(name, given[name], "must be " + " or ".join(allowed))
    for name in NUMBERS:
        given[name] = check_number(name, given[name])
    mem_given = bool(environment.get("MEM")) and environment["MEM"] != DEFAULTS["MEM"]
    given["MEM"] = check_mem(given["MEM"])
    given["NODES"] = check_nodes(given["NODES"], given["MEM"], mem_given)
    given["MEM"] = check_mem(f"{sum(given['NODES']) >> 20}M")
    given["CPU"] = check_cpu(given["CPU"])
    given["NICS"] = check_nics(given["NICS"])
    given["ARGS"] = check_args(given["ARGS"], given["BOOT"])
    given["MODULE"] = given["MODULE"] and check_module(given["MODULE"])
    given["LOG"] = given["LOG"] or default_log(given)
    if os.path.normpath(given["LOG"]) != os.path.normpath(default_log(given)):
        check_log(given["LOG"])   # the default's folder may not be there yet

    if given["BOOT"] == "direct" and given["FIRMWARE"] == "uefi":
        refuse("FIRMWARE", "uefi", "BOOT=direct enters through the PVH note, which only QEMU's "
               "BIOS can start; use BOOT=iso")
    if given["ACCEL"] == "kvm" and not usable_kvm():
        refuse("ACCEL", "kvm", "/dev/kvm cannot be opened")
    if given["ACCEL"] == "auto":
        given["ACCEL"] = "kvm" if hardware_kvm() else "tcg"
    return given


def default_log(given):
    return os.path.join(given["BUILD"], "run.log")


def accel_options(accel):
    if accel == "icount":
        # The seed and the clock make two runs the same wherever anything is random or dated.
        return ["-accel", "tcg", "-icount", "shift=0,sleep=off", "-seed", "1",
                "-rtc", "base=2024-01-01,clock=vm"]
    return ["-accel", accel]


def cpu_option(model, mem):
    if mem >= MEM_WIDE and "phys-bits" not in model:
        return f"{model},phys-bits={WIDE_BITS}"
    return model


def memory_options(mem, sizes, cpus):
    """RAM that the host does not reserve beforehand, one piece a node that has some."""
    nodes = len(sizes)
    options = ["-m", f"{mem >> 20}M"]
    if nodes == 1:
        return options + ["-object", f"memory-backend-ram,id=ram,size={mem},reserve=off",
                          "-machine", "memory-backend=ram"]
    for node, size in enumerate(sizes):
        mine = "".join(f",cpus={cpu}" for cpu in range(node, cpus, nodes))
        if size:
            options += ["-object", f"memory-backend-ram,id=ram{node},size={size},reserve=off"]
            mine = f",memdev=ram{node}{mine}"
        options += ["-numa", f"node,nodeid={node}{mine}"]
    # QEMU wants every distance as soon as a node has no CPU.
    for a in range(nodes):
        for b in range(a + 1, nodes):
            options += ["-numa", f"dist,src={a},dst={b},val=20"]
    return options


def nic_options(cards):
    """One card is on QEMU's user network; several are cabled together, and to nothing else."""
    options = ["-nic", "none"]
    for i, card in enumerate(cards):
        cable = f"hubport,id=net{i},hubid=0" if len(cards) > 1 else f"user,id=net{i}"
        options += ["-netdev", cable, "-device", f"{card},netdev=net{i},romfile="]
    return options


def medium_options(medium, iso, firmware):
    """The ISO in the drive, or written to a disk or a USB stick; or a folder served by TFTP."""
    if medium == "network":
        name = "bulkhead.efi" if firmware == "uefi" else "bulkhead.0"
        return ["-netdev", f"user,id=boot,tftp={iso},bootfile=bulkhead/{name}",
                "-device", "virtio-net-pci,netdev=boot,bootindex=0"]
    if medium == "cdrom":
        return ["-cdrom", iso, "-boot", "d"]
    drive = ["-drive", f"if=none,id=image,format=raw,readonly=on,file={iso}"]
    if medium == "usb":
        return drive + ["-device", "usb-ehci,id=ehci",
                        "-device", "usb-storage,bus=ehci.0,drive=image,bootindex=0"]
    return drive + ["-device", "virtio-blk-pci,drive=image,bootindex=0"]


def boot_options(given, scratch, iso, elf, medium):
    if given["BOOT"] == "direct":
        return (["-kernel", elf] + (["-append", given["ARGS"]] if given["ARGS"] else [])
                + (["-initrd", given["MODULE"]] if given["MODULE"] else []))
    options = medium_options(medium, iso, given["FIRMWARE"])
    if given["FIRMWARE"] == "uefi":
        variables = os.path.join(scratch, "vars.fd")
        shutil.copyfile(OVMF_VARS, variables)
        options += ["-drive", f"if=pflash,format=raw,unit=0,readonly=on,file={OVMF_CODE}",
                    "-drive", f"if=pflash,format=raw,unit=1,file={variables}"]
    return options


def command(given, scratch, iso, elf, medium="cdrom", serial="stdio"):
    """QEMU's command line. `scratch` is a folder of this run's own, `medium` one of MEDIA, `serial`
    what COM1 is connected to, or none: then there is no COM1."""
    return ([QEMU]
            + accel_options(given["ACCEL"])
            + ["-cpu", cpu_option(given["CPU"], given["MEM"]), "-smp", str(given["CPUS"])]
            + memory_options(given["MEM"], given["NODES"], given["CPUS"])
            + boot_options(given, scratch, iso, elf, medium)
            + nic_options(given["NICS"])
            + ["-display", "none", "-serial", serial, "-no-reboot",
               "-device", "isa-debug-exit,iobase=0xf4,iosize=0x04",
               "-d", "cpu_reset", "-D", os.path.join(scratch, "resets.log")])
