# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Ragas of one's own: found by name, rendered as those of the table, faults told with file and line.

    test_own_ragas.py JAWARI_RENDER PRESETS
"""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks, wav  # noqa: E402

RENDER, PRESETS = sys.argv[1], pathlib.Path(sys.argv[2])
check = checks.check

# Malkauns as the table has it, under another name; and one with a taraf and an intonation of its own.
TWIN = """[raga Twin of Malkauns]
others = Doppelkauns
notes = S g m d n
aroha = n, S g m d n S'
avaroha = S' n d m g S
first = m
time = 0-3
parent = Bhairavi
[end]
"""
OTHER = """# With all that a raga can have
[raga Other Kauns]
notes = S g m d N
aroha = S g m d N S'
avaroha = S' N d m g S
taraf = S N, S g g m m m d N S' S' m'
intonation = g 32/27, d 800.5
[end]
"""


def run(home, *args, status=0):
    env = dict(os.environ, JAWARI_DATA=str(PRESETS), XDG_DATA_HOME=str(home))
    done = subprocess.run([RENDER, *map(str, args)], capture_output=True, text=True, check=False, env=env)
    check(done.returncode == status, f"{args}: status {done.returncode}: {done.stderr}")
    return done


def sound(home, *args):
    out = home / "out.wav"
    run(home, "-q", "-i", "sitar", "--note", "Ga:100:0.2", "-t", "0.5", "--format", "wavfloat", *args, out)
    return list(wav.read(out)[0])


def found(home):
    card = run(home, "--list-ragas", "doppelkauns").stdout
    table = run(home, "--list-ragas", "malkauns").stdout
    check(card.startswith("Twin of Malkauns: Doppelkauns\n"), f"by another name: {card.splitlines()[:1]}")
    for row in ("notes", "aroha", "avaroha", "time", "taraf", "tanpura", "cents just"):
        lines = [[line for line in text.splitlines() if line.startswith(f"  {row} ")] for text in (card, table)]
        check(len(lines[0]) == 1 and lines[0] == lines[1], f"{row} as in the table: {lines}")
    check("your own (twin.ini)" in card, "and where it is from")
    check("Twin-of-Malkauns" in run(home, "--list-ragas", "that:Bhairavi hour:1 g -R -P").stdout, "by that, hour, notes")
    other = run(home, "--list-ragas", "other kauns").stdout
    check("g 294  m 498  d 801  N 1088" in other and "S N, S g g m m m d N S' S' m'" in other, f"its own: {other}")


def heard(home):
    plain, table = sound(home), sound(home, "--raga", "malkauns")
    check(plain != table, "the raga is heard")
    check(sound(home, "--raga", "Twin of Malkauns") == table, "the same samples as of the table's")
    check(sound(home, "--raga", "doppelkauns:equal") == sound(home, "--raga", "malkauns:equal"), "equal, too")
    check(sound(home, "--set", "raga=doppelkauns", "--set", "intonation=1") ==
          sound(home, "--set", "raga=malkauns", "--set", "intonation=1"), "as a parameter")
    check(sound(home, "--raga", "other-kauns:own") != sound(home, "--raga", "other-kauns"), "its own intonation")


def told(home):
    """Of a file with a fault none is taken; what is right is found all the same."""
    ragas = home / "jawari" / "ragas"
    for name, text, line, word in (
            ("a-bad.ini", TWIN.replace("Twin of Malkauns", "Good").replace("[end]", "[raga Bad]\nnotes = S x\n[end]"), 10, '"x"'),
            ("b-taken.ini", TWIN.replace("Twin of Malkauns", "mal kauns"), 1, "already"),
            ("c-cut.ini", TWIN.replace("[end]\n", ""), 8, "[end]"),
            ("d-binary.ini", "\0\1\2", 1, "UTF-8"),
            ("z-again.ini", TWIN, 1, "already")):
        (ragas / name).write_text(text, "utf-8")
        done = run(home, "--list-ragas", "doppelkauns")
        lines = done.stderr.splitlines()
        check(len(lines) == 1 and lines[0].startswith(f"jawari-render: warning: {ragas / name}:{line}:") and
              word in lines[0], f"{name}: line {line}, {word}: {lines}")
        check(done.stdout.startswith("Twin of Malkauns"), f"{name}: the other file is read")
        check("Good" not in run(home, "--list-ragas").stdout, f"{name}: none of a file with a fault")
        (ragas / name).unlink()
    unknown = run(home, "--raga", "doppelkaun", "-n", "60", home / "x.wav", status=2).stderr
    check("Twin of Malkauns" in unknown, f"offered where the name is nearly right: {unknown}")
    (ragas / "huge.ini").write_bytes(b"#" * (1 << 21))
    check("huge.ini" in run(home, "--list-talas").stderr, "a huge file")
    (ragas / "huge.ini").unlink()


def own_ragas(home):
    ragas = home / "jawari" / "ragas"
    check("Twin" not in run(home, "--list-ragas").stdout, "none without a file")
    ragas.mkdir(parents=True)
    (ragas / "twin.ini").write_text(TWIN, "utf-8")
    (ragas / "other.ini").write_text(OTHER, "utf-8")
    (ragas / "no raga.txt").write_text("?", "utf-8")
    (ragas / "folder.ini").mkdir()
    found(home)
    heard(home)
    told(home)


sys.exit(checks.in_folder(own_ragas))
