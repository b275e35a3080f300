# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""How far the sum of a folder's stems is from the mix, and the mix's peak, both in dB of full scale.

    apart.py MIX.wav FOLDER

Stereo WAV files as wav.py reads them.
"""

import math
import operator
import pathlib
import sys

import wav


def db(value):
    return round(20 * math.log10(max(value, 1e-12)))


def largest(samples):
    return max(max(samples), -min(samples))


mix, _ = wav.read(sys.argv[1])
total = [0.0] * len(mix)
for path in pathlib.Path(sys.argv[2]).glob("*.wav"):
    stem, _ = wav.read(path)
    if len(stem) != len(mix):
        sys.exit(f"{path}: {len(stem)} samples, not {len(mix)}")
    total = list(map(operator.add, total, stem))
print(db(largest(list(map(operator.sub, total, mix)))), db(largest(mix)))
