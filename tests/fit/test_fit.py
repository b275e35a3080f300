# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Instruments whose data are random, rendered and fitted back: a very soft note and a firm one.

    test_fit.py JAWARI_FIT JAWARI_RENDER BOX.ini COUNT CONDITION...

A condition is clean, noise (white, 40 dB under the peak) or room (a synthetic one). Of each
instrument the pitch has to come back to 0.1 cent, the inharmonicity to 1 %, the losses of the first
twelve partials to 5 %, and the curvature of the bridge to 10 %, where the fit says that it is heard.
"""

import array
import math
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import checks, wav  # noqa: E402

FIT, RENDER, BOX = sys.argv[1:4]
RATE = 48000
TEXT = pathlib.Path(BOX).read_text(encoding="utf-8")
PARTIALS = range(1, 13)
EI = 200e9 * math.pi * 0.2e-3**4 / 4  # Of the box's wire


def value_of(text, key):
    return float(re.search(rf"^{key} = (\S+)", text, re.M).group(1))


def with_value(text, key, value):
    if not re.search(rf"^{key} = ", text, re.M):
        raise RuntimeError(f"the box has no {key}")
    return re.sub(rf"^{key} = .*$", f"{key} = {value:.8g}", text, flags=re.M)


def random_text(dice):
    """The box with data that differ from its own by up to a half."""
    text = TEXT.replace("pitch = D3\n", "pitch_hz = 1\nei_n_m2 = 1\n")
    text = with_value(text, "pitch_hz", 146.83 * 2 ** dice.uniform(-0.02, 0.02))
    text = with_value(text, "ei_n_m2", EI * math.exp(dice.uniform(-0.3, 0.3)))
    for key, spread in (("sigma0_per_s", 0.4), ("sigma1_m_per_s", 0.4), ("sigma3_m3_per_s", 0.4),
                        ("radius_mm", 0.5), ("pluck_at_mm", 0.12), ("height_mm", 0.5)):
        text = with_value(text, key, value_of(TEXT, key) * math.exp(dice.uniform(-spread, spread)))
    return text


def run(*args):
    done = subprocess.run([str(a) for a in args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)
    checks.check(done.returncode == 0 and not done.stderr, f"{args}: {done.stderr}")
    return done.stdout


def write_mono(path, samples):
    body = array.array("f", samples).tobytes()
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 3, 1, RATE, 4 * RATE, 4, 32)
    data = b"WAVE" + head + struct.pack("<4sI", b"data", len(body)) + body
    path.write_bytes(struct.pack("<4sI", b"RIFF", len(data)) + data)


def with_noise(samples, dice):
    """White noise 40 dB under the peak, rms."""
    level = 0.01 * max(map(abs, samples))
    return [x + dice.gauss(0.0, level) for x in samples]


def in_room(samples, dice):
    """Echoes of a synthetic room: 0.4 s to -60 dB, all together 6 dB under the sound itself."""
    times = [dice.uniform(0.003, 0.3) for _ in range(120)]
    gains = [dice.choice((-1, 1)) * 10.0 ** (-3.0 * t / 0.4) for t in times]
    scale = 0.5 / math.sqrt(sum(g * g for g in gains))
    out = list(samples)
    for t, g in zip(times, gains):
        at, gain = int(RATE * t), scale * g
        out[at:] = [a + gain * b for a, b in zip(out[at:], samples)]
    return out


CONDITIONS = {"clean": lambda samples, dice: samples, "noise": with_noise, "room": in_room}


def record(folder, velocity, condition, dice):
    """A note of the instrument, a tenth of a second after the beginning of the file."""
    path = folder / f"{condition}-{velocity}.wav"
    run(RENDER, "-q", "-i", folder / "truth.ini", "--quality", 1, "--note", f"D3:{velocity}:2.5",
        "-t", 0, "--format", "wavfloat", path)
    samples = [0.0] * (RATE // 10) + list(wav.read(path)[0][::2])
    write_mono(path, CONDITIONS[condition](samples, dice))
    return path


def losses(text):
    """Decays of the first partials [1/s]."""
    sigma = [value_of(text, key) for key in ("sigma0_per_s", "sigma1_m_per_s", "sigma3_m3_per_s")]
    beta = [n * math.pi / 0.8 for n in PARTIALS]
    return [sigma[0] + sigma[1] * b + sigma[2] * b**3 for b in beta]


def inharmonicity(text):
    return value_of(text, "ei_n_m2") / value_of(text, "pitch_hz") ** 2


def fit_back(folder, seed, condition):
    """Fits an instrument and compares; returns by how much the curvature is off, None if unheard."""
    dice = random.Random(seed)
    truth = random_text(dice)
    (folder / "truth.ini").write_text(truth, encoding="utf-8")
    notes = [record(folder, velocity, condition, dice) for velocity in (6, 100)]
    said = run(FIT, "--like", BOX, "-o", folder / "mine.ini", *notes)
    run(RENDER, "--check", folder / "mine.ini")
    mine = (folder / "mine.ini").read_text(encoding="utf-8")
    cents = 1200.0 * math.log2(value_of(mine, "pitch_hz") / value_of(truth, "pitch_hz"))
    stiff = 100.0 * (inharmonicity(mine) / inharmonicity(truth) - 1.0)
    lost = max(100.0 * abs(a / b - 1.0) for a, b in zip(losses(mine), losses(truth)))
    curved = 100.0 * (value_of(truth, "radius_mm") / value_of(mine, "radius_mm") - 1.0)
    heard = not re.search(r"^radius_mm .*kept", said, re.M)
    distance = re.search(r"distance (\S+) dB, before (\S+) dB", said)
    print(f"{seed} {condition}: pitch {cents:+.4f} cents, inharmonicity {stiff:+.3f} %, losses {lost:.2f} %, "
          f"curvature {curved:+.2f} %{'' if heard else ' (not heard)'}; "
          f"{distance.group(2)} dB, then {distance.group(1)} dB", flush=True)
    for off, most, what in ((cents, 0.1, "pitch [cents]"), (stiff, 1.0, "inharmonicity [%]"),
                            (lost, 5.0, "losses [%]"), (curved if heard else 0.0, 10.0, "curvature [%]")):
        checks.check(abs(off) <= most, f"{seed} {condition}: {what} is off by {off:.4g}")
    return curved if heard else None


def main():
    count = int(sys.argv[4])
    for condition in sys.argv[5:]:
        with tempfile.TemporaryDirectory() as name:
            curved = [fit_back(pathlib.Path(name), seed, condition) for seed in range(count)]
        heard = [abs(c) for c in curved if c is not None]
        checks.check(10 * len(heard) >= 9 * count, f"{condition}: of {len(heard)} the bridge was heard")
        print(f"{condition}: {len(heard)} of {count} bridges heard, curvature off by {max(heard):.2f} % at most")
    return checks.result()


if __name__ == "__main__":
    sys.exit(main())
