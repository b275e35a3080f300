# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The plug-in in jalv, over a JACK server of its own, gives the samples that the renderer gives.

    test_jalv.py LIVE_DIR [all | steady [FRAMES] | PRESET...]

    all     every preset, not only some; or those that are named
    steady  60 seconds of a busy score without an xrun of ours; FRAMES a cycle (1024, as
            JACK has it if nobody says otherwise)
"""

import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

sys.path.insert(0, sys.argv[1])

import live  # pylint: disable=wrong-import-position
import score  # pylint: disable=wrong-import-position

DATA = pathlib.Path(os.environ["JAWARI_DATA"])
URI = "urn:jawari:instrument"
RATE, PERIOD = 48000, 512
FRAMES = RATE * 3 // 2
ATTEMPTS = 8
# In the renderer the strings run for a while before the first note, as they do in the plug-in. A
# whole number of control ticks (32 frames), for there too they begin anew when it wakes.
LEAD = 48 * 1024
# Keys that every instrument has. No vibrato: its phase is that of the clock.
EVENTS = [(0, 0x90, 50, 100), (1000, 0xE0, 0, 96), (20000, 0x90, 54, 80), (30000, 0x80, 50, 64),
          (40001, 0xE0, 0, 64), (45000, 0x90, 52, 127), (60000, 0x80, 52, 0)]
# Only controls that the sitar does not set itself: moved back, they are where they were.
CASES = [
    ("as it starts", [], ["-i", "sitar"]),
    ("bridge and body", ["bridge_curvature = 3.0", "body = -6.0"],
     ["-i", "sitar", "-s", "bridge_curvature=3", "-s", "body=-6"]),
    ("pluck position", ["pluck_position = 0.3"], ["-i", "sitar", "-s", "pluck_position=0.3"]),
    ("losses", ["loss_low = 4.0"], ["-i", "sitar", "-s", "loss_low=4"]),
]
PRESETS = ["sitar-khula", "sitar-finger", "veena-fingertips"]
# Strokes vary and have noise by their number, which an instance goes on counting: only its first ones are those
# of the renderer. Without both, all are.
EXACT = (["variation = 0.0", "stroke_noise = 0.0"], ["-s", "variation=0", "-s", "stroke_noise=0"])


def windowless():
    """LV2_PATH with the bundle as a build without a window has it: jalv's console obeys nobody while
    it shows one."""
    path = []
    for folder in os.environ["LV2_PATH"].split(":"):
        bundle = pathlib.Path(folder) / "jawari.lv2"
        if bundle.is_dir():
            folder = live.work / "windowless"
            shutil.copytree(bundle, folder / "jawari.lv2", dirs_exist_ok=True,
                            ignore=lambda _, names: [name for name in names if name.endswith(".p")])
            for file in (folder / "jawari.lv2").glob("*.ttl"):
                text = file.read_text(encoding="utf-8")
                file.write_text(re.sub(r"\n *ui:ui <[^>]*> ;", "", text), encoding="utf-8")
        path.append(str(folder))
    return ":".join(path)


class Jalv:
    """jalv with its console; it ends when its input does. Presets move ports only if it believes
    that it shows a user interface (-s)."""

    def __init__(self, server, uri):
        server.env["LV2_PATH"] = windowless()
        self.log = open(live.work / "jalv.log", "w", encoding="utf-8")
        self.process = subprocess.Popen(["jalv", "-s", "-n", "P", "-x", uri], stdin=subprocess.PIPE,
                                        stdout=self.log, stderr=self.log, env=server.env, text=True)
        live._running.append(self)

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def stop(self):
        if self.process.poll() is None:
            try:
                self.process.stdin.close()
                self.process.wait(5.0)
            except (BrokenPipeError, subprocess.TimeoutExpired):
                self.process.kill()
                self.process.wait()
        self.log.close()


def connect(peer):
    """Its ports are there before it is ready to be connected."""
    for ports in ("peer-send:out|P:control", "P:out_left|peer-take:in_1", "P:out_right|peer-take:in_2"):
        if not live.connects(peer, ports):
            return False
    return True


def take(peer, events, frames):
    """What comes out for the events, and how often JACK stumbled."""
    for frame, *message in events:
        peer.ask(f"event {frame} {' '.join(map(str, message))}")
    peer.ask(f"start {frames}")
    path = live.work / "taken.f32"
    figures = dict(line.split(" = ") for line in peer.ask(f"take {path}", frames / RATE + 30.0))
    return live.read_raw(path), int(figures["gaps"]) + int(figures["xruns"])


def aligned(got, expected):
    """Both from the first sample that is heard on, as long as there is of both."""
    start, begin = 2 * live.onset(got), 2 * live.onset(expected)
    if start < 0 or begin < 0:
        return [], []
    n = min(len(got) - start, len(expected) - begin, 2 * (FRAMES - PERIOD))
    return got[start:start + n], expected[begin:begin + n]


def compare(name, got, expected):
    a, b = aligned(got, expected)
    if live.check(len(a) > RATE, f"{name}: {len(a)} samples from the first that is heard on"):
        different, most = live.differences(a, b)
        loudest = live.peak(expected)
        live.check(most <= 1e-6 * loudest, f"{name}: {different} of {len(a)} samples differ from "
                   f"the renderer's, by {most / loudest:.2g} of the peak at most (1e-06)")


def quiet(peer, seconds):
    """All sound off, and time in which the plug-in falls asleep."""
    take(peer, [(0, 0xE0, 0, 64), (0, 0xB0, 120, 0)], int(seconds * RATE))


def test_case(peer, name, arguments):
    """The server waits for its clients, so no sample is lost; but tables are built beside the
    audio, and a take may come too early for them: then there is another, later."""
    midi = live.work / "score.mid"
    score.write(midi, EVENTS, FRAMES, LEAD)
    expected, _ = live.render(*arguments, "--tail", "0", str(midi))
    for attempt in range(ATTEMPTS):
        quiet(peer, 1.0 + attempt)
        got, _ = take(peer, EVENTS, FRAMES)
        a, b = aligned(got, expected)
        if len(a) > 0 and a == b:
            break
        print(f"{name}: not yet the same")
    compare(name, got, expected)


def make_exact(jalv):
    """A control counts once it is moved after the preset was chosen."""
    live.time.sleep(1.0)
    jalv.say(*(control.replace("0.0", "1.0") for control in EXACT[0]))
    live.time.sleep(0.5)
    jalv.say(*EXACT[0])


def plays_itself(folder, preset):
    """True for a preset with a drone, from the folder that they are in."""
    text = (folder / f"{preset}.ttl").read_text(encoding="utf-8")
    return re.search(r'"drone" ; pset:value 1', text) is not None


def test_cases(presets, afresh):
    """afresh: each preset in an instance of its own."""
    server = live.Server(RATE, PERIOD, 1200, sync=True)
    peer = live.peer(server)
    jalv = Jalv(server, URI)
    if not connect(peer):
        return
    for number, (name, commands, arguments) in enumerate(CASES):
        # The first case alone is as it comes.
        jalv.say(*commands, *(EXACT[0] if number > 0 else []))
        test_case(peer, name, arguments + (EXACT[1] if number > 0 else []))
        jalv.say(*("bridge_curvature = 1.0", "body = 0.0", "pluck_position = 0.12", "loss_low = 1.0"))
    jalv.say("presets")
    for preset in presets:
        if afresh:
            # Which of two strings takes a note depends on what was played before, and a raga stays.
            jalv.stop()
            jalv = Jalv(server, URI)
            if not connect(peer):
                return
            jalv.say("presets")
        jalv.say(f"preset urn:jawari:preset:{preset}")
        make_exact(jalv)
        if plays_itself(DATA, preset):
            # Since when, only the plug-in knows: what it plays alone, test_ardour.py compares. In the bundle
            # a preset leaves Sa to the host.
            jalv.say("drone = 0")
            test_case(peer, f"preset {preset} without its drone", ["-p", preset, "-s", "drone=0", "-s", "sa=0"] + EXACT[1])
            continue
        test_case(peer, "preset " + preset, ["-p", preset] + EXACT[1])
    jalv.stop()


def busy_score(frames):
    """Notes all the time, four a second, pulled and damped."""
    dice = random.Random(1)
    events = []
    for at in range(4800, frames - 4800, RATE // 4):
        key = dice.randint(49, 72)
        events += [(at, 0x90, key, dice.randint(40, 127)), (at + 100, 0xE0, 0, dice.randint(64, 127)),
                   (at + 9000, 0x80, key, 64)]
    return events


def test_steady(period, seconds=60):
    """An xrun is ours if a cycle of jalv's took more processor time than a cycle lasts: that clock
    stands still where a virtual machine does."""
    server = live.Server(RATE, period, 600)
    peer = live.peer(server)
    jalv = Jalv(server, URI)
    if not connect(peer):
        return
    for attempt in range(3):
        peer.ask(f"watch {jalv.process.pid}")
        got, stumbles = take(peer, busy_score(seconds * RATE), seconds * RATE)
        times = [float(line.split()[2]) for line in peer.ask("stumbles")]
        readings = live.Readings(peer)
        took = [readings.work_s("watched", t - 2.0 * period / RATE, t) for t in times]
        ours = [work_s for work_s in took if work_s > period / RATE]
        print(f"{period} frames, attempt {attempt + 1}: {stumbles} xruns and gaps in {seconds} s, "
              f"{len(ours)} of them ours; peak {live.peak(got):.3g}; a cycle usually takes "
              f"{1e3 * readings.usual_s['watched']:.2f} ms of {1e3 * period / RATE:.2f}, those "
              f"before xruns {1e3 * max(took, default=0):.2f} at most")
        live.check(jalv.process.poll() is None, "jalv is still there")
        if not ours:
            break
    # Waits take no processor time: that there are none in the plug-in's run() is for lv2_realtime.
    live.check(not ours, f"{seconds} seconds without an xrun of ours")
    live.between(live.peak(got), 0.01, 100.0, "peak")
    jalv.stop()


def all_presets():
    lines = subprocess.run([live.RENDER, "--list-presets"], stdout=subprocess.PIPE, text=True,
                           check=True).stdout.splitlines()
    return [line.split()[1] for line in lines]


def main():
    live.need("jalv", "jackd")
    if "steady" in sys.argv:
        test_steady(int(sys.argv[3]) if len(sys.argv) > 3 else 1024)
    else:
        named = all_presets() if "all" in sys.argv else sys.argv[2:]
        test_cases(named or PRESETS, len(named) > 0)
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
