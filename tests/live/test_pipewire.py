# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The player on PipeWire's JACK: notes are the renderer's samples, blocks and rates change, PipeWire
ends and comes back."""

import sys

import live

RATE, PERIOD = 48000, 256
FRAMES = 2 * RATE
# Quality 1: a finer one's filter sounds ahead of a stroke, and what begins at frame 0 has no ahead.
SOUND = ["-s", "gain=-6", "-s", "quality=1"]


def play_note(server, peer, expected):
    """A note at an exact frame, and what came out of it; PipeWire may leave cycles out, then again."""
    for attempt in range(5):
        player = live.player(server, "-i", "tanpura", *SOUND, "--no-connect")
        peer.ask("connect peer-send:out|jawari:midi_in")
        peer.ask("connect jawari:out_left|peer-take:in_1")
        peer.ask("connect jawari:out_right|peer-take:in_2")
        peer.ask("event 1000 144 48 90")
        peer.ask(f"start {FRAMES}")
        taken = live.work / "taken.f32"
        figures = peer.values(f"take {taken}")
        status = player.values("status")
        player.ask("quit")
        live.check(player.ended() == 0, "ends with status 0")
        got = live.read_raw(taken)
        begin, first = live.onset(got), live.onset(expected)
        n = min(len(got) - 2 * begin, len(expected) - 2 * first)
        different, most = live.differences(got[2 * begin:2 * begin + n], expected[2 * first:2 * first + n])
        print(f"attempt {attempt + 1}: cycles left out {figures['gaps']}, late {status['late']}, sounds from "
              f"frame {begin}, differ {different} of {n}")
        if begin >= 1000 and different == 0:
            break
    live.check(different == 0 and n > RATE, f"samples that differ from the renderer's: {different} of {n}, "
                                            f"by {most:g} at most")
    live.between(live.peak(got), 0.005, 1.5, "peak of what was taken")
    live.check(status["rate_hz"] == str(RATE), f"at {status['rate_hz']} Hz")


def main():
    server = live.PipeWire(PERIOD)
    peer = live.peer(server)
    expected, _ = live.render("-i", "tanpura", *SOUND, "--note", "48:90:4", "--tail", "0", room=live.ROOM)
    play_note(server, peer, expected)

    player = live.player(server)
    print(player.err)
    live.check(any(" on JACK " in line for line in player.err), "says what it opened")
    live.wait_for(lambda: peer.ask("connections jawari:out_left"))
    live.check(peer.ask("connections jawari:out_left"), f"plays into {peer.ask('connections jawari:out_left')}")
    for size in (512, 128, 1024):
        peer.ask(f"size {size}")
        got = player.becomes("status", "block_frames", str(size))
        live.check(got == str(size), f"block of {got} where {size} is asked for")
    player.ask("note C3")
    live.check(float(player.becomes("status", "peak_left", lambda peak: float(peak) > 0.001)) > 0.001,
               "sounds on")
    for rate in ("44100", "96000", "48000"):
        server.force_rate(rate)
        got = player.becomes("status", "rate_hz", rate)
        player.ask("note C3")
        peak = player.becomes("status", "peak_left", lambda value: float(value) > 0.001)
        live.check(got == rate and float(peak) > 0.001, f"at {got} Hz where {rate} is asked for, peak {peak}")
    server.stop()
    status = player.ended()
    live.check(status == 3 and player.said("JACK is gone"), f"without PipeWire: status {status}, {player.err[-1]}")

    server.start()
    player = live.player(server, "--reconnect")
    server.stop()
    live.check(live.wait_for(lambda: player.said("JACK is gone")), "says that PipeWire is gone")
    server.start()
    live.check(live.wait_for(lambda: sum(" on JACK " in line for line in player.err) == 2), "is back with it")
    player.ask("note C3")
    live.check(float(player.becomes("status", "peak_left", lambda peak: float(peak) > 0.001)) > 0.001,
               "and sounds")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
