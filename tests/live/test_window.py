# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The player's window on an X server without a screen: it is drawn, hands on it are heard, whoever
closes it ends the program; a server that ends takes the window alone; and what it says where there is no
display."""

import concurrent.futures
import os
import shutil
import signal
import subprocess
import sys

from display import Display
import live

WIDTH, HEIGHT = 960, 600
N_AT_ONCE = 4


def player(display, *options):
    """The player with its window, heard by nobody, once it plays."""
    process = live.Process([live.PLAYER, "--no-ui", "--no-config", "--window", "--driver", "none", *options],
                           display.env, "jawari")
    if not live.wait_for(lambda: process.said(" on ") or not process.alive()) or not process.alive():
        raise RuntimeError(f"jawari does not start: {process.err}")
    return process


def shown(display, instrument):
    """The player, and its window once it is drawn."""
    process = player(display, "-i", instrument, "-s", "quality=1")
    window = display.window()
    display.is_drawn(window, (WIDTH, HEIGHT), 500)
    return process, window


def leave(process):
    process.ask("quit")
    live.check(process.ended() == 0, "quit ends the program, with status 0")


def host(display, *checks):
    if not checks and shutil.which("localedef"):  # Many hosts run in the user's locale, with a comma in numbers
        subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", live.work / "de_DE.UTF-8"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        display.env["LOCPATH"] = str(live.work)
    hosted = subprocess.run([os.environ["X11_VIEW"], *checks], env=display.env, check=False, timeout=live.PATIENCE)
    live.check(hosted.returncode == 0, "a host's windows")


def room(display):
    hosted = subprocess.run([os.environ["X11_ROOM"]], env=display.env, check=False, timeout=live.PATIENCE)
    live.check(hosted.returncode == 0, "windows in hosts that scale, or are too small")


def energy(player_, string):
    return float(player_.values("status")[f"string_{string}"].split()[1])


def play(display):
    p = player(display, "-i", "sitar", "-s", "quality=1")
    window = display.window()
    if not live.check(window, "there is a window"):
        return
    live.check(display.is_drawn(window, (WIDTH, HEIGHT), 500), "it is drawn")
    live.check(p.values("status")["silent"] == "1", "all is silent")
    # The row of the third string in the list beside
    display.click(window, 760, 130)
    live.check(live.wait_for(lambda: energy(p, 3) > 1e-8), "a click on a string plucks it")
    before = float(p.values("get jawari")["jawari"])
    display.tool("mousemove", "--window", window, 116, 412, "mousedown", "1")
    display.tool("mousemove", "--window", window, 200, 412)
    display.tool("mousemove", "--window", window, 260, 412, "mouseup", "1")
    after = p.becomes("get jawari", "jawari", lambda value: float(value) > before + 5.0)
    live.between(float(after), before + 5.0, before + 60.0, "JAWARI after a drag of its slider")
    display.click(window, 932, 24)
    live.check(live.wait_for(lambda: energy(p, 3) < 1e-8), "the button of panic damps it")
    # F keys, and the starts of companion and clock in the strip
    for key, start, command, name in (("F2", 40, "companion", "with_on"), ("F3", 512, "clock", "clock")):
        display.tool("windowfocus", window, "key", "--window", window, key)
        live.check(p.becomes("status", name, "1") == "1", f"{key} starts the {command}")
        display.click(window, start, 444)
        live.check(p.becomes("status", name, "0") == "0", f"its button stops the {command}")
    p.ask("set quality 2")
    display.tool("windowsize", window, 200, 120)
    live.check(display.is_drawn(window, (200, 120), 20), "a small window is drawn")
    display.tool("windowsize", window, 1300, 800)
    live.check(display.is_drawn(window, (1300, 800), 500), "and a large one")
    # As a window manager asks for it
    subprocess.run([os.environ["X11_PICTURE"], "close", window], env=display.env, check=True)
    live.check(p.ended() == 0, "who closes the window ends the program, with status 0")


def change_preset(display):
    p, window = shown(display, "sitar")
    display.click(window, 48, 24)
    live.check(p.becomes("status", "preset", lambda value: value != ""), "the next preset is chosen")
    leave(p)


def try_presets(display):
    """A preset that is tried plays; Back brings what was there, moved parameters too."""
    p, window = shown(display, "sitar")
    p.ask("set gain -7")
    p.becomes("get gain", "gain", "-7")
    display.click(window, 150, 24)
    display.click(window, 450, 168)
    live.check(p.becomes("status", "preset", lambda value: value != ""), "a preset is tried")
    display.click(window, 450, 264)
    display.click(window, 758, 552)
    live.check(p.becomes("status", "preset", "") == "", "Back: no preset, as before")
    live.check(p.becomes("get gain", "gain", "-7") == "-7", "and the gain that was set")
    leave(p)


def hide(display):
    """The window is hidden while the pointer holds a key: the key is let go."""
    p, window = shown(display, "sitar")
    display.tool("mousemove", "--window", window, 300, 570, "mousedown", "1")
    live.check(p.becomes("status", "messages", "1") == "1", "a key is struck")
    display.tool("windowunmap", window)
    live.check(p.becomes("status", "messages", "2") == "2", "and let go when the window is hidden")
    display.tool("mouseup", "1")
    leave(p)


def tune(display):
    """A string that is dragged on the page Tune is tuned; the raga's pitch comes back."""
    p, window = shown(display, "tanpura")

    def hz():
        return float(p.values("status")["string_2"].split()[3])
    own = hz()
    display.click(window, 310, 24)  # Tune
    display.tool("mousemove", "--window", window, 300, 300, "mousedown", "1")
    display.tool("mousemove", "--window", window, 330, 300)
    display.tool("mousemove", "--window", window, 360, 300, "mouseup", "1")
    live.check(live.wait_for(lambda: hz() > 1.001 * own), f"a drag tunes it: {hz():.3f} of {own:.3f} Hz")
    display.click(window, 580, 340)  # Tune to the raga
    live.check(live.wait_for(lambda: abs(hz() / own - 1.0) < 1e-5), f"tuned to the raga: {hz():.3f} Hz")
    leave(p)


def damp(display):
    """The button of a string lays a hand on it and takes it off."""
    p, window = shown(display, "tanpura")

    def row():
        return p.values("status")["string_2"].split()
    p.ask("note C3 110")
    live.check(live.wait_for(lambda: float(row()[1]) > 1e-5), "a string sounds")
    display.tool("mousemove", "--window", window, 780, 128)
    display.click(window, 922, 128)
    live.check(live.wait_for(lambda: row()[-1] == "damped" and float(row()[1]) < 1e-8), "a hand ends it")
    display.click(window, 922, 128)
    live.check(live.wait_for(lambda: row()[-1] == "Hz"), "and is taken off")
    leave(p)


def draw(display):
    """The pen's profile is played, saved, taken off; a profile from elsewhere is the pen's."""
    p, window = shown(display, "tanpura")
    display.click(window, 668, 216)  # Draw
    live.check(p.becomes("status", "profile", "9") == "9", "the pen begins with nine points of the bridge")
    display.click(window, 450, 330)
    live.check(p.becomes("status", "profile", "10") == "10", "a click adds a point")
    saved = live.work / "drawn.ini"
    p.ask(f"profile save {saved}")
    before = saved.read_text()
    display.tool("mousemove", "--window", window, 450, 330, "mousedown", "1")
    display.tool("mousemove", "--window", window, 450, 310)
    display.tool("mousemove", "--window", window, 450, 290, "mouseup", "1")

    def moved():
        p.ask(f"profile save {saved}")
        return saved.read_text() != before
    live.check(live.wait_for(moved), "a drag moves it")
    display.click(window, 612, 216)  # Undo
    live.check(live.wait_for(lambda: not moved()), "which is undone")
    display.click(window, 548, 216)  # As built
    live.check(p.becomes("status", "profile", "0") == "0", "the bridge is as built")
    p.ask(f"profile {saved}")
    live.plays(p, 9600)  # The window looks at the player now and then
    display.click(window, 668, 216)
    display.click(window, 378, 340)
    live.check(p.becomes("status", "profile", "11") == "11", "the pen goes on with a profile that was read")
    leave(p)


def n_said(process, words):
    return sum(words in line for line in process.err)


def answer(process, line):
    """What it answers, an error too."""
    try:
        return "\n".join([*process.ask(line), "ok"])
    except RuntimeError as error:
        return str(error)


def lose(display, number):
    """The X server goes while the player plays and records: that goes on. It comes back."""
    take = live.work / f"lost-{number}.wav"
    take.unlink(missing_ok=True)
    p = player(display, "-i", "sitar", "-s", "quality=1", "--record", str(take))
    window = display.window()
    display.is_drawn(window, (WIDTH, HEIGHT), 500)
    live.check("error: the window is open" in answer(p, "window"), "a window that is open is not opened again")
    display.tool("mousemove", "--window", window, 300, 570, "mousedown", "1")
    live.check(p.becomes("status", "messages", "1") == "1", "the pointer holds a key")
    display.stop(number)
    live.check(live.wait_for(lambda: n_said(p, "the display is gone") == 1), "it says that its display is gone")
    live.check(p.becomes("status", "messages", "2") == "2", "the key is let go")
    live.between(live.plays(p, 48000), 48000, 1e7, "frames played since")
    p.ask("note C#3 110")
    live.check(live.wait_for(lambda: float(p.values("status")["peak_left"]) > 1e-3), "a note is heard")
    live.check("error: the display" in answer(p, "window"), "no window without a display")
    live.check(display.start(display.name) == display.name, "the server comes back")
    live.check("ok" in answer(p, "window"), "and takes a window")
    window = display.window()
    live.check(window and display.is_drawn(window, (WIDTH, HEIGHT), 500), "which is drawn")
    played = int(p.values("status")["recorded_frames"])
    subprocess.run([os.environ["X11_PICTURE"], "close", window], env=display.env, check=True)
    live.check(p.ended() == 0, "who closes that one ends the program, with status 0")
    live.check(n_said(p, "display") == 1, "one line was said of it")
    samples, _ = live.read_wav(take)
    # All that was recorded before the close; at least the second since the display went.
    live.between(len(samples) / 2, max(played, 48000), 1e8, "frames of the take")


def lose_hosts(display):
    """The X server goes under a window in a host: that goes on."""
    hosted = subprocess.Popen([os.environ["X11_VIEW"], "lose"], env=display.env, stdout=subprocess.PIPE, text=True)
    live.check(hosted.stdout.readline() == "open\n", "a host's window is open")
    display.stop(signal.SIGKILL)
    print(hosted.communicate(timeout=live.PATIENCE)[0])
    live.check(hosted.returncode == 0, f"the host ends by itself: {hosted.returncode}")


def no_display(value, words):
    env = dict(os.environ, XDG_CONFIG_HOME=str(live.work / "config"), DISPLAY=value)
    done = subprocess.run([live.PLAYER, "--window", "--no-config", "--driver", "none"], env=env,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=live.PATIENCE, check=False)
    live.check(done.returncode == 1 and words in done.stderr and len(done.stderr.splitlines()) == 1,
               f"DISPLAY={value}: status {done.returncode}, {done.stderr.strip()}")


def lose_twice(display):
    """The X server ends as it is asked to, and all at once."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        lose(display, number)
    lose_hosts(display)


def show_in(bits, colours):
    """What is shown on a display of so many bits."""
    def shows(display):
        host(display, "drawing")
        p = player(display, "-i", "sitar", "-s", "quality=1")
        live.check(display.is_drawn(display.window(), (WIDTH, HEIGHT), colours), f"it is drawn in {bits} bits")
        leave(p)
    return shows


def run(display, *parts):
    for part in parts:
        part(display)


def main():
    no_display("", "there is no display")
    no_display(":987", 'the display ":987" cannot be opened')
    # Side by side, for they wait most of the time: those that take longest first. All displays are there
    # before one ends, so that none of them takes its name
    shares = [
        (Display(), lose_twice),
        (Display(), host),
        (Display(), play, change_preset, try_presets),
        (Display(), hide, draw),
        (Display(), tune, damp),
        (Display(24, "-noreset", size=(2000, 1300)), room),
        (Display(30), show_in(30, 500)),
        (Display(16, "-extension", "MIT-SHM"), show_in(16, 150)),  # Without shared memory
    ]
    with concurrent.futures.ThreadPoolExecutor(N_AT_ONCE) as pool:
        for done in [pool.submit(run, *share) for share in shares]:
            done.result()
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
