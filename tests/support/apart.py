# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""How far the sum of a folder's stems is from the mix, and the mix's peak, both in dB of full scale.

    apart.py MIX.wav FOLDER

Stereo WAV files as wav.py reads them.
"""

import math
import pathlib
import sys

import wav


def db(value):
    return round(20 * math.log10(max(value, 1e-12)))


mix, _ = wav.read(sys.argv[1])
total = [0.0] * len(mix)
for stem in pathlib.Path(sys.argv[2]).glob("*.wav"):
    total = [a + b for a, b in zip(total, wav.read(stem)[0], strict=True)]
print(db(max(abs(a - b) for a, b in zip(total, mix, strict=True))), db(max(map(abs, mix))))
