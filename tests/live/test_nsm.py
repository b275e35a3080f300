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
    done = live.Process([live.PLAYER, "--no-ui"], dict(server.env, NSM_URL="osc.tcp://x"), "jawari")
    live.check(done.ended() == 1 and done.said("NSM_URL"), "an address that is none")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
