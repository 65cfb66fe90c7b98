# SPDX-License-Identifier: MIT
"""Every way in, with every size of memory, on CPUs with and without 1 GiB pages.

The larger sizes run the guest's tests, 128 MiB a short benchmark run, so that both kinds of report
come through each way in. All tests are run once a way; elsewhere those that depend on the machine.
"""

from bootlib import MACHINE_TESTS, add_case, benchmark_lines, boot, expect, expect_pass

WAYS = {
    "seabios": {"BOOT": "iso", "FIRMWARE": "bios"},
    "ovmf": {"BOOT": "iso", "FIRMWARE": "uefi"},
    "direct": {"BOOT": "direct"},
}
SIZES = {"128M": "bench=Bulk* reps=2", "1G": "test", "5G": "test"}
MODELS = ("max", "qemu64")
WHOLE = (("seabios", "1G", "qemu64"), ("ovmf", "1G", "max"), ("direct", "5G", "max"))


def define(way, size, model):
    def passes():
        args = SIZES[size]
        if args == "test" and (way, size, model) not in WHOLE:
            args = MACHINE_TESTS
        run = boot(MEM=size, CPU=model, ARGS=args, **WAYS[way])
        expect_pass(run)
        if SIZES[size] == "test":
            expect("\nok 1 " in run.out, "there should be test results", run)
        else:
            expect(benchmark_lines(run), "there should be benchmark lines", run)

    passes.__module__ = __name__
    add_case(f"{way}.{size}.{model}", passes)


for each_way in WAYS:
    for each_size in SIZES:
        for each_model in MODELS:
            define(each_way, each_size, each_model)
