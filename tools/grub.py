# SPDX-License-Identifier: MIT
"""What the images that GRUB starts share: its menu, its modules, its licence."""

import os
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# What the menu needs, wherever it comes from.
MODULES = "multiboot2 normal configfile echo test serial terminal all_video boot minicmd reboot halt".split()
PACKAGES = ("grub-common", "grub-pc-bin", "grub-efi-amd64-bin")
GPL = "/usr/share/common-licenses/GPL-3"

SCREEN_LINE = "\tchoose_screen\n"
TIMEOUT_LINE = "set timeout=2\n"
MODULE_PATH = "/boot/module"


class Failure(Exception):
    """The image cannot be made; the text says why."""


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def run(*command, **options):
    """Run a command quietly; its output is shown if it fails."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        raise Failure(f"{command[0]} failed:\n{done.stdout}")
    return done.stdout


def words(args):
    """A command line as GRUB script: every word quoted, so that * and $ stay what they are."""
    return " ".join("'" + word.replace("'", "'\\''") + "'" for word in args.split())


def menu(args=None, module=None, screen=None, folder="/boot"):
    """GRUB's menu, with the kernel in `folder`; tools/mkiso tells what the others change."""
    text = read("iso", "grub.cfg").replace("/boot/", f"{folder}/")
    kernel_line = f"multiboot2 {folder}/bulkhead.elf\n"
    if args is None and module is None and screen is None:
        return text
    if any(line not in text for line in (kernel_line + SCREEN_LINE, TIMEOUT_LINE)):
        raise Failure("iso/grub.cfg has lost the lines that --args, --module, --screen replace")
    if screen:
        text = text.replace(kernel_line + SCREEN_LINE,
                            f"{kernel_line}\tset gfxpayload={words(screen)}\n", 1)
    kernel = f"{kernel_line[:-1]} {words(args or '')}\n"
    if module:
        kernel += f"\tmodule2 {MODULE_PATH} {words(os.path.basename(module))}\n"
    text = text.replace(kernel_line, kernel, 1)
    return text.replace(TIMEOUT_LINE, "set timeout=0\n")


def package_version(name):
    """Installed version of a Debian package, "unknown" on other systems."""
    try:
        return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", name], check=True,
                              capture_output=True, text=True).stdout or "unknown"
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def notice():
    versions = {name: package_version(name) for name in PACKAGES}
    lines = "\n".join(f"    {name} {version}" for name, version in versions.items())
    text = read("iso", "GRUB.txt").replace("@PACKAGES@", lines)
    return text.replace("@VERSION@", versions["grub-pc-bin"])


def write_licences(folder):
    write(os.path.join(folder, "LICENSE.txt"), read("LICENSE"))
    write(os.path.join(folder, "GRUB.txt"), notice())
    write(os.path.join(folder, "FONT.txt"), read("iso", "FONT.txt"))
    shutil.copyfile(GPL, os.path.join(folder, "GPL-3.txt"))
