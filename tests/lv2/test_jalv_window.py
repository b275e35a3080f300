# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The plug-in's window in jalv, over a JACK server and on an X server of their own: it is drawn at
100 and 200 percent, a click is heard and seen, it ends with its host.

    test_jalv_window.py LIVE_DIR
"""

import os
import subprocess
import sys

sys.path.insert(0, sys.argv[1])

from display import Display  # pylint: disable=wrong-import-position
import live  # pylint: disable=wrong-import-position

WIDTH, HEIGHT = 960, 600
RATE = 48000


class Jalv:
    """jalv with a window. A menu of its own is above ours."""

    def __init__(self, server, display, uri, **names):
        env = dict(server.env, DISPLAY=display.name, **names)
        self.log = open(live.work / "jalv.log", "w+", encoding="utf-8")
        self.process = subprocess.Popen(["jalv.gtk3", "-n", "-x", "--jack-name=P", uri], env=env,
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


def main():
    live.need("jalv.gtk3", "jackd", "xprop")
    server = live.Server(rate=RATE, period=512)
    display = Display(24, "-noreset", size=(2000, 1300))
    play(server, display, "urn:jawari:instrument", "Jawari")
    with_a_scale(server, display)
    at_200_percent(server, display)
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
