# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Runs the program of doc/embedding.md and checks that what it writes is a plucked string.

    python3 hello.py HELLO_STRING
"""

import array
import math
import subprocess
import sys

RATE_HZ = 48000
SECONDS = 4
PITCH_HZ = 130.81  # C3; the bridge 10 mm from the end shortens the string by 1 % at most


def rms(samples):
    return math.sqrt(sum(x * x for x in samples) / len(samples))


def pitch_hz(samples):
    """The rate of the lag, of those near a period, at which the samples repeat best."""
    part = samples[:8192]

    def likeness(lag):
        return sum(part[i] * samples[i + lag] for i in range(len(part)))

    return RATE_HZ / max(range(300, 420), key=likeness)


def main(arguments):
    done = subprocess.run(arguments[:1], stdout=subprocess.PIPE, check=True)
    samples = array.array("f", done.stdout)
    seconds = [rms(samples[s * RATE_HZ : (s + 1) * RATE_HZ]) for s in range(SECONDS)]
    peak = max(abs(x) for x in samples)
    pitch = pitch_hz(samples[RATE_HZ : 2 * RATE_HZ])
    print(f"{len(samples)} samples, peak {peak:.3f}, pitch {pitch:.1f} Hz, rms of each second",
          " ".join(f"{x:.2e}" for x in seconds))
    checks = {
        "four seconds": len(samples) == SECONDS * RATE_HZ,
        "finite": all(math.isfinite(x) for x in samples),
        "a sane level": 0.01 < peak < 1.0,
        "decays": seconds[0] > seconds[-1] > 1e-6,
        "in tune": abs(pitch / PITCH_HZ - 1.005) < 0.01,
    }
    for name, good in checks.items():
        print(f"{'ok' if good else 'FAIL'}: {name}")
    return 0 if all(checks.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
