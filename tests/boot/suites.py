# SPDX-License-Identifier: MIT
"""tools/test itself: a suite that dies or tests nothing must count as failed."""

from bootlib import case, expect, load_tool

TEST = load_tool("test")


def counts(script, **options):
    """(passed, failed, skipped) of a suite that is this shell script."""
    suite = TEST.Suite("x", ["sh", "-c", script], **options)
    suite.run()
    return suite.passed, suite.failed, suite.skipped


def expect_counts(wanted, script, **options):
    found = counts(script, **options)
    expect(found == wanted, f"`{script}` should count {wanted}", found)


@case
def counts_are_taken_from_the_last_line():
    expect_counts((3, 0, 0), "echo 9 passed, 9 failed; echo ok 1; echo 3 passed, 0 failed")
    expect_counts((3, 2, 1), "echo 3 passed, 2 failed, 1 skipped; exit 1")
    expect_counts((3, 0, 0), "echo run: passed: 3 passed, 0 failed, 0 skipped")


@case
def suites_that_die_have_failed():
    expect_counts((0, 1, 0), "echo ok 1; exit 1")
    expect_counts((0, 1, 0), "echo ok 1; kill -9 $$")
    expect_counts((3, 1, 0), "echo 3 passed, 0 failed; exit 3")
    expect_counts((0, 1, 0), "echo ok 1")


@case
def suites_without_a_test_have_failed():
    expect_counts((0, 1, 0), "echo 0 passed, 0 failed")
    expect_counts((0, 1, 5), "echo 0 passed, 0 failed, 5 skipped")


@case
def steps_count_once():
    expect_counts((1, 0, 0), "echo built", single=True)
    expect_counts((0, 1, 0), "echo error; exit 2", single=True)
