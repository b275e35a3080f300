# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""What comes from outside gives a terminal no orders.

Names of files, what presets and instruments say of themselves, arguments and commands hold escape
sequences, raw and in UTF-8, ends of lines and marks that turn the direction of a text. Every program
prints them; what it prints must be text.

    test_injection.py [all]

all: every option with every text in every form, a name of a file or a symbol with a value.
"""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import live

LAB = os.environ.get("JAWARI_LAB", "jawari-lab")
BENCH = os.environ.get("JAWARI_BENCH", "jawari-bench")
ALL = "all" in sys.argv[1:]
# A title, a colour by one byte and by two, a line that is none, a text that runs backwards
EVIL = [b"\x1b]0;pwned\x07", b"\x9b31m", "\u009b31m".encode(), b"\nok\n", "\u202epwned".encode(),
        "\u2066pwned".encode(), b"\x7f\x08", "\u0085\u2028".encode(), b"\xc3", b"\r"]
# Good ones, which must come through
GOOD = ["r\u0101ga", "J\u00f3r \U0001d11e"]

shipped = pathlib.Path(os.environ["JAWARI_DATA"])
data = live.work / "data"
env = dict(os.environ, JAWARI_DATA=str(data), XDG_CONFIG_HOME=str(live.work / "config"), LC_ALL="C.UTF-8",
           JACK_DEFAULT_SERVER=f"nobody{os.getpid()}", JACK_NO_START_SERVER="1")
env.pop("NSM_URL", None)

CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def harmless(what, output):
    try:
        text = output.decode()
    except UnicodeDecodeError as error:
        return live.check(False, f"{what}: {error} {output[:200]}")
    found = CONTROLS.search(text)
    if found:
        live.check(False, f"{what}: {found.group()!r} in {text[:400]!r}")
    return not found


n_runs = 0


def run(what, *command, text=b"", more=None, lines=None):
    """Runs it; how many lines on the standard error are allowed; its output."""
    global n_runs
    n_runs += 1
    full = {key.encode(): value.encode() for key, value in env.items()}
    full.update(more or {})
    done = subprocess.run([part if isinstance(part, bytes) else str(part).encode() for part in command],
                          input=text, capture_output=True, env=full, check=False, cwd=live.work, timeout=live.PATIENCE)
    good = harmless(what + ", output", done.stdout) and harmless(what + ", errors", done.stderr)
    if done.returncode < 0:
        live.check(False, f"{what}: signal {-done.returncode}")
    n_lines = done.stderr.count(b"\n")
    if lines is not None and n_lines != lines:
        live.check(False, f"{what}: {n_lines} lines: {done.stderr!r}")
    return done if good else None


def turtle(text):
    """A Turtle string in escapes alone."""
    return "".join(f"\\U{ord(letter):08X}" for letter in text.decode("utf-8", "replace"))


def make_data():
    """Instruments and presets of such names, that say such things."""
    data.mkdir()
    bench = (shipped / "bench.ini").read_text()
    preset = (shipped / "bench-wire.ttl").read_text()
    (data / "bench.ini").write_text(bench)
    for i, evil in enumerate(EVIL):
        name = evil.replace(b"/", b"")
        (pathlib.Path(os.fsdecode(bytes(data) + b"/i%d" % i + name + b".ini"))).write_text(bench)
        (pathlib.Path(os.fsdecode(bytes(data) + b"/p%d" % i + name + b".ttl"))).write_text(preset)
        said = re.sub(r'(rdfs:(label|comment)) "[^"]*"', lambda m: f'{m.group(1)} "said {turtle(evil)}{GOOD[0]}"', preset)
        (data / f"said{i}.ttl").write_text(said)
        (data / f"named{i}.ttl").write_text(re.sub(r'jw:instrumentFile "[^"]*"', lambda m: f'jw:instrumentFile "x{turtle(evil)}"', preset))
        (data / f"symbol{i}.ttl").write_text(preset.replace('lv2:symbol "gain"', f'lv2:symbol "{turtle(evil)}"'))
        (data / f"text{i}.ini").write_bytes(bench.encode().replace(b"name = ", b"name = " + evil, 1))
    for i, good in enumerate(GOOD):
        (data / f"good{i}.ini").write_text(re.sub("description = .*", f"description = {good}", bench))


def paths(extension):
    return [pathlib.Path(os.fsdecode(path)) for path in os.listdir(bytes(data)) if path.endswith(extension)]


def lists():
    for program in (live.PLAYER, live.RENDER):
        for option in ("--list-instruments", "--list-presets"):
            done = run(f"{pathlib.Path(program).name} {option}", program, option)
            wanted = len(paths(b".ini" if "instr" in option else b".ttl"))
            got = done.stdout.splitlines() if done else []
            live.check(len(got) >= wanted and not any(line.startswith(b"ok") for line in got), f"{option}: a line for each of {wanted}")
            if done and "instruments" in option:
                live.check(all(good.encode() in done.stdout for good in GOOD), "and letters are left as they are")
            if done and "presets" in option:
                live.check(done.stdout.count(GOOD[0].encode()) >= 5, "and in presets, too")


def files():
    out = live.work / "out.wav"
    for path in paths(b".ini"):
        name = data / path
        run(f"--check {name!r}", live.RENDER, "--check", bytes(name))
        run(f"render -i {name!r}", live.RENDER, "-i", bytes(name), "--note", "60:100:0.1", "-t", "0", "--report", out.with_suffix(".json"), out)
        run(f"play -i {name!r}", live.PLAYER, "-d", "none", "--no-ui", "-i", bytes(name), text=b"status\nsave s\nload s\nnote 1\nquit\n")
        run(f"bench {name!r}", BENCH, bytes(name), lines=1)
    for path in paths(b".ttl"):
        name = data / path
        run(f"render -p {name!r}", live.RENDER, "-p", bytes(name), "--note", "60:100:0.1", "-t", "0", out)
        run(f"play -p {name!r}", live.PLAYER, "-d", "none", "--no-ui", "-p", bytes(name), text=b"status\nquit\n")


def arguments():
    for number, evil in enumerate(EVIL):
        for option in ("-i", "-p", "-s", "--set", "--sa", "--raga", "--tuning", "--keymap", "--tune", "--note", "--format"):
            few = (evil, b"gain=" + evil) if option in ("-s", "--set") else (evil,)
            for value in (evil, evil + b"=1", b"gain=" + evil, b"./" + evil) if ALL else few:
                if option not in ("--note", "--format"):
                    run(f"player {option} {value!r}", live.PLAYER, "-d", "none", "--no-ui", option, value, text=b"quit\n", lines=1)
                run(f"renderer {option} {value!r}", live.RENDER, option, value, evil + b".mid", live.work / "x.wav", lines=1)
        options = (b"--driver", b"--device", b"--rate", b"--block", b"--config", b"--record", b"--" + evil, b"--" + evil + b"=1", b"-" + evil)
        # Every second one, the others with the next text
        for option in options if ALL else options[number % 2::2]:
            run(f"player {option!r} {evil!r}", live.PLAYER, option, evil, "-d", "portaudio", "--no-ui", text=b"quit\n")
            run(f"renderer {option!r} {evil!r}", live.RENDER, option, evil, lines=1)
            run(f"bench {option!r} {evil!r}", BENCH, option, evil, lines=1)
            run(f"lab {option!r} {evil!r}", LAB, option, evil, lines=1)
            run(f"lab sdof {option!r} {evil!r}", LAB, "sdof", option, evil)
        run(f"player {evil!r}", live.PLAYER, evil, lines=1)
        run(f"renderer out {evil!r}", live.RENDER, "--note", "60", b"nowhere/" + evil + b".wav", lines=1)
        run(f"lab {evil!r}", LAB, evil, lines=1)
        run(f"lab help {evil!r}", LAB, "--help", evil, lines=1)
        run(f"lab csv {evil!r}", LAB, "sdof", "--csv", b"nowhere/" + evil, lines=1)
        run(f"manager {evil!r}", live.PLAYER, "--no-ui", more={b"NSM_URL": evil}, lines=1)


def commands():
    for evil in EVIL:
        one = evil.replace(b"\n", b" ").replace(b"\r", b" ")
        text = b"".join(word + b" " + one + b"\n" for word in (
            b"set", b"set gain", b"get", b"preset", b"instrument", b"note", b"note 60", b"off", b"midi", b"learn",
            b"record", b"save nowhere/", b"load", b"raga", b"sa", one, b"")) + b"quit\n"
        done = run(f"commands with {one!r}", live.PLAYER, "-d", "none", "--no-ui", "-i", "bench", text=text)
        live.check(done and len(done.stdout.splitlines()) >= 15, f"{one!r}: every command is answered")


def screen():
    """The picture holds the terminal's own sequences, and no other."""
    os.environ.update(env)
    for path in paths(b".ini")[:20]:
        name = data / path
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 200, 0, 0))
        process = subprocess.Popen([live.PLAYER, "-d", "none", "-i", bytes(name), "-s", "gain=-30"], stdin=slave, stdout=slave,
                                   stderr=slave, env=dict(env, TERM="xterm"), start_new_session=True)
        raw, end = b"", time.monotonic() + 20.0
        while time.monotonic() < end and process.poll() is None:
            if select.select([master], [], [], 0.1)[0]:
                raw += os.read(master, 65536)
            if b"CPU" in raw:
                time.sleep(0.2)
                process.send_signal(signal.SIGTERM)
                process.wait(live.PATIENCE)
        while select.select([master], [], [], 0.1)[0]:
            raw += os.read(master, 65536)
        # What ncurses writes for TERM=xterm
        text = re.sub(rb"\x1b(\[[0-9;?]*[a-zA-Z]|[()][AB0]|[=>78])|[\r\n\x08]", b"", raw)
        harmless(f"screen with {path!r}", text)
        os.close(master)
        os.close(slave)


def on_terminal(locale, *command):
    """What a program writes to a terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=dict(env, LC_ALL=locale))
    os.close(slave)
    text = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # The last one has closed it.
            break
        if not piece:
            break
        text += piece
    process.wait()
    os.close(master)
    return text


def encodings():
    """Where letters have one byte, some of UTF-8's are orders."""
    for program in (live.PLAYER, live.RENDER):
        text = on_terminal("C.UTF-8", program, "--list-instruments")
        live.check(GOOD[1].encode() in text, "letters on a terminal of UTF-8")
        text = on_terminal("C", program, "--list-instruments")
        live.check(text.count(b"\n") > 10 and not [byte for byte in text if byte > 0x7e], "ASCII alone on another one")
        done = run("locale C, no terminal", program, "--list-instruments", more={b"LC_ALL": b"C"})
        live.check(done and GOOD[1].encode() in done.stdout, "letters where there is no terminal")


def main():
    make_data()
    encodings()
    lists()
    files()
    arguments()
    commands()
    screen()
    live.check(n_runs > (1000 if ALL else 500), f"{n_runs} runs")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
