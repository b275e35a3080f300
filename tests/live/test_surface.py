# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The player obeys messages of Open Sound Control: every command, bundles, wrong ones, floods; it
answers who asked, and listens on this machine alone unless it is told otherwise."""

import os
import random
import socket
import struct
import sys

import live
from test_nsm import string

env = dict(os.environ, XDG_CONFIG_HOME=str(live.work / "config"), JACK_NO_START_SERVER="1",
           JACK_DEFAULT_SERVER=f"nobody{os.getpid()}")
env.pop("NSM_URL", None)

FORMS = {"i": ">i", "h": ">q", "f": ">f", "d": ">d"}


def message(address, types="", *arguments):
    body = string(address) + string("," + types)
    for kind, value in zip((t for t in types if t not in "TF"), arguments):
        body += string(value) if kind == "s" else struct.pack(FORMS[kind], value)
    return body


def bundle(*elements):
    return b"#bundle\0" + struct.pack(">Q", 1) + b"".join(struct.pack(">I", len(e)) + e for e in elements)


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Surface:
    def __init__(self, port, host="127.0.0.1"):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.socket = socket.socket(family, socket.SOCK_DGRAM)
        self.socket.settimeout(live.PATIENCE)
        self.to = (host, port)

    def send(self, data):
        self.socket.sendto(data, self.to)

    def answer(self):
        """Lines of an answer, and how it ends."""
        lines = []
        while True:
            data = self.socket.recv(65536)
            address = data[:data.index(b"\0")].decode()
            types = data[(len(address) // 4 + 1) * 4:]
            text = types[4:].rstrip(b"\0").decode()
            live.check(len(data) % 4 == 0 and types[:4] in (b",\0\0\0", b",s\0\0"), f"well formed: {address}")
            if address == "/jawari/answer":
                lines.append(text)
            else:
                return lines, address.removeprefix("/jawari/"), text

    def ask(self, address, types="", *arguments):
        self.send(message(address, types, *arguments))
        return self.answer()


def hears(port, host="127.0.0.1"):
    """True if a question is answered soon."""
    surface = Surface(port, host)
    surface.socket.settimeout(0.5)
    try:
        return surface.ask("/jawari/get/gain")[1] == "ok"
    except OSError:
        return False


class Player(live.Process):
    def __init__(self, where):
        super().__init__([live.PLAYER, "--driver", "none", "--no-ui", "--osc", where], env, "jawari")
        live.wait_for(lambda: self.said(" on "))


def parameters(player, surface):
    for address, types, arguments, value in (
            ("/jawari/set/gain", "f", (-3.5,), -3.5), ("/jawari/set", "si", ("gain", -4), -4.0),
            ("/jawari/set/gain", "d", (-5.25,), -5.25), ("/jawari/set/gain", "h", (2,), 2.0),
            ("/jawari/set", "s", ("gain 1.5",), 1.5), ("/jawari/set/drone", "T", (), 1.0),
            ("/jawari/set/drone", "F", (), 0.0), ("/jawari/set/pluck_stroke", "s", ("Soft",), 2.0)):
        live.check(surface.ask(address, types, *arguments) == ([], "ok", ""), f"{address} {arguments}")
        name = (address.split("/") + ["gain"])[3]
        got = live.wait_for(lambda: player.ask(f"get {name}") == [f"{name} = {value:.9g}"])
        live.check(got, f"{name} is {value}: {player.ask(f'get {name}')}")
        live.check(surface.ask(f"/jawari/get/{name}") == ([f"{name} = {value:.9g}"], "ok", ""),
                   f"and is told so: {name}")


def commands(player, surface):
    listed, end, _ = surface.ask("/jawari/help")
    live.check(end == "ok" and listed == player.ask("help"), f"help has {len(listed)} lines")
    lines, end, _ = surface.ask("/jawari/params")
    live.check(end == "ok" and len(lines) > 40, f"params has {len(lines)} lines")
    live.check("silent = 1" in surface.ask("/jawari/status")[0], "status is told: silence")
    live.check(surface.ask("/jawari/note", "ii", 54, 100)[1] == "ok" and
               live.wait_for(lambda: "silent = 0" in surface.ask("/jawari/status")[0]), "a note is heard")
    live.check(surface.ask("/jawari/note", "if", 54, 0.0)[1] == "ok", "velocity 0 lets it go")
    live.check(surface.ask("/jawari/off/54")[1] == "ok", "so does off")
    live.check(surface.ask("/jawari/raga", "s", "yaman")[1] == "ok", "a raga")
    live.check(surface.ask("/jawari/panic", "f", 1.0)[1] == "ok", "panic, as a button sends it")
    name = live.work / "session of two words.jawari"
    live.check(surface.ask("/jawari/save", "s", str(name))[1] == "ok" and name.exists(), "a session is saved")


def wrongs(player, surface, port):
    for what, data, text in (
            ("another address", message("/set/gain", "f", 1.0), "does not begin"),
            ("an unknown command", message("/jawari/sett/gain", "f", 1.0), "unknown command"),
            ("an unknown parameter", message("/jawari/set/gian", "f", 1.0), "nearest: gain"),
            ("no number", message("/jawari/set/gain", "f", float("nan")), ""),
            ("a blob", string("/jawari/set/gain") + string(",b") + struct.pack(">i", 0), "neither"),
            ("two lines", message("/jawari/set/gain", "s", "1\nquit"), "no text"),
            ("a long text", message("/jawari/load", "s", "x" * 6000), "too long"),
            ("no message", b"quit\n", "not a message"), ("cut short", message("/jawari/quit")[:9], "not a message"),
            ("a bundle of too much", bundle(b"")[:16] + struct.pack(">I", 5000), "not a message"),
            ("a bundle of nothings", bundle(*[b""] * 500), "not a message"),
            ("a large packet", bundle(*[message("/jawari/set/gain", "f", -9.0)] * 400), "8192 bytes"),
            ("no command", message("/jawari/"), "no command"), ("a comment", message("/jawari/#x"), "no command")):
        surface.send(data)
        lines, end, said = surface.answer()
        live.check(end == "error" and text in said and not lines, f"{what}: {said}")
    surface.send(bundle())
    live.check(surface.ask("/jawari/get/gain")[1] == "ok", "an empty bundle, and all before, had one answer at most")
    live.check(player.ask("get gain") != ["gain = -9"], "nothing of a large packet is obeyed")
    chance = random.Random(1)
    for _ in range(2000):
        surface.send(bytes(chance.randrange(256) for _ in range(chance.randrange(64))))
    surface.send(b"#bundle\0" * 1000)
    live.check(player.ask("get gain"), "random bytes: it plays on")
    live.check(live.wait_for(lambda: hears(port)), "and listens")


def bundles(player, port):
    surface = Surface(port)
    inner = bundle(message("/jawari/set/gain", "f", -7.0), message("/jawari/get/gain"))
    surface.send(bundle(message("/jawari/set/gain", "f", -6.0), inner, message("/jawari/panic")))
    ends = [surface.answer()[1] for _ in range(4)]
    live.check(ends == ["ok"] * 4, f"a bundle in a bundle: {ends}")
    live.check(live.wait_for(lambda: player.ask("get gain") == ["gain = -7"]), "in its order")


def floods(player, port):
    """More than a tick takes waits, or is lost on its way; lines of the input go on."""
    surface = Surface(port)
    for i in range(3000):
        surface.send(message("/jawari/set/gain", "f", -float(i % 20)))
    live.check(player.ask("get gain"), "the input is heard")
    live.check(live.wait_for(lambda: hears(port)), "so are surfaces")


def places(port):
    outside = [a[4][0] for a in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    outside = [a for a in outside if not a.startswith("127.")]
    for address in outside[:1]:
        live.check(not hears(port, address), f"nothing is taken at {address}")
    port = free_port()
    player = Player(f"0.0.0.0:{port}")
    for address in ["127.0.0.1"] + outside[:1]:
        live.check(hears(port, address), f"with an address, {address} is heard")
    player.stop()


def refusals(port):
    for where, status, text in ((str(port), 1, "Address already in use"), ("0", 2, "is not PORT"),
                                ("x", 2, "is not PORT"), ("70000", 2, "is not PORT"), (":9000", 2, "is not PORT"),
                                ("nowhere:9000", 1, "--osc: nowhere:9000")):
        player = live.Process([live.PLAYER, "--driver", "none", "--no-ui", "--osc", where], env, "jawari")
        live.check(live.wait_for(lambda: not player.alive()) and player.process.returncode == status and
                   player.said(text), f"--osc {where}: {player.err}")


def main():
    port = free_port()
    player = Player(str(port))
    surface = Surface(port)
    live.check(player.said(f"OSC messages to /jawari/... are taken on {port}"), "it says where")
    parameters(player, surface)
    commands(player, surface)
    wrongs(player, surface, port)
    bundles(player, port)
    floods(player, port)
    refusals(port)
    places(port)
    surface = Surface(port)
    live.check(surface.ask("/jawari/quit")[1] == "ok", "quit is answered")
    live.check(live.wait_for(lambda: not player.alive()) and player.process.returncode == 0, "and obeyed")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
