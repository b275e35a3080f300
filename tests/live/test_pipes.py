# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""What makes a program wait for ever: pipes and devices in the place of files, and input, output and
terminals that take or give without an end, or not at all.

Each file must be refused at once, with a line that says so, by the player as by the renderer; and
whatever comes, the player ends when it is told to, obeys at a bounded rate, and loses no answer.
"""

import fcntl
import os
import pathlib
import pty
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time

import live

PATIENCE = 30.0

config = live.work / "config"
env = dict(os.environ, XDG_CONFIG_HOME=str(config), JACK_DEFAULT_SERVER=f"nobody{os.getpid()}",
           JACK_NO_START_SERVER="1", LC_ALL="C.UTF-8")
env.pop("NSM_URL", None)
SCALE = "! equal\nequal\n 2\n600.0\n2/1\n"


def pipe(name):
    path = live.work / name
    os.mkfifo(path)
    return path


def strangers(extension):
    """What is no file, with a name that asks for one, and what is said of it."""
    socket_path = live.work / f"socket{extension}"
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(socket_path))
    server.close()
    folder = live.work / f"folder{extension}"
    folder.mkdir()
    links = []
    for name in ("zero", "tty", "full"):
        links.append(live.work / f"{name}{extension}")
        links[-1].symlink_to(f"/dev/{name}")
    for path in (pipe(f"pipe{extension}"), socket_path, folder, *links):
        yield path


def refused(what, status, path, program, *arguments):
    """One line that names the file, at once, and the status."""
    command = [program, *(str(argument) for argument in arguments)]
    try:
        done = subprocess.run(command, input="quit\n", capture_output=True, text=True, env=env,
                              timeout=PATIENCE, check=False, cwd=live.work)
    except subprocess.TimeoutExpired:
        live.check(False, f"{what} {path.name}: waits for ever")
        return
    lines = done.stderr.splitlines()
    why = "Is a directory" if path.is_dir() else "o such device" if path.name.startswith("tty") else "not a regular file"
    ok = done.returncode == status and len(lines) == 1 and f"{path}: " in lines[0] and (
        why in lines[0] or "not a regular file" in lines[0])
    live.check(ok, f"{what}: {done.returncode} {done.stderr.strip()}")


def arguments():
    scale = live.work / "equal.scl"
    scale.write_text(SCALE)
    out = live.work / "out.wav"
    played = [live.PLAYER, "-d", "none", "--no-ui"]
    for extension, options in ((".ini", [["-i"]]), (".ttl", [["-p"]]), (".scl", [["--tuning"]]),
                               (".kbm", [["--tuning", scale, "--keymap"]])):
        for path in strangers(extension):
            for option in options:
                refused(f"player {option[-1]}", 1, path, *played, *option, path)
                refused(f"renderer {option[-1]}", 1, path, live.RENDER, "--note", "60:100:0.1", "-t", "0", *option, path, out)
    for path in strangers(".conf"):
        refused("player --config", 2, path, *played, "--config", path)
    for path in strangers(".mid"):
        refused("renderer", 1, path, live.RENDER, path, out)
    live.check(not out.exists(), "nothing is written")


class Player(live.Process):
    def __init__(self, *arguments, more=None):
        super().__init__([live.PLAYER, "--driver", "none", "--no-ui", *arguments], dict(env, **(more or {})), "jawari")
        live.wait_for(lambda: self.said(" on ") or not self.alive())


def ends(process, what, number=signal.SIGTERM, status=0):
    """It ends when it is told to, however busy it is kept."""
    process.send_signal(number)
    try:
        got = process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        got = "not at all"
        process.kill()
        process.wait()
    live.check(got == status, f"{what}: {signal.Signals(number).name} ends it: {got}")


def commands():
    p = Player("-i", "bench")
    for name, command in (("pipe.ini", "instrument"), ("pipe.ttl", "preset"), ("pipe.session", "load")):
        path = live.work / name
        if not path.exists():
            os.mkfifo(path)
        for target in (path, "/dev/zero"):
            try:
                p.ask(f"{command} {target}", PATIENCE)
                live.check(False, f"{command} {target}: not refused")
            except RuntimeError as error:
                live.check("not a regular file" in str(error), f"{command} {target}: {error}")
                if "no answer" in str(error):
                    p.process.kill()
                    return
    for command, name, why in (("save", "pipe.session", "not a regular file"), ("save", "", "is a directory"),
                               ("record", "pipe.wav", "not a regular file"), ("record", "pipe.flac", "not a regular file")):
        path = live.work / name
        if not path.exists():
            os.mkfifo(path)
        try:
            p.ask(f"{command} {path}", PATIENCE)
            live.check(False, f"{command} {path}: not refused")
        except RuntimeError as error:
            live.check(why in str(error), f"{command} {path}: {error}")
    p.ask("save /dev/null")
    live.check(p.values("status")["instrument"] == "bench", "and plays on")
    ends(p.process, "after all that")


def learned():
    """What MIDI learn keeps is no reason not to play, and what is there is not replaced."""
    path = config / "jawari" / "midi.conf"
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    for what, prepare, why in (
            ("a pipe", lambda: None, "midi.conf: not a regular file"),
            ("binary data", lambda: path.write_bytes(bytes(range(256)) * 16), "midi.conf:1: not UTF-8 text"),
            ("a line that is none", lambda: path.write_text("gain = 3 85\ngain = 1 64\n"), "midi.conf:2: gain"),
            ("a folder", path.mkdir, "midi.conf: Is a directory"),
            ("no permission", lambda: (path.write_text("gain = 3 85\n"), path.chmod(0)), "Permission denied")):
        if what != "a pipe":
            path.rmdir() if path.is_dir() else path.unlink()
            prepare()
            if what == "no permission" and os.access(path, os.R_OK):
                continue  # The superuser reads everything.
        before = path.read_bytes() if path.is_file() and os.access(path, os.R_OK) else None
        p = Player("-i", "bench")
        if not live.check(p.alive() and p.said(" on ") and p.said(why) and p.said("MIDI learn starts empty"),
                          f"{what} as midi.conf costs MIDI learn alone: {p.err}"):
            p.process.kill()
            continue
        p.ask("learn pluck_width")
        p.ask("midi 176 85 0")
        p.becomes("status", "learning", "")
        p.ask("midi 176 85 127")
        got = p.becomes("get pluck_width", "pluck_width", "40", PATIENCE)
        live.check(got == "40", f"a controller is learned all the same: {got}")
        ends(p.process, f"{what} as midi.conf")
        if before is not None:
            live.check(path.read_bytes() == before, "what was in the file still is")
    if path.exists():
        path.unlink()


def spent_s(pid):
    """Processor time of a process so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, options=("--no-ui",), more=None):
    return subprocess.Popen([live.PLAYER, "-d", "none", "-i", "bench", *options], stdin=stdin, stdout=stdout,
                            stderr=stderr, env=dict(env, **(more or {})), start_new_session=True)


# What the player obeys at most: 64 lines in each hundredth of a second.
RATE = 6400
SECONDS = 1.5


def floods():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        for device in ("/dev/zero", "/dev/urandom") if number == signal.SIGTERM else ("/dev/zero",):
            with open(device, "rb") as stdin:
                p = start(stdin)
                time.sleep(SECONDS)
                begin = spent_s(p.pid), time.monotonic()
                time.sleep(SECONDS)
                spent = (spent_s(p.pid) - begin[0]) / (time.monotonic() - begin[1])
                live.between(spent, 0.0, 0.5, f"standard input {device}: part of a processor that is used")
                ends(p, f"standard input {device}", number)
        yes = subprocess.Popen(["yes"], stdout=subprocess.PIPE)
        p = start(yes.stdout, stdout=subprocess.PIPE)
        counted = [0]

        def count(stream):
            for line in stream:
                counted[0] += line.startswith(b"error: unknown command")

        reader = threading.Thread(target=count, args=(p.stdout,), daemon=True)
        reader.start()
        live.wait_for(lambda: counted[0])
        begin = counted[0], time.monotonic()
        time.sleep(SECONDS)
        rate = (counted[0] - begin[0]) / (time.monotonic() - begin[1])
        # A reader that was held up sees some more afterwards.
        live.between(rate, 1.0, 1.5 * RATE, "yes | jawari: lines obeyed a second")
        ends(p, "yes | jawari", number)
        yes.kill()
        yes.wait()


def long_lines():
    p = Player("-i", "bench")
    for text, why in (("x" * 4095, "unknown command"), ("x" * 4096, "the line is too long"), ("x" * 1000000, "the line is too long"),
                      ("note C3\0 100", "zero byte")):
        try:
            p.ask(text)
            live.check(False, f"a line of {len(text)}: not refused")
        except RuntimeError as error:
            live.check(why in str(error), f"a line of {len(text)} characters: {str(error)[-60:]}")
    # What comes in one piece is all obeyed, in order.
    p.process.stdin.write("get gain\n" * 1000 + "set gain -3\nget gain\n")
    p.process.stdin.flush()
    got = [p.answer() for _ in range(1002)]
    live.check(all(len(answer) == 1 for answer in got[:1000]) and got[1001] == ["gain = -3"], "1002 lines at once")
    ends(p.process, "after that")


def write(stream, data):
    try:
        stream.write(data)
        stream.close()
    except BrokenPipeError:
        pass


def unread():
    """Nobody reads what it says: it ends all the same, and nothing of it is lost meanwhile."""
    p = start(subprocess.PIPE, stdout=subprocess.PIPE)
    n = 4000
    threading.Thread(target=write, args=(p.stdin, b"status\n" * n), daemon=True).start()
    time.sleep(SECONDS)
    live.check(p.poll() is None, "answers that nobody reads")
    text = b""
    while text.count(b"\nok\n") < n:
        piece = os.read(p.stdout.fileno(), 65536)
        if not piece:
            break
        text += piece
    live.check(text.count(b"\nok\n") == n and text.count(b"instrument = bench") == n,
               f"all of them are there when somebody does: {text.count(b'instrument = bench')}")
    ends(p, "after that")

    for what in ("stdout", "stderr"):
        p = start(subprocess.PIPE, **{what: subprocess.PIPE})
        if what == "stdout":
            threading.Thread(target=write, args=(p.stdin, b"status\nnonsense\n" * 100000), daemon=True).start()
        time.sleep(SECONDS)
        ends(p, f"{what} that nobody reads")
    read_end, write_end = os.pipe()
    fcntl.fcntl(write_end, fcntl.F_SETFL, os.O_NONBLOCK)
    try:
        while True:
            os.write(write_end, b"x" * 4096)
    except BlockingIOError:
        fcntl.fcntl(write_end, fcntl.F_SETFL, 0)
    p = start(subprocess.PIPE, stderr=write_end, stdout=subprocess.PIPE)
    p.stdin.write(b"note C3\nstatus\n")
    p.stdin.flush()
    live.check(p.stdout.readline() == b"ok\n", "a standard error that is full keeps nobody from playing")
    ends(p, "standard error that is full")
    os.close(read_end)
    os.close(write_end)

    p = start(subprocess.PIPE, stdout=subprocess.PIPE)
    p.stdout.close()
    p.stdin.write(b"status\nstatus\nquit\n")
    p.stdin.flush()
    live.check(p.wait(PATIENCE) == 1, "a pipe that is closed: status 1")


class Terminal:
    """A terminal that nobody reads."""

    def __init__(self, rows=60, columns=200):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        self.process = start(self.slave, self.slave, self.slave, (), {"TERM": "xterm-256color"})
        # The first picture
        live.wait_for(lambda: termios.tcgetattr(self.slave)[3] != self.before[3])

    def close(self):
        live.check(termios.tcgetattr(self.slave)[:4] == self.before[:4], "the line discipline is as before")
        os.close(self.master)
        os.close(self.slave)


def terminals():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        t = Terminal()
        for _ in range(60):
            # Other pictures, of some thousand letters each
            os.write(t.master, b"?")
            time.sleep(0.06)
        ends(t.process, "a terminal that nobody reads", number)
        t.close()

    t = Terminal()
    done = threading.Event()

    def press():
        os.set_blocking(t.master, False)
        while not done.is_set():
            try:
                os.write(t.master, b"+-][zx" * 100)
            except BlockingIOError:
                time.sleep(0.001)
            try:
                os.read(t.master, 65536)
            except BlockingIOError:
                pass

    presser = threading.Thread(target=press, daemon=True)
    presser.start()
    time.sleep(SECONDS)
    ends(t.process, "keys without an end")
    done.set()
    presser.join()
    t.close()


def manager():
    """A session manager that sends without an end."""
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))
    server.settimeout(PATIENCE)
    url = f"osc.udp://127.0.0.1:{server.getsockname()[1]}/"
    p = start(subprocess.DEVNULL, more={"NSM_URL": url})
    _, client = server.recvfrom(65536)
    done = threading.Event()

    def send():
        while not done.is_set():
            try:
                server.sendto(b"\0garbage", client)
            except OSError:
                pass

    senders = [threading.Thread(target=send, daemon=True) for _ in range(3)]
    for sender in senders:
        sender.start()
    # By then the player has given it up, and plays without a session.
    time.sleep(2.0 * SECONDS)
    ends(p, "a session manager that sends without an end")
    done.set()
    for sender in senders:
        sender.join()


def main():
    arguments()
    commands()
    learned()
    floods()
    long_lines()
    unread()
    terminals()
    manager()
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
