# SPDX-License-Identifier: MIT
"""The two fuzzers as commands: how each is started, what it says, and what it leaves behind."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile

BRIEF_SECONDS = 1
MARGIN = 120                # seconds beyond its own limit until a fuzzer is ended
INPUT_SECONDS = 20          # an input that takes longer counts as a hang
SMALLER_SECONDS = 20        # for making a crash smaller, where there is time
LONGEST = {"pages": 1024, "mmap": 1200, "report": 33000}     # bytes of an input
PLANTED = "planted"         # the target that has to crash

STATUS = re.compile(r"^#[0-9]+\s+(\S+)\s.*?cov: ([0-9]+) ft: ([0-9]+) corp: ([0-9]+)", re.M)
STAT = re.compile(r"^stat::(\w+):\s+([0-9]+)", re.M)
ARTIFACT = re.compile(r"Test unit written to (\S+)")
# Reports of leaks would name what an embedded Python never gives back.
SANITIZERS = {"ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1:symbolize=0",
              "UBSAN_OPTIONS": "print_stacktrace=0"}


def inputs(*folders):
    return [os.path.join(folder, name) for folder in folders if os.path.isdir(folder)
            for name in sorted(os.listdir(folder))]


class Target:
    """Where a target's files are."""

    def __init__(self, name, build, seconds):
        self.name = name
        self.seconds = seconds
        self.base = os.path.join(build, "fuzz")
        self.longest = LONGEST.get(name, 4096)
        self.given = [os.path.join("tests/fuzz", kind, name) for kind in ("seeds", "found")]
        self.given = [folder for folder in self.given if inputs(folder)]
        self.corpus = self.folder("corpus")
        self.crashes = self.folder("crashes")

    def folder(self, kind):
        path = os.path.join(self.base, kind, self.name)
        os.makedirs(path, exist_ok=True)
        return path

    def program(self, engine):
        return os.path.join(self.base, engine, self.name)

    def keep(self):
        """Take into the corpus what AFL++ has found and libFuzzer has not."""
        queue = os.path.join(self.base, "afl-out", self.name, "default", "queue")
        if inputs(queue):
            execute([self.program("libfuzzer"), "-merge=1", f"-max_len={self.longest}",
                     self.corpus, queue], MARGIN)


def execute(command, limit, **variables):
    """(status, what it said); status None: it had to be ended."""
    try:
        run = subprocess.run(command, env=dict(os.environ, **SANITIZERS, **variables),
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=limit,
                             stderr=subprocess.STDOUT, errors="replace", check=False)
        return run.returncode, run.stdout
    except subprocess.TimeoutExpired as error:
        said = error.stdout or b""
        return None, said if isinstance(said, str) else said.decode(errors="replace")


class Engine:
    """One run of one target. good() after run() says whether it passed."""

    name = ""

    def __init__(self, target):
        self.target = target
        self.executions = self.new = 0
        self.start = self.end = ()      # coverage: edges, and what else the fuzzer counts
        self.crashes = []
        self.details = []
        self.broken = ""        # why it says nothing

    def good(self):
        if self.broken or not self.executions:
            return False
        return bool(self.crashes) == (self.target.name == PLANTED)

    def __str__(self):
        if self.broken:
            return f"{self.target.name} {self.name}: {self.broken}"
        crashes = f"{len(self.crashes)} crashes" if self.crashes else "no crash"
        if self.target.name == PLANTED:
            crashes += ", as planted" if self.crashes else ": the planted bug was not found"
        return (f"{self.target.name} {self.name}: {self.executions} executions,"
                f" {self.name_coverage()}, {self.new} new inputs,"
                f" {crashes}")

    def name_coverage(self):
        return ", ".join(f"{what} {start} -> {end}" for what, start, end
                         in zip(("edges", "features"), self.start, self.end))

    def fail(self, why, said):
        self.broken = why
        self.details += said.splitlines()[-15:]

    def keep_crash(self, path, said):
        """Note a crash under the name of its contents, made smaller if it repeats."""
        program = self.target.program("libfuzzer")
        small = path + ".small"
        seconds = SMALLER_SECONDS if self.target.seconds else BRIEF_SECONDS
        execute([program, "-minimize_crash=1", f"-max_total_time={seconds}", "-runs=20000",
                 f"-timeout={INPUT_SECONDS}", f"-exact_artifact_path={small}", path],
                seconds + INPUT_SECONDS)
        if os.path.exists(small) and self.crashes_with(program, small):
            os.replace(small, path)
        with open(path, "rb") as file:
            ident = hashlib.sha1(file.read()).hexdigest()[:12]
        kept = os.path.join(self.target.crashes, ident)
        shutil.move(path, kept)
        if kept in self.crashes:
            return
        self.crashes.append(kept)
        if self.target.name == PLANTED:
            return
        repeats = [engine for engine in ("libfuzzer", self.name)
                   if self.crashes_with(self.target.program(engine), kept)]
        self.details += [line for line in said.splitlines()
                         if re.search(r"ERROR: |broken property|panic: |runtime error|Error: |#\s+"
                                      r"tests/|timeout after", line)][:6]
        self.details.append(f"crash: {kept}" + ("" if repeats else ", which does not repeat"))
        self.details.append(f"replay: {self.target.program((repeats or [self.name])[0])} {kept}")

    @staticmethod
    def crashes_with(program, path):
        return execute([program, path], MARGIN)[0] != 0


class LibFuzzer(Engine):
    name = "libfuzzer"

    def run(self):
        target = self.target
        with tempfile.TemporaryDirectory() as scratch:
            corpus = target.corpus if target.seconds else scratch
            seconds = target.seconds or BRIEF_SECONDS
            command = [target.program(self.name), f"-max_total_time={seconds}",
                       f"-max_len={target.longest}", f"-timeout={INPUT_SECONDS}",
                       "-rss_limit_mb=4096", "-print_final_stats=1",
                       f"-artifact_prefix={target.crashes}/libfuzzer-", corpus, *target.given]
            status, said = execute(command, seconds + MARGIN)
        self.read(said)
        artifact = ARTIFACT.search(said)
        if artifact:
            self.keep_crash(artifact.group(1), said)
        elif status != 0:
            self.fail(f"ended with status {status}", said)
        return self

    def read(self, said):
        seen = STATUS.findall(said)
        stats = dict(STAT.findall(said))
        if seen:
            started = next((line for line in seen if line[0] == "INITED"), seen[0])
            self.start, self.end = started[1:3], seen[-1][1:3]
        self.executions = int(stats.get("number_of_executed_units", 0))
        self.new = int(stats.get("new_units_added", 0))


class Afl(Engine):
    name = "afl"

    def run(self):
        target = self.target
        out = target.folder("afl-out")
        shutil.rmtree(out)
        with tempfile.TemporaryDirectory() as scratch:
            for number, path in enumerate(inputs(*target.given, target.corpus)):
                shutil.copy(path, os.path.join(scratch, f"{number:06}"))
            self.start = (self.edges_of(scratch),)
            command = ["afl-fuzz", "-i", scratch, "-o", out, "-V", str(target.seconds), "-m",
                       "none", "-t", f"{INPUT_SECONDS * 1000}", "-G", str(target.longest), "--",
                       target.program(self.name)]
            status, said = execute(
                command, target.seconds + MARGIN, AFL_NO_UI="1", AFL_SKIP_CPUFREQ="1",
                AFL_NO_AFFINITY="1", AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES="1",
                AFL_FAST_CAL="1", AFL_CMPLOG_ONLY_NEW="1", AFL_TMPDIR=scratch)
        self.read(os.path.join(out, "default"))
        for path in inputs(os.path.join(out, "default", "crashes"),
                           os.path.join(out, "default", "hangs"))[:5]:
            if os.path.basename(path).startswith("id:"):
                self.keep_crash(path, execute([target.program("libfuzzer"), path], MARGIN)[1])
        if status != 0 or not self.executions:
            self.fail(f"ended with status {status}", said)
        return self

    def edges_of(self, folder):
        """What the inputs in this folder reach together; plot_data begins too late."""
        target = self.target
        seen = os.path.join(target.folder("afl-out"), "start")
        execute(["afl-showmap", "-q", "-C", "-i", folder, "-o", seen, "-m", "none", "-t",
                 f"{INPUT_SECONDS * 1000}", "--", target.program(self.name)], MARGIN)
        try:
            with open(seen, encoding="ascii") as file:
                return len(file.readlines())
        except OSError:
            return "?"

    def read(self, folder):
        try:
            with open(os.path.join(folder, "fuzzer_stats"), encoding="utf-8") as file:
                stats = dict(line.split(":", 1) for line in file.read().splitlines())
            stats = {key.strip(): value.strip() for key, value in stats.items()}
        except (OSError, ValueError):
            return
        self.executions = int(stats["execs_done"])
        self.end = (stats["edges_found"],)
        self.new = int(stats["corpus_found"])
