# SPDX-License-Identifier: MIT
"""What a machine does when the run has ended, as hardware would, without QEMU's isa-debug-exit."""

import time

from bootlib import case, expect
from screenlib import machine

OFF, RESET = "guest-shutdown", "guest-reset"
STAY = 2    # seconds in which a machine that is to stay as it is might do something else


def reason_after(args, *devices, **variables):
    """What ended the machine once the verdict had come; None: it stays."""
    with machine(args, "-no-shutdown", *devices, **variables) as guest:
        text = guest.wait_for_verdict()
        end = time.monotonic() + STAY
        while time.monotonic() < end and not guest.shutdown_reason():
            time.sleep(0.1)
        return guest.shutdown_reason(), text


def define(name, args, wanted, *devices, **variables):
    def ends_as_wanted():
        reason, text = reason_after(args, *devices, **variables)
        expect(reason == wanted, f"it should end by {wanted}, not {reason}", text)

    ends_as_wanted.__module__ = __name__
    ends_as_wanted.__name__ = name
    case(ends_as_wanted)


define("the_machine_halts_by_default", "dry", None)
define("end_halt", "dry end=halt", None)
define("end_poweroff", "dry end=poweroff", OFF)
define("end_poweroff_on_q35", "dry end=poweroff", OFF, "-machine", "q35")
define("end_poweroff_under_uefi", "dry end=poweroff", OFF, FIRMWARE="uefi")
define("end_reboot", "dry end=reboot", RESET)
define("end_reboot_on_q35", "dry end=reboot", RESET, "-machine", "q35")
define("a_failed_run_ends_so_too", "bench=NoSuchBenchmark end=poweroff", OFF)
define("panic_counts_more_after_a_failure", "bench=NoSuchBenchmark panic=1 end=poweroff", RESET)
define("panic_at_once", "provoke=panic panic=-1", RESET)
define("a_panic_stays_on_the_screen", "provoke=panic end=poweroff", None)
define("a_refusal_stays_on_the_screen", "reps=0 end=poweroff", None)


@case
def power_off_that_cannot_be():
    """Without ACPI: the log says so at the start, and the machine halts."""
    reason, text = reason_after("dry end=poweroff", "-no-acpi")
    expect(reason is None, f"it should halt, not {reason}", text)
