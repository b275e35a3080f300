# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""A companion in the player: commands, surfaces, settings, sessions; and over JACK, at 64 frames, no note is lost.

    test_with.py
"""

import math
import os
import sys
import time

import live

config = live.work / "config"
env = {**os.environ, "XDG_CONFIG_HOME": str(config)}
NOTES = 200


class Player(live.Process):
    def __init__(self, *options):
        super().__init__([live.PLAYER, "--no-ui", "-d", "none", "-b", "64", *map(str, options)], env, "jawari")


def state(player, which="with"):
    values = player.values("status")
    n = len(which) + 1
    return {key[n:] or "preset": value for key, value in values.items() if key.startswith(which)}


def is_now(player, text, which="with", **wanted):
    got = state(player, which)
    live.check(all(got[key] == value for key, value in wanted.items()), f"{text}: {got}")


def loud(player):
    return float(player.values("status")["peak_left"]) > 1e-3


def commands():
    p = Player("sitar")
    is_now(p, "as it starts", preset="", on="0", level="0", first="own", tempo="0", cents="0")
    live.check(p.values("status")["silent"] == "1", "it starts in silence")
    p.ask("with on")
    is_now(p, "with on", preset="tanpura-plays", on="1")
    live.check(live.wait_for(lambda: loud(p)), "it plays by itself")
    for line, key, value in (("with level -6.5", "level", "-6.5"), ("with first ma", "first", "Ma"),
                             ("with tempo 120", "tempo", "120"), ("with cents 7", "cents", "7"),
                             ("with first own", "first", "own"), ("with tempo own", "tempo", "0"),
                             ("with tanpura-late", "preset", "tanpura-late")):
        p.ask(line)
        is_now(p, line, on="1", **{key: value})
    late = live.work / "late.wav"
    for name in ("tanpura-small", "tanpura-high", "tanpura-late"):
        p.ask(f"with {name}")
        live.plays(p, 9600)
    p.ask("set gain -60")
    p.ask(f"record {late}")
    p.becomes("status", "recorded_frames", lambda frames: int(frames) > 24000)
    p.ask("record stop")
    live.check(max(live.read_wav(late)[0]) > 1e-3, "one preset after another plays")
    before = state(p)
    for line, why in (("with nix", "unknown preset \"nix\""), ("with sitar-khula", "does not play by itself"),
                      ("with level 13", "not a number from -60 to 12"), ("with tempo 5", "from 10 to 300"),
                      ("with cents x", "from -50 to 50"), ("with first Re", "Pa|Ma|Ni|own"), ("with", "with PRESET")):
        try:
            p.ask(line)
            live.check(False, f"{line}: not refused")
        except RuntimeError as error:
            live.check(why in str(error), f"{line}: {error}")
    live.check(state(p) == before, "and nothing has changed")
    p.ask("with off")
    live.check(p.values("status")["silent"] == "0", "its strings ring on")
    p.ask("with on")
    p.ask("panic")
    is_now(p, "panic", on="0")
    live.check(live.wait_for(lambda: p.values("status")["silent"] == "1"), "and all is silent")
    # One rate, any instrument: it plays on.
    p.ask("with on")
    p.ask("instrument bass")
    p.ask("preset sitar-yaman")
    is_now(p, "after other instruments", on="1", preset="tanpura-late")
    live.check(live.wait_for(lambda: loud(p)), "it plays on")
    p.ask("quit")
    live.check(p.ended() == 0, "ended")
    # The drone of an instrument that plays nothing by itself
    p = Player("sitar", "--drone")
    is_now(p, "--drone on a sitar", on="1", preset="tanpura-plays")
    told = "sitar plays nothing by itself: tanpura-plays plays beside it"
    live.check(live.wait_for(lambda: told in "".join(p.err)), f"said: {p.err}")
    for line, on in (("set drone 0", "0"), ("set drone 1", "1"), ("instrument tanpura", "0")):
        p.ask(line)
        live.check(live.wait_for(lambda: state(p)["on"] == on), f"{line}: {state(p)}")
    p.ask("quit")
    live.check(p.ended() == 0, "ended")
    # It is off in the session, though the instrument's drone is on.
    p = Player("sitar", "--drone")
    p.ask("with off")
    p.ask(f"save {live.work / 'silent.jawari'}")
    p.ask("quit")
    p.ended()
    p = Player("sitar")
    p.ask(f"load {live.work / 'silent.jawari'}")
    live.plays(p, 4800)
    is_now(p, "a session that silenced it", on="0", preset="tanpura-plays")
    for line, on in (("set drone 0", "0"), ("set drone 1", "1")):
        p.ask(line)
        live.check(live.wait_for(lambda: state(p)["on"] == on), f"{line} switches it again: {state(p)}")
    p.ask("quit")
    live.check(p.ended() == 0, "ended")


def sessions():
    p = Player("sitar", "--with", "tanpura-small", "--with-level", "-4", "--with-first", "Ni", "--with-tempo", "90.5",
               "--with-cents", "-3")
    wanted = {"preset": "tanpura-small", "on": "1", "level": "-4", "first": "Ni", "tempo": "90.5", "cents": "-3"}
    is_now(p, "by options", **wanted)
    session, gone, bad = (live.work / name for name in ("with.jawari", "gone.jawari", "bad.jawari"))
    p.ask(f"save {session}")
    p.ask("with off")
    p.ask("with level 0")
    p.ask("with tanpura-bare")
    p.ask(f"load {session}")
    is_now(p, "a session", **wanted)
    gone.write_text(session.read_text().replace("tanpura-small", "nix").replace("sitar", "bass"))
    bad.write_text(session.read_text().replace("with_level = -4", "with_level = loud"))
    slow = live.work / "slow.jawari"
    slow.write_text(session.read_text().replace("with_tempo = 90.5", "with_tempo = 5"))
    for path, why in ((gone, "unknown preset \"nix\""), (bad, f"{bad}:"), (slow, "from 10 to 300, or 0")):
        try:
            p.ask(f"load {path}")
            live.check(False, f"{path}: not refused")
        except RuntimeError as error:
            live.check(why in str(error), f"{error}")
    is_now(p, "after refused sessions", **wanted)
    live.check(p.values("status")["instrument"] == "sitar", "the instrument is the same, too")
    plain = live.work / "plain.jawari"
    plain.write_text("# Jawari session\ninstrument = sitar\n")
    p.ask(f"load {plain}")
    is_now(p, "a session without a companion", on="0")
    p.ask("quit")
    p.ended()
    (config / "jawari").mkdir(parents=True, exist_ok=True)
    settings = config / "jawari" / "jawari.conf"
    settings.write_text("with = tanpura-plays\nwith-level = -9\n")
    p = Player("sitar")
    is_now(p, "by the configuration file", preset="tanpura-plays", on="1", level="-9")
    p.ask("quit")
    p.ended()
    settings.write_text("with = sitar-khula\n")
    p = Player("sitar")
    live.check(p.ended() == 1 and "--with: sitar-khula: does not play by itself" in "".join(p.err), f"{p.err}")
    settings.unlink()
    p = Player("sitar", "--quality", "auto", "--with", "tanpura-plays")
    live.check(live.wait_for(lambda: "measured parts of a core" in "".join(p.err)), f"its cost is measured: {p.err}")
    p.ask("quit")
    p.ended()
    lines = (config / "jawari" / "quality.conf").read_text()
    live.check("sitar+tanpura-plays = " in lines, f"and kept: {lines!r}")
    alone = Player("sitar", "--quality", "auto")
    live.wait_for(lambda: "sitar " in "".join(alone.err))
    alone.ask("quit")
    alone.ended()
    works = {line.split(" = ")[0]: float(line.split()[4]) for line in
             (config / "jawari" / "quality.conf").read_text().splitlines() if line.startswith("sitar")}
    live.check(works["sitar+tanpura-plays"] > 1.05 * works["sitar"], f"work of both is more: {works}")


def second():
    """A second companion with settings of its own: right of the first, in the same tonic, in stems and sessions."""
    p = Player("sitar", "--set=gain=-60")
    is_now(p, "as it starts", "second", preset="", on="0", level="0", first="own")
    p.ask("sa D")
    p.ask("second on")
    is_now(p, "second on", "second", preset="tanpura-woman-round", on="1")
    is_now(p, "the first stays", on="0", preset="")
    live.check(live.wait_for(lambda: loud(p)), "it plays by itself")
    p.ask("with tanpura-plays")

    def sides(name):
        live.plays(p, 96000)
        take = live.work / f"{name}.wav"
        p.ask(f"record {take}")
        p.becomes("status", "recorded_frames", lambda frames: int(frames) > 240000)
        p.ask("record stop")
        sound = live.read_wav(take)[0]
        return sound, [math.sqrt(sum(x * x for x in sound[side::2])) for side in (0, 1)]
    for line, louder in (("second level -60", 0), ("with level -60", 1)):
        p.ask("with level 0")
        p.ask("second level 0")
        p.ask(line)
        sound, level = sides(line.split()[0])
        live.check(level[louder] > 1.3 * level[1 - louder], f"{line}: left {level[0]:.3g}, right {level[1]:.3g}")
    got = hertz(sound[1::2], 0.94 * 146.832, 1.06 * 146.832)
    live.check(abs(1200.0 * math.log2(got / 146.832)) < 12.0, f"the second is in D: {got:.2f} Hz")
    for line, key, value in (("second first ni", "first", "Ni"), ("second tempo 66", "tempo", "66"), ("second cents -4", "cents", "-4"),
                             ("second tanpura-small", "preset", "tanpura-small")):
        p.ask(line)
        is_now(p, line, "second", on="1", **{key: value})
    try:
        p.ask("second sitar-khula")
        live.check(False, "not refused")
    except RuntimeError as error:
        live.check("second: " in str(error) and "does not play by itself" in str(error), f"{error}")
    session, gone = live.work / "second.jawari", live.work / "second-gone.jawari"
    p.ask(f"save {session}")
    before = state(p, "second")
    p.ask("second off")
    p.ask("second tanpura-late")
    p.ask(f"load {session}")
    is_now(p, "a session", "second", **before)
    gone.write_text(session.read_text().replace("tanpura-small", "nix"))
    try:
        p.ask(f"load {gone}")
        live.check(False, "not refused")
    except RuntimeError as error:
        live.check('unknown preset "nix"' in str(error), f"{error}")
    is_now(p, "after a refused session", "second", **before)
    p.ask("panic")
    is_now(p, "panic", "second", on="0")
    live.check(live.wait_for(lambda: p.values("status")["silent"] == "1"), "and all is silent")
    p.ask("quit")
    live.check(p.ended() == 0, "ended")


def apart():
    """Instrument and companion in files of their own, of the same frames; without the limiter their sum is what goes
    out."""
    p = Player("sitar", "--with", "tanpura-plays", "--limiter", "off")
    take = live.work / "apart.wav"
    live.check(live.wait_for(lambda: loud(p)), "it plays")
    p.ask(f"record {live.work / 'all.wav'}")
    p.ask(f"stems {take}")
    try:
        p.ask(f"stems {take}")
        live.check(False, "stems twice: not refused")
    except RuntimeError as error:
        live.check("another recording runs" in str(error), f"stems twice: {error}")
    p.ask("note C#4 110")
    live.plays(p, 24000)
    p.ask("with off")
    live.plays(p, 24000)
    p.ask("stems stop")
    p.ask("record stop")
    parts = [live.read_wav(live.work / f"apart-{name}.wav")[0] for name in ("instrument", "with")]
    both = live.read_wav(live.work / "all.wav")[0]
    live.check(len(parts[0]) == len(parts[1]) > 2 * 48000 and all(max(part) > 1e-3 for part in parts),
               f"both have {len(parts[0]) // 2} and {len(parts[1]) // 2} frames")
    # The whole began before, at the beginning of a block.
    first = max(range(len(parts[0])), key=lambda i: abs(parts[0][i] + parts[1][i]))
    total = [a + b for a, b in zip(*parts)]
    late = [lag for lag in range(0, len(both) - len(total) + 1, 128) if abs(both[first + lag] - total[first]) < 1e-6]
    lag = next((lag for lag in late if max(abs(x - y) for x, y in zip(both[lag:], total)) < 1e-6), None)
    live.check(lag is not None, f"their sum is what goes out, from frame {lag} on" if lag is None else "their sum is what goes out")
    p.ask(f"stems {take}")
    live.check(p.said("apart-instrument.wav is there already"), "a name that is taken is told")
    p.ask("stems stop")
    p.ask(f"stems {live.work / 'cut'}")
    live.plays(p, 4800)
    p.ask("quit")
    live.check(p.ended() == 0 and all((live.work / f"cut-{name}.wav").exists() for name in ("instrument", "with")),
               "the end of the program ends a recording")


def clock():
    """The metronome by options, commands and the configuration file."""
    p = Player("sitar", "--tala", "jhaptal", "--metronome", "120")
    values = p.values("status")
    live.check((values["tala"], values["clock"], values["clock_bpm"]) == ("Jhaptal", "1", "120"), f"options: {values}")
    live.check(live.wait_for(lambda: loud(p)), "it clicks")
    for line, key, value in (("clock 90", "clock_bpm", "90"), ("clock ada chautal", "tala", "Ada Chautal"),
                             ("clock none", "tala", ""), ("clock off", "clock", "0"), ("clock on", "clock", "1")):
        p.ask(line)
        live.check(p.values("status")[key] == value, line)
    p.ask("clock tap")
    time.sleep(0.5)
    p.ask("clock tap")
    live.timely(float(p.values("status")["clock_bpm"]), 100.0, 125.0, "two taps, half a second apart")
    for line, why in (("clock 19", "from 20 to 400"), ("clock tintol", "nearest: Teental"), ("clock", "clock BPM")):
        try:
            p.ask(line)
            live.check(False, f"{line}: not refused")
        except RuntimeError as error:
            live.check(why in str(error), f"{line}: {error}")
    p.ask("quit")
    live.check(p.ended() == 0, "ended")
    p = Player("sitar", "--tala", "nix")
    live.check(p.ended() == 1 and "--tala: unknown tala \"nix\"" in "".join(p.err), f"{p.err}")


def hertz(samples, least, most):
    """Strongest frequency between two, in steps of about half a cent: every 32nd frame, by Goertzel's filter."""
    few = [sum(samples[i:i + 32]) for i in range(0, len(samples) - 32, 32)]
    few = [x * math.sin(math.pi * (i + 0.5) / len(few)) ** 2 for i, x in enumerate(few)]

    def power(f):
        c, a, b = 2.0 * math.cos(2.0 * math.pi * f / 1500.0), 0.0, 0.0
        for x in few:
            a, b = x + c * a - b, a
        return a * a + b * b - c * a * b
    steps = 300
    return max((least + (most - least) * i / steps for i in range(steps + 1)), key=power)


def one_tonic():
    """It follows the tonic while it sounds."""
    p = Player("sitar", "--with", "tanpura-plays", "--set=gain=-60")
    for i, (line, hz) in enumerate((("sa C#", 69.296), ("sa D", 73.416), ("sa 70 Hz", 70.0))):
        take = live.work / f"tonic-{i}.wav"
        p.ask(line)
        live.plays(p, 96000)  # Whatever the order, the low string has been retuned
        p.ask(f"record {take}")
        p.becomes("status", "recorded_frames", lambda frames: int(frames) > 200000)
        p.ask("record stop")
        got = hertz(live.read_wav(take)[0][0:400000:2], 0.94 * hz, 1.06 * hz)
        live.check(abs(1200.0 * math.log2(got / hz)) < 12.0, f"{line}: the low Sa is at {got:.2f} Hz, not {hz}")
    p.ask("quit")
    p.ended()


def jack():
    """Notes over JACK at 64 frames, while the companion plays, changes and is switched. The server waits for late
    clients: otherwise it takes a cycle's messages away before the player has run."""
    live.need("jackd")
    server = live.Server(48000, 64, sync=True)
    peer = live.peer(server)
    player = live.player(server, "-i", "sitar", "--set=quality=1", "--with", "tanpura-plays")
    peer.ask("connect peer-send:out|jawari:midi_in")
    for i in range(NOTES):
        status = 144 if i % 2 == 0 else 128
        peer.ask(f"event {480 * i} {status} {50 + i // 2 % 20} {100}")
    before = int(player.values("status")["messages"])
    peer.ask(f"start {480 * NOTES + 9600}")
    for line in ("with level -3", "with first Ma", "sa D", "with tanpura-late", "with off", "with on", "raga yaman"):
        live.plays(player, 9600)
        player.ask(line)
    live.wait_for(lambda: int(player.values("status")["messages"]) >= before + NOTES)
    values = player.values("status")
    live.check(int(values["messages"]) == before + NOTES and values["dropped"] == "0"
               and values["dropped_events"] == "0" and values["nonfinite"] == "0",
               f"{NOTES} messages: {values['messages']} came, {values['dropped']} dropped")
    live.timely(float(values["worst_load"]), 0.0, 1.0, "worst load with the companion")
    player.ask("quit")
    live.check(player.ended() == 0, "ended")


def main():
    commands()
    sessions()
    one_tonic()
    second()
    apart()
    clock()
    jack()
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
