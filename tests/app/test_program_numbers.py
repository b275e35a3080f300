# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Numbers of presets as MIDI programs: each its own, the same for ever, whatever else is installed.

    test_program_numbers.py JAWARI_RENDER PRESETS NUMBERS

NUMBERS is the list of all numbers that were ever given.
"""

import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks, wav  # noqa: E402

RENDER, PRESETS, NUMBERS = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
check = checks.check


def run(data_home, *args):
    env = dict(os.environ, JAWARI_DATA=str(PRESETS), XDG_DATA_HOME=str(data_home))
    done = subprocess.run([RENDER, *map(str, args)], capture_output=True, text=True, check=False, env=env)
    check(done.returncode == 0, f"{args}: {done.stderr}")
    return done


def listed(data_home):
    """Number of each preset, as it is shown."""
    lines = run(data_home, "--list-presets").stdout.splitlines()
    return {line.split()[1]: line.split()[0] for line in lines}


def score(path, *messages):
    """A note of a guitar after these bytes."""
    track = b"".join(b"\0" + bytes(m) for m in messages)
    track += b"\0\x90\x40\x64\x83\x60\x80\x40\x40\0\xff\x2f\0"
    path.write_bytes(b"MThd\0\0\0\6\0\0\0\1\1\xe0MTrk" + len(track).to_bytes(4, "big") + track)
    return path


def shipped(folder):
    """The list, the files and what is shown agree."""
    given = dict(reversed(line.split()) for line in NUMBERS.read_text("utf-8").splitlines() if line[0] != "#")
    files = {path.stem for path in PRESETS.glob("*.ttl")}
    check(len(given) >= 104 and set(given) == files, f"each preset has a number: {set(given) ^ files}")
    check(len(set(given.values())) == len(given), "each its own")
    shown = listed(folder / "nothing")
    check(shown == given, f"those of the list: {set(shown.items()) ^ set(given.items())}")
    return given


def own_presets(folder):
    """Presets of one's own shift no number and take none away."""
    given = shipped(folder)
    own = folder / "jawari"
    own.mkdir()
    wire = (PRESETS / "guitar-wire.ttl").read_text("utf-8")
    number = f"jw:program {given['guitar-wire']} ;"
    check(number in wire, "the preset has its number")
    (own / "aaa-unnumbered.ttl").write_text(wire.replace(number, ""), "utf-8")
    (own / "aab-taken.ttl").write_text((PRESETS / "guitar-muted.ttl").read_text("utf-8").replace(
        f"jw:program {given['guitar-muted']} ;", number), "utf-8")
    (own / "aac-banked.ttl").write_text(wire.replace(number, "jw:program 129 ;"), "utf-8")
    shown = listed(folder)
    check({name: shown.pop(name, None) for name in ("aaa-unnumbered", "aab-taken", "aac-banked")} ==
          {"aaa-unnumbered": "-", "aab-taken": given["guitar-wire"], "aac-banked": "129"}, "those of one's own")
    check(shown == given, "the others keep their numbers")
    sounds = {}
    for name, messages in (("plain", []), ("wire", [[0xc0, int(given["guitar-wire"])]]),
                           ("banked", [[0xb0, 0, 5], [0xb0, 32, 1], [0xc0, 1]]),
                           ("other channel", [[0xb1, 32, 1], [0xc0, int(given["guitar-wire"])]])):
        out = folder / "out.wav"
        run(folder, "-q", "-i", "guitar", "-t", "0", "--format", "wavfloat", score(folder / "a.mid", *messages), out)
        sounds[name] = list(wav.read(out)[0])
    check(sounds["wire"] != sounds["plain"], "the preset is heard")
    check(sounds["banked"] == sounds["wire"], "by bank and program, too")
    check(sounds["other channel"] == sounds["wire"], "a bank is its channel's")
    (own / "00.ttl").write_text("x", "utf-8")
    (own / "01.ttl").write_bytes(bytes(2 << 20))
    done = run(folder, "-i", "guitar", "-t", "0", "--format", "wavfloat", score(folder / "a.mid", [0xc0, int(given["guitar-wire"])]), out)
    check(list(wav.read(out)[0]) == sounds["wire"], "presets that cannot be read take no other one's number")
    check("warning: 2 presets are left out: " in done.stderr and "00.ttl" in done.stderr, f"and are named: {done.stderr}")
    shutil.rmtree(own)


sys.exit(checks.in_folder(own_presets))
