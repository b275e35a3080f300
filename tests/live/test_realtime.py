# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The sitar at 64 frames misses no deadline that the machine did not make it miss.

    test_realtime.py SECONDS [stress] [SYMBOL=VALUE...]

All strings are struck again and again. The controls do next to nothing. A block of ours that is late
must have been held up: of the time until its deadline it did not even get what it needs, for the
processor was somebody else's, or the virtual machine stood still. Processor time tells: it counts
neither. A client that hears the same MIDI and hangs in the same place of JACK's graph counts as long
as a block of ours takes: but for chance, it is to be late as rarely. What went out is recorded by
the player and by the peer, and the two are the same.
"""

import math
import os
import pathlib
import random
import subprocess
import sys
import time

import live

RATE, PERIOD = 48000, 64
SETTLES = 12  # Seconds: some for the pace to come near, and the last five of them count


def score(frames, seed):
    """A chord of all the strings five times a second, pulled all the time: messages and when."""
    dice = random.Random(seed)
    events = []
    for at in range(4800, frames - 4800, RATE // 5):
        events += [(at + 7 * i, 0x90, key, dice.randint(60, 127))
                   for i, key in enumerate((dice.randint(49, 68), 49, 44, 37, 56, 61, 73))]
        events.append((at + 100, 0xE0, 0, dice.randint(64, 127)))
    return events


class Late:
    """A block that was done late: its first frame, by how much, when, after how much work."""

    def __init__(self, frame, late_ms, end_s, spent_ms=None):
        self.frame, self.late_s, self.end_s = int(frame), 1e-3 * float(late_ms), float(end_s)
        self.begin_s = self.end_s - self.late_s - PERIOD / RATE
        self.spent_s = 1e-3 * float(spent_ms) if spent_ms else math.inf
        self.text = f"at {frame}: {late_ms} ms late" + (f" after {spent_ms} ms of work"
                                                        if spent_ms else "")


def late_blocks(lines):
    """Blocks that the player calls late."""
    words = [line.split() for line in lines if line.startswith("jawari: late at frame")]
    return [Late(w[4], w[6], w[14], w[9]) for w in words]


def unexplained(blocks, readings, who):
    """Late blocks that took more processor time than there was until their deadline. What one does
    not make good is still missing in the next. Notes in each how much it took, and had."""
    left, before = [], None
    for block in sorted(blocks, key=lambda block: block.end_s):
        follows = before and block.begin_s < before.end_s
        block.since_s = before.since_s if follows else block.begin_s
        block.n = before.n + 1 if follows else 1
        block.spent_s += before.spent_s if follows else 0.0
        block.had_s = block.end_s - block.late_s - block.since_s
        # The process may have worked beside it, but the block took no more than from end to end.
        work_s = readings.work_s(who, block.since_s, block.end_s, block.n, who == "watched")
        block.took_s = min(work_s, block.spent_s)
        if block.took_s > block.had_s:
            left.append(block)
        before = block
    return left


def steal_s():
    """Time that the host of a virtual machine has not given to its processors."""
    ticks = pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[8]
    return int(ticks) / os.sysconf("SC_CLK_TCK")


def blocks_apart(a, b):
    """Blocks that only one of the two has, from a common first block to the end of the shorter."""
    a, b = a.tobytes(), b.tobytes()
    size, apart, i, j = 8 * PERIOD, 0, 0, 0
    while i + size <= len(a) and j + size <= len(b):
        if a[i:i + size] == b[j:j + size]:
            i, j = i + size, j + size
            continue
        # A cycle in which JACK did not wait for somebody: one missed it, or had an old buffer.
        ahead = [(k + m, k, m) for k in range(64) for m in range(64) if k + m
                 and a[i + k * size:i + (k + 1) * size] == b[j + m * size:j + (m + 1) * size]]
        if not ahead:
            return len(a) // size
        steps, k, m = min(ahead)
        apart, i, j = apart + steps, i + k * size, j + m * size
    return apart


def load(peer, events):
    for frame, *message in events:
        peer.ask(f"event {frame} {' '.join(map(str, message))}")


def play(peer, frames, taken):
    """Sends what was loaded and records what goes out: the frame it begins with, and how the
    recording went."""
    t0 = int(peer.values(f"start {frames}")["t0"])
    return t0, peer.values(f"take {taken}", frames / RATE + 60.0)


def settle_control(player, peer):
    """A score of that kind is played until the control works as long as the player, and near that
    whenever it is watched from then on."""
    frames = SETTLES * RATE
    load(peer, score(frames, 2))
    peer.ask("work 300")
    peer.ask(f"watch {player.process.pid} settle")
    play(peer, frames, os.devnull)
    peer.ask(f"watch {player.process.pid}")


def main():
    seconds = int(sys.argv[1])
    stress = None
    server = live.Server(RATE, PERIOD, 2 * seconds + 300)
    print(f"JACK {'with' if server.realtime else 'without'} real-time priority")
    peer = live.peer(server)
    recording = live.work / "recording.wav"
    settings = [f"--set={word}" for word in ["gain=-20", *sys.argv[2:]] if "=" in word]
    player = live.player(server, "-i", "sitar", "-v", *settings, "--record", str(recording))
    peer.ask("connect peer-send:out|jawari:midi_in")
    peer.ask("connect peer-send:out|peer-idle:in")
    peer.ask("connect jawari:out_left|peer-take:in_1")
    peer.ask("connect jawari:out_right|peer-take:in_2")
    frames = seconds * RATE
    if "stress" in sys.argv:
        live.need("stress-ng")
        stress = subprocess.Popen(["stress-ng", "--cpu", "2", "--vm", "1", "--vm-bytes", "256M",
                                   "--hdd", "1", "--timeout", f"{seconds + 120}s"],
                                  cwd=live.work, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
    settle_control(player, peer)
    player.ask("panic")
    time.sleep(1.0)
    player.ask("reset")
    events = score(frames, 1)
    load(peer, events)
    taken = live.work / "taken.f32"
    # From here on: a player that rests says nothing about the work.
    peer.ask(f"watch {player.process.pid}")
    peer.ask("late")
    stolen = steal_s()
    del player.err[:]
    t0, figures = play(peer, frames, taken)
    stolen = steal_s() - stolen
    idle = [line.split(" = ") for line in peer.ask("late")]
    readings = live.Readings(peer)
    status = player.values("status")
    if stress:
        stress.terminate()
        stress.wait()

    # Before and after, the peer reads and writes files.
    during = lambda block: t0 <= block.frame < t0 + frames
    control = filter(during, (Late(*value.split()) for key, value in idle if key == "late_at"))
    control = list(control)
    live.wait_for(lambda: len(late_blocks(player.err)) >= int(status["late"]), 2.0)
    told = late_blocks(player.err)
    ours = list(filter(during, told))
    quality = player.values("get quality")["quality"]
    print(f"quality {quality}, blocks {status['blocks']}, load {status['load']}, worst "
          f"{status['worst_ms']} ms = {status['worst_load']} of the block")
    print(f"the host took {stolen:.2f} s of the machine's processors; a cycle takes "
          f"{1e3 * readings.usual_s['watched']:.3f} ms of processor time, of the control "
          f"{1e3 * readings.usual_s['own']:.3f} ms")
    print(f"late: ours {len(ours)}, the control {len(control)}; "
          f"xruns {status['xruns']}, cycles left out {figures['gaps']}")
    left = unexplained(ours, readings, "watched")
    left_of_control = unexplained(control, readings, "own")
    for who, blocks in (("ours", ours), ("the control", control)):
        # First those that nothing excuses
        for block in sorted(blocks, key=lambda block: block.took_s <= block.had_s)[:20]:
            print(f"  {who} {block.text}; took {1e3 * block.took_s:.3f} of {1e3 * block.had_s:.3f} ms "
                  f"in {block.n} blocks")
    live.check(len(told) >= int(status["late"]), f"late blocks that were told: {len(told)}")
    # Two clients that work so long want two processors: beyond that nothing is shown.
    live.between(readings.usual_s["watched"] * RATE / PERIOD, 0.0, 0.8,
                 "part of its time that the player needs")
    live.between(readings.all_s["own"] / readings.all_s["watched"], 0.9, 1.1,
                 "work of the control over ours")
    # Cycles that JACK left out excuse nothing: it may have left them out because we were late.
    # What slows the machine down strikes now one, now the other: two standard deviations of that.
    most = 2 + len(left_of_control) + int(2.0 * math.sqrt(2.0 * len(left_of_control)))
    live.between(len(left), 0, most,
                 f"late blocks of ours that nothing held up, where the control has "
                 f"{len(left_of_control)}")
    # What takes no processor time, a wait or a page, would be late alone.
    live.between(len(ours), 0, 10 + 3 * len(control),
                 f"late blocks of ours, where the control has {len(control)}")
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
