# SPDX-License-Identifier: MIT
"""Every place in mm/ that asks for memory has been denied it by a test that looked at what was left.

The tests of failures (tests/unit/fail_test.c, mmap_fail_test.c) print the return addresses of the
requests that they denied; here these are made lines of source, and held against all calls in the
text that ask for pages, promises or records. The allocator's own files are not asked: there the
request is what is denied.
"""

import glob
import os
import re

from bootlib import BUILD, ROOT, case, execute, expect

UNIT = os.path.join(BUILD, "host-gcc", "unit")

ASKS = re.compile(r"\b(pgdat_alloc(?:_run|_chunks)?|nodes_alloc_chunks|pgdat_bulk_(?:array|list)|"
                  r"pgdat_reserve|obj_alloc|table_pool_promise)\(")
DEFINES = re.compile(r"^[a-z].*[^;]$")   # a function's first line

# Who is the allocator itself, or its debug aids.
ALLOCATOR = re.compile(r"mm/(page_.*|node|nodes|promise|chunk.*)\.c$")


def places(text, path):
    """(path, line) of each call that asks for memory."""
    found = set()
    for number, line in enumerate(text.splitlines(), 1):
        if ASKS.search(line) and not DEFINES.match(line):
            found.add((path, number))
    return found


def all_places():
    found = set()
    for full in glob.glob(os.path.join(ROOT, "mm", "*.c")):
        path = os.path.relpath(full, ROOT)
        if not ALLOCATOR.match(path):
            with open(full, encoding="utf-8") as file:
                found |= places(file.read(), path)
    return found


def denied_addresses(out):
    """The addresses that the tests printed, as the program's file has them."""
    found = set()
    symbols = execute("nm", UNIT).out
    linked = int(re.search(r"^([0-9a-f]+) [tT] deny_nth$", symbols, re.M).group(1), 16)
    shift = 0
    for line in out.splitlines():
        match = re.match(r"# denied (by|at): (.*)", line)
        if match and match.group(1) == "by":
            shift = int(match.group(2), 16) - linked
        elif match:
            found |= {int(word, 16) - shift for word in match.group(2).split()}
    return found


def denied_places(addresses):
    """The source lines of the calls, inlined ones included."""
    asked = [hex(address - 1) for address in sorted(addresses)]
    out = execute("addr2line", "-i", "-e", UNIT, *asked).out
    found = set()
    for line in out.splitlines():
        match = re.match(r"(.*):([0-9]+)", line)
        if match:
            found.add((os.path.relpath(os.path.join(ROOT, match.group(1)), ROOT),
                       int(match.group(2))))
    return found


@case
def every_place_that_asks_for_memory_was_denied_it():
    run = execute(UNIT, "test=fail.*,mmap_fail.*when_denied*")
    expect(run.status == 0, "the tests of failures", run)
    asks = all_places()
    missing = asks - denied_places(denied_addresses(run.out))
    print(f"# {len(asks)} places in mm/ ask for memory", flush=True)
    expect(len(asks) >= 20, "the places should be found", asks)
    expect(not missing, "never denied", "\n".join(f"{p}:{n}" for p, n in sorted(missing)))


@case
def a_place_is_told_from_what_looks_like_one():
    text = ("struct page *pgdat_alloc(struct pg_data *p)\n"
            "\tpage = pgdat_alloc(p, 0, 0);\n"
            "\treturn !table_pool_promise(&pool, nr);\n"
            "\tobj_free(pool, object);\n")
    expect(places(text, "x.c") == {("x.c", 2), ("x.c", 3)}, "places", places(text, "x.c"))
