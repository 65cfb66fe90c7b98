# SPDX-License-Identifier: MIT
"""Debug aids on the machine: what each finds, and that all that is right runs with all of them on."""

import re

from bootlib import FAILED, add_case, boot, case, expect, expect_pass

AIDS = "page_poison page_redzone page_owner page_trace vmalloc_guard"

# A mistake, the option that finds it, what the panic says, what stands in the log or behind it.
MISTAKES = {
    "use-after-free": ("page_poison page_owner",
                       ("panic: page_alloc: pfn 0x", "was written to while it was free: bytes 8 to 8, the first "
                        "is 0x78, not 0xaa"),
                       ("was freed last by CPU 0, event ", "provoke_use_after_free+")),
    "record-overrun": ("page_redzone page_owner",
                       ("panic: page_alloc: the record of pfn 0x", "was written to while the page was free"),
                       ("was freed last by CPU 0", "provoke_record_overrun+")),
    "double-free": ("page_trace page_owner",
                    ("panic: page_alloc: double free: pfn 0x",),
                    ("was freed last by CPU 0", "# page event ", ": alloc, pfn 0x", ": free, pfn 0x",
                     "provoke_double_free+")),
    "read-behind": ("vmalloc_guard",
                    ("panic: #PF page fault: read of 0xffffc9", "not mapped"),
                    (" is byte 24576 of an area of 5000 bytes, allocated at provoke_read_behind+",)),
    "area-overrun": ("vmalloc_guard",
                     ("panic: vmalloc: byte 5000 of an area of 5000 bytes was written to; allocated at "
                      "provoke_area_overrun+",), ()),
    "use-after-vfree": ("",
                        ("panic: #PF page fault: write to 0xffffc9",),
                        (" is byte 0 of an area that was freed, allocated at provoke_use_after_vfree+",)),
}


def define(name, options, panic, shown):
    def is_found():
        run = boot(BOOT="direct", ARGS=f"{options} provoke={name}")
        expect(run.status == FAILED, "should fail", run)
        for word in panic:
            expect(word in run.last, f"the last line should say '{word}'", run)
        for word in shown:
            expect(word in run.out, f"the report should say '{word}'", run)

    is_found.__module__ = __name__
    add_case(f"found.{name}", is_found)


for each, values in MISTAKES.items():
    define(each, *values)


@case
def pages_that_are_not_freed_are_told():
    run = boot(BOOT="direct", ARGS="page_owner bench=PageAlloc reps=1 provoke=leak")
    expect_pass(run)
    expect("\n# pages allocated in this run and not freed: 4\n" in run.out, "four", run)
    expect(re.search(r"\n#   4 pages, the first pfn 0x[0-9a-f]+, at .*provoke_leak\+", run.out), "whose", run)
    expect("\ndebug: page_owner is on: figures are not those of" in run.out, "the head says so", run)
    run = boot(BOOT="direct", ARGS="page_owner bench=PagePair,MmapTotal reps=1")
    expect_pass(run)
    expect("\n# pages allocated in this run and not freed: 0\n" in run.out, "none", run)


@case
def tests_of_the_machine_pass_with_all_aids():
    run = boot(BOOT="direct", CPUS="2", NODES="2", MEM="512M",
               ARGS=f"test=vmalloc*,vspace_guest*,smp*,nodes*,page_alloc.*,paging* {AIDS}")
    expect_pass(run)


@case
def benchmarks_run_with_all_aids():
    run = boot(BOOT="direct", ARGS=f"bench=Vmalloc*,Clone*,Spawn*,RpcReceive reps=1 {AIDS}")
    expect_pass(run)


@case
def without_an_option_nothing_is_said():
    run = boot(BOOT="direct", ARGS="bench=PageAlloc reps=1")
    expect_pass(run)
    expect("debug:" not in run.out and "not freed" not in run.out, "silence", run)


@case
def failures_on_purpose_end_no_run():
    """Benchmarks fail and say so; the machine goes on to the verdict, and its memory is whole."""
    run = boot(BOOT="direct", ARGS="bench=Bulk*,Vmalloc*,Vfree*,Rpc*,Packet* reps=1 seed=3 "
                                   "fail_page_alloc=1,10,0,-1")
    expect(run.status == FAILED, "should fail", run)
    expect("panic" not in run.out, "no panic", run)
    denied = re.search(r"# requests for pages that failed on purpose: ([0-9]+) of ([0-9]+)\n", run.out)
    expect(denied and 100 < int(denied.group(1)) < int(denied.group(2)) / 5, "a tenth", run)
    expect(re.search(r"\n[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped\n$", run.out), "the verdict", run)


@case
def owners_need_room():
    run = boot(BOOT="direct", MEM="34M", ARGS="bench=PageAlloc page_owner")
    expect(run.status in (0, FAILED), "a pass, or a clear end", run)
    expect("panic" not in run.out, "no panic", run)
