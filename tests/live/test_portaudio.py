# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A note played through PortAudio, over JACK, gives the renderer's samples; the device may go."""

import os
import sys

import live

RATE, PERIOD = 48000, 256
SECONDS = 5
# Quality 1: a finer one's filter sounds ahead of a stroke, and what begins at frame 0 has no ahead.
SOUND = ["-s", "gain=-6", "-s", "quality=1"]


def main():
    server = live.Server(RATE, PERIOD, sync=True)
    peer = live.peer(server)
    recording = live.work / "recording.wav"
    player = live.player(server, "-d", "portaudio", "--device", "JACK", "-i", "tanpura",
                         *SOUND, "--record", str(recording))
    opened = [line for line in player.err if " on PortAudio " in line]
    print(player.err)
    live.check(len(opened) == 1 and "48000 Hz" in opened[0] and "ms" in opened[0],
               "says in one line what it opened")
    if os.path.exists("/dev/snd/seq"):
        print("there is an ALSA sequencer here: that there is none cannot be told")
    else:
        live.check(player.said("no MIDI: the ALSA sequencer"), "says that there is no ALSA sequencer")
    live.check(not player.said("ALSA lib"), "none of ALSA's noise")
    ports = [port for port in peer.ask("ports") if port.startswith("jawari:")]
    live.check(len(ports) == 2, f"ports of PortAudio's client: {ports}")
    for number, port in enumerate(ports):
        peer.ask(f"connect {port}|peer-take:in_{number + 1}")
    peer.ask(f"start {SECONDS * RATE}")
    peer.becomes("taken", "taken", lambda frames: int(frames) > 0)
    player.ask("note 48 90")
    taken = live.work / "taken.f32"
    figures = peer.values(f"take {taken}")
    print(f"cycles left out: {figures['gaps']}")
    status = player.values("status")
    live.check(int(status["block_frames"]) == PERIOD, f"block: {status['block_frames']}")
    live.check(int(status["priority"]) > 0 or player.said("real-time priority refused"),
               f"real-time priority: {status['priority']}, or why not")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")
    live.check(not [line for line in player.err if not line.startswith("jawari: ")],
               "nothing but its own lines on the standard error")

    got = live.read_raw(taken)
    begin = live.onset(got)
    expected, _ = live.render("-i", "tanpura", *SOUND, "--note", "48:90:4", "--tail", "0", room=live.ROOM)
    first = live.onset(expected)
    n = min(len(got) - 2 * begin, len(expected) - 2 * first)
    different, most = live.differences(got[2 * begin:2 * begin + n],
                                       expected[2 * first:2 * first + n])
    live.between(live.peak(got), 0.005, 1.5, "peak of what was taken")
    live.check(begin > 0 and n > RATE, f"frames that can be compared: {n // 2}")
    live.check(different == 0,
               f"samples that differ from the renderer's: {different} of {n}, by {most:g} at most")
    written, _ = live.read_wav(recording)
    at = live.onset(written)
    n = min(len(got) - 2 * begin, len(written) - 2 * at)
    different, most = live.differences(got[2 * begin:2 * begin + n], written[2 * at:2 * at + n])
    live.check(different == 0, f"samples of the recording that differ: {different} of {n}")

    # PortAudio itself never notices: nothing is heard of it any more, that is all.
    for option in ([], ["--reconnect"]):
        recording = live.work / ("gone" + "-".join(option) + ".wav")
        player = live.player(server, "-d", "portaudio", "--device", "JACK", "--record", str(recording), *option)
        player.ask("note C3")
        player.becomes("status", "recorded_frames", lambda frames: int(frames) >= RATE // 4)
        server.stop()
        status = player.ended()
        live.check(status == 3 and player.said("PortAudio is gone"), f"ends with status {status}: {player.err[-1]}")
        live.check(len(live.read_wav(recording)[0]) // 2 >= RATE // 4, "the recording is whole")
        server.start()
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
