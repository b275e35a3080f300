# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The player in a session: a small session manager opens it, has it save, and opens it again."""

import os
import socket
import struct
import sys
import time

import live


def string(text):
    data = text.encode() + b"\0"
    return data + b"\0" * (-len(data) % 4)


def encode(address, *arguments):
    types = "," + "".join("s" if isinstance(a, str) else "i" for a in arguments)
    body = b"".join(string(a) if isinstance(a, str) else struct.pack(">i", a) for a in arguments)
    return string(address) + string(types) + body


def decode(data):
    def text(at):
        end = data.index(b"\0", at)
        return data[at:end].decode(), (end // 4 + 1) * 4

    address, at = text(0)
    types, at = text(at)
    arguments = []
    for kind in types[1:]:
        if kind == "s":
            value, at = text(at)
        else:
            value, at = struct.unpack(">i", data[at:at + 4])[0], at + 4
        arguments.append(value)
    return address, types[1:], arguments


class Manager:
    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(live.PATIENCE)
        self.url = f"osc.udp://127.0.0.1:{self.socket.getsockname()[1]}/"
        self.client = None

    def get(self):
        data, self.client = self.socket.recvfrom(65536)
        return decode(data)

    def send(self, *message):
        self.socket.sendto(encode(*message), self.client)

    def announced(self):
        address, types, arguments = self.get()
        live.check(address == "/nsm/server/announce" and types == "sssiii",
                   f"announces itself: {address} {types} {arguments}")
        live.check(arguments[0] == "Jawari" and arguments[2] == "jawari" and arguments[3] == 1,
                   "with name, executable and version")
        self.send("/reply", "/nsm/server/announce", "hello", "Test manager", ":server-control:")

    def opened(self, path, client):
        self.send("/nsm/client/open", path, "Test session", client)
        return self.get()


def start(server, manager):
    return live.Process([live.PLAYER, "--no-ui"], dict(server.env, NSM_URL=manager.url), "jawari")


def without_manager(server):
    """An address that was left over: nobody is there, or there is no way to it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    for url in (f"osc.udp://127.0.0.1:{port}/", "osc.udp://255.255.255.255:9/"):
        begin = time.monotonic()
        player = live.player(server, env={"NSM_URL": url})
        live.timely(time.monotonic() - begin, 0.0, 2.0, "seconds until it plays")
        told = [line for line in player.err if "session" in line]
        live.check(len(told) == 1 and url in told[0] and told[0].endswith("playing without a session"),
                   f"told in one line: {told}")
        live.check(player.ask("get gain")[0].startswith("gain = "), "answers")
        player.ask("quit")
        live.check(player.ended() == 0, "ends with status 0")


def late_manager(server, peer):
    """A manager that says nothing at first: the player plays, and enters the session when it is told to."""
    manager = Manager()
    path = str(live.work / "sessions" / "late" / "Jawari.nLATE")
    os.makedirs(os.path.dirname(path))
    with open(path + ".jawari", "w", encoding="utf-8") as file:
        file.write("instrument = guitar\nset = thread=1.25\n")
    player = live.player(server, env={"NSM_URL": manager.url})
    told = [line for line in player.err if "session" in line]
    live.check(told == ["jawari: the session manager has not answered yet: playing without a session"],
               f"told in one line: {told}")
    manager.get()
    manager.send("/nsm/client/save")
    address, _, arguments = manager.get()
    live.check(address == "/error" and "no session" in arguments[2], f"no session to save: {arguments}")
    address, _, arguments = manager.opened(path, "Jawari.nLATE")
    live.check(address == "/reply" and arguments[0] == "/nsm/client/open", f"opens late: {arguments}")
    live.check("Jawari.nLATE:out_left" in peer.ask("ports"), "under the name of the session")
    status = player.values("status")
    live.check(status["instrument"] == "guitar" and player.becomes("get thread", "thread", "1.25") == "1.25",
               f"with its instrument and parameters: {status['instrument']}")
    os.unlink(path + ".jawari")
    address, _, arguments = manager.opened(path + "2", "other")
    live.check(address == "/error" and "already" in arguments[2], f"is in a session: {arguments}")
    manager.send("/nsm/client/save")
    address, _, arguments = manager.get()
    live.check(address == "/reply" and os.path.exists(path + ".jawari"), f"saves it where it was opened: {arguments}")
    player.process.terminate()
    live.check(player.ended() == 0, "ends when it is told to")


def ticks(player):
    """Processor time of a process, in hundredths of a second."""
    with open(f"/proc/{player.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def waiting(server):
    """While it waits for a server that is gone, the manager is answered and the processor rests."""
    manager = Manager()
    path = str(live.work / "sessions" / "waiting" / "Jawari.nWAIT")
    player = live.Process([live.PLAYER, "--no-ui", "--reconnect", "-s", "quality=1"],
                          dict(server.env, NSM_URL=manager.url), "jawari")
    manager.announced()
    manager.opened(path, "Jawari.nWAIT")
    live.plays(player, 4800)
    server.stop()
    live.wait_for(lambda: player.said("JACK is gone"))
    player.ask("set gain -7")
    manager.send("/nsm/client/save")
    manager.socket.settimeout(20.0)
    try:
        address, _, arguments = manager.get()
    except TimeoutError:
        address, arguments = "nothing", []
    live.check(address == "/reply" and arguments[0] == "/nsm/client/save", f"saves: {address} {arguments}")
    with open(path + ".jawari", encoding="utf-8") as file:
        live.check("gain=-7" in file.read(), "with what was set meanwhile")
    for i in range(1500):  # More than wait for an audio thread
        player.ask(f"set thread {i % 4}")
    player.ask("note C#3")
    player.ask("preset sitar-khula")
    live.check(player.becomes("status", "preset", "sitar-khula") == "sitar-khula", "commands are obeyed meanwhile")
    manager.send("/nsm/client/session_is_loaded")
    begin = ticks(player)
    time.sleep(2.0)
    live.between(ticks(player) - begin, 0, 60, "hundredths of a second of work in two")
    server.start()
    live.check(live.wait_for(lambda: sum(" on JACK " in line for line in player.err) == 2), "is back")
    live.plays(player, 4800)
    live.check(float(player.values("status")["peak_left"]) == 0.0, "what was struck meanwhile does not sound")
    player.process.terminate()
    live.check(player.ended() == 0, "ends when it is told to")


def main():
    server = live.Server(48000, 256)
    peer = live.peer(server)
    manager = Manager()
    path = str(live.work / "sessions" / "one" / "Jawari.nABCD")
    player = start(server, manager)
    manager.announced()
    time.sleep(0.3)  # Longer than joining takes
    live.check(not [port for port in peer.ask("ports") if "jawari" in port],
               "joins JACK only when the session says so")
    address, _, arguments = manager.opened(path, "Jawari.nABCD")
    live.check(address == "/reply" and arguments[0] == "/nsm/client/open", f"opens: {address} {arguments}")
    live.check("Jawari.nABCD:out_left" in peer.ask("ports"), "under the name of the session")
    player.ask("preset sitar-khula")
    player.becomes("status", "preset", "sitar-khula")
    player.ask("set thread 1.75")
    live.plays(player, 24000)
    live.check(player.becomes("get thread", "thread", "1.75") == "1.75", "a parameter that was moved")
    manager.socket.sendto(b"\0garbage", manager.client)
    manager.send("/nsm/client/session_is_loaded")
    manager.send("/nsm/client/save")
    address, _, arguments = manager.get()
    live.check(address == "/reply" and arguments[0] == "/nsm/client/save", f"saves: {arguments}")
    manager.opened(path, "other")
    player.process.terminate()
    live.check(player.ended() == 0, "ends when it is told to")

    player = start(server, manager)
    manager.announced()
    address, _, arguments = manager.opened(path, "Jawari.nABCD")
    live.check(address == "/reply", f"opens again: {arguments}")
    status = player.values("status")
    live.check(status["instrument"].startswith("sitar") and status["preset"] == "sitar-khula",
               f"with {status['instrument']}, {status['preset']}")
    player.becomes("params", "thread", "1.75")
    values = player.values("params")
    live.check(values["thread"] == "1.75" and values["jawari"] == "0", "and its parameters")
    with open(path + ".jawari", encoding="utf-8") as file:
        saved = file.read()
    manager.send("/nsm/client/save")
    address, _, arguments = manager.get()
    with open(path + ".jawari", encoding="utf-8") as file:
        live.check(address == "/reply" and file.read() == saved, "and saves them as it found them")
    player.process.terminate()
    player.ended()

    with open(path + ".jawari", "w", encoding="utf-8") as file:
        file.write("instrument = nonsense\n")
    player = start(server, manager)
    manager.announced()
    address, types, arguments = manager.opened(path, "Jawari.nABCD")
    live.check(address == "/error" and types == "sis" and arguments[1] < 0 and "nonsense" in arguments[2],
               f"a session that it cannot open: {arguments}")
    live.check(player.ended() == 1, "ends with status 1")
    os.unlink(path + ".jawari")
    os.mkfifo(path + ".jawari")
    player = start(server, manager)
    manager.announced()
    address, _, arguments = manager.opened(path, "Jawari.nABCD")
    live.check(address == "/error" and "not a regular file" in arguments[2], f"a session that is a pipe: {arguments}")
    live.check(player.ended() == 1, "ends with status 1, too")

    os.unlink(path + ".jawari")
    player = start(server, manager)
    manager.announced()
    # Errors of something else: of another's message, and of none.
    manager.send("/error", "/nsm/server/save", -2, "no session is open")
    manager.send("/error", "/nsm/client/open", -2, "not ours either")
    manager.send("/error")
    address, _, arguments = manager.opened(path, "Jawari.nABCD")
    live.check(address == "/reply", f"errors that do not answer its announcement are none to it: {address} {arguments}")
    manager.send("/error", "/nsm/server/save", -2, "no session is open")
    manager.send("/nsm/client/save")
    address, _, arguments = manager.get()
    live.check(address == "/reply" and player.alive(), f"nor later: {arguments}")
    player.process.terminate()
    live.check(player.ended() == 0, "ends when it is told to, with status 0")

    player = start(server, manager)
    manager.get()
    manager.send("/error", "/nsm/server/announce", -2, "too old a client")
    live.check(player.ended() == 1 and player.said("the session manager refuses: too old a client"),
               f"a manager that takes it not in: {player.err}")
    without_manager(server)
    late_manager(server, peer)
    waiting(server)
    done = live.Process([live.PLAYER, "--no-ui"], dict(server.env, NSM_URL="osc.tcp://x"), "jawari")
    live.check(done.ended() == 1 and done.said("NSM_URL"), "an address that is none")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
