# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""How far two sounds of the same scores are apart: difference.py SCORES A.f32 B.f32

Prints the rms of the difference over that of A in dB, of the first eighth of each score and of the
whole. Fails if a first eighth is over -80: later contact makes a rattle of any rounding.
"""

import array
import math
import sys

MOST_DB = -80.0


def read(path):
    samples = array.array("f")
    with open(path, "rb") as file:
        samples.frombytes(file.read())
    return samples


def difference_db(a, b):
    power = sum(x * x for x in a)
    apart = sum((x - y) ** 2 for x, y in zip(a, b))
    return 10.0 * math.log10(apart / max(power, 1e-300)) if apart > 0.0 else -math.inf


def main():
    n_scores = int(sys.argv[1])
    a, b = read(sys.argv[2]), read(sys.argv[3])
    if len(a) != len(b) or not a or len(a) % (8 * n_scores):
        print("not of one length")
        return 1
    n = len(a) // n_scores
    worst = -math.inf
    for score in range(n_scores):
        one, other = a[score * n:(score + 1) * n], b[score * n:(score + 1) * n]
        early = difference_db(one[:n // 8], other[:n // 8])
        print(f"score {score}: at first {early:.1f} dB, in all {difference_db(one, other):.1f} dB")
        worst = max(worst, early)
    print(f"worst at first: {worst:.1f} dB (at most {MOST_DB:g})")
    return 0 if worst <= MOST_DB else 1


sys.exit(main())
