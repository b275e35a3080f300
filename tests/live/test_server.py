# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The player beside a JACK server that changes: buffer sizes, ports that come and go, freewheel,
shutdown, restart.

    test_server.py sizes|ports|freewheel|shutdown|restart
"""

import signal
import sys
import time

import live

RATE, PERIOD = 48000, 256


def keep_sounding(player, peer):
    """Notes through JACK MIDI, and what comes out of it: frames and the largest sample."""
    for i in range(200):
        peer.ask(f"event {i * 4800} 144 {49 + i % 20} 100")


def sizes():
    """Changed 100 times while it plays."""
    server = live.Server(RATE, PERIOD)
    peer = live.peer(server)
    player = live.player(server, "-s", "gain=-9")
    peer.ask("connect peer-send:out|jawari:midi_in")
    keep_sounding(player, peer)
    peer.ask(f"start {3600 * RATE}")
    time.sleep(0.3)
    latencies = set()
    silent = 0
    for i in range(100):
        size = (64, 128, 256, 512, 1024, 2048, 32, 96)[i % 8]
        peer.ask(f"size {size}")
        status = player.values("status")
        live.wait_for(lambda: int(player.values("status")["block_frames"]) == size, 2.0)
        status = player.values("status")
        if int(status["block_frames"]) != size:
            live.check(False, f"block {status['block_frames']} where JACK has {size}")
        latencies.add(float(status["latency_ms"]))
        silent += float(status["peak_left"]) == 0.0
    live.check(silent == 0, f"times that it was silent after a change: {silent}")
    live.between(len(latencies), 4, 100, "latencies that were told")
    live.check(status["nonfinite"] == "0" and status["dropped"] == "0", "all samples finite")
    before = int(status["frames"])
    live.check(live.wait_for(lambda: int(player.values("status")["frames"]) > before + RATE // 10),
               "plays on after 100 changes")


def ports():
    """Connections, names, latency, hardware that comes and goes."""
    server = live.Server(RATE, PERIOD)
    peer = live.peer(server)
    peer.ask("plug keyboard A")
    player = live.player(server)
    live.check(peer.ask("connections jawari:out_left") == ["system:playback_1"],
               "left goes to the hardware by itself")
    live.check(peer.ask("connections jawari:out_right") == ["system:playback_2"],
               "right goes to the hardware by itself")
    live.check(peer.ask("connections jawari:midi_in") == ["peer-send:keyboard A"],
               "listens to hardware MIDI by itself")
    connected = lambda: sorted(peer.ask("connections jawari:midi_in"))
    peer.ask("plug keyboard B")
    live.check(live.wait_for(lambda: len(connected()) == 2, 3.0), f"and to what is plugged in: {connected()}")
    peer.ask("unplug")
    live.check(live.wait_for(lambda: player.said("MIDI is gone: peer-send:keyboard B"), 3.0),
               "says what was unplugged")
    peer.ask("plug keyboard B")
    live.check(live.wait_for(lambda: len(connected()) == 2, 3.0), "and connects it again")
    live.check(player.alive(), "survives")

    capture, playback = (line.split(" = ")[1].split() for line in peer.ask("latency jawari:midi_in"))
    system = peer.ask("latency system:playback_1")[1].split(" = ")[1].split()
    live.check([int(x) for x in playback] == [int(x) + 37 for x in system],
               f"playback latency of midi_in: {playback}, hardware {system}, engine 37")
    capture = peer.ask("latency jawari:out_left")[0].split(" = ")[1].split()
    live.check(int(capture[0]) >= 37, f"capture latency of out_left: {capture}")

    key = "http://jackaudio.org/metadata/"
    for name, what, value in (("jawari:out_left", "pretty-name", "Left"),
                              ("jawari:out_right", "pretty-name", "Right"),
                              ("jawari:midi_in", "pretty-name", "MIDI in"),
                              ("jawari:out_left", "port-group", "Out"),
                              ("jawari", "icon-name", "jawari")):
        got = peer.values(f"property {name}|{key}{what}").get("value")
        live.check(got == value, f"metadata {what} of {name}: {got}")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")

    second = live.player(server, "--no-connect", "--name", "other")
    live.check(peer.ask("connections other:out_left") == [] and peer.ask("connections other:midi_in") == [],
               "--no-connect connects nothing, --name names the client")
    second.ask("quit")
    second.ended()
    third = live.player(server, "-c", "peer-take", "--midi", "none")
    live.check(peer.ask("connections jawari:out_left") == ["peer-take:in_1"]
               and peer.ask("connections jawari:out_right") == ["peer-take:in_2"],
               "--connect chooses the ports")
    live.check(peer.ask("connections jawari:midi_in") == [], "--midi none")
    third.ask("quit")
    third.ended()
    fourth = live.player(server, "--midi", "send:out")
    live.check(peer.ask("connections jawari:midi_in") == ["peer-send:out"], "--midi chooses the port")
    fourth.ask("quit")
    fourth.ended()


def freewheel():
    """At the better quality, without losing anything, and back again."""
    server = live.Server(RATE, PERIOD)
    peer = live.peer(server)
    recording = live.work / "freewheel.wav"
    player = live.player(server, "-s", "gain=-9", "--record", str(recording))
    peer.ask("connect peer-send:out|jawari:midi_in")
    keep_sounding(player, peer)
    peer.ask(f"start {3600 * RATE}")
    time.sleep(0.5)
    before = player.values("status")
    live.check(player.values("get quality")["quality"] == "1", "quality 1 in real time")
    peer.ask("freewheel 1")
    live.check(live.wait_for(lambda: player.values("get quality")["quality"] == "2", 5.0),
               "quality 2 while it freewheels")
    begin, frames = time.monotonic(), int(player.values("status")["frames"])
    time.sleep(1.0)
    during = player.values("status")
    speed = (int(during["frames"]) - frames) / (time.monotonic() - begin) / RATE
    peer.ask("freewheel 0")
    live.between(speed, 1.2, 1e4, "times faster than real time")
    live.check(during["freewheel"] == "1", "knows that it freewheels")
    live.check(live.wait_for(lambda: player.values("get quality")["quality"] == "1", 5.0),
               "quality 1 again")
    after = player.values("status")
    live.check(after["late"] == before["late"], "nothing is late that nobody listens to")
    player.ask("record stop")
    end = player.values("status")
    live.check(end["record_lost"] == "0", "the recording has no gap")
    written, _ = live.read_wav(recording)
    live.check(abs(len(written) // 2 - int(end["recorded_frames"])) == 0,
               f"frames recorded: {len(written) // 2}")
    player.ask("quit")


def shutdown():
    """Says so and ends with a nonzero status; the recording is whole."""
    server = live.Server(RATE, PERIOD)
    recording = live.work / "shutdown.wav"
    player = live.player(server, "--record", str(recording))
    player.ask("note C3")
    time.sleep(0.5)
    begin = time.monotonic()
    server.stop()
    status = player.ended(5.0)
    live.check(status == 3, f"ends with status {status} in {time.monotonic() - begin:.2f} s")
    live.check(player.said("JACK is gone"), f"says so: {player.err[-1]}")
    written, _ = live.read_wav(recording)
    live.between(len(written) // 2, RATE // 4, RATE, "frames of the recording")
    live.between(live.peak(written), 1e-3, 2.0, "peak of the recording")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        server.start()
        player = live.player(server, "--record", str(recording))
        player.ask("note C3")
        time.sleep(0.3)
        player.process.send_signal(number)
        live.check(player.ended(3.0) == 0, f"{number.name} ends it cleanly")
        written, _ = live.read_wav(recording)
        live.between(len(written) // 2, RATE // 10, RATE, f"frames of the recording")
        server.stop()


def restart():
    """Five times while it plays; the rate changes on the way."""
    server = live.Server(RATE, PERIOD)
    player = live.player(server, "--reconnect", "-s", "gain=-9")
    for i in range(5):
        server.stop()
        live.check(live.wait_for(lambda: sum("JACK is gone" in line for line in player.err) == i + 1),
                   f"{i + 1}: says that the server is gone")
        live.check(player.alive(), f"{i + 1}: waits")
        server.rate = (44100, 48000, 96000, 48000, 48000)[i]
        server.start()
        live.check(live.wait_for(lambda: sum(" on JACK " in line for line in player.err) == i + 2, 5.0),
                   f"{i + 1}: is back")
        peer = live.peer(server, f"peer{i}")
        peer.ask(f"connect jawari:out_left|peer{i}-take:in_1")
        peer.ask(f"connect jawari:out_right|peer{i}-take:in_2")
        peer.ask(f"start {server.rate // 2}")
        player.ask("note C#3")
        taken = live.work / "restart.f32"
        peer.ask(f"take {taken}")
        live.between(live.peak(live.read_raw(taken)), 0.01, 2.0, f"{i + 1}: sounds, peak")
        live.check(player.values("status")["rate_hz"] == str(server.rate), f"{i + 1}: at {server.rate} Hz")
        peer.stop()
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")


if __name__ == "__main__":
    {"sizes": sizes, "ports": ports, "freewheel": freewheel, "shutdown": shutdown,
     "restart": restart}[sys.argv[1]]()
    sys.exit(live.result())
