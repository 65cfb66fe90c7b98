# SPDX-License-Identifier: MIT
"""kernel/qr_logic.c as a library on Linux, against libqrencode and zbarimg.

libqrencode chooses its mask by a penalty of its own. So the mask is read from its code and given to
ours, and then all modules must be the same. Codes with the mask of our own choice go to zbarimg.
"""

import ctypes
import os
import random
import subprocess
import tempfile

from bootlib import ROOT, case, execute, expect

ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
MODE_ALPHANUMERIC, MODE_BYTE = 1, 2     # libqrencode's numbers
SIDE, CODEWORDS = 177, 3706
BEST_MASK = -1


class Qr(ctypes.Structure):
    """struct qr of kernel/qr_logic.h."""
    _fields_ = [("version", ctypes.c_uint), ("side", ctypes.c_uint), ("level", ctypes.c_int),
                ("mask", ctypes.c_uint), ("modules", ctypes.c_uint8 * SIDE * SIDE),
                ("data", ctypes.c_uint8 * CODEWORDS), ("codewords", ctypes.c_uint8 * CODEWORDS)]


class Code(ctypes.Structure):
    """QRcode of qrencode.h."""
    _fields_ = [("version", ctypes.c_int), ("width", ctypes.c_int),
                ("data", ctypes.POINTER(ctypes.c_ubyte))]


def load_library(source, folder):
    """A logic file, compiled and loaded."""
    target = os.path.join(folder, "library.so")
    run = execute("gcc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", f"-I{ROOT}", "-o", target,
                  os.path.join(ROOT, source))
    expect(run.status == 0, "should compile", run)
    return ctypes.CDLL(target)


def load_ours(folder):
    ours = load_library("kernel/qr_logic.c", folder)
    ours.qr_alphanumeric_capacity.restype = ctypes.c_size_t
    ours.qr_encode.argtypes = [ctypes.POINTER(Qr), ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int,
                               ctypes.c_uint, ctypes.c_uint, ctypes.c_int]
    return ours


def load_qrencode():
    theirs = ctypes.CDLL("libqrencode.so.4")
    theirs.QRinput_new2.restype = ctypes.c_void_p
    theirs.QRinput_append.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_char_p]
    theirs.QRcode_encodeInput.argtypes = [ctypes.c_void_p]
    theirs.QRcode_encodeInput.restype = ctypes.POINTER(Code)
    theirs.QRinput_free.argtypes = [ctypes.c_void_p]
    theirs.QRcode_free.argtypes = [ctypes.POINTER(Code)]
    return theirs


def their_matrix(theirs, text, mode, version, level):
    given = theirs.QRinput_new2(version, level)
    theirs.QRinput_append(given, mode, len(text), text)
    code = theirs.QRcode_encodeInput(given)
    expect(bool(code), "libqrencode should make this code", f"{version} {level} {len(text)}")
    side = code.contents.width
    matrix = [[code.contents.data[row * side + column] & 1 for column in range(side)]
              for row in range(side)]
    theirs.QRcode_free(code)
    theirs.QRinput_free(given)
    return matrix


def our_matrix(ours, text, version, level, mask):
    code = Qr()
    status = ours.qr_encode(code, text, len(text), level, version, version, mask)
    expect(status == 0, "our code should be made", f"{status}: {version} {level} {len(text)}")
    return [[module & 1 for module in code.modules[row][:code.side]] for row in range(code.side)]


def mask_of(matrix):
    """The mask in the format beside the upper left finder: bits 12 to 10 of 15."""
    return (matrix[8][2] << 2 | matrix[8][3] << 1 | matrix[8][4]) ^ 0b101


def compare(ours, theirs, text, mode, version, level):
    expected = their_matrix(theirs, text, mode, version, level)
    got = our_matrix(ours, text, version, level, mask_of(expected))
    expect(got == expected, f"version {version}, level {level}, {len(text)} characters: should be "
           "libqrencode's code", text)


@case
def codes_are_those_of_libqrencode():
    """Every version and level, full, nearly full and of a random length, in both modes."""
    chance = random.Random(20260101)
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = load_ours(folder), load_qrencode()
        for version in range(1, 41):
            for level in range(4):
                most = ours.qr_alphanumeric_capacity(version, level)
                for length in {most, most - 1, chance.randrange(1, most)}:
                    text = "".join(chance.choices(ALPHANUMERIC, k=length)).encode()
                    compare(ours, theirs, text, MODE_ALPHANUMERIC, version, level)
                data = b"a" + bytes(chance.randrange(1, 256) for _ in range(most // 2))
                compare(ours, theirs, data, MODE_BYTE, version, level)


def write_pgm(path, matrix, scale):
    """The code as a picture, with its quiet zone."""
    side = (len(matrix) + 8) * scale
    light = b"\xff" * side
    rows = [light] * (4 * scale)
    for row in matrix:
        line = b"".join((b"\0" if module else b"\xff") * scale for module in row)
        rows += [b"\xff" * (4 * scale) + line + b"\xff" * (4 * scale)] * scale
    rows += [light] * (4 * scale)
    with open(path, "wb") as file:
        file.write(b"P5 %d %d 255\n" % (side, side) + b"".join(rows))


def zbarimg(path):
    """The text of the one code in a picture, or None."""
    done = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path],
                          capture_output=True, stdin=subprocess.DEVNULL, check=False)
    return done.stdout.rstrip(b"\n") if done.returncode == 0 else None


@case
def codes_are_read_by_zbar():
    chance = random.Random(20260102)
    with tempfile.TemporaryDirectory() as folder:
        ours = load_ours(folder)
        picture = os.path.join(folder, "code.pgm")
        for version in (1, 2, 6, 7, 10, 14, 21, 27, 31, 34, 36, 38, 40):
            level = version % 4
            most = ours.qr_alphanumeric_capacity(version, level)
            text = "".join(chance.choices(ALPHANUMERIC.replace(" ", ""), k=most)).encode()
            write_pgm(picture, our_matrix(ours, text, version, level, BEST_MASK), 3)
            expect(zbarimg(picture) == text, f"version {version} should be read")
