# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The resonator in Ardour, as an insert on an audio track: the dry sound comes out of an export in
every bit; what the strings make of it is what the renderer makes, at the same time as the dry sound; a
bus beside it is made as late.

    test_ardour_insert.py LIVE_DIR BUNDLE ARDOUR_LUA
"""

import array
import math
import pathlib
import shutil
import struct
import sys

sys.path.insert(0, sys.argv[1])

import live  # pylint: disable=wrong-import-position
import test_ardour as host  # pylint: disable=wrong-import-position

RESONATOR = "urn:jawari:resonator"
FIRST, LENGTH = 2 * 48000, 24000
SHIFTS = range(-2048, 2049)  # A script does not know in which frame its sound is heard


def sound():
    """What ardour/source.lua plays, interleaved."""
    return array.array("f", (0.5 / c * math.exp(-i / 6000) * math.cos(i * 0.05)
                             for i in range(LENGTH) for c in (1, 2)))


def export(folder, dry, wet, script="insert.lua"):
    shutil.rmtree(folder, ignore_errors=True)
    scripts = folder / host.SETTINGS / "scripts"
    scripts.mkdir(parents=True)
    (folder / host.SETTINGS / "export").mkdir()
    source = (host.HERE / "source.lua").read_text(encoding="utf-8")
    source = source.replace("@FIRST@", str(FIRST)).replace("@LAST@", str(FIRST + LENGTH))
    (scripts / "source.lua").write_text(source, encoding="utf-8")
    shutil.copy(host.HERE / "float.preset", folder / host.SETTINGS / "export/jawari.preset")
    if not live.check(host.ardour(script, folder, URI=RESONATOR, DRY=str(dry), WET=str(wet)),
                      f"{script}: dry {dry}, wet {wet}: made, exported"):
        return None
    return live.read_wav(folder / "insert.wav")[0]


def write_input(path):
    body = sound().tobytes()
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 3, 2, 48000, 8 * 48000, 8, 32)
    data = b"WAVE" + head + struct.pack("<4sI", b"data", len(body)) + body
    path.write_bytes(struct.pack("<4sI", b"RIFF", len(data)) + data)


def compare(title, got, expected, most_off):
    """Compares from where both are alike on, wherever a script's sound came."""
    loudest = max(range(len(expected)), key=lambda i: abs(expected[i]))
    late = max(range(len(got)), key=lambda i: abs(got[i])) // 2 - loudest // 2 - FIRST
    part = got[2 * (FIRST + late):2 * (FIRST + late) + len(expected)]
    off = max((abs(a - b) for a, b in zip(part, expected)), default=1.0)
    live.check(late in SHIFTS and len(part) > LENGTH and off <= most_off,
               f"{title}: {late} frames later, off by {off:.2g} (at most {most_off})")
    return late


def test_dry(folder):
    got = export(folder, 0, -60)
    return compare("dry", got, sound(), 0.0) if got else None


def test_wet(folder):
    got = export(folder, -60, 0)
    write_input(folder / "in.wav")
    expected, _ = live.render("-i", "sitar", "--input", str(folder / "in.wav"), "--quality", "4", "--set",
                              "dry=-60", "--set", "limiter=0", "--tail", "0")
    return None if not got else compare("wet", got, expected, 1e-6 * live.peak(expected))


def test_beside(folder):
    """One side by the effect, the other by a bus without it: Ardour's own delay, which has some
    samples wrong where its blocks end, makes that as late."""
    got = export(folder, 0, -60, "beside.lua")
    if not got:
        return
    late = []
    for side in range(2):
        heard, meant = got[side::2], sound()[side::2]
        late.append(max(range(len(heard)), key=lambda i: abs(heard[i])) - FIRST)
        part = heard[FIRST + late[side]:][:LENGTH]
        wrong = sum(abs(a - b) > 1e-7 for a, b in zip(part, meant))
        live.check(len(part) == LENGTH and wrong <= (0, LENGTH // 200)[side],
                   f"side {side}: {late[side]} frames later, {wrong} of {LENGTH} samples are others")
    live.check(late[0] == late[1], "beside a bus without it: together")


def main():
    live.need(str(host.ARDOUR), "timeout")
    folder = live.work / "insert"
    dry, wet = test_dry(folder), test_wet(folder)
    test_beside(folder)
    live.check(dry == wet, f"dry {dry}, wet {wet} frames later: together")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
