# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The sitar at 64 frames misses no deadline that another client in its place keeps.

    test_realtime.py SECONDS [stress]

All strings are struck again and again. The control is a client that hears the same MIDI, hangs in
the same place of JACK's graph and does nothing but watch the clock for as long as a block of ours
takes. What makes it late is the machine; ours may be late as often as that. What went out is
recorded by the player and by the peer, and the two are the same.
"""

import random
import subprocess
import sys
import time

import live

RATE, PERIOD = 48000, 64


def score(frames):
    """A chord of all the strings five times a second, pulled all the time."""
    dice = random.Random(1)
    events = []
    for at in range(4800, frames - 4800, RATE // 5):
        events += [(at + 7 * i, 0x90, key, dice.randint(60, 127))
                   for i, key in enumerate((dice.randint(49, 68), 49, 44, 37, 56, 61, 73))]
        events.append((at + 100, 0xE0, 0, dice.randint(64, 127)))
    return events


def late_blocks(lines):
    """Frame and excess of the blocks that the player calls late."""
    words = [line.split() for line in lines if line.startswith("jawari: late at frame")]
    return [(int(w[4]), float(w[6]), float(w[9])) for w in words]


def blocks_apart(a, b):
    """Blocks that only one of the two has, from a common first block to the end of the shorter."""
    size, apart, i, j = 2 * PERIOD, 0, 0, 0
    while i + size <= len(a) and j + size <= len(b):
        if a[i:i + size] == b[j:j + size]:
            i, j = i + size, j + size
            continue
        # A cycle in which JACK did not wait for somebody: one missed it, or had an old buffer.
        ahead = [(k + m, k, m) for k in range(8) for m in range(8) if k + m
                 and a[i + k * size:i + (k + 1) * size] == b[j + m * size:j + (m + 1) * size]]
        if not ahead:
            return len(a)
        steps, k, m = min(ahead)
        apart, i, j = apart + steps, i + k * size, j + m * size
    return apart


def main():
    seconds = int(sys.argv[1])
    stress = None
    server = live.Server(RATE, PERIOD, seconds + 120)
    print(f"JACK {'with' if server.realtime else 'without'} real-time priority")
    peer = live.peer(server)
    recording = live.work / "recording.wav"
    player = live.player(server, "-i", "sitar", "-v", "-s", "gain=-20", "--record", str(recording))
    peer.ask("connect peer-send:out|jawari:midi_in")
    peer.ask("connect peer-send:out|peer-idle:in")
    peer.ask("connect jawari:out_left|peer-take:in_1")
    peer.ask("connect jawari:out_right|peer-take:in_2")
    frames = seconds * RATE
    events = score(frames)
    for frame, *message in events:
        peer.ask(f"event {frame} {' '.join(map(str, message))}")
    if "stress" in sys.argv:
        live.need("stress-ng")
        stress = subprocess.Popen(["stress-ng", "--cpu", "2", "--vm", "1", "--vm-bytes", "256M",
                                   "--hdd", "1", "--timeout", f"{seconds + 60}s"],
                                  cwd=live.work, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
    # How long a block takes while everything is struck and pulled as in the score
    for stroke in range(10):
        for key in (54, 49, 44, 37, 56, 61, 73):
            player.ask(f"note {key} 127")
        player.ask(f"midi 224 0 {64 + 6 * stroke}")
        time.sleep(0.2)
    work_us = round(1e6 * float(player.values("status")["load"]) * PERIOD / RATE)
    peer.ask(f"spin {work_us}")
    player.ask("panic")
    time.sleep(1.0)
    player.ask("reset")
    peer.ask("late")
    del player.err[:]
    t0 = int(peer.values(f"start {frames}")["t0"])
    taken = live.work / "taken.f32"
    figures = dict(line.split(" = ") for line in peer.ask(f"take {taken}", seconds + 60.0))
    idle = [line.split(" = ") for line in peer.ask("late")]
    status = player.values("status")
    if stress:
        stress.terminate()
        stress.wait()

    # Before and after, the peer reads and writes files.
    during = lambda frame: t0 <= frame < t0 + frames
    control = [int(value.split()[0]) for key, value in idle if key == "late_at"]
    control = [frame for frame in control if during(frame)]
    live.wait_for(lambda: len(late_blocks(player.err)) >= int(status["late"]), 2.0)
    told = late_blocks(player.err)
    ours = [block for block in told if during(block[0])]
    print(f"blocks {status['blocks']}, load {status['load']}, worst {status['worst_ms']} ms "
          f"= {status['worst_load']} of the block; the control works {work_us} us")
    print(f"late: ours {len(ours)}, the control {len(control)}; "
          f"xruns {status['xruns']}, cycles left out {figures['gaps']}")
    for frame, late_ms, spent_ms in ours[:10]:
        print(f"  ours at {frame}: {late_ms} ms late after {spent_ms} ms of work")
    for frame in control[:10]:
        print(f"  the control at {frame}")
    live.check(len(told) >= int(status["late"]), f"late blocks that were told: {len(told)}")
    # Cycles that JACK left out excuse nothing: it may have left them out because we were late.
    live.between(len(ours), 0, 2 + len(control),
                 f"late blocks of ours, where the machine made the control late {len(control)} times")
    # What is sent in such a cycle is lost on its way.
    n_messages = int(status["messages"])
    live.check(len(events) - 8 * int(figures["gaps"]) <= n_messages <= len(events),
               f"MIDI messages that came in: {n_messages} of {len(events)}")
    live.check(status["dropped"] == "0" and status["nonfinite"] == "0", "nothing dropped")

    player.ask("record stop")
    live.check(player.values("status")["record_lost"] == "0", "the recording has no gap")
    player.ask("quit")
    got = live.read_raw(taken)
    written, rate = live.read_wav(recording)
    # Blocks begin where JACK's do; the first one that sounds is the first to compare.
    begin = live.onset(got) // PERIOD * PERIOD
    first = got[2 * begin:2 * (begin + PERIOD)].tobytes()
    start = written.tobytes().find(first)
    apart = blocks_apart(written[start // 4:], got[2 * begin:]) if start >= 0 else len(got)
    trouble = int(figures["xruns"]) + int(figures["gaps"]) + len(ours)
    live.check(rate == RATE and apart <= 2 * trouble,
               f"blocks of the recording of {seconds} s that are not what went out: {apart}, "
               f"where JACK had trouble with {trouble}")
    live.between(live.peak(got), 0.01, 1.0, "peak of what went out")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
