# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Sound from outside in the renderer: what goes by the strings is the file itself, in its place;
what comes of it depends on neither block nor threads; other rates, other files, and none.

    test_input.py JAWARI_RENDER
"""

import array
import math
import pathlib
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks, wav  # noqa: E402

RENDER = sys.argv[1]
check = checks.check


def render(*args):
    done = subprocess.run([RENDER, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)
    return done.returncode, done.stderr


def write(path, rate, channels, samples):
    """Writes floats of 32 bits, interleaved."""
    body = array.array("f", samples).tobytes()
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 3, channels, rate, 4 * channels * rate,
                       4 * channels, 32)
    data = b"WAVE" + head + struct.pack("<4sI", b"data", len(body)) + body
    path.write_bytes(struct.pack("<4sI", b"RIFF", len(data)) + data)


def tone(rate, seconds, hz, channels):
    """A tone that fades, quieter on the second channel."""
    return [math.exp(-4.0 * i / rate) * math.sin(2.0 * math.pi * hz * i / rate) / (2 + c)
            for i in range(int(rate * seconds)) for c in range(channels)]


def loudness(samples):
    return math.sqrt(sum(s * s for s in samples) / max(len(samples), 1))


def test_dry(folder):
    samples = tone(48000, 1.0, 220.0, 2)
    write(folder / "in.wav", 48000, 2, samples)
    status, said = render("-q", "-i", "sitar", "--input", folder / "in.wav", "--set", "wet=-60",
                          "--set", "limiter=0", "--format", "wavfloat", folder / "dry.wav")
    out, rate = wav.read(folder / "dry.wav")
    check(status == 0 and not said and rate == 48000, f"{status}: {said}")
    want = array.array("f", samples)
    check(out[:len(want)] == want, "the dry sound is the file, in its place")
    check(loudness(out[len(want):]) == 0.0, "and nothing after it")


def test_wet(folder):
    files = []
    for i, block in enumerate((256, 77, 4096)):
        files.append(folder / f"wet{i}.wav")
        status, said = render("-q", "-i", "sitar", "--input", folder / "in.wav", "-b", block, "-j",
                              1 + i % 2, "--seconds", 2, "--format", "wavfloat", files[-1])
        check(status == 0, f"{status}: {said}")
    takes = [f.read_bytes() for f in files]
    check(takes[0] == takes[1] == takes[2], "the same bits for any block")
    out, _ = wav.read(files[0])
    dry = array.array("f", tone(48000, 1.0, 220.0, 2))
    rest = [a - b for a, b in zip(out, dry)]
    check(loudness(rest) > 1e-4, "the strings answer")
    check(loudness(out[2 * 60000:2 * 80000]) > 1e-5, "and ring on")


def test_with_a_note(folder):
    """A note of the same time comes out where it does without an input."""
    write(folder / "none.wav", 48000, 1, [0.0] * 24000)
    for name, more in (("note", []), ("both", ["--input", folder / "none.wav"])):
        status, said = render("-q", "-i", "sitar", "--set", "limiter=0", "--note", "A3:100:0.4",
                              *more, "--seconds", 0.5, "--format", "wavfloat",
                              folder / f"{name}.wav")
        check(status == 0, f"{name}: {said}")
    note, _ = wav.read(folder / "note.wav")
    both, _ = wav.read(folder / "both.wav")
    off = max(abs(a - b) for a, b in zip(note, both))
    check(len(note) == len(both) and off < 1e-4, f"a note beside silence is off by {off}")


def test_rates(folder):
    write(folder / "slow.wav", 44100, 1, tone(44100, 1.0, 220.0, 1))
    status, said = render("-q", "-i", "sitar", "--input", folder / "slow.wav", "--set", "wet=-60",
                          "--set", "limiter=0", "--format", "wavfloat", folder / "fast.wav")
    if "libsamplerate" in said:
        check(status == 1, f"{status}: {said}")
        print("this build reads no other rates")
        return
    check(status == 0, f"{status}: {said}")
    out, _ = wav.read(folder / "fast.wav")
    want = [s for s in tone(48000, 1.0, 220.0, 1) for _ in range(2)]
    off = max(abs(a - b) for a, b in zip(out[4000:80000], want[4000:80000]))
    check(off < 1e-3, f"another rate: off by {off}")
    check(out[1000:2000:2] == out[1001:2000:2], "one channel goes to both sides")


def test_errors(folder):
    write(folder / "three.wav", 48000, 3, [0.0] * 300)
    write(folder / "empty.wav", 48000, 2, [])
    (folder / "text.wav").write_text("no sound\n", encoding="ascii")
    cases = [
        (["--input", folder / "away.wav"], 1, "away.wav"),
        (["--input", folder / "text.wav"], 1, "text.wav"),
        (["--input", folder / "three.wav"], 1, "3 channels"),
        (["--input", folder / "empty.wav"], 1, "no sound"),
        (["-i", "bass", "--input", folder / "in.wav"], 1, "no body"),
        (["--input", folder / "in.wav", "--stems", folder / "stems"], 2, "--stems"),
        (["--input", folder / "in.wav", "--output-dir", folder], 2, "--input"),
    ]
    for args, want, text in cases:
        status, said = render(*args, folder / "never.wav")
        check(status == want and text in said and said.count("\n") == 1, f"{args}: {status} {said}")
        check(not (folder / "never.wav").exists(), f"{args}: a file was left")


if __name__ == "__main__":
    sys.exit(checks.in_folder(test_dry, test_wet, test_with_a_note, test_rates, test_errors))
