# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Sound from outside goes through the player (--input), and moves its strings.

    test_input.py jack|portaudio

What goes by the strings comes out sample by sample, late by as much as JACK is told; the strings
ring on when it is over; and the callback keeps from what it must not do. Without the option there
is no port to come in at.
"""

import os
import sys

import live

RATE, PERIOD = 48000, 256
FRAMES, BURST, LENGTH = 2 * RATE, 20000, 2400
DRY = ["-s", "dry=0", "-s", "wet=-60", "-s", "limiter=0"]
WET = ["-s", "dry=-60", "-s", "wet=0"]


def burst():
    """What the peer sends, frame by frame."""
    return [(0.5 if i % 16 < 8 else -0.25) if BURST <= i < BURST + LENGTH else 0.0
            for i in range(FRAMES)]


def ports(peer):
    return [port for port in peer.ask("ports") if port.startswith("jawari:")]


def ends(driver):
    """Ports that sound comes in at, and goes out at."""
    if driver == "jack":
        return ["jawari:in_left", "jawari:in_right"], ["jawari:out_left", "jawari:out_right"]
    return ["jawari:in_0", "jawari:in_1"], ["jawari:out_0", "jawari:out_1"]


def connect(peer, driver, sides):
    ins, outs = ends(driver)
    for port in ins[:sides]:
        peer.ask(f"connect peer-send:sound|{port}")
    for i, port in enumerate(outs):
        peer.ask(f"connect {port}|peer-take:in_{i + 1}")


def through(server, driver, options, sides=2, stir=(), device="JACK"):
    """Sides of what comes out while the burst goes in; beside it, commands. A device of the peer's
    has one channel to come in at, and two to go out."""
    out = live.work / "guard.txt"
    guard = {"LD_PRELOAD": os.environ["AUDIO_GUARD_SO"], "AUDIO_GUARD": str(out)}
    if driver == "portaudio":
        guard["AUDIO_GUARD_PORTAUDIO"] = "1"
    peer = live.peer(server)
    peer.ask(f"burst {BURST} {LENGTH}")
    for side in "LR" if device != "JACK" else "":
        peer.ask(f"speaker speaker {side}")
    player = live.player(server, "-d", driver, "--device", device, "--input", "-s", "quality=1",
                         "-s", "room=0", *options, env=guard)
    print(player.err)
    wanted = ends(driver)[0][:1 if device != "JACK" else 2]
    live.check([port for port in ports(peer) if ":in_" in port] == wanted,
               f"ports to come in at: {ports(peer)}")
    connect(peer, driver, sides)
    told = told_latency(peer) if driver == "jack" else None
    peer.ask(f"start {FRAMES}")
    for line in stir:
        live.plays(player, RATE // 8)
        player.ask(line)
    taken = live.work / "taken.f32"
    figures = peer.values(f"take {taken}")
    print(f"cycles left out: {figures['gaps']}")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")
    live.guarded(out, FRAMES // PERIOD)
    peer.stop()
    samples = live.read_raw(taken)
    return samples[0::2], samples[1::2], told


def told_latency(peer):
    """Frames that JACK is told a sound, and a note, takes from port to port."""
    def latency(port, mode):
        return int(peer.values(f"latency {port}")[mode].split()[1])
    live.wait_for(lambda: latency("jawari:in_left", "playback") > 0)
    out = latency("jawari:out_left", "playback")
    return [latency(f"jawari:{port}", "playback") - out for port in ("in_left", "in_right", "midi_in")]


def test_dry(server, driver, **how):
    """What is sent to both sides comes out of both; to the left one of two, out of the left."""
    sent = burst()
    left, right, told = through(server, driver, DRY, **how)
    first = next((i for i, x in enumerate(left) if x != 0.0), None)
    if not live.check(first is not None, "something comes out"):
        return
    delay = first - BURST
    late = [0.0] * delay + sent[:FRAMES - delay] if delay >= 0 else []
    print(f"frames from port to port: {delay}, told to JACK: {told}")
    alone = how == {"sides": 1}
    live.check(list(left) == late, "what came in, to the bit")
    live.check(list(right) == ([0.0] * FRAMES if alone else late),
               f"on the right {'nothing' if alone else 'too'}")
    if driver == "jack":
        live.check(told[:2] == [delay, delay], f"JACK is told how late sound is: {told[:2]}")
        live.check(told[2] == 37, f"and how late notes are: {told[2]}")


def test_wet(server, driver):
    """The strings answer, and ring on: nothing is heard before, all after."""
    left, right, _ = through(server, driver, WET, sides=1)
    before, after = left[:BURST], left[BURST + LENGTH + RATE // 2:]
    live.check(live.peak(before) == 0.0, "no sound before the burst")
    live.between(live.peak(after), 1e-4, 1.0, "peak of the strings, half a second after it")
    live.check(live.peak(right) > 0.0, "on both sides, from one")


def test_change(server, driver):
    """Instruments change while it sounds; one without a body lets it by."""
    left, _, _ = through(server, driver, [], stir=(
        "note 56 100", "set sensitivity 100", "set wet 6", "set freeze 1", "instrument tanpura",
        "set listen 1", "panic"))
    live.between(live.peak(left), 1e-3, 10.0, "peak of all")


def test_without(server, driver):
    peer = live.peer(server)
    player = live.player(server, "-d", driver, "--device", "JACK")
    live.check(not set(ends(driver)[0]) & set(ports(peer)),
               f"ports without the option: {ports(peer)}")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")
    peer.stop()


def test_no_input(server):
    """A device without inputs is refused in one line."""
    peer = live.peer(server)
    player = live.Process([live.PLAYER, "--no-ui", "-d", "portaudio", "--device", "peer-take", "--input"],
                          server.env, "jawari")
    live.check(player.ended() == 1 and len(player.err) == 1 and
               player.said("peer-take has no input; see --list-devices"), f"says so: {player.err}")
    peer.ask("burst 0 0")
    done = live.subprocess.run([live.PLAYER, "--list-devices"], env=server.env, text=True,
                               capture_output=True, check=False).stdout
    live.check(any("system" in line and ", --input" in line for line in done.splitlines()) and
               any("peer-take" in line and "--input" not in line for line in done.splitlines()),
               f"devices that have inputs say so: {done}")
    peer.stop()


def test_rock(server):
    """An instrument without a body has no bridge that moves: it says so, and plays."""
    player = live.player(server, "-d", "none", "--input", "bass")
    live.check(player.said("bass has no body: its bridge does not move"), f"says so: {player.err}")
    player.ask("note 40 100")
    live.plays(player, RATE // 8)
    live.check(player.values("status")["silent"] == "0", "and plays")
    player.err.clear()
    player.ask("instrument sitar")
    player.ask("instrument bass-fretless")
    live.wait_for(lambda: player.said("does not move"), 10.0)
    live.check(sum("does not move" in line for line in player.err) == 1, f"again for the next: {player.err}")
    player.ask("quit")
    player.ended()
    player = live.player(server, "-d", "none", "bass")
    live.check(not player.said("does not move"), "not where no sound comes in")
    player.ask("quit")
    player.ended()


def main():
    driver = sys.argv[1]
    server = live.Server(RATE, PERIOD, sync=True)
    test_dry(server, driver)
    test_dry(server, driver, sides=1)
    test_wet(server, driver)
    test_change(server, driver)
    test_without(server, driver)
    if driver == "jack":
        test_rock(server)
    else:
        test_dry(server, driver, device="peer-send", sides=1)
        test_no_input(server)
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
