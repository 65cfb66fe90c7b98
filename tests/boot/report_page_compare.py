# SPDX-License-Identifier: MIT
"""tools/compare: what is significant, exit statuses, the statistics against tables and by hand."""

import os
import re

from bootlib import TOOLS, case, execute, expect
from report_page import HEAD, Folder, made_up

import samples

COMPARE = os.path.join(TOOLS, "compare")


def samples_with(n, m, u):
    """n and m different values with this U of the first."""
    above = []
    for left in range(n, 0, -1):
        above.append(min(m, u - sum(above)))
        expect(above[-1] >= 0, "U should be possible", (n, m, u, left))
    return [k + 0.5 + i / 1000 for i, k in enumerate(above)], list(range(1, m + 1))


# Greatest U that is significant at 0.05, two-sided, from the usual tables of critical values.
CRITICAL = {(4, 4): 0, (5, 5): 2, (6, 6): 5, (6, 9): 10, (7, 7): 8, (8, 8): 13, (9, 9): 17,
            (10, 10): 23, (10, 15): 39, (12, 12): 37, (15, 15): 64, (20, 20): 127}


@case
def u_test_agrees_with_tables():
    for (n, m), critical in CRITICAL.items():
        for u in (critical, critical + 1):
            for turned in (u, n * m - u):
                found, p = samples.mann_whitney(*samples_with(n, m, turned))
                expect(found == turned, "U", (n, m, turned, found))
                expect((p <= 0.05) == (u == critical), "significance", (n, m, u, p))


@case
def u_test_agrees_with_hand():
    def expect_p(left, right, u, p):
        found = samples.mann_whitney(left, right)
        expect(found[0] == u and abs(found[1] - p) < 5e-5, f"should be {u}, {p}", found)

    # Exact: of the 20 orders of 3 and 3 one has U = 0, one U = 9; of 70 orders of 4 and 4 one has
    # U = 0, one U = 1, two U = 2.
    expect_p([1, 2, 3], [4, 5, 6], 0, 2 / 20)
    expect_p([4, 5, 6], [1, 2, 3], 9, 2 / 20)
    expect_p([1, 2, 3, 4], [5, 6, 7, 8], 0, 2 / 70)
    expect_p([1, 2, 3, 5], [4, 6, 7, 8], 1, 4 / 70)
    expect_p([1, 2, 3, 6], [4, 5, 7, 8], 2, 8 / 70)
    expect_p([1], [2], 0, 1)
    # Ranks 1, 3 3 3, 5.5 5.5, 7, 8; R = 12.5, U = 2.5. Of the 70 choices of four ranks 12 have a sum
    # of 12.5 or less, or of 23.5 or more: 1 3 3 3 (10); 1 3 3 5.5 six times (12.5); and from above
    # 5.5 5.5 7 8 (26); 3 5.5 7 8 six times (23.5): 14.
    expect_p([1, 2, 2, 3], [2, 3, 4, 5], 2.5, 14 / 70)
    # Two values, three times each: of 20 choices one has all of the lower, one all of the higher.
    expect_p([5, 5, 5], [6, 6, 6], 0, 2 / 20)
    # Beyond the exact sizes, tied: 20 and 20 of two values each alike; variance 400 / 12 * (41 -
    # 2 * 7980 / 1560) = 1025.641; z = 199.5 / 32.0256 = 6.2294.
    found = samples.mann_whitney([5] * 20, [6] * 20)
    expect(found[0] == 0 and 4e-10 < found[1] < 5e-10, "normal approximation with ties", found)
    expect_p([5, 5, 5], [5, 5, 5], 4.5, 1)
    # Beyond the exact sizes: 60 and 60, all apart: z = 1799.5 / sqrt(3600 / 12 * 121) = 9.4448.
    found = samples.mann_whitney(list(range(60)), list(range(60, 120)))
    expect(found[0] == 0 and 3e-21 < found[1] < 4e-21, "normal approximation", found)
    counts = [1, 1, 2, 3, 5, 5, 7, 7, 8, 7, 7, 5, 5, 3, 2, 1, 1]
    expect(samples._arrangements(4, 4) == counts, "orders of 4 and 4", samples._arrangements(4, 4))


def compared(first, second, *options):
    with Folder() as folder:
        return execute(COMPARE, folder.write("a.log", first), folder.write("b.log", second),
                       *options, timeout=60)


def simple(values, name="PageFree/order=0", unit="cycles/op"):
    """A log of one benchmark with these values."""
    cycles = "" if unit == "cycles/op" else "1.00 cycles/op  "
    lines = [f"Benchmark{name}/cpus=1  100  {cycles}{value:.2f} {unit}" for value in values]
    return (HEAD + f"plan: {len(values)} benchmark lines\n" + "\n".join(lines)
            + "\n1 passed, 0 failed, 0 skipped\n")


TEN = [100 + i for i in range(10)]


@case
def slower_and_faster_are_told():
    slow = [value * 1.2 for value in TEN]
    done = compared(simple(TEN), simple(slow))
    expect(done.status == 1 and "1.200" in done.out and "slower" in done.out
           and "p=0.000 n=10+10" in done.out, "slower", done)
    expect("104.50 \u00b1 3 %" in done.out and "125.40 \u00b1 3 %" in done.out, "figures", done)
    done = compared(simple(slow), simple(TEN))
    expect(done.status == 0 and "0.833" in done.out and "faster" in done.out, "faster", done)


@case
def what_chance_explains_is_marked():
    done = compared(simple(TEN), simple([value + 0.5 for value in TEN]))
    expect(done.status == 0 and re.search(r" ~ +p=0\.[0-9]+ n=10\+10", done.out), "~", done)
    expect("1 ~" in done.out, "the count", done)
    done = compared(simple(TEN), simple([value + 0.5 for value in TEN]), "--changed")
    expect(done.status == 0 and "PageFree" not in done.out and "1 ~" in done.out, "left out", done)


@case
def few_repetitions_prove_nothing():
    done = compared(simple(TEN[:3]), simple([500, 501, 502]))
    expect(done.status == 0 and "p=0.100" in done.out, "3+3", done)
    expect("too few repetitions" in done.out, "a note says so", done)
    done = compared(simple(TEN[:4]), simple([500, 501, 502, 503]))
    expect(done.status == 1 and "p=0.029" in done.out and "too few" not in done.out, "4+4", done)


@case
def ties_are_compared():
    done = compared(simple([100] * 10), simple([100] * 10))
    expect(done.status == 0 and "p=1.000" in done.out, "all the same", done)
    done = compared(simple([100] * 10), simple([120] * 10))
    expect(done.status == 1 and "1.200" in done.out, "two values", done)
    done = compared(simple([0] * 10), simple([1] * 10))
    expect(done.status == 1 and "Traceback" not in done.err, "from nothing to something", done)


@case
def the_threshold_decides():
    slow = simple([value * 1.2 for value in TEN])
    expect(compared(simple(TEN), slow, "--threshold", "25").status == 0, "below 25 %")
    expect(compared(simple(TEN), slow, "--threshold", "19").status == 1, "above 19 %")
    expect(compared(simple(TEN), slow, "--alpha", "0.000001").status == 0, "not so sure")
    for bad in (("--threshold", "-1"), ("--threshold", "x"), ("--threshold", "nan"),
                ("--alpha", "0"), ("--alpha", "2")):
        done = compared(simple(TEN), slow, *bad)
        expect(done.status == 2 and "Traceback" not in done.err, f"{bad} is refused", done)


@case
def units_can_be_chosen():
    slow = [value * 2 for value in TEN]
    first, second = simple(TEN, unit="zero-cycles/op"), simple(slow, unit="zero-cycles/op")
    expect(compared(first, second).status == 0, "cycles/op are the same")
    done = compared(first, second, "--unit", "zero-cycles/op")
    expect(done.status == 1 and "2.000" in done.out, "zero-cycles/op", done)
    done = compared(first, second, "--unit", "miles/op")
    expect(done.status == 2 and "there are: cycles/op zero-cycles/op" in done.err, "none", done)
    more = "Unit pages/s better=higher\n"
    first = simple(TEN, unit="pages/s").replace("plan:", more + "plan:", 1)
    second = simple(slow, unit="pages/s").replace("plan:", more + "plan:", 1)
    expect(compared(first, second, "--unit", "pages/s").status == 0, "more is better")
    done = compared(second, first, "--unit", "pages/s")
    expect(done.status == 1 and "slower" in done.out, "less is worse", done)


@case
def benchmarks_of_one_log_are_listed():
    rows = {"PageFree/order=0": {"cycles/op": 3}, "PageFree/order=1": {"cycles/op": 5}}
    other = {"PageFree/order=0": {"cycles/op": 3}, "PageFree/order=9": {"cycles/op": 5}}
    done = compared(made_up(rows), made_up(other))
    expect(done.status == 1, "B lacks one", done)
    more = dict(rows, **{"PageFree/order=2": {"cycles/op": 5}})
    expect(compared(made_up(rows), made_up(more)).status == 0, "nothing slower, nothing lost")
    expect(re.search(r"only in A:\n  PageFree/order=1/cpus=1\n", done.out)
           and re.search(r"only in B:\n  PageFree/order=9/cpus=1\n", done.out), "lists", done)
    done = compared(made_up(rows), simple(TEN, name="PagePair/order=0"))
    expect(done.status == 2 and "no benchmark is in both" in done.err, "nothing to compare", done)


@case
def counted_instructions_leave_nothing_to_chance():
    def counted(values):
        return simple(values).replace("of the TSC", "instructions, counted by the emulator")
    done = compared(counted([100]), counted([900]))
    expect(done.status == 1 and "9.000" in done.out, "one repetition is enough", done)
    expect(compared(counted([100, 100]), counted([100, 100])).status == 0, "the same")
    expect(compared(counted([100]), counted([104])).status == 0, "below the threshold")


@case
def a_failed_run_is_no_success():
    good = simple(TEN)
    failed = good.replace("1 passed, 0 failed", "0 passed, 1 failed")
    expect(failed != good and compared(good, failed).status == 1, "B failed")
    expect(compared(failed, good).status == 0, "A may have")


@case
def bad_logs_are_not_compared():
    good = simple(TEN)
    for bad in ("", "x\n", good.replace("plan: 10", "plan: 11"), good.replace("100.", "1 0", 1)):
        done = compared(good, bad)
        expect(done.status == 2 and "b.log" in done.err, "should be refused", done)
        expect("Traceback" not in done.err, "in words", done)
    done = execute(COMPARE, "/no/such/log", "/no/such/log")
    expect(done.status == 2 and "/no/such/log" in done.err, "no file", done)


@case
def different_machines_are_noted():
    done = compared(simple(TEN), simple(TEN).replace("A CPU", "Another CPU"))
    expect("note: the CPUs differ" in done.out, "CPUs", done)
    done = compared(simple(TEN), simple(TEN).replace("of the TSC", "instructions, counted"))
    expect("do not count the same" in done.out, "ticks", done)
