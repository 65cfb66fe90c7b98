# SPDX-License-Identifier: MIT
"""The last stage of tools/mutate: does the image with a change keep its budgets of instructions?

A shortcut that is lost changes no result, only what a page costs. The image is built in a copy of
the project below $BUILD/mutants, on its own objects, and run under QEMU's -icount.
"""

import os
import re
import shutil
import subprocess
import threading

CASES = "budgets.every*"
LIMIT = 600     # seconds to build or to run one
BUILT = ("guest", "gen", "pass1.elf", "bulkhead.elf")


class Image:
    """One copy, for one mutant at a time."""

    def __init__(self, root, build, place):
        self.root, self.build, self.place = root, build, place
        self.lock = threading.Lock()
        self.ready = False

    def _copy(self):
        shutil.rmtree(self.place, ignore_errors=True)
        top = os.path.join(self.root, self.build)
        shutil.copytree(self.root, self.place, symlinks=True, ignore=lambda folder, names: [
            name for name in names if name == ".git" or name.startswith("build")
            or os.path.join(folder, name) == top])
        os.makedirs(os.path.join(self.place, "build"))
        for name in BUILT:
            path, copy = os.path.join(top, name), os.path.join(self.place, "build", name)
            if os.path.isdir(path):
                shutil.copytree(path, copy)
            elif os.path.exists(path):
                shutil.copy2(path, copy)

    def _run(self, *command):
        """(status, output); status -1 if it did not end."""
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "SEED", "N")}
        try:
            run = subprocess.run(command, cwd=self.place, check=False, timeout=LIMIT, text=True,
                                 errors="replace", stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 env=dict(environment, BUILD="build"))
        except subprocess.TimeoutExpired:
            return -1, "no end"
        return run.returncode, run.stdout

    def _verdict(self):
        """What is over its budget; "" if nothing is, None if there is no image."""
        status, output = self._run("make", "NO_DEPS=1", "BUILD=build", "elf")
        if status:
            return None
        status, output = self._run("tests/boot/run", CASES)
        return read_verdict(status, output)

    def attempt(self, name, text):
        """What tells apart the image of which the file `name` is `text`; "" if nothing does."""
        with self.lock:
            if not self.ready:
                self._copy()
                said = self._verdict()
                if said != "":
                    raise RuntimeError(f"the image without a change: {said or 'not built'}")
                self.ready = True
            path = os.path.join(self.place, name)
            with open(path, encoding="utf-8") as file:
                before = file.read()
            try:
                write(path, text)
                return self._verdict() or ""
            finally:
                write(path, before)     # now, so that it is newer than the object


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read_verdict(status, output):
    """What a run of the cases says: "" if all passed."""
    if not status:
        return ""
    over = re.search(r"^# +(\S+ costs .*)$", output, re.M)
    failed = re.search(r"^not ok [0-9]+ (\S+)", output, re.M)
    return over.group(1) if over else failed.group(1) if failed else f"status {status}"
