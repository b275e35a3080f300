# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A drone in the tempo of JACK's transport plays what the renderer plays for a score of that tempo,
and rests while the transport stands still."""

import struct
import sys

import live

RATE, PERIOD = 48000, 256
BPM, SECONDS = 150, 4
# Quality 1: a finer one's filter sounds ahead of a stroke, and what begins at frame 0 has no ahead.
DRONE = ["-i", "tanpura", "-s", "gain=-6", "-s", "quality=1", "-s", "drone=1", "-s", "drone_sync=1",
         "-s", "drone_human=0"]


def write_score(path):
    """Nothing but a tempo and a length."""
    track = (b"\x00\xff\x51\x03" + struct.pack(">I", 60000000 // BPM)[1:]
             + b"\x7f" + b"\xff\x2f\x00")  # 127 ticks, of 12 a quarter note
    path.write_bytes(b"MThd" + struct.pack(">IHHH", 6, 0, 1, 12)
                     + b"MTrk" + struct.pack(">I", len(track)) + track)


def main():
    score = live.work / "tempo.mid"
    write_score(score)
    expected, _ = live.render(*DRONE, "--tail", "0", str(score), room=live.ROOM)
    server = live.Server(RATE, PERIOD, sync=True)
    peer = live.peer(server)
    player = live.player(server, *DRONE, "--no-connect")
    peer.ask("connect jawari:out_left|peer-take:in_1")
    peer.ask("connect jawari:out_right|peer-take:in_2")
    live.plays(player, RATE // 2)
    live.check(player.values("status")["peak_left"] == "0", "the drone rests while the transport does")
    live.check(player.said("rests until that rolls"), "and says so")
    peer.ask(f"start {SECONDS * RATE}")
    peer.becomes("taken", "taken", lambda frames: int(frames) > 0)
    peer.ask(f"roll {BPM}")
    taken = live.work / "taken.f32"
    peer.ask(f"take {taken}")
    peer.ask("roll 0")
    got = live.read_raw(taken)
    begin, first = live.onset(got), live.onset(expected)
    live.check(begin >= 0 and first >= 0, f"sounds from frame {begin}; the renderer from {first}")
    n = min(len(got) - 2 * begin, len(expected) - 2 * first)
    different, most = live.differences(got[2 * begin:2 * begin + n], expected[2 * first:2 * first + n])
    live.check(n >= 2 * RATE, f"frames that can be compared: {n // 2}")
    live.between(live.peak(got), 0.005, 1.5, "peak of what was taken")
    live.check(different == 0, f"samples that differ from the renderer's: {different} of {n}, by {most:g} at most")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
