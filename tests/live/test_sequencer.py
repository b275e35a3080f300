# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""MIDI through the ALSA sequencer beside PortAudio, with a sequencer that is made up
(fake_sequencer.c): hardware is connected by itself, now and later, and its notes sound."""

import os
import sys

import live

FAKE = os.environ["FAKE_SEQUENCER_SO"]


class Sequencer:
    count = 0

    def __init__(self, *lines):
        Sequencer.count += 1
        self.path = live.work / f"fifo{Sequencer.count}"
        os.mkfifo(self.path)
        self.fd = os.open(self.path, os.O_RDWR)
        self.say(*lines)
        self.env = {"LD_PRELOAD": FAKE, "FAKE_SEQUENCER": str(self.path)}

    def say(self, *lines):
        os.write(self.fd, "".join(line + "\n" for line in lines).encode())


def start(server, sequencer, *options):
    return live.player(server, "-d", "portaudio", "--device", "JACK", *options, env=sequencer.env)


def says(player, text):
    live.wait_for(lambda: player.said(text))
    live.check(player.said(text), f"says: {text}" if player.said(text) else f"{text}: not among {player.err}")


def pitch(player):
    """Of the string that sounds C3 [Hz], as the player has it."""
    return [float(value.split()[-2]) for key, value in player.values("status").items()
            if key.startswith("string_") and value.startswith("kharaj")]


def is_raised(player, from_hz, by_semitones):
    wanted = from_hz * 2.0 ** (by_semitones / 12.0)
    live.wait_for(lambda: abs(pitch(player)[0] / wanted - 1.0) < 1e-4)
    live.between(pitch(player)[0] / wanted, 0.9999, 1.0001, f"pitch, {by_semitones} semitones up")


def check_sysex(server):
    """System exclusive messages tune what sounds: whole, in parts, and with others between them."""
    sequencer = Sequencer("plug 20 0 hard MIDI 1")
    player = start(server, sequencer, "-i", "tanpura")
    says(player, "MIDI from client 20:MIDI 1")
    key, plain = 36, pitch(player)[0]
    single = f"240 127 127 8 2 0 1 {key} {key}"
    sequencer.say(f"midi 144 {key} 100", f"sysex 20 {single} 64 0 247")
    is_raised(player, plain, 0.5)
    sequencer.say(f"sysex 20 {single} 32", "midi 176 1 0", "sysex 24 1 2 247", "sysex 20 0 247")
    is_raised(player, plain, 0.25)
    sequencer.say("sysex 20 240 125 1 2 3 247", "sysex 20 1 247")
    live.check(player.becomes("status", "ignored_sysex", "1") == "1", "what says nothing is counted")
    # One after the other, more than go into a block
    for part in range(40):
        sequencer.say(f"sysex 20 {single} {part} 0 247")
    is_raised(player, plain, 39 / 128)
    sequencer.say("sysex 20 240 126 127 9 1 247")
    is_raised(player, plain, 0)
    sequencer.say(f"midi 144 {key} 100", "reset")
    live.check(player.becomes("status", "silent", "1") == "1", "a system reset ends all")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")


def check_sources(server):
    """A source that goes lets go what it holds, and nothing that the player or another source holds."""
    sequencer = Sequencer("plug 20 0 hard MIDI 1", "plug 24 0 hard MIDI 2", "plug 30 1 soft Program")
    player = start(server, sequencer, "-i", "guitar", "-s", "quality=1", "-s", "release_damping=100")
    says(player, "MIDI from client 24:MIDI 2")
    for way, (client, port, goes) in enumerate(((20, 0, "unplug 20 0"), (24, 0, "part 24 0"), (30, 1, "exit 30"))):
        player.ask("panic")
        live.wait_for(lambda: player.values("status")["silent"] == "1")
        player.ask("note E3 110")  # The player's own key, on string d
        held = [f"from {client} {port} {line}" for line in
                ("146 40 110", "144 52 100", "176 64 127", "176 1 127", "176 7 20", "224 0 127")]
        sequencer.say("from 28 0 178 7 90", *held)
        live.check(player.becomes("get vibrato_depth", "vibrato_depth", "200") == "200", f"{goes}: holds its wheel")
        sequencer.say(goes)
        live.check(player.becomes("get vibrato_depth", "vibrato_depth", "0") == "0"
                   and player.becomes("get volume", "volume", "100") == "100", f"{goes}: wheel and volume are at rest")
        live.is_let_go(player, "e6", "d", goes)
        gone = [line for line in player.err if "MIDI is gone" in line]
        live.check(len(gone) == way + 1 and f"client {client}:" in gone[-1], f"{goes}: one line: {gone}")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")


def main():
    server = live.Server(48000, 256)
    sequencer = Sequencer("plug 20 0 hard MIDI 1", "plug 24 0 soft Editor out")
    player = start(server, sequencer, "-i", "tanpura")
    says(player, "fake: client jawari")
    says(player, "MIDI from client 20:MIDI 1")
    live.check(not player.said("client 24"), "not what is no hardware")
    live.check(not player.said("no MIDI"), "does not say that there is no MIDI")

    sequencer.say("midi 144 48 100")
    peak = player.becomes("status", "peak_left", lambda value: float(value) > 0.001)
    live.check(float(peak) > 0.001, f"a note sounds: {peak}")
    sequencer.say("midi 176 7 0", "midi 224 0 96", "midi 192 3", "midi 128 48 64", "midi 208 10")
    live.check(player.becomes("status", "messages", "6") == "6", "messages of every kind arrive")
    live.check(player.becomes("params", "volume", "0") == "0", "a controller moves its parameter")

    sequencer.say("plug 28 3 hard Keys")
    says(player, "MIDI from client 28:Keys")
    sequencer.say("unplug 20 0", "unplug 28 3")
    says(player, "MIDI is gone: client 20:MIDI 1")
    says(player, "MIDI is gone: client 28:Keys")
    before = len(player.err)
    sequencer.say("plug 20 0 hard MIDI 1")
    live.wait_for(lambda: any("MIDI from client 20" in line for line in player.err[before:]))
    live.check(any("MIDI from client 20" in line for line in player.err[before:]), "connects it again")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")

    sequencer = Sequencer("plug 20 0 hard MIDI 1", "plug 24 0 soft Editor out")
    player = start(server, sequencer, "--midi", "Editor")
    says(player, "MIDI from client 24:Editor out")
    live.check(not player.said("client 20"), "--midi chooses the port")
    player.ask("quit")
    player.ended()
    sequencer = Sequencer("plug 20 0 hard MIDI 1")
    player = start(server, sequencer, "--midi", "none")
    sequencer.say("plug 21 0 hard MIDI 2")
    live.plays(player, 24000)
    live.check(not player.said("connected"), "--midi none connects nothing")
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")
    check_sysex(server)
    check_sources(server)
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
