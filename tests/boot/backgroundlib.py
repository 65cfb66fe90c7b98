# SPDX-License-Identifier: MIT
"""Programs that run beside a case, which talks to them: they end with the block, and after a bound."""

import os
import subprocess
import tempfile
import threading

from bootlib import ROOT, TOOLS, Finished, clean_environment, expect


class Background:
    """A program with a folder of its own and a log in it; a `with` block ends it."""

    def __init__(self, log, seconds=150):
        self.folder = tempfile.TemporaryDirectory(prefix="bulkhead-test-")
        self.log = os.path.join(self.folder.name, log)
        self.seconds = seconds
        self.process = self.guard = None

    def begin(self, command, **options):
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, **options)
        self.guard = threading.Timer(self.seconds, self.process.kill)
        self.guard.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.guard.cancel()
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def logged(self):
        """What the log has; nothing if it was never written."""
        if not os.path.exists(self.log):
            return ""
        with open(self.log, encoding="utf-8") as file:
            return file.read()


class Typed(Background):
    """tools/run with somebody at its standard input. `within` puts the command where it is to run."""

    def __init__(self, options=(), within=list, **variables):
        super().__init__("run.log")
        environment = clean_environment(**{"BOOT": "direct", "TIMEOUT": "120", "LOG": self.log,
                                           **variables})
        self.begin(within([os.path.join(TOOLS, "run"), *options]), env=environment,
                   stdin=subprocess.PIPE)
        self.seen = ""

    def read(self, what):
        """More of what it prints; `what` should come."""
        data = os.read(self.process.stdout.fileno(), 65536)
        expect(data, f"'{what}' should come", self.seen)
        self.seen += data.decode(errors="replace").replace("\r", "")

    def type(self, keys):
        self.process.stdin.write(keys)
        self.process.stdin.flush()

    def close(self):
        """The rest, and how it ended."""
        out, err = self.process.communicate(timeout=self.seconds)
        self.seen += out.decode(errors="replace").replace("\r", "")
        return Finished(self.process.returncode, self.seen, err.decode(errors="replace"),
                        self.logged())
