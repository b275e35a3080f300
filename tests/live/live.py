# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""What the tests of the player share: JACK servers of their own, the player, its peer.

A test ends with `sys.exit(live.result())`. Servers have names of their own, log to nowhere and
run under `timeout`; whatever a test started is stopped when it ends, however it ends.

The machine may be as busy as it likes: tests wait for what must happen, with a patience that only
something that hangs exhausts. What must be fast is printed, and checked with $JAWARI_TIMING.
"""

import array
import atexit
import bisect
import fcntl
import math
import os
import pathlib
import queue
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from checks import result, shown as check
import wav

SKIP = 77
PATIENCE = 100.0 * float(os.environ.get("TEST_PATIENCE", "1"))  # Sanitized programs take longer

PLAYER = os.environ.get("JAWARI", "jawari")
RENDER = os.environ.get("JAWARI_RENDER", "jawari-render")
ROOM = 17  # The player's [%]
PEER = os.environ.get("JACK_PEER", "jack_peer")

# A test runner may itself have been started with these ignored (nohup, a shell's &), and what a
# process ignores, its children ignore.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))

work = pathlib.Path(tempfile.mkdtemp(prefix="work-", dir=os.environ.get("LIVE_WORK")))
_running = []

@atexit.register
def _clean_up():
    for thing in reversed(_running):
        thing.stop()
        if isinstance(thing, PipeWire):
            shutil.rmtree(thing.run, ignore_errors=True)
    # A client whose server is gone leaves its semaphore.
    for name in Server.names:
        for path in pathlib.Path("/dev/shm").glob(f"jack*_{name}_*"):
            path.unlink(missing_ok=True)
    shutil.rmtree(work, ignore_errors=True)


def between(value, least, most, text):
    return check(least <= value <= most, f"{text}: {value:.6g} ({least:g} to {most:g})")


def timely(value, least, most, text):
    """A matter of the machine as much as of the program: checked where timing is asked for."""
    if os.environ.get("JAWARI_TIMING"):
        return between(value, least, most, text)
    print(f"{text}: {value:.6g} ({least:g} to {most:g} on an idle machine)", flush=True)
    return True


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIP)


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            skip(f"no {program} here")


def wait_for(condition, seconds=PATIENCE, step=0.02):
    """The condition's first true value, or its last one."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > end:
            return value
        time.sleep(step)


def may_run_realtime():
    done = subprocess.run(["chrt", "-f", "10", "true"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False)
    return done.returncode == 0


class Process:
    """A program that answers lines with lines and then `ok` or `error: ...`."""

    def __init__(self, command, env, name):
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=env, text=True, bufsize=1)
        self.out = queue.Queue()
        self.err = []
        self.readers = [threading.Thread(target=self._read, args=args, daemon=True)
                        for args in ((self.process.stdout, self.out.put),
                                     (self.process.stderr, self.err.append))]
        for reader in self.readers:
            reader.start()
        _running.append(self)

    @staticmethod
    def _read(stream, take):
        for line in stream:
            take(line.rstrip("\n"))

    def answer(self, seconds=PATIENCE):
        """Lines of an answer; raises if it is an error or does not come."""
        lines = []
        end = time.monotonic() + seconds
        while True:
            alive = self.alive()
            try:
                line = self.out.get(timeout=0.2)
            except queue.Empty:
                if alive and time.monotonic() < end:
                    continue
                what = "no answer" if alive else f"ended with {self.process.poll()}"
                raise RuntimeError(f"{self.name}: {what}; stderr: {self.err}") from None
            if line == "ok":
                return lines
            if line.startswith("error: "):
                raise RuntimeError(f"{self.name}: {line}")
            lines.append(line)

    def ask(self, line, seconds=PATIENCE):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise RuntimeError(f"{self.name} has ended: {self.err}") from None
        return self.answer(seconds)

    def values(self, line, seconds=PATIENCE):
        """Answer of `key = value` lines as a dictionary."""
        pairs = (answer.partition(" = ") for answer in self.ask(line, seconds))
        return {key: value for key, _, value in pairs}

    def becomes(self, line, key, wanted, seconds=PATIENCE):
        """Asks until the value of that key is the wanted one, or satisfies it; the last value."""
        good = wanted if callable(wanted) else lambda value: value == wanted
        wait_for(lambda: good(self.values(line)[key]), seconds)
        return self.values(line)[key]

    def said(self, text, seconds=0.5):
        """Whether a line has the text; waits for the thread that reads what the program wrote already."""
        return wait_for(lambda: any(text in line for line in self.err), seconds)

    def alive(self):
        return self.process.poll() is None

    def ended(self, seconds=PATIENCE):
        """Exit status, when all that it said has been read; None if it goes on."""
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        for reader in self.readers:
            reader.join(seconds)
        return status

    def stop(self):
        """Ends it as it likes to end: a client that dies can take jackd with it."""
        if self.alive():
            try:
                self.process.stdin.write("quit\n")
                self.process.stdin.close()
            except (BrokenPipeError, ValueError):
                pass
        if self.ended(10.0) is None:
            self.process.terminate()
            if self.ended(10.0) is None:
                self.process.kill()
                self.process.wait()


# JACK has room for eight servers of a machine. A test has one or two of them at a time.
PLACES = 4
_place = None


def take_place():
    """Waits until fewer than PLACES other tests have servers; the place is given up as this one ends."""
    global _place
    while _place is None:
        for i in range(PLACES):
            place = open(f"{tempfile.gettempdir()}/jawari-servers-{os.getuid()}-{i}", "w", encoding="ascii")
            try:
                fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _place = place
                return
            except OSError:
                place.close()
        time.sleep(0.2)


class Server:
    """A dummy JACK server. In `sync` mode it waits for its clients in every cycle, however long
    that takes, so that what goes through it does not depend on the machine."""

    count = 0
    names = []
    prefix = ()

    def __init__(self, rate=48000, period=256, seconds=600, realtime=None, sync=False, wait_ms=20000):
        need("jackd", "jack_wait", "timeout")
        self.realtime = may_run_realtime() if realtime is None else realtime
        self.sync = sync
        self.wait_ms = wait_ms  # For a client that does not answer, because it is slow or dead
        self.rate = rate
        self.period = period
        self.seconds = seconds
        self.rename()
        self.process = None
        _running.append(self)
        take_place()
        for _ in range(3):
            if self.try_start():
                return
            self.stop()
            self.rename()
        raise RuntimeError("the JACK server does not come up")

    def rename(self):
        Server.count += 1
        self.name = f"jw{os.getpid()}-{Server.count}"
        Server.names.append(self.name)
        self.env = dict(os.environ, JACK_DEFAULT_SERVER=self.name, JACK_NO_START_SERVER="1",
                        XDG_CONFIG_HOME=str(work / "config"))
        self.env.pop("NSM_URL", None)

    def start(self):
        """Once more, under the same name: clients wait for that."""
        if not self.try_start():
            raise RuntimeError("the JACK server does not come up again")

    def try_start(self):
        command = ["timeout", "-k", "5", str(self.seconds), "jackd",
                   "--realtime" if self.realtime else "--no-realtime", "-n", self.name,
                   "-t", str(self.wait_ms), *(["-S"] if self.sync else []),
                   "-d", "dummy", "-r", str(self.rate), "-p", str(self.period)]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        start_new_session=True)
        wait_for(lambda: self.runs() or self.process.poll() is not None, 40.0, 0.1)
        return self.runs()

    def runs(self):
        done = subprocess.run(["timeout", "20", "jack_wait", "-c", "-s", self.name],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.env,
                              text=True, check=False)
        return "not" not in done.stdout and "running" in done.stdout or "available" in done.stdout

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30.0)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, 9)
                self.process.wait()
        self.process = None


class PipeWire:
    """A PipeWire of its own, with a sink that nobody hears, for JACK clients behind pw-jack."""

    SINK = """context.objects = [
        { factory = adapter args = {
            factory.name = support.null-audio-sink node.name = nobody media.class = Audio/Sink
            object.linger = true audio.position = [ FL FR ] } }
    ]
    """

    def __init__(self, period=256):
        need("dbus-run-session", "pipewire", "pw-cli", "pw-jack", "timeout", "wireplumber")
        folder = work / "pipewire"
        settings = folder / "config" / "pipewire" / "pipewire.conf.d"
        settings.mkdir(parents=True)
        (settings / "nobody.conf").write_text(self.SINK)
        # A socket's path is short.
        self.run = tempfile.mkdtemp(prefix="jawari-run-")
        self.prefix = ("pw-jack", "-p", str(period))
        self.env = dict(os.environ, XDG_RUNTIME_DIR=self.run, HOME=str(folder),
                        XDG_CONFIG_HOME=str(folder / "config"), XDG_STATE_HOME=str(folder / "state"))
        for name in ("NSM_URL", "PIPEWIRE_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY"):
            self.env.pop(name, None)
        self.process = None
        _running.append(self)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["timeout", "-k", "5", "600", "dbus-run-session", "--", "sh", "-c",
             # Who comes before the socket is there goes again.
             'rm -f "$XDG_RUNTIME_DIR"/pipewire-0; pipewire & '
             'while [ ! -S "$XDG_RUNTIME_DIR"/pipewire-0 ]; do sleep 0.1; done; '
             "wireplumber & wait"], env=self.env, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        if not wait_for(lambda: "nobody:playback_FL" in self.ports(), 60.0, 0.2):
            raise RuntimeError("PipeWire does not come up")

    def ports(self):
        done = subprocess.run(["timeout", "10", "pw-cli", "ls", "Port"], stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL, env=self.env, check=False)
        return re.findall(r'port.alias = "([^"]*)"', done.stdout)

    def force_rate(self, rate):
        subprocess.run(["pw-metadata", "-n", "settings", "0", "clock.force-rate", rate], check=True,
                       env=self.env, stdout=subprocess.DEVNULL, timeout=PATIENCE)

    def stop(self):
        if self.process and self.process.poll() is None:
            # All of them: the next one finds the socket taken as long as the last of these runs.
            wait_for(lambda: not self.signal(signal.SIGTERM), 20.0, 0.2)
            wait_for(lambda: not self.signal(signal.SIGKILL), 20.0, 0.2)
        self.process = None

    def signal(self, number):
        """To all that it started; false if nothing of it is left."""
        self.process.poll()
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            return False
        return True


def peer(server, name="peer"):
    process = Process([*server.prefix, PEER, name], server.env, name)
    process.answer()
    return process


def connects(process, ports):
    """Waits until a peer can connect ports: some are there before they can be."""
    def connected():
        try:
            process.ask("connect " + ports)
        except RuntimeError:
            return False
        return True
    return check(wait_for(connected, step=0.2), ports)


def player(server, *options, env=None):
    """The player without a screen, once it plays."""
    full = dict(server.env, **(env or {}))
    process = Process([*server.prefix, PLAYER, "--no-ui", *options], full, "jawari")
    if not wait_for(lambda: process.said(" on ") or not process.alive()) or not process.alive():
        raise RuntimeError(f"jawari does not start: {process.err}")
    return process


def energies(player):
    """Energy of each string [J], by name."""
    lines = (line.split() for key, line in player.values("status").items() if key.startswith("string_"))
    return {words[0]: float(words[1]) for words in lines}


def is_let_go(player, gone, stays, what):
    """Waits until one string has been stopped by its hand while another one, as strong, rings on."""
    def parted():
        now = energies(player)
        return now[gone] < 1e-3 * now[stays]
    wait_for(parted, 20.0)
    now = energies(player)
    return check(now[gone] < 1e-3 * now[stays], f"{what}: {gone} is let go, {now[gone]:.2g} J, and {stays} is not, {now[stays]:.2g} J")


def plays(player, frames):
    """Waits until it has played that many frames more; how many it has."""
    first = int(player.values("status")["frames"])
    wait_for(lambda: int(player.values("status")["frames"]) >= first + frames)
    return int(player.values("status")["frames"]) - first


def guard_report(path):
    """What audio_guard.c counted."""
    return {key: int(value) for key, value in
            (line.split(" = ") for line in path.read_text().splitlines())}


def guarded(path, least):
    """The same of a program that has kept from what its callbacks must not do, in so many of them
    at least; unless the kernel refuses to watch."""
    figures = guard_report(path)
    print(figures)
    if figures["refused"]:
        return figures
    between(figures["callbacks"], least, 1e7, "callbacks watched")
    check(figures["syscalls"] == 0, f"system calls: {figures['syscalls']}, "
                                    f"the first number {figures['first_syscall']}")
    check(figures["allocations"] == 0, f"allocations: {figures['allocations']}")
    check(figures["locks"] == 0, f"locks: {figures['locks']}")
    return figures


def render(*arguments, room=0):
    """Samples of a rendering, interleaved, and its rate; without the fade of a tail that is given."""
    path = work / "render.wav"
    subprocess.run([RENDER, "--quiet", "--format", "wavfloat", *([f"--set=room={room}"] if room else []), *arguments, str(path)], check=True)
    samples, rate = read_wav(path)
    fade = 2 * (rate // 50) if "--tail" in arguments else 0
    return samples[:len(samples) - fade], rate


def read_wav(path):
    """Samples of a 32-bit floating-point WAV file, interleaved, and its rate."""
    return wav.read(path, kinds=(32,))


def read_raw(path):
    samples = array.array("f")
    samples.frombytes(pathlib.Path(path).read_bytes())
    return samples


def onset(samples):
    """First frame that is not exactly silent, -1 if there is none."""
    for i, value in enumerate(samples):
        if value != 0.0:
            return i // 2
    return -1


def differences(a, b):
    """How many samples differ, and by how much at most."""
    n = sum(1 for x, y in zip(a, b) if x != y)
    return n, max((abs(x - y) for x, y in zip(a, b)), default=0.0)


def peak(samples):
    return max((abs(x) for x in samples), default=0.0)


class Readings:
    """What the peer read of its clocks at the start of every cycle: processor time of the process
    that it watches, and of its own client."""

    def __init__(self, peer_):
        path = work / "readings.f64"
        peer_.ask(f"readings {path}")
        values = array.array("d", path.read_bytes())
        self.at_s, self.spent_s = values[0::3], {"watched": values[1::3], "own": values[2::3]}
        self.usual_s = {who: statistics.median(b - a for a, b in zip(spent, spent[1:]))
                        for who, spent in self.spent_s.items()}
        self.all_s = {who: spent[-1] - spent[0] for who, spent in self.spent_s.items()}

    def work_s(self, who, begin_s, end_s, n_blocks=1, beside=False):
        """Processor time that so many blocks took between two moments: all that was taken in the
        cycles around, but for what the others of these cycles usually take. Who works beside the
        reader may have done one of the others before: it is left in."""
        spent = self.spent_s[who]
        first = bisect.bisect_right(self.at_s, begin_s) - 1
        last = bisect.bisect_left(self.at_s, end_s)
        if first < 0 or last >= len(spent) or math.isnan(spent[last]):
            raise RuntimeError(f"nothing was read at {begin_s} to {end_s} s")
        others = max(last - first - n_blocks - beside, 0)
        return spent[last] - spent[first] - others * self.usual_s[who]
