# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""MTS-ESP in the player, with a libMTS that is made up (fake_libmts.c): what sounds goes with its
master, who comes and goes, and the player says so."""

import mmap
import os
import struct
import sys

import live

# As fake_libmts.h has it
KEYS, OWN, FILTERED, HAS_OWN = 128 * 8, 16 * 128 * 8, 16 * 128, 16
MASTER = KEYS + OWN + 2 * FILTERED + HAS_OWN
CLIENTS, NAME, SIZE = MASTER + 4, MASTER + 8, MASTER + 72


class Master:
    def __init__(self):
        self.path = live.work / "fake_libmts"
        self.path.write_bytes(bytes(SIZE))
        with open(self.path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), SIZE)
        self.env = {"FAKE_LIBMTS": str(self.path), "JAWARI_LIBMTS": os.environ["FAKE_LIBMTS_SO"]}

    def tune(self, by_semitones, name):
        pitches = [440.0 * 2.0 ** ((key - 69 + by_semitones) / 12.0) for key in range(128)]
        self.memory[0:KEYS] = struct.pack("128d", *pitches)
        self.memory[NAME:NAME + 64] = name.encode().ljust(64, b"\0")

    def appear(self, there):
        self.memory[MASTER:MASTER + 4] = struct.pack("i", there)

    def clients(self):
        return struct.unpack("i", self.memory[CLIENTS:CLIENTS + 4])[0]


def pitch(player):
    return float(player.values("status")["string_1"].split()[-2])


def is_raised(player, from_hz, by_semitones):
    wanted = from_hz * 2.0 ** (by_semitones / 12.0)
    live.wait_for(lambda: abs(pitch(player) / wanted - 1.0) < 1e-4)
    live.between(pitch(player) / wanted, 0.9999, 1.0001, f"pitch, {by_semitones} semitones up")


def says(player, text):
    live.wait_for(lambda: player.said(text))
    live.check(player.said(text), f"says: {text}" if player.said(text) else f"{text}: not among {player.err}")


def main():
    master = Master()
    player = live.Process([live.PLAYER, "--driver", "none", "--no-ui", "-i", "bench"],
                          dict(os.environ, **master.env), "jawari")
    player.ask("note G3")
    plain = pitch(player)
    live.check(master.clients() == 1, "is a client")
    master.tune(0.3, "a third of a tone")
    master.appear(True)
    says(player, "tuned by MTS-ESP: a third of a tone")
    is_raised(player, plain, 0.3)
    master.tune(-0.4, "less")
    says(player, "tuned by MTS-ESP: less")
    is_raised(player, plain, -0.4)
    player.ask("instrument tanpura")
    player.ask("instrument bench")
    player.ask("note G3")
    is_raised(player, plain, -0.4)
    master.appear(False)
    says(player, "MTS-ESP has gone")
    is_raised(player, plain, 0.0)
    player.ask("quit")
    live.check(player.ended() == 0 and master.clients() == 0, "ends, and is none any more")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
