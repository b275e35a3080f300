# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Writes events as a MIDI file in which a tick is a frame at 48 kHz."""

import struct


def length(n):
    """A number of MIDI's variable length."""
    parts = [n & 127]
    while n > 127:
        n >>= 7
        parts.insert(0, n & 127 | 128)
    return bytes(parts)


def write(path, events, frames, lead=0):
    """Events are (frame, byte, ...), in order; each comes `lead` frames later, as does the end."""
    # 24000 ticks a quarter note, which lasts half a second
    track, last = b"\x00\xff\x51\x03" + struct.pack(">I", 500000)[1:], -lead
    for frame, *message in events:
        long = length(len(message) - 1) if message[0] == 0xF0 else b""
        track += length(frame - last) + bytes(message[:1]) + long + bytes(message[1:])
        last = frame
    track += length(frames - last) + b"\xff\x2f\x00"
    path.write_bytes(b"MThd" + struct.pack(">IHHH", 6, 0, 1, 24000)
                     + b"MTrk" + struct.pack(">I", len(track)) + track)
