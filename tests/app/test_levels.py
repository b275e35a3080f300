# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Levels of the renderer's files: the limiter where a format would clip, one factor where a level is
asked for, stems that sum to the mix with both, advice that is right, and tails that fade.

    test_levels.py JAWARI_RENDER
"""

import array
import csv
import json
import math
import pathlib
import re
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks, wav  # noqa: E402

RENDER = sys.argv[1]
check, shown = checks.check, checks.shown

# Six strings at once, which are 8 dB too loud at this gain.
CHORD = [word for key in (40, 45, 50, 55, 59, 64) for word in ("--note", f"{key}:100:0.5")]
# Exact strokes: how loud varied ones are is chance.
LOUD = ["-i", "guitar", "-s", "gain=3", "-s", "variation=0", *CHORD, "--tail", "0.3"]


def run(*args, status=0):
    done = subprocess.run([RENDER, *map(str, args)], capture_output=True, text=True, check=False)
    check(done.returncode == status, f"{args}: status {done.returncode}: {done.stderr}")
    return done


def render(folder, name, *args):
    """Samples, report and what was said."""
    done = run(*args, "--report", folder / "report.json", folder / name)
    return (wav.read(folder / name)[0], json.loads((folder / "report.json").read_text()),
            done.stdout + done.stderr)


def db(size):
    return 20.0 * math.log10(max(size, 1e-12))


def peak(samples):
    return max(max(samples), -min(samples))


def float_of(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def write(path, channels, samples):
    body = array.array("f", samples).tobytes()
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 3, channels, 48000, 4 * channels * 48000,
                       4 * channels, 32)
    data = b"WAVE" + head + struct.pack("<4sI", b"data", len(body)) + body
    path.write_bytes(struct.pack("<4sI", b"RIFF", len(data)) + data)


def sum_is_mix(folder, name, stems, most_db):
    mix, _ = wav.read(folder / name)
    parts = [wav.read(path)[0] for path in sorted((folder / stems).glob("*.wav"))]
    off = max(abs(sum(x) - m) for m, *x in zip(mix, *parts))
    shown(len(parts) > 5 and db(off) < most_db, f"{name}: {len(parts)} stems are {db(off):.0f} dB from it")


def test_limiter(folder):
    plain, report, said = render(folder, "float.wav", *LOUD, "--format", "wavfloat")
    shown(peak(plain) > 2.0 and report["limiter"] == 0 and "limited" not in said,
          f"floats have room for {db(peak(plain)):+.1f} dBFS")
    off, _, _ = render(folder, "off.wav", *LOUD, "--format", "wavfloat", "--limiter", "off")
    check(off == plain, "no limiter is off")
    clipped, report, said = render(folder, "clipped.wav", *LOUD, "--limiter", "off")
    n = sum(x > 1.0 - 2**-23 or x < -1.0 for x in plain)
    check(report["clipped"] == n and f"{n} samples clipped" in said, f"{n} clipped: {report['clipped']}, {said}")
    check(all(abs(c - max(min(p, 1.0), -1.0)) < 2**-22 for c, p in zip(clipped, plain)),
          "without it, what is clipped is what it was")
    for kind in ("wav24", "wav16", "aiff16", "flac24", "vorbis"):
        name = f"limited.{kind}"
        run("-q", *LOUD, "--format", kind, "--report", folder / "report.json", folder / name)
        report = json.loads((folder / "report.json").read_text())
        check(report["limiter"] == 1 and report["clipped"] == 0 and 0.95 < report["peak"] < 1.0,
              f"{kind}: {report['clipped']} clipped, peak {report['peak']}")
        check(report["limiter_times"] == 1 and -9.0 < report["limiter_db"] < -7.0,
              f"{kind}: limited {report['limiter_times']} times, {report['limiter_db']} dB")
    on, report, said = render(folder, "on.wav", *LOUD, "--format", "wavfloat", "--limiter", "on")
    rounded, _ = wav.read(folder / "limited.wav24")
    check(max(abs(a - b) for a, b in zip(on, rounded)) < 2**-23, "and is the same in any format")
    check(re.search(r", limited 1 time by up to 8\.\d dB", said), said)
    gains = [b / a for a, b in zip(plain, on) if abs(a) > 0.01]
    check(all(0.3 < g < 1.001 for g in gains), "by a gain")
    for block in (1, 77, 4096):
        run("-q", *LOUD, "-b", block, "--format", "wav24", folder / "block.wav")
        check((folder / "block.wav").read_bytes() == (folder / "limited.wav24").read_bytes(),
              f"the same file with blocks of {block}")


def test_quiet(folder):
    quiet = [*LOUD, "-s", "gain=-7", "--format", "wav24"]
    one, report, said = render(folder, "one.wav", *quiet)
    two, _, _ = render(folder, "two.wav", *quiet, "--limiter", "off")
    shown(0.7 < peak(one) < 0.891 and one == two and report["limiter_times"] == 0 and "limited" not in said,
          f"{db(peak(one)):.1f} dBFS goes out as it is")


def test_stems(folder):
    for kind, more, most_db in (("wav24", [], -160), ("wav16", [], -160),
                                ("wavfloat", ["--limiter", "on"], -125),
                                ("wav24", ["--normalize", "peak:-3"], -160)):
        stems = f"stems-{kind}{len(more)}"
        run("-q", *LOUD, "--format", kind, *more, "--stems", folder / stems, folder / "mix.wav")
        sum_is_mix(folder, "mix.wav", stems, most_db)


def test_peak(folder):
    plain, _ = wav.read(folder / "float.wav")
    for level in (-1.0, -20.0):
        out, report, said = render(folder, "peak.wav", *LOUD, "--format", "wavfloat", "--normalize",
                                   f"peak:{level}")
        factor = float_of(report["normalized_by"])
        check(all(o == float_of(factor * p) for o, p in zip(out, plain)) and len(out) == len(plain),
              f"every sample times {factor}")
        check(abs(db(peak(out)) - level) < 1e-4, f"a peak of {db(peak(out))}, not {level}")
        check(f"normalised from {db(peak(plain)):.1f} dBFS" in said, said)
    for kind in ("wav16", "wav24"):
        out, report, _ = render(folder, "full.wav", *LOUD, "--format", kind, "--normalize", "peak:0")
        check(report["clipped"] == 0 and report["limiter"] == 0 and db(peak(out)) > -0.001,
              f"{kind} up to full scale: {report['clipped']} clipped, {db(peak(out))} dBFS")
    done = run("-i", "guitar", "--seconds", "0.1", "--note", "40:1:0", "-s", "gain=-60", "-s", "volume=0",
               "--normalize", "peak:-1", folder / "silent.wav")
    check("not normalised: silent" in done.stderr, done.stderr)


def lufs_of(*parts):
    """Integrated loudness of tones of 997 Hz on both sides, as BS.1770-4 gates it: blocks of 0.4 s, a tenth
    of a second apart, above -70 LUFS and above 10 LU below the mean of those. parts: dBFS and seconds."""
    steps = [10.0**(dbfs / 10.0) for dbfs, seconds in parts for _ in range(round(10 * seconds))]
    blocks = [sum(steps[i:i + 4]) / 4 for i in range(len(steps) - 3)]
    blocks = [x for x in blocks if x > 1e-7]
    gate = 0.1 * sum(blocks) / len(blocks)
    blocks = [x for x in blocks if x > gate]
    return 10.0 * math.log10(sum(blocks) / len(blocks))


def sine(dbfs, seconds):
    size = 10.0**(dbfs / 20.0)
    return [size * math.sin(2.0 * math.pi * 997.0 * i / 48000) for i in range(int(48000 * seconds))]


def test_loudness(folder):
    """A tone of 997 Hz on both sides has the loudness of its level; what is 20 LU below does not count."""
    through = ["-i", "sitar", "--input", folder / "in.wav", "-s", "wet=-60", "-s", "limiter=0", "--tail", "0"]
    parts = ((-40.0, 1.0), (-20.0, 2.0), (-40.0, 0.5))
    right = lufs_of(*parts)
    write(folder / "in.wav", 1, [x for part in parts for x in sine(*part)])
    done = subprocess.run([RENDER, "--normalize", "lufs:-23", *map(str, through), str(folder / "out.wav")],
                          capture_output=True, text=True, check=False)
    if "libebur128" in done.stderr:
        check(done.returncode == 2, done.stderr)
        print("this build measures no loudness")
        return
    out, report, said = render(folder, "out.wav", *through, "--normalize", "lufs:-23")
    check(abs(report["level_before_db"] - right) < 0.1, f"{report['level_before_db']} LUFS, not {right}")
    tone = db(peak(out[2 * 60000:2 * 120000]))
    shown(abs(tone - (-20.0 - 23.0 - right)) < 0.1 and "LUFS" in said,
          f"a tone of {tone:.2f} dBFS in a sound that was at {right:.2f} and is at -23 LUFS")
    # Louder than the format holds: limited, or clipped with advice that ends it.
    _, report, _ = render(folder, "loud.wav", *LOUD, "--normalize", "lufs:-8")
    check(report["limiter_times"] > 0 and report["clipped"] == 0, "what is too loud then is limited")
    _, report, said = render(folder, "loud.wav", *LOUD, "--normalize", "lufs:-8", "--limiter", "off")
    advice = re.search(r"--normalize (lufs:-[\d.]+) helps", said)
    check(report["clipped"] > 0 and advice, said)
    if advice:
        _, report, said = render(folder, "loud.wav", *LOUD, "--normalize", advice[1], "--limiter", "off")
        check(report["clipped"] == 0, f"{advice[1]}: {said}")
    done = run("-i", "guitar", "--note", "40:100:0.1", "--tail", "0", "--normalize", "lufs:-20",
               folder / "short.wav")
    check("not normalised: too short" in done.stderr, done.stderr)


def test_advice(folder):
    """Whatever the gain was, what is advised brings the peak to -1 dBFS."""
    for instrument, gain in (("guitar", 3), ("guitar", 24), ("sitar", 12), ("bass", 12)):
        args = ["-i", instrument, *CHORD, "--tail", "0", "-s", "pluck_strength=2", "--limiter", "off"]
        _, report, said = render(folder, "loud.wav", *args, "-s", f"gain={gain}")
        advice = re.search(r"--set gain=(-?[\d.]+)", said)
        over = re.search(r"clipped, up to ([\d.]+) dB over", said)
        if not check(advice and over, f"{instrument}, {gain}: {said}"):
            continue
        check(abs(float(over[1]) - db(report["peak"])) < 0.06, f"{instrument}: {over[1]} dB, {report['peak']}")
        out, report, _ = render(folder, "loud.wav", *args, "-s", f"gain={advice[1]}")
        shown(report["clipped"] == 0 and -1.2 < db(peak(out)) < -0.9,
              f"{instrument} at gain={gain}: gain={advice[1]} makes it {db(peak(out)):.2f} dBFS")


def test_tail(folder):
    n_fade = 2 * 960
    args = ["-q", "-i", "guitar", *CHORD, "-s", "release_damping=0", "--format", "wavfloat"]
    long, _, _ = render(folder, "long.wav", *args, "--tail", "1")
    for tail in ("0", "0.5"):
        out, _, _ = render(folder, "tail.wav", *args, "--tail", tail)
        check(len(out) == 2 * round(48000 * (0.5 + float(tail))), f"{len(out)} samples")
        check(out[:-n_fade] == long[:len(out) - n_fade], "up to its last 20 ms it is as it was")
        cut = peak(long[len(out) - n_fade:len(out)])
        shown(db(cut) > -40 and db(peak(out[-2:])) < db(cut) - 50 and db(peak(out[-96:])) < db(cut) - 20,
              f"tail {tail}: {db(cut):.0f} dBFS ends at {db(peak(out[-2:])):.0f}")
        for block in (1, 500):
            again, _, _ = render(folder, "tail2.wav", *args, "--tail", tail, "-b", block)
            check(again == out, f"the same with blocks of {block}")
    # What has ended by itself is as it was.
    ended = ["-q", "-i", "guitar", "--note", "64:60:0.1", "-s", "gain=-60", "-s", "release_damping=20",
             "--format", "wavfloat"]
    by_itself, _, _ = render(folder, "open.wav", *ended)
    longer, _, _ = render(folder, "longer.wav", *ended, "--tail", len(by_itself) / 96000 + 1.0)
    same, _, _ = render(folder, "same.wav", *ended, "--tail", len(by_itself) / 96000 + 0.2)
    check(longer[:len(by_itself)] == by_itself, "an end that was found is not faded")
    shown(peak(same[-96:]) > 0 and same == longer[:len(same)], f"nor one at {db(peak(same[-96:])):.0f} dBFS, where nothing is heard")


def test_manifest(folder):
    line = {"id": "a", "instrument": "guitar", "set": {"gain": 3, "variation": 0}, "tail": 0.2, "format": "wav24",
            "notes": [{"note": key, "held": 0.5} for key in (40, 45, 50, 55, 59, 64)]}
    lines = [line, {**line, "id": "b", "limiter": "off"}, {**line, "id": "c", "normalize": "peak:-6", "stems": True},
             {**line, "id": "d", "format": "wavfloat"}]
    (folder / "m.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    run("-q", "--manifest", folder / "m.jsonl", "--output-dir", folder / "data")
    with open(folder / "data" / "results.csv", encoding="utf-8") as table:
        row = {one["id"]: one for one in csv.DictReader(table)}
    check(row["a"]["clipped"] == "0" and int(row["a"]["limited"]) > 1000 and float(row["a"]["limiter_db"]) < -7,
          str(row["a"]))
    check(int(row["b"]["clipped"]) > 100 and row["b"]["limited"] == "0" and "--set gain=" in row["b"]["message"],
          str(row["b"]))
    check(abs(float(row["c"]["normalized_db"]) + 14.3) < 0.5 and abs(db(float(row["c"]["peak"])) + 6) < 1e-3,
          str(row["c"]))
    check(float(row["d"]["peak"]) > 2 and float(row["d"]["limiter_db"]) == 0, str(row["d"]))
    check(len({one["asked"] for one in row.values()}) == 4, "each is asked for by its own hash")
    stems = [path for path in (folder / "data").iterdir() if re.match(r"c\.\d\d", path.name)]
    check(len(stems) == 7, f"{len(stems)} stems")
    parts = [wav.read(path)[0] for path in stems]
    mix, _ = wav.read(folder / "data" / "c.wav")
    off = max(abs(sum(x) - m) for m, *x in zip(mix, *parts))
    check(off < 1e-8, f"normalised stems are {off} from the mix")
    for key, value, what in (("normalize", "peak:3", "not a level"), ("limiter", "soft", "not auto, on or off")):
        (folder / "bad.jsonl").write_text(json.dumps({**line, key: value}) + "\n")
        done = run("-q", "--manifest", folder / "bad.jsonl", "--output-dir", folder / "bad", "--dry-run", status=3)
        check(re.search(r"bad\.jsonl:1:\d+: .*" + what, done.stdout + done.stderr), done.stdout + done.stderr)


def test_input(folder):
    """A loud sound by way of the resonator, whose own limiter is off."""
    write(folder / "in.wav", 2, [x for s in sine(6.0, 0.5) for x in (s, -s)])
    out, report, _ = render(folder, "out.wav", "-i", "sitar", "--input", folder / "in.wav", "-s", "dry=12", "-s",
                            "limiter=0", "--tail", "0")
    check(report["clipped"] == 0 and report["limiter_times"] == 1 and 0.9 < peak(out) < 1.0, str(report["peak"]))
    _, report, said = render(folder, "out.wav", "-i", "sitar", "--input", folder / "in.wav", "-s", "dry=12", "-s",
                             "limiter=0", "--tail", "0", "--limiter", "off")
    check(report["clipped"] > 1000 and "--normalize peak:-1 helps" in said and "gain=" not in said, said)


def test_errors(folder):
    for args in (["--normalize", "peak"], ["--normalize", "lufs:5"], ["--limiter", "yes"], ["--limiter", ""]):
        done = run(*LOUD, *args, folder / "no.wav", status=2)
        check(done.stderr.count("\n") == 1 and args[0] in done.stderr, done.stderr)
        check(not (folder / "no.wav").exists(), "nothing is written")
    run("-q", *LOUD, "--normalize", "peak:-1", "--format", "wav16", "/dev/full", status=1)
    left = [path.name for path in folder.iterdir() if path.name.startswith(".")]
    check(not left, f"left over: {left}")


if __name__ == "__main__":
    sys.exit(checks.in_folder(test_limiter, test_quiet, test_stems, test_peak, test_loudness, test_advice, test_tail,
                              test_manifest, test_input, test_errors))
