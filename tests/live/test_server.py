# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The player beside a JACK server that changes: buffer sizes, ports that come and go, freewheel,
shutdown, restart.

    test_server.py sizes|ports|freewheel|shutdown|restart|quality|late|held|sources [TIMES]
"""

import os
import signal
import sys
import time

import live

RATE, PERIOD = 48000, 256


def keep_sounding(player, peer):
    """Notes through JACK MIDI, and what comes out of it: frames and the largest sample."""
    for i in range(200):
        peer.ask(f"event {i * 4800} 144 {49 + i % 20} 100")


def heard(player):
    return player.becomes("status", "peak_left", lambda peak: float(peak) > 0.001)


def sizes(times=12):
    """Changed again and again while it plays."""
    server = live.Server(RATE, PERIOD)
    peer = live.peer(server)
    player = live.player(server, "-s", "gain=-9")
    peer.ask("connect peer-send:out|jawari:midi_in")
    keep_sounding(player, peer)
    peer.ask(f"start {3600 * RATE}")
    live.check(float(heard(player)) > 0.001, "it sounds")
    latencies = set()
    wrong = silent = 0
    for i in range(times):
        size = (64, 128, 256, 512, 1024, 2048, 32, 96)[i % 8]
        peer.ask(f"size {size}")
        wrong += player.becomes("status", "block_frames", str(size)) != str(size)
        live.plays(player, 2 * size)
        status = player.values("status")
        latencies.add(float(status["latency_ms"]))
        silent += float(status["peak_left"]) == 0.0
    live.check(wrong == 0, f"times of {times} that its block was not JACK's: {wrong}")
    live.check(silent == 0, f"times that it was silent after a change: {silent}")
    live.between(len(latencies), 4, times, "latencies that were told")
    live.check(status["nonfinite"] == "0" and status["dropped"] == "0", "all samples finite")
    live.check(live.plays(player, RATE // 10) >= RATE // 10, f"plays on after {times} changes")


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
    live.check(live.wait_for(lambda: len(connected()) == 2), f"and to what is plugged in: {connected()}")
    peer.ask("unplug")
    live.check(live.wait_for(lambda: player.said("MIDI is gone: peer-send:keyboard B")),
               "says what was unplugged")
    peer.ask("plug keyboard B")
    live.check(live.wait_for(lambda: len(connected()) == 2), "and connects it again")
    live.check(player.alive(), "survives")

    def latency(port, mode):
        return [int(x) for x in peer.values(f"latency {port}")[mode].split()]

    behind = lambda: [a - b for a, b in zip(latency("jawari:midi_in", "playback"),
                                            latency("system:playback_1", "playback"))]
    live.wait_for(lambda: behind() == [37, 37])
    live.check(behind() == [37, 37], f"playback latency of midi_in beyond the hardware's: {behind()}")
    live.wait_for(lambda: latency("jawari:out_left", "capture")[0] >= 37)
    live.check(latency("jawari:out_left", "capture")[0] >= 37,
               f"capture latency of out_left: {latency('jawari:out_left', 'capture')}")

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
    speakers(server, peer)


def speakers(server, peer):
    """A sound card that is unplugged and comes back."""
    ends = lambda: [peer.ask(f"connections jawari:{port}") for port in ("out_left", "out_right")]
    both = [["peer-send:speaker L"], ["peer-send:speaker R"]]

    def plug():
        peer.ask("speaker speaker L")
        peer.ask("ports")
        peer.ask("speaker speaker R")

    def unplug(times):
        peer.ask("unplug_speakers")
        live.wait_for(lambda: sum("the output is gone" in line for line in player.err) == 2 * times)

    plug()
    player = live.player(server, "-c", "speaker")
    live.check(live.wait_for(lambda: ends() == both), f"plays into the sound card: {ends()}")
    unplug(1)
    live.check(ends() == [[], []], "which is gone")
    peer.ask("speaker speaker R")
    live.check(live.wait_for(lambda: ends() == [[], both[1]]), f"and to one side that is back: {ends()}")
    peer.ask("speaker speaker L")
    live.check(live.wait_for(lambda: ends() == both), f"and to the other: {ends()}")
    peer.ask("disconnect jawari:out_left|peer-send:speaker L")
    peer.ask("plug keyboard C")
    live.check(live.wait_for(lambda: player.said("MIDI from peer-send:keyboard C")), "sees other ports come")
    live.check(ends() == [[], both[1]], "what the user disconnects stays so")
    unplug(2)
    peer.ask("connect jawari:out_left|peer-take:in_1")
    plug()
    live.check(live.wait_for(lambda: ends()[1] == both[1]), "the side that has no other way is connected")
    live.check(ends()[0] == ["peer-take:in_1"], f"the one that has one is not: {ends()[0]}")
    player.ask("quit")
    player.ended()
    peer.ask("unplug_speakers")

    peer.ask("speaker speaker L")
    player = live.player(server, "-c", "speaker")
    live.check(live.wait_for(lambda: ends() == [both[0], both[0]]), "both sides into the only port there is")
    peer.ask("speaker speaker R")
    live.check(live.wait_for(lambda: ends() == both), f"until there is a second: {ends()}")
    player.ask("quit")
    player.ended()


def freewheel():
    """At the better quality, without losing anything, and back again."""
    server = live.Server(RATE, PERIOD)
    peer = live.peer(server)
    recording = live.work / "freewheel.wav"
    player = live.player(server, "-s", "gain=-9", "--record", str(recording))
    peer.ask("connect peer-send:out|jawari:midi_in")
    keep_sounding(player, peer)
    peer.ask(f"start {3600 * RATE}")
    heard(player)
    live.check(player.values("get quality")["quality"] == "2", "quality 2 in real time")
    peer.ask("freewheel 1")
    live.check(player.becomes("status", "quality", "4") == "4", "quality 4 while it freewheels")
    live.check(player.values("get quality")["quality"] == "2", "which is not what was asked for")
    before = player.values("status")
    live.check(live.plays(player, RATE // 2) >= RATE // 2, "plays while it freewheels")
    during = player.values("status")
    live.check(before["freewheel"] == during["freewheel"] == "1", "knows that it freewheels")
    live.check(during["late"] == before["late"], "nothing is late that nobody listens to")
    peer.ask("freewheel 0")
    live.check(player.becomes("status", "quality", "2") == "2", "quality 2 again")
    player.ask("record stop")
    end = player.values("status")
    live.check(end["record_lost"] == "0", "the recording has no gap")
    freewheel_and_change(player, peer)
    written, _ = live.read_wav(recording)
    live.check(len(written) // 2 == int(end["recorded_frames"]), f"frames recorded: {len(written) // 2}")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")


def freewheel_and_change(player, peer):
    """Another instrument, and another quality, in a freewheel: what was asked for is kept."""
    player.ask("set quality 1")
    player.becomes("status", "quality", "1")
    peer.ask("freewheel 1")
    player.becomes("status", "quality", "4")
    player.ask("instrument bench")
    live.check(player.becomes("status", "quality", "4") == "4", "another instrument freewheels at 4, too")
    live.check(player.becomes("get quality", "quality", "1") == "1", "while what was asked for stays")
    session = live.work / "freewheel.session"
    player.ask(f"save {session}")
    live.check("set = quality=1\n" in session.read_text(), "a session keeps that, not the freewheel's")
    player.ask("set quality 2")
    live.plays(player, RATE // 10)
    live.check(player.values("status")["quality"] == "4", "what is asked for meanwhile waits")
    live.check(player.values("get quality")["quality"] == "2", "but is told")
    player.ask(f"save {session}")
    live.check("quality" not in session.read_text(), "a session need not say the instrument's own")
    peer.ask("freewheel 0")
    live.check(player.becomes("status", "quality", "2") == "2", "and comes with the end of the freewheel")


def record_a_note(server):
    """A player that has recorded a quarter of a second with a note in it."""
    recording = live.work / "shutdown.wav"
    recording.unlink(missing_ok=True)
    player = live.player(server, "--record", str(recording))
    player.ask("note C3")
    heard(player)
    player.becomes("status", "recorded_frames", lambda frames: int(frames) >= RATE // 4)
    return player, recording


def is_whole(recording):
    written, _ = live.read_wav(recording)
    live.check(len(written) // 2 >= RATE // 4, f"frames of the recording: {len(written) // 2}")
    live.between(live.peak(written), 1e-3, 2.0, "peak of the recording")


def shutdown():
    """Says so and ends with a nonzero status; the recording is whole. So do signals end it."""
    server = live.Server(RATE, PERIOD)
    player, recording = record_a_note(server)
    server.stop()
    status = player.ended()
    live.check(status == 3, f"ends with status {status}")
    live.check(player.said("JACK is gone"), f"says so: {player.err[-1]}")
    is_whole(recording)
    server.start()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        player, recording = record_a_note(server)
        player.process.send_signal(number)
        live.check(player.ended() == 0, f"{number.name} ends it cleanly")
        is_whole(recording)


def restart(times=2):
    """While it plays; the rate changes on the way."""
    server = live.Server(RATE, PERIOD)
    recording = live.work / "restart.wav"
    player = live.player(server, "--reconnect", "-s", "gain=-9", "--record", str(recording))
    player.ask(f"stems {live.work / 'apart.wav'}")
    player.ask("set thread 1.75")
    player.ask("set quality 1")
    live.plays(player, RATE // 10)
    values = player.values("params")
    for i in range(times):
        server.stop()
        live.check(live.wait_for(lambda: sum("JACK is gone" in line for line in player.err) == i + 1),
                   f"{i + 1}: says that the server is gone")
        live.check(player.alive(), f"{i + 1}: waits")
        server.rate = (44100, 48000, 96000, 48000, 48000)[i % 5]
        server.start()
        live.check(live.wait_for(lambda: sum(" on JACK " in line for line in player.err) == i + 2),
                   f"{i + 1}: is back")
        peer = live.peer(server, f"peer{i}")
        peer.ask(f"connect jawari:out_left|peer{i}-take:in_1")
        peer.ask(f"connect jawari:out_right|peer{i}-take:in_2")
        player.ask("note C#3")
        heard(player)
        peer.ask(f"start {server.rate // 2}")
        taken = live.work / "restart.f32"
        peer.ask(f"take {taken}")
        live.between(live.peak(live.read_raw(taken)), 0.001, 2.0, f"{i + 1}: sounds, peak")
        live.check(player.values("status")["rate_hz"] == str(server.rate), f"{i + 1}: at {server.rate} Hz")
        live.check(player.values("params") == values and values["thread"] == "1.75",
                   f"{i + 1}: with the parameters that were moved")
        if i == 0:
            live.check(player.said("the recording ends with the rate") and recording.exists()
                       and player.values("status")["recording"] == "0", "the recording ends with the rate")
            for name in ("restart.wav", "apart-instrument.wav", "apart-with.wav"):
                live.check(live.read_wav(live.work / name)[1] == RATE and player.said(f"{name}, 0:"), f"{name} is there, at its own")
        peer.stop()
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")


def last_on(player):
    """Where it plays, by the last line that says so."""
    return [line for line in player.err if " on " in line and " latency " in line][-1]


def late():
    """A server that is starting: some clients find none, and the next one does (late_jack.c). The
    player ends on JACK itself, and neither on PortAudio's JACK nor on the sound device beside it
    (here one that ALSA makes up, of which nothing is heard)."""
    home = live.work / "home"
    home.mkdir()
    server = live.Server(RATE, PERIOD)
    count = live.work / "clients"
    env = {"LD_PRELOAD": os.environ["LATE_JACK_SO"], "LATE_JACK": str(count), "HOME": str(home)}
    count.write_text("1\n")
    player = live.player(server, "-s", "quality=1", env=env)
    live.check(" on JACK " in last_on(player), f"a server that is just there: {player.err}")
    player.ask("quit")
    player.ended()

    (home / ".asoundrc").write_text("pcm.!default {\n    type null\n}\n")
    count.write_text("1\n")
    player = live.player(server, "--reconnect", "-s", "quality=1", env=env)
    live.check(" on JACK " in last_on(player), f"starts on JACK beside a sound device: {player.err}")
    for i in range(2):
        server.stop()
        live.wait_for(lambda: sum("JACK is gone" in line for line in player.err) == i + 1)
        time.sleep(1.2)  # Longer than two attempts to come back
        live.check(player.values("status")["driver"] == "none", "waits, and answers")
        count.write_text("2\n")
        server.start()
        live.wait_for(lambda: sum(" latency " in line for line in player.err) == i + 2)
        live.check(" on JACK " in last_on(player), f"{i + 1}: is back on JACK: {player.err[1:]}")
        live.plays(player, RATE // 10)
    live.check(count.read_text() == "0\n", "clients that found no server")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")


def held():
    """JACK's library does not return from closing a client: the player says so, or quits all the same."""
    server = live.Server(RATE, PERIOD)
    count = live.work / "clients"
    env = {"LD_PRELOAD": os.environ["LATE_JACK_SO"], "LATE_JACK": str(count)}
    for gone in (False, True):
        count.write_text("0\n")
        player = live.player(server, "--reconnect", "-s", "quality=1", env=env)
        count.write_text("-1\n")
        if gone:
            server.stop()
            live.check(player.ended() == 3 and player.said("JACK does not let go of it: please start again"),
                       f"a server that is gone: {player.err[1:]}")
        else:
            player.ask("quit")
            live.check(player.ended() == 0, "quits")


def sources():
    """MIDI programs that go away, killed or disconnected by hand: what came in is let go, and what the
    player itself holds is not."""
    server = live.Server(RATE, PERIOD, wait_ms=1000)
    player = live.player(server, "-i", "guitar", "-s", "quality=1", "-s", "release_damping=100")
    for way, name in enumerate(("killed", "parted")):
        peer = live.peer(server, name)
        live.connects(peer, f"{name}-send:out|jawari:midi_in")
        for frame, message in enumerate(("144 40 100", "144 52 100", "176 64 127", "176 1 127", "176 7 20", "224 0 127")):
            peer.ask(f"event {100 * frame} {message}")
        before = int(player.values("status")["messages"])
        player.ask("note E3 100")  # The player's own
        peer.ask("start 4800")
        live.wait_for(lambda: int(player.values("status")["messages"]) >= before + 7)
        live.check(player.becomes("get vibrato_depth", "vibrato_depth", "200") == "200", f"{name}: holds its wheel")
        if name == "killed":
            peer.process.kill()
        else:
            peer.ask(f"disconnect {name}-send:out|jawari:midi_in")
        live.check(player.becomes("get vibrato_depth", "vibrato_depth", "0") == "0"
                   and player.becomes("get volume", "volume", "100") == "100", f"{name}: wheel and volume are at rest")
        live.is_let_go(player, "e6", "d", name)
        live.wait_for(lambda: player.said(f"MIDI is gone: {name}-send:out"))
        gone = [line for line in player.err if "MIDI is gone" in line]
        live.check(len(gone) == way + 1, f"{name}: one line: {gone}")
        own = [line for key, line in player.values("status").items() if key.startswith("string_") and " 164.8" in line]
        live.check(len(own) == 1, f"{name}: the player's own E3 sounds at its pitch: {own}")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")

    player = live.player(server, "-i", "guitar", "-s", "quality=1", "--reconnect")
    peer.stop()
    peer = live.peer(server, "last")
    live.connects(peer, "last-send:out|jawari:midi_in")
    peer.ask("event 0 176 7 20")
    peer.ask("event 0 176 1 127")
    peer.ask("start 4800")
    live.check(player.becomes("get vibrato_depth", "vibrato_depth", "200") == "200", "a wheel before the server goes")
    server.stop()
    live.wait_for(lambda: player.said("JACK is gone"))
    peer.process.kill()
    server.start()
    live.wait_for(lambda: sum(" on JACK " in line for line in player.err) == 2)
    live.check(player.becomes("get vibrato_depth", "vibrato_depth", "0") == "0"
               and player.becomes("get volume", "volume", "100") == "100", "is at rest when it is back")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")


def quality():
    """--quality auto measures once, at the server's rate, before anything plays."""
    server = live.Server(44100, PERIOD)
    player = live.player(server, "--quality", "auto", "tanpura")
    said = [line for line in player.err if line.startswith("jawari: quality ")]
    live.check(len(said) == 1 and "measured parts" in said[0], f"measures once: {said}")
    chosen = player.values("get quality")["quality"]
    live.check(said[0].startswith(f"jawari: quality {chosen}:"), f"plays what it chose: {chosen}")
    kept = (live.work / "config" / "jawari" / "quality.conf").read_text().splitlines()
    live.check(kept[2].startswith(f"tanpura = {chosen} 44100 "), f"of the server's rate: {kept[2]}")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")


if __name__ == "__main__":
    what = {"sizes": sizes, "ports": ports, "freewheel": freewheel, "shutdown": shutdown,
            "restart": restart, "quality": quality, "late": late, "held": held, "sources": sources}[sys.argv[1]]
    what(*map(int, sys.argv[2:]))
    sys.exit(live.result())
