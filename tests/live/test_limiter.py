# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The player's limiter: on unless it is switched off, by an option, in the configuration file, by a
command or a message; what it does is counted, and what is recorded is what goes out."""

import sys

import live
from test_surface import Surface, free_port
import test_takes

CHORD = (40, 45, 50, 55, 59, 64)


class Player(test_takes.Player):
    def __init__(self, *arguments):
        live.Process.__init__(self, [live.PLAYER, "-d", "none", "--no-ui", "-s", "quality=1", "-s", "variation=0",
                                     *arguments, "guitar"],
                              test_takes.env, "jawari")
        live.wait_for(lambda: self.said(" on ") or not self.alive())


def strike(player):
    for key in CHORD:
        player.ask(f"note {key} 100")


def take(player, path):
    """A loud chord that is recorded: its peak, and what the status says then."""
    player.ask("reset")
    player.becomes("status", "limited_frames", "0")
    player.ask(f"record {path}")
    strike(player)
    player.has_recorded(0.4)
    player.ask("record stop")
    status = player.values("status")
    samples, _ = live.read_wav(path)
    return live.peak(samples), status


def on(player, path, what):
    peak, status = take(player, path)
    live.check(0.9 < peak < 1.0 and status["clipped"] == "0", f"{what}: a peak of {peak:.3f}")
    live.check(status["limiter"] == "1" and int(status["limited_times"]) >= 1 and float(status["limited_db"]) < -6.0
               and int(status["limited_frames"]) > 1000, f"{what}: counted, {status['limited_db']} dB at worst")


def off(player, path, what):
    peak, status = take(player, path)
    live.check(peak > 1.5 and int(status["clipped"]) > 10, f"{what}: a peak of {peak:.3f}, {status['clipped']} clipped")
    live.check(status["limiter"] == "0" and status["limited_times"] == "0" and float(status["limited_db"]) == 0.0,
               f"{what}: nothing limited")


def switches():
    here = test_takes.folder("limiter")
    port = free_port()
    loud = ["-s", "gain=5", "--osc", str(port)]
    player = Player(*loud)
    surface = Surface(port)
    on(player, here / "on.wav", "as it comes")
    live.check(surface.ask("/jawari/limiter", "s", "off")[1:] == ("ok", ""), "a message switches it off")
    player.ask("panic")
    # The gain rises by 6 dB a second, 0.6 s after the last sample that was too loud.
    live.time.sleep(2.5)
    off(player, here / "off.wav", "switched off")
    player.ask("panic")
    # Until nothing is too loud: what the limiter does from now on is counted.
    live.time.sleep(2.5)
    live.check(player.values("get limiter")["limiter"] == "1", "the parameter of that name is another")
    player.ask("limiter on")
    on(player, here / "again.wav", "on again")
    for bad in ("limiter", "limiter 0", "limiter maybe"):
        try:
            player.ask(bad)
            live.check(False, f"{bad}: refused")
        except RuntimeError as error:
            live.check("limiter on|off" in str(error), f"{bad}: {error}")
    player.leave()


def options():
    here = test_takes.folder("options")
    (here / "conf").write_text("limiter = off\nset = gain=5\n")
    for arguments, then in ((["--limiter", "off", "-s", "gain=5"], off), (["--config", str(here / "conf")], off),
                            (["--config", str(here / "conf"), "--limiter", "on"], on)):
        player = Player(*arguments)
        then(player, here / f"{len(arguments)}{then.__name__}.wav", " ".join(arguments))
        player.leave()
    done = live.subprocess.run([live.PLAYER, "--limiter", "soft"], capture_output=True, text=True, check=False)
    live.check(done.returncode == 2 and done.stderr.count("\n") == 1 and "--limiter" in done.stderr, done.stderr.strip())


if __name__ == "__main__":
    switches()
    options()
    sys.exit(live.result())
