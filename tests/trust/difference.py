# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""How far two sounds are apart: difference.py A.f32 B.f32 [MOST_DB]

Prints the rms of the difference over that of A in dB; fails over MOST_DB (-80).
"""

import array
import math
import sys


def read(path):
    samples = array.array("f")
    with open(path, "rb") as file:
        samples.frombytes(file.read())
    return samples


def main():
    a, b = read(sys.argv[1]), read(sys.argv[2])
    most = float(sys.argv[3]) if len(sys.argv) > 3 else -80.0
    if len(a) != len(b) or not a:
        print("not of one length")
        return 1
    power = sum(x * x for x in a)
    apart = sum((x - y) ** 2 for x, y in zip(a, b))
    db = 10.0 * math.log10(max(apart, 1e-300) / max(power, 1e-300))
    print(f"difference {db:.1f} dB (at most {most:g})")
    return 0 if db <= most else 1


sys.exit(main())
