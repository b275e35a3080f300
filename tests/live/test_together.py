# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Three sitars at 64 frames on one processor miss no deadline that the machine did not make them miss.

    test_together.py [SECONDS [PROCESSOR]] [unison]

Server, players, MIDI sender and control client share that processor. Each player is struck on all its
strings five times a second, bent, and has a control moved as often, some of which need new tables: one
player after another, as three people play, or (unison) all by the same MIDI in the same block. The control
client counts for a twentieth of a block, which leaves it late only if somebody had the processor for the
rest of it.
"""

import os
import pathlib
import random
import resource
import sys
import time

import live
from test_realtime import PERIOD, RATE, load, score, steal_s

PLAYERS = 3
CONTROL_US = 1e6 * PERIOD / RATE / 20.0
WARMS_UP_S = 3
EVERY_S = 0.2
MOVES = (("jawari", 0.0, 100.0), ("pluck_position", 0.05, 0.3), ("gain", -23.0, -17.0), ("damping", 0.0, 20.0),
         ("loss_high", 1.0, 2.0), ("sa", 0, 12))


def model_name():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")


def start(processor, unison):
    """Server, peer and players on that processor alone; this script goes elsewhere, if there is another."""
    all_of_them = os.sched_getaffinity(0)
    try:
        resource.setrlimit(resource.RLIMIT_MEMLOCK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    except (OSError, ValueError):
        pass  # The players say that their memory is not locked.
    os.sched_setaffinity(0, {processor})
    server = live.Server(RATE, PERIOD, 1200)
    peer = live.peer(server)
    players = [live.player(server, "-i", "sitar", "--name", f"sitar{i}", "--set=quality=2", "--set=gain=-20")
               for i in range(PLAYERS)]
    os.sched_setaffinity(0, all_of_them - {processor} or all_of_them)
    peer.ask("connect peer-send:out|peer-idle:in")
    for i in range(PLAYERS):
        if unison:
            live.connects(peer, f"peer-send:out|sitar{i}:midi_in")
        peer.ask(f"connect sitar{i}:out_left|peer-take:in_1")
        peer.ask(f"connect sitar{i}:out_right|peer-take:in_2")
    return server, peer, players


def tell(player, lines):
    """Commands that it obeys together."""
    player.process.stdin.write("".join(line + "\n" for line in lines))
    player.process.stdin.flush()
    for _ in lines:
        player.answer()


def conduct(players, seconds, strikes):
    """One player after another: a chord of all its strings, a bend, a moved control. How many times."""
    dice = random.Random(3)
    begin, n = time.monotonic(), 0
    while time.monotonic() < begin + seconds:
        symbol, least, most = dice.choice(MOVES)
        value = dice.randint(least, most) if isinstance(least, int) else dice.uniform(least, most)
        lines = [f"set {symbol} {value:.4g}"]
        if strikes:
            keys = (dice.randint(49, 68), 49, 44, 37, 56, 61, 73)
            lines += [f"midi 224 0 {dice.randint(64, 127)}"]
            lines += [f"note {key} {dice.randint(60, 127)}" for key in keys]
        tell(players[n % PLAYERS], lines)
        n += 1
        time.sleep(max(begin + n * EVERY_S / PLAYERS - time.monotonic(), 0.0))
    return n


def say_machine(server, players, processor):
    priorities = {player.values("status")["priority"] for player in players}
    print(f"{model_name()}; processor {processor} of {os.cpu_count()}, {os.getloadavg()[0]:.1f} others want them")
    print(f"JACK {'with' if server.realtime else 'WITHOUT'} real-time priority; of the players: "
          f"{', '.join(sorted(priorities))} (0: none)")
    for line in sorted({line for player in players for line in player.err if "not locked" in line}):
        print(f"  {line}")


def main():
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    unison = "unison" in sys.argv
    seconds = numbers[0] if numbers else 60
    processor = numbers[1] if len(numbers) > 1 else max(os.sched_getaffinity(0))
    live.need("jackd")
    server, peer, players = start(processor, unison)
    say_machine(server, players, processor)
    peer.ask(f"work {CONTROL_US:.0f}")
    conduct(players, WARMS_UP_S, True)
    load(peer, score(seconds * RATE, 1))
    peer.ask("late")
    xruns = [int(player.values("status")["xruns"]) for player in players]
    for player in players:
        player.ask("reset")
    stolen = steal_s()
    peer.ask(f"start {seconds * RATE}")
    moved = conduct(players, seconds, not unison)
    figures = peer.values(f"take {os.devnull}", seconds + 60.0)
    stolen = steal_s() - stolen
    control = sum(line.startswith("late_at") for line in peer.ask("late"))
    late = []
    for i, (player, before) in enumerate(zip(players, xruns)):
        status = player.values("status")
        late.append(int(status["late"]))
        print(f"sitar {i + 1}: quality {status['quality']}, {status['blocks']} blocks, load {status['load']}, worst "
              f"{status['worst_load']} of a block; late {status['late']}, xruns {int(status['xruns']) - before}")
        live.check(status["dropped"] == "0" and status["nonfinite"] == "0", "nothing dropped, all finite")
        live.between(float(status["load"]), 0.05, 1.0, "it sounds: load")
    print(f"{seconds} s, {moved} controls moved; late: players {sum(late)}, the control client {control}; xruns of the "
          f"graph {figures['xruns']}, cycles left out {figures['gaps']}; the host took {stolen:.2f} s of the processors")
    # What holds the processor up for long makes all four of them late.
    live.timely(sum(late), 0, PLAYERS * control, "late blocks of all players")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
