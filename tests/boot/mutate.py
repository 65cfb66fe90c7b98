# SPDX-License-Identifier: MIT
"""tools/mutate on sources of which all is known."""

import importlib.machinery
import importlib.util
import os
import subprocess
import tempfile

import mutants
import mutants_image
from bootlib import ROOT, TOOLS, case, execute, expect

SOURCE = r'''// SPDX: a < b in a comment
#define BIG(x) ((x) > 1 && \
		(x) < 9)
enum { FIRST = 1, LAST = FIRST + 1 };
static const int table[] = {1, 2};

int f(struct s *s, int n) /* && */
{
	int left = n - 1;

	if (n == LIMIT && left)
		s->nr += n;
	port_log("a < b && %d", n + 1);
	page_panic(s, n + 1, "a < b", 0);
	give(s,
	     n);
	while (left > 0)
		left--;
	return left ? s->nr : n;
}
'''

SITES = {
    "mm/a.c:9:bound:1 int left = n - 1; -> int left = n;",
    "mm/a.c:9:arith:1 int left = n - 1; -> int left = n + 1;",
    "mm/a.c:11:negate:1 if (n == LIMIT && left) -> if (!(n == LIMIT && left))",
    "mm/a.c:11:compare:1 if (n == LIMIT && left) -> if (n != LIMIT && left)",
    "mm/a.c:11:bound:1 if (n == LIMIT && left) -> if (n == (LIMIT + 1) && left)",
    "mm/a.c:11:logic:1 if (n == LIMIT && left) -> if (n == LIMIT || left)",
    "mm/a.c:12:arith:1 s->nr += n; -> s->nr -= n;",
    "mm/a.c:12:assign:1 s->nr += n; -> ;",
    "mm/a.c:14:call:1 page_panic(s, n + 1, \"a < b\", 0); -> ;",
    "mm/a.c:15:call:1 give(s, n); -> ;",
    "mm/a.c:17:negate:1 while (left > 0) -> while (!(left > 0))",
    "mm/a.c:17:compare:1 while (left > 0) -> while (left >= 0)",
    "mm/a.c:17:bound:1 while (left > 0) -> while (left > (0 + 1))",
}

# Each test catches some of its mutants; nothing asks for 99, and a sum may leave out 0.
TINY = '''int tiny(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += i;
	return n > 99 ? 0 : sum;
}
'''
PROGRAM = '''#include <stdio.h>
int tiny(int n);
int main(void)
{
	setbuf(stdout, 0);
	printf(tiny(3) == 3 ? "ok 1 tiny.sums\\\\n" : "not ok 1 tiny.sums\\\\n");
	printf(tiny(100) == 0 ? "ok 2 tiny.ends\\\\n" : "not ok 2 tiny.ends\\\\n");
	return 0;
}
'''.replace("\\\\n", "\\n")


def tool():
    loader = importlib.machinery.SourceFileLoader("mutate", os.path.join(TOOLS, "mutate"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutate", loader))
    loader.exec_module(module)
    return module


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def workshop(module, folder):
    """A project of two files, built."""
    write(folder, "mm/tiny.c", TINY)
    write(folder, "tests/main.c", PROGRAM)
    write(folder, "build/host-gcc/cc.flags", "gcc 1\n-O1\nmm/tiny.c tests/main.c\n")
    for source in ("mm/tiny", "tests/main"):
        output = os.path.join(folder, "build/host-gcc", source + ".o")
        os.makedirs(os.path.dirname(output), exist_ok=True)
        subprocess.run(["gcc", "-c", "-o", output, os.path.join(folder, source + ".c")], check=True)
    objects = [os.path.join(folder, "build/host-gcc", name)
               for name in ("mm/tiny.o", "tests/main.o")]
    subprocess.run(["gcc", "-o", os.path.join(folder, "build/host-gcc/unit"), *objects], check=True)
    write(folder, "tests/mutants.txt", "mm/tiny.c @ tiny @ return n > 99 ? 0 : sum; @"
          " return n >= 99 ? 0 : sum; @ nobody asks for 99\n")
    stages = [module.Stage("", "host-gcc", ["test"], bound=2.0)]
    return module.Workshop(folder, "build", stages, folder)


@case
def sites_are_those_that_the_rules_name():
    found = {f"{site.name} {' -> '.join(site.lines(SOURCE))}"
             for site in mutants.find_sites("mm/a.c", SOURCE) if not site.silent}
    expect(found == SITES, "sites", "\n".join(sorted(found ^ SITES)))


@case
def a_change_leaves_the_numbers_of_lines():
    for site in mutants.find_sites("mm/a.c", SOURCE):
        changed = site.apply(SOURCE)
        expect(changed != SOURCE and changed.count("\n") == SOURCE.count("\n"), site.name, changed)


@case
def mutants_are_caught_or_not_as_they_deserve():
    module = tool()
    with tempfile.TemporaryDirectory() as folder:
        shop = workshop(module, folder)
        sites = {" -> ".join(site.lines(TINY)): site for site in shop.sites}

        def fate(old, new):
            return shop.attempt(sites[f"{old} -> {new}"])

        loop, end = "for (int i = 0; i < n; i++)", "return n > 99 ? 0 : sum;"
        result = fate(loop, "for (int i = 0; i <= n; i++)")
        expect(result.caught == "tiny.sums", "caught by the first test", result)
        result = fate(end, "return n > 99 ? (0 + 1) : sum;")
        expect(result.caught == "tiny.ends", "caught by the second test", result)
        explained = fate(end, "return n >= 99 ? 0 : sum;")
        expect(not explained.caught and explained.why == "nobody asks for 99", "explained",
               explained)
        result = fate(end, "return n > (99 + 1) ? 0 : sum;")
        expect(result.caught == "tiny.ends", "a bound", result)
        expect(fate(loop, "for (int i = (0 + 1); i < n; i++)").caught == "", "equivalent", "")
        expect(module.summarize([result, explained], 95.0) == 0, "explained ones do not count", "")
        unexplained = module.dataclasses.replace(explained, why=None)
        expect(module.summarize([result, unexplained], 95.0) == 1, "others do", "")
        expect(module.summarize([explained], 95.0) == 1, "nothing caught is no success", "")


@case
def a_mutant_that_hangs_or_does_not_compile():
    module = tool()
    with tempfile.TemporaryDirectory() as folder:
        caught, _ = module.run_tests(["/bin/sh", "-c", "echo ok 1 a.b; sleep 60"], 0.5)
        expect(caught == "hung after a.b", "hung", caught)
        caught, _ = module.run_tests(["/bin/sh", "-c", "echo ok 1 a.b; echo panic: x; exit 3"], 9)
        expect(caught == "status 3 after a.b: panic: x", "died", caught)
        caught, _ = module.run_tests(["/bin/sh", "-c", "echo not ok 1 a.b; sleep 60"], 9)
        expect(caught == "a.b", "failed", caught)
        caught, _ = module.run_tests(["/bin/sh", "-c", "echo ok 1 a.b"], 9)
        expect(caught is None, "passed", caught)
        shop = workshop(module, folder)
        site = module.dataclasses.replace(shop.sites[0], new="]")
        expect(shop.attempt(site) is None, "what does not compile is no mutant", site)


@case
def bad_values_of_mutate():
    tool_path = os.path.join(TOOLS, "mutate")
    for args, said in ((["--seed", "x", "--count", "1"], "'x' is not a number"),
                       (["--seed", "1"], "one of --list"), ([], "one of --list"),
                       (["--seed", "1", "--count", "0"], "'0' is not a number")):
        run = execute(tool_path, *args)
        expect(run.status == 2 and said in run.err, said, run)


@case
def what_only_a_message_says_makes_no_mutant():
    silent = {site.name for site in mutants.find_sites("mm/a.c", SOURCE) if site.silent}
    expect(silent == {f"mm/a.c:14:{rule}:1" for rule in ("arith", "bound")}
           | {"mm/a.c:14:bound:2"}, "silent sites", silent)
    module = tool()
    with tempfile.TemporaryDirectory() as folder:
        shop = workshop(module, folder)
        site = module.dataclasses.replace(shop.sites[0], silent=True)
        expect(shop.attempt(site) is None, "a silent site", site)


@case
def whoever_leads_to_a_function_of_a_header_is_built_anew():
    text = ("static inline int a(void)\n{\n\treturn 1;\n}\n"
            "static inline int b(void)\n{\n\treturn a();\n}\n"
            "static inline int c(void)\n{\n\treturn b() + 1;\n}\n"
            "static inline int d(void)\n{\n\treturn 2;\n}\n")
    expect(mutants.callers(text, "a") == {"a", "b", "c"}, "callers of a", "")
    expect(mutants.callers(text, "d") == {"d"}, "nobody calls d", "")


@case
def stages_of_mutate_leave_no_test_of_mm_out():
    module = tool()
    quick = set(module.quick_suites(ROOT))
    expect(len(quick) >= 20 and {"page_watch", "vmalloc_guard", "mmap_fail"} <= quick,
           "those of mm/", quick)
    expect("acpi" not in quick and not quick & set(module.SLOWER + module.THREADS),
           "and no others", quick)
    for suite in module.SLOWER + module.THREADS:
        there = [folder for folder in ("unit", "host")
                 if os.path.exists(os.path.join(ROOT, "tests", folder, suite + "_test.c"))]
        expect(there, "a suite that there is", suite)


@case
def a_mutant_is_caught_by_its_budget():
    """The stage itself, with an image made by a Makefile of two lines."""
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "Makefile", "elf:\n\tcp mm/cost build/bulkhead.elf\n")
        write(folder, "mm/cost", "5\n")
        write(folder, "tests/boot/run", '#!/bin/sh\n[ "$(cat build/bulkhead.elf)" -le 7 ] || '
              '{ echo "not ok 1 budgets.every"; echo "#   Op costs $(cat mm/cost), at most 7"; exit 1; }\n')
        os.chmod(os.path.join(folder, "tests/boot/run"), 0o755)
        image = mutants_image.Image(folder, "build", os.path.join(folder, "build/mutants/image"))
        expect(image.attempt("mm/cost", "9\n") == "Op costs 9, at most 7", "over", image)
        expect(image.attempt("mm/cost", "7\n") == "", "within", image)
        with open(os.path.join(folder, "mm/cost"), encoding="utf-8") as file:
            expect(file.read() == "5\n", "the project itself is left alone", "")
        write(folder, "mm/cost", "8\n")
        other = mutants_image.Image(folder, "build", os.path.join(folder, "build/mutants/other"))
        try:
            other.attempt("mm/cost", "7\n")
            expect(False, "without a change it must keep the budget", "")
        except RuntimeError as error:
            expect("Op costs 8" in str(error), "says so", error)
    expect(mutants_image.read_verdict(1, "not ok 1 budgets.x # 3 s\n") == "budgets.x", "a case", "")


@case
def mutate_ends_quietly_when_nobody_reads():
    module = tool()
    with tempfile.TemporaryDirectory() as folder:
        workshop(module, folder)
        reader, writer = os.pipe()
        os.close(reader)
        run = subprocess.run([os.path.join(TOOLS, "mutate"), "--root", folder, "--stages", "1",
                              "--only", "*:bound:*"], check=False, stdout=writer,
                             stderr=subprocess.PIPE, text=True, env=dict(os.environ, BUILD="build"))
        os.close(writer)
        expect(run.returncode == 141 and not run.stderr, "no traceback", run)
