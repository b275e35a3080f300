# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The resonator in jalv, as an insert between two JACK clients.

    test_jalv_insert.py LIVE_DIR

What goes by the strings comes out sample by sample, late by as much as the plug-in says; what the
strings make of it is what the renderer makes, sample by sample.
"""

import array
import struct
import sys

sys.path.insert(0, sys.argv[1])

import live  # pylint: disable=wrong-import-position
import test_jalv as jalv  # pylint: disable=wrong-import-position

URI = "urn:jawari:resonator"
RATE, PERIOD = 48000, 512
FRAMES, BURST, LENGTH = 2 * RATE, 20480, 2400
DELAY = 75  # Frames by which the plug-in says that it is late
DRY = ["dry = 0", "wet = -60", "limiter = 0"]
WET = ["dry = -60", "wet = 0", "limiter = 0"]


def burst():
    """What the peer sends, frame by frame."""
    return [(0.5 if i % 16 < 8 else -0.25) if BURST <= i < BURST + LENGTH else 0.0 for i in range(FRAMES)]


def through(server, commands):
    """What comes out at both sides while the burst goes in, interleaved; None if nothing runs."""
    peer = live.peer(server)
    peer.ask(f"burst {BURST} {LENGTH}")
    host = jalv.Jalv(server, URI)
    host.say(*commands)
    for ports in ("peer-send:sound|P:in_left", "peer-send:sound|P:in_right",
                  "P:out_left|peer-take:in_1", "P:out_right|peer-take:in_2"):
        if not live.connects(peer, ports):
            return None
    samples, stumbles = jalv.take(peer, [], FRAMES)
    # Told, not judged: what was left out is missing in the samples, which are judged to the bit.
    print(f"{stumbles} cycles left out")
    host.stop()
    peer.stop()
    return samples


def first_heard(samples):
    return next((i for i, x in enumerate(samples) if x != 0.0), -1)


def test_dry(server):
    samples = through(server, DRY)
    if not samples:
        return
    sent = burst()
    for side in range(2):
        heard = samples[side::2]
        late = first_heard(heard) - BURST
        live.check(late == DELAY and list(heard[late:]) == sent[:FRAMES - late],
                   f"side {side}: what came in, to the bit, {late} frames later ({DELAY})")


def test_wet(server):
    got = through(server, WET)
    if not got:
        return
    body = array.array("f", (x for x in burst() for _ in range(2))).tobytes()
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 3, 2, RATE, 8 * RATE, 8, 32)
    data = b"WAVE" + head + struct.pack("<4sI", b"data", len(body)) + body
    path = live.work / "burst.wav"
    path.write_bytes(struct.pack("<4sI", b"RIFF", len(data)) + data)
    expected, _ = live.render("-i", "sitar", "--input", str(path), "--set", "dry=-60", "--set", "limiter=0",
                              "--tail", "0")
    start, begin = first_heard(got), first_heard(expected)
    n = min(len(got) - start, len(expected) - begin)
    if live.check(start >= 0 and begin >= 0 and n > RATE, f"{n} samples from the first that is heard on"):
        different, most = live.differences(got[start:start + n], expected[begin:begin + n])
        live.check(different == 0, f"{different} samples differ from the renderer's, by {most:.2g} at most")


def main():
    live.need("jalv", "jackd")
    server = live.Server(RATE, PERIOD, 600, sync=True)
    test_dry(server)
    test_wet(server)
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
