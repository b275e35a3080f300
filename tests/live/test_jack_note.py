# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Notes and tunings through JACK MIDI give the samples that the renderer gives, and so does the
recording: as time goes by, and in a tuning of one's own while JACK freewheels."""

import sys

import live
import score

RATE, PERIOD = 48000, 256
FRAMES = 3 * RATE
SITAR = ["-i", "sitar", "-s", "gain=-9"]
EVENTS = [(0, 0x90, 61, 100), (1000, 0xE0, 0, 96), (30000, 0x90, 56, 80), (48000, 0x80, 61, 64),
          (60001, 0xB0, 21, 90), (72000, 0x90, 66, 127), (100000, 0x80, 66, 0),
          # Another channel, softer and to the left
          (8000, 0xB1, 7, 70), (8001, 0xB1, 10, 20), (54000, 0x91, 63, 90), (110000, 0x81, 63, 0),
          # Tunings: of a key that sounds, of the next notes, of both, of the whole instrument
          (20000, 0xF0, 0x7F, 0x7F, 8, 2, 0, 1, 61, 61, 51, 0, 0xF7),
          (50000, 0xF0, 0x7E, 0x7F, 8, 7, 0, 0, 2, 66, 65, 100, 0, 61, 60, 0, 0, 0xF7),
          (65000, 0xF0, 0x7F, 0x7F, 8, 8, 0, 0, 2, 64, 64, 64, 90, 64, 64, 64, 64, 64, 64, 64, 64, 0xF7),
          (90000, 0xF0, 0x7F, 0x7F, 4, 3, 0, 70, 0xF7)]
EVENTS.sort()


def play(what, freewheel, tuning, expected):
    """The events through JACK; what came out is what was to be expected."""
    server = live.Server(RATE, PERIOD, sync=True)
    peer = live.peer(server)
    recording = live.work / (what.replace(" ", "-") + ".wav")
    player = live.player(server, *SITAR, *tuning, "--no-connect", "--offline-quality", "1",
                         "--record", str(recording))
    peer.ask("connect peer-send:out|jawari:midi_in")
    peer.ask("connect jawari:out_left|peer-take:in_1")
    peer.ask("connect jawari:out_right|peer-take:in_2")
    for frame, *message in EVENTS:
        peer.ask(f"event {frame} {' '.join(map(str, message))}")
    latency_ms = float(player.values("status")["latency_ms"])
    if freewheel:
        peer.ask("freewheel 1")
        player.becomes("status", "freewheel", "1")
    peer.ask(f"start {FRAMES}")
    taken = live.work / "taken.f32"
    figures = peer.values(f"take {taken}")
    if freewheel:
        peer.ask("freewheel 0")
        player.becomes("status", "freewheel", "0")
    print(f"{what}: cycles left out: {figures['gaps']}, late blocks: {player.values('status')['late']}")
    player.ask("record stop")
    live.check(player.values("status")["record_lost"] == "0", f"{what}: the recording has no gap")
    player.ask("quit")
    live.check(player.ended() == 0, f"{what}: ends with status 0")
    peer.stop()
    server.stop()

    latency = round(latency_ms * 1e-3 * RATE) - 2 * PERIOD
    got = live.read_raw(taken)
    live.between(latency, 0, 200, "frames of latency that the engine has")
    live.between(live.peak(got), 0.01, 1.5, "peak of what was taken")
    n = 2 * (FRAMES - latency)
    different, most = live.differences(got[2 * latency:2 * FRAMES], expected[:n])
    live.check(different == 0 and len(expected) >= n,
               f"{what}: samples that differ from the renderer's: {different} of {n}, by {most:g} at most")

    written, rate = live.read_wav(recording)
    start = live.onset(written) - live.onset(got)
    n = 2 * FRAMES
    different, most = live.differences(got, written[2 * start:2 * start + n])
    live.check(rate == RATE and start >= 0 and len(written) >= 2 * start + n,
               f"{what}: the recording is whole: {len(written) // 2} frames")
    live.check(different == 0, f"{what}: samples of the recording that differ: {different} of {n}")


def main():
    midi = live.work / "score.mid"
    score.write(midi, EVENTS, FRAMES)
    scale = live.work / "scale.scl"
    scale.write_text("! neutral thirds\nscale\n7\n200.\n350.\n4/3\n3/2\n900.\n1050.\n2/1\n")
    tuning = ["--sa", "140", "--tuning", str(scale), "--tune", "baj=-20"]
    keys = live.work / "keys.tun"
    keys.write_text("[Exact Tuning]\n" + "".join(f"note {key} = {100 * key + key % 12}\n" for key in range(128)))
    anamark = ["--tuning", str(keys)]
    by_keys, rate = live.render(*SITAR, *anamark, "--tail", "1", str(midi), room=live.ROOM)
    equal, _ = live.render(*SITAR, "--tail", "1", str(midi), room=live.ROOM)
    live.check(by_keys != equal, "AnaMark's tuning can be heard")
    tuned, _ = live.render(*SITAR, *tuning, "--tail", "1", str(midi), room=live.ROOM)
    live.check(rate == RATE and len(by_keys) >= 2 * FRAMES, "the rendering is long enough")
    live.check(by_keys != tuned, "the tuning can be heard")
    play("real time", False, anamark, by_keys)
    play("freewheel", True, tuning, tuned)
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
