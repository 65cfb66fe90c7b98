# SPDX-License-Identifier: MIT
"""tools/deps on machines that lack things, played by a PATH of our own."""

import os
import shutil
import tempfile

from bootlib import ROOT, case, execute, expect

BASIC = "sh dirname sort tr tail cut sleep mkdir rm cat env id echo".split()
FAKE = {
    # `apt-get install` "installs" what it is asked for by making the command appear.
    "apt-get": 'echo "$(id -u) $*" >>"$CALLS"\n'
               'case "$*" in *install*xorriso*) cp "$TRUE" "$BIN/xorriso";; esac\n',
    "apt-cache": '[ -z "$EMPTY_LISTS" ] || grep -q update "$CALLS" 2>/dev/null\n',
    "sudo": '[ "$1" = -v ] || FAKE_UID=0 exec "$@"\n',
    "id": 'echo "${FAKE_UID:-1000}"\n',
}


def run_deps(fakes=(), **variables):
    """(Finished, what apt-get was called with) of `tools/deps iso` without xorriso."""
    with tempfile.TemporaryDirectory() as folder:
        binaries = os.path.join(folder, "bin")
        os.mkdir(binaries)
        for name in BASIC + ["grub-mkrescue", "mformat", "xz", "grep", "cp"]:
            os.symlink(shutil.which(name), os.path.join(binaries, name))
        for name in fakes:
            path = os.path.join(binaries, name)
            if os.path.lexists(path):
                os.remove(path)
            with open(path, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n" + FAKE[name])
            os.chmod(path, 0o755)
        calls = os.path.join(folder, "calls")
        run = execute("/bin/sh", os.path.join(ROOT, "tools", "deps"), "iso",
                      env={"PATH": binaries, "BUILD": os.path.join(folder, "build"),
                           "CALLS": calls, "BIN": binaries, "TRUE": shutil.which("true"),
                           **variables})
        called = ""
        if os.path.exists(calls):
            with open(calls, encoding="utf-8") as file:
                called = file.read()
        return run, called


@case
def without_apt_the_list_is_printed():
    run, _ = run_deps()
    expect(run.status == 1, "should fail", run)
    expect("missing Debian packages: xorriso" in run.err, "should list what is missing", run)


@case
def no_deps_skips_everything():
    run, _ = run_deps(NO_DEPS="1")
    expect(run.status == 0 and not run.err, "should do nothing", run)


@case
def root_installs_without_sudo_or_update():
    run, called = run_deps(fakes=("apt-get", "apt-cache", "id"), FAKE_UID="0")
    expect(run.status == 0, "should succeed", run)
    expect("installing xorriso" in run.err, "should name what is missing", run)
    expect(called.count("\n") == 1 and called.startswith("0 ") and "install" in called,
           "should call apt-get once", called)


@case
def empty_lists_are_updated_first():
    run, called = run_deps(fakes=("apt-get", "apt-cache", "id"), FAKE_UID="0", EMPTY_LISTS="1")
    expect(run.status == 0, "should succeed", run)
    lines = called.splitlines()
    expect(len(lines) == 2 and "update" in lines[0] and "install" in lines[1],
           "should update, then install", called)


@case
def a_user_installs_through_sudo():
    run, called = run_deps(fakes=("apt-get", "apt-cache", "id", "sudo"))
    expect(run.status == 0, "should succeed", run)
    expect(called.startswith("0 "), "apt-get should run as root", called)


@case
def a_user_without_sudo_gets_the_list():
    run, called = run_deps(fakes=("apt-get", "apt-cache", "id"))
    expect(run.status == 1 and not called, "should not try", run)
    expect("missing Debian packages: xorriso" in run.err, "should list what is missing", run)
