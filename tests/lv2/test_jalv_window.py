# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The plug-in's window in jalv, over a JACK server and on an X server of their own: it is drawn at
100 and 200 percent, a click is heard and seen, files are chosen in the host's dialog, it ends with its host.

    test_jalv_window.py LIVE_DIR
"""

import os
import pathlib
import shutil
import subprocess
import sys
import time

sys.path.insert(0, sys.argv[1])

from display import Display  # pylint: disable=wrong-import-position
import live  # pylint: disable=wrong-import-position

WIDTH, HEIGHT = 960, 600
RATE = 48000


class Jalv:
    """jalv with a window. A menu of its own is above ours."""

    def __init__(self, server, display, uri, *options, **names):
        env = dict(server.env, DISPLAY=display.name, **names)
        self.log = open(live.work / "jalv.log", "w+", encoding="utf-8")
        self.process = subprocess.Popen(["jalv.gtk3", "-n", "-x", "--jack-name=P", *options, uri], env=env,
                                        stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        live._running.append(self)

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30.0)
        self.log.close()

    def said(self):
        self.log.flush()
        with open(self.log.name, encoding="utf-8") as log:
            return log.read()


def window(display, name):
    found = live.wait_for(lambda: display.tool("search", "--name", f"^{name}$"))
    return found[0] if found else None


def loudness(peer, seconds):
    peer.ask(f"start {int(seconds * RATE)}")
    path = live.work / "taken.f32"
    peer.ask(f"take {path}", seconds + 30.0)
    return live.peak(live.read_raw(path))


def play(server, display, uri, name):
    peer = live.peer(server)
    jalv = Jalv(server, display, uri)
    shown = window(display, name)
    if not live.check(shown, f"{name}: there is a window"):
        print(jalv.said())
        return
    live.check(live.wait_for(lambda: (p := display.picture(shown)) and p[0] == WIDTH and p[2] > 500),
               f"{name}: it is drawn")
    for ports in ("P:out_left|peer-take:in_1", "P:out_right|peer-take:in_2"):
        live.connects(peer, ports)
    before = loudness(peer, 0.5)
    display.click(shown, 760, 130)
    heard = loudness(peer, 1.0)
    live.check(heard > 1e-3, f"{name}: a click on a string is heard: {heard:.3g}, before {before:.3g}")
    display.click(shown, WIDTH - 28, 24)
    live.check(live.wait_for(lambda: loudness(peer, 0.3) < 1e-6), f"{name}: and silenced")
    subprocess.run([os.environ["X11_PICTURE"], "close", shown], env=display.env, check=True)
    live.check(live.wait_for(lambda: jalv.process.poll() is not None), f"{name}: jalv ends")
    live.check(jalv.process.returncode == 0, f"{name}: with status {jalv.process.returncode}")
    peer.stop()


def at_200_percent(server, display):
    # As a desktop tells its programs; the server keeps it (-noreset).
    subprocess.run(["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER",
                    "Xft.dpi: 192\n"], env=display.env, check=True)
    jalv = Jalv(server, display, "urn:jawari:instrument")
    shown = window(display, "Jawari")
    live.check(shown and live.wait_for(lambda: (p := display.picture(shown)) and p[0] == 2 * WIDTH
                                       and p[2] > 500), "at 192 dots an inch it is twice as wide")
    jalv.stop()


def with_a_scale(server, display):
    """A toolkit that scales makes room for as many times the window, which fills it."""
    jalv = Jalv(server, display, "urn:jawari:instrument", GDK_SCALE="2")
    shown = window(display, "Jawari")
    size = lambda: subprocess.run(["xwininfo", "-tree", "-id", shown], env=display.env, text=True,
                                  stdout=subprocess.PIPE, check=False).stdout.split()
    # Two windows of the host around ours
    fills = lambda: sum(word.startswith(f"{2 * WIDTH}x") for word in size()) >= 3
    live.check(shown and live.wait_for(fills), "with GDK_SCALE=2 the window fills its room")
    jalv.stop()


def choose(display, title, path):
    """Types a path into Gtk's dialog, which has no window manager to give it the keys."""
    dialog = window(display, title)
    if not dialog:
        return False
    display.tool("windowfocus", "--sync", dialog)
    display.tool("key", "slash")  # Opens the line for a path, which takes a while
    time.sleep(1.0)
    display.tool("key", "ctrl+a", "type", "--delay", "20", path)
    time.sleep(0.5)
    display.tool("key", "Return")
    return live.wait_for(lambda: not display.tool("search", "--name", f"^{title}$"))


def files(server, display):
    """An instrument, and a scale, by the host's dialog, which the window asks for."""
    jalv = Jalv(server, display, "urn:jawari:instrument", "-d")
    shown = window(display, "Jawari")
    live.wait_for(lambda: (p := display.picture(shown)) and p[2] > 500)
    scale = live.work / "seven.scl"
    scale.write_text("! seven.scl\n!\nSeven equal steps\n 1\n!\n 1200.0\n", encoding="utf-8")
    instrument = live.work / "mine.ini"
    shutil.copy(pathlib.Path(os.environ["JAWARI_DATA"]) / "sarod.ini", instrument)
    for what, ways, path in (("instrumentFile", ((130, 24), (110, 569)), instrument),
                             ("scaleFile", ((309, 24), (284, 84)), scale)):
        for x, y in ways:
            display.click(shown, x, y)
            time.sleep(0.7)
        live.check(choose(display, "Choose file", str(path)), f"{what}: the dialog ends")
        told = f"<urn:jawari:{what}> ;\n\tpatch:value <file://{path}>"
        live.check(live.wait_for(lambda: any(told in said and said.startswith("Plugin => UI")
                                             for said in jalv.said().split("\n## "))),
                   f"{what}: the plug-in has {path}")
    jalv.stop()


def main():
    live.need("jalv.gtk3", "jackd", "xprop")
    server = live.Server(rate=RATE, period=512)
    display = Display(24, "-noreset", size=(2000, 1300))
    play(server, display, "urn:jawari:instrument", "Jawari")
    files(server, display)
    with_a_scale(server, display)
    at_200_percent(server, display)
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
