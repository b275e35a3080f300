# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""X servers without a screen, for tests of windows."""

import os
import signal
import subprocess

import live


class Display:
    """An X server of one's own."""

    def __init__(self, depth=24, *options, size=(1400, 900)):
        live.need("Xvfb", "xdotool")
        self.options = ["-screen", "0", f"{size[0]}x{size[1]}x{depth}", "-nolisten", "tcp", *options]
        live._running.append(self)
        self.process = None
        self.name = self.start()
        self.env = dict(os.environ, DISPLAY=self.name, XDG_CONFIG_HOME=str(live.work / "config"))
        self.env.pop("NSM_URL", None)

    def start(self, *name):
        """Starts the server, under a name that is free or under that one; its name."""
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", *name, "-displayfd", str(write), *self.options], pass_fds=[write],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as answer:
            return ":" + answer.readline().strip()

    def stop(self, number=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(30.0)

    def tool(self, *command):
        done = subprocess.run(["timeout", "20", "xdotool", *map(str, command)], env=self.env,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        return done.stdout.split()

    def window(self):
        found = live.wait_for(lambda: self.tool("search", "--name", "^Jawari$"))
        return found[0] if found else None

    def click(self, window, x, y):
        self.tool("mousemove", "--window", window, x, y, "click", "1")

    def picture(self, window):
        """Width, height and number of colours; None if there is nothing to be seen."""
        done = subprocess.run([os.environ["X11_PICTURE"], window], env=self.env, text=True,
                              stdout=subprocess.PIPE, check=False)
        return tuple(map(int, done.stdout.split())) if done.returncode == 0 else None

    def is_drawn(self, window, size, colours):
        """True once a picture of that size has so many colours."""
        return bool(live.wait_for(lambda: (shown := self.picture(window)) and shown[:2] == size
                                  and shown[2] >= colours))
