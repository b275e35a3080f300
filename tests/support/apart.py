# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""How far the sum of a folder's stems is from the mix, and the mix's peak, both in dB of full scale.

    apart.py MIX.wav FOLDER

Stereo WAV files with the plain header, floats or of 16 or 24 bits.
"""

import array
import math
import pathlib
import sys


def read(path):
    data = path.read_bytes()
    channels, bits = data[22], data[34]
    if channels != 2 or bits not in (16, 24, 32):
        sys.exit(f"{path}: {channels} channels of {bits} bits")
    start = data.index(b"data") + 8
    if bits == 32:
        return array.array("f", data[start:start + (len(data) - start) // 4 * 4])
    size = bits // 8
    return [int.from_bytes(data[i:i + size], "little", signed=True) / 2**(bits - 1)
            for i in range(start, len(data) - size + 1, size)]


def db(value):
    return round(20 * math.log10(max(value, 1e-12)))


mix = read(pathlib.Path(sys.argv[1]))
total = [0.0] * len(mix)
for stem in pathlib.Path(sys.argv[2]).glob("*.wav"):
    total = [a + b for a, b in zip(total, read(stem), strict=True)]
print(db(max(abs(a - b) for a, b in zip(total, mix, strict=True))), db(max(map(abs, mix))))
