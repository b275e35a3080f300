# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""What makes a program wait for ever: pipes and devices in the place of files.

Each must be refused at once, with a line that says so, by the player as by the renderer; and
whatever comes, the player ends when it is told to.
"""

import os
import pathlib
import signal
import socket
import subprocess
import sys

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
    for target, why in ((live.work / "pipe.session", "not a regular file"), (live.work, "is a directory")):
        try:
            p.ask(f"save {target}", PATIENCE)
            live.check(False, f"save {target}: not refused")
        except RuntimeError as error:
            live.check(why in str(error), f"save {target}: {error}")
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
        if not live.check(p.alive() and p.said(" on ") and p.said(why) and p.said("MIDI learn begins anew"),
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


def main():
    arguments()
    commands()
    learned()
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
