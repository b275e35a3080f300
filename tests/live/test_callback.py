# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

"""The audio callback makes no system call, allocates nothing, locks nothing.

    test_callback.py jack|portaudio|window

window: over JACK, while the window shows the string and is clicked on.

With $JAWARI_TIMING, too: it faults no page and waits for nothing, once warm. Those the kernel may
inflict on anybody when memory is short, so that they are only printed otherwise.

The whole callback of the real program is watched (audio_guard.c), while notes come in, parameters
move, presets and instruments change and a recording runs. To show that the watch would see it, the
program is run once more with a callback that misbehaves.
"""

import os
import sys

from display import Display
import live

GUARD = os.environ["AUDIO_GUARD_SO"]


def stir(player, click):
    """Everything that goes through the callback; click() is called after each line."""
    for key in (49, 56, 61, 37):
        player.ask(f"note {key} 110")
    for line in ("set bridge_curvature 3", "set quality 2", "set loss_high 4", "midi 224 0 100",
                 "midi 176 64 127", "midi 192 2", "preset sitar-khula", "learn gain",
                 "midi 176 85 30", "instrument tanpura", "note C3", "set tune 100", "off C3",
                 "with on", "clock tintal", "clock 200", "with level -3", "with first Ma", "sa D", "with tanpura-late", "with cents 9",
                 "preset sitar-band", "note 61", "with off", "with tanpura-plays", f"stems {live.work / 'apart.wav'}", "with on", "stems stop", "set pluck_stroke 0", "panic", "record stop"):
        live.plays(player, 6000)
        player.ask(line)
        click()
    live.plays(player, 30000)


def main():
    with_window = sys.argv[1] == "window"
    driver = "jack" if with_window else sys.argv[1]
    out = live.work / "guard.txt"
    server = live.Server(48000, 128)
    peer = live.peer(server)
    guard = {"LD_PRELOAD": GUARD, "AUDIO_GUARD": str(out)}
    if driver == "portaudio":
        guard["AUDIO_GUARD_PORTAUDIO"] = "1"
    options = ["--record", str(live.work / "guard.wav"), "-d", driver]
    click = lambda: None
    if with_window:
        display = Display()
        guard["DISPLAY"] = display.name
        options.append("--window")
    player = live.player(server, *options, env=guard)
    if with_window:
        window = display.window()
        live.check(display.is_drawn(window, (960, 600), 500), "the window is drawn")
        click = lambda: display.click(window, 400, 120)
    if driver == "jack":
        peer.ask("connect peer-send:out|jawari:midi_in")
        for i in range(300):
            peer.ask(f"event {i * 1000} {(144, 128, 224, 176)[i % 4]} {40 + i % 30} {i % 127}")
        peer.ask(f"start {480000}")
    stir(player, click)
    player.ask("quit")
    live.check(player.ended() == 0, "ends with status 0")
    figures = live.guarded(out, 800)
    if figures["refused"]:
        live.skip("this kernel has no Syscall User Dispatch")
    live.timely(figures["waits"], 0, 0, "times it waited after the first 200 callbacks")
    live.timely(figures["faults"], 0, 0, f"page faults after the first 200 callbacks (before: "
                                         f"{figures['early_faults']})")
    if figures["clock_calls"]:
        print(f"reading the clock is a system call on this machine: {figures['clock_calls']} times")

    if with_window:
        return live.result()
    player = live.player(server, "-d", driver, env=dict(guard, AUDIO_GUARD_SIN="1"))
    live.plays(player, 12800)
    player.ask("quit")
    player.ended()
    figures = live.guard_report(out)
    live.check(figures["syscalls"] > 0 and figures["allocations"] > 0 and figures["locks"] > 0,
               f"planted sins are seen: {figures['syscalls']} system calls, {figures['allocations']} "
               f"allocations, {figures['locks']} locks")
    return live.result()


if __name__ == "__main__":
    sys.exit(main())
