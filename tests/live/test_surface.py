# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The player obeys messages of Open Sound Control: every command, patterns, every type, messages
without types, bundles, wrong ones, floods; it answers who asked, at most four bytes for a byte, and
listens on this machine alone unless it is told otherwise."""

import math
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

FORMS = {"i": ">i", "h": ">q", "f": ">f", "d": ">d", "t": ">Q"}


# Most bytes that answer a byte, without and with the 28 bytes that IP and UDP put before each packet: SECURITY.md.
TIMES = 4
TIMES_ON_THE_WIRE = 7.5
HEADS = 28


def packed(kind, value):
    if kind in "sS":
        return string(value)
    if kind == "b":
        return struct.pack(">I", len(value)) + value + bytes(-len(value) % 4)
    return value if kind in "mr" else struct.pack(FORMS[kind], value)


def message(address, types="", *arguments):
    """A message; types None: one of an old sender, without type tags, whose arguments say what they are."""
    if types is None:
        return string(address) + b"".join(packed({str: "s", int: "i", float: "f"}[type(v)], v) for v in arguments)
    return string(address) + string("," + types) + b"".join(
        packed(kind, value) for kind, value in zip((t for t in types if t not in "TFNI[]"), arguments))


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
            live.check(len(data) % 4 == 0 and types[:4] in (b",\0\0\0", b",s\0\0", b",i\0\0"),
                       f"well formed: {address}")
            text = str(struct.unpack(">i", types[4:])[0]) if types[1:2] == b"i" else types[4:].rstrip(b"\0").decode()
            if address == "/jawari/answer":
                lines.append(text)
            else:
                return lines, address.removeprefix("/jawari/"), text

    def ask(self, address, types="", *arguments, room=0):
        """Asks; a blob of so many bytes makes the question longer, and leaves room for an answer."""
        types, arguments = (types + "b", arguments + (bytes(room),)) if room else (types, arguments)
        self.send(message(address, types, *arguments))
        return self.answer()

    def all_that_comes(self):
        """Bytes and number of all datagrams, until the player has obeyed another question."""
        self.send(message("/jawari/get/a4_is_none_of_them_but_this_is_long_enough"))
        n = packets = 0
        while True:
            data = self.socket.recv(65536)
            if b"a4_is_none" in data:
                return n, packets
            n += len(data)
            packets += 1


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
            ("/jawari/set", "s", ("gain 1.5",), 1.5), ("/jawari/set/drone_sync", "T", (), 1.0),
            ("/jawari/set/drone_sync", "F", (), 0.0), ("/jawari/set/pluck_stroke", "s", ("Soft",), 2.0)):
        live.check(surface.ask(address, types, *arguments) == ([], "ok", ""), f"{address} {arguments}")
        name = (address.split("/") + ["gain"])[3]
        got = live.wait_for(lambda: player.ask(f"get {name}") == [f"{name} = {value:.9g}"])
        live.check(got, f"{name} is {value}: {player.ask(f'get {name}')}")
        live.check(surface.ask(f"/jawari/get/{name}") == ([f"{name} = {value:.9g}"], "ok", ""),
                   f"and is told so: {name}")


def commands(player, surface):
    listed, end, _ = surface.ask("/jawari/help", room=2000)
    live.check(end == "ok" and listed == player.ask("help"), f"help has {len(listed)} lines")
    lines, end, _ = surface.ask("/jawari/params", room=2000)
    live.check(end == "ok" and len(lines) > 40, f"params has {len(lines)} lines")
    few, end, more = surface.ask("/jawari/params")
    live.check(end == "more" and few == lines[:len(few)] and len(few) + int(more) == len(lines),
               f"a short question has {len(few)} of them, and is told of {more} more")
    live.check("silent = 1" in surface.ask("/jawari/status", room=2000)[0], "status is told: silence")
    live.check(surface.ask("/jawari/note", "ii", 54, 100)[1] == "ok" and
               live.wait_for(lambda: "silent = 0" in surface.ask("/jawari/status", room=2000)[0]), "a note is heard")
    live.check(surface.ask("/jawari/note", "if", 54, 0.0)[1] == "ok", "velocity 0 lets it go")
    live.check(surface.ask("/jawari/off/54")[1] == "ok", "so does off")
    live.check(surface.ask("/jawari/raga", "s", "yaman")[1] in ("ok", "more"), "a raga")
    lines, end, _ = surface.ask("/jawari/raga", "s", "Malkosh", room=2000)
    live.check(end == "ok" and len(lines) == 1 and lines[0].startswith("tuned = Malkauns: S g m d n; taraf S n, S g g"),
               f"a raga by another name: {lines}")
    live.check(surface.ask("/jawari/raga", "s", "none")[1] == "ok", "and none")
    live.check(surface.ask("/jawari/panic", "f", 1.0)[1] == "ok", "panic, as a button sends it")
    live.check(surface.ask("/jawari/quit", "f", 0.0)[1] == "ok" and player.ask("get gain"),
               "a button that is let go gives no command")
    surface.send(message("/jawari/error", "s", "what a player answers"))
    live.check(surface.all_that_comes() == (0, 0), "an answer is not answered")
    name = live.work / "session of two words.jawari"
    live.check(surface.ask("/jawari/save", "s", str(name))[1] == "ok" and name.exists(), "a session is saved")


def wrongs(player, surface, port):
    for what, data, text in (
            ("another address", message("/set/gain", "f", 1.0), "does not begin"),
            ("an unknown command", message("/jawari/sett/gain", "f", 1.0), "unknown command"),
            ("an unknown parameter", message("/jawari/set/gian", "f", 1.0), "nearest: gain"),
            ("no number", message("/jawari/set/gain", "f", float("nan")), ""),
            ("a blob alone", message("/jawari/set/gain", "b", b"xyz"), "set SYMBOL VALUE"),
            ("a colour", message("/jawari/set/gain", "r", b"\1\2\3\4"), "neither"),
            ("a time", message("/jawari/set/gain", "t", 1), "neither"),
            ("17 arguments", message("/jawari/panic", "i" * 17, *range(17)), "not a message"),
            ("two lines", message("/jawari/set/gain", "s", "1\nquit"), "no text"),
            ("a long text", message("/jawari/load", "s", "x" * 6000), "too long"),
            ("no message", b"quit\n", ""), ("cut short", message("/jawari/quit")[:9], "not a mess"),
            ("a bundle of too much", bundle(b"")[:16] + struct.pack(">I", 5000), "not a message"),
            ("a bundle of nothings", bundle(*[b""] * 500), "not a message"),
            ("a large packet", bundle(*[message("/jawari/set/gain", "f", -9.0)] * 400), "8192 bytes"),
            ("no command", message("/jawari/"), "no command"), ("a comment", message("/jawari/#x"), "no command"),
            ("no types, and no sense", string("/jawari/set/gain") + b"\x80\x81\x82\x83", "not a message"),
            ("a pattern of nothing", message("/jawari/set/x*", "f", 1.0), "no address"),
            ("a long way", message("/jawari/set/g*/x", "f", 1.0), "no address"),
            ("an open pattern", message("/jawari/set/{gain", "f", 1.0), "not closed"),
            ("a pattern alone", message("/jawar?"), "no command"),
            ("another pattern", message("/other*/set/gain", "f", 1.0), "does not begin")):
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


def types(player, surface):
    """Every type, and messages without types."""
    for question in (("/jawari/midi", "m", b"\0\x90\x36\x40"), ("/jawari/note", None, 54, 100)):
        surface.ask("/jawari/panic")
        held = [line for line in player.ask("status") if line.startswith("string_")]
        live.check(surface.ask(*question) == ([], "ok", ""), f"{question}")
        live.check(live.wait_for(lambda: [line for line in player.ask("status") if line.startswith("string_")] != held),
                   f"{question}: a note")
    live.check(surface.ask("/jawari/midi", "m", b"\0\xf0\1\2")[1] == "error", "none of a channel")
    for question, value in ((("/jawari/set/gain", None, -3.5), -3.5), (("/jawari/set", None, "gain", -4.5), -4.5),
                            (("/jawari/set/gain", None, 2), 2.0), (("/jawari/set/gain", "[f]", -1.5), -1.5),
                            (("/jawari/set", "Sf", "gain", -2.5), -2.5), (("/jawari/set/gain", "NfI", 1.5), 1.5),
                            (("/jawari/set/gain", "fb", 0.5, b"12345"), 0.5)):
        live.check(surface.ask(*question) == ([], "ok", ""), f"{question}")
        live.check(live.wait_for(lambda: player.ask("get gain") == [f"gain = {value:.9g}"]), f"gain is {value}")
    for question in (("/jawari/panic", None), ("/jawari/panic", "I"), ("/jawari/panic", "N"), ("/jawari/panic", "T")):
        live.check(surface.ask(*question)[1] == "ok", f"{question}: a button")


def strings(player, surface):
    """Strings by their names: tune and damp, as a fader and a button send them."""
    def row(name):
        return next((line for line in player.ask("status") if f"= {name} " in line), "")
    name = next(line for line in player.ask("status") if line.startswith("string_1 = ")).split()[2]
    before = float(row(name).split()[5])
    live.check(surface.ask(f"/jawari/tune/{name}", "f", 12.5) == ([], "ok", ""), "a string is tuned")
    live.check(live.wait_for(lambda: abs(1200 * math.log2(float(row(name).split()[5]) / before) - 12.5) < 0.5),
               f"by 12.5 cents: {row(name)}")
    live.check(surface.ask(f"/jawari/tune/{name}", None, 0.0)[1] == "ok", "and back")
    for question, damped in (((f"/jawari/damp/{name}", "i", 1), True), ((f"/jawari/damp/{name}", "i", 0), False),
                             ((f"/jawari/damp/{name}", "T"), True), ((f"/jawari/damp/{name}", "F"), False),
                             ((f"/jawari/damp/{name}",), True), ((f"/jawari/damp/{name}", "f", 0.0), False),
                             ((f"/jawari/damp/{name}", "s", "on"), True), ((f"/jawari/damp/{name}/off",), False)):
        live.check(surface.ask(*question)[1] == "ok", f"{question}")
        live.check(live.wait_for(lambda: row(name).endswith("damped") == damped), f"{question}: {row(name)}")


def patterns(player, surface):
    """A pattern is all addresses that it matches."""
    all_names = [line.split()[0] for line in player.ask("params")]
    lines, end, _ = surface.ask("/jawari/get/drone*", room=2000)
    live.check(end == "ok" and [line.split()[0] for line in lines] == [n for n in all_names if n.startswith("drone")],
               f"get drone*: {len(lines)}")
    lines, end, _ = surface.ask("/jawari/get/*", room=2000)
    live.check(end == "ok" and [line.split()[0] for line in lines] == all_names, f"get *: {len(lines)}")
    for pattern in ("/jawari/set/{gain,body}", "/jawari/set/[gb][ao]*[ny]", "/*/set/{body,gain}", "/jawar?/s?t/{gain,body}"):
        surface.ask("/jawari/set/gain", "f", -11.0)
        surface.ask("/jawari/set/body", "f", -12.0)
        live.check(surface.ask(pattern, "f", -2.0) == ([], "ok", ""), pattern)
        live.check(live.wait_for(lambda: player.ask("get gain") == ["gain = -2"] and
                                 player.ask("get body") == ["body = -2"]), f"{pattern}: both")
    live.check(player.ask("get volume") == ["volume = 100"], "and no other")
    strings = [line.split()[2] for line in player.ask("status") if line.startswith("string_")]
    live.check(surface.ask("/jawari/damp/*", "i", 1)[1] == "ok" and live.wait_for(
        lambda: sum(line.endswith("damped") for line in player.ask("status")) == len(strings)), "all strings are damped")
    live.check(surface.ask("/jawari/damp/*", "i", 0)[1] == "ok" and live.wait_for(
        lambda: not any(line.endswith("damped") for line in player.ask("status"))), "and are not")
    end = surface.ask("/jawari/{set,damp}/gain", "f", 3.0)
    live.check(end == ([], "ok", "") and live.wait_for(lambda: player.ask("get gain") == ["gain = 3"]),
               "of several commands those that have the name")
    lines, end, said = surface.ask("/jawari/set/{gain,legato}", "f", -60.5)
    live.check(end == "error" and said and not lines, f"what is wrong with one of them is told once: {said}")
    live.check(surface.ask("/jawari/off/*")[1] == "ok", "all keys are let go")


def amplification(surface):
    """No question has more than four times its bytes as an answer: its sender may be another."""
    worst = worst_on_the_wire = 0.0
    questions = [message(f"/jawari/{command}", types) for command in
                 ("params", "status", "help", "get/*", "get/gain", "x", "*/gain", "damp/*", "off/*", "load/none/x/y",
                  "get/[!x]*", "note", "set/gain") for types in ("", None)]
    questions += [bytes(n) for n in range(1, 33)] + [b"/" + b"x" * n for n in range(32)]
    questions += [bundle(*[message("/jawari/get/gain")] * 100), bundle(message("/jawari/params"), b"xxxx"),
                  bundle(*[b""] * 500), bundle(*[b"/\0\0\0"] * 100), bytes(9000), b"#bundle\0" * 1000]
    questions += [message("/jawari/params", "b", bytes(n)) for n in (0, 40, 400, 4000)]
    for question in questions:
        surface.send(question)
        n, packets = surface.all_that_comes()
        on_the_wire = (n + HEADS * packets) / (len(question) + HEADS)
        worst, worst_on_the_wire = max(worst, n / len(question)), max(worst_on_the_wire, on_the_wire)
        live.check(n <= TIMES * len(question) and on_the_wire <= TIMES_ON_THE_WIRE,
                   f"{question[:24]}, {len(question)} bytes: answered by {n} in {packets} packets")
    live.check(worst > 2.0, f"at most {worst:.2f} bytes for a byte, {worst_on_the_wire:.2f} with the heads of packets")


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
        live.check(live.wait_for(lambda where=address: hears(port, where)), f"with an address, {address} is heard")
    player.stop()


def refusals(port):
    for where, status, text in ((str(port), 1, "Address already in use"), ("0", 2, "is not PORT"),
                                ("x", 2, "is not PORT"), ("70000", 2, "is not PORT"), (":9000", 2, "is not PORT"),
                                ("nowhere:9000", 1, "--osc: nowhere:9000")):
        player = live.Process([live.PLAYER, "--driver", "none", "--no-ui", "--osc", where], env, "jawari")
        live.check(live.wait_for(lambda: not player.alive()) and player.process.returncode == status and
                   live.wait_for(lambda: player.said(text)), f"--osc {where}: {player.err}")


def main():
    port = free_port()
    player = Player(str(port))
    surface = Surface(port)
    live.check(player.said(f"OSC messages to /jawari/... are taken on {port}"), "it says where")
    parameters(player, surface)
    commands(player, surface)
    types(player, surface)
    strings(player, surface)
    patterns(player, surface)
    wrongs(player, surface, port)
    amplification(Surface(port))
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
