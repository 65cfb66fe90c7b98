# SPDX-License-Identifier: MIT
"""kernel/deflate_logic.c as a library on Linux: Python's zlib unpacks what it has compressed."""

import ctypes
import glob
import os
import random
import tempfile
import zlib

from bootlib import ROOT, case, execute, expect

MAX_LEN = 32768
WORK = 1 << 18      # bytes, more than struct deflate has


def load(folder):
    target = os.path.join(folder, "deflate.so")
    run = execute("gcc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", f"-I{ROOT}", "-o", target,
                  os.path.join(ROOT, "kernel", "deflate_logic.c"))
    expect(run.status == 0, "should compile", run)
    library = ctypes.CDLL(target)
    library.zlib_compress.restype = ctypes.c_long
    library.zlib_compress.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t,
                                      ctypes.c_char_p, ctypes.c_size_t]
    return library


def compress(library, data):
    out = ctypes.create_string_buffer(MAX_LEN + 64)
    size = library.zlib_compress(ctypes.create_string_buffer(WORK), data, len(data), out, len(out))
    expect(size > 0, "should be compressed", f"{size} for {len(data)} bytes")
    return out.raw[:size]


def sources():
    """The project's own texts, cut to fit."""
    for path in sorted(glob.glob(os.path.join(ROOT, "mm", "*.c"))):
        with open(path, "rb") as file:
            yield file.read()[:MAX_LEN]


@case
def zlib_unpacks_what_was_compressed():
    chance = random.Random(20260103)
    with tempfile.TemporaryDirectory() as folder:
        library = load(folder)
        texts = list(sources()) + [b"", b"a", b"ab" * 16000, bytes(MAX_LEN)]
        for _ in range(1000):
            letters = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 257)))
            texts.append(bytes(chance.choices(letters, k=chance.randrange(3000))))
        for text in texts:
            expect(zlib.decompress(compress(library, text)) == text, "should come back", text)


@case
def texts_come_out_as_short_as_from_zlib():
    """Within 2 % of its best."""
    with tempfile.TemporaryDirectory() as folder:
        library = load(folder)
        ours = sum(len(compress(library, text)) for text in sources())
        theirs = sum(len(zlib.compress(text, 9)) for text in sources())
        expect(ours * 100 <= theirs * 102, "should be as short", f"{ours} bytes, zlib {theirs}")
