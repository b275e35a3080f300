# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Reads WAV files: floats of 32 bits, or whole numbers of 16 or 24."""

import array
import pathlib
import struct
import sys


def chunks(data):
    """(kind, body) of each chunk; a body that is cut short ends with the data."""
    at = 12
    while at + 8 <= len(data):
        kind, size = struct.unpack("<4sI", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + size]
        at += 8 + size + size % 2


def samples_of(body, bits):
    if bits == 32:
        return array.array("f", body)
    size = bits // 8
    wide = bytearray(4 * (len(body) // size))
    for i in range(size):
        wide[4 - size + i::4] = body[i::size]
    return [x / 2**31 for x in array.array("i", wide)]


def read(path, kinds=(16, 24, 32)):
    """Samples of a stereo file, interleaved, and its rate; kinds: bits that a sample may have."""
    data = pathlib.Path(path).read_bytes()
    if data[:4] not in (b"RIFF", b"RF64") or data[8:12] != b"WAVE":
        raise RuntimeError(f"{path}: no WAV file")
    rate, bits, samples = 0, 0, None
    for kind, body in chunks(data):
        if kind == b"fmt ":
            tag, channels, rate, _, _, bits = struct.unpack("<HHIIHH", body[:16])
            if channels != 2 or bits not in kinds or (bits == 32 and tag not in (3, 0xFFFE)):
                raise RuntimeError(f"{path}: {channels} channels of {bits} bits, format {tag}")
        elif kind == b"data":
            frame = 2 * bits // 8
            samples = samples_of(body[:len(body) // frame * frame], bits)
    return samples, rate


if __name__ == "__main__":
    # wav.py FILE FROM TO: largest sample between two instants in seconds
    found, hz = read(sys.argv[1])
    first, end = (int(float(x) * hz) * 2 for x in sys.argv[2:])
    part = found[first:end]
    print(f"{max(max(part), -min(part)):.9f}")
