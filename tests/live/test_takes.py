# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""Takes, as the player's user loses none: on a disk that gets full, when the program is killed, and
under a name that there is already. tests/live/test_take_file.c tries the files themselves."""

import os
import re
import shutil
import signal
import subprocess
import sys

import live
from test_surface import Surface, free_port, message

env = dict(os.environ, XDG_CONFIG_HOME=str(live.work / "config"), HOME=str(live.work / "home"),
           JACK_DEFAULT_SERVER=f"nobody{os.getpid()}", JACK_NO_START_SERVER="1")
env.pop("NSM_URL", None)
RATE = 48000
SECONDS = 1.5  # Sound that a test waits for
LIMIT = {"take.wav": 400000, "take.flac": 80000}


class Player(live.Process):
    def __init__(self, folder, *arguments, prefix=(), more=None):
        command = [*prefix, live.PLAYER, "--no-config", "-d", "none", "--no-ui", "-s", "quality=1", *arguments, "guitar"]
        here = os.getcwd()
        os.chdir(folder)
        super().__init__(command, dict(env, **(more or {})), "jawari")
        os.chdir(here)
        live.wait_for(lambda: self.said(" on ") or not self.alive())

    def has_recorded(self, seconds):
        got = self.becomes("status", "recorded_frames", lambda frames: int(frames) >= seconds * RATE)
        return int(got)

    def says(self, text):
        live.wait_for(lambda: self.said(text))
        return live.check(self.said(text), text if self.said(text) else f"{text}: not among {self.err}")

    def leave(self):
        self.ask("quit")
        live.check(self.ended() == 0, "ends with status 0")


def folder(name):
    path = live.work / name
    path.mkdir()
    return path


def names(path):
    return sorted(entry.name for entry in path.iterdir())


def sounds(path):
    """Frames of a file with a note in it, and the file's sample rate is the player's."""
    samples, rate = live.read_wav(path)
    live.check(rate == RATE and live.peak(samples) > 1e-3, f"{path.name}: sounds, at {rate} Hz")
    return len(samples) // 2


def twice():
    """The name of a take that is there is not taken again, whoever asks for it."""
    here = folder("twice")
    port = free_port()
    player = Player(here, "--osc", str(port), "--record", "take.wav")
    player.has_recorded(0.1)
    live.check(names(here) == ["take.jawari-part.wav"], f"while it is recorded: {names(here)}")
    live.check(player.values("record stop")["recorded"] == "take.wav", "the first one has the name")
    first = (here / "take.wav").read_bytes()
    got = player.ask("record take.wav")
    live.check(got == ["recording = take-2.wav"], f"a command: {got}")
    player.says("take.wav is there already: recording into take-2.wav")
    player.ask("record stop")
    surface = Surface(port)
    surface.send(message("/jawari/record", "s", "take.wav"))
    got = surface.answer()
    live.check(got[0] == ["recording = take-3.wav"], f"a message: {got}")
    player.leave()
    player = Player(here, "--record", "take.wav")
    player.says("take.wav is there already: recording into take-4.wav")
    player.leave()
    player.says("recorded take-4.wav, 0:0")
    live.check(names(here) == ["take-2.wav", "take-3.wav", "take-4.wav", "take.wav"], f"all are there: {names(here)}")
    live.check((here / "take.wav").read_bytes() == first, "the first one as it was")


def is_kept(player, path, why):
    """A take whose disk is full: told once, with its length, and the player plays on."""
    live.wait_for(lambda: player.said("are kept"))
    told = [line for line in player.err if why in line]
    live.check(len(told) == 1, f"told once: {told}")
    seconds = re.search(r"its first ([0-9.]+) s are kept", told[0]) if told else None
    status = player.values("status")
    live.check(status["recording"] == "0" and player.ask("record stop") == [], "the recording has ended")
    player.ask("note E3 100")
    live.plays(player, RATE // 10)
    return float(seconds[1]) if seconds else 0.0


def limited():
    """Files may not be longer than so many bytes: the system refuses to write."""
    here = folder("limited")
    for name in ("take.wav", "take.flac"):
        player = Player(here, prefix=["prlimit", f"--fsize={LIMIT[name]}", "--"])
        player.ask(f"record {name}")
        player.ask("note E3 100")
        seconds = is_kept(player, here / name, "File too large")
        size = (here / name).stat().st_size
        live.check(LIMIT[name] - 20000 < size <= LIMIT[name], f"{name}: {size} bytes")
        if name == "take.wav":
            frames = sounds(here / name)
            live.check(frames == (LIMIT[name] - 92) // 8, f"cut after the last frame that fits: {frames}")
            live.between(seconds, frames / RATE - 0.06, frames / RATE + 0.06, "seconds that it tells")
        player.ask(f"record {name}")
        player.has_recorded(0.2)
        player.ask("record stop")
        player.leave()
    live.check(names(here) == ["take-2.flac", "take-2.wav", "take.flac", "take.wav"], f"{names(here)}")


def at_the_end():
    """Parts that cannot be written are told even if the player ends before it has looked at them."""
    here = folder("end")
    done = subprocess.run(["prlimit", "--fsize=2000", "--", live.PLAYER, "--no-config", "-d", "none", "--no-ui", "guitar"],
                          input="stems apart.wav\ninstrument sitar\ninstrument bass\nquit\n", capture_output=True, text=True,
                          check=False, cwd=here, env=env, timeout=live.PATIENCE)
    live.check(done.returncode == 1 and "apart-instrument.wav: File too large" in done.stderr, f"{done.returncode}: {done.stderr}")


def full():
    """A disk of a megabyte. Who may not mount one has seen the same in take_file."""
    here = folder("full")
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", here], stderr=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        print("a small disk cannot be mounted here")
        return
    try:
        player = Player(here, "--record", "take.wav")
        player.ask("note E3 100")
        is_kept(player, here / "take.wav", "No space left on device")
        frames = sounds(here / "take.wav")
        live.between(frames, 1e6 / 8 - 2 * 4096, 1.05e6 / 8, "frames")
        player.leave()
        live.check(names(here) == ["take.wav"], f"{names(here)}")
    finally:
        subprocess.run(["umount", here], check=True)


def killed():
    """What is there can be read, with all but the last second; the next start names it. A take of a
    player that runs is left alone."""
    here = folder("killed")
    other = Player(live.work, "--record", str(here / "other.wav"))
    player = Player(here)
    player.ask("record take.wav")
    player.ask("note E3 100")
    frames = player.has_recorded(SECONDS)
    player.process.send_signal(signal.SIGKILL)
    player.ended()
    live.check(names(here) == ["other.jawari-part.wav", "take.jawari-part.wav"], f"{names(here)}")
    got = sounds(here / "take.jawari-part.wav")
    live.between(got, frames - 1.5 * RATE, frames + 2 * RATE, "frames that a reader finds")
    shutil.copy(here / "take.jawari-part.wav", here / "copy.wav")
    (here / "take.wav").write_text("mine")
    player = Player(here)
    player.says("found a recording that was not ended: it is take-2.wav now, 0:0")
    live.check(sum("found" in line for line in player.err) == 1, "and nothing else")
    live.check(names(here) == ["copy.wav", "other.jawari-part.wav", "take-2.wav", "take.wav"], f"{names(here)}")
    live.check((here / "take.wav").read_text() == "mine", "nothing is replaced")
    live.check(sounds(here / "take-2.wav") >= max(frames, got), "with all that was written")
    player.leave()
    other.leave()
    live.check("other.wav" in names(here), "the other player's take has its name at its end")
    live.read_wav(here / "other.wav")


def killed_elsewhere():
    """The folder of takes is looked through at the start, any other as something is recorded there."""
    takes, away = folder("takes"), folder("away")
    for arguments, command in ((["--folder", str(takes)], "record"), ([], f"record {away}/far.flac")):
        player = Player(live.work, *arguments)
        player.ask(command)
        player.ask("note E3 100")
        player.has_recorded(0.5)
        player.process.send_signal(signal.SIGKILL)
        player.ended()
    player = Player(live.work, "--folder", str(takes))
    player.says(f"it is {takes}/jawari-001.wav now")
    sounds(takes / "jawari-001.wav")
    live.check(names(away) == ["far.jawari-part.flac"], f"{names(away)}")
    player.ask(f"record {away}/new.wav")
    player.says(f"it is {away}/far.flac now")
    player.leave()
    live.check(names(away) == ["far.flac", "new.wav"], f"{names(away)}")


def clicks(path):
    """Frames at which a click begins: a sound after 50 ms of silence at least."""
    samples, _ = live.read_wav(path)
    found, quiet = [], RATE
    for frame, value in enumerate(samples[::2]):
        if abs(value) > 1e-3:
            if quiet > RATE // 20:
                found.append(frame)
            quiet = 0
        else:
            quiet += 1
    return found, samples


def counted_in():
    """A recording begins with the sam after the cycle that is counted in, to the frame."""
    path = folder("counted")
    player = Player(path, "-b", "333")
    for line in ("clock tintal", "clock 400", "clock count-in on"):
        player.ask(line)
    player.ask("record one.wav")
    lowest = [0]
    def begun():
        status = player.values("status")
        lowest[0] = min(lowest[0], int(status["clock_beat"]))
        return int(status["recorded_frames"]) > 0
    live.wait_for(begun)
    live.check(lowest[0] <= -8, f"a cycle of tintal is counted in: down to beat {lowest[0]}")
    player.has_recorded(SECONDS)
    player.ask("record stop")
    # It is recorded again while the clock runs: that begins anew. Without count-in it begins at once.
    player.ask("record two.wav")
    player.has_recorded(SECONDS)
    player.ask("record stop")
    player.ask("clock stop")
    player.becomes("status", "clock", "0")
    live.check(player.values("status")["clock"] == "0", "the clock ends on sam")
    try:
        player.ask("record /nowhere/a.wav")
        live.check(False, "a recording in no folder: not refused")
    except RuntimeError:
        live.check(player.values("status")["clock"] == "0", "a recording that fails leaves the clock off")
    player.ask("clock count-in off")
    player.ask("record now.wav")
    player.has_recorded(0.1)
    player.ask("record stop")
    live.check(player.values("status")["clock"] == "0", "a recording without count-in leaves the clock off")
    player.leave()
    player = Player(path, "--count-in", "--tala", "rupak", "--metronome", "300", "--grow", "20:360", "--record", "first.wav")
    player.has_recorded(SECONDS)
    status = player.values("status")
    live.check((status["clock_count_in"], status["clock_growth"], status["clock_grows_to"]) == ("1", "20", "360"),
               f"options: {status}")
    player.leave()
    live.read_wav(path / "now.wav")
    for name, beat in (("one.wav", 7200), ("two.wav", 7200), ("first.wav", 9600)):
        frames, samples = clicks(path / name)
        gaps = [b - a for a, b in zip(frames, frames[1:])][:6]
        live.check(frames[0] <= 1 and all(abs(gap - beat) <= 1 for gap in gaps), f"{name}: clicks at {frames[:7]}")
        peaks = [max(abs(value) for value in samples[2 * frame:2 * frame + 1000]) for frame in frames[:2]]
        live.check(peaks[0] > 0.3 > peaks[1], f"{name}: the first is sam: {peaks}")
    for option, why in (("0", "no change of the tempo"), ("5:401", "not a tempo"), ("x", "no change of the tempo")):
        done = subprocess.run([live.PLAYER, "--no-config", "-d", "none", "--no-ui", "--grow", option], env=env,
                              capture_output=True, text=True, check=False, timeout=live.PATIENCE)
        live.check(done.returncode != 0 and "--grow: " in done.stderr and why in done.stderr, done.stderr.strip())


if __name__ == "__main__":
    live.need("prlimit")
    counted_in()
    twice()
    limited()
    at_the_end()
    full()
    killed()
    killed_elsewhere()
    sys.exit(live.result())
