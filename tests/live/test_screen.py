# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The player in a pseudo-terminal: every key, every size, and a clean terminal afterwards.

A terminal emulator (pyte) shows what a user would see.
"""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time

import live

try:
    import pyte
except ImportError:
    # Debian has it for its own Python, which may not be the first one here.
    own = "/usr/bin/python3"
    if sys.executable != own and shutil.which(own) and subprocess.run(
            [own, "-c", "import pyte"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
        os.execv(own, [own, "-B", *sys.argv])
    live.skip("no pyte (package python3-pyte) here")


class Terminal:
    """The player on a terminal of its own."""

    def __init__(self, rows=24, columns=80, options=(), term="xterm-256color", locale="C.UTF-8",
                 folder=live.work):
        self.master, slave = pty.openpty()
        self.slave = slave
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.size(rows, columns)
        self.before = termios.tcgetattr(slave)
        env = dict(os.environ, TERM=term, LC_ALL=locale, XDG_CONFIG_HOME=str(live.work / "config"), HOME=str(home))
        for name in ("NSM_URL", "DISPLAY"):
            env.pop(name, None)
        if not term:
            env.pop("TERM")
        self.process = subprocess.Popen([live.PLAYER, "-d", "none", "-s", "gain=-20", *options],
                                        stdin=slave, stdout=slave, stderr=slave, env=env,
                                        cwd=folder, start_new_session=True)

    def size(self, rows, columns):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def resize(self, rows, columns):
        self.size(rows, columns)
        self.process.send_signal(signal.SIGWINCH)

    def take(self, seconds=0.02):
        """Some of what was written, little enough that no picture is passed over; the screen."""
        if select.select([self.master], [], [], seconds)[0]:
            data = os.read(self.master, 512)
            self.raw += data
            self.stream.feed(data)
        return self.text()

    def text(self):
        return "\n".join(self.screen.display)

    def press(self, keys):
        os.write(self.master, keys if isinstance(keys, bytes) else keys.encode())

    def until(self, good, seconds=live.PATIENCE):
        """The first true value of that function of the screen's text; its last one if none is."""
        end = time.monotonic() + seconds
        value = good(self.text())
        while not value and time.monotonic() < end:
            value = good(self.take())
        return value

    def finds(self, pattern, seconds=live.PATIENCE):
        return self.until(lambda text: re.search(pattern, text, re.MULTILINE), seconds)

    def shows(self, pattern, text, seconds=live.PATIENCE):
        found = self.finds(pattern, seconds)
        if not live.check(found, text):
            print(self.text())
        return found

    def says(self, words, text):
        """The same of what is said, wherever its lines are broken."""
        wanted = words.replace(" ", "")
        found = self.until(lambda screen: wanted in re.sub(r"\s", "", "".join(screen.split("\n")[-3:])))
        if not live.check(found, text):
            print(self.text())

    def shows_no_more(self, pattern, text):
        gone = self.until(lambda screen: not re.search(pattern, screen, re.MULTILINE))
        if not live.check(gone, text):
            print(self.text())

    def brings(self, keys, pattern, text):
        """Keys that bring something to the screen for a while: on a busy machine it may have come
        and gone between two pictures, so they are pressed again."""
        for _ in range(10):
            self.press(keys)
            found = self.finds(pattern, 5.0)
            if found:
                break
        if not live.check(found, text):
            print(self.text())
        return found

    def end(self, seconds=live.PATIENCE):
        """Exit status, None if it goes on; all that it wrote has been read."""
        stop = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < stop:
            self.take()
        while select.select([self.master], [], [], 0.1)[0]:
            self.take()
        return self.process.poll()

    def clean(self, what):
        """The terminal as a shell would want it back."""
        after = termios.tcgetattr(self.slave)
        live.check(after[:4] == self.before[:4], f"{what}: the line discipline is as before")
        tail = self.raw[-200:]
        live.check(b"\x1b[?1049l" in tail, f"{what}: the alternate screen is left")
        hidden, shown = self.raw.rfind(b"\x1b[?25l"), self.raw.rfind(b"\x1b[?25h")
        normal = self.raw.rfind(b"\x1b[?12l\x1b[?25h")
        live.check(max(shown, normal) > hidden, f"{what}: the cursor is back")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


home = live.work / "home"
home.mkdir()
F5, F6 = b"\x1b[15~", b"\x1b[17~"
WAV_HEAD = 44  # Bytes that even an empty recording has
SELECTED = re.compile(r"^.{38,40}> (.{19}).(.*)$", re.MULTILINE)


def selected(text):
    """Name and value of the selected parameter, as the list shows them."""
    match = SELECTED.search(text)
    return match and (match.group(1).strip(), match.group(2).strip())


def moves(t, keys, text, good):
    """Keys that change what is selected, or its value, into something good; what that is."""
    t.press(keys)
    t.until(lambda screen: selected(screen) and good(*selected(screen)))
    got = selected(t.text())
    live.check(got and good(*got), f"{text}: {got}")
    return got


def loud(text):
    match = re.search(r"L .* (-?\d+\.\d|-inf) dB.*R", text)
    return match and float(match.group(1)) > -60.0


def check_chikari(t):
    """Strings whose open note the baj has, too: they sound by themselves, and the baj stays open."""
    for number, name in (("5", "chikari-pa"), ("6", "chikari-sa"), ("7", "chikari-tar")):
        t.press("\x7f")
        t.shows(rf"^ {number} {name} [^█]* ·{{10}}", f"{name} is still")
        t.brings(number, rf"^ {number} {name} .* █{{10}}", f"{number} plucks the string {name}")
        t.shows(r"^ 1 baj +F#3", "and not the baj at a fret")


def press_all(t):
    """Every key that the help names, with what it must show."""
    t.shows(r"Jawari  Sitar", "names the instrument")
    t.shows(r"48000 Hz  256 frames  \d+\.\d ms", "says what it plays on")
    t.shows(r"CPU +\d+ %  worst +\d+ %  late \d+  xruns \d+", "shows load and misses")
    t.shows(r"^ 1 baj +F#3", "lists the strings with their notes")
    t.shows(r"a = C3  velocity 100  bend \+0", "says where the keyboard is")

    for keys, names in (("a", "C3"), ("w", "C#3"), ("s", "D3"), ("e", "D#3"), ("d", "E3"), ("f", "F3"),
                        ("t", "F#3"), ("g", "G3"), ("y", "G#3"), ("h", "A3"), ("u", "A#3"),
                        ("j", "B3"), ("k", "C4"), ("o", "C#4"), ("l", "D4"), ("p", "D#4"), (";", "E4")):
        t.brings(keys, rf"bend .*\b{re.escape(names)} ", f"{keys} plays {names}")
    live.check(t.until(loud), "a level above -60 dB while it sounds")
    t.brings("g", r"^ 1 baj +G3 ", "a string shows the note at which it is stopped")
    t.shows(r"bend \+0 *$", "notes end by themselves")
    for number, name in (("1", "F#3"), ("2", "C#3"), ("3", "G#2"), ("4", "C#2")):
        t.brings(number, rf"bend .*\b{name} ", f"{number} plucks the open string {name}")
    check_chikari(t)
    t.press("\x7f")
    t.shows(r"bend \+0 *$", "Backspace silences")
    t.shows(r"L .*-inf dB|L .*-[4-9]\d\.\d dB", "and the level falls")

    t.press("z")
    t.shows(r"a = C2 ", "z: an octave down")
    t.press("xx")
    t.shows(r"a = C4 ", "x: an octave up")
    t.press("z")
    t.press("c")
    t.shows(r"velocity 91 ", "c: softer")
    t.press("vv")
    t.shows(r"velocity 109 ", "v: harder")
    t.press(b"\x1b[A")
    t.shows(r"bend \+100", "Up pulls the string to the next note")
    t.brings("1", r"^ 1 baj +G3", "which shows the note to which it is pulled")
    t.press(b"\x1bOC")
    t.shows(r"bend \+105", "Right 5 cents more")
    t.press(b"\x1b[B\x1b[B")
    t.shows(r"bend \+0", "Down lets it down to the notes below")
    t.press(b"\x1b[D")
    t.shows(r"bend -5", "Left 5 cents more")
    t.press("b")
    t.shows(r"bend \+0", "b: back")
    t.brings("1", r"^ 1 baj +F#3 ", "and so is the note")
    t.press(" ")
    t.shows(r"PEDAL", "Space: the pedal is down")
    t.press(" ")
    t.shows_no_more(r"PEDAL", "Space: the pedal is up")

    name, value = moves(t, "", "a parameter is selected", lambda n, v: n == "Jawari")
    moves(t, "+++++", "+ moves it", lambda n, v: v != value)
    moves(t, "-----", "- moves it back", lambda n, v: v == value)
    moves(t, "==", "= moves it", lambda n, v: v != value)
    moves(t, "_", "_ too", lambda n, v: v != value)
    moves(t, "O", "O: as it was", lambda n, v: v == value)
    second = moves(t, "]", "] chooses another", lambda n, v: n != name)[0]
    moves(t, "\t", "Tab another one", lambda n, v: n not in (name, second))
    moves(t, "[", "[ goes back", lambda n, v: n == second)
    moves(t, b"\x1b[Z", "Shift-Tab too", lambda n, v: n == name)
    moves(t, "[" * 200, "once round the list and on", lambda n, v: n != name)

    t.press("M")
    t.shows(r"\[move a controller\]", "M waits for a controller")
    t.press("M")
    t.shows_no_more(r"\[move a controller\]", "M again gives up")
    t.press("U")
    t.press("N")
    first = t.shows(r"Jawari  Sitar .* / (\S+)", "N: a preset of the instrument")
    t.press("N")
    other = t.shows(r"Jawari  Sitar .* / (?!" + re.escape(first.group(1)) + r"\s)(\S+)", "N: another")
    t.press(F5)
    t.shows(r"Jawari  .* / " + re.escape(first.group(1)) + r"\s", f"F5: back from {other.group(1)}")
    t.press(F6)
    t.press(F6)
    t.shows(r"Jawari  (?!Sitar \()", "F6: another instrument")
    t.press("R")
    t.shows(r"recording 00:0", "R: records")
    t.press("R")
    t.shows(r"recorded ~/Jawari/jawari-001.wav, \d:\d\d", "R: says what is recorded")
    live.check((home / "Jawari" / "jawari-001.wav").exists(), "and it is there")
    t.press("W")
    t.shows(r"there is no display", "W: the window, where there is a display")
    t.press("?")
    t.shows(r"from C or Sa up", "?: the keys")
    t.press(b"\x1bOP")
    t.shows(r"^ 1 \w", "F1: back")
    t.press("\x0c")
    t.shows(r"^ 1 \w", "Ctrl-L: draws again")
    t.press(bytes(range(128, 256)) + b"\x1b\x1b[99~\x00\x1a\x1c")
    t.press("?")
    t.shows(r"from C or Sa up", "keys that mean nothing do nothing, Ctrl-Z and Ctrl-\\ neither")
    t.press("?")
    t.shows_no_more(r"from C or Sa up", "?: back")


def resize_all(t):
    for rows, columns in ((40, 132), (24, 80), (12, 60), (6, 30), (1, 1), (2, 200), (100, 20), (24, 80)):
        t.resize(rows, columns)
        # The emulator keeps what was drawn before: only a new picture counts.
        t.screen.reset()
        if rows >= 6 and columns >= 30:
            t.shows(r"\A (Jawari  )?[A-Z]\w", f"{columns}x{rows}: the head is there")
        else:
            t.until(lambda text: False, 0.3)
        live.check(t.process.poll() is None, f"{columns}x{rows}: survives")
    t.shows(r"^ 1 \w", "80x24 again: all of it")
    wide = [line for line in t.screen.display if len(line.rstrip()) > 80]
    live.check(not wide, "nothing beyond the right edge")


def change_instruments():
    """Another instrument: notes end, the piano moves to it, all else stays in the player's hands."""
    t = Terminal(options=("-p", "bass-slap"))
    t.shows(r"a = C1 ", "the piano is where a bass is")
    t.press("v \x1b[A")
    t.shows(r"velocity 109  bend \+100  PEDAL", "harder, pulled, with pedal")
    t.press(b"asdf1" + F6)
    t.shows(r"Jawari  Electric bass, fretless", "F6: another instrument")
    t.shows(r"velocity 109  bend \+100  PEDAL *$", "notes are let go, pedal, bend and strength stay")
    t.press(" ")
    t.shows_no_more(r"PEDAL", "Space: the pedal is up")
    t.press("N")
    t.shows(r"Jawari  Electric bass, fretless / fretless-growl", "N: the first of its presets")
    t.press("z")
    t.shows(r"a = C0 ", "an octave down")
    t.press("N")
    t.shows(r"Jawari  Electric bass, fretless / fretless-soft", "N: the next")
    t.shows(r"a = C0 ", "which leaves the piano where it is")
    t.press("N")
    t.shows(r"Jawari  Electric bass, fretless / fretless-growl", "N: round and round")
    t.press(F5)
    t.shows(r"Jawari  Electric bass, fretless / fretless-soft", "F5: back")
    t.press("Q")
    t.end()
    t.close()

    t = Terminal(options=("-i", "sarod"))
    t.press(F5)
    t.shows(r"Jawari  Sarod / sarod-worn", "F5: from none, the last of its presets")
    t.press(F6)
    t.shows(r"Jawari  Shamisen", "another instrument")
    t.press("Q")
    t.end()
    t.close()

    shutil.copy(os.path.join(os.environ["JAWARI_DATA"], "bench.ini"), live.work / "own.ini")
    t = Terminal(options=("-i", "own.ini"))
    t.press("N")
    t.shows(r"no preset is for Bench string", "an instrument without presets says so")
    t.press("Q")
    t.end()
    t.close()

    t = Terminal(options=("-p", "sitar-khula"))
    jawari = lambda value: lambda n, v: n == "Jawari" and v.endswith(f" {value} %")
    moves(t, "", "the preset's jawari", jawari("0"))
    moves(t, "N", "N: that of another preset", jawari("55"))
    moves(t, "++++", "+ moves it", lambda n, v: not jawari("55")(n, v))
    moves(t, "O", "O: as the preset played has it", jawari("55"))
    t.press(F6)
    t.shows(r"Jawari  Sitar \(gandhar", "F6: the instrument behind this one in the list")
    t.press("Q")
    t.end()
    t.close()


def record_twice():
    """Two players in one folder, and a folder in which all numbers are taken."""
    folder = live.work / "takes" / "of today"
    players = [Terminal(options=("-i", "bench", "--folder", str(folder))) for _ in range(2)]
    for t in players:
        t.press("R")
        t.shows(r"recording 00:0", "R: records")
    for t in players:
        t.press("R")
        t.shows(r"recorded /", "R: the recording is written")
    takes = sorted(path.name for path in folder.iterdir())
    live.check(takes == ["jawari-001.wav", "jawari-002.wav"], f"a file each: {takes}")
    live.check(all(path.stat().st_size >= WAV_HEAD for path in folder.iterdir()), "with a recording in it")
    players[0].press("R")
    players[0].shows(r"recording 00:0", "R: records")
    players[0].process.send_signal(signal.SIGTERM)
    players[0].end()
    live.check((folder / "jawari-003.wav").stat().st_size >= WAV_HEAD, "the end of the program ends it, too")
    live.check(re.search(rb"\x1b\[\?1049l.*jawari: recorded .*jawari-003.wav, 0:", players[0].raw, re.DOTALL),
               "and the terminal that is left says so")
    for i in range(4, 1000):
        (folder / f"jawari-{i:03}.wav").write_text("mine")
    players[1].press("R")
    players[1].says("jawari-001.wav to jawari-999.wav are all there", "R: no number is left")
    live.check(all((folder / f"jawari-{i:03}.wav").read_text() == "mine" for i in range(4, 1000)),
               "and nothing is overwritten")
    players[1].press("Q")
    players[1].end()
    for t in players:
        t.close()


def leave(keys, status, what, options=()):
    t = Terminal(options=options)
    t.shows(r"Jawari  ", f"{what}: starts")
    if isinstance(keys, (str, bytes)):
        t.press(keys)
    else:
        t.process.send_signal(keys)
    got = t.end()
    live.check(got == status, f"{what}: ends with status {got}")
    t.clean(what)
    t.close()


def lose_terminal():
    """A player that nobody told that its terminal was closed ends all the same."""
    t = Terminal()
    t.shows(r"Jawari  ", "on a terminal that is closed: starts")
    os.close(t.master)
    try:
        status = t.process.wait(live.PATIENCE)
    except subprocess.TimeoutExpired:
        status = None
        t.process.kill()
        t.process.wait()
    os.close(t.slave)
    live.check(status == 0, f"when its terminal is closed: ends with status {status}")


def ask(t, key, title, typed, pattern, text):
    """Opens a list, types a part of a name and takes it."""
    t.press(key)
    t.shows(rf"^ {title}.*: _", f"{key} asks for it")
    t.press(typed)
    t.press("\r")
    t.shows(pattern, text)


def choose():
    """Presets, instruments, Sa and raga by name."""
    t = Terminal()
    t.press("P")
    t.shows(r"^ > sitar-band +sitar.ini", "P: the instrument's presets come first")
    t.press("tanpura")
    t.shows(r"^ > tanpura-bare", "what is typed chooses among all")
    t.press("\x1b[B\x1b[B")
    t.shows(r"^ > tanpura-exact", "and so do the arrows")
    t.press("\x1b[A")
    t.shows(r"^ > tanpura-drone", "up and down")
    t.press("\x1b")
    t.shows(r"^ 1 baj ", "Esc: none of them")
    t.shows(r"Jawari  Sitar \(kharaj-pancham\) *$", "all is as it was")
    ask(t, "P", "Preset", "KHULA", r"Jawari  Sitar .* / sitar-khula", "P: a preset by a part of its name")
    ask(t, "P", "Preset", "nope", r"unknown preset \"nope\"", "one that is not there is told")
    ask(t, "I", "Instrument", "sarod", r"Jawari  Sarod", "I: an instrument")
    ask(t, "T", "Sa", "d", r"^ A4 440 Hz  Sa D  ", "T: Sa as a note")
    ask(t, "T", "Sa", "none", r"^ A4 440 Hz  Sa as built  ", "and as the instrument has it")
    ask(t, "T", "Sa", "240", r"^ A4 4\S+ Hz  Sa B  ", "and by its pitch")
    ask(t, "T", "Sa", "h", r"sa: \"h\" is neither a note", "what is neither is told")
    ask(t, "G", "Raga", "yam", r"raga Yaman  Just", "G: a raga")
    ask(t, "G", "Raga", "todi:equal", r"raga Todi  Equal", "and its intonation")
    ask(t, "G", "Raga", "none", r"raga none  own", "and none")
    t.press("D")
    t.shows(r"own intonation  with tanpura-plays ", "D: a companion")
    t.press("D")
    t.shows_no_more(r"with tanpura-plays ", "D: no companion")
    ask(t, "C", "Beside the instrument", "late", r"with tanpura-late ", "C: another one by a part of its name")
    t.press("D")
    t.shows_no_more(r"with tanpura-late ", "off again")
    t.press("K")
    t.shows(r"own intonation  60 bpm ", "K: the clock")
    t.press("K")
    t.shows_no_more(r"intonation  60 bpm", "K: no clock")
    ask(t, "Y", "Clock", "count-in on", r"raga none", "Y: a count-in")
    ask(t, "Y", "Clock", "300", r"300 bpm count-in", "Y: a tempo")
    ask(t, "Y", "Clock", "22", r"intonation  22 bpm count-in", "Y: a tempo that is part of a tala's label")
    ask(t, "Y", "Clock", "count-in off", r"22 bpm *$", "Y: no count-in")
    ask(t, "Y", "Clock", "off", r"own intonation *$", "Y: off")
    ask(t, "Y", "Clock", "on", r"22 bpm *$", "Y: on, and not \"count-in on\"")
    ask(t, "Y", "Clock", "tintal", r"Teental \d+/16", "Y: a tala")
    ask(t, "Y", "Clock", "grow 0", r"no change of the tempo a cycle", "what is wrong is told")
    t.press("K")
    t.shows(r"Teental \d+/16 to sam", "K: to sam")
    t.shows_no_more(r"Teental \d+/16", "and it ends")
    t.press("G")
    t.shows(r"Raga.*: _", "what was typed")
    t.press("yamx\x7f\x7f\x7f\x7fmar")
    t.shows(r"Raga.*: mar_", "is taken back letter by letter")
    t.press("\r")
    t.shows(r"raga Marwa ", "and obeyed as it stands")
    t.press("H")
    t.shows(r'unknown preset "nope"', "H: what was said")
    t.press("H")
    t.shows(r"^ 1 ", "H: back")
    t.press("Q")
    live.check(t.end() == 0, "leaves")
    t.close()


def sargam():
    """A raga lays the letters: its notes from Sa on, what lies between above them."""
    t = Terminal(options=("--sa", "D", "--raga", "bhimpalasi"))
    t.shows(r"a = Sa D4  velocity", "a is Sa")
    for key, name in zip("asdfghjkl", ("D4", "E4", "F4", "G4", "A4", "B4", "C5", "D5", "E5")):
        t.brings(key, rf"bend .*\b{name} ", f"{key} plays {name}")
    t.brings("r", r"bend .*\bF#4 ", "r plays what lies between ga and ma")
    t.press("\x7f")
    t.brings("n", r"^ 6 chikari-sa .* █{6}", "n strikes the chikari")
    t.press("a\x1b[A\x1b[A")
    t.shows(r"bend \+31[0-9] ", "Up twice pulls Sa to just komal Ga")
    t.brings("a", r"^ \d \w+ +ga +([+-]\d )?", "and the screen says so")
    t.press("b")
    t.press("G")
    t.press("malkauns\r")
    t.shows(r"raga Malkauns", "another raga")
    t.brings("s", r"bend .*\bF4 ", "whose second note is komal Ga")
    t.brings("w", r"bend .*\bD#4 ", "w plays komal Re")
    t.brings("\x1bw", r"bend .*\bE4 ", "Alt-w plays Re")
    t.press("z")
    t.shows(r"a = Sa D3 ", "z: an octave down")
    t.press("Q")
    live.check(t.end() == 0, "leaves")
    t.close()
    t = Terminal(options=("--sa", "D", "--raga", "bhimpalasi", "--keys", "piano"))
    t.shows(r"a = C3  velocity", "--keys piano keeps the piano")
    t.press("Q")
    t.end()
    t.close()


def save_and_load():
    folder = home / "sessions"
    t = Terminal(options=("sitar-khula", "--folder", str(folder)))
    t.shows(r"sitar-khula", "starts")
    moves(t, "++++", "a parameter is moved", lambda n, v: not v.endswith(" 0 %"))
    t.until(lambda text: False, 0.5)
    value = selected(t.text())[1]
    t.press("S")
    t.shows(r"Save as: sitar-khula_", "S: a name is offered")
    t.press("-2\r")
    t.shows(r"saved in ~/sessions/sitar-khula-2.jawari", "saved, and where")
    t.press("S-2\r")
    t.shows(r"saved over ~/sessions/sitar-khula-2.jawari", "saved once more, which is told")
    (folder / "mine.jawari").write_text("no session")
    t.press("S\x15mine\r")
    t.says("the file exists and is not a session", "what is no session stays")
    live.check((folder / "mine.jawari").read_text() == "no session", "as it is")
    t.press(F6)
    t.shows(r"Jawari  Sitar \(gandhar", "something else is played")
    ask(t, "L", "Load", "khu", r"Jawari  Sitar \(kharaj-pancham\) / sitar-khula", "L: by a part of its name")
    moves(t, "", "with what was moved", lambda n, v: v == value)
    t.press("S\x15~/else where\r")
    t.shows(r"saved in ~/else where", "a path is a path")
    live.check((home / "else where").exists(), "and the file is there")
    ask(t, "L", "Load", "/nowhere/x", r"No such file", "what is not there is told")
    t.press("Q")
    t.end()
    t.close()


def small():
    """40 columns and 10 rows hold what a player needs."""
    t = Terminal(rows=10, columns=40, options=("sitar-khula",))
    t.shows(r"^ Sitar \(kharaj-pancham\) / sitar-khula", "40x10: what is played")
    t.shows(r"-inf dB  CPU \d+ %  xruns \d+", "how it goes")
    t.shows(r"^ Sa as built  raga none  A4 440 Hz", "how it is tuned")
    t.shows(r"^ > Jawari +\S+ 0 %", "the selected parameter")
    t.shows(r"^ jawari \[CC 29\]", "what it is")
    t.shows(r"^ a = C3  velocity 100  bend \+0", "where the keyboard is")
    t.brings("g", r"bend \+0 +G3 ", "what is held")
    t.brings("g", r"^ █+·* +-\d+\.\d dB  CPU", "and how loud it is")
    t.press("]")
    t.shows(r"^ > Bridge curvature ", "the next parameter")
    t.press("T")
    t.shows(r"^ > none", "a list")
    t.press("c#\r")
    t.shows(r"^ Sa C#  raga none", "of which something is chosen")
    t.press("R")
    t.shows(r"REC 00:0", "R: it records")
    t.shows(r"recording into ~/", "where to")
    t.press("R")
    t.shows(r"recorded ~/", "and has recorded")
    for _ in range(7):
        t.press("?")
    t.shows(r"^ Q Ctrl-C +leave", "all keys, page by page")
    t.press("?")
    t.shows(r"^ a = Sa C#4", "and back")
    live.check(not [line for line in t.screen.display if len(line) > 40], "nothing beyond the edge")
    t.shows(r"\? keys   Q leaves", "what was said is gone after a while, and the hint is back")
    t.press("Q")
    live.check(t.end() == 0, "leaves")
    t.close()


def dumb():
    """A terminal that takes lines and no more."""
    t = Terminal(rows=200, columns=120, term="dumb", options=("-i", "bench"))
    t.shows(r"jawari: bench on no driver", "TERM=dumb: says what it plays")
    t.shows(r"no screen on such a terminal: type commands", "and how")
    for line, pattern in (("note C3", r"^ok"), ("status", r"^instrument = bench"), ("help", r"^sa NOTE"),
                          ("sa D", r"^ok"), ("get sa", r"^sa = 3"), ("nonsense", r"^error: unknown command")):
        t.press(line + "\n")
        t.shows(pattern, f"{line}: is answered")
    t.press("quit\n")
    live.check(t.end() == 0, "quit leaves")
    live.check(b"\x1b" not in t.raw, "without an order to the terminal")
    t.close()


def fade():
    t = Terminal(options=("-i", "bench"))
    t.press("M")
    begin = time.monotonic()
    t.shows(r"move a MIDI controller", "something is said")
    t.shows_no_more(r"move a MIDI controller", "and gone after a while")
    live.timely(time.monotonic() - begin, 11.0, 15.0, "seconds that it was shown")
    t.press("H")
    t.shows(r"move a MIDI controller", "H: shows it again")
    t.shows(r"bench on no driver", "with what was said at first")
    t.press("Q")
    t.end()
    t.close()


def folders():
    """Where recordings go if nobody says: to the desktop's music folder."""
    config = live.work / "config"
    settings = config / "user-dirs.dirs"
    music = live.work / "my music"
    for text, folder in ((f'# x\nXDG_DESKTOP_DIR="$HOME"\nXDG_MUSIC_DIR="{music}"\n', music / "Jawari"),
                         ('XDG_MUSIC_DIR="$HOME/Klang \\"A\\""\n', home / 'Klang "A"' / "Jawari"),
                         ('XDG_MUSIC_DIR="$HOME/"\n', home / "Jawari"), ("XDG_MUSIC_DIR=\n", home / "Jawari"),
                         ("", home / "Music" / "Jawari"), ('XDG_MUSIC_DIR="relative"\n', home / "Music" / "Jawari")):
        settings.write_text(text)
        if "Music" in str(folder):
            (home / "Music").mkdir(exist_ok=True)
        done = subprocess.run([live.PLAYER, "-d", "none", "--no-ui", "-i", "bench"], input="record\nrecord stop\nquit\n",
                              text=True, capture_output=True, check=False, cwd="/",
                              env=dict(os.environ, HOME=str(home), XDG_CONFIG_HOME=str(config)))
        got = re.search(r"^recording = (.*)\n(?:.*\n)*recorded = (.*)$", done.stdout, re.MULTILINE)
        live.check(got and got.group(1) == got.group(2) and got.group(1).startswith(f"{folder}/jawari-")
                   and os.path.exists(got.group(1)), f"{text.strip()!r}: {got and got.group(1)} {done.stdout}")
    settings.unlink()


def main():
    begin = time.monotonic()
    t = Terminal()
    t.finds(r"Jawari  ")
    live.timely(time.monotonic() - begin, 0.0, 1.0, "seconds until it can be played")
    press_all(t)
    resize_all(t)
    t.press("Q")
    live.check(t.end() == 0, "Q leaves with status 0")
    t.clean("Q")
    t.close()
    change_instruments()
    record_twice()
    leave("\x03", 0, "Ctrl-C")
    leave(b"\x1b[21~", 0, "F10")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        leave(number, 0, number.name)
    lose_terminal()
    for term, why in (("dumb-nonsense", r'unknown terminal TERM="dumb-nonsense"'), ("", "TERM is not set")):
        t = Terminal(term=term)
        live.check(t.end() == 1, f"a terminal it does not know, TERM={term}: ends with status 1")
        live.check(t.finds(why, 1.0) is not None, "and says so")
        t.close()
    choose()
    sargam()
    save_and_load()
    small()
    dumb()
    fade()
    folders()
    t = Terminal(locale="C")
    t.shows(r"L #*\.*", "plain characters where there is no UTF-8")
    t.press("Q")
    t.end()
    t.close()
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
