# SPDX-License-Identifier: MIT
"""Variables of `make run`: bad values are refused by name, before anything is built."""

import os
import tempfile

from bootlib import (BAD_VALUE, MACHINE_TESTS, add_case, boot, case, clean_environment, execute, expect,
                     expect_pass, make)

BAD = (
    {"BOOT": "floppy"}, {"BOOT": "ISO"}, {"FIRMWARE": "efi"}, {"ACCEL": "hvf"},
    {"CPUS": "0"}, {"CPUS": "999"}, {"CPUS": "two"}, {"CPUS": "-1"}, {"CPUS": "1.5"},
    {"NODES": "0"}, {"NODES": "65"}, {"NODES": "x"}, {"NODES": "1G,x"},
    {"NODES": "1G,1G", "MEM": "3G"},
    {"MEM": "abc"}, {"MEM": "0"}, {"MEM": "1M"}, {"MEM": "-1G"}, {"MEM": "1GB"}, {"MEM": "99T"},
    {"CPU": "pentium9"}, {"CPU": "max,,"}, {"CPU": "max -erms"},
    {"NICS": "ne2000"}, {"NICS": "e1000,"}, {"NICS": "e1000, e1000e"}, {"NICS": "E1000"},
    {"NICS": ",".join(["e1000e"] * 9)}, {"NICS": "e1000e,mac=x"},
    {"TIMEOUT": "0"}, {"TIMEOUT": "soon"},
    {"MODULE": "/no/such/file"}, {"MODULE": "/"}, {"MODULE": "/dev/null"},
    {"LOG": "/no/such/folder/log"}, {"LOG": "/"},
    {"ARGS": "one\ntwo"}, {"ARGS": 'bench="A"', "BOOT": "iso"},
    {"ARGS": "x" * 4096, "BOOT": "direct"},
    {"FIRMWARE": "uefi", "BOOT": "direct"},
)


def define(variables):
    name = next(iter(variables))

    def refused():
        run = execute("tools/run", "--check-only", env=clean_environment(**variables))
        expect(run.status == BAD_VALUE, "should be refused", run)
        expect(f"bad value: {name}=" in run.last, "the last line should name it", run)

    refused.__module__ = __name__
    value = variables[name].replace("\n", "\\n").replace(" ", "_")[:40]
    add_case(f"bad.{name}={value}", refused)


for each in BAD:
    define(each)


@case
def make_refuses_before_building():
    with tempfile.TemporaryDirectory() as folder:
        run = make("run", "MEM=abc", f"BUILD={folder}/build")
        expect(run.status != 0, "should fail", run)
        expect('MEM="abc"' in run.err, "should name the variable", run)
        built = [name for _, _, names in os.walk(folder) for name in names if name.endswith(".o")]
        expect(not built, "should build nothing", built)


@case
def make_fuzz_refuses_before_building():
    for variable in ("T=soon", "T=-1", "T=1.5", "T=99999999", "FUZZ=nothing*"):
        with tempfile.TemporaryDirectory() as folder:
            run = make("fuzz", variable, f"BUILD={folder}/build")
            name, value = variable.split("=")
            expect(run.status != 0 and f"fuzz: {name}" in run.err and value in run.err,
                   "should name the variable and its value", run)
            expect(not os.path.exists(f"{folder}/build/fuzz/libfuzzer/shared.a"),
                   "should build nothing", run)


@case
def make_refuses_unknown_variables():
    run = make("run", "MEMORY=2G")
    expect(run.status != 0 and "MEMORY" in run.err, "should name the variable", run)


@case
def make_help_lists_every_variable_and_target():
    run = make("help")
    expect(run.status == 0, "should succeed", run)
    for word in ("BOOT=iso", "FIRMWARE=bios", "ACCEL=auto", "CPUS=1", "MEM=1G", "NODES=1",
                 "CPU=max", "NICS=", "ARGS=", "MODULE=", "LINUX=", "LOG=", "TIMEOUT=", "make run", "make test", "make iso",
                 "make bench", "make fuzz", "T=60", "FUZZ=*", "make format", "make check", "make clean", "BUILD=build", "NO_DEPS=",
                 "V=", "CC=gcc", "make elf", "make units", "make help"):
        expect(f"  {word}" in run.out, f"should list {word}", run)


@case
def command_line_arrives_unchanged():
    """Through GRUB, with what its script language and make would read as their own."""
    args = "bench=Bulk*,Page* dry unknown=a,b;c&d|{e}$f unknown2=~#(x)"
    for way in ({"BOOT": "direct"}, {"BOOT": "iso"}):
        run = boot(ARGS=args, **way)
        expect(args in run.out, "the log should show the command line", run)


@case
def make_passes_a_dollar_sign():
    with tempfile.TemporaryDirectory() as folder:
        run = make("run", "BOOT=direct", f"LOG={folder}/log", "ARGS=dry unknown=64M$0x10000000")
    expect("unknown=64M$0x10000000" in run.out, "the log should show the command line", run)


@case
def features_of_a_model():
    expect_pass(boot(BOOT="direct", CPU="max,-erms", ARGS=MACHINE_TESTS))


@case
def nodes_and_cpus():
    """More nodes than CPUs: some nodes have none."""
    expect_pass(boot(BOOT="direct", CPUS="4", NODES="2", MEM="2G", ARGS=MACHINE_TESTS))
    expect_pass(boot(BOOT="direct", CPUS="1", NODES="3", MEM="1G", ARGS=MACHINE_TESTS))
