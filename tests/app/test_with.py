# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A companion under a score or notes: the sum of two renderings, in one tonic.

    test_with.py JAWARI_RENDER PRESETS
"""

import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks, wav  # noqa: E402

RENDER, PRESETS = sys.argv[1], pathlib.Path(sys.argv[2])
check = checks.check

NOTES = ["--note", "Sa:100:0.4", "--note", "Pa:90:0.7"]
LENGTH = ["--seconds", "1.5", "--format", "wavfloat", "-r", "44100"]


def run(*args, status=0):
    done = subprocess.run([RENDER, *map(str, args)], capture_output=True, text=True, check=False)
    check(done.returncode == status, f"{args}: status {done.returncode}: {done.stderr}")
    return done.stdout + done.stderr


def render(path, *args):
    run("-q", *args, path)
    return wav.read(path)[0]


def db(size):
    return 20.0 * math.log10(max(size, 1e-12))


def difference(*sums):
    """Largest sample of the first sound less the others [dBFS]."""
    check(len({len(s) for s in sums}) == 1, f"lengths {[len(s) for s in sums]}")
    return db(max(abs(x - sum(rest)) for x, *rest in zip(*sums)))


def below(value, most, text):
    print(f"{text}: {value:.1f} dB")
    check(value <= most, f"{text}: {value} dB, more than {most}")


def sums(folder):
    alone = render(folder / "main.wav", *LENGTH, *NOTES)
    plays = ["-p", "tanpura-plays", "--sa", "C#"]
    drone = render(folder / "drone.wav", *LENGTH, *plays)
    check(db(max(map(abs, drone))) > -40.0, "the companion is heard")
    both = render(folder / "both.wav", *LENGTH, *NOTES, "--with", "tanpura-plays", "--stems", folder / "stems",
                  "--report", folder / "r.json")
    below(difference(both, alone, drone), -120.0, "both less the two alone")
    files = sorted((folder / "stems").iterdir())
    stems = [wav.read(path)[0] for path in files]
    below(difference(both, *stems), -120.0, f"both less {len(stems)} stems")
    own = [path.name for path in files if path.name.startswith("with-")]
    check(own == ["with-01-pa.wav", "with-02-sa.wav", "with-03-sa-second.wav", "with-04-kharaj.wav",
                  "with-05-body.wav"], f"stems of the companion: {own}")
    render(folder / "other.wav", *LENGTH, *plays, "--stems", folder / "others")
    for name in own[:-1]:  # The last one takes the rounding of the sum.
        check((folder / "stems" / name).read_bytes() == (folder / "others" / name[5:]).read_bytes(),
              f"{name}: its own bits")
    report = json.loads((folder / "r.json").read_text())
    told = report["with"]
    check(told["preset"] == "tanpura-plays" and told["instrument"].startswith("tanpura") and told["level_db"] == 0
          and [s["name"] for s in told["strings"]] == ["pa", "sa", "sa-second", "kharaj"]
          and told["body"]["peak"] > 0.0 and len(report["strings"]) == 20, f"report: {told}")
    for block in (1, 77, 4096):
        check(render(folder / "block.wav", *LENGTH, *NOTES, "--with", "tanpura-plays", "-b", block) == both,
              f"blocks of {block} frames: the same bits")
    quieter = render(folder / "quiet.wav", *LENGTH, *NOTES, "--with", "tanpura-plays", "--with-level", "-6")
    half = 10.0 ** (-6.0 / 20.0)
    below(difference(quieter, alone, [half * x for x in drone]), -120.0, "at -6 dB")


def shared(folder):
    """Tonic, concert pitch and raga are the instrument's; the other settings its own."""
    tuned = ["--sa", "150", "--raga", "bhairavi"]
    own = ["--set", "drone_first=2", "--set", "drone_tempo=140", "--set", "tune=20"]
    asked = ["--with-first", "Ma", "--with-tempo", "140", "--with-cents", "20"]
    alone = render(folder / "main.wav", *LENGTH, *NOTES, *tuned)
    drone = render(folder / "drone.wav", *LENGTH, "-p", "tanpura-plays", *tuned, *own)
    both = render(folder / "both.wav", *LENGTH, *NOTES, *tuned, "--with", "tanpura-plays", *asked)
    below(difference(both, alone, drone), -120.0, "tuned to 150 Hz, Bhairavi")
    check(both != render(folder / "both.wav", *LENGTH, *NOTES, *tuned, "--with", "tanpura-plays"),
          "first string, tempo and cents are heard")
    raga = ["--raga", "malkauns"]  # Its first string is Ma.
    alone = render(folder / "main.wav", *LENGTH, *NOTES, *raga)
    drone = render(folder / "drone.wav", *LENGTH, "-p", "tanpura-plays", *raga, "--set", "drone_first=2")
    both = render(folder / "both.wav", *LENGTH, *NOTES, *raga, "--with", "tanpura-plays")
    below(difference(both, alone, drone), -120.0, "the first string is the raga's")
    drone = render(folder / "drone.wav", *LENGTH, "-p", "tanpura-plays", *raga, "--set", "drone_first=3")
    both = render(folder / "both.wav", *LENGTH, *NOTES, *raga, "--with", "tanpura-plays", "--with-first", "Ni")
    below(difference(both, alone, drone), -120.0, "unless it is asked for")
    scale = folder / "a.scl"
    scale.write_text("! a\na\n 7\n 200.5\n 390.0\n 4/3\n 3/2\n 890.0\n 1100.0\n 2/1\n")
    tuned = ["--tuning", scale]
    alone = render(folder / "main.wav", *LENGTH, *NOTES, *tuned)
    drone = render(folder / "drone.wav", *LENGTH, "-p", "tanpura-plays", "--sa", "C#", *tuned)
    both = render(folder / "both.wav", *LENGTH, *NOTES, *tuned, "--with", "tanpura-plays")
    below(difference(both, alone, drone), -120.0, "in a scale of its own")
    cents = ["--tune", "jor=10"]  # A string that only the instrument has
    alone = render(folder / "main.wav", *LENGTH, *NOTES, *cents)
    drone = render(folder / "drone.wav", *LENGTH, "-p", "tanpura-plays", "--sa", "C#")
    both = render(folder / "both.wav", *LENGTH, *NOTES, *cents, "--with", "tanpura-plays")
    below(difference(both, alone, drone), -120.0, "fine tuning is not shared")


def delays(folder):
    """Engines that are late by different times are heard together."""
    for quality in (1, 4):
        text = (PRESETS / "tanpura-plays.ttl").read_text()
        other = folder / f"quality-{quality}.ttl"
        other.write_text(re.sub(r'"gain" ; pset:value [-\d.]+ \]',
                                rf'\g<0> , [ lv2:symbol "quality" ; pset:value {quality} ]', text))
        alone = render(folder / "main.wav", *LENGTH, *NOTES)
        drone = render(folder / "drone.wav", *LENGTH, "-p", other, "--sa", "C#")
        both = render(folder / "both.wav", *LENGTH, *NOTES, "--with", other)
        below(difference(both, alone, drone), -120.0, f"quality 2 with quality {quality}")


def ends(folder):
    """The companion ends with the score, and rings on; it follows the score's tempo if it is to."""
    said = run("--note", "Sa:100:0.5", "--with", "tanpura-plays", "-r", "16000", "--report", folder / "r.json",
               folder / "end.wav")
    report = json.loads((folder / "r.json").read_text())
    check("with tanpura-plays" in said and 5.0 < report["seconds"] < 60.0, f"{report['seconds']} s: {said}")
    score = folder / "tempo.mid"
    tempo = b"\0\xff\x51\3" + (300000).to_bytes(3, "big") + b"\0\x90\x31\x40\x60\x80\x31\x40\0\xff\x2f\0"
    score.write_bytes(b"MThd\0\0\0\6\0\0\0\1\0\x60MTrk" + len(tempo).to_bytes(4, "big") + tempo)
    heard = {name: render(folder / "a.wav", *LENGTH, "--with", name, score) for name in ("tanpura-exact",)}
    alone = render(folder / "b.wav", *LENGTH, score)
    drone = render(folder / "c.wav", *LENGTH, "-p", "tanpura-exact", "--sa", "C#", "--channels", "16", score)
    below(difference(heard["tanpura-exact"], alone, drone), -120.0, "in the score's tempo")


def refusals(folder):
    for args, why in ((["--with", "sitar-khula"], "sitar-khula: does not play by itself"),
                      (["--with", "tanpura-play"], 'unknown preset "tanpura-play"; nearest: tanpura-plays'),
                      (["--with", "tanpura-published"], "does not play by itself")):
        said = run(*args, "--note", "Sa:100:0.1", folder / "no.wav", status=1)
        check(said.startswith("jawari-render: --with: ") and why in said and said.count("\n") == 1, said)
    for args, why in ((["--with-first", "Pu"], '--with-first: "Pu" is none of Pa, Ma, Ni and own'),
                      (["--with-level", "13"], "--with-level: "), (["--with-tempo", "5"], "--with-tempo: "),
                      (["--with-cents", "51"], "--with-cents: "),
                      (["--with", "tanpura-plays", "--manifest", "a", "--output-dir", "b"],
                       "--with: not together with --manifest")):
        said = run(*args, *([] if "--manifest" in args else ["--note", "Sa", folder / "no.wav"]), status=2)
        check(why in said and said.count("\n") == 1, said)
    check(not (folder / "no.wav").exists(), "nothing is written")
    mine = folder / "mine.ttl"
    mine.write_text((PRESETS / "tanpura-plays.ttl").read_text())
    said = run("--with", mine, "--note", "Sa", "--report", mine, folder / "no.wav", status=1)
    check("the same file for two uses" in said and "tanpura-plays" in mine.read_text(), said)


def main():
    for part in (sums, shared, delays, ends, refusals):
        with tempfile.TemporaryDirectory() as folder:
            part(pathlib.Path(folder))
    return checks.result()


if __name__ == "__main__":
    sys.exit(main())
